"""What differs from one kind of database to the other."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Final

import orjson
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from rondel.server.storage.hub import Hub
from rondel.server.storage.queries import Query, Values
from rondel.server.storage.steps import Step
from rondel.server.storage.upgrading import upgrade


def _any_json(value: object) -> str:
    """A JSON value whose names may be those of columns, which are no plain texts."""
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode()


ENGINE_OPTIONS: Final[dict[str, Any]] = {
    "json_serializer": _any_json,
    "json_deserializer": orjson.loads,
    # Errors must not carry the values of people into the log.
    "hide_parameters": True,
}


class Writing(ABC):
    """A transaction in progress."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection
        """Where to read and write; what is read here does not change before the commit."""
        self.messages: dict[str, None] = {}
        """What will be announced, each message once."""

    def announce(self, message: str) -> None:
        """Lets all listeners of all processes hear `message` once this is committed."""
        self.messages[message] = None

    @abstractmethod
    async def fetch(self, query: Query, values: Values) -> list[Sequence[Any]]:
        """The rows that a query finds."""

    @abstractmethod
    async def run(self, query: Query, rows: Sequence[Values]) -> None:
        """Carries out a statement for each row of values."""

    @abstractmethod
    async def count(self, query: Query, values: Values) -> int:
        """Carries out a statement; says how many rows it has changed."""


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
        self.committed: Callable[[float], None] = lambda seconds: None
        """Hears of every transaction how long it took from its begin to its commit."""
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
    async def fetch(self, query: Query, values: Values) -> list[Sequence[Any]]:
        """The rows that a query finds among what is committed."""

    @abstractmethod
    def writing(self) -> AbstractAsyncContextManager[Writing]:
        """A transaction: committed and announced at the end, rolled back after an exception."""

    @abstractmethod
    async def go_on(self, step: Step) -> bool:
        """Takes a step, or none of it and says False; it is safe when this answers."""

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
