"""The chart of the arena, in the language of the command."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rondel.arena import Outcome, Plan, Rating, Words, draw_charts, score_curves
from rondel.cli.errors import CommandError
from rondel.cli.output import unwritable
from rondel.cli.texts import Texts
from rondel.engine import title_of


def check_chart(path: Path | None) -> None:
    """Whether a chart can be written there, before hours of play.

    Raises: CommandError.
    """
    if path is None:
        return
    if path.suffix.lower() != ".svg":
        raise CommandError(f"--chart: {path} does not end in .svg, which charts are written as")
    try:
        path.open("ab").close()
    except OSError as error:
        raise unwritable(path, error) from None


def write_chart(
    path: Path, plan: Plan, outcomes: Sequence[Outcome], summary: dict[str, Any], texts: Texts
) -> None:
    """Draws the ratings of the summary, and score curves.

    Raises: CommandError.
    """
    numbers = {name: summary[name] for name in ("games", "blocks", "players")}
    game = title_of(plan.setting.game).name
    words = Words(
        title=texts.say("arena_played", game=game, **numbers).removesuffix("."),
        ratings=texts.say("arena_chart_ratings"),
        curves=texts.say("arena_chart_curves"),
        turns=texts.say("arena_chart_turns"),
        par=texts.say("arena_chart_par"),
    )
    ratings = {bot: _rating(line) for bot, line in summary["ratings"].items()}
    drawn = draw_charts(ratings, score_curves(plan, outcomes), plan.players, words)
    try:
        path.write_text(drawn, encoding="utf-8")
    except OSError as error:
        raise unwritable(path, error) from None


def _rating(line: dict[str, Any]) -> Rating:
    low_high = line["interval"]
    return Rating(line["rating"], None if low_high is None else (low_high[0], low_high[1]))
