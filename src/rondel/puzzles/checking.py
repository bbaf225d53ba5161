"""Puzzles checked: is the best choice still the best, by the margin, with other luck?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rondel.engine import Game
from rondel.judging.strongest import strongest
from rondel.puzzles.making import LONGER, game_of, holds, weighed
from rondel.puzzles.shapes import Puzzle
from rondel.puzzles.weighing import Weighing


@dataclass(frozen=True)
class Checked:
    """What a search of another length and luck found about a puzzle."""

    puzzle: Puzzle
    playouts: int
    best: bool
    """Whether no other choice came out better."""
    lead: float
    """By how much the best choice was better than the next."""
    error: float
    """How far that may be off, 19 times out of 20."""
    holds: bool
    """Whether the lead is at least the stated margin."""


def check(puzzles: Iterable[Puzzle], seed: str, longer: int = LONGER) -> Iterator[Checked]:
    """Checks puzzles one by one, by searches so many times as long as those that made them."""
    judge = strongest()
    for puzzle in puzzles:
        game, seeded = game_of(puzzle["record"]), f"{puzzle['id']}/{seed}/check"
        yield _checked(puzzle, game, weighed(judge, game, seeded, puzzle["playouts"] * longer))


def _checked(puzzle: Puzzle, game: Game, found: Weighing) -> Checked:
    best = game.read({"choice": puzzle["choices"][0]["choice"]})
    lead = min(found.leads(best).values(), key=lambda lead: lead.mean)
    held = holds(found, best, puzzle["margin"])
    return Checked(puzzle, found.playouts, lead.mean > 0.0, lead.mean, lead.margin, held)
