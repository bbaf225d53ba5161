"""How many seats did the same, and how it ended for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final

from rondel.explorer.opening import EXACT, WIN, SeatOpening

Path = tuple[str, ...]
"""What seats have in common: what they began with, then what they chose, step by step."""

BOND: Final = "bond"
"""In place of a nation in a step: the first bond that was bought."""

NONE: Final = "none"
"""In place of a bond: none was bought."""

LEAST: Final = 30
"""Seats from which on something can be said about how it ended."""

SURE: Final = 1.96
"""Standard errors of half a 95 % interval."""

EXAMPLES: Final = 5
"""Games that a cell remembers by their number."""


@dataclass
class Figure:
    """A mean and half of its 95 % interval."""

    mean: float
    margin: float


@dataclass
class Cell:
    """Seats that did the same."""

    seats: int = 0
    shares: int = 0
    """Sum of the shares, of `EXACT` each."""
    squares: int = 0
    """Sum of their squares."""
    wins: int = 0
    """Sum of the wins, of `WIN` each."""
    governs: int = 0
    """Seats that governed the nation of the bond, in a draft."""
    then: Counter[str] = field(default_factory=Counter)
    """What was chosen on the space → how often."""
    games: list[int] = field(default_factory=list)
    """Numbers of some of the games."""

    def add(self, seat: SeatOpening, number: int, then: str = "", governs: bool = False) -> None:
        """Counts a seat of a game."""
        self.seats += 1
        self.shares += seat.share
        self.squares += seat.share**2
        self.wins += seat.won
        self.governs += governs
        if then:
            self.then[then] += 1
        if number and len(self.games) < EXAMPLES:
            self.games.append(number)

    def plus(self, other: Cell) -> Cell:
        """The seats of both."""
        return Cell(
            self.seats + other.seats,
            self.shares + other.shares,
            self.squares + other.squares,
            self.wins + other.wins,
            self.governs + other.governs,
            self.then + other.then,
            self.games,
        )

    @property
    def share(self) -> Figure | None:
        """The mean share of all points; None where there are too few seats to say."""
        if self.seats < LEAST:
            return None
        mean = self.shares / self.seats
        variance = max(0.0, self.squares / self.seats - mean**2) * self.seats / (self.seats - 1)
        return Figure(mean / EXACT, SURE * sqrt(variance / self.seats) / EXACT)

    @property
    def won(self) -> Figure | None:
        """The part that won; None where there are too few seats to say.

        The interval is that of Agresti and Coull: it has a width even where all have lost.
        """
        if self.seats < LEAST:
            return None
        seats = self.seats + SURE**2
        near = (self.wins / WIN + SURE**2 / 2) / seats
        return Figure(self.wins / WIN / self.seats, SURE * sqrt(near * (1 - near) / seats))

    def to_json(self) -> list[Any]:
        """As JSON, as short as it can be; what too few have done is only counted."""
        if self.seats < LEAST:
            return [self.seats]
        told = [self.seats, self.shares, self.squares, self.wins, self.governs]
        return [*told, dict(sorted(self.then.items())), self.games]

    @staticmethod
    def from_json(value: list[Any]) -> Cell:
        """The opposite of `to_json`."""
        if len(value) == 1:
            return Cell(value[0])
        seats, shares, squares, wins, governs, then, games = value
        return Cell(seats, shares, squares, wins, governs, Counter(then), games)


def paths_of(seat: SeatOpening) -> Iterator[tuple[Path, str, bool]]:
    """Where a seat counts: the path, what was chosen at its end, whether it governed there."""
    for row, nations, governs in _rows(seat):
        yield (row,), "", governs
        bond = NONE if seat.bond is None else f"{seat.bond[0]}:{seat.bond[1]}"
        yield (row, f"{BOND}/{bond}"), "", False
        for nation in nations:
            path: Path = (row,)
            for action, chosen in seat.spaces.get(nation, []):
                path = (*path, f"{nation}/{action}")
                yield path, chosen, False


def _rows(seat: SeatOpening) -> Iterator[tuple[str, list[str], bool]]:
    """What a seat began with: the card, or each bond of the draft, or nothing at all."""
    if seat.card is not None:
        yield seat.card, seat.governs, True
        return
    for nation, value in seat.bonds:
        governs = nation in seat.governs
        yield f"{nation}:{value}", [nation] if governs else [], governs
    if not seat.bonds:
        yield NONE, [], False
