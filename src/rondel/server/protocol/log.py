"""The lines of a table's log, by kind."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, RootModel

from rondel.server.protocol.base import Told
from rondel.server.protocol.games import Entry, Event, Result
from rondel.server.protocol.tables import Vote


class Line(Told):
    """A line of a table's log."""

    seq: int
    """Its number, from 1; some are for others to read."""
    at: float
    """When, in Unix seconds."""
    user: str | None
    """The person who did it, by id; null for bots and the server itself."""


class Nothing(Told):
    """Nothing more is to be said."""


# Around the game ----------------------------------------------------------------------------


class CreatedBody(Told):
    """A new table."""

    name: str
    """What the table is called."""
    host: str
    """The name of the person who has opened it."""


class Created(Line):
    """The table was opened."""

    kind: Literal["created"]
    body: CreatedBody


class ChangedBody(Told):
    """A change to a table."""

    name: str
    """What the table is called now."""


class Changed(Line):
    """The host has changed what the table is about."""

    kind: Literal["changed"]
    body: ChangedBody


class SeatBody(Told):
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


class SeatChanged(Line):
    """Somebody has sat down or got up, or the host has given a seat."""

    kind: Literal["seat"]
    body: SeatBody


class MovedBody(Told):
    """A guest who turned out to have an account."""

    from_: Annotated[str, Field(alias="from")]
    """The guest, by id."""
    to: str
    """The account, by id."""


class Moved(Line):
    """A guest has signed in: his seats are the account's now."""

    kind: Literal["moved"]
    body: MovedBody


class MutedBody(Told):
    """Who may talk."""

    user: str
    """The person, by id."""
    muted: bool
    """Whether muted."""


class MutedLine(Line):
    """The host has muted somebody, or not any longer."""

    kind: Literal["muted"]
    body: MutedBody


class ChatBody(Told):
    """Something said."""

    room: Literal["table", "gallery"]
    """Where."""
    name: str
    """The name of who said it."""
    text: str
    """What was said."""


class Chat(Line):
    """Somebody has said something."""

    kind: Literal["chat"]
    body: ChatBody


class RematchBody(Told):
    """Another game."""

    table: str
    """Its table."""


class Rematch(Line):
    """There is a table for another game of the same players."""

    kind: Literal["rematch"]
    body: RematchBody


class Expired(Line):
    """The table was never started and is forgotten."""

    kind: Literal["expired"]
    body: Nothing


class ClosedBody(Told):
    """Why a table was closed."""

    reason: str
    """As the host of the server gives it."""


class Closed(Line):
    """The host of the server has closed the table; there is no result."""

    kind: Literal["closed"]
    body: ClosedBody


class HostBody(Told):
    """A new host."""

    user: str
    """The person, by id."""


class HostChanged(Line):
    """The host of the server has given the table another host."""

    kind: Literal["host"]
    body: HostBody


class FreedBody(Told):
    """A seat that was taken away."""

    seat: int
    """Its number."""
    user: str
    """The person who held it, by id."""


class Freed(Line):
    """The host of the server has set a seat free."""

    kind: Literal["freed"]
    body: FreedBody


class GoneBody(Told):
    """Somebody who is forgotten."""

    user: str
    """The person, by id."""
    name: str
    """What stands in place of the name, in all lines before this one, too."""


class Gone(Line):
    """Somebody has left the server for good: the name is gone from the whole game.

    What was read before has to be read anew.
    """

    kind: Literal["gone"]
    body: GoneBody


# The game -----------------------------------------------------------------------------------


class StartedBody(Told):
    """A game that begins."""

    players: list[str]
    """The players in seat order: seat 0 is the first."""
    events: list[Event]
    """What happened before the first decision."""


class Started(Line):
    """The game has started."""

    kind: Literal["started"]
    body: StartedBody
    sentences: list[str] | None = None
    """What happened, in the language asked for; left out without."""


class OpenedBody(Told):
    """A game of elsewhere."""

    entries: int
    """Entries it had already."""
    events: list[Event] | None = None
    """What happened before the first decision; left out in studies of old."""


class Opened(Line):
    """A study was opened with its game."""

    kind: Literal["opened"]
    body: OpenedBody
    sentences: list[str] | None = None
    """What happened, in the language asked for; left out without."""


class ActionBody(Told):
    """A decision that was made, or a donation."""

    position: int
    """Number of the position it has led to."""
    number: int
    """Its place in the record, from 1."""
    entry: Entry
    """What was decided."""
    events: list[Event]
    """What happened."""
    seat: int
    """The seat that decided."""
    bot: str | None
    """The bot that decided; null for a person."""


class Acted(Line):
    """Somebody has decided, or donated."""

    kind: Literal["action"]
    body: ActionBody
    sentences: list[str] | None = None
    """What happened, in the language asked for; left out without."""


class UndoneBody(Told):
    """A game that has gone back."""

    position: int
    """Number of the position now."""
    to: int
    """So many entries stay."""


class Undone(Line):
    """Decisions were taken back."""

    kind: Literal["undone"]
    body: UndoneBody


class VoteBody(Vote):
    """A vote as it stands."""

    outcome: Literal["carried", "declined", "overtaken"] | None
    """What came of it; null while it goes on."""


class Voted(Line):
    """Something was put to the vote, or answered."""

    kind: Literal["vote"]
    body: VoteBody


class Paused(Line):
    """The game is paused."""

    kind: Literal["paused"]
    body: Nothing


class Resumed(Line):
    """The game goes on."""

    kind: Literal["resumed"]
    body: Nothing


class AwayBody(Told):
    """A seat and whether its owner is there."""

    seat: int
    """Its number."""


class Away(Line):
    """The time of a seat is up: a bot decides until its owner returns."""

    kind: Literal["away"]
    body: AwayBody


class Back(Line):
    """The owner of a seat has returned."""

    kind: Literal["back"]
    body: AwayBody


class InterruptedBody(Told):
    """A time when nobody was served."""

    seconds: float
    """How long it was; 0 where the clock of the server was set back."""


class Interrupted(Line):
    """The server was away: clocks stood still meanwhile."""

    kind: Literal["interrupted"]
    body: InterruptedBody


class FinishedBody(Told):
    """A game that is over."""

    result: Result
    """Scores and ranking."""


class Finished(Line):
    """The game is over."""

    kind: Literal["finished"]
    body: FinishedBody


class Ended(Line):
    """The players have ended the game without result."""

    kind: Literal["ended"]
    body: Nothing


AnyLine = (
    Created | Changed | SeatChanged | Moved | MutedLine | Chat | Rematch | Expired
    | Closed | HostChanged | Freed | Gone
    | Started | Opened | Acted | Undone | Voted | Paused | Resumed | Away | Back
    | Interrupted | Finished | Ended
)  # fmt: skip


class RowTold(RootModel[Annotated[AnyLine, Field(discriminator="kind")]]):
    """A line of the log, by its kind."""


class Rows(Told):
    """Lines of a table's log."""

    rows: list[RowTold]
    """Those that you may read, in order."""
    seq: int
    """Give this as `since` next time."""
