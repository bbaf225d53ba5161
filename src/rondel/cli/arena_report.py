"""What the arena found, for people: sentences and tables."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

from rondel.arena import COUNTED
from rondel.cli.output import make_console
from rondel.cli.texts import Texts
from rondel.engine import title_of
from rondel.records import Narrator

FIGURES = ("progress", "win_share", "interval", "score_share", "rating", "interval")
"""Columns of the table of results."""
LENGTHS = ("turns", "rounds")
TIMES = ("mean", "p95")
"""Lines of the table of behaviour, below the slots."""
ABREAST = 4
"""Bots for which there is room side by side."""


def print_report(summary: dict[str, Any], texts: Texts) -> None:
    """The whole summary."""
    console = make_console()
    numbers = {name: summary[name] for name in ("games", "blocks", "players")}
    console.print(texts.say("arena_played", game=title_of(summary["game"]).name, **numbers))
    if summary["mode"] == "duel":
        console.print(_duel_sentence(summary, texts))
    console.print()
    console.print(_results_table(summary, texts))
    _print_forfeits(console, summary, texts)
    bots = list(summary["bots"])
    if len(bots) > 2:
        console.print()
        console.print(_meetings_table(summary, texts))
    for first in range(0, len(bots), ABREAST):
        console.print()
        console.print(_behaviour_table(summary, bots[first : first + ABREAST], texts))


def _duel_sentence(summary: dict[str, Any], texts: Texts) -> str:
    return texts.say(
        "arena_duel",
        hero=summary["hero"],
        share=f"{summary['win_share']:.1%}",
        interval=_shares(summary["interval"]),
        par=f"{1 / summary['players']:.1%}",
        elo=f"{summary['elo']:+.0f}",
        elo_interval=_points(summary["elo_interval"]),
    )


def _shares(interval: list[float]) -> str:
    low, high = interval
    return f"{100 * low:.1f}–{high:.1%}"


def _points(interval: list[float] | None) -> str:
    """Empty for the bot that all others are measured from."""
    if interval is None:
        return "?"
    low, high = interval
    return f"{low:+.0f} … {high:+.0f}" if low < high else ""


def _results_table(summary: dict[str, Any], texts: Texts) -> Table:
    table = Table(box=None, header_style="bold")
    table.add_column(texts.say("arena_bot"))
    for column in FIGURES:
        table.add_column(texts.say(f"arena_{column}"), justify="right", no_wrap=True)
    for bot, line in summary["bots"].items():
        rating = summary["ratings"][bot]
        table.add_row(
            bot,
            str(line["games"]),
            f"{line['win_share']:.1%}",
            _shares(line["interval"]),
            f"{line['score_share']:.1%}",
            f"{rating['rating']:+.0f}",
            _points(rating["interval"]),
        )
    return table


def _print_forfeits(console: Console, summary: dict[str, Any], texts: Texts) -> None:
    """A line for every bot that forfeited something."""
    for bot, line in summary["bots"].items():
        forfeits = line["forfeits"]
        if reasons := "; ".join(forfeits["reasons"]):
            numbers = {name: forfeits[name] for name in ("decisions", "games")}
            told = texts.say("arena_forfeits", bot=bot, reasons=reasons, **numbers)
            console.print(f"\n{told}", markup=False, highlight=False)


def _meetings_table(summary: dict[str, Any], texts: Texts) -> Table:
    """How often the bot of a line came in before that of a column."""
    meetings = summary["head_to_head"]
    table = Table(box=None, header_style="bold")
    table.add_column(texts.say("arena_ahead"), no_wrap=True)
    for bot in meetings:
        table.add_column(bot, justify="right")
    for bot, met in meetings.items():
        shares = [f"{met[other]['share']:.0%}" if other in met else "" for other in meetings]
        table.add_row(bot, *shares)
    return table


def _behaviour_table(summary: dict[str, Any], bots: list[str], texts: Texts) -> Table:
    """One column for each bot, so that it stays narrow."""
    table = Table(box=None, header_style="bold")
    table.add_column(texts.say("arena_behaviour"), no_wrap=True)
    for bot in bots:
        table.add_column(bot, justify="right")
    reports = [summary["behaviour"][bot] for bot in bots]
    for slot, name in _slot_names(summary["game"], texts.language).items():
        table.add_row(name, *[f"{report['slots'][slot]:.1%}" for report in reports])
    for figure in COUNTED:
        label = texts.say(f"arena_{figure}", game=summary["game"])
        table.add_row(label, *[f"{report[figure]:.1f}" for report in reports])
    for figure in LENGTHS:
        lengths = [f"{report['game_length'][figure]:.1f}" for report in reports]
        table.add_row(texts.say(f"arena_{figure}"), *lengths)
    for figure in TIMES:
        times = [summary["bots"][bot]["ms_per_decision"][figure] for bot in bots]
        table.add_row(texts.say(f"arena_{figure}_ms"), *[f"{ms:.3g}" for ms in times])
    return table


def _slot_names(game: str, language: str) -> dict[str, str]:
    """Action of the rondel -> its name."""
    narrator = Narrator(game, language)
    actions = title_of(game).facts["rondel"]["actions"]
    return {action: narrator.slot(slot) for slot, action in actions.items()}
