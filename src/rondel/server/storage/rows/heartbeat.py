"""When a server was last alive, and how clocks pass over the time when none was."""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.model.table import ALL, RUNNING
from rondel.server.storage import schema

TABLES: Final = schema.tables
BEAT: Final = schema.heartbeat

INTERRUPTED: Final = "interrupted"
"""The kind of line that a table gets for it."""

_TICKING: Final = (
    TABLES.c.deadline.is_not(None),
    TABLES.c.status == RUNNING,
    TABLES.c.paused_at.is_(None),
)
_NOW: Final = sa.select(sa.extract("epoch", sa.func.clock_timestamp()))


async def last(connection: AsyncConnection) -> float | None:
    """When any server was last alive; None if none ever said so. Others wait until the commit."""
    at: float | None = await connection.scalar(sa.select(BEAT.c.at).with_for_update())
    return at


async def put(connection: AsyncConnection, now: float) -> None:
    """Notes that a server is alive."""
    await connection.execute(BEAT.update().values(at=now))


async def time_of_database(connection: AsyncConnection) -> float:
    """What time it is where all processes can ask, on PostgreSQL."""
    return float(await connection.scalar(_NOW) or 0.0)


async def pass_over(connection: AsyncConnection, seconds: float, now: float) -> int:
    """Moves the clocks that run by so many seconds; gives their number.

    Each of their tables gets a line in its log, so that nobody goes on from what it was before.
    """
    moved = _later(seconds, TABLES.c.since, TABLES.c.deadline)
    ticking = TABLES.update().where(*_TICKING).values(seq=TABLES.c.seq + 1, **moved)
    done = await connection.execute(ticking)
    await connection.execute(_lines(seconds, now))
    if seconds < 0:
        await _end_sooner(connection, seconds)
    return done.rowcount


async def _end_sooner(connection: AsyncConnection, seconds: float) -> None:
    """Lets what processes hold for a while not be held for longer by a clock that was set back."""
    leased = TABLES.update().where(TABLES.c.lease_until.is_not(None))
    await connection.execute(leased.values(_later(seconds, TABLES.c.lease_until)))
    sending = schema.notices
    claimed = sending.update().where(sending.c.lease_until.is_not(None))
    await connection.execute(claimed.values(_later(seconds, sending.c.lease_until)))
    present = schema.presence
    await connection.execute(present.update().values(_later(seconds, present.c.until)))


def _later(seconds: float, *columns: sa.Column[float]) -> dict[str, Any]:
    return {column.key: column + seconds for column in columns}


def _lines(seconds: float, now: float) -> sa.Insert:
    """A line for each table whose clock runs."""
    log = schema.log.c
    values = {
        log.table_id: TABLES.c.id,
        log.seq: TABLES.c.seq,
        log.at: sa.literal(now, sa.Double),
        log.kind: sa.literal(INTERRUPTED),
        log.audience: sa.literal(ALL),
        log.body: sa.literal({"seconds": max(0.0, seconds)}, schema.JSON),
    }
    lines = sa.select(*values.values()).where(*_TICKING)
    return schema.log.insert().from_select(list(values), lines)
