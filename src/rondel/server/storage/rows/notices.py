"""The queue of notices in the store.

It follows from the tables: a decision that waits for a person gets one row for each of his
channels, and when it is made, or is no longer his, they are taken back. So nothing is lost when a
process dies between an action and its notices; whoever looks next makes up for it, and the names
of decisions let nobody do it twice.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.model.table import RUNNING
from rondel.server.storage import schema

NOTICES: Final = schema.notices
CHANNELS: Final = schema.channels
TABLES: Final = schema.tables
SEATS: Final = schema.seats
AT_TABLES: Final = schema.table_wishes

DECISION, SOON = "decision", "soon"

WAITING: Final = "waiting"
SENT: Final = "sent"
WITHDRAWN: Final = "withdrawn"
"""Taken back before it was sent."""
FAILED: Final = "failed"
RECALLING: Final = "recalling"
"""Sent, and to be taken back where the receiver can do that."""
OVER: Final = "over"
"""Sent, and the decision is made."""


class Notice(NamedTuple):
    """What somebody is to be told by one channel."""

    id: str
    channel_id: str
    table_id: str
    user_id: str
    asked: int
    kind: str
    state: str
    made_at: float
    due_at: float
    attempts: int
    tag: str
    receipt: str | None
    done_at: float | None


_COLUMNS: Final = [NOTICES.c[name] for name in Notice._fields]


class Pending(NamedTuple):
    """A decision that waits for a person, and a channel to tell him by."""

    table_id: str
    asked: int
    user_id: str
    since: float
    deadline: float | None
    channel_id: str
    owner: str
    """Whose the channel is."""


# Making -------------------------------------------------------------------------------------


async def untold(
    connection: AsyncConnection, kind: str, tables: Collection[str] | None, late: float | None
) -> list[Pending]:
    """Decisions that have no notice of a kind yet, at some tables or at all.

    With `late` only those whose time is up before that.
    """
    found: list[Pending] = []
    for own in (True, False):
        wanted = _untold(kind, own)
        if tables is not None:
            wanted = wanted.where(TABLES.c.id.in_(tables))
        if late is not None:
            wanted = wanted.where(TABLES.c.deadline <= late)
        found += [Pending(*row) for row in await connection.execute(wanted)]
    return found


def _untold(kind: str, own: bool) -> sa.Select[Any]:
    """Own decisions of the owner of a channel, or decisions at the table of a webhook."""
    told = sa.exists().where(
        NOTICES.c.channel_id == CHANNELS.c.id,
        NOTICES.c.table_id == TABLES.c.id,
        NOTICES.c.asked == TABLES.c.asked,
        NOTICES.c.kind == kind,
        NOTICES.c.user_id == SEATS.c.user_id,
    )
    whose = (
        CHANNELS.c.table_id.is_(None) & (CHANNELS.c.user_id == SEATS.c.user_id)
        if own
        else CHANNELS.c.table_id == SEATS.c.table_id
    )
    wanted = (
        sa.select(
            TABLES.c.id, TABLES.c.asked, SEATS.c.user_id, TABLES.c.since, TABLES.c.deadline,
            CHANNELS.c.id, CHANNELS.c.user_id,
        )
        .select_from(CHANNELS)
        .join(SEATS, whose)
        .join(TABLES, (TABLES.c.id == SEATS.c.table_id) & (TABLES.c.decider == SEATS.c.number))
        .where(
            TABLES.c.status == RUNNING,
            TABLES.c.paused_at.is_(None),
            ~TABLES.c.sandbox,
            SEATS.c.user_id.is_not(None),
            ~SEATS.c.away,
            CHANNELS.c.confirmed_at.is_not(None),
            ~CHANNELS.c.stopped,
            ~told,
        )
    )  # fmt: skip
    return wanted.where(_is_wanted()) if own else wanted


def _is_wanted() -> sa.ColumnElement[bool]:
    """Whether somebody wants to be told of a table: usually where other people play, too."""
    other = SEATS.alias("other")
    mode = (
        sa.select(AT_TABLES.c.mode)
        .where(AT_TABLES.c.user_id == SEATS.c.user_id, AT_TABLES.c.table_id == TABLES.c.id)
        .scalar_subquery()
    )
    with_people = sa.exists().where(
        other.c.table_id == TABLES.c.id,
        other.c.user_id.is_not(None),
        other.c.user_id != SEATS.c.user_id,
    )
    return sa.case((mode == "off", sa.false()), (mode == "on", sa.true()), else_=with_people)


async def make(
    connection: AsyncConnection, pending: Iterable[Pending], kind: str, now: float
) -> int:
    """Puts notices into the queue; another process may have done so meanwhile."""
    rows = [
        {
            "id": (id := secrets.token_hex(12)),
            "channel_id": one.channel_id,
            "table_id": one.table_id,
            "user_id": one.user_id,
            "asked": one.asked,
            "kind": kind,
            "state": WAITING,
            "made_at": now,
            "due_at": now,
            "attempts": 0,
            "tag": id,
        }
        for one in pending
    ]
    made = 0
    for row in rows:
        made += (await connection.execute(_insert(connection), row)).rowcount
    return made


def _insert(connection: AsyncConnection) -> Any:
    """Adds a notice, unless there is one of the same decision."""
    if connection.dialect.name == "postgresql":
        # Two processes that look at the same time do not wait for, nor disturb, each other.
        return postgresql.insert(NOTICES).on_conflict_do_nothing()
    return sqlite.insert(NOTICES).on_conflict_do_nothing()


# Taking back --------------------------------------------------------------------------------


def _is_pending() -> sa.ColumnElement[bool]:
    """Whether the decision of a notice is still to be made, by the same person."""
    return sa.exists().where(
        TABLES.c.id == NOTICES.c.table_id,
        TABLES.c.asked == NOTICES.c.asked,
        TABLES.c.status == RUNNING,
        SEATS.c.table_id == TABLES.c.id,
        SEATS.c.number == TABLES.c.decider,
        SEATS.c.user_id == NOTICES.c.user_id,
        ~SEATS.c.away,
    )


async def take_back(
    connection: AsyncConnection, tables: Collection[str] | None, now: float
) -> tuple[int, int]:
    """Takes back what was decided, or is no longer somebody's to decide.

    Says how much was withdrawn, and how much was sent already. What is being sent right now is
    left to the next time.
    """
    free = NOTICES.c.lease_until.is_(None) | (NOTICES.c.lease_until < now)
    those = [free, ~_is_pending()]
    if tables is not None:
        those.append(NOTICES.c.table_id.in_(tables))
    # What was tried, or left by a process that died, may have arrived.
    unsure = NOTICES.c.lease_until.is_not(None) | (NOTICES.c.attempts > 0)
    let_go = {"due_at": now, "attempts": 0, "lease_by": None, "lease_until": None}
    counts = []
    for state, also, new in (
        (WAITING, ~unsure, {"state": WITHDRAWN, "done_at": now}),
        (WAITING, unsure, {"state": RECALLING}),
        (SENT, sa.true(), {"state": RECALLING}),
    ):
        overtaken = NOTICES.update().where(NOTICES.c.state == state, also, *those)
        counts.append((await connection.execute(overtaken.values({**let_go, **new}))).rowcount)
    return counts[0], counts[1] + counts[2]


async def any_overtaken(connection: AsyncConnection, tables: Collection[str] | None) -> bool:
    """Whether there is something to take back."""
    those = [NOTICES.c.state.in_((WAITING, SENT)), ~_is_pending()]
    if tables is not None:
        those.append(NOTICES.c.table_id.in_(tables))
    return bool(await connection.scalar(sa.select(sa.exists().where(*those))))


# Sending ------------------------------------------------------------------------------------


def _is_due(now: float) -> list[sa.ColumnElement[bool]]:
    free = NOTICES.c.lease_until.is_(None) | (NOTICES.c.lease_until < now)
    return [NOTICES.c.state.in_((WAITING, RECALLING)), NOTICES.c.due_at <= now, free]


async def any_due(connection: AsyncConnection, now: float) -> bool:
    """Whether there is something to send."""
    return bool(await connection.scalar(sa.select(sa.exists().where(*_is_due(now)))))


async def any_sent(connection: AsyncConnection, tag: str) -> bool:
    """Whether something that was told by a message still waits for a decision."""
    told = sa.exists().where(NOTICES.c.tag == tag, NOTICES.c.state == SENT)
    return bool(await connection.scalar(sa.select(told)))


async def claim(
    connection: AsyncConnection, process: str, now: float, until: float, limit: int
) -> list[Notice]:
    """What this process may send now: what waited longest, and what others have left."""
    wanted = (
        sa.select(NOTICES.c.id)
        .where(*_is_due(now))
        .order_by(NOTICES.c.due_at, NOTICES.c.id)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    ids = list(await connection.scalars(wanted))
    if not ids:
        return []
    await connection.execute(
        NOTICES.update()
        .where(NOTICES.c.id.in_(ids))
        .values(lease_by=process, lease_until=until, attempts=NOTICES.c.attempts + 1)
    )
    found = await connection.execute(sa.select(*_COLUMNS).where(NOTICES.c.id.in_(ids)))
    return sorted([Notice(*row) for row in found], key=lambda one: (one.due_at, one.id))


async def still_pending(connection: AsyncConnection, ids: Collection[str]) -> set[str]:
    """Those whose decision is still to be made, where the game is not paused."""
    paused = sa.exists().where(TABLES.c.id == NOTICES.c.table_id, TABLES.c.paused_at.is_not(None))
    wanted = sa.select(NOTICES.c.id).where(NOTICES.c.id.in_(ids), _is_pending(), ~paused)
    return set(await connection.scalars(wanted))


async def settle(
    connection: AsyncConnection, ids: Collection[str], process: str, **values: Any
) -> None:
    """Writes down what became of notices that this process has claimed, and lets them go."""
    await connection.execute(
        NOTICES.update()
        .where(NOTICES.c.id.in_(ids), NOTICES.c.lease_by == process)
        .values(lease_by=None, lease_until=None, **values)
    )


async def postpone(
    connection: AsyncConnection, due: Collection[tuple[str, float]], process: str
) -> None:
    """Puts notices back until later, as if they had not been claimed."""
    for id, at in due:
        await settle(connection, [id], process, due_at=at, attempts=NOTICES.c.attempts - 1)


async def tie(connection: AsyncConnection, ids: Collection[str], tag: str) -> None:
    """Lets notices that are told together share a tag, also when they are sent once more."""
    await connection.execute(NOTICES.update().where(NOTICES.c.id.in_(ids)).values(tag=tag))


async def look_again(connection: AsyncConnection, user: str, now: float) -> None:
    """Looks at everything that waits for somebody by what he wishes from now on."""
    own = (NOTICES.c.user_id == user) & (NOTICES.c.state == WAITING)
    fresh = NOTICES.c.attempts == 0
    await connection.execute(NOTICES.update().where(own, fresh).values(due_at=now))


async def withdraw_at(connection: AsyncConnection, user: str, table: str, now: float) -> None:
    """Takes back what waits for somebody at a table of which he wants to hear nothing."""
    mine = (NOTICES.c.user_id == user) & (NOTICES.c.table_id == table)
    own = sa.select(CHANNELS.c.id).where(CHANNELS.c.user_id == user, CHANNELS.c.table_id.is_(None))
    waiting = (NOTICES.c.state == WAITING) & NOTICES.c.lease_until.is_(None)
    await connection.execute(
        NOTICES.update()
        .where(mine, NOTICES.c.channel_id.in_(own), waiting)
        .values(state=WITHDRAWN, done_at=now)
    )


async def acted_at(connection: AsyncConnection, table: str, user: str) -> float | None:
    """When somebody last decided something at a table himself: not when a plan of his did."""
    lines = schema.log.c
    wanted = sa.select(lines.at).where(
        lines.table_id == table,
        lines.kind == "action",
        lines.user_id == user,
        lines.body["plan"].as_string().is_(None),
    )
    at: float | None = await connection.scalar(wanted.order_by(lines.seq.desc()).limit(1))
    return at


async def vacation_of(connection: AsyncConnection, table: str, user: str) -> float | None:
    """Until when the clock of somebody who must decide stands still."""
    wanted = sa.select(SEATS.c.vacation_until).where(
        SEATS.c.table_id == table, SEATS.c.user_id == user
    )
    until: float | None = await connection.scalar(
        wanted.order_by(SEATS.c.vacation_until.desc().nulls_last()).limit(1)
    )
    return until


# Telling and clearing -----------------------------------------------------------------------


async def counts(connection: AsyncConnection) -> dict[str, int]:
    """How many notices there are, by what became of them."""
    wanted = sa.select(NOTICES.c.state, sa.func.count()).group_by(NOTICES.c.state)
    return {row[0]: row[1] for row in await connection.execute(wanted)}


async def clear(connection: AsyncConnection, before: float) -> None:
    """Drops old notices of decisions that are made."""
    old = (NOTICES.c.made_at < before) & NOTICES.c.state.not_in((WAITING, RECALLING))
    await connection.execute(NOTICES.delete().where(old, ~_is_pending()))
