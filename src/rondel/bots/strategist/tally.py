"""What playouts through one decision have found, in sums that processes can add."""

from __future__ import annotations

from math import sqrt


class Tally:
    """Sums over playouts, by seat."""

    def __init__(self, players: int) -> None:
        self.visits = 0
        """How many playouts."""
        self.prospects: list[float] = [0.0] * players
        self.squares: list[float] = [0.0] * players
        """Of the prospects."""
        self.shares: list[float] = [0.0] * players

    def count(self, prospects: list[float], shares: list[float]) -> None:
        """Counts a playout."""
        self.visits += 1
        for seat in range(len(prospects)):
            prospect = prospects[seat]
            self.prospects[seat] += prospect
            self.squares[seat] += prospect * prospect
            self.shares[seat] += shares[seat]

    def add(self, other: Tally) -> None:
        """Adds what was found elsewhere."""
        self.visits += other.visits
        for seat in range(len(self.prospects)):
            self.prospects[seat] += other.prospects[seat]
            self.squares[seat] += other.squares[seat]
            self.shares[seat] += other.shares[seat]

    def mean(self, seat: int) -> float:
        """A player's average prospects; 0 before the first playout."""
        return self.prospects[seat] / self.visits if self.visits else 0.0

    def doubt(self, seat: int) -> float:
        """The standard error of that average; 1 if there are too few playouts to tell."""
        if self.visits < 2:
            return 1.0
        mean = self.prospects[seat] / self.visits
        spread = max(0.0, self.squares[seat] / self.visits - mean * mean)
        return sqrt(spread / (self.visits - 1))
