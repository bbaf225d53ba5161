"""What a search and its helper processes write to each other: lines of JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from rondel.bots.strategist.tally import Tally
from rondel.records import Transcript


@dataclass(frozen=True)
class Position:
    """The position to search, as the actions that led to it, and who searches."""

    bot: int
    """Which bot asks: each has a tree of its own."""
    viewer: str
    """The player it thinks for; secret cash is deduced as he may."""
    seed: int
    game: Transcript

    @staticmethod
    def from_json(data: dict[str, Any]) -> Position:
        """A position, as it was sent."""
        return Position(data["bot"], data["viewer"], data["seed"], Transcript(**data["game"]))


@dataclass(frozen=True)
class Part:
    """Playouts to make from the position: see `Searcher.sample`."""

    ids: list[int]
    first: int
    step: int
    count: int
    seconds: float
    """Time it may take; may be infinite."""


def to_json(message: Position | Part) -> dict[str, Any]:
    """A message, as it is sent."""
    return {type(message).__name__: asdict(message)}


def tally_to_json(tally: Tally) -> list[Any]:
    """A tally, as it is sent."""
    return [tally.visits, tally.prospects, tally.squares, tally.shares]


def tally_from_json(data: list[Any]) -> Tally:
    """A tally, as it was sent."""
    tally = Tally(len(data[1]))
    tally.visits, tally.prospects, tally.squares, tally.shares = data
    return tally
