"""A look into a store from outside, whoever works on it: it sees one moment and changes nothing."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

import asyncpg
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from rondel.server.model.table import Json
from rondel.server.storage import schema
from rondel.server.storage.errors import StoreError
from rondel.server.storage.outages import is_outage
from rondel.server.storage.sqlite import Attended
from rondel.server.storage.store import ENGINE_OPTIONS

SQLITE: Final = "sqlite:///"
ANSWER_SECONDS: Final = 10
MOST_FAULTS: Final = 20
"""So many broken pages of a file are told."""


@asynccontextmanager
async def inspecting(url: str) -> AsyncIterator[AsyncConnection]:
    """A connection that reads; each transaction sees the store as it is at one moment.

    Raises: StoreError if there is none, and what the driver raises.
    """
    engine = _sqlite(Path(url.removeprefix(SQLITE))) if url.startswith(SQLITE) else _postgresql(url)
    try:
        async with engine.connect() as connection:
            yield connection
    finally:
        await engine.dispose()


def _sqlite(path: Path) -> AsyncEngine:
    if not path.is_file():
        raise StoreError(f"There is no store at {path}")
    # Without leave to write, SQLite could not read what a server has written last.
    address = f"{path.absolute().as_uri()}?mode=rw"
    connect = partial(sqlite3.connect, address, uri=True, isolation_level=None)

    async def connected() -> Attended:
        connection = Attended(partial(connect, timeout=ANSWER_SECONDS), iter_chunk_size=64)
        await connection
        await connection.execute("PRAGMA query_only = ON")
        return connection

    engine = _engine("sqlite+aiosqlite://", connected)
    sa.event.listen(engine.sync_engine, "begin", lambda c: c.exec_driver_sql("BEGIN"))
    return engine


def _postgresql(url: str) -> AsyncEngine:
    connected = partial(asyncpg.connect, url, timeout=ANSWER_SECONDS)
    engine = _engine("postgresql+asyncpg://", connected)
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def _engine(dialect: str, connected: Callable[[], object]) -> AsyncEngine:
    options = {key: value for key, value in ENGINE_OPTIONS.items() if key != "max_overflow"}
    return create_async_engine(dialect, async_creator=connected, poolclass=NullPool, **options)


# What there is to see -----------------------------------------------------------------------


async def table_ids(connection: AsyncConnection) -> list[str]:
    """The ids of all tables, in order."""
    ids = schema.tables.c.id
    return list(await connection.scalars(sa.select(ids).order_by(ids)))


async def id_after(connection: AsyncConnection, id: str) -> str | None:
    """The next id of a table in order, from the first again after the last; None without any."""
    ids = schema.tables.c.id
    first = sa.select(ids).order_by(ids).limit(1)
    after: str | None = await connection.scalar(first.where(ids > id))
    return after or await connection.scalar(first)


async def row_of(connection: AsyncConnection, id: str) -> Json | None:
    """The row of a table."""
    found = await connection.execute(sa.select(schema.tables).where(schema.tables.c.id == id))
    row = found.mappings().first()
    return None if row is None else dict(row)


async def rows_of(connection: AsyncConnection, of: sa.Table, by: str, id: str) -> list[Json]:
    """The rows of a table's part, in order."""
    wanted = sa.select(of).where(of.c.table_id == id).order_by(of.c[by])
    return [dict(row) for row in (await connection.execute(wanted)).mappings()]


async def pages_of(connection: AsyncConnection, id: str) -> list[Json]:
    """What the game of a table begins with, each page with its stretch, in order."""
    pages, stretches = schema.pages, schema.stretches
    wanted = (
        sa.select(pages.c.after, pages.c.last, stretches.c.bodies, stretches.c.snapshot)
        .add_columns(stretches.c.after.label("first"), stretches.c.last.label("most"))
        .join(stretches, stretches.c.id == pages.c.stretch_id)
        .where(pages.c.table_id == id)
    )
    found = await connection.execute(wanted.order_by(pages.c.after))
    return [dict(row) for row in found.mappings()]


async def faults_of_file(connection: AsyncConnection) -> list[str]:
    """What SQLite finds wrong with its file; PostgreSQL looks after its own."""
    if connection.dialect.name != "sqlite":
        return []
    try:
        async with connection.begin():
            return [*await _broken_pages(connection), *await _dangling_rows(connection)]
    except DBAPIError as error:
        if is_outage(error):
            raise
        return [str(error.orig)]


async def _broken_pages(connection: AsyncConnection) -> list[str]:
    found = await connection.exec_driver_sql(f"PRAGMA integrity_check({MOST_FAULTS})")
    return [text for (text,) in found if text != "ok"]


async def _dangling_rows(connection: AsyncConnection) -> list[str]:
    found = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).mappings()
    dangling = Counter((row["table"], row["parent"]) for row in found)
    return [f"{of}: rows refer to nothing in {to}: {n}" for (of, to), n in dangling.items()]
