"""How long bots think: a mean, and a percentile without keeping every time."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

BINS = 50
"""Bins for a factor of ten: a percentile is right to 2.5 %."""
SHORTEST = 1e-6
"""Milliseconds; no clock measures less."""


@dataclass
class Clock:
    """The times of some decisions."""

    decisions: int = 0
    ms: float = 0.0
    """Milliseconds altogether."""
    bins: dict[int, int] = field(default_factory=dict)
    """Decisions by the logarithm of their time."""

    def add(self, seconds: float) -> None:
        """Adds one decision."""
        ms = max(1e3 * seconds, SHORTEST)
        bin = math.floor(BINS * math.log10(ms))
        self.decisions += 1
        self.ms += ms
        self.bins[bin] = self.bins.get(bin, 0) + 1

    def mean(self) -> float:
        """Milliseconds for a decision; 0 if there was none."""
        return self.ms / self.decisions if self.decisions else 0.0

    def percentile(self, part: float) -> float:
        """Milliseconds within which that part of the decisions was made; 0 if there was none."""
        counted = 0
        for bin, number in sorted(self.bins.items()):
            counted += number
            if counted >= part * self.decisions:
                return float(10 ** ((bin + 0.5) / BINS))
        return 0.0


def together(clocks: Iterable[Clock]) -> Clock:
    """All decisions of some clocks."""
    total, bins = Clock(), Counter[int]()
    for clock in clocks:
        total.decisions += clock.decisions
        total.ms += clock.ms
        bins.update(clock.bins)
    total.bins = dict(bins)
    return total
