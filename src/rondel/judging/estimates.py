"""Means of what tries found, and how far they may be off."""

from __future__ import annotations

from math import erf, hypot, sqrt
from typing import Final

CERTAIN: Final = 1.96
"""Standard errors on each side of a mean that hold the truth 19 times out of 20."""

SPREAD: Final = 0.03
"""By how much the shares of single tries usually differ, as measured.

Every sample is taken to hold one such difference more than it shows: a few tries that happen to
agree prove little.
"""


class Sample:
    """Numbers found by tries, kept as sums."""

    def __init__(self, doubt: float = 0.0) -> None:
        """`doubt` is that of the sight."""
        self._doubt = doubt
        self.count = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, number: float) -> None:
        """Counts one."""
        self.count += 1
        self.total += number
        self.squares += number * number

    @property
    def mean(self) -> float:
        """Their mean; 0 before the first."""
        return self.total / self.count if self.count else 0.0

    @property
    def chance(self) -> float:
        """The part of the standard error that comes from chance, which more tries take away."""
        if not self.count:
            return 1.0
        spread = max(0.0, self.squares - self.total * self.mean) + SPREAD**2
        return sqrt(spread) / self.count

    @property
    def error(self) -> float:
        """The standard error of the mean; at least 1 before the first."""
        return hypot(self.chance, self._doubt)

    @property
    def margin(self) -> float:
        """So far above and below the mean the interval reaches."""
        return CERTAIN * self.error

    @property
    def likelihood(self) -> float:
        """How likely the true mean is above 0."""
        return (1.0 + erf(self.mean / self.error / sqrt(2.0))) / 2.0


class Shares:
    """The shares found by tries, by seat, and those of each try by its number."""

    def __init__(self, players: int, doubt: float = 0.0) -> None:
        """`doubt` is that of the sight."""
        self.doubt = doubt
        self.by_seat = [Sample(doubt) for _ in range(players)]
        self.found: dict[int, list[float]] = {}
        """Number of the try -> shares; those of one number had the same luck."""

    @property
    def count(self) -> int:
        """How many tries."""
        return len(self.found)

    def add_all(self, numbers: range, found: list[list[float]]) -> None:
        """Counts tries."""
        for number, shares in zip(numbers, found, strict=True):
            self.add(number, shares)

    def add(self, number: int, shares: list[float]) -> None:
        """Counts a try."""
        self.found[number] = shares
        for seat, share in enumerate(shares):
            self.by_seat[seat].add(share)

    @property
    def means(self) -> list[float]:
        """Expected share by seat."""
        return [sample.mean for sample in self.by_seat]

    @property
    def margins(self) -> list[float]:
        """How far each may be off."""
        return [sample.margin for sample in self.by_seat]


def lead(first: Shares, second: Shares, seat: int) -> Sample:
    """By how much one choice is better than another, try by try with the same luck."""
    sample = Sample(first.doubt)
    for number, shares in first.found.items():
        if (other := second.found.get(number)) is not None:
            sample.add(shares[seat] - other[seat])
    return sample
