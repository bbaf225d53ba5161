"""The parts of a running server, put together."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from rondel.server.admin.desk import Desk
from rondel.server.admin.orders import see_to_orders
from rondel.server.attendance import Attendance
from rondel.server.doorkeeper import Doorkeeper
from rondel.server.identity import Identity
from rondel.server.limits import Limiter
from rondel.server.metrics import Metrics
from rondel.server.settings import Settings
from rondel.server.steward import Steward, report_bug
from rondel.server.storage.database import Database
from rondel.server.tables import Tables
from rondel.server.thinking import Thinkers


@dataclass
class Server:
    """What the routes work with."""

    settings: Settings
    clock: Callable[[], float]
    metrics: Metrics
    limiter: Limiter
    database: Database
    identity: Identity
    tables: Tables
    attendance: Attendance
    doorkeeper: Doorkeeper
    steward: Steward
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the server is about to end: nobody waits any longer."""

    def stop(self) -> None:
        """Lets everybody who waits for something go."""
        self.stopping.set()
        self.tables.wake_all()

    async def wait(self, stirred: asyncio.Event, seconds: float) -> bool:
        """Whether something has stirred within so many seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, seconds)):
                return await stirred.wait()
        return False


@asynccontextmanager
async def running(
    settings: Settings,
    metrics: Metrics,
    limiter: Limiter,
    clock: Callable[[], float] = time.time,
) -> AsyncIterator[Server]:
    """A server with everything open; it is closed in order at the end.

    Raises: what `Database.open` raises.
    """
    # The number is for people who look into the database, the rest makes it the only one.
    process = f"{os.getpid()}-{secrets.token_hex(8)}"
    database = await Database.open(settings.database)
    tables = Tables(database, clock)
    attendance = Attendance(tables, process)
    thinkers = Thinkers(settings.bot_processes, settings.bot_limit)
    steward = Steward(tables, thinkers, metrics, process, settings)
    identity = Identity(database, settings.secret, clock)
    doorkeeper = Doorkeeper(database)
    server = Server(
        settings,
        clock,
        metrics,
        limiter,
        database,
        identity,
        tables,
        attendance,
        doorkeeper,
        steward,
    )
    rounds = asyncio.create_task(steward.run())
    rounds.add_done_callback(report_bug)
    orders = asyncio.create_task(see_to_orders(Desk(database, clock)))
    orders.add_done_callback(report_bug)
    try:
        yield server
    finally:
        server.stop()
        rounds.cancel()
        orders.cancel()
        await asyncio.gather(rounds, orders, return_exceptions=True)
        await thinkers.close()
        await steward.close()
        attendance.close()
        doorkeeper.close()
        tables.close()
        await database.close()
