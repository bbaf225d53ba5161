"""Who is at a table now: whoever holds a connection to any of the processes.

A process knows its own connections without asking anybody. Where others share the store, it
writes down who came and went, a moment later and all together: a thousand people who come back
after a restart cost a few transactions, not a thousand.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from rondel.server.storage.errors import StoreAway
from rondel.server.storage.rows import presence as stored
from rondel.server.table.tables import Tables

logger = logging.getLogger(__name__)

CHANGED: Final = "presence"
"""Announced with the id of a table where somebody has come or gone."""
GATHERING: Final = 0.1
"""Seconds in which comings and goings are gathered before they are written."""
RETRY: Final = 1.0
"""Seconds until it is tried again, where the database was away."""

People = list[dict[str, str]]
"""Ids and names."""
Key = tuple[str, str]
"""A table and a person."""


class Attendance:
    """Counts connections, and tells the other processes."""

    def __init__(self, tables: Tables, process: str) -> None:
        self._tables = tables
        self._process = process
        self._connections: Counter[Key] = Counter()
        self._here: dict[str, set[str]] = {}
        self._told: set[Key] = set()
        self._telling: asyncio.Task[None] | None = None
        self._known: dict[str, People] = {}
        self._looking: dict[str, object] = {}
        self._stop = tables.database.listen(self._heard)

    async def close(self) -> None:
        """Stops listening to other processes, and tells them that nobody is here any more."""
        self._stop()
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)
        if self._told:
            self._connections.clear()
            await self._tell_once()

    # Looking ----------------------------------------------------------------------------------

    async def who(self, table: str) -> People:
        """The people at a table, for somebody who is there and asks often."""
        while (known := self._known.get(table)) is None:
            begun = self._looking.setdefault(table, object())
            found = await self.look(table)
            # Who came or went meanwhile has taken it out; who has looked since began anew.
            if self._looking.get(table) is begun:
                self._known[table] = found
        return known

    async def look(self, table: str) -> People:
        """The people at a table."""
        there = set(self._here.get(table, ()))
        database = self._tables.database
        if database.shared:
            now = self._tables.clock()
            there |= await stored.at(database, table, self._process, now)
        return await stored.named(database, there)

    def forget(self, table: str) -> None:
        """Looks again the next time: somebody's process may have died."""
        self._known.pop(table, None)
        self._looking.pop(table, None)

    # Coming and going -------------------------------------------------------------------------

    @asynccontextmanager
    async def present(self, table: str, user: str | None) -> AsyncIterator[None]:
        """Somebody is there for so long; spectators without a name are not counted."""
        if user is None:
            yield
            return
        self._come(table, user)
        try:
            yield
        finally:
            self._go(table, user)

    def _come(self, table: str, user: str) -> None:
        self._connections[table, user] += 1
        if self._connections[table, user] == 1:
            self._here.setdefault(table, set()).add(user)
            self._changed(table)

    def _go(self, table: str, user: str) -> None:
        self._connections[table, user] -= 1
        if not self._connections[table, user]:
            del self._connections[table, user]
            self._here[table].discard(user)
            if not self._here[table]:
                del self._here[table]
            self._changed(table)

    def _changed(self, table: str) -> None:
        self.forget(table)
        self._tables.stir(table)
        if self._tables.database.shared and (self._telling is None or self._telling.done()):
            self._telling = asyncio.create_task(self._tell())

    # Telling other processes ------------------------------------------------------------------

    async def _tell(self) -> None:
        """Writes until there is no news."""
        pause = GATHERING
        while self._connections.keys() != self._told:
            await asyncio.sleep(pause)
            pause = GATHERING if await self._tell_once() else RETRY

    async def _tell_once(self) -> bool:
        """Writes who came and went since the last time; False if the database is away."""
        now_here = set(self._connections)
        come, gone = now_here - self._told, self._told - now_here
        until = self._tables.clock() + stored.BELIEVED
        try:
            async with self._tables.database.writing() as writing:
                await stored.change(writing, self._process, come, gone, until)
                for table in {table for table, _ in come | gone}:
                    writing.announce(f"{table}:{CHANGED}")
        except StoreAway as error:
            logger.warning("presence not told", extra={"reason": str(error)})
            return False
        self._told = now_here
        return True

    def _heard(self, message: str) -> None:
        table, _, what = message.partition(":")
        if what == CHANGED:
            self.forget(table)
            self._tables.stir(table)
