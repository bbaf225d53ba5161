"""The line of questions before the processes that bots think in.

Who comes first goes first, but for head starts: people have one over bots that play among
themselves, so long that they hardly meet, and not without end. The more wait, the less time each
question has, so that nobody waits long; a game goes to the process that knows it, where that costs
nobody anything.
"""

from __future__ import annotations

import asyncio
import time
from bisect import bisect, insort
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Final, Generic, Protocol, TypeVar

PATIENT: Final = 5.0
"""Seconds within which all should have had their turn, besides the head start of others."""

CLOSE: Final = 1.0
"""Seconds by which somebody may come before who was first, where he is known."""

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

    due: float
    """When it came, and as much later as others have a head start."""
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

    def expected(self, behind: float) -> float:
        """Seconds until somebody who comes now has had his turn, as far as one knows."""
        turns = (self._ahead(behind) + 1) / self._count
        # Where many wait, turns will be shorter than they were.
        return min(turns * self._seconds, behind + PATIENT)

    def _ahead(self, behind: float) -> int:
        """Those who have their turn now, or before somebody who comes now."""
        waiting = bisect(self._places, time.monotonic() + behind, key=lambda place: place.due)
        return waiting + self._count - len(self._idle)

    @asynccontextmanager
    async def turn(self, about: str, behind: float) -> AsyncIterator[Turn[Taker]]:
        """Waits for one's turn, which lasts as long as this.

        Who comes up to `behind` seconds later, and is himself behind nobody, goes first.
        """
        place: Place[Taker] = Place(time.monotonic() + behind, about=about)
        insort(self._places, place)
        self._give()
        try:
            taker = await place.given
            began = time.monotonic()
            yield Turn(taker, self._share())
            self._seconds += WEIGHT * (time.monotonic() - began - self._seconds)
        finally:
            self._leave(place)

    def _share(self) -> float:
        """Seconds for the turn that begins, so that all who wait have theirs in time.

        Whoever is the first to wait does so for this turn and has his own, and so on.
        """
        now = time.monotonic()
        left = [place.due + PATIENT - now for place in self._places]
        shares = [self._count * one / (turns + 2) for turns, one in enumerate(left)]
        return max(0.0, min(shares, default=float("inf")))

    def _leave(self, place: Place[Taker]) -> None:
        if place.given.done() and not place.given.cancelled():
            self._idle.append(place.given.result())
        self._give()

    def _give(self) -> None:
        # Who was cancelled may not have left yet.
        self._places = [place for place in self._places if not place.given.cancelled()]
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
        close = [place for place in self._places[: self._count] if place.due < first.due + CLOSE]
        return next((place for place in close if taker.knows(place.about)), first)
