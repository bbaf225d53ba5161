"""Tables that are set aside, in the store: every process and the host can see why."""

from __future__ import annotations

from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.model.table import Seat, Table, Visitor
from rondel.server.storage import schema
from rondel.server.storage.columns import SEAT_COLUMNS, TABLE_COLUMNS

TROUBLES: Final = schema.troubles


class Trouble(NamedTuple):
    """Why a table is set aside."""

    table: str
    """Its id."""
    at: float
    """Since when."""
    reason: str
    """What is wrong, as a sentence."""
    closed: bool
    """Whether nobody can open it; else only the server leaves it alone."""


async def put(connection: AsyncConnection, trouble: Trouble) -> None:
    """Notes what is wrong with a table, in the place of what was noted before."""
    await remove(connection, trouble.table)
    row = {"table_id": trouble.table, "at": trouble.at}
    await connection.execute(
        TROUBLES.insert(), {**row, "reason": trouble.reason, "closed": trouble.closed}
    )


async def remove(connection: AsyncConnection, table: str) -> None:
    """Notes that a table is well again."""
    await connection.execute(TROUBLES.delete().where(TROUBLES.c.table_id == table))


async def noted(connection: AsyncConnection) -> list[Trouble]:
    """All that is noted, the oldest first."""
    wanted = sa.select(TROUBLES).order_by(TROUBLES.c.at, TROUBLES.c.table_id)
    return [Trouble(*row) for row in await connection.execute(wanted)]


# What can still be read ---------------------------------------------------------------------

_JSON: Final = [name for name in TABLE_COLUMNS if isinstance(schema.tables.c[name].type, sa.JSON)]
_PLAIN: Final = [schema.tables.c[name] for name in TABLE_COLUMNS if name not in _JSON]


async def outline(connection: AsyncConnection, id: str) -> Table | None:
    """A table without its game and what was agreed on: who sits there, and who may know of it."""
    row = (await connection.execute(sa.select(*_PLAIN).where(schema.tables.c.id == id))).first()
    if row is None:
        return None
    table = Table(**{**dict.fromkeys(_JSON), "options": {}, **row._mapping})
    seats, visitors = schema.seats, schema.visitors
    sitting = sa.select(*[seats.c[name] for name in SEAT_COLUMNS]).where(seats.c.table_id == id)
    found = await connection.execute(sitting.order_by(seats.c.number))
    table.seats = [Seat(**seat) for seat in found.mappings()]
    known = await connection.execute(sa.select(visitors).where(visitors.c.table_id == id))
    table.visitors = {one.user_id: Visitor(one.muted, one.kicked) for one in known}
    return table
