"""The one way to the store, whichever database holds it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TypeVar

from asyncpg.exceptions import PostgresError
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.storage.errors import StoreAway
from rondel.server.storage.postgresql import PostgresqlStore
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.storage.store import Store, Writing
from rondel.server.storage.upgrading import check_version

logger = logging.getLogger(__name__)

T = TypeVar("T")

CONNECTIONS = 10
"""To PostgreSQL, from each process, besides the one that listens."""
ANSWER_SECONDS = 5


class Database:
    """An open store."""

    def __init__(self, store: Store) -> None:
        self._store = store

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

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection for reading, where each statement sees what is committed by then.

        Raises: StoreAway.
        """
        return answering(self._store.readers.connect())

    def writing(self) -> AbstractAsyncContextManager[Writing]:
        """A transaction: committed at the end, rolled back if an exception leaves it.

        Raises: StoreAway.
        """
        return answering(self._store.writing())

    def listen(self, heard: Callable[[str], None]) -> Callable[[], None]:
        """Lets `heard` be called in the event loop with each message that is announced.

        Where messages may have been missed, it hears `EVERYTHING` (see `hub.py`).
        The function given back ends it.
        """
        return self._store.hub.listen(heard)

    async def ping(self) -> None:
        """Asks the database whether all is well.

        Raises: StoreError, TimeoutError, sqlalchemy.exc.DBAPIError.
        """
        async with asyncio.timeout(ANSWER_SECONDS), self.reading() as connection:
            await connection.run_sync(check_version)

    async def close(self) -> None:
        """Ends commits in progress, then everything else."""
        await self._store.close()


@asynccontextmanager
async def answering(connecting: AbstractAsyncContextManager[T]) -> AsyncIterator[T]:
    """The same, if the database is there at all.

    Raises: StoreAway.
    """
    async with AsyncExitStack() as stack:
        try:
            connected = await stack.enter_async_context(connecting)
        except (OSError, SQLAlchemyError, PostgresError) as error:
            logger.warning("database away", extra={"reason": type(error).__name__})
            raise StoreAway("The database does not answer") from error
        yield connected


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
