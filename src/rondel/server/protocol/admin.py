"""Looking after the server: people, tables, reports, and what was done."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from rondel.server.protocol.base import Asked, Count, GameId, Json, Status, Told
from rondel.server.protocol.talk import said

LONGEST_DAYS = 3650

Reason = Annotated[
    str, Field(min_length=1, max_length=500, examples=["Insults"]), AfterValidator(said)
]
PersonId = Annotated[str, Field(min_length=1, max_length=64, examples=["9f86d081884c7d65"])]

# What is asked ------------------------------------------------------------------------------


class SanctionSent(Asked):
    """What somebody may not do, and for how long."""

    reason: Reason
    """Told to the person, and kept in the audit log."""
    days: Annotated[float, Field(gt=0, le=LONGEST_DAYS, allow_inf_nan=False)] | None = None
    """For so many days; null for good."""


class WhySent(Asked):
    """Why something is done."""

    reason: Reason
    """Kept in the audit log; a table that is closed tells it in its own log, too."""


class HostSent(Asked):
    """Who shall be the host of a table."""

    user: PersonId
    """The person, by id or login."""
    reason: Reason
    """Kept in the audit log."""


class SettledSent(Asked):
    """What came of a report."""

    note: Reason
    """Told to who made it."""


class ReportSent(Asked):
    """Something that those should look at who look after the server."""

    reason: Reason
    """What is wrong."""
    user: PersonId | None = None
    """The person it is about, by id."""
    table: (
        Annotated[str, Field(pattern="^[0-9a-f]{1,32}$", examples=["2f1c9a7be0d45386"])] | None
    ) = None
    """The table it is about."""
    seq: Count | None = None
    """The line of the chat at that table, by its number in the log."""


# People -------------------------------------------------------------------------------------


class PersonKept(Told):
    """Somebody, as those see them who look after the server."""

    id: Annotated[str, Field(examples=["9f86d081884c7d65"])]
    """Stays the same whatever the name."""
    name: Annotated[str, Field(examples=["Ann"])]
    """What others see."""
    login: Annotated[str | None, Field(examples=["ann"])]
    """Null for a guest."""
    created_at: float
    """When the person came first, in Unix seconds."""
    seen_at: float
    """When the person was last seen, to the hour."""
    deleted_at: float | None
    """When the person wished to be forgotten."""
    guest: bool
    """Whether there is no account."""
    admin: bool
    """Whether the person looks after the server."""
    muted: bool
    """Whether the person may not talk now."""
    banned: bool
    """Whether the person may not come in now."""
    tables: int
    """At how many tables the person has a seat."""


class PeopleTold(Told):
    """A page of people, newest first."""

    people: list[PersonKept]
    """The people."""
    more: str | None
    """Give this as `after` for the next page; null if there is none."""


class SanctionTold(Told):
    """What was decided about somebody, and is in force."""

    kind: Literal["mute", "ban"]
    """What the person may not do: talk, or come in."""
    reason: str
    """Why."""
    at: float
    """Since when, in Unix seconds."""
    until: float | None
    """Until when; null for good."""


class TableOf(Told):
    """A table of somebody's."""

    id: str
    """Its id."""
    name: str
    """What it is called."""
    status: Status
    """How far it is."""
    changed_at: float
    """When something last happened there, in Unix seconds."""


class PersonLooked(PersonKept):
    """Somebody with all that those need to know who look after the server."""

    sessions: int
    """At how many screens the person is signed in."""
    tokens: int
    """How many API tokens the person has."""
    reports: int
    """How many reports are about the person."""
    sanctions: list[SanctionTold]
    """What is in force."""
    at: list[TableOf]
    """Tables of the person, those changed last; at most 50."""


class LinkTold(Told):
    """A link for a new password. It is told this once."""

    link: Annotated[str, Field(examples=["https://rondel.example.org/reset#Zl4kq0Jx1m3Qm2bq7i"])]
    """To be given to the person, and to nobody else."""
    until: float
    """Until when it is good, in Unix seconds."""


# Tables -------------------------------------------------------------------------------------


class NamedPerson(Told):
    """Somebody."""

    id: str
    """By id."""
    name: str
    """By name."""


class SeatKept(Told):
    """A seat."""

    seat: int
    """Its number."""
    name: str | None
    """The player's name in the game; null for an open seat."""
    user_id: str | None
    """The person who holds it, by id."""
    bot: str | None
    """The bot that decides where no person does."""
    away: bool
    """Whether a bot decides until its owner returns."""


class TableKept(Told):
    """A table, without anything that is hidden there."""

    id: str
    """Its id."""
    name: str
    """What it is called."""
    game: GameId
    """Which game."""
    status: Status
    """How far it is."""
    public: bool
    """Whether all may watch."""
    sandbox: bool
    """Whether it is a study."""
    host: NamedPerson
    """Its host."""
    seats: list[SeatKept]
    """Who sits there."""
    created_at: float
    """When it was opened, in Unix seconds."""
    changed_at: float
    """When something last happened there."""
    started_at: float | None
    """When the game was started."""
    ended_at: float | None
    """When it ended."""
    entries: int
    """Entries in the record."""
    decider: int | None
    """The seat that must decide."""
    since: float | None
    """Since when it must."""
    paused: bool
    """Whether the game is paused."""
    trouble: str | None
    """Why the table is set aside; null if it is not."""


class TablesKept(Told):
    """A page of tables, newest first."""

    tables: list[TableKept]
    """The tables."""
    more: str | None
    """Give this as `after` for the next page; null if there is none."""


# Reports ------------------------------------------------------------------------------------


class ReportNumber(Told):
    """A report that was taken in."""

    id: int
    """Its number."""


class MyReport(Told):
    """Something one has reported, and what came of it."""

    id: int
    """Its number."""
    at: float
    """When, in Unix seconds."""
    user_id: str | None
    """The person it is about, by id."""
    table_id: str | None
    """The table it is about."""
    seq: int | None
    """The line of the chat."""
    reason: str
    """What is wrong."""
    settled_at: float | None
    """When it was settled; null if it waits."""
    note: str | None
    """What came of it."""


class MyReports(Told):
    """What one has reported, newest first."""

    reports: list[MyReport]
    """At most 50."""


class SaidTold(Told):
    """A line of a chat."""

    seq: int
    """Its number in the log."""
    at: float
    """When, in Unix seconds."""
    user_id: str | None
    """Who has said it, by id."""
    name: str
    """Who has said it, by name."""
    text: str
    """What was said."""


class ReportTold(MyReport):
    """A report with what is needed to judge it."""

    by: str
    """Who has made it, by id."""
    by_name: str
    """Who has made it, by name."""
    user_name: str | None
    """The name of the person it is about."""
    table_name: str | None
    """What the table is called."""
    settled_by: str | None
    """Who has settled it, by id; null for the command line."""
    context: list[SaidTold]
    """The chat around the line that was reported, five lines before and after."""


class ReportsTold(Told):
    """A page of reports, newest first."""

    reports: list[ReportTold]
    """The reports."""
    more: str | None
    """Give this as `after` for the next page; null if there is none."""


# The audit log ------------------------------------------------------------------------------


class AuditLine(Told):
    """Something that was done by those who look after the server."""

    id: int
    """Its number."""
    at: float
    """When, in Unix seconds."""
    by: str | None
    """Who has done it, by id; null for the command line and the server itself."""
    by_name: str | None
    """Who has done it, by name."""
    act: Annotated[str, Field(examples=["ban"])]
    """What was done."""
    user_id: str | None
    """To whom, by id."""
    user_name: str | None
    """To whom, by name."""
    table_id: str | None
    """To which table."""
    table_name: str | None
    """What that table is called."""
    reason: str
    """Why."""
    details: Json
    """Further values."""


class AuditTold(Told):
    """A page of the audit log, newest first."""

    lines: list[AuditLine]
    """The lines."""
    more: str | None
    """Give this as `after` for the next page; null if there is none."""
