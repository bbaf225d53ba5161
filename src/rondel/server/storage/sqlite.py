"""The embedded store: a file of SQLite, for one server process."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry

from rondel.server.storage.locking import hold
from rondel.server.storage.store import ENGINE_OPTIONS, Store, Writing

Value = TypeVar("Value")

READERS = 4
CHUNK = 64
"""Rows read at once by who walks through many."""
BUSY_SECONDS = 10
"""How long to wait for a backup or another program that locks the file for a moment."""


@dataclass
class Round:
    """A transaction of the database that several writers share, and so the wait for the disk."""

    connection: AsyncConnection
    messages: dict[str, None] = field(default_factory=dict)
    """What they announce."""
    ended: asyncio.Task[None] = field(init=False)


class SqliteStore(Store):
    """One connection writes, for one writer after the other; others read meanwhile."""

    shared = False

    def __init__(self, path: Path) -> None:
        """Makes the file where there is none.

        Raises: StoreInUse, OSError.
        """
        self._path = path = path.absolute()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        self._let_go = hold(path)
        super().__init__(
            readers=_engine(path, READERS, "PRAGMA query_only = ON"),
            writers=_writing_engine(path, "PRAGMA foreign_keys = ON"),
        )
        self._turn = asyncio.Lock()
        self._round: Round | None = None

    @asynccontextmanager
    async def changing_schema(self) -> AsyncIterator[AsyncConnection]:
        """References are checked only at the end: a table may be dropped and made anew."""
        engine = _writing_engine(self._path, "PRAGMA foreign_keys = OFF")
        try:
            async with engine.begin() as connection:
                yield connection
                broken = await connection.exec_driver_sql("PRAGMA foreign_key_check")
                assert not broken.all(), "the change of the schema left dangling references"
        finally:
            await engine.dispose()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Writing]:
        """A part of the present round that can be undone by itself."""
        async with self._turn:
            round = self._round or await self._begin_round()
            async with round.connection.begin_nested():
                writing = Writing(round.connection)
                yield writing
            round.messages |= writing.messages
        await asyncio.shield(round.ended)

    async def _begin_round(self) -> Round:
        connection = await self.writers.connect()
        try:
            await connection.begin()
        except BaseException:
            await connection.close()
            raise
        self._round = round = Round(connection)
        round.ended = self.ending(self._end(round))
        return round

    async def _end(self, round: Round) -> None:
        """Commits when all those have written who were waiting for it; turns are in order.

        Nobody else works on this store, so the announcement stays in this process.
        """
        async with self._turn:
            self._round = None
            try:
                await round.connection.commit()
            finally:
                await round.connection.close()
        for message in round.messages:
            self.hub.tell(message)

    async def close(self) -> None:
        """Also lets another process have the store."""
        await super().close()
        self._let_go()


class Direct(aiosqlite.Connection):
    """Carries out statements in the event loop, and goes to another thread only for the disk.

    Statements are shorter than the way there and back. With a busy loop each of them would have
    to wait for its turn at the interpreter twice, and behind them all others who want to write.
    """

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=CHUNK)
        # It must not keep alive a process that was interrupted.
        self._thread.daemon = True

    async def _execute(self, fn: Callable[..., Value], *args: Any, **kwargs: Any) -> Value:
        return fn(*args, **kwargs)

    async def commit(self) -> None:
        """Waits for the disk."""
        await aiosqlite.Connection._execute(self, self._conn.commit)


async def _connect(path: Path) -> Direct:
    connect = partial(
        sqlite3.connect,
        path,
        # The driver would begin transactions of its own, too late to lock what was read.
        isolation_level=None,
        timeout=BUSY_SECONDS,
        check_same_thread=False,
    )
    connection = Direct(connect)
    await connection
    return connection


def _engine(path: Path, connections: int, *pragmas: str) -> AsyncEngine:
    engine = create_async_engine(
        "sqlite+aiosqlite://",
        async_creator=partial(_connect, path),
        poolclass=AsyncAdaptedQueuePool,
        pool_size=connections,
        # A transaction has ended before its connection is given back.
        pool_reset_on_return=None,
        **ENGINE_OPTIONS,
    )

    def prepare(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for pragma in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", *pragmas):
            cursor.execute(pragma)
        cursor.close()

    event.listen(engine.sync_engine, "connect", prepare)
    return engine


def _writing_engine(path: Path, *pragmas: str) -> AsyncEngine:
    engine = _engine(path, 1, *pragmas)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _begin(connection: Connection) -> None:
    """Takes the lock for writing at once, so that nothing changes between reading and writing."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
