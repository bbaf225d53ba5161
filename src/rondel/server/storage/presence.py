"""Who is at which table, as far as the processes have told lately."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.storage import schema

PRESENCE: Final = schema.presence

BELIEVED: Final = 30.0
"""Seconds for which a process is believed when it says who is there."""


async def put(
    connection: AsyncConnection, table: str, user: str, process: str, until: float
) -> None:
    """Notes that somebody is there."""
    await remove(connection, table, user, process)
    row = {"table_id": table, "user_id": user, "process": process, "until": until}
    await connection.execute(PRESENCE.insert(), row)


async def remove(connection: AsyncConnection, table: str, user: str, process: str) -> None:
    """Notes that somebody has gone."""
    await connection.execute(
        PRESENCE.delete().where(
            PRESENCE.c.table_id == table,
            PRESENCE.c.user_id == user,
            PRESENCE.c.process == process,
        )
    )


async def keep(connection: AsyncConnection, process: str, until: float) -> None:
    """Confirms all who are connected to a process."""
    await connection.execute(
        PRESENCE.update().where(PRESENCE.c.process == process).values(until=until)
    )


async def forget(connection: AsyncConnection, now: float) -> None:
    """Drops what processes that are no more had told."""
    await connection.execute(PRESENCE.delete().where(PRESENCE.c.until < now))


async def at(connection: AsyncConnection, table: str, now: float) -> list[dict[str, str]]:
    """Who is at a table: ids and names."""
    users = schema.users
    wanted = (
        sa.select(users.c.id, users.c.name)
        .where(users.c.id == PRESENCE.c.user_id)
        .where(PRESENCE.c.table_id == table, PRESENCE.c.until >= now)
        .distinct()
        .order_by(users.c.id)
    )
    return [dict(row) for row in (await connection.execute(wanted)).mappings()]
