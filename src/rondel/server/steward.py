"""Sees to it that games go on: bots decide, time runs out, forgotten tables expire."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy.exc import DBAPIError

from rondel.server import clocks, play, votes
from rondel.server.clearing import clear
from rondel.server.erasing import erase_unfinished
from rondel.server.errors import Refusal
from rondel.server.metrics import Metrics
from rondel.server.settings import Settings
from rondel.server.storage import leases, lists, presence
from rondel.server.storage.errors import StoreAway
from rondel.server.table import EXPIRED, OPEN, Table
from rondel.server.tables import Tables
from rondel.server.thinking import Answer, Question, Thinkers

logger = logging.getLogger(__name__)

TICK: Final = 1.0
"""Seconds between two looks at the clocks."""
ROUNDS: Final = 3
"""So often within a lease it is kept up, and one looks for tables where bots decide."""
CLEANING: Final = 600
"""So many ticks until the next look for what is forgotten."""
CALL: Final = "bots"
"""Announced with the id of a table by a process that has no bots."""
DAY: Final = 86400.0

OUTAGES: Final = (StoreAway, DBAPIError, OSError, TimeoutError)
"""What a database that does not answer raises; the next round tries again."""


class Steward:
    """What a process does by itself."""

    def __init__(
        self,
        tables: Tables,
        thinkers: Thinkers,
        metrics: Metrics,
        process: str,
        settings: Settings,
    ) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._metrics = metrics
        self._process = process
        self._lease_seconds = settings.bot_lease
        self._idle = settings.idle_days * DAY
        self._retention = settings.retention
        self._serving: dict[str, asyncio.Task[None]] = {}
        self._ticks = 0
        self._round = max(1, int(settings.bot_lease / ROUNDS / TICK))
        tables.follow(self.look_at)
        self._stop = tables.database.listen(self._heard)

    # Bots -------------------------------------------------------------------------------------

    def look_at(self, id: str) -> None:
        """Lets a bot think if one must decide at a table this process knows."""
        table = self._tables.peek(id)
        if table is not None and table.bot_to_decide:
            self._serve(id)

    def _serve(self, id: str) -> None:
        if id not in self._serving:
            self._serving[id] = task = asyncio.create_task(self._see_to(id))
            task.add_done_callback(report_bug)

    async def _see_to(self, id: str) -> None:
        try:
            if self._thinkers.can_think:
                await self._let_bots_decide(id)
            else:
                await self._call_others(id)
        except OUTAGES as error:
            logger.warning("database", extra={"table": id, "reason": str(error)})
        finally:
            # Before anything else happens at this table, so that it is not missed.
            del self._serving[id]

    async def _let_bots_decide(self, id: str) -> None:
        """Goes on as long as it is a bot's decision at this table."""
        while await self._one_decision(id):
            pass

    async def _call_others(self, id: str) -> None:
        """Tells the processes that have bots of a table."""
        async with self._tables.database.writing() as writing:
            writing.announce(f"{id}:{CALL}")

    def _heard(self, message: str) -> None:
        id, _, what = message.partition(":")
        if what == CALL and self._thinkers.can_think:
            self._serve(id)

    async def _one_decision(self, id: str) -> bool:
        """Whether there may be another."""
        table = await self._tables.get(id)
        bot = table.bot_to_decide
        if bot is None:
            return False
        if not await self._lease(table):
            return not await self._tables.is_newest(table)
        answer = await self._thinkers.decide(question_of(table, bot))
        self._report(table, bot, answer)

        def make(draft: Table) -> None:
            now = self._tables.clock()
            play.act_for_bot(draft, table.position, answer.entry, answer.bot, now)

        try:
            await self._tables.change(id, make)
            self._metrics.actions_acknowledged.labels("bot").inc()
        except Refusal as refusal:
            logger.info("bot overtaken", extra={"table": id, "code": refusal.code})
        return True

    def _report(self, table: Table, bot: str, answer: Answer) -> None:
        outcome = "failed" if answer.failure else "decided"
        self._metrics.bot_decisions.labels(bot, outcome).inc()
        self._metrics.bot_seconds.labels(answer.bot).observe(answer.seconds)
        if answer.failure:
            values = {"table": table.id, "bot": bot, "instead": answer.bot}
            logger.error("bot failed", extra={**values, "reason": answer.failure})

    async def _lease(self, table: Table) -> bool:
        """Whether this process may let a bot think at a table, and knows it as it is now."""
        if not self._tables.database.shared:
            return True
        now = self._tables.clock()
        async with self._tables.database.writing() as writing:
            until = now + self._lease_seconds
            return await leases.take(writing.connection, table, self._process, now, until)

    # Rounds -----------------------------------------------------------------------------------

    async def run(self) -> None:
        """Makes rounds until cancelled."""
        await self._try(self._tables_with_bots)
        while True:
            await asyncio.sleep(TICK)
            await self.tick()

    async def tick(self) -> None:
        """One round of what is due."""
        self._ticks += 1
        await self._try(self._clocks)
        if self._ticks % self._round == 0:
            await self._try(self._keep_leases)
            await self._try(self._tables_with_bots)
            await self._try(self._tables.check_watched)
        if self._ticks % CLEANING == 0:
            await self._try(self.clean)

    async def _try(self, duty: Callable[[], Awaitable[None]]) -> None:
        try:
            await duty()
        except OUTAGES as error:
            logger.warning("database", extra={"duty": duty.__name__, "reason": str(error)})

    async def _tables_with_bots(self) -> None:
        if not self._thinkers.can_think:
            return
        async with self._tables.database.reading() as connection:
            waiting = await lists.where_bots_decide(connection)
        for id in waiting:
            self._serve(id)

    async def _clocks(self) -> None:
        now = self._tables.clock()
        async with self._tables.database.reading() as connection:
            late = await lists.where_time_is_up(connection, now)
        for id in late:
            await self._tables.change(id, lambda draft: time_out(draft, now))

    async def _keep_leases(self) -> None:
        now = self._tables.clock()
        self._metrics.tables_in_memory.set(self._tables.kept)
        async with self._tables.database.writing() as writing:
            await presence.keep(writing.connection, self._process, now + presence.BELIEVED)
            if self._serving and self._tables.database.shared:
                ids = list(self._serving)
                await leases.keep(writing.connection, ids, self._process, now + self._lease_seconds)

    async def clean(self) -> None:
        """Drops what is forgotten: people of dead processes, tables that never started."""
        now = self._tables.clock()
        async with self._tables.database.writing() as writing:
            await presence.forget(writing.connection, now)
            idle = await lists.idle_since(writing.connection, now - self._idle)
        for id in idle:
            await self._tables.change(id, lambda draft: expire(draft, now, self._idle))
        await erase_unfinished(self._tables.database, now)
        await clear(self._tables.database, self._retention, now)

    async def close(self) -> None:
        """Stops; what bots think about now is for the next process."""
        self._stop()
        tasks = list(self._serving.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._tables.database.shared:
            await self._try(self._give_back_leases)

    async def _give_back_leases(self) -> None:
        async with self._tables.database.writing() as writing:
            await leases.give_back(writing.connection, self._process)


def report_bug(task: asyncio.Task[None]) -> None:
    """Writes to the log what nobody else would hear of."""
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.error("steward stopped", exc_info=error)


def question_of(table: Table, bot: str) -> Question:
    """What a bot is asked at a table."""
    game, seat = table.running, table.deciding
    assert seat is not None
    return Question(
        heading=game.heading(),
        checkpoint=game.at(game.first).snapshot() if game.first else None,
        first=game.first,
        entries=[action.to_json() for action in game.actions()],
        player=seat.name or "",
        bot=bot,
        seed=f"{table.id}:{table.position}",
    )


def time_out(draft: Table, now: float) -> None:
    """Lets a bot decide for a seat whose time is up; its owner has no say until he returns."""
    clocks.time_out(draft, now)
    votes.recount(draft, now)


def expire(draft: Table, now: float, idle: float) -> None:
    """Ends a table that was never started and that nobody has touched for long."""
    if draft.status == OPEN and draft.changed_at < now - idle:
        draft.status, draft.ended_at = EXPIRED, now
        draft.note(now, "expired", {})
