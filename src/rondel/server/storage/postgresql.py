"""A store on a PostgreSQL server, for any number of processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Final

import asyncpg
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from rondel.server.storage.ear import CHANNEL, Ear
from rondel.server.storage.store import ENGINE_OPTIONS, Store, Writing

CONNECT_SECONDS = 10
SCHEMA_LOCK: Final = int.from_bytes(b"rondel")
"""The number by which processes that change the schema know each other."""

_messages = sa.func.unnest(sa.bindparam("messages", type_=ARRAY(sa.Text))).column_valued()
_notify = sa.select(sa.func.pg_notify(CHANNEL, _messages))


class PostgresqlStore(Store):
    """A pool of connections, and one more that hears what other processes announce."""

    shared = True

    def __init__(self, url: str, connections: int) -> None:
        self._connect = partial(
            asyncpg.connect,
            url,
            timeout=CONNECT_SECONDS,
            server_settings={"application_name": "rondel"},
        )
        writers = create_async_engine(
            # The driver reads the address itself: it knows all that PostgreSQL allows in it.
            "postgresql+asyncpg://",
            async_creator=self._connect,
            isolation_level="READ COMMITTED",
            pool_size=connections,
            **ENGINE_OPTIONS,
        )
        event.listen(writers.sync_engine, "checkout", _refuse_closed)
        super().__init__(writers.execution_options(isolation_level="AUTOCOMMIT"), writers)
        self._ear: Ear | None = None

    async def open(self) -> None:
        """Also begins to hear."""
        await super().open()
        self._ear = await Ear.open(self._connect, self.hub)

    @asynccontextmanager
    async def changing_schema(self) -> AsyncIterator[AsyncConnection]:
        """Others wait at the same lock until the transaction ends."""
        async with self.writers.begin() as connection:
            await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(SCHEMA_LOCK)))
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Writing]:
        """A transaction beside those of others."""
        async with AsyncExitStack() as stack:
            writing = Writing(await stack.enter_async_context(self.writers.connect()))
            await writing.connection.begin()
            yield writing
            await asyncio.shield(self.ending(self._commit(writing, stack.pop_all())))

    async def _commit(self, writing: Writing, stack: AsyncExitStack) -> None:
        """The database announces if and when it commits."""
        async with stack:
            if spoken := list(writing.messages):
                await writing.connection.execute(_notify, {"messages": spoken})
            await writing.connection.commit()

    async def close(self) -> None:
        """Also stops hearing."""
        if self._ear:
            await self._ear.close()
        await super().close()


def _refuse_closed(
    connection: DBAPIConnection, entry: ConnectionPoolEntry, _: PoolProxiedConnection
) -> None:
    """Lets the pool make new connections after the database was started anew."""
    driver_connection = entry.driver_connection
    if driver_connection and driver_connection.is_closed():
        raise DisconnectionError
