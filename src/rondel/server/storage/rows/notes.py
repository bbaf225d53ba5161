"""Private notes in the store."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.storage import schema
from rondel.server.storage.rows import owners

NOTES = schema.notes


async def find(connection: AsyncConnection, table: str, user: str) -> str:
    """Somebody's note about a game; empty where there is none."""
    wanted = sa.select(NOTES.c.text).where(NOTES.c.table_id == table, NOTES.c.user_id == user)
    return (await connection.execute(wanted)).scalar() or ""


async def put(connection: AsyncConnection, table: str, user: str, text: str, now: float) -> None:
    """Writes a note in place of the old one."""
    await owners.lock(connection, user)
    mine = (NOTES.c.table_id == table) & (NOTES.c.user_id == user)
    await connection.execute(NOTES.delete().where(mine))
    row = {"table_id": table, "user_id": user, "text": text, "changed_at": now}
    await connection.execute(NOTES.insert(), row)
