"""What differs from one kind of database to the other."""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager
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


class Store(ABC):
    """A database of one kind."""

    shared: bool
    """Whether other processes may use it at the same time."""

    def __init__(self, readers: AsyncEngine, writers: AsyncEngine) -> None:
        self.readers = readers
        """Its connections commit each statement."""
        self.writers = writers
        """Its connections begin transactions that may write."""
        self.hub = Hub()
        """Passes on what any process announced."""
        self._endings: set[asyncio.Task[None]] = set()

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
    def writing(self) -> AbstractAsyncContextManager[Writing]:
        """A transaction: committed and announced at the end, rolled back after an exception."""

    def ending(self, end: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Finishes a commit even if whoever asked for it is cancelled meanwhile.

        Otherwise it could happen and never be announced.
        """
        task = asyncio.create_task(end)
        self._endings.add(task)
        task.add_done_callback(self._endings.discard)
        return task

    async def close(self) -> None:
        """Ends commits in progress, then gives back everything."""
        if self._endings:
            await asyncio.wait(self._endings)
        await self.readers.dispose()
        await self.writers.dispose()
