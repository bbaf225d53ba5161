"""What people at a table agree on: how long they think, and what is put to the vote."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, TypedDict

from rondel.engine.shapes import DecisionKind

PER_DECISION: Final = "decision"
PER_PLAYER: Final = "player"

UNDO: Final = "undo"
PAUSE: Final = "pause"
RESUME: Final = "resume"

BY_MAJORITY: Final = (PAUSE, RESUME)
"""What more than half of the people decide; all else needs everybody."""


@dataclass(frozen=True)
class Clock:
    """Time to think."""

    per: str
    """`decision`, or `player` for the whole game."""
    seconds: int
    """How much."""
    increment: int = 0
    """Seconds a player gets back with each decision; only per player."""
    vacation: int = 0
    """Days for which each player may let the own clock stand still, in the whole game."""

    @staticmethod
    def from_json(data: dict[str, Any]) -> Clock:
        """The clock, as it was stored.

        Raises: ValueError if it cannot be read.
        """
        try:
            return Clock(**data)
        except TypeError as error:
            raise ValueError(f"{data!r} is no clock: {error}") from None

    def to_json(self) -> dict[str, Any]:
        """The clock, as it is stored and told."""
        told = {"per": self.per, "seconds": self.seconds, "increment": self.increment}
        return {**told, "vacation": self.vacation}


class TakenBack(TypedDict):
    """What an undo takes back, and where it leads."""

    seats: list[int]
    """How many decisions of each seat, in the order of the seats."""
    round: int
    """The round it leads back to."""
    nation: str
    """The nation on turn there."""
    seat: int
    """The seat that decides anew there."""
    decision: DecisionKind
    """What it decides about."""


@dataclass(frozen=True)
class Vote:
    """What is put to the vote, and who has agreed."""

    number: int
    """That of the line of the log that first tells of it."""
    kind: str
    """`undo`, `pause`, `resume` or `end`."""
    by: str
    """The person who asked."""
    to: int | None
    """Entries that stay, for an undo."""
    yes: list[str]
    """The people who have agreed, in order."""
    back: TakenBack | None = None
    """What it takes back, for an undo; votes of old do not tell."""

    @staticmethod
    def from_json(data: dict[str, Any]) -> Vote:
        """The vote, as it was stored.

        Raises: ValueError if it cannot be read.
        """
        try:
            return Vote(**data)
        except TypeError as error:
            raise ValueError(f"{data!r} is no vote: {error}") from None

    def to_json(self) -> dict[str, Any]:
        """The vote, as it is stored and told."""
        return {
            "number": self.number,
            "kind": self.kind,
            "by": self.by,
            "to": self.to,
            "yes": self.yes,
            "back": self.back,
        }

    def with_yes(self, person: str) -> Vote:
        """The same, with the consent of one more."""
        return self if person in self.yes else replace(self, yes=[*self.yes, person])

    def with_person(self, old: str, new: str) -> Vote:
        """The same, with one person in the place of another."""
        by, *yes = [new if id == old else id for id in (self.by, *self.yes)]
        return replace(self, by=by, yes=list(dict.fromkeys(yes)))

    def needed(self, people: int) -> int:
        """How many of so many people must agree."""
        return people // 2 + 1 if self.kind in BY_MAJORITY else people
