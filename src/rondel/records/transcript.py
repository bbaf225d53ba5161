"""A game in plain values: what one process sends another that is to think about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rondel.engine import Game
from rondel.engine.shapes import Snapshot


@dataclass(frozen=True)
class Transcript:
    """A game as far as it goes; JSON can hold it, and so can a pickle."""

    heading: dict[str, Any] | None
    """What `Game.heading` gives; None for who knows the game after `first` entries."""
    checkpoint: Snapshot | None
    """A snapshot to go on from, made when the game was `resumable`; None goes from the start."""
    first: int
    """Entries before the checkpoint."""
    ids: list[int]
    """The entries after it, as action ids."""

    @staticmethod
    def of(game: Game) -> Transcript:
        """The transcript of a game, as far back as it knows itself."""
        checkpoint = game.at(game.first).snapshot() if game.first else None
        ids = [action.id for action in game.actions()]
        return Transcript(game.heading(), checkpoint, game.first, ids)

    @property
    def length(self) -> int:
        """Entries in the game."""
        return self.first + len(self.ids)

    def since(self, known: int) -> Transcript:
        """The same for who knows the game after so many entries."""
        new = self.ids[known - self.first :]
        return replace(self, heading=None, checkpoint=None, first=known, ids=new)

    def continues(self, other: Transcript) -> bool:
        """Whether it is the same game, and has at most gone on since."""
        same = self.heading == other.heading and self.first == other.first
        return same and self.ids[: len(other.ids)] == other.ids

    def begun(self) -> Game:
        """The game before the entries that are given.

        Raises: RecordError if there is no such game, ValueError if it was to be known.
        """
        heading = self.heading
        if heading is None:
            raise ValueError(f"only what follows entry {self.first} is told, not the game")
        if self.checkpoint is not None:
            return Game.resume(heading, self.checkpoint, self.first)
        return Game.begin(heading)

    def catch_up(self, game: Game) -> None:
        """Plays the entries that a game of this course lacks.

        Raises: IllegalAction if one does not fit.
        """
        for id in self.ids[len(game) - self.first :]:
            game.play(id)

    def game(self) -> Game:
        """The game after the entries.

        Raises: as `begun` and `catch_up`.
        """
        game = self.begun()
        self.catch_up(game)
        return game
