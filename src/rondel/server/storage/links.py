"""Connections of the PostgreSQL driver itself, for single statements that are run often."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from asyncpg import Connection
from asyncpg.exceptions import PostgresError


class Links:
    """A few connections that are made when they are needed and then kept."""

    def __init__(
        self, connect: Callable[[], Awaitable[Connection]], most: int, patience: float
    ) -> None:
        self._connect = connect
        self._patience = patience
        self._room = asyncio.Semaphore(most)
        self._free: list[Connection] = []

    @asynccontextmanager
    async def one(self) -> AsyncIterator[Connection]:
        """A connection, as soon as one is free.

        Raises: TimeoutError, and what the driver raises.
        """
        async with asyncio.timeout(self._patience):
            await self._room.acquire()
        try:
            link = self._kept() or await self._connect()
            try:
                yield link
            except PostgresError:
                self._free.append(link)
                raise
            except BaseException:
                # Nobody knows what it is about to answer.
                link.terminate()
                raise
            self._free.append(link)
        finally:
            self._room.release()

    def _kept(self) -> Connection | None:
        while self._free:
            if not (link := self._free.pop()).is_closed():
                return link
        return None

    def close(self) -> None:
        """Gives all of them back."""
        while self._free:
            self._free.pop().terminate()
