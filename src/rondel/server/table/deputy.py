"""Carries out plans: when it is somebody's decision and a plan of his says what, it is decided."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from rondel.server.errors import Refusal
from rondel.server.model.table import RUNNING, Draft, Table
from rondel.server.storage.outages import bridging_outages
from rondel.server.storage.rows import plans as rows
from rondel.server.table import authority
from rondel.server.table.plans import ONCE, Outcome, outcomes
from rondel.server.table.tables import Tables

logger = logging.getLogger(__name__)

SWEEP: Final = 20.0
"""Seconds between two looks for what a process that ended has left."""
MOST_AT_ONCE: Final = 100
"""So many decisions one after the other at a table: there is no end to what a mistake may do."""


class Deputy:
    """Decides for people by their plans."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._serving: dict[str, asyncio.Task[None]] = {}
        self._planned: set[str] = set()
        tables.follow(self.look_at)

    async def run(self) -> None:
        """Looks now and then for plans that are due; most are carried out at once."""
        while True:
            with bridging_outages():
                await self.sweep()
            await asyncio.sleep(SWEEP)

    async def sweep(self) -> None:
        """Carries out all plans that are due, and learns of those that others have taken."""
        async with self._tables.database.reading() as connection:
            self._planned = await rows.where_planned(connection)
            due = await rows.where_due(connection)
        for id in due:
            await self._decide_at(id)

    async def close(self) -> None:
        """Ends what is under way."""
        for task in [*self._serving.values()]:
            task.cancel()
        await asyncio.gather(*self._serving.values(), return_exceptions=True)

    def expect(self, id: str) -> None:
        """Hears of a plan at a table; what is due already is decided."""
        self._planned.add(id)
        self.look_at(id)

    def look_at(self, id: str) -> None:
        """Carries out plans at a table this process knows, if a person must decide there.

        Where nobody has any plans this costs nothing; of those made in other processes it knows
        after the next sweep.
        """
        if id not in self._planned or id in self._serving:
            return
        table = self._tables.peek(id)
        if table is not None and person_to_decide(table):
            self._serving[id] = asyncio.create_task(self._see_to(id))

    async def _see_to(self, id: str) -> None:
        try:
            with bridging_outages(table=id):
                await self._decide_at(id)
        finally:
            del self._serving[id]

    async def _decide_at(self, id: str) -> None:
        for _ in range(MOST_AT_ONCE):
            try:
                if not await self._one_decision(id):
                    return
            except Refusal:
                # Somebody was faster, or the game is paused or damaged: it is looked at again.
                return
        logger.warning("plans do not end", extra={"table": id})

    async def _one_decision(self, id: str) -> bool:
        """Whether something was decided."""
        table = await self._tables.get(id)
        user = person_to_decide(table)
        if user is None or table.deciding is None:
            return False
        async with self._tables.database.reading() as connection:
            waiting = await rows.waiting(connection, id, user)
        # What was decided by plan and taken back is left to the player.
        again = [plan for plan in waiting if plan.entry is None or plan.entry <= table.length]
        own = [plan for plan in again if plan.seat == table.deciding.number]
        if not own:
            return False
        decided = False
        for outcome in outcomes(table.running, table.deciding.name or "", own):
            decided = await self._carry_out(table, user, outcome)
        return decided

    async def _carry_out(self, table: Table, user: str, outcome: Outcome) -> bool:
        """Decides by the authority that everybody decides by; whether it has."""
        now, plan = self._tables.clock(), outcome.plan
        if outcome.entry is None:
            async with self._tables.database.writing() as writing:
                await rows.end(writing.connection, plan.id, rows.LAPSED, now, outcome.lapsed)
            return False
        entry = dict(outcome.entry)

        def make(draft: Draft) -> None:
            authority.act(draft, user, table.position, entry, now, plan.kind)

        changed = await self._tables.change(table.id, make)
        async with self._tables.database.writing() as writing:
            await rows.note(writing.connection, plan.id, changed.length)
            if plan.kind in ONCE:
                await rows.end(writing.connection, plan.id, rows.DONE, now)
        return True


def person_to_decide(table: Table) -> str | None:
    """The person who must decide at a table, and is there to; None for bots and nobody."""
    seat = table.deciding
    if table.status != RUNNING or table.paused_at is not None or seat is None:
        return None
    return None if seat.away else seat.user_id
