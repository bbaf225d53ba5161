"""What a search and its helper process write to each other, as bytes."""

from __future__ import annotations

from array import array
from struct import Struct
from typing import IO, Final

from rondel.bots.magnate.reading import Sight
from rondel.engine import State, from_bytes, to_bytes

LENGTH: Final = Struct("=q")
"""How much follows."""


def write_asked(states: list[State], file: IO[bytes]) -> None:
    """Writes a question: positions."""
    parts = [LENGTH.pack(len(states))]
    for state in states:
        data = to_bytes(state)
        parts += [LENGTH.pack(len(data)), data]
    file.write(b"".join(parts))
    file.flush()


def read_asked(file: IO[bytes]) -> list[State] | None:
    """Reads a question; None if there is none any more."""
    count = read_number(file)
    if count is None:
        return None
    return [from_bytes(file.read(read_number(file) or 0)) for _ in range(count)]


def read_number(file: IO[bytes]) -> int | None:
    """Reads a whole number; None if there is none any more."""
    data = file.read(LENGTH.size)
    if len(data) < LENGTH.size:
        return None
    number: int = LENGTH.unpack(data)[0]
    return number


def write_seen(found: list[Sight], file: IO[bytes]) -> None:
    """Writes an answer."""
    numbers = array("d")
    for sight in found:
        numbers.extend([*sight.policy, *sight.wins, *sight.shares])
    file.write(LENGTH.pack(len(numbers)) + numbers.tobytes())
    file.flush()


def read_numbers(file: IO[bytes]) -> list[float] | None:
    """Reads the numbers of an answer; None if there is none any more."""
    count = read_number(file)
    numbers = array("d")
    data = file.read((count or 0) * numbers.itemsize)
    if count is None or len(data) < count * numbers.itemsize:
        return None
    numbers.frombytes(data)
    return numbers.tolist()


def seen_from(numbers: list[float], states: list[State]) -> list[Sight]:
    """An answer from its numbers."""
    found, start = list[Sight](), 0
    for state in states:
        legal, players = len(state.legal), len(state.players)
        wins, shares = start + legal, start + legal + players
        stop = shares + players
        found.append(Sight(numbers[start:wins], numbers[wins:shares], numbers[shares:stop]))
        start = stop
    return found
