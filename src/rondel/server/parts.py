"""The parts of a running server, put together."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

from rondel.server.admin.desk import Desk
from rondel.server.admin.orders import see_to_orders
from rondel.server.bots.judges import Judges
from rondel.server.bots.openings import Openings
from rondel.server.bots.pool import Thinkers
from rondel.server.bots.reviewer import Reviewer
from rondel.server.bots.steward import Steward
from rondel.server.contests.ratings import Ratings
from rondel.server.contests.tournaments import Organiser
from rondel.server.limits.limiter import Limiter
from rondel.server.limits.shared import Settling
from rondel.server.metrics import Metrics
from rondel.server.notices.book import Book
from rondel.server.notices.herald import Herald
from rondel.server.notices.sending import Sender
from rondel.server.people.doorkeeper import Doorkeeper
from rondel.server.people.identity import Identity
from rondel.server.settings import Settings
from rondel.server.storage.database import Database
from rondel.server.table.attendance import Attendance
from rondel.server.table.deputy import Deputy
from rondel.server.table.tables import Tables
from rondel.server.table.troubles import Troubles
from rondel.server.upkeep.background import Work, kept_running
from rondel.server.upkeep.checks import Checks
from rondel.server.upkeep.heart import keeping_time
from rondel.server.viewers.workers import Workers


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
    workers: Workers
    thinkers: Thinkers
    judges: Judges
    reviewer: Reviewer
    openings: Openings
    ratings: Ratings
    organiser: Organiser
    book: Book
    herald: Herald
    deputy: Deputy
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the server is about to end: nobody waits any longer."""
    leaving: bool = False
    """Whether it shall end soon: who comes anew should ask another server."""

    def stop(self) -> None:
        """Lets everybody who waits for something go."""
        self.stopping.set()
        self.tables.wake_all()

    async def wait(self, stirred: asyncio.Event, seconds: float) -> bool:
        """Whether something has stirred within so many seconds."""
        if stirred.is_set():
            return True
        is_late = asyncio.Event()
        timer = asyncio.get_running_loop().call_later(max(0.0, seconds), _ring, is_late, stirred)
        try:
            await stirred.wait()
        finally:
            timer.cancel()
        return not is_late.is_set()


def _ring(is_late: asyncio.Event, stirred: asyncio.Event) -> None:
    """Wakes who has waited long enough, and lets him know why."""
    is_late.set()
    stirred.set()


@asynccontextmanager
async def running(
    settings: Settings,
    metrics: Metrics,
    limiter: Limiter,
    clock: Callable[[], float],
) -> AsyncIterator[Server]:
    """A server with everything open; it is closed in order at the end.

    Raises: what `Database.open` and `keeping_time` raise.
    """
    # The number is for people who look into the database, the rest makes it the only one.
    process = f"{os.getpid()}-{secrets.token_hex(8)}"
    async with AsyncExitStack() as stack:
        database = await Database.open(settings.database, committed=metrics.commit_seconds.observe)
        stack.push_async_callback(database.close)
        catch_up = await stack.enter_async_context(keeping_time(database, clock, metrics))
        troubles = Troubles(database, metrics, clock)
        tables = Tables(database, clock, catch_up, troubles)
        attendance = Attendance(tables, process)
        thinkers = Thinkers(settings.bot_processes, settings.bot_limit)
        judges = Judges(settings.bot_processes)
        steward = Steward(tables, thinkers, metrics, process, settings)
        identity = Identity(database, settings.secret, clock)
        doorkeeper = Doorkeeper(database)
        workers = Workers(limiter)
        sender = Sender(settings, database, clock)
        stack.push_async_callback(sender.close)
        await sender.signer()
        server = Server(
            settings, clock, metrics, limiter, database, identity, tables, attendance, doorkeeper,
            steward, workers, thinkers, judges, Reviewer(tables, judges, process),
            Openings(tables, judges), Ratings(database, clock), Organiser(tables, process),
            Book(database, sender, clock), Herald(tables, attendance, sender, metrics, process),
            Deputy(tables),
        )  # fmt: skip
        background = [
            asyncio.create_task(kept_running(name, work, metrics))
            for name, work in work_of(server, troubles).items()
        ]
        try:
            yield server
        finally:
            server.stop()
            for task in background:
                task.cancel()
            await asyncio.gather(*background, return_exceptions=True)
            await workers.close()
            await judges.close()
            await thinkers.close()
            await steward.close()
            await server.deputy.close()
            await server.organiser.close()
            await attendance.close()
            doorkeeper.close()
            tables.close()


def work_of(server: Server, troubles: Troubles) -> dict[str, Work]:
    """What goes on in the background for as long as a server runs."""
    settings, database = server.settings, server.database
    work: dict[str, Work] = {
        "steward": server.steward.run,
        "processes": server.thinkers.watch,
        "reviews": server.reviewer.run,
        "openings": server.openings.run,
        "notices": server.herald.run,
        "plans": server.deputy.run,
        "ratings": server.ratings.run,
        "tournaments": server.organiser.run,
        "checks": Checks(settings.database, troubles, server.metrics).run,
    }
    if not database.shared:
        work["orders"] = partial(see_to_orders, Desk(database, server.clock))
    elif settings.limits is not None:
        work["limits"] = Settling(server.limiter, database, settings.secret).run
    return work
