"""Sees to it that games go on: bots decide, time runs out, forgotten tables expire."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final, NamedTuple

from rondel.records import Transcript
from rondel.server.bots.pool import Answer, Question, Thinkers
from rondel.server.errors import Refusal, conflict
from rondel.server.metrics import Metrics
from rondel.server.model.table import EXPIRED, OPEN, Draft, Table
from rondel.server.people.erasure import erase_unfinished
from rondel.server.settings import Settings
from rondel.server.storage.outages import bridging_outages
from rondel.server.storage.rows import leases, lists, presence
from rondel.server.table import authority, clocks, votes
from rondel.server.table.tables import Maker, Tables
from rondel.server.traces import span
from rondel.server.upkeep.background import Duty
from rondel.server.upkeep.clearing import clear

logger = logging.getLogger(__name__)

TICK: Final = 1.0
"""Seconds between two looks at the clocks."""
ROUNDS: Final = 3
"""So often within a lease it is kept up, and one looks for tables where bots decide."""
CLEANING: Final = 600
"""So many ticks until the next look for what is forgotten."""
CALL: Final = "bots"
"""Announced with the id of a table by a process that has no bots."""
EXPECT: Final = "expect"
"""Announced with a table, a position, and the seconds until a bot is likely to have decided."""
WORTH_TELLING: Final = 2.0
"""Seconds of waiting for a bot that nobody need be told of."""
DAY: Final = 86400.0

LATE: Final = 30.0
"""Seconds without a round after which something must be wrong."""

UNWATCHED: Final = 2.0
"""Seconds by which bots at tables that nobody looks at are behind those that people wait for."""
ALONE: Final = 60.0
"""Seconds by which bots that play among themselves are behind those that play with people."""


class Expected(NamedTuple):
    """When a bot is likely to have decided."""

    position: int
    """About which position."""
    at: float
    """The moment, as the clock of the server has it."""


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
        self._last_round = time.monotonic()
        self._expected: dict[str, Expected] = {}
        often = max(1, int(settings.bot_lease / ROUNDS / TICK))
        self._duties = (
            Duty("clocks", 1, self._clocks),
            Duty("leases", often, self._keep_leases),
            Duty("bots", often, self._tables_with_bots),
            Duty("watched", often, tables.check_watched),
            Duty("cleaning", CLEANING, self.clean),
        )
        tables.follow(self.look_at)
        self._stop = tables.database.listen(self._heard)

    # Bots -------------------------------------------------------------------------------------

    def look_at(self, id: str) -> None:
        """Lets a bot think if one must decide at a table this process knows."""
        table = self._tables.peek(id)
        if table is not None and table.bot_to_decide:
            self._serve(id)

    def _serve(self, id: str) -> None:
        if id not in self._serving and self._tables.troubles.of(id) is None:
            self._serving[id] = asyncio.create_task(self._see_to(id))

    async def _see_to(self, id: str) -> None:
        try:
            with bridging_outages(table=id):
                async with self._tables.troubles.working(id):
                    await self._let_bots_decide(id)
        finally:
            # Before anything else happens at this table, so that it is not missed.
            del self._serving[id]

    async def _let_bots_decide(self, id: str) -> None:
        """Goes on as long as it is a bot's decision at this table."""
        if self._thinkers.can_think:
            while await self._one_decision(id):
                pass
        else:
            await self._call_others(id)

    async def _call_others(self, id: str) -> None:
        """Tells the processes that have bots of a table."""
        async with self._tables.database.writing() as writing:
            writing.announce(f"{id}:{CALL}")

    def _heard(self, message: str) -> None:
        id, _, what = message.partition(":")
        if what == CALL and self._thinkers.can_think:
            self._serve(id)
        elif what.startswith(EXPECT):
            _, position, seconds = what.split(":")
            self._expect(id, int(position), int(seconds))

    async def _one_decision(self, id: str) -> bool:
        """Whether there may be another."""
        table = await self._tables.get(id)
        bot = table.bot_to_decide
        if bot is None:
            return False
        behind = self._behind(table)
        expected = self._thinkers.expected(behind)
        if not await self._lease(table, expected):
            return not await self._tables.is_newest(table)
        # A trace of its own: what made the bot's turn may be long over.
        with span("bot.decision", root=True, table=id, bot=bot):
            await self._decide(table, bot, behind)
        return True

    async def _decide(self, table: Table, bot: str, behind: float) -> None:
        answer = await self._answer(table, bot, behind)

        def make(draft: Draft) -> None:
            now = self._tables.clock()
            authority.act_for_bot(draft, table.position, answer.entry, answer.bot, now)

        try:
            await self._tables.change(table.id, make)
            self._metrics.actions_acknowledged.labels("bot").inc()
        except Refusal as refusal:
            logger.info("bot overtaken", extra={"table": table.id, "code": refusal.code})

    async def _answer(self, table: Table, bot: str, behind: float) -> Answer:
        """What a bot decides, in its turn."""
        began = time.monotonic()
        answer = await self._thinkers.decide(question_of(table, bot), behind)
        self._metrics.bot_wait_seconds.labels(answer.bot).observe(time.monotonic() - began)
        self._report(table, bot, answer)
        return answer

    async def advise(self, table: Table, bot: str) -> Answer:
        """What a bot would decide in place of the person who must.

        Raises: Refusal where no bot can think.
        """
        if not self._thinkers.can_think:
            raise conflict("hint/no_bots", "Bots think elsewhere: there is no hint here.")
        return await self._answer(table, bot, 0.0)

    def expected(self, table: Table) -> float | None:
        """Seconds until a bot is likely to have decided; None if that is soon or not known."""
        found = self._expected.get(table.id)
        if found is None or found.position != table.position or table.bot_to_decide is None:
            return None
        return max(0.0, found.at - self._tables.clock())

    def _expect(self, id: str, position: int, seconds: float) -> None:
        """Lets who waits for a table know how long a bot will take."""
        self._expected[id] = Expected(position, self._tables.clock() + seconds)
        self._tables.stir(id)

    def _behind(self, table: Table) -> float:
        """Seconds of a head start that bots at other tables have."""
        if not table.people:
            return ALONE
        return 0.0 if self._tables.is_watched(table.id) else UNWATCHED

    def _report(self, table: Table, bot: str, answer: Answer) -> None:
        outcome = "failed" if answer.failure else "decided"
        self._metrics.bot_decisions.labels(bot, outcome).inc()
        self._metrics.bot_seconds.labels(answer.bot).observe(answer.seconds)
        if answer.failure:
            values = {"table": table.id, "bot": bot, "instead": answer.bot}
            logger.error("bot failed", extra={**values, "reason": answer.failure})

    async def _lease(self, table: Table, expected: float) -> bool:
        """Whether this process may let a bot think at a table, and knows it as it is now."""
        is_long = expected >= WORTH_TELLING
        if not self._tables.database.shared:
            if is_long:
                self._expect(table.id, table.position, expected)
            return True
        now = self._tables.clock()
        async with self._tables.database.writing() as writing:
            until = now + self._lease_seconds
            if is_long:
                writing.announce(f"{table.id}:{EXPECT}:{table.position}:{expected:.0f}")
            return await leases.take(writing.connection, table, self._process, now, until)

    # Rounds -----------------------------------------------------------------------------------

    async def run(self) -> None:
        """Makes rounds until cancelled."""
        with bridging_outages(duty="bots"):
            await self._tables_with_bots()
        while True:
            await asyncio.sleep(TICK)
            await self.tick()

    async def tick(self) -> None:
        """One round of what is due."""
        self._ticks += 1
        for duty in self._duties:
            await duty.do(self._ticks, self._metrics)
        self._last_round = time.monotonic()
        self._metrics.last_round.set_to_current_time()
        self._metrics.bots_waiting.set(self._thinkers.waiting)

    @property
    def failure(self) -> Refusal | None:
        """Why games do not go on by themselves here; None if they do."""
        silent = time.monotonic() - self._last_round
        if silent > LATE:
            told = f"Clocks and bots stand still: the last round was {silent:.0f} seconds ago."
            return Refusal(503, "server/rounds_stopped", told)
        if self._thinkers.failure is not None:
            told = "No process for bots can be started; the log tells why."
            return Refusal(503, "server/bots_stopped", told)
        return None

    async def _tables_with_bots(self) -> None:
        if not self._thinkers.can_think:
            return
        async with self._tables.database.reading() as connection:
            waiting = await lists.where_bots_decide(connection)
        for id in waiting:
            self._serve(id)

    async def _clocks(self) -> None:
        await self._tables.catch_up()
        now = self._tables.clock()
        async with self._tables.database.reading() as connection:
            late = await lists.where_time_is_up(connection, now)
        for id in late:
            await self._change(id, lambda draft: time_out(draft, now))

    async def _change(self, id: str, make: Maker) -> None:
        """Changes a table, unless something is wrong with it: that stops no other."""
        if self._tables.troubles.of(id) is None:
            async with self._tables.troubles.working(id):
                await self._tables.change(id, make)

    async def _keep_leases(self) -> None:
        now = self._tables.clock()
        self._metrics.tables_in_memory.set(self._tables.kept)
        over = [id for id, one in self._expected.items() if one.at < now - self._lease_seconds]
        for id in over:
            del self._expected[id]
        if not self._tables.database.shared:
            return
        async with self._tables.database.writing() as writing:
            await presence.keep(writing.connection, self._process, now + presence.BELIEVED)
            if self._serving:
                ids = list(self._serving)
                await leases.keep(writing.connection, ids, self._process, now + self._lease_seconds)

    async def clean(self) -> None:
        """Drops what is forgotten: people of dead processes, tables that never started."""
        now = self._tables.clock()
        async with self._tables.database.writing() as writing:
            await presence.forget(writing.connection, now)
            idle = await lists.idle_since(writing.connection, now - self._idle)
        for id in idle:
            await self._change(id, lambda draft: expire(draft, now, self._idle))
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
            with bridging_outages(duty="leases"):
                await self._give_back_leases()

    async def _give_back_leases(self) -> None:
        async with self._tables.database.writing() as writing:
            await leases.give_back(writing.connection, self._process)


def question_of(table: Table, bot: str) -> Question:
    """What a bot is asked at a table."""
    seat = table.deciding
    assert seat is not None
    return Question(
        game=Transcript.of(table.running),
        player=seat.name or "",
        bot=bot,
        seed=f"{table.id}:{table.position}",
        # Both grow with an action; only what is taken back brings them apart.
        line=f"{table.id}:{table.position - table.length}",
    )


def time_out(draft: Draft, now: float) -> None:
    """Lets a bot decide for a seat whose time is up; its owner has no say until he returns."""
    clocks.time_out(draft, now)
    votes.recount(draft, now)


def expire(draft: Draft, now: float, idle: float) -> None:
    """Ends a table that was never started and that nobody has touched for long."""
    if draft.status == OPEN and draft.changed_at < now - idle:
        draft.status, draft.ended_at = EXPIRED, now
        draft.note(now, "expired", {})
