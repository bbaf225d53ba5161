"""Draws the tables of a round: everybody meets everybody, seats and cards in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from random import Random
from typing import Final, NamedTuple, TypeVar

Thing = TypeVar("Thing")

Entrant = int | None
"""The number of who has entered; None for a bot that fills up."""

SWAPS: Final = 60
"""So many exchanges are tried for each seat."""
FILLERS: Final = 4
"""What it costs that two bots that fill up sit at one table."""


class Place(NamedTuple):
    """A seat of a table that was drawn: its number is its place in the list."""

    entrant: Entrant
    card: str | None
    """The flag card that is dealt there; None where that is not a matter of cards."""


@dataclass
class History:
    """Who has met whom, and who has had what, in the rounds before."""

    met: Counter[tuple[int, int]] = field(default_factory=Counter)
    """By pairs, the smaller number first."""
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)
    """By entrant and number of the seat."""
    cards: Counter[tuple[int, str | None]] = field(default_factory=Counter)
    """By entrant and card."""

    def add(self, table: Sequence[Place]) -> None:
        """Another table that was drawn."""
        known = sorted([place.entrant for place in table if place.entrant is not None])
        self.met.update(combinations(known, 2))
        for number, place in enumerate(table):
            if place.entrant is not None:
                self.seats[place.entrant, number] += 1
                if place.card is not None:
                    self.cards[place.entrant, place.card] += 1


def draw(
    entrants: Sequence[int],
    players: int,
    cards: Sequence[str | None],
    history: History,
    chance: Random,
) -> list[list[Place]]:
    """Tables for everybody, filled up with bots: those meet who have met least.

    `cards` are what can be dealt; each table deals as many of them as it has players.
    """
    spare = -len(entrants) % players
    drawn: list[Entrant] = [*entrants, *[None] * spare]
    chance.shuffle(drawn)
    tables = [drawn[first : first + players] for first in range(0, len(drawn), players)]
    _spread(tables, history, chance)
    return [_seated(table, cards, history, chance) for table in tables]


def _spread(tables: list[list[Entrant]], history: History, chance: Random) -> None:
    """Exchanges two of different tables as long as that lets fewer meet again."""
    if len(tables) < 2:
        return
    for _ in range(SWAPS * sum([len(table) for table in tables])):
        one, other = chance.sample(tables, 2)
        i, j = chance.randrange(len(one)), chance.randrange(len(other))
        before = _cost(one, history) + _cost(other, history)
        one[i], other[j] = other[j], one[i]
        if _cost(one, history) + _cost(other, history) > before:
            one[i], other[j] = other[j], one[i]


def _cost(table: Iterable[Entrant], history: History) -> int:
    known = sorted([entrant for entrant in table if entrant is not None])
    again = sum([(history.met[pair] + 1) ** 2 for pair in combinations(known, 2)])
    fillers = sum([entrant is None for entrant in table])
    return again + FILLERS * fillers**2


def _seated(
    table: Sequence[Entrant], cards: Sequence[str | None], history: History, chance: Random
) -> list[Place]:
    """Everybody on the seat and with the card that he has had least, as far as others let him."""
    order = _assigned(table, range(len(table)), history.seats, chance)
    dealt = _assigned(table, cards, history.cards, chance)
    places = {order[i]: Place(table[i], dealt[i]) for i in range(len(table))}
    return [places[number] for number in range(len(table))]


def _assigned(
    table: Sequence[Entrant],
    things: Sequence[Thing],
    had: Counter[tuple[int, Thing]],
    chance: Random,
) -> tuple[Thing, ...]:
    """One thing for each at a table, so that nobody has had the same often; chance decides ties."""
    shuffled = chance.sample(things, len(things))

    def repeated(given: tuple[Thing, ...]) -> int:
        both = zip(table, given, strict=True)
        return sum([(had[one, thing] + 1) ** 2 for one, thing in both if one is not None])

    return min(permutations(shuffled, len(table)), key=repeated)
