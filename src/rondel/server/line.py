"""The line of questions before the processes that bots think in.

People come before bots that play among themselves. The more wait, the less time each question
has, so that nobody waits long; a game goes to the process that knows it, where that costs nobody
anything.
"""

from __future__ import annotations

import asyncio
import time
from bisect import insort
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Final, Generic, Protocol, TypeVar

FIRST: Final = 0
"""The rank of who comes before all others."""

PATIENT: Final = 5.0
"""Seconds within which all who wait should have had their turn."""

USUAL: Final = 1.0
"""Seconds that a turn takes, until some have been timed."""

WEIGHT: Final = 0.1
"""How much the last turn counts among those before."""


class Knowing(Protocol):
    """Who takes questions, and remembers what they were about."""

    def knows(self, line: str) -> bool:
        """Whether it was asked about the course of a game lately."""
        ...


Taker = TypeVar("Taker", bound=Knowing)

_NUMBERS = count(1)


@dataclass(order=True)
class Place(Generic[Taker]):
    """A place in the line."""

    rank: int
    number: int = field(default_factory=lambda: next(_NUMBERS))
    about: str = field(default="", compare=False)
    given: asyncio.Future[Taker] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future(), compare=False
    )


@dataclass(frozen=True)
class Turn(Generic[Taker]):
    """What somebody gets whose turn it is."""

    thinker: Taker
    share: float
    """Seconds he should take; more than anybody has where nobody waits."""


class Line(Generic[Taker]):
    """Gives each in turn one of those who take questions."""

    def __init__(self, takers: Sequence[Taker]) -> None:
        self._count = len(takers)
        self._idle = list(takers)
        self._places: list[Place[Taker]] = []
        self._seconds = USUAL

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._places)

    def expected(self, rank: int) -> float:
        """Seconds until somebody who comes now has had his turn."""
        turns = (self._ahead(rank) + 1) / self._count
        return turns * self._seconds

    def _ahead(self, rank: int) -> int:
        """Those who have their turn now, or before somebody of a rank who comes now."""
        waiting = sum(place.rank <= rank for place in self._places)
        return waiting + self._count - len(self._idle)

    @asynccontextmanager
    async def turn(self, about: str, rank: int) -> AsyncIterator[Turn[Taker]]:
        """Waits for one's turn, which lasts as long as this."""
        place: Place[Taker] = Place(rank, about=about)
        insort(self._places, place)
        self._give()
        try:
            taker = await place.given
            began = time.monotonic()
            yield Turn(taker, self._share(rank))
            self._seconds += WEIGHT * (time.monotonic() - began - self._seconds)
        finally:
            self._leave(place)

    def _share(self, rank: int) -> float:
        """Seconds for each, so that all of this rank and those before come soon."""
        others = self._ahead(rank) - 1
        return PATIENT * self._count / (others + 1) if others >= self._count else float("inf")

    def _leave(self, place: Place[Taker]) -> None:
        if place.given.done() and not place.given.cancelled():
            self._idle.append(place.given.result())
        else:
            self._places.remove(place)
        self._give()

    def _give(self) -> None:
        while self._idle and self._places:
            taker = self._idle_one_for(self._places[0])
            place = self._next_for(taker)
            self._idle.remove(taker)
            self._places.remove(place)
            place.given.set_result(taker)

    def _idle_one_for(self, place: Place[Taker]) -> Taker:
        """One who knows the game, if there is one, else who has rested longest."""
        return next((one for one in self._idle if one.knows(place.about)), self._idle[0])

    def _next_for(self, taker: Taker) -> Place[Taker]:
        """The first in line; who is close behind goes before where only he gains by that."""
        first = self._places[0]
        if taker.knows(first.about):
            return first
        close = [place for place in self._places[: self._count] if place.rank == first.rank]
        return next((place for place in close if taker.knows(place.about)), first)
