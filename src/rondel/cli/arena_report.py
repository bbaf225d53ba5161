"""What the arena found, for people: sentences and tables."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from rondel.cli.output import make_console
from rondel.cli.texts import Texts
from rondel.engine import title_of
from rondel.records import Narrator

FIGURES = ("win_share", "interval", "score_share", "mean_ms", "p95_ms")
"""Columns of the table of results."""
COUNTED = ("factories_built", "flags_held", "interest_taken", "units_lost")
LENGTHS = ("turns", "rounds")
"""Lines of the table of behaviour, below the slots."""


def print_report(summary: dict[str, Any], texts: Texts) -> None:
    """The whole summary."""
    console = make_console()
    game = title_of(summary["game"]).name
    numbers = {name: summary[name] for name in ("games", "blocks", "players")}
    console.print(texts.say("arena_played", game=game, **numbers))
    if summary["mode"] == "duel":
        console.print(_duel_sentence(summary, texts))
    console.print()
    console.print(_results_table(summary, texts))
    console.print()
    console.print(_behaviour_table(summary, texts))


def _duel_sentence(summary: dict[str, Any], texts: Texts) -> str:
    low, high = summary["interval"]
    worst, best = summary["elo_interval"]
    return texts.say(
        "arena_duel",
        hero=summary["hero"],
        share=f"{summary['win_share']:.1%}",
        interval=f"{low:.1%} – {high:.1%}",
        par=f"{1 / summary['players']:.1%}",
        elo=f"{summary['elo']:+.0f}",
        elo_interval=f"{worst:+.0f} … {best:+.0f}",
    )


def _results_table(summary: dict[str, Any], texts: Texts) -> Table:
    table = Table(box=None, header_style="bold")
    table.add_column(texts.say("arena_bot"))
    for column in FIGURES:
        table.add_column(texts.say(f"arena_{column}"), justify="right")
    for bot, line in summary["bots"].items():
        low, high = line["interval"]
        table.add_row(
            bot,
            f"{line['win_share']:.1%}",
            f"{low:.1%} – {high:.1%}",
            f"{line['score_share']:.1%}",
            *[f"{line['ms_per_decision'][name]:.3g}" for name in ("mean", "p95")],
        )
    return table


def _behaviour_table(summary: dict[str, Any], texts: Texts) -> Table:
    """One column for each bot, so that it stays narrow."""
    table = Table(box=None, header_style="bold")
    table.add_column(texts.say("arena_behaviour"))
    reports = summary["behaviour"]
    for bot in reports:
        table.add_column(bot, justify="right")
    for slot, name in _slot_names(summary["game"], texts.language).items():
        table.add_row(name, *[f"{report['slots'][slot]:.1%}" for report in reports.values()])
    table.add_section()
    for figure in COUNTED:
        label = texts.say(f"arena_{figure}", game=summary["game"])
        table.add_row(label, *[f"{report[figure]:.1f}" for report in reports.values()])
    for figure in LENGTHS:
        lengths = [f"{report['game_length'][figure]:.1f}" for report in reports.values()]
        table.add_row(texts.say(f"arena_{figure}"), *lengths)
    return table


def _slot_names(game: str, language: str) -> dict[str, str]:
    """Action of the rondel -> its name."""
    narrator = Narrator(game, language)
    actions = title_of(game).facts["rondel"]["actions"]
    return {action: narrator.slot(slot) for slot, action in actions.items()}
