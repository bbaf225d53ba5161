"""Where everybody stands in a tournament, and what decides between equals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

PLACES: Final = "places"
"""A table of four brings 3, 2, 1 and 0 points; who shares a place shares the points."""
POINTS: Final = "points"
"""The share of all points at the table, of 100."""


class Came(NamedTuple):
    """How somebody came in at a table."""

    place: int
    """From 1."""
    share: float
    """Of all points at the table, from 0 to 1."""


class Table(NamedTuple):
    """A table whose game is over."""

    round: int
    entrants: Sequence[int | None]
    came: Sequence[Came]


@dataclass
class Standing:
    """How somebody stands."""

    number: int
    points: float = 0.0
    wins: int = 0
    shares: float = 0.0
    games: int = 0
    opponents: float = 0.0
    """Points of all whom he has met."""
    final: int | None = None
    """The place in the final."""
    met: list[int] = field(default_factory=list)

    @property
    def key(self) -> tuple[float, ...]:
        """What decides, the most important first: the smaller the better."""
        final = 10.0 if self.final is None else float(self.final)
        exact = (self.points, self.wins, self.shares, self.opponents)
        return (final, *[-round(value, 6) for value in exact], self.number)


def standings(
    entrants: Iterable[int], tables: Sequence[Table], scoring: str, rounds: int
) -> list[Standing]:
    """Everybody from the first to the last; what is played after so many rounds is the final."""
    found = {number: Standing(number) for number in entrants}
    for table in tables:
        for entrant, came in zip(table.entrants, table.came, strict=True):
            if entrant is not None and table.round > rounds:
                found[entrant].final = came.place
            elif entrant is not None:
                _count(found[entrant], table, came, scoring)
    for one in found.values():
        one.opponents = sum([found[other].points for other in one.met])
    return sorted(found.values(), key=lambda one: one.key)


def _count(one: Standing, table: Table, came: Came, scoring: str) -> None:
    one.points += 100 * came.share if scoring == POINTS else place_points(table, came.place)
    one.wins += came.place == 1
    one.shares += came.share
    one.games += 1
    one.met += [other for other in table.entrants if other not in (None, one.number)]


def place_points(table: Table, place: int) -> float:
    """What a place is worth: those who share it have the mean of the places that they fill."""
    sharing = [came.place for came in table.came].count(place)
    worth = [len(table.came) - one for one in range(place, place + sharing)]
    return sum(worth) / sharing
