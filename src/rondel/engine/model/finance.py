"""Bonds: sets of them are bit masks over the list of values, their sums are looked up."""

from __future__ import annotations

from itertools import pairwise


class Bonds:
    """The bond values of a game with the sums of every set of them.

    A set of bonds of one nation is an `int`: bit i stands for the i-th value.
    """

    values: list[int]
    """Face values, ascending."""
    interests: list[int]
    """Interest of each value."""
    index: dict[int, int]
    """Position of a face value in `values`."""
    credit: list[int]
    """Set of bonds -> sum of face values (R-CON-6)."""
    interest: list[int]
    """Set of bonds -> sum of interest."""

    def __init__(self, values: list[int], interests: list[int]) -> None:
        self.values = values
        self.interests = interests
        self.index = {value: i for i, value in enumerate(values)}
        self.credit = _sums(values)
        self.interest = _sums(interests)
        self.least_price = min([b - a for a, b in pairwise([0, *values])])
        """The smallest sum that buys or upgrades any bond."""
        self._affordable = [
            sum([1 << i for i, value in enumerate(values) if value <= cash])
            for cash in range(values[-1] + 1)
        ]
        self.bonds_in = [
            [i for i in range(len(values)) if mask >> i & 1] for mask in range(len(self.credit))
        ]
        """Set of bonds -> its members, ascending."""

    def affordable(self, cash: int) -> int:
        """The set of the bonds whose face value is at most `cash`."""
        return self._affordable[min(cash, len(self._affordable) - 1)]

    def listed(self, mask: int) -> list[int]:
        """The face values in a set, ascending."""
        return [self.values[i] for i in self.bonds_in[mask]]


def _sums(amounts: list[int]) -> list[int]:
    sums = [0]
    for amount in amounts:
        sums += [known + amount for known in sums]
    return sums
