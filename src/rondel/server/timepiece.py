"""The server's own time: it passes evenly, whatever becomes of the machine's clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, NamedTuple

LONGEST: Final = 10.0
"""Seconds that pass at most without a look at the wall clock, and the least that counts as a jump.

Neither a process that was stopped, nor a machine that slept, nor a clock that was set makes time
pass for those who could not act meanwhile.
"""

SLEW: Final = 0.001
"""Seconds by which a second may be longer or shorter, to come closer to the wall clock."""


class Reading(NamedTuple):
    """What time it was at a moment of the steady clock."""

    time: float
    steady: float


class Timepiece:
    """Seconds since 1970, counted by a steady clock and set by the wall clock now and then.

    Without being set for too long it stands still.
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self.wall = wall
        """The machine's own clock, which somebody may set."""
        self._steady = steady
        self.reading = Reading(wall(), steady())
        """How it was set last; to put it back undoes that."""

    def __call__(self) -> float:
        """What time it is."""
        return self.reading.time + min(self._passed, LONGEST)

    @property
    def stands_still(self) -> bool:
        """Whether it has to be set before it goes on."""
        return self._passed > LONGEST

    @property
    def _passed(self) -> float:
        return self._steady() - self.reading.steady

    def set_by(self, wall: float) -> None:
        """Comes a little closer to the wall clock; takes its time at once if that has jumped."""
        passed = self._passed
        wrong = wall - (self.reading.time + passed)
        if not self.stands_still and abs(wrong) <= LONGEST:
            most = passed * SLEW
            wall += max(-most, min(wrong, most)) - wrong
        self.reading = Reading(wall, self.reading.steady + passed)

    def step_to(self, wall: float) -> None:
        """Takes the time of the wall clock, however far away that is."""
        self.reading = Reading(wall, self._steady())
