"""The one way to the store, whichever database holds it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.storage.postgresql import PostgresqlStore
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.storage.store import Store
from rondel.server.storage.upgrading import check_version

CONNECTIONS = 10
"""To PostgreSQL, from each process, besides the one that listens."""
ANSWER_SECONDS = 5


class Writing:
    """A transaction in progress."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection
        """Where to read and write; what is read here does not change before the commit."""
        self.messages: dict[str, None] = {}
        """What will be announced, each message once."""

    def announce(self, message: str) -> None:
        """Lets all listeners of all processes hear `message` once this is committed."""
        self.messages[message] = None


class Database:
    """An open store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._endings: set[asyncio.Task[None]] = set()

    @staticmethod
    async def open(url: str, connections: int = CONNECTIONS) -> Database:
        """Opens `sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`.

        Several processes may open the same PostgreSQL database at once; the schema is made, or
        brought up to date, by the first.

        Raises: ValueError, StoreInUse, StoreTooNew, OSError, and what the driver raises.
        """
        store = store_at(url, connections)
        try:
            await store.open()
        except BaseException:
            await store.close()
            raise
        return Database(store)

    @property
    def shared(self) -> bool:
        """Whether other processes may use the store at the same time."""
        return self._store.shared

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for reading, where each statement sees what is committed by then."""
        async with self._store.readers.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Writing]:
        """A transaction: committed at the end, rolled back if an exception leaves it."""
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self._store.turn)
            connection = await stack.enter_async_context(self._store.writers.connect())
            await connection.begin()
            writing = Writing(connection)
            yield writing
            await self._to_the_end(self._commit(writing, stack.pop_all()))

    async def _commit(self, writing: Writing, stack: AsyncExitStack) -> None:
        async with stack:
            await self._store.commit(writing.connection, writing.messages)

    async def _to_the_end(self, ending: Coroutine[None, None, None]) -> None:
        """Finishes a commit even if whoever asked for it is cancelled meanwhile.

        Otherwise it could happen and never be announced.
        """
        task = asyncio.create_task(ending)
        self._endings.add(task)
        task.add_done_callback(self._endings.discard)
        await asyncio.shield(task)

    def listen(self, heard: Callable[[str], None]) -> Callable[[], None]:
        """Lets `heard` be called in the event loop with each message that is announced.

        Where messages may have been missed, it hears `EVERYTHING` (see `hub.py`).
        The function given back ends it.
        """
        return self._store.hub.listen(heard)

    async def ping(self) -> None:
        """Asks the database whether all is well.

        Raises: StoreError, OSError, sqlalchemy.exc.DBAPIError.
        """
        async with asyncio.timeout(ANSWER_SECONDS), self.reading() as connection:
            await connection.run_sync(check_version)

    async def close(self) -> None:
        """Ends commits in progress, then everything else."""
        if self._endings:
            await asyncio.wait(self._endings)
        await self._store.close()


def store_at(url: str, connections: int = CONNECTIONS) -> Store:
    """The store behind an address, not yet open.

    Raises: ValueError, StoreInUse, OSError.
    """
    if (path := url.removeprefix("sqlite:///")) not in (url, "", ":memory:"):
        return SqliteStore(Path(path))
    if url.startswith(("postgresql://", "postgres://")):
        return PostgresqlStore(url, connections)
    raise ValueError(
        "The database must be sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME, "
        f"not {url.partition(':')[0]}:…"
    )
