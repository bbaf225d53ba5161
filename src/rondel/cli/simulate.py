"""The command that lets bots play each other and sums up."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import JustifyMethod
from rich.table import Table

from rondel.arena import BotFailed
from rondel.cli.bots import fill_seats, read_bots
from rondel.cli.errors import NO, CommandError
from rondel.cli.options import read_drawn_options, read_title
from rondel.cli.output import make_console, make_folder, print_error, print_json
from rondel.cli.simulation import Outcome, Plan, new_game, play_all
from rondel.cli.texts import Texts, chosen_language
from rondel.engine import RecordError, RuleSetError

SHOWN_FAULTS = 10


def run_simulate(
    plan: Plan, games: int, jobs: int, as_json: bool, timing: bool, lang: str | None
) -> int:
    """Plays, prints the summary, and says 1 if an invariant broke.

    Raises: CommandError.
    """
    texts = Texts(chosen_language(lang, os.environ))
    began = time.perf_counter()
    try:
        outcomes = list(play_all(plan, games, jobs))
    except BotFailed as error:
        raise CommandError(str(error)) from None
    seconds = time.perf_counter() - began
    summary = summary_of(plan, outcomes)
    if timing or not as_json:
        summary["timing"] = timing_of(outcomes, seconds)
    if as_json:
        print_json(summary)
    else:
        print_summary(summary, texts)
    for fault in summary["faults"][:SHOWN_FAULTS]:
        print_error(f"game {fault['game']} of seed {plan.seed}: {fault['problem']}")
    return NO if summary["faults"] else 0


def make_plan(
    game: str,
    players: int,
    bots: str,
    seed: str,
    options: Sequence[str],
    check: bool,
    out: Path | None,
) -> Plan:
    """The plan that the options of the command ask for, tried by setting up its first game.

    Raises: CommandError.
    """
    seats = tuple(fill_seats(read_bots(bots, "--bots"), players, "--bots"))
    given, drawn = read_drawn_options(read_title(game), options)
    plan = Plan(game, seats, seed, given, drawn, check, out)
    try:
        new_game(plan, 1)
    except (RuleSetError, RecordError) as error:
        raise CommandError(str(error)) from None
    make_folder(out)
    return plan


# The summary -----------------------------------------------------------------------------------


def summary_of(plan: Plan, outcomes: list[Outcome]) -> dict[str, Any]:
    """Everything but the time it took: the same plan gives the same summary."""
    seats = [_seat_summary(plan, seat, outcomes) for seat in range(len(plan.bots))]
    return {
        "game": plan.game,
        "players": len(plan.bots),
        "bots": list(plan.bots),
        "seed": plan.seed,
        "options": plan.options,
        "random_options": plan.random_options,
        "games": len(outcomes),
        "decisions": sum([o.decisions for o in outcomes]),
        "mean_length": {
            "decisions": _mean([o.decisions for o in outcomes]),
            "turns": _mean([o.turns for o in outcomes]),
            "rounds": _mean([o.rounds for o in outcomes]),
        },
        "seats": seats,
        "by_bot": {bot: _bot_summary(bot, seats) for bot in dict.fromkeys(plan.bots)},
        "faults": [{"game": o.number, "problem": o.fault} for o in outcomes if o.fault],
    }


def _seat_summary(plan: Plan, seat: int, outcomes: list[Outcome]) -> dict[str, Any]:
    """A shared first place counts as a part of a win."""
    wins = [1 / len(o.winners) if seat in o.winners else 0 for o in outcomes]
    scores = [o.scores[seat] for o in outcomes]
    return {
        "seat": seat + 1,
        "bot": plan.bots[seat],
        "win_share": _mean(wins),
        "mean_score": _mean(scores),
    }


def _bot_summary(bot: str, seats: list[dict[str, Any]]) -> dict[str, Any]:
    own = [seat for seat in seats if seat["bot"] == bot]
    return {
        "seats": len(own),
        "win_share": round(sum([seat["win_share"] for seat in own]), 4),
        "mean_score": _mean([seat["mean_score"] for seat in own]),
    }


def _mean(numbers: Sequence[float]) -> float:
    return round(sum(numbers) / len(numbers), 4)


def timing_of(outcomes: list[Outcome], seconds: float) -> dict[str, float]:
    """How fast it went; differs from run to run."""
    return {
        "seconds": round(seconds, 3),
        "games_per_second": round(len(outcomes) / seconds, 2),
        "decisions_per_second": round(sum([o.decisions for o in outcomes]) / seconds),
    }


def print_summary(summary: dict[str, Any], texts: Texts) -> None:
    """The summary as sentences and a table."""
    console = make_console()
    lengths = {name: f"{number:.1f}" for name, number in summary["mean_length"].items()}
    console.print(texts.say("simulate_length", games=summary["games"], **lengths))
    console.print(_seats_table(summary, texts))
    timing = summary["timing"]
    speeds = {name: f"{timing[f'{name}_per_second']:.0f}" for name in ("games", "decisions")}
    seconds = f"{timing['seconds']:.1f}"
    console.print(texts.say("simulate_speed", seconds=seconds, **speeds))


def _seats_table(summary: dict[str, Any], texts: Texts) -> Table:
    table = Table(box=None, header_style="bold")
    for column in ("seat", "bot", "win_share", "mean_score"):
        justify: JustifyMethod = "left" if column == "bot" else "right"
        table.add_column(texts.say(f"simulate_{column}"), justify=justify)
    for seat in summary["seats"]:
        table.add_row(*_cells(str(seat["seat"]), seat["bot"], seat))
    if len(summary["by_bot"]) > 1:
        table.add_section()
        for bot, line in summary["by_bot"].items():
            table.add_row(*_cells("", bot, line))
    return table


def _cells(seat: str, bot: str, line: dict[str, Any]) -> list[str]:
    return [seat, bot, f"{line['win_share']:.1%}", f"{line['mean_score']:.1f}"]
