"""Who is at a table now: whoever holds a connection to any of the processes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from rondel.server.storage import presence as stored
from rondel.server.tables import Tables

CHANGED: Final = "presence"
"""Announced with the id of a table where somebody has come or gone."""


People = list[dict[str, str]]
"""Ids and names."""


class Attendance:
    """Counts connections, and tells the other processes."""

    def __init__(self, tables: Tables, process: str) -> None:
        self._tables = tables
        self._process = process
        self._connections: Counter[tuple[str, str]] = Counter()
        self._told: set[tuple[str, str]] = set()
        self._turn = asyncio.Lock()
        self._known: dict[str, People] = {}
        self._looking: dict[str, object] = {}
        self._stop = tables.database.listen(self._heard)

    def close(self) -> None:
        """Stops listening to other processes."""
        self._stop()

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
        async with self._tables.database.reading() as connection:
            return await stored.at(connection, table, self._tables.clock())

    def forget(self, table: str) -> None:
        """Looks again the next time: somebody's process may have died."""
        self._known.pop(table, None)
        self._looking.pop(table, None)

    @asynccontextmanager
    async def present(self, table: str, user: str | None) -> AsyncIterator[None]:
        """Somebody is there for so long; spectators without a name are not counted."""
        if user is None:
            yield
            return
        key = (table, user)
        self._connections[key] += 1
        try:
            await self._tell(*key)
            yield
        finally:
            self._connections[key] -= 1
            if not self._connections[key]:
                del self._connections[key]
            await self._tell(*key)

    async def _tell(self, table: str, user: str) -> None:
        """Tells whether somebody is there now, if that is news; in turn: the last word counts."""
        key = (table, user)
        async with self._turn:
            is_there = key in self._connections
            if is_there == (key in self._told):
                return
            await self._write(table, user, is_there)
            (self._told.add if is_there else self._told.discard)(key)

    async def _write(self, table: str, user: str, is_there: bool) -> None:
        until = self._tables.clock() + stored.BELIEVED
        async with self._tables.database.writing() as writing:
            if is_there:
                await stored.put(writing.connection, table, user, self._process, until)
            else:
                await stored.remove(writing.connection, table, user, self._process)
            writing.announce(f"{table}:{CHANGED}")

    def _heard(self, message: str) -> None:
        table, _, what = message.partition(":")
        if what == CHANGED:
            self.forget(table)
            self._tables.stir(table)
