"""What a search and its helper processes write to each other: lines of JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from rondel.bots.strategist.tally import Tally
from rondel.engine import Game, shapes


@dataclass(frozen=True)
class Position:
    """The position to search, as the actions that led to it, and who searches."""

    bot: int
    """Which bot asks: each has a tree of its own."""
    viewer: str
    """The player it thinks for; secret cash is deduced as he may."""
    seed: int
    heading: dict[str, Any]
    checkpoint: shapes.Snapshot | None
    """The position after `first` entries, if the actions before are not known."""
    first: int
    ids: list[int]

    @staticmethod
    def of(game: Game, bot: int, viewer: str, seed: int) -> Position:
        """The message about a game."""
        ids = [action.id for action in game.actions()]
        checkpoint = game.at(game.first).snapshot() if game.first else None
        return Position(bot, viewer, seed, game.heading(), checkpoint, game.first, ids)

    def begin(self) -> Game:
        """The game before the actions."""
        if self.checkpoint is not None:
            return Game.resume(self.heading, self.checkpoint, self.first)
        game, players, options, start = [
            self.heading[key] for key in ("game", "players", "options", "start")
        ]
        return Game.new(game, players, options, start=start)

    def continues(self, other: Position) -> bool:
        """Whether the same game has gone on since `other`."""
        return (
            self.heading == other.heading
            and self.first == other.first
            and self.ids[: len(other.ids)] == other.ids
        )


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
