"""Damage to one table of a store, of every kind we can think of, and how it is mended."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.storage.database import Database
from rondel.server.storage.schema import checkpoints, entries, log, seats, tables
from tests.server.house import Json

Damage = Callable[[AsyncConnection, str], Awaitable[None]]

PARTS: Final = (seats, log, entries, checkpoints)


async def _set(connection: AsyncConnection, id: str, /, **values: Any) -> None:
    await connection.execute(tables.update().where(tables.c.id == id).values(**values))


async def _heading_of(connection: AsyncConnection, id: str) -> Json:
    found: Json = (
        await connection.execute(sa.select(tables.c.heading).where(tables.c.id == id))
    ).scalar_one()
    return found


async def _no_json(connection: AsyncConnection, id: str) -> None:
    await connection.execute(sa.text("UPDATE tables SET options = '{' WHERE id = :id"), {"id": id})


async def _other_shape(connection: AsyncConnection, id: str) -> None:
    await _set(connection, id, heading=5, options=[])


async def _other_rules(connection: AsyncConnection, id: str) -> None:
    heading = await _heading_of(connection, id)
    await _set(connection, id, heading={**heading, "rules_version": 99})


async def _wrong_entry(connection: AsyncConnection, id: str) -> None:
    last = sa.select(sa.func.max(entries.c.number)).where(entries.c.table_id == id)
    number = (await connection.execute(last)).scalar_one()
    one = (entries.c.table_id == id) & (entries.c.number == number)
    await connection.execute(entries.update().where(one).values(body={"choice": "nonsense"}))


async def _lost_entry(connection: AsyncConnection, id: str) -> None:
    await connection.execute(
        entries.delete().where(entries.c.table_id == id, entries.c.number == 1)
    )


async def _lost_seats(connection: AsyncConnection, id: str) -> None:
    await connection.execute(seats.delete().where(seats.c.table_id == id, seats.c.number > 0))


async def _wrong_decider(connection: AsyncConnection, id: str) -> None:
    await _set(connection, id, decider=77)


async def _wrong_checkpoint(connection: AsyncConnection, id: str) -> None:
    await connection.execute(
        checkpoints.insert(), {"table_id": id, "entries": 1, "snapshot": {"format": "none"}}
    )


DAMAGES: Final[Mapping[str, Damage]] = {
    "no JSON": _no_json,
    "JSON of another shape": _other_shape,
    "other rules": _other_rules,
    "wrong entry": _wrong_entry,
    "lost entry": _lost_entry,
    "lost seats": _lost_seats,
    "wrong decider": _wrong_decider,
    "wrong checkpoint": _wrong_checkpoint,
}
"""What keeps a table from being read, by name."""


def possible(url: str) -> list[str]:
    """The kinds of damage a database lets happen: PostgreSQL itself keeps out what is no JSON."""
    return [name for name in DAMAGES if name != "no JSON" or url.startswith("sqlite")]


class Sound:
    """All rows of a table as they were when it was sound."""

    def __init__(self, id: str, row: Json, parts: list[list[Json]]) -> None:
        self._id = id
        self._row = row
        self._parts = parts

    @staticmethod
    async def of(database: Database, id: str) -> Sound:
        """Remembers a table."""
        async with database.reading() as connection:
            found = await connection.execute(sa.select(tables).where(tables.c.id == id))
            row = dict(found.mappings().one())
            parts = []
            for part in PARTS:
                rows = await connection.execute(sa.select(part).where(part.c.table_id == id))
                parts.append([dict(one) for one in rows.mappings()])
        return Sound(id, row, parts)

    async def restore(self, database: Database) -> None:
        """Puts everything back."""
        async with database.writing() as writing:
            connection = writing.connection
            await _set(connection, self._id, **self._row)
            for part, rows in zip(PARTS, self._parts, strict=True):
                await connection.execute(part.delete().where(part.c.table_id == self._id))
                if rows:
                    await connection.execute(part.insert(), rows)


async def damage(database: Database, id: str, kind: str) -> None:
    """Damages a table."""
    async with database.writing() as writing:
        await DAMAGES[kind](writing.connection, id)
