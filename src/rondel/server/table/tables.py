"""The tables of this process: read from the store once, then kept up to date and changed.

Every change is made on a draft by a function that knows the rules of the table, is written by
compare-and-set on the number of the last line of the log, and then takes effect here and in all
other processes, which repeat what the new lines of the log say. Whoever comes too late sees the
newer table and tries again.
"""

from __future__ import annotations

import asyncio
import sys
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final
from weakref import WeakValueDictionary

from rondel.engine import Game
from rondel.server.errors import Refusal, missing
from rondel.server.model.table import Draft, Row, Table
from rondel.server.storage.database import Database
from rondel.server.storage.hub import EVERYTHING
from rondel.server.storage.rows import stretches
from rondel.server.storage.rows import tables as stored
from rondel.server.storage.rows.troubles import outline
from rondel.server.table import authority
from rondel.server.table.blocks import Blocks
from rondel.server.table.soundness import check_standing
from rondel.server.table.troubles import Damaged, Troubles
from rondel.server.traces import span

KEPT: Final = 1000
"""Tables a process keeps in memory."""
RECENT: Final = 20
"""Lines of a table's log kept in memory."""
PAGE: Final = 100
"""Lines of the log read at once."""

UNKNOWN: Final = sys.maxsize
"""The number of the last line of a log, where it may be any."""

Maker = Callable[[Draft], None]
"""Changes a draft, or raises a Refusal."""


def unknown_table(id: str) -> Refusal:
    """The answer for tables that do not exist, or that somebody may not know of."""
    return missing("table/unknown", f"There is no table {id!r}, or it is private.")


class Tables:
    """Reads and changes tables, and tells who waits for changes."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float],
        catch_up: Callable[[], Awaitable[None]],
        troubles: Troubles,
    ) -> None:
        self.database = database
        self.clock = clock
        self.catch_up = catch_up
        """Makes sure that the clock is right before anything is changed by it."""
        self.troubles = troubles
        troubles.closing = self._close
        self._kept: OrderedDict[str, Table] = OrderedDict()
        self._recent: dict[str, deque[Row]] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._watching: dict[str, set[Callable[[], None]]] = {}
        self._followers: list[Callable[[str], None]] = []
        self._outdated: dict[str, bool] = {}
        self._behind: dict[str, int] = {}
        self._news: dict[str, dict[int, Row]] = {}
        self._under_way: dict[str, int] = {}
        self.blocks = Blocks(database)
        """Whom people keep away from."""
        self._stop = database.listen(self._heard)

    def close(self) -> None:
        """Stops listening to other processes."""
        self._stop()
        self.blocks.close()

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
        if table is None or id in self._behind:
            async with self._lock(id):
                table = await self._current(id)
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
        seq = await stored.last_row(self.database, table.id)
        self._hear_of(table.id, seq)
        return seq <= table.seq

    def peek(self, id: str) -> Table | None:
        """The table if it is in memory, and nothing newer has been heard of."""
        return None if id in self._behind else self._kept.get(id)

    async def seen(self, id: str, user: str | None, invite: str | None) -> Table:
        """The table, if somebody may know of it.

        Raises: Refusal; that a table is damaged is told to those who may know of it.
        """
        try:
            table = await self.get(id)
        except Damaged:
            await self._check_may_know(id, user, invite)
            raise
        if not table.is_visible(user, invite) or await self._keeps_out(table, user):
            raise unknown_table(id)
        return table

    async def _keeps_out(self, table: Table, user: str | None) -> bool:
        """Whether the host of a private table keeps away from somebody who does not play there."""
        if table.public or user is None or user == table.host_id or table.is_player(user):
            return False
        return user in await self.blocks.of(table.host_id)

    async def _current(self, id: str) -> Table:
        """The table as far as this process has heard of it; for who holds its lock."""
        while (table := self._kept.get(id)) and (seq := self._behind.pop(id, 0)) > table.seq:
            try:
                await self._catch_up(table, seq)
            except BaseException:
                # Who asks next must not take it for the newest.
                self._hear_of(id, seq)
                raise
        return table or await self._read(id)

    async def _catch_up(self, table: Table, seq: int) -> None:
        """Repeats what another process has done; what cannot be repeated is read anew."""
        heard = self._news.pop(table.id, {})
        rows = [heard[number] for number in range(table.seq + 1, seq + 1) if number in heard]
        if len(rows) < seq - table.seq:
            rows = await stored.rows_after(self.database, table.id, table.seq, PAGE)
        draft = table.draft()
        if len(rows) < PAGE and all(authority.repeat(draft, row) for row in rows):
            self._take_over(draft)
        else:
            self._forget(table.id)

    async def _check_may_know(self, id: str, user: str | None, invite: str | None) -> None:
        """Raises: Refusal if somebody may not know of a table, as far as it can be read."""
        async with self.troubles.reading(id), self.database.reading() as connection:
            table = await outline(connection, id)
        if table is None or not table.is_visible(user, invite):
            raise unknown_table(id)

    async def _read(self, id: str) -> Table:
        """Reads a table, and again if it is announced to have changed meanwhile.

        Raises: Refusal.
        """
        self.troubles.refuse_closed(id)
        try:
            self._outdated[id] = True
            while self._outdated[id]:
                self._outdated[id] = False
                async with self.troubles.reading(id):
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
        self._behind.pop(id, None)
        self._news.pop(id, None)

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
        async with self.troubles.reading(id):
            return await stored.rows_after(self.database, id, seq, most)

    # Changing ---------------------------------------------------------------------------------

    async def add(self, draft: Draft) -> Table:
        """Writes a new table."""
        with self._changing(draft), span("commit", table=draft.id):
            async with self.database.writing() as writing:
                await stored.add(writing, draft)
                writing.announce(stored.announcement(draft))
            return self._adopt(draft)

    async def change(self, id: str, make: Maker) -> Table:
        """Changes a table by `make`, which may be called again if another process was faster.

        Raises: Refusal by what the table is now, unchanged.
        """
        with span("table.change", table=id):
            return await self._change(id, make)

    async def _change(self, id: str, make: Maker) -> Table:
        async with self._lock(id):
            await self.catch_up()
            while True:
                table = await self._current(id)
                draft = table.draft()
                try:
                    make(draft)
                except Refusal:
                    if await self.is_newest(table):
                        raise
                    continue
                if draft.seq == table.seq:
                    return table
                with self._changing(draft), span("commit", table=id):
                    if await self._write(table, draft):
                        return self._adopt(draft)

    async def _write(self, table: Table, draft: Draft) -> bool:
        if (step := stored.step_to(table, draft)) is not None:
            return await self.database.go_on(step)
        async with self.database.writing() as writing:
            done = await stored.change(writing, table, draft)
            if done:
                writing.announce(stored.announcement(draft))
        return done

    @contextmanager
    def _changing(self, draft: Draft) -> Iterator[None]:
        """Until a change is made or has failed, what is announced of the table waits."""
        self._under_way[draft.id] = draft.seq
        try:
            yield
        finally:
            self._hear_of(draft.id, self._under_way.pop(draft.id))

    def _adopt(self, draft: Draft) -> Table:
        table = self._take_over(draft)
        self.stir(draft.id)
        return table

    def _take_over(self, draft: Draft) -> Table:
        """Puts a draft that the store agrees with in the place of the table."""
        recent = self._recent.setdefault(draft.id, deque(maxlen=RECENT))
        recent.extend(draft.rows)
        table = draft.settled()
        self._keep(table)
        self.troubles.look_again(draft.id)
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

    def is_watched(self, id: str) -> bool:
        """Whether somebody waits for a table here."""
        return id in self._watching

    def follow(self, follower: Callable[[str], None]) -> None:
        """Calls `follower` with the id of every table that has changed."""
        self._followers.append(follower)

    def _heard(self, message: str) -> None:
        if message == EVERYTHING:
            for id in {*self._kept, *self._watching, *self._outdated, *self._under_way}:
                self._hear_of(id, UNKNOWN)
            return
        if (news := stored.announced(message)) is None:
            return
        id, seq, row = news
        self._hear_of(id, seq)
        if row is not None and id in self._behind:
            self._news.setdefault(id, {})[row.seq] = row

    def _hear_of(self, id: str, seq: int) -> None:
        """The log of a table has a line of this number."""
        if id in self._under_way:
            self._under_way[id] = max(seq, self._under_way[id])
        elif (table := self._kept.get(id)) is None or seq == UNKNOWN:
            self._renew(id)
        elif table.seq < seq:
            self._behind[id] = max(seq, self._behind.get(id, 0))
            self.stir(id)

    def wake_all(self) -> None:
        """Wakes everybody who waits for any table."""
        for id in list(self._watching):
            self.stir(id)

    async def check_watched(self) -> None:
        """Looks whether an announcement about a table somebody waits for has got lost."""
        await self._check(list(self._watching))

    async def check_those_of(self, user: str) -> None:
        """Does not wait for the announcements of changes at the tables of somebody."""
        self.blocks.forget(user)
        await self._check([id for id, table in self._kept.items() if table.knows(user)])

    async def _check(self, ids: list[str]) -> None:
        if not ids:
            return
        async with self.database.reading() as connection:
            newest = await stored.last_rows(connection, ids)
        for id, seq in newest.items():
            self._hear_of(id, seq)

    def _close(self, id: str) -> None:
        """Keeps nothing of a table that nobody can open; who waits for it is told so."""
        self._forget(id)
        self.stir(id)

    def drop(self, id: str) -> None:
        """Forgets a table that was deleted here, before that is announced."""
        self._hear_of(id, UNKNOWN)

    def _renew(self, id: str) -> None:
        self._forget(id)
        self.troubles.look_again(id)
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

    Raises: Refusal if there is none, Unsound where it does not agree with its game.
    """
    while True:
        table = await stored.find(database, id)
        if table is None:
            raise unknown_table(id)
        try:
            return await _with_game(database, table)
        except Exception:
            # What was read in parts does not fit together where another process changed it.
            if await stored.last_row(database, id) == table.seq:
                raise


async def _with_game(database: Database, table: Table) -> Table:
    if table.heading is not None:
        table.play = await game_at(database, table, table.length)
        table.checkpoint = table.play.first
    check_standing(table)
    return table


async def game_at(database: Database, table: Table, entries: int) -> Game:
    """The game of a table after so many entries, from the nearest checkpoint on."""
    return (await stretches.passage(database, table, entries, entries)).game()
