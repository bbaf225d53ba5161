"""Which process lets a bot think at which table: a lease that it must keep alive."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.model.table import Table
from rondel.server.storage import schema

TABLES = schema.tables


async def take(
    connection: AsyncConnection, table: Table, process: str, now: float, until: float
) -> bool:
    """Takes the lease of a table, unless another process holds it or has changed the table."""
    known = (TABLES.c.id == table.id) & (TABLES.c.seq == table.seq)
    free = TABLES.c.lease_until.is_(None) | (TABLES.c.lease_until < now)
    done = await connection.execute(
        TABLES.update()
        .where(known, free | (TABLES.c.lease_by == process))
        .values(lease_by=process, lease_until=until)
    )
    return done.rowcount == 1


async def keep(
    connection: AsyncConnection, ids: Collection[str], process: str, until: float
) -> None:
    """Keeps leases alive."""
    await connection.execute(
        TABLES.update()
        .where(TABLES.c.id.in_(ids), TABLES.c.lease_by == process)
        .values(lease_until=until)
    )


async def give_back(connection: AsyncConnection, process: str) -> None:
    """Gives back all leases of a process."""
    await connection.execute(
        TABLES.update().where(TABLES.c.lease_by == process).values(lease_by=None, lease_until=None)
    )
