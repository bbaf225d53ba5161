"""Rows of bytes for sets and for amounts, put together from pieces that are made once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rondel.engine.encoding.features import ON

if TYPE_CHECKING:
    from mypy_extensions import i64

BITS: Final = 8
"""Members that one piece of a row stands for."""
PIECE: Final = (1 << BITS) - 1


class Plane:
    """Sets as rows of bytes: one byte for each member there may be."""

    def __init__(self, size: int, value: int) -> None:
        self.size = size
        self.none = bytes(size)
        """The empty set."""
        self._whole = _pieces(BITS, value)
        self._last = _pieces(size % BITS, value)
        self._wholes: i64 = size // BITS

    def add(self, members: int, parts: list[bytes]) -> None:
        """Adds the row of a set, whose first member is bit 0."""
        if not members:
            parts.append(self.none)
            return
        whole = self._whole
        left: i64 = members
        for _i in range(self._wholes):
            parts.append(whole[left & PIECE])
            left >>= BITS
        parts.append(self._last[left])

    def row(self, members: int) -> bytes:
        """The row of a set."""
        if not members:
            return self.none
        parts: list[bytes] = []
        self.add(members, parts)
        return b"".join(parts)


_made: dict[tuple[int, int], list[bytes]] = {}


def _pieces(bits: int, value: int) -> list[bytes]:
    """Set -> its row, for sets of so few members."""
    known = _made.get((bits, value))
    if known is None:
        known = []
        for members in range(1 << bits):
            known.append(bytes([value if members >> i & 1 else 0 for i in range(bits)]))
        _made[bits, value] = known
    return known


def ones(size: int) -> list[bytes]:
    """Number -> the row in which it alone is on; the last, for -1, has none."""
    rows = [bytes([ON if i == one else 0 for i in range(size)]) for one in range(size)]
    return [*rows, bytes(size)]


def capped(amount: int) -> int:
    """An amount as a byte: what is more than fits is the greatest there is."""
    return amount if amount < ON else ON
