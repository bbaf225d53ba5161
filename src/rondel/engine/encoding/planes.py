"""Rows of bytes that are put together from what was made before."""

from __future__ import annotations

from typing import Final

from rondel.engine.encoding.features import ON
from rondel.engine.model.memo import remember

MOST_PLANES: Final = 20_000
"""Sets whose rows are remembered."""


class Plane:
    """Sets as rows of bytes: one byte for each member there may be."""

    def __init__(self, size: int, value: int) -> None:
        self.size = size
        self.value = value
        """What stands for a member."""
        self.none = bytes(size)
        """The empty set."""
        self._known: dict[int, bytes] = {}

    def row(self, members: int) -> bytes:
        """The row of a set, whose first member is bit 0."""
        if not members:
            return self.none
        known = self._known.get(members)
        if known is None:
            value = self.value
            known = bytes([value if members >> i & 1 else 0 for i in range(self.size)])
            remember(self._known, members, known, MOST_PLANES)
        return known


def ones(size: int) -> list[bytes]:
    """Number -> the row in which it alone is on; the last, for -1, has none."""
    rows = [bytes([ON if i == one else 0 for i in range(size)]) for one in range(size)]
    return [*rows, bytes(size)]


def capped(amount: int) -> int:
    """An amount as a byte: what is more than fits is the greatest there is."""
    return amount if amount < ON else ON
