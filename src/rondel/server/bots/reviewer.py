"""Reviews are made in the background, one after the other, behind all that is played."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, TypeVar

from rondel.judging import Finding, Glance, parts_of, strongest, suspects
from rondel.judging.making import glance_at, look_at
from rondel.records import Transcript
from rondel.server.bots.judges import Judges, transcribed, written
from rondel.server.errors import Refusal
from rondel.server.storage.outages import bridging_outages
from rondel.server.storage.rows import reviews, stretches
from rondel.server.storage.rows.reviews import DONE, FAILED, Kept
from rondel.server.table.tables import Tables

logger = logging.getLogger(__name__)

Item = TypeVar("Item")
Result = TypeVar("Result")

BEHIND: Final = 60.0
"""Seconds by which reviews are behind analyses, which somebody waits for."""

LOOK_SECONDS: Final = 3.0
"""How often one looks for reviews that were asked for elsewhere."""

LEASE: Final = 60.0
"""Seconds after which another process may make a review that was left."""

TELL_SECONDS: Final = 0.5
"""How often the store is told how far a review is."""


class Gone(Exception):
    """The review is not wanted any more: its table was changed or deleted."""


class Reviewer:
    """Makes the reviews that were asked for, where there are processes to think in."""

    def __init__(self, tables: Tables, judges: Judges, process: str) -> None:
        self._tables = tables
        self._database = tables.database
        self._clock = tables.clock
        self._judges = judges
        self._process = process
        self._asked = asyncio.Event()

    def stir(self) -> None:
        """Says that a review was asked for."""
        self._asked.set()

    async def run(self) -> None:
        """Makes reviews until cancelled."""
        while self._judges.can_think:
            with bridging_outages(duty="reviews"):
                while (table := await self._take()) is not None:
                    await self._see_to(table)
            await self._rest()
        await asyncio.Event().wait()

    async def _rest(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._asked.wait(), LOOK_SECONDS)
        self._asked.clear()

    async def _take(self) -> str | None:
        now = self._clock()
        async with self._database.writing() as writing:
            return await reviews.take(writing.connection, self._process, now, now + LEASE)

    async def _see_to(self, table: str) -> None:
        """Makes a review; what goes wrong with one does not keep others from being made."""
        began = time.monotonic()
        try:
            kept = await self._made(table, began)
        except Gone:
            return
        except (OSError, RuntimeError, Refusal, ValueError) as error:
            logger.error("review failed", extra={"table": table}, exc_info=error)
            kept = Kept(FAILED, 0, 0, None, None, None, None)
        async with self._database.writing() as writing:
            await reviews.finish(writing.connection, table, self._process, kept)

    async def _made(self, id: str, began: float) -> Kept:
        table = await self._tables.get(id)
        passage = await stretches.passage(self._database, table, 0, table.length)
        transcript: Transcript = await self.work(id, transcribed, passage)
        making = Making(self, id, transcript)
        seen = await making.glances()
        found = await making.looks(suspects(seen))
        body: str = await self.work(id, written, transcript, seen, found)
        judge, seconds = strongest(), time.monotonic() - began
        length = transcript.length
        return Kept(DONE, length, length, judge.name, judge.version, seconds, body)

    async def work(self, id: str, work: Callable[..., Result], *values: object) -> Result:
        """What a function gives that is carried out in a process of the judges."""
        return await self._judges.work(BEHIND, f"review {id}", work, *values)

    async def each(
        self, items: Sequence[Item], do: Callable[[Item], Awaitable[Result]]
    ) -> list[Result]:
        """What comes of all items, in their order; as many at once as there are processes."""
        room = asyncio.Semaphore(len(self._judges))

        async def one(item: Item) -> Result:
            async with room:
                return await do(item)

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(item)) for item in items]
        return [task.result() for task in tasks]

    async def tell(self, table: str, done: int) -> None:
        """Tells the store how far a review is.

        Raises: Gone.
        """
        until = self._clock() + LEASE
        async with self._database.writing() as writing:
            connection = writing.connection
            if not await reviews.go_on(connection, table, self._process, done, until):
                raise Gone


class Making:
    """One review being made."""

    def __init__(self, reviewer: Reviewer, table: str, transcript: Transcript) -> None:
        self._reviewer = reviewer
        self._table = table
        self._transcript = transcript
        self._done = 0
        self._told_at = 0.0

    async def glances(self) -> list[Glance]:
        """The first pass, told as it goes on."""
        found = await self._reviewer.each(parts_of(self._transcript), self._glance)
        return [glance for part in found for glance in part]

    async def _glance(self, part: tuple[int, int]) -> list[Glance]:
        found = await self._work(glance_at, self._transcript, part)
        self._done += part[1] - part[0] + 1
        await self._tell()
        return found

    async def looks(self, wanted: list[Glance]) -> list[Finding]:
        """The second pass."""
        return await self._reviewer.each(wanted, self._look)

    async def _look(self, suspect: Glance) -> Finding:
        found = await self._work(look_at, self._transcript, suspect)
        await self._tell()
        return found

    async def _work(self, work: Callable[..., Result], *values: object) -> Result:
        return await self._reviewer.work(self._table, work, *values)

    async def _tell(self) -> None:
        if time.monotonic() >= self._told_at + TELL_SECONDS:
            self._told_at = time.monotonic()
            await self._reviewer.tell(self._table, self._done)
