"""Rows that the tests of the store write and read."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.storage.database import Database
from rondel.server.storage.schema import users


async def add_user(connection: AsyncConnection, id: str, name: str | None = None) -> None:
    """Adds somebody, within a transaction; the name is the id unless another is given."""
    row = {"id": id, "name": name or id, "created_at": 1.0, "seen_at": 1.0}
    await connection.execute(sa.insert(users), row)


async def write_users(database: Database, *names: str) -> None:
    """Adds several people in one transaction, which announces them."""
    async with database.writing() as writing:
        for name in names:
            await add_user(writing.connection, name)
            writing.announce(name)


async def names(database: Database) -> set[str]:
    """Everybody that can be read."""
    async with database.reading() as connection:
        return set((await connection.execute(sa.select(users.c.id))).scalars())
