"""The puzzles that come with the package, and which of them is today's."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from rondel.engine import TITLES, Game
from rondel.engine.shapes import Chosen
from rondel.puzzles.shapes import Puzzle, Theme, Weighed
from rondel.records import replay

HEADINGS: Final = 6
"""Names there are for puzzles of one theme; more than that share them."""


@dataclass(frozen=True)
class Numbered:
    """A puzzle at its place among all."""

    number: int
    """From 1 on, the easiest first."""
    heading: int
    """Which of the names of its theme it has, from 1 on."""
    puzzle: Puzzle


@cache
def library() -> dict[str, Numbered]:
    """All puzzles by id, the easiest first; do not change them."""
    return numbered([puzzle for title in TITLES for puzzle in _kept(title)])


def numbered(puzzles: Iterable[Puzzle]) -> dict[str, Numbered]:
    """Puzzles at their places."""
    order = sorted(puzzles, key=lambda one: (one["grade"], one["id"]))
    met = Counter[tuple[str, Theme]]()
    found = {}
    for number, puzzle in enumerate(order, 1):
        kind = (puzzle["record"]["game"], puzzle["theme"])
        found[puzzle["id"]] = Numbered(number, met[kind] % HEADINGS + 1, puzzle)
        met[kind] += 1
    return found


def _kept(title: str) -> list[Puzzle]:
    text = files("rondel.puzzles").joinpath(f"data/{title}.json").read_text(encoding="utf-8")
    return read(text)


def read(text: str) -> list[Puzzle]:
    """Puzzles as `written` writes them."""
    puzzles: list[Puzzle] = json.loads(text)
    return puzzles


def written(puzzles: Sequence[Puzzle]) -> str:
    """Puzzles as they are kept: a line for each, in the order of their ids."""
    order = sorted(puzzles, key=lambda puzzle: puzzle["id"])
    lines = [json.dumps(one, separators=(",", ":"), ensure_ascii=False) for one in order]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def daily(day: date) -> Numbered:
    """The puzzle of a day, the same for everybody; ids are in no order that one could see."""
    ids = sorted(library())
    return library()[ids[day.toordinal() % len(ids)]]


@lru_cache(maxsize=256)
def game_at(id: str) -> Game:
    """The game of a puzzle where it is to be solved; do not change it.

    Raises: KeyError if there is no such puzzle.
    """
    return replay(library()[id].puzzle["record"])


def weighed(id: str, choice: Chosen) -> Weighed | None:
    """What was found about a choice of a puzzle; None if it is none of its choices."""
    return next((one for one in library()[id].puzzle["choices"] if one["choice"] == choice), None)
