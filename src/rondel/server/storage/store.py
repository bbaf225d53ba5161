"""What differs from one kind of database to the other."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import partial
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from rondel.server.storage.hub import Hub
from rondel.server.storage.upgrading import upgrade

ENGINE_OPTIONS: Final[dict[str, Any]] = {
    "json_serializer": partial(json.dumps, separators=(",", ":")),
    # What people wrote and the hashes of their passwords stay out of errors and logs.
    "hide_parameters": True,
    "max_overflow": 0,
}


class Store(ABC):
    """A database of one kind."""

    shared: bool
    """Whether other processes may use it at the same time."""

    def __init__(self, readers: AsyncEngine, writers: AsyncEngine) -> None:
        self.readers = readers
        """Its connections commit each statement."""
        self.writers = writers
        """Its connections begin transactions that may write."""
        self.turn: AbstractAsyncContextManager[None] = nullcontext()
        """Held while writing."""
        self.hub = Hub()
        """Passes on what any process announced."""

    async def open(self) -> None:
        """Makes the schema, or brings it up to date.

        Raises: StoreTooNew, OSError, and what the driver raises.
        """
        async with self.changing_schema() as connection:
            await connection.run_sync(upgrade)

    @abstractmethod
    def changing_schema(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction to change the schema in, while no other process does."""

    @abstractmethod
    async def commit(self, connection: AsyncConnection, messages: Iterable[str]) -> None:
        """Ends the transaction and announces to all processes that it has happened."""

    async def close(self) -> None:
        """Gives back everything."""
        await self.readers.dispose()
        await self.writers.dispose()
