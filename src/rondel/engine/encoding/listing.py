"""The legal actions of many positions as rows of numbers, padded to the same length."""

from __future__ import annotations

from array import array

from rondel.engine.encoding.encoder import first_nation
from rondel.engine.encoding.head import Head
from rondel.engine.model.state import State


class Listing:
    """Writes the legal actions of positions of one game into buffers of 32-bit integers."""

    def __init__(self, head: Head, most: int) -> None:
        self.head = head
        self.most = most
        """Numbers in a row; what is beyond is left out."""

    def write_ids(self, state: State, buffer: memoryview, row: int) -> int:
        """Writes the ids of the legal actions into a row; returns how many there are."""
        legal = state.legal
        count = min(len(legal), self.most)
        start = row * self.most
        buffer[start : start + count] = array("i", legal if count == len(legal) else legal[:count])
        return count

    def write_entries(
        self, state: State, entries: memoryview, details: memoryview, row: int
    ) -> int:
        """Writes their entries in a policy, and those of their details."""
        packed, size = self.head.packed(first_nation(state)), self.head.size
        count = min(len(state.legal), self.most)
        start = row * self.most
        chosen: list[int] = []
        precise: list[int] = []
        for i in range(count):
            both = packed[state.legal[i]]
            chosen.append(both // size)
            precise.append(both % size)
        entries[start : start + count] = array("i", chosen)
        details[start : start + count] = array("i", precise)
        return count
