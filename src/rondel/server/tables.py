"""The tables of this process: read from the store once, then kept up to date and changed.

Every change is made on a draft by a function that knows the rules of the table, is written by
compare-and-set on the number of the last line of the log, and then takes effect here and in all
other processes. Whoever comes too late sees the newer table and tries again.
"""

from __future__ import annotations

import asyncio
import sys
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final
from weakref import WeakValueDictionary

from rondel.engine import Game
from rondel.server.errors import Refusal, missing
from rondel.server.storage import stretches
from rondel.server.storage import tables as stored
from rondel.server.storage.database import Database
from rondel.server.storage.hub import EVERYTHING
from rondel.server.table import Row, Table

KEPT: Final = 1000
"""Tables a process keeps in memory."""
RECENT: Final = 20
"""Lines of a table's log kept in memory."""
PAGE: Final = 500
"""Lines of the log read at once."""

Maker = Callable[[Table], None]
"""Changes a draft, or raises a Refusal."""


def unknown_table(id: str) -> Refusal:
    """The answer for tables that do not exist, or that somebody may not know of."""
    return missing("table/unknown", f"There is no table {id!r}, or it is private.")


class Tables:
    """Reads and changes tables, and tells who waits for changes."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self.database = database
        self.clock = clock
        self._kept: OrderedDict[str, Table] = OrderedDict()
        self._recent: dict[str, deque[Row]] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._watching: dict[str, set[Callable[[], None]]] = {}
        self._followers: list[Callable[[str], None]] = []
        self._outdated: dict[str, bool] = {}
        self._under_way: dict[str, int] = {}
        self._stop = database.listen(self._heard)

    def close(self) -> None:
        """Stops listening to other processes."""
        self._stop()

    @property
    def kept(self) -> int:
        """Tables in memory."""
        return len(self._kept)

    # Reading ----------------------------------------------------------------------------------

    async def get(self, id: str) -> Table:
        """The table; not to be changed.

        Raises: Refusal if there is none.
        """
        table = self._kept.get(id)
        if table is None:
            async with self._lock(id):
                table = self._kept.get(id) or await self._read(id)
        self._kept.move_to_end(id)
        return table

    async def newest(self, id: str) -> Table:
        """The table as the store holds it now, even if its announcement is still on the way.

        Raises: Refusal if there is none.
        """
        table = await self.get(id)
        return table if await self.is_newest(table) else await self.get(id)

    async def is_newest(self, table: Table) -> bool:
        """Whether no other process has changed a table; one that has changed is forgotten."""
        if not self.database.shared:
            return True
        async with self.database.reading() as connection:
            seq = (await stored.last_rows(connection, [table.id]))[table.id]
        self._hear_of(table.id, seq)
        return seq <= table.seq

    def peek(self, id: str) -> Table | None:
        """The table if it is in memory."""
        return self._kept.get(id)

    async def seen(self, id: str, user: str | None, invite: str | None) -> Table:
        """The table, if somebody may know of it.

        Raises: Refusal.
        """
        table = await self.get(id)
        if not table.is_visible(user, invite):
            raise unknown_table(id)
        return table

    async def _read(self, id: str) -> Table:
        """Reads a table, and again if it is announced to have changed meanwhile."""
        try:
            self._outdated[id] = True
            while self._outdated[id]:
                self._outdated[id] = False
                table = await read_table(self.database, id)
        finally:
            del self._outdated[id]
        self._keep(table)
        return table

    def _keep(self, table: Table) -> None:
        self._kept[table.id] = table
        self._kept.move_to_end(table.id)
        while len(self._kept) > KEPT:
            self._forget(next(iter(self._kept)))

    def _forget(self, id: str) -> None:
        self._kept.pop(id, None)
        self._recent.pop(id, None)

    def _lock(self, id: str) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())

    async def rows_after(self, id: str, seq: int, most: int = PAGE) -> list[Row]:
        """The next lines of the log after a number, for all audiences."""
        recent = self._recent.get(id)
        table = self._kept.get(id)
        if table and table.seq <= seq:
            return []
        if table and recent and recent[0].seq <= seq + 1 and recent[-1].seq == table.seq:
            return [row for row in recent if row.seq > seq]
        async with self.database.reading() as connection:
            return await stored.rows_after(connection, id, seq, most)

    # Changing ---------------------------------------------------------------------------------

    async def add(self, draft: Table) -> Table:
        """Writes a new table."""
        with self._changing(draft):
            async with self.database.writing() as writing:
                await stored.add(writing.connection, draft)
                writing.announce(f"{draft.id}:{draft.seq}")
            return self._adopt(draft)

    async def change(self, id: str, make: Maker) -> Table:
        """Changes a table by `make`, which may be called again if another process was faster.

        Raises: Refusal by what the table is now, unchanged.
        """
        async with self._lock(id):
            while True:
                table = self._kept.get(id) or await self._read(id)
                draft = table.draft()
                try:
                    make(draft)
                except Refusal:
                    if await self.is_newest(table):
                        raise
                    continue
                if draft.seq == table.seq:
                    return table
                with self._changing(draft):
                    if await self._write(table, draft):
                        return self._adopt(draft)

    async def _write(self, table: Table, draft: Table) -> bool:
        async with self.database.writing() as writing:
            done = await stored.change(writing.connection, table, draft)
            if done:
                writing.announce(f"{draft.id}:{draft.seq}")
        return done

    @contextmanager
    def _changing(self, draft: Table) -> Iterator[None]:
        """Until a change is made or has failed, what is announced of the table waits."""
        self._under_way[draft.id] = draft.seq
        try:
            yield
        finally:
            self._hear_of(draft.id, self._under_way.pop(draft.id))

    def _adopt(self, draft: Table) -> Table:
        recent = self._recent.setdefault(draft.id, deque(maxlen=RECENT))
        recent.extend(draft.rows)
        table = draft.draft()
        self._keep(table)
        self.stir(draft.id)
        return table

    # Waiting ----------------------------------------------------------------------------------

    @contextmanager
    def watching(self, id: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever the table may have changed."""
        stirred = asyncio.Event()
        watchers = self._watching.setdefault(id, set())
        watchers.add(stirred.set)
        try:
            yield stirred
        finally:
            watchers.discard(stirred.set)
            if not watchers:
                self._watching.pop(id, None)

    def follow(self, follower: Callable[[str], None]) -> None:
        """Calls `follower` with the id of every table that has changed."""
        self._followers.append(follower)

    def _heard(self, message: str) -> None:
        if message == EVERYTHING:
            for id in {*self._kept, *self._watching, *self._outdated, *self._under_way}:
                self._hear_of(id, sys.maxsize)
            return
        id, _, seq = message.partition(":")
        if seq.isdecimal():
            self._hear_of(id, int(seq))

    def _hear_of(self, id: str, seq: int) -> None:
        """The log of a table has a line of this number."""
        if id in self._under_way:
            self._under_way[id] = max(seq, self._under_way[id])
        elif (table := self._kept.get(id)) is None or table.seq < seq:
            self._renew(id)

    def wake_all(self) -> None:
        """Wakes everybody who waits for any table."""
        for id in list(self._watching):
            self.stir(id)

    async def check_watched(self) -> None:
        """Looks whether an announcement about a table somebody waits for has got lost."""
        await self._check(list(self._watching))

    async def check_those_of(self, user: str) -> None:
        """Does not wait for the announcements of changes at the tables of somebody."""
        await self._check([id for id, table in self._kept.items() if table.knows(user)])

    async def _check(self, ids: list[str]) -> None:
        if not ids:
            return
        async with self.database.reading() as connection:
            newest = await stored.last_rows(connection, ids)
        for id, seq in newest.items():
            self._hear_of(id, seq)

    def _renew(self, id: str) -> None:
        self._forget(id)
        if id in self._outdated:
            self._outdated[id] = True
        self.stir(id)

    def stir(self, id: str) -> None:
        """Wakes who waits for a table."""
        for wake in list(self._watching.get(id, ())):
            wake()
        for follower in self._followers:
            follower(id)


async def read_table(database: Database, id: str) -> Table:
    """A table with its game, as the store holds it.

    Raises: Refusal if there is none.
    """
    async with database.reading() as connection:
        table = await stored.find(connection, id)
    if table is None:
        raise unknown_table(id)
    if table.heading is not None:
        table.play = await game_at(database, table, table.length)
        table.checkpoint = table.play.first
    return table


async def game_at(database: Database, table: Table, entries: int) -> Game:
    """The game of a table after so many entries, from the nearest checkpoint on."""
    async with database.reading() as connection:
        return (await stretches.passage(connection, table, entries, entries)).game()
