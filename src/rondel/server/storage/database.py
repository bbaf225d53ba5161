"""The one way to the store, whichever database holds it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.storage.errors import StoreAway, StoreFull
from rondel.server.storage.outages import outages_told
from rondel.server.storage.postgresql import PostgresqlStore
from rondel.server.storage.queries import Query, Values
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.storage.steps import Step
from rondel.server.storage.store import Store, Writing
from rondel.server.storage.upgrading import check_version

logger = logging.getLogger(__name__)

CONNECTIONS: Final = 10
"""To PostgreSQL, from each process, besides the one that listens."""
ANSWER_SECONDS: Final = 5
FULL_SECONDS: Final = 10.0
"""How long a full disk is spoken of after it was met: small things may find room all the while."""

_touch: Final = sa.text("UPDATE alembic_version SET version_num = version_num")
"""Writes something and changes nothing."""


class Database:
    """An open store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.trouble: StoreAway | None = None
        """Why a transaction was not kept lately; None if all is well."""
        self._met_at = 0.0

    @staticmethod
    async def open(
        url: str,
        connections: int = CONNECTIONS,
        committed: Callable[[float], None] | None = None,
    ) -> Database:
        """Opens `sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`.

        Several processes may open the same PostgreSQL database at once; the schema is made, or
        brought up to date, by the first. `committed` hears how long each transaction took.

        Raises: ValueError, StoreInUse, StoreTooNew, OSError, and what the driver raises.
        """
        store = store_at(url, connections)
        if committed is not None:
            store.committed = committed
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

    # Reading ----------------------------------------------------------------------------------

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for reading, where each statement sees what is committed by then.

        Raises: StoreAway.
        """
        with outages_told():
            async with self._store.readers.connect() as connection:
                yield connection

    async def fetch(self, query: Query, values: Values) -> list[Sequence[Any]]:
        """The rows that a query finds among what is committed by then.

        Raises: StoreAway.
        """
        with outages_told():
            return await self._store.fetch(query, values)

    # Writing ----------------------------------------------------------------------------------

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Writing]:
        """A transaction: committed at the end, rolled back if an exception leaves it.

        Raises: StoreAway if nothing of it is kept, as far as one can know.
        """
        with self._troubles_noted():
            async with self._store.writing() as writing:
                yield writing

    async def go_on(self, step: Step) -> bool:
        """Takes a step of a table, in a transaction of its own, unless the table has changed.

        Raises: StoreAway if it is not kept, as far as one can know.
        """
        with self._troubles_noted():
            return await self._store.go_on(step)

    @contextmanager
    def _troubles_noted(self) -> Iterator[None]:
        try:
            with outages_told():
                yield
        except StoreAway as trouble:
            if type(trouble) is not type(self.trouble):
                logger.error("not kept", extra={"reason": f"{trouble}: {trouble.__cause__!r}"})
            self.trouble, self._met_at = trouble, time.monotonic()
            raise
        if not self._may_be_full:
            self.trouble = None

    @property
    def _may_be_full(self) -> bool:
        is_recent = time.monotonic() < self._met_at + FULL_SECONDS
        return isinstance(self.trouble, StoreFull) and is_recent

    # The rest ---------------------------------------------------------------------------------

    def listen(self, heard: Callable[[str], None]) -> Callable[[], None]:
        """Lets `heard` be called in the event loop with each message that is announced.

        Where messages may have been missed, it hears `EVERYTHING` (see `hub.py`).
        The function given back ends it.
        """
        return self._store.hub.listen(heard)

    async def ping(self) -> None:
        """Asks the database whether all is well; after a trouble, whether it can keep something.

        Raises: StoreError, TimeoutError.
        """
        async with asyncio.timeout(ANSWER_SECONDS):
            async with self.reading() as connection:
                await connection.run_sync(check_version)
            if self.trouble is not None:
                async with self.writing() as writing:
                    await writing.connection.execute(_touch)
            if self.trouble is not None:
                raise self.trouble

    async def close(self) -> None:
        """Ends commits in progress, then everything else."""
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
