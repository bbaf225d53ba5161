"""Keeps the server's time: clocks run only while a server is there to serve.

Every few seconds each process notes in the store that it is alive. Where nobody has done so for
too long, because no process ran, or all were stopped, or the database was away, or because the
machine's clock was set, the first one that does moves all deadlines by as much.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from rondel.server.metrics import Metrics
from rondel.server.storage.database import Database
from rondel.server.storage.hub import EVERYTHING
from rondel.server.storage.outages import bridging_outages
from rondel.server.storage.rows import heartbeat
from rondel.server.storage.store import Writing
from rondel.server.timepiece import LONGEST, Timepiece
from rondel.server.upkeep.background import kept_running

logger = logging.getLogger(__name__)

BEAT: Final = 3.0
"""Seconds from one sign of life to the next."""
RESTART: Final = 1.0
"""A store that only one process may use was without any, if for longer than so many seconds."""
ANSWER_SECONDS: Final = 5.0


class Heart:
    """Beats as long as the process is there and can write."""

    def __init__(self, database: Database, timepiece: Timepiece) -> None:
        self._database = database
        self._time = timepiece
        self._turn = asyncio.Lock()

    async def start(self) -> None:
        """Takes the time that all processes share, and passes over the time before.

        Raises: StoreAway, TimeoutError, sqlalchemy.exc.DBAPIError.
        """
        async with self._turn:
            await self._beat(LONGEST if self._database.shared else RESTART, is_first=True)

    async def run(self) -> None:
        """Beats until cancelled."""
        while True:
            await asyncio.sleep(BEAT)
            with bridging_outages(duty="beat"):
                await self.beat()

    async def beat(self) -> None:
        """Shows that this process is alive.

        Raises: StoreAway, TimeoutError, sqlalchemy.exc.DBAPIError.
        """
        async with self._turn:
            await self._beat(LONGEST)

    async def catch_up(self) -> None:
        """Makes sure that the time is right, after this process or the database was stopped.

        Raises: StoreAway, TimeoutError, sqlalchemy.exc.DBAPIError.
        """
        if not self._time.stands_still:
            return
        async with self._turn:
            if self._time.stands_still:
                await self._beat(LONGEST)

    async def _beat(self, longest: float, is_first: bool = False) -> None:
        before = self._time.reading
        try:
            async with asyncio.timeout(ANSWER_SECONDS), self._database.writing() as writing:
                last = await heartbeat.last(writing.connection)
                await self._set_time(writing, is_first)
                if last is not None:
                    await self._pass_over(writing, last, longest)
                await heartbeat.put(writing.connection, self._time())
        except BaseException:
            self._time.reading = before
            raise

    async def _set_time(self, writing: Writing, is_first: bool) -> None:
        wall = self._time.wall()
        if self._database.shared:
            wall = await heartbeat.time_of_database(writing.connection)
        (self._time.step_to if is_first else self._time.set_by)(wall)

    async def _pass_over(self, writing: Writing, last: float, longest: float) -> None:
        """Lets no clock have run since somebody was last alive, if that is too long ago."""
        now = self._time()
        if abs(now - last) <= longest:
            return
        clocks = await heartbeat.pass_over(writing.connection, now - last, now)
        writing.announce(EVERYTHING)
        logger.warning("interrupted", extra={"seconds": round(now - last, 1), "clocks": clocks})


@asynccontextmanager
async def keeping_time(
    database: Database, clock: Callable[[], float], metrics: Metrics
) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """Keeps a timepiece right; any other clock is for those to keep who gave it.

    What it gives is to be called before something is done that depends on the time.

    Raises: StoreAway, TimeoutError, sqlalchemy.exc.DBAPIError.
    """
    if not isinstance(clock, Timepiece):
        yield _nothing
        return
    heart = Heart(database, clock)
    await heart.start()
    beating = asyncio.create_task(kept_running("heart", heart.run, metrics))
    try:
        yield heart.catch_up
    finally:
        beating.cancel()
        await asyncio.gather(beating, return_exceptions=True)


async def _nothing() -> None:
    pass
