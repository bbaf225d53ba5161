"""A store on a PostgreSQL server, for any number of processes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any, Final

import asyncpg
import orjson
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from rondel.server.storage.ear import CHANNEL, Ear
from rondel.server.storage.links import Links
from rondel.server.storage.outages import BROKEN
from rondel.server.storage.queries import POSTGRESQL, Query, Values
from rondel.server.storage.steps import Step, step_of
from rondel.server.storage.store import ENGINE_OPTIONS, Store, Writing

CONNECT_SECONDS: Final = 5.0
ANSWER_SECONDS: Final = 5.0
"""How long a statement may take, or the wait for a free connection."""
STATEMENTS: Final = 500
"""So many are kept ready by a connection."""
SCHEMA_LOCK: Final = int.from_bytes(b"rondel")
"""The number by which processes that change the schema know each other."""

_messages = sa.func.unnest(sa.bindparam("messages", type_=ARRAY(sa.Text))).column_valued()
_notify: Final = Query(sa.select(sa.func.pg_notify(CHANNEL, _messages)))


class PostgresqlStore(Store):
    """A pool of connections, links for what is frequent, and one that hears other processes."""

    shared = True

    def __init__(self, url: str, connections: int) -> None:
        self._connect = partial(
            asyncpg.connect,
            url,
            timeout=CONNECT_SECONDS,
            statement_cache_size=STATEMENTS,
            server_settings={"application_name": "rondel"},
        )
        patient = partial(self._connect, command_timeout=ANSWER_SECONDS)
        pooled = connections // 2
        engine = _engine(patient, "AUTOCOMMIT", pool_size=pooled, pool_timeout=ANSWER_SECONDS)
        super().__init__(engine, engine)
        self._links = Links(partial(_linked, patient), connections - pooled, ANSWER_SECONDS)
        self._ear: Ear | None = None

    async def open(self) -> None:
        """Also begins to hear."""
        await super().open()
        self._ear = await Ear.open(self._connect, self.hub)

    @asynccontextmanager
    async def changing_schema(self) -> AsyncIterator[AsyncConnection]:
        """Others wait at the same lock until the transaction ends, however long that takes."""
        engine = _engine(self._connect, "READ COMMITTED", pool_size=1)
        try:
            async with engine.begin() as connection:
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(SCHEMA_LOCK)))
                yield connection
        finally:
            await engine.dispose()

    async def fetch(self, query: Query, values: Values) -> list[Sequence[Any]]:
        """Reads over a link."""
        form = query.form(POSTGRESQL)
        async with self._links.one() as link:
            return form.read(await link.fetch(form.text, *form.arranged(values)))

    # Writing ----------------------------------------------------------------------------------

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Writing]:
        """A transaction beside those of others."""
        begun = time.perf_counter()
        async with AsyncExitStack() as stack:
            connection = await stack.enter_async_context(self.writers.connect())
            plain = (await connection.get_raw_connection()).driver_connection
            assert plain is not None
            writing = Transaction(connection, plain)
            try:
                await plain.execute("BEGIN")
                yield writing
            except BaseException as error:
                await _roll_back(plain, error)
                raise
            await asyncio.shield(self.ending(self._commit(writing, stack.pop_all())))
        self.committed(time.perf_counter() - begun)

    async def _commit(self, writing: Transaction, stack: AsyncExitStack) -> None:
        """The database announces if and when it commits."""
        async with stack:
            try:
                await writing.commit()
            except BaseException as error:
                await _roll_back(writing.plain, error)
                raise

    async def go_on(self, step: Step) -> bool:
        """One statement, which is its own transaction and announces itself."""
        begun = time.perf_counter()
        lines = tuple((table, len(rows)) for table, rows in step.lines.items())
        form = step_of(tuple(step.changes), lines, CHANNEL).form(POSTGRESQL)
        values = {**step.known, **step.added, "message": step.message}
        async with self._links.one() as link:
            done = await link.fetch(form.text, *form.arranged(values))
        self.committed(time.perf_counter() - begun)
        return bool(done)

    async def close(self) -> None:
        """Also stops hearing."""
        if self._ear:
            await self._ear.close()
        await super().close()
        self._links.close()


class Transaction(Writing):
    """A transaction on a connection that SQLAlchemy knows, by it or by the driver."""

    def __init__(self, connection: AsyncConnection, plain: asyncpg.Connection) -> None:
        super().__init__(connection)
        self.plain = plain

    async def fetch(self, query: Query, values: Values) -> list[Sequence[Any]]:
        """Reads by the driver."""
        form = query.form(POSTGRESQL)
        return form.read(await self.plain.fetch(form.text, *form.arranged(values)))

    async def run(self, query: Query, rows: Sequence[Values]) -> None:
        """Writes by the driver, all rows in one journey."""
        form = query.form(POSTGRESQL)
        await self.plain.executemany(form.text, [form.arranged(row) for row in rows])

    async def count(self, query: Query, values: Values) -> int:
        """Writes by the driver."""
        form = query.form(POSTGRESQL)
        status: str = await self.plain.execute(form.text, *form.arranged(values))
        return int(status.rpartition(" ")[2])

    async def commit(self) -> None:
        """Commits, and lets the others know."""
        if self.messages:
            await self.fetch(_notify, {"messages": list(self.messages)})
        await self.plain.execute("COMMIT")


async def _linked(connect: Callable[[], Awaitable[asyncpg.Connection]]) -> asyncpg.Connection:
    """A connection that reads JSON as SQLAlchemy's do."""
    link = await connect()
    await link.set_type_codec(
        "json", encoder=str.encode, decoder=orjson.loads, schema="pg_catalog", format="binary"
    )
    return link


async def _roll_back(plain: asyncpg.Connection, error: BaseException) -> None:
    """Takes back what was written; from a database that does not answer one just goes away."""
    if isinstance(error, BROKEN) or plain.is_closed():
        plain.terminate()
        return
    try:
        await plain.execute("ROLLBACK")
    except BaseException:
        plain.terminate()
        raise


def _engine(connect: Any, isolation: str, **options: Any) -> AsyncEngine:
    engine = create_async_engine(
        # The driver reads the address itself: it knows all that PostgreSQL allows in it.
        "postgresql+asyncpg://",
        async_creator=connect,
        isolation_level=isolation,
        max_overflow=0,
        **options,
        **ENGINE_OPTIONS,
    )
    event.listen(engine.sync_engine, "checkout", _refuse_closed)
    return engine


def _refuse_closed(
    connection: DBAPIConnection, entry: ConnectionPoolEntry, _: PoolProxiedConnection
) -> None:
    """Lets the pool make new connections after the database was started anew."""
    driver_connection = entry.driver_connection
    if driver_connection and driver_connection.is_closed():
        raise DisconnectionError
