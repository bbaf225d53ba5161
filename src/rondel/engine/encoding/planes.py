"""Rows of bytes for sets and for amounts, put together from pieces that are made once."""

from __future__ import annotations

from typing import Final

from rondel.engine.encoding.features import ON

BITS: Final = 8
"""Members that one piece of a row stands for."""
PIECE: Final = (1 << BITS) - 1
_PIECES: Final = [
    bytes([ON if members >> i & 1 else 0 for i in range(BITS)]) for members in range(PIECE + 1)
]
"""Set of few members -> its row."""


def row_of(members: int, size: int) -> bytes:
    """A set whose first member is bit 0, as a byte for each of the first `size` members."""
    if not members:
        return bytes(size)
    parts = [_PIECES[members >> start & PIECE] for start in range(0, size, BITS)]
    return b"".join(parts)[:size]


def ones(size: int) -> list[bytes]:
    """Number -> the row in which it alone is on; the last, for -1, has none."""
    rows = [bytes([ON if i == one else 0 for i in range(size)]) for one in range(size)]
    return [*rows, bytes(size)]


def capped(amount: int) -> int:
    """An amount as a byte: what is more than fits is the greatest there is."""
    return min(amount, ON)
