"""What the lines of a table's log say, by kind: the shapes of their bodies.

Whoever adds a line builds such a body and whoever reads one knows what is in it; the interface
describes them from here. Persons are named by id, players by their names in the game.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict, cast

from rondel.engine import EventTold
from rondel.engine.shapes import Entry, Result
from rondel.server.model.agreements import TakenBack

Room = Literal["table", "gallery"]


class Nothing(TypedDict):
    """Nothing more is to be said."""


# Around the game ----------------------------------------------------------------------------


class CreatedBody(TypedDict):
    """A new table."""

    name: str
    """What the table is called."""
    host: str
    """The name of the person who has opened it."""


class ChangedBody(TypedDict):
    """A change to a table."""

    name: str
    """What the table is called now."""


class SeatBody(TypedDict):
    """A seat as it is now."""

    seat: int
    """Its number."""
    name: str | None
    """The player's name in the game; null for an open seat."""
    user: str | None
    """The person who sits there, by id."""
    bot: str | None
    """The bot that decides where no person does."""
    offered: bool
    """Whether somebody may take it."""


MovedBody = TypedDict(
    "MovedBody",
    {
        "from": Annotated[str, "The guest, by id."],
        "to": Annotated[str, "The account, by id."],
    },
)
MovedBody.__doc__ = "A guest who turned out to have an account."


class MutedBody(TypedDict):
    """Who may talk."""

    user: str
    """The person, by id."""
    muted: bool
    """Whether muted."""


class ChatBody(TypedDict):
    """Something said."""

    room: Room
    """Where."""
    name: str
    """The name of who said it."""
    text: str
    """What was said."""


class RematchBody(TypedDict):
    """Another game."""

    table: str
    """Its table."""


class ClosedBody(TypedDict):
    """Why a table was closed."""

    reason: str
    """As the host of the server gives it."""


class HostBody(TypedDict):
    """A new host."""

    user: str
    """The person, by id."""


class FreedBody(TypedDict):
    """A seat that was taken away."""

    seat: int
    """Its number."""
    user: str
    """The person who held it, by id."""


class GoneBody(TypedDict):
    """Somebody who is forgotten."""

    user: str
    """The person, by id."""
    name: str
    """What stands in place of the name, in all lines before this one, too."""


# The game -----------------------------------------------------------------------------------


class StartedBody(TypedDict):
    """A game that begins."""

    players: list[str]
    """The players in seat order: seat 0 is the first."""
    events: list[EventTold]
    """What happened before the first decision."""
    people: NotRequired[list[str | None]]
    """The persons who sit there, by id, in seat order; left out in lines of old."""
    bots: NotRequired[list[str | None]]
    """The bots who sit there, in seat order; left out in lines of old."""
    rated: NotRequired[bool]
    """Whether the result counts for the ratings of these persons."""


class OpenedBody(TypedDict):
    """A game of elsewhere."""

    entries: int
    """Entries it had already."""
    events: NotRequired[list[EventTold]]
    """What happened before the first decision; left out in studies of old."""


class ActionBody(TypedDict):
    """A decision that was made, or a donation."""

    position: int
    """Number of the position it has led to."""
    number: int
    """Its place in the record, from 1."""
    entry: Entry
    """What was decided."""
    events: list[EventTold]
    """What happened."""
    seat: int
    """The seat that decided."""
    bot: str | None
    """The bot that decided; null for a person."""
    plan: NotRequired[str]
    """The kind of plan by which the server has decided for the person; left out else."""


class UndoneBody(TypedDict):
    """A game that has gone back."""

    position: int
    """Number of the position now."""
    to: int
    """So many entries stay."""
    back: NotRequired[TakenBack]
    """What was taken back; left out in lines of old, and far back in a study."""


class VoteBody(TypedDict):
    """A vote as it stands."""

    number: int
    """To name it by in an answer."""
    kind: Literal["undo", "pause", "resume", "end"]
    """What it is about."""
    by: str
    """The person who has proposed it, by id."""
    to: int | None
    """For an undo: so many entries stay."""
    yes: list[str]
    """The people who have agreed, by id."""
    outcome: Literal["carried", "declined", "withdrawn", "overtaken"] | None
    """What came of it; null while it goes on."""
    back: NotRequired[TakenBack | None]
    """For an undo: what it takes back; left out in lines of old."""


class HintBody(TypedDict):
    """A hint that was given."""

    position: int
    """Number of the position it was asked at."""
    seat: int
    """The seat that had to decide."""
    player: str
    """The player of that seat."""
    bot: str
    """The bot that gave it."""


class AwayBody(TypedDict):
    """A seat."""

    seat: int
    """Its number."""


class VacationBody(TypedDict):
    """A seat whose clock stands still."""

    seat: int
    """Its number."""
    until: float | None
    """Until when, in Unix seconds; null if it goes on again."""


class InterruptedBody(TypedDict):
    """A time when nobody was served."""

    seconds: float
    """How long it was; 0 where the clock of the server was set back."""


class FinishedBody(TypedDict):
    """A game that is over."""

    result: Result
    """Scores and ranking."""


Body = (
    Nothing | CreatedBody | ChangedBody | SeatBody | MovedBody | MutedBody | ChatBody | RematchBody
    | ClosedBody | HostBody | FreedBody | GoneBody | StartedBody | OpenedBody | ActionBody
    | UndoneBody | VoteBody | HintBody | AwayBody | VacationBody | InterruptedBody | FinishedBody
)  # fmt: skip
"""What a line of the log says."""


def events_of(body: Body) -> list[EventTold] | None:
    """What happened in the game, where a line tells of that."""
    return cast(StartedBody, body).get("events")
