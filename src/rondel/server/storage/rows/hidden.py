"""Tables that people have hidden from themselves; nobody else notices."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.storage import schema
from rondel.server.storage.rows import owners

HIDDEN = schema.hidden


async def put(connection: AsyncConnection, table: str, user: str, hide: bool, now: float) -> None:
    """Hides a table from somebody, or shows it again."""
    await owners.lock(connection, user)
    here = (HIDDEN.c.user_id == user) & (HIDDEN.c.table_id == table)
    await connection.execute(HIDDEN.delete().where(here))
    if hide:
        row = {"user_id": user, "table_id": table, "at": now}
        await connection.execute(HIDDEN.insert(), row)


def is_hidden(table: sa.ColumnElement[str], user: str | None) -> sa.ColumnElement[bool]:
    """Whether somebody has hidden a table; nobody hides nothing."""
    if user is None:
        return sa.false()
    return sa.exists().where(HIDDEN.c.user_id == user, HIDDEN.c.table_id == table)
