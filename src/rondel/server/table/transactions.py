"""Changes of tables that belong to a larger transaction."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.errors import missing
from rondel.server.model.table import Table
from rondel.server.storage.rows import tables as stored
from rondel.server.storage.rows.troubles import outline
from rondel.server.storage.schema import seats, tables, visitors
from rondel.server.storage.store import Writing
from rondel.server.table.tables import Maker


async def tables_of(
    connection: AsyncConnection, user: str, status: Collection[str] | None = None
) -> list[str]:
    """The tables that know somebody, those of some status only if that is named."""
    sat = sa.select(seats.c.table_id).where(seats.c.user_id == user)
    visited = sa.select(visitors.c.table_id).where(visitors.c.user_id == user)
    known = sa.or_(tables.c.host_id == user, tables.c.id.in_(sat), tables.c.id.in_(visited))
    wanted = sa.select(tables.c.id).where(known).order_by(tables.c.id)
    if status is not None:
        wanted = wanted.where(tables.c.status.in_(status))
    return list(await connection.scalars(wanted))


async def lock(connection: AsyncConnection, ids: Collection[str]) -> None:
    """Locks tables as whoever changes one locks it; in order, so that nobody waits in a circle."""
    wanted = sa.select(tables.c.id).where(tables.c.id.in_(ids)).order_by(tables.c.id)
    # Rows that only name a table need not wait (see `owners.lock`).
    await connection.execute(wanted.with_for_update(key_share=True))


async def change_within(writing: Writing, id: str, make: Maker) -> Table:
    """Changes a table by `make`, which does not get to see the game, as a part of a transaction.

    Raises: Refusal.
    """
    await lock(writing.connection, [id])
    table = await _found(writing, id)
    if table is None:
        raise missing("table/unknown", f"There is no table {id!r}.")
    draft = table.draft()
    make(draft)
    if draft.seq != table.seq:
        changed = await stored.change(writing, table, draft)
        assert changed, "a locked table was changed"
        writing.announce(stored.announcement(draft))
    return draft


async def _found(writing: Writing, id: str) -> Table | None:
    """A table; of one that is damaged what can be read, which is all that changes here."""
    try:
        return await stored.find(writing, id)
    except ValueError:
        return await outline(writing.connection, id)
