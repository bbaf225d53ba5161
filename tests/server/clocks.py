"""Clocks that tests set."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Clock:
    """Stands still until it is moved."""

    now: float = 1_750_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Machine:
    """The two clocks of a machine: one that may be set, and one that never is."""

    wall: Clock = field(default_factory=Clock)
    steady: Clock = field(default_factory=lambda: Clock(1000.0))

    def go_on(self, seconds: float) -> None:
        """Lets time pass by both."""
        self.wall.now += seconds
        self.steady.now += seconds
