"""Entries that several games share: each is kept once, and never changed.

A study refers to the entries it begins with. Taking back in the game they came from does not touch
them, since they are a copy; another study of the same moment uses the same copy.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict
from itertools import pairwise
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.model.passages import Chunk, Page, Passage, Stretch, bodies_in
from rondel.server.model.table import Draft, Entry, Table, Trail
from rondel.server.storage import schema
from rondel.server.storage.database import Database
from rondel.server.storage.queries import Query, Source
from rondel.server.storage.steps import insert_into
from rondel.server.storage.store import Writing

ID: Final[sa.BindParameter[str]] = sa.bindparam("id")
ENTRIES = schema.entries
CHECKPOINTS = schema.checkpoints
STRETCHES = schema.stretches
PAGES = schema.pages

ID_BYTES = 8
AT_ONCE = 16
"""Stretches written in one transaction."""


# Reading ------------------------------------------------------------------------------------

_CHECKPOINT: Final = Query(
    sa.select(CHECKPOINTS.c.entries, sa.cast(CHECKPOINTS.c.snapshot, sa.Text))
    .where(CHECKPOINTS.c.table_id == ID, CHECKPOINTS.c.entries <= sa.bindparam("most"))
    .order_by(CHECKPOINTS.c.entries.desc())
    .limit(sa.literal_column("1"))
)
_SHARED_POSITION: Final = Query(
    sa.select(PAGES.c.after, STRETCHES.c.snapshot)
    .join(STRETCHES, STRETCHES.c.id == PAGES.c.stretch_id)
    .where(PAGES.c.table_id == ID, PAGES.c.after <= sa.bindparam("most"))
    .where(STRETCHES.c.snapshot.is_not(None))
    .order_by(PAGES.c.after.desc())
    .limit(sa.literal_column("1"))
)
_SHARED: Final = Query(
    sa.select(PAGES.c.after, PAGES.c.last, STRETCHES.c.bodies)
    .join(STRETCHES, STRETCHES.c.id == PAGES.c.stretch_id)
    .where(PAGES.c.table_id == ID, PAGES.c.last > sa.bindparam("from"))
    .where(PAGES.c.after < sa.bindparam("until"))
    .order_by(PAGES.c.after)
)
_OWN: Final = Query(
    sa.select(sa.cast(ENTRIES.c.body, sa.Text))
    .where(ENTRIES.c.table_id == ID, ENTRIES.c.number > sa.bindparam("from"))
    .where(ENTRIES.c.number <= sa.bindparam("until"))
    .order_by(ENTRIES.c.number)
)
_UNDONE: Final = Query(
    sa.select(schema.tables.c.position - schema.tables.c.length).where(schema.tables.c.id == ID)
)


async def passage(source: Source, table: Table, first: int, last: int) -> Passage:
    """The entries up to `last`, from the last complete position before entry `first` + 1 on."""
    heading = table.heading
    assert heading is not None
    found = await checkpoint_before(source, table, first)
    before, snapshot = found or (0, None)
    chunks = await chunks_between(source, table.id, table.shared, before, last)
    return Passage(heading, snapshot, before, chunks)


async def checkpoint_before(source: Source, table: Table, entries: int) -> tuple[int, str] | None:
    """The last complete position after at most so many entries: how many, and the snapshot."""
    wanted = {"id": table.id, "most": entries}
    found = await source.fetch(_CHECKPOINT, wanted)
    if not found and table.shared:
        found = await source.fetch(_SHARED_POSITION, wanted)
    return (found[0][0], found[0][1]) if found else None


async def chunks_between(
    source: Source, id: str, shared: int, after: int, last: int
) -> list[Chunk]:
    """The entries with the numbers `after` + 1 to `last` of a table that shares so many."""
    chunks: list[Chunk] = []
    if after < shared:
        chunks += await _shared_chunks(source, id, after, last)
    if last > shared:
        chunks.append(await _own_chunk(source, id, max(after, shared), last))
    return chunks


async def _shared_chunks(source: Source, id: str, after: int, last: int) -> list[Chunk]:
    found = await source.fetch(_SHARED, {"id": id, "from": after, "until": last})
    return [(bodies, max(after - first, 0), min(last, end) - first) for first, end, bodies in found]


async def _own_chunk(source: Source, id: str, after: int, last: int) -> Chunk:
    found = await source.fetch(_OWN, {"id": id, "from": after, "until": last})
    return f"[{','.join([body for (body,) in found])}]", 0, len(found)


async def is_undone(source: Source, table: Table) -> bool:
    """Whether something was taken back since: then what was read may not belong to the table."""
    [[undone]] = await source.fetch(_UNDONE, {"id": table.id})
    return bool(undone != table.undone)


# Who has decided: what a study begins with counts as decided by who opened it ---------------


def trail_of(table: Table, last: int) -> Trail:
    """The trail of the entries that a study begins with, up to a number."""
    until = min(table.shared, last)
    own = table.seats_of(table.host_id) if until else []
    return Trail({(table.host_id, seat.number): until for seat in own})


async def entries_after(source: Source, table: Table, number: int) -> list[Entry]:
    """The next entries beyond a number that a study begins with; these may be very many."""
    if number >= table.shared:
        return []
    chunks = (await _shared_chunks(source, table.id, number, table.shared))[:1]
    next_ones = enumerate(bodies_in(chunks), number + 1)
    return [Entry(at, body, 0, table.host_id, None) for at, body in next_ones]


# Sharing ------------------------------------------------------------------------------------

_PAGES: Final = Query(
    sa.select(PAGES.c.after, PAGES.c.last, PAGES.c.stretch_id)
    .where(PAGES.c.table_id == ID, PAGES.c.after < sa.bindparam("until"))
    .order_by(PAGES.c.after)
)
_KEPT: Final = Query(
    sa.select(CHECKPOINTS.c.entries)
    .where(CHECKPOINTS.c.table_id == ID)
    .order_by(CHECKPOINTS.c.entries)
)
_COPIED: Final = Query(
    sa.select(STRETCHES.c.id)
    .where(STRETCHES.c.source_id == ID, STRETCHES.c.undone == sa.bindparam("times"))
    .where(STRETCHES.c.after == sa.bindparam("from"), STRETCHES.c.last >= sa.bindparam("until"))
    .limit(sa.literal_column("1"))
)


async def shared_by(source: Source, table: Table, entries: int) -> tuple[list[Page], list[Stretch]]:
    """What a study of the first entries of a table refers to, and what of it is to be kept first.

    The table's own entries are copied the first time that somebody studies them.
    """
    pages = [Page(*row) for row in await source.fetch(_PAGES, {"id": table.id, "until": entries})]
    new: list[Stretch] = []
    for after, last in await _own_parts(source, table):
        if after < entries:
            found = await _copied(source, table, after, min(last, entries))
            if found is None:
                new.append(await _copy(source, table, after, last))
                found = new[-1].id
            pages.append(Page(after, last, found))
    return [Page(p.after, min(p.last, entries), p.stretch_id) for p in pages], new


async def _own_parts(source: Source, table: Table) -> list[tuple[int, int]]:
    """The table's own entries, from each checkpoint to the next."""
    kept = [number for (number,) in await source.fetch(_KEPT, {"id": table.id})]
    bounds = [table.shared, *[number for number in kept if number > table.shared], table.length]
    return [(after, last) for after, last in pairwise(bounds) if after < last]


async def _copied(source: Source, table: Table, after: int, last: int) -> str | None:
    """A copy of these entries, if there is one."""
    wanted = {"id": table.id, "times": table.undone, "from": after, "until": last}
    found = await source.fetch(_COPIED, wanted)
    return str(found[0][0]) if found else None


async def _copy(source: Source, table: Table, after: int, last: int) -> Stretch:
    bodies, _, _ = await _own_chunk(source, table.id, after, last)
    found = await checkpoint_before(source, table, after)
    snapshot = found[1] if found and found[0] == after else None
    id = secrets.token_hex(ID_BYTES)
    return Stretch(id, after, last, snapshot, bodies, table.id, table.undone)


async def keep(database: Database, kept: Sequence[Stretch]) -> None:
    """Writes stretches, a few at a time, so that others can write between them.

    Nothing refers to them yet: where this ends half-way, they are of no use and no harm.
    """
    for first in range(0, len(kept), AT_ONCE):
        rows = [asdict(one) for one in kept[first : first + AT_ONCE]]
        async with database.writing() as writing:
            await writing.connection.execute(STRETCHES.insert(), rows)


async def write(writing: Writing, draft: Draft) -> None:
    """Lets a new study begin with its pages."""
    rows = [{"table_id": draft.id, **asdict(page)} for page in draft.pages]
    await writing.run(insert_into(PAGES), rows)


async def take_back(connection: AsyncConnection, id: str, entries: int) -> None:
    """Refers to no more than so many entries; they stay for who else refers to them."""
    own = PAGES.c.table_id == id
    await connection.execute(PAGES.delete().where(own, PAGES.c.after >= entries))
    shorter = PAGES.update().where(own, PAGES.c.last > entries).values(last=entries)
    await connection.execute(shorter)


# Names and clearing away --------------------------------------------------------------------


async def rewrite(
    connection: AsyncConnection, ids: Collection[str], renamed: Callable[[Stretch], Stretch]
) -> None:
    """Puts other names into what these tables share; nobody else refers to it."""
    used = sa.select(PAGES.c.stretch_id).where(PAGES.c.table_id.in_(ids))
    own = STRETCHES.c.source_id.in_(ids) | STRETCHES.c.id.in_(used)
    for id in list(await connection.scalars(sa.select(STRETCHES.c.id).where(own))):
        wanted = sa.select(STRETCHES).where(STRETCHES.c.id == id)
        new = renamed(Stretch(**(await connection.execute(wanted)).mappings().one()))
        values = {"bodies": new.bodies, "snapshot": new.snapshot}
        await connection.execute(STRETCHES.update().where(STRETCHES.c.id == id).values(values))


async def remove(connection: AsyncConnection, ids: Collection[str]) -> None:
    """Takes away the pages of some tables, and what then no table begins with."""
    of_them = PAGES.c.table_id.in_(ids)
    used = list(await connection.scalars(sa.select(PAGES.c.stretch_id).where(of_them).distinct()))
    await connection.execute(PAGES.delete().where(of_them))
    unused = ~sa.exists().where(PAGES.c.stretch_id == STRETCHES.c.id)
    known = STRETCHES.c.id.in_(used) | STRETCHES.c.source_id.in_(ids)
    await connection.execute(STRETCHES.delete().where(known, unused))
