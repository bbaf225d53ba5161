"""The lines of a table's log, by kind."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rondel.server.model.loglines import (
    ActionBody,
    AwayBody,
    ChangedBody,
    ChatBody,
    ClosedBody,
    CreatedBody,
    FinishedBody,
    FreedBody,
    GoneBody,
    HintBody,
    HostBody,
    InterruptedBody,
    MovedBody,
    MutedBody,
    Nothing,
    OpenedBody,
    RematchBody,
    SeatBody,
    StartedBody,
    UndoneBody,
    VacationBody,
    VoteBody,
)
from rondel.server.protocol.base import OneOf, Told
from rondel.server.protocol.declared import Declared


class Line(Told):
    """A line of a table's log."""

    seq: int
    """Its number, from 1; some are for others to read."""
    at: float
    """When, in Unix seconds."""
    user: str | None
    """The person who did it, by id; null for bots and the server itself."""


# Around the game ----------------------------------------------------------------------------


class Created(Line):
    """The table was opened."""

    kind: Literal["created"]
    body: Declared[CreatedBody]


class Changed(Line):
    """The host has changed what the table is about."""

    kind: Literal["changed"]
    body: Declared[ChangedBody]


class SeatChanged(Line):
    """Somebody has sat down or got up, or the host has given a seat."""

    kind: Literal["seat"]
    body: Declared[SeatBody]


class Moved(Line):
    """A guest has signed in: his seats are the account's now."""

    kind: Literal["moved"]
    body: Declared[MovedBody]


class MutedLine(Line):
    """The host has muted somebody, or not any longer."""

    kind: Literal["muted"]
    body: Declared[MutedBody]


class Chat(Line):
    """Somebody has said something."""

    kind: Literal["chat"]
    body: Declared[ChatBody]


class Rematch(Line):
    """There is a table for another game of the same players."""

    kind: Literal["rematch"]
    body: Declared[RematchBody]


class Expired(Line):
    """The table was never started and is forgotten."""

    kind: Literal["expired"]
    body: Declared[Nothing]


class Closed(Line):
    """The host of the server has closed the table; there is no result."""

    kind: Literal["closed"]
    body: Declared[ClosedBody]


class HostChanged(Line):
    """The host of the server has given the table another host."""

    kind: Literal["host"]
    body: Declared[HostBody]


class Freed(Line):
    """The host of the server has set a seat free."""

    kind: Literal["freed"]
    body: Declared[FreedBody]


class Gone(Line):
    """Somebody has left the server for good: the name is gone from the whole game.

    What was read before has to be read anew.
    """

    kind: Literal["gone"]
    body: Declared[GoneBody]


# The game -----------------------------------------------------------------------------------


class Started(Line):
    """The game has started."""

    kind: Literal["started"]
    body: Declared[StartedBody]
    sentences: list[str] | None = None
    """What happened, in the language asked for; left out without."""


class Opened(Line):
    """A study was opened with its game."""

    kind: Literal["opened"]
    body: Declared[OpenedBody]
    sentences: list[str] | None = None
    """What happened, in the language asked for; left out without."""


class Acted(Line):
    """Somebody has decided, or donated."""

    kind: Literal["action"]
    body: Declared[ActionBody]
    sentences: list[str] | None = None
    """What happened, in the language asked for; left out without."""


class Undone(Line):
    """Decisions were taken back."""

    kind: Literal["undone"]
    body: Declared[UndoneBody]


class Voted(Line):
    """Something was put to the vote, or answered."""

    kind: Literal["vote"]
    body: Declared[VoteBody]


class Hinted(Line):
    """Who decides has asked for a hint, and got one."""

    kind: Literal["hint"]
    body: Declared[HintBody]
    sentences: list[str] | None = None
    """That it was so, in the language asked for; left out without."""


class Paused(Line):
    """The game is paused."""

    kind: Literal["paused"]
    body: Declared[Nothing]


class Resumed(Line):
    """The game goes on."""

    kind: Literal["resumed"]
    body: Declared[Nothing]


class Away(Line):
    """The time of a seat is up: a bot decides until its owner returns."""

    kind: Literal["away"]
    body: Declared[AwayBody]


class Back(Line):
    """The owner of a seat has returned."""

    kind: Literal["back"]
    body: Declared[AwayBody]


class Vacation(Line):
    """The clock of a seat stands still, or goes on: its owner is on vacation, or is back."""

    kind: Literal["vacation"]
    body: Declared[VacationBody]


class Interrupted(Line):
    """The server was away: clocks stood still meanwhile."""

    kind: Literal["interrupted"]
    body: Declared[InterruptedBody]


class Finished(Line):
    """The game is over."""

    kind: Literal["finished"]
    body: Declared[FinishedBody]


class Ended(Line):
    """The players have ended the game without result."""

    kind: Literal["ended"]
    body: Declared[Nothing]


AnyLine = (
    Created | Changed | SeatChanged | Moved | MutedLine | Chat | Rematch | Expired
    | Closed | HostChanged | Freed | Gone
    | Started | Opened | Acted | Undone | Voted | Hinted | Paused | Resumed | Away
    | Back | Vacation | Interrupted | Finished | Ended
)  # fmt: skip


class RowTold(OneOf):
    """A line of the log, by its kind."""

    root: Annotated[AnyLine, Field(discriminator="kind")]


class Rows(Told):
    """Lines of a table's log."""

    rows: list[RowTold]
    """Those that you may read, in order."""
    seq: int
    """Give this as `since` next time."""
