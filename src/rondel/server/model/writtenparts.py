"""What is told of one position to several people, written once.

A part hangs on the position, on whose eyes look and on the language, not on who holds the
connection: where no cash is secret, all who watch a game have the same eyes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import orjson

from rondel.engine import Game


class WrittenParts:
    """The parts of what is told of a position that were asked for, as text."""

    def __init__(self, game: Game | None = None) -> None:
        self.game = game
        """The game at that position, which nobody changes any more."""
        self._parts: dict[Hashable, orjson.Fragment] = {}

    def part(self, key: Hashable, make: Callable[[], Any]) -> orjson.Fragment:
        """A part, made when it is asked for the first time."""
        if (part := self._parts.get(key)) is None:
            part = self._parts[key] = orjson.Fragment(orjson.dumps(make()))
        return part
