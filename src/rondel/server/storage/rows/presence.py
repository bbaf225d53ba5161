"""Who is at which table, as far as the processes have told lately."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.storage import schema
from rondel.server.storage.queries import Query, Source
from rondel.server.storage.steps import insert_into
from rondel.server.storage.store import Writing

PRESENCE: Final = schema.presence

BELIEVED: Final = 30.0
"""Seconds for which a process is believed when it says who is there."""

_AT: Final = Query(
    sa.select(PRESENCE.c.user_id)
    .where(PRESENCE.c.table_id == sa.bindparam("table"), PRESENCE.c.until >= sa.bindparam("now"))
    .where(PRESENCE.c.process != sa.bindparam("own"))
)
_NAME: Final = Query(
    sa.select(schema.users.c.name).where(schema.users.c.id == sa.bindparam("user"))
)
_REMOVE: Final = Query(
    sa.delete(PRESENCE).where(
        PRESENCE.c.table_id == sa.bindparam("table"),
        PRESENCE.c.user_id == sa.bindparam("user"),
        PRESENCE.c.process == sa.bindparam("own"),
    )
)

Key = tuple[str, str]
"""A table and a person."""


async def change(
    writing: Writing, process: str, come: Collection[Key], gone: Collection[Key], until: float
) -> None:
    """Notes who came to a process, and who left it."""
    leaving = [{"table": table, "user": user, "own": process} for table, user in (*come, *gone)]
    await writing.run(_REMOVE, leaving)
    rows = [
        {"table_id": table, "user_id": user, "process": process, "until": until}
        for table, user in come
    ]
    await writing.run(insert_into(PRESENCE), rows)


async def keep(connection: AsyncConnection, process: str, until: float) -> None:
    """Confirms all who are connected to a process."""
    await connection.execute(
        PRESENCE.update().where(PRESENCE.c.process == process).values(until=until)
    )


async def forget(connection: AsyncConnection, now: float) -> None:
    """Drops what processes that are no more had told."""
    await connection.execute(PRESENCE.delete().where(PRESENCE.c.until < now))


async def at(source: Source, table: str, own: str, now: float) -> set[str]:
    """Who is at a table by way of other processes."""
    found = await source.fetch(_AT, {"table": table, "now": now, "own": own})
    return {user for (user,) in found}


async def named(source: Source, users: Collection[str]) -> list[dict[str, str]]:
    """Ids and names of people."""
    people = []
    for user in sorted(users):
        for (name,) in await source.fetch(_NAME, {"user": user}):
            people.append({"id": user, "name": name})
    return people
