"""The embedded store: a file of SQLite, for one server process."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import aiosqlite
from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry

from rondel.server.storage.errors import StoreAway
from rondel.server.storage.locking import hold
from rondel.server.storage.outages import AWAY, outage_of
from rondel.server.storage.queries import SQLITE, Query, Values
from rondel.server.storage.steps import Step, change_of, insert_into
from rondel.server.storage.store import ENGINE_OPTIONS, Store, Writing

Value = TypeVar("Value")

READERS: Final = 4
CHUNK: Final = 64
"""Rows read at once by who walks through many."""
BUSY_SECONDS: Final = 5.0
"""How long to wait for another program that locks the file for a moment."""
BUSY_PAUSE: Final = 0.02
"""Seconds until one looks again whether it has let go."""
MANY: Final = 200
"""Rows that are written at once in the event loop; more are written beside it."""
STATEMENTS: Final = 256
"""So many are kept ready by a connection."""


@dataclass
class Round:
    """A transaction of the database that several writers share, and so the wait for the disk."""

    begun: float
    messages: dict[str, None] = field(default_factory=dict)
    """What they announce."""
    lost: BaseException | None = None
    """Why the database has dropped it, with all that was written in it."""
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
            readers=_engine(path, READERS, 0, "PRAGMA query_only = ON"),
            writers=_engine(path, 1, 0, "PRAGMA foreign_keys = ON"),
        )
        self._turn = asyncio.Lock()
        self._round: Round | None = None
        self._disk = ThreadPoolExecutor(1, "rondel-disk")
        self._writer: AsyncConnection | None = None
        self._reader: AsyncConnection | None = None

    async def open(self) -> None:
        """Also takes the connections that are used all the time."""
        await super().open()
        self._reader = await self.readers.connect()
        self._reading = await _plain(self._reader)
        self._writer = await self.writers.connect()
        self._plain = await _plain(self._writer)

    @asynccontextmanager
    async def changing_schema(self) -> AsyncIterator[AsyncConnection]:
        """References are checked only at the end: a table may be dropped and made anew."""
        engine = _engine(self._path, 1, BUSY_SECONDS, "PRAGMA foreign_keys = OFF")
        event.listen(engine.sync_engine, "begin", _begin)
        try:
            async with engine.begin() as connection:
                yield connection
                broken = await connection.exec_driver_sql("PRAGMA foreign_key_check")
                assert not broken.all(), "the change of the schema left dangling references"
        finally:
            await engine.dispose()

    async def fetch(self, query: Query, values: Values) -> list[Sequence[Any]]:
        """Reads at once: this is shorter than the way to another thread."""
        return _fetch(self._reading, query, values)

    # Writing ----------------------------------------------------------------------------------

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Writing]:
        """A part of the present round that can be undone by itself."""
        round = await self._enter()
        try:
            assert self._writer is not None
            writing = Part(self._writer, self._plain, self._disk)
            try:
                self._plain.execute("SAVEPOINT part")
                yield writing
                self._plain.execute("RELEASE part")
            except BaseException as error:
                self._undo_part(round, error)
                raise
            round.messages |= writing.messages
        finally:
            self._turn.release()
        await asyncio.shield(round.ended)

    async def go_on(self, step: Step) -> bool:
        """A step that is not taken changes nothing, so that there is nothing to undo."""
        async with self.writing() as writing:
            change = change_of(tuple(step.changes))
            if not await writing.count(change, step.known):
                return False
            for table, rows in step.lines.items():
                await writing.run(insert_into(table), rows)
            writing.announce(step.message)
            return True

    def _undo_part(self, round: Round, error: BaseException) -> None:
        """Takes back what a part has written; where that is impossible, the round is lost.

        After some errors, a full disk for one, SQLite has rolled back the whole transaction;
        after others, such as a page that cannot be read, it refuses to write more in it.
        """
        try:
            self._plain.execute("ROLLBACK TO part")
            self._plain.execute("RELEASE part")
        except sqlite3.Error:
            self._lose(round, error)
        else:
            if outage_of(error) is not None:
                self._lose(round, error)

    def _lose(self, round: Round, error: BaseException) -> None:
        """Everybody in the round must hear that nothing of it is kept."""
        round.lost = error
        if self._round is round:
            self._round = None

    async def _enter(self) -> Round:
        """Takes the turn, within a round.

        Raises: StoreAway if others lock the file, and what the database raises.
        """
        try:
            async with asyncio.timeout(BUSY_SECONDS):
                await self._turn.acquire()
                try:
                    return self._round or await self._begin_round()
                except BaseException:
                    self._turn.release()
                    raise
        except TimeoutError:
            raise StoreAway(AWAY) from None

    async def _begin_round(self) -> Round:
        while not self._has_begun():
            await asyncio.sleep(BUSY_PAUSE)
        self._round = round = Round(time.perf_counter())
        round.ended = self.ending(self._end(round))
        # Somebody who was cancelled may not wait for it.
        round.ended.add_done_callback(_hear_out)
        return round

    def _has_begun(self) -> bool:
        """Whether the database could be locked for writing; SQLite itself would block us all."""
        try:
            if self._plain.in_transaction:
                # What is left of a round that is lost.
                self._plain.execute("ROLLBACK")
            self._plain.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            return False
        return True

    async def _end(self, round: Round) -> None:
        """Commits when all those have written who were waiting for it; turns are in order.

        Nobody else works on this store, so the announcement stays in this process.

        Raises: StoreAway if nothing of the round is kept.
        """
        async with self._turn:
            if round.lost is not None:
                raise outage_of(round.lost) or StoreAway(AWAY) from round.lost
            self._round = None
            await self._commit(round)
        self.committed(time.perf_counter() - round.begun)
        for message in round.messages:
            self.hub.tell(message)

    async def _commit(self, round: Round) -> None:
        """Waits for the disk. `sqlite3.Connection.commit` is silent if nothing is left to commit.

        Raises: sqlite3.Error; then nothing of the round is kept.
        """
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._disk, self._plain.execute, "COMMIT")
        except sqlite3.Error as error:
            self._lose(round, error)
            raise

    async def close(self) -> None:
        """Also lets another process have the store."""
        if self._endings:
            await asyncio.wait(self._endings)
        for connection in (self._writer, self._reader):
            if connection is not None:
                await connection.close()
        self._writer = self._reader = None
        await super().close()
        self._disk.shutdown()
        self._let_go()


def _hear_out(ended: asyncio.Task[None]) -> None:
    """Takes note of an error that nobody may be left to hear of."""
    if not ended.cancelled():
        ended.exception()


class Part(Writing):
    """What one writer does within a round, by SQLAlchemy or by the driver."""

    def __init__(
        self, connection: AsyncConnection, plain: sqlite3.Connection, disk: ThreadPoolExecutor
    ) -> None:
        super().__init__(connection)
        self._plain = plain
        self._disk = disk

    async def fetch(self, query: Query, values: Values) -> list[Sequence[Any]]:
        """Reads at once."""
        return _fetch(self._plain, query, values)

    async def run(self, query: Query, rows: Sequence[Values]) -> None:
        """Writes at once, unless there is so much of it that others would have to wait."""
        form = query.form(SQLITE)
        for first in range(0, len(rows), MANY):
            values = [form.arranged(row) for row in rows[first : first + MANY]]
            if len(rows) < MANY:
                self._plain.executemany(form.text, values)
            else:
                await self._write_beside(form.text, values)

    async def _write_beside(self, text: str, values: list[list[Any]]) -> None:
        """Writes in the other thread, to the end: who is cancelled undoes all of it, not half."""
        loop = asyncio.get_running_loop()
        written = loop.run_in_executor(self._disk, self._plain.executemany, text, values)
        try:
            await asyncio.shield(written)
        finally:
            while not written.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait([written])

    async def count(self, query: Query, values: Values) -> int:
        """Writes at once."""
        form = query.form(SQLITE)
        return self._plain.execute(form.text, form.arranged(values)).rowcount


def _fetch(plain: sqlite3.Connection, query: Query, values: Values) -> list[Sequence[Any]]:
    form = query.form(SQLITE)
    return form.read(plain.execute(form.text, form.arranged(values)).fetchall())


# Connections --------------------------------------------------------------------------------


class Attended(aiosqlite.Connection):
    """Ends its thread before anybody goes on."""

    def stop(self) -> asyncio.Future[Any] | None:
        """Waits for the thread: it would answer to an event loop that may be closed by then."""
        stopped = super().stop()
        self._thread.join()
        return stopped


class Direct(Attended):
    """Carries out statements in the event loop, and goes to another thread only for the disk.

    Statements are shorter than the way there and back. With a busy loop each of them would have
    to wait for its turn at the interpreter twice, and behind them all others who want to write.
    """

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=CHUNK)
        # It must not keep alive a process that was interrupted.
        self._thread.daemon = True

    @property
    def plain(self) -> sqlite3.Connection:
        """The connection of the driver."""
        return self._conn

    async def _execute(self, fn: Callable[..., Value], *args: Any, **kwargs: Any) -> Value:
        return fn(*args, **kwargs)

    async def commit(self) -> None:
        """Waits for the disk; only changes of the schema are committed in this way."""
        if not self._conn.in_transaction:
            raise sqlite3.OperationalError("the transaction is gone")
        await aiosqlite.Connection._execute(self, self._conn.execute, "COMMIT")


async def _plain(connection: AsyncConnection) -> sqlite3.Connection:
    direct = (await connection.get_raw_connection()).driver_connection
    assert isinstance(direct, Direct)
    return direct.plain


async def _connect(path: Path, busy: float) -> Direct:
    connect = partial(
        sqlite3.connect,
        path,
        # The driver would begin transactions of its own, too late to lock what was read.
        isolation_level=None,
        timeout=busy,
        check_same_thread=False,
        cached_statements=STATEMENTS,
    )
    connection = Direct(connect)
    await connection
    return connection


def _engine(path: Path, connections: int, busy: float, *pragmas: str) -> AsyncEngine:
    """Connections that wait so many seconds for others; none where there are others to serve."""
    engine = create_async_engine(
        "sqlite+aiosqlite://",
        async_creator=partial(_connect, path, busy),
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


def _begin(connection: Connection) -> None:
    """Takes the lock for writing at once, so that nothing changes between reading and writing."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
