"""A part of a game as the store holds it: texts that are read where there is time for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import orjson

from rondel.engine import Game
from rondel.engine.shapes import Entry
from rondel.records import Transcript

CHECKPOINT_EVERY: Final = 50
"""Entries after which the next complete position is kept."""

Json = dict[str, Any]

Chunk = tuple[str, int, int]
"""A JSON list of entries, and which of them count: from one number in the list to another."""


@dataclass(frozen=True)
class Passage:
    """Entries of a game one after the other, and the position before them."""

    heading: Json
    """The record without its entries."""
    snapshot: str | None
    """The position before the first entry, as JSON; None at the start of the game."""
    first: int
    """Entries before the snapshot."""
    chunks: list[Chunk]
    """The entries after it."""

    def bodies(self) -> list[Entry]:
        """The entries."""
        return bodies_in(self.chunks)

    def begun(self) -> Game:
        """The game before the entries."""
        checkpoint = None if self.snapshot is None else orjson.loads(self.snapshot)
        return Transcript(self.heading, checkpoint, self.first, []).begun()

    def game(self) -> Game:
        """The game after the entries."""
        game = self.begun()
        for body in self.bodies():
            game.play(game.read(body))
        return game


def bodies_in(chunks: list[Chunk]) -> list[Entry]:
    """The entries of some chunks."""
    return [body for text, start, end in chunks for body in orjson.loads(text)[start:end]]


@dataclass(frozen=True)
class Stretch:
    """Entries that never change, whichever games begin with them, from a complete position on."""

    id: str
    after: int
    """Entries before its first."""
    last: int
    """The number of its last."""
    snapshot: str | None
    """The position before its first, as JSON; None at the start of the game."""
    bodies: str
    """Its entries, as a JSON list."""
    source_id: str | None = None
    """The table they were copied from."""
    undone: int | None = None
    """What tells how often something had been taken back there by then."""


@dataclass(frozen=True)
class Page:
    """A stretch, or its beginning, as a part of the game of a table."""

    after: int
    last: int
    """The number of the last entry that counts."""
    stretch_id: str
