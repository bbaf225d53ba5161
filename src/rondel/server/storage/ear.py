"""The connection to PostgreSQL that hears what other processes announce."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from asyncpg import Connection
from asyncpg.exceptions import PostgresError
from asyncpg.pool import PoolConnectionProxy

from rondel.server.storage.hub import EVERYTHING, Hub
from rondel.server.storage.outages import BROKEN

CHANNEL: Final = "rondel"
RETRY_SECONDS = 0.5
PULSE_SECONDS = 20
"""How often to ask whether the connection still works: one that was cut off looks idle."""
ANSWER_SECONDS = 10

_FAILURES = (*BROKEN, PostgresError)

logger = logging.getLogger(__name__)


class Ear:
    """Listens; where the connection breaks, makes a new one and says that something was missed."""

    def __init__(self, connect: Callable[[], Awaitable[Connection]], hub: Hub) -> None:
        self._connect = connect
        self._hub = hub
        self._connection: Connection
        self._watch: asyncio.Task[None]

    @staticmethod
    async def open(connect: Callable[[], Awaitable[Connection]], hub: Hub) -> Ear:
        """Hears everything that is announced from now on.

        Raises: OSError, asyncpg.PostgresError.
        """
        ear = Ear(connect, hub)
        await ear._listen()
        ear._watch = asyncio.create_task(ear._keep_listening())
        return ear

    async def close(self) -> None:
        """Hears no more."""
        self._watch.cancel()
        with suppress(asyncio.CancelledError):
            await self._watch
        # One that does not answer is given up.
        with suppress(*_FAILURES):
            await self._connection.close(timeout=ANSWER_SECONDS)

    async def _listen(self) -> None:
        self._connection = await self._connect()
        async with asyncio.timeout(ANSWER_SECONDS):
            await self._connection.add_listener(CHANNEL, self._heard)

    def _heard(
        self,
        connection: Connection | PoolConnectionProxy,
        process: int,
        channel: str,
        message: object,
    ) -> None:
        self._hub.tell(str(message))

    async def _keep_listening(self) -> None:
        while True:
            await _broken(self._connection)
            logger.warning("announcements lost")
            await self._listen_again()
            logger.warning("announcements back")
            self._hub.tell(EVERYTHING)

    async def _listen_again(self) -> None:
        while True:
            self._connection.terminate()
            try:
                return await self._listen()
            except _FAILURES:
                await asyncio.sleep(RETRY_SECONDS)


async def _broken(connection: Connection) -> None:
    """Waits for the connection to break."""
    ended = asyncio.Event()
    connection.add_termination_listener(lambda _: ended.set())
    with suppress(*_FAILURES):
        while not connection.is_closed():
            try:
                await asyncio.wait_for(ended.wait(), PULSE_SECONDS)
            except TimeoutError:
                await connection.execute("SELECT 1", timeout=ANSWER_SECONDS)
