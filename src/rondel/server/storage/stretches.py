"""Entries that several games share: each is kept once, and never changed.

A study refers to the entries it begins with. Taking back in the game they came from does not touch
them, since they are a copy; another study of the same moment uses the same copy.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict
from itertools import pairwise

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.passages import Chunk, Page, Passage, Stretch, bodies_in
from rondel.server.storage import schema
from rondel.server.storage.database import Database
from rondel.server.table import Entry, Table, Trail

ENTRIES = schema.entries
CHECKPOINTS = schema.checkpoints
STRETCHES = schema.stretches
PAGES = schema.pages

ID_BYTES = 8
AT_ONCE = 16
"""Stretches written in one transaction."""


# Reading ------------------------------------------------------------------------------------


async def passage(connection: AsyncConnection, table: Table, first: int, last: int) -> Passage:
    """The entries up to `last`, from the last complete position before entry `first` + 1 on."""
    heading = table.heading
    assert heading is not None
    found = await checkpoint_before(connection, table, first)
    before, snapshot = found or (0, None)
    return Passage(heading, snapshot, before, await chunks_between(connection, table, before, last))


async def checkpoint_before(
    connection: AsyncConnection, table: Table, entries: int
) -> tuple[int, str] | None:
    """The last complete position after at most so many entries: how many, and the snapshot."""
    own = (
        sa.select(CHECKPOINTS.c.entries, sa.cast(CHECKPOINTS.c.snapshot, sa.Text))
        .where(CHECKPOINTS.c.table_id == table.id, CHECKPOINTS.c.entries <= entries)
        .order_by(CHECKPOINTS.c.entries.desc())
        .limit(1)
    )
    found = (await connection.execute(own)).first()
    if found is None and table.shared:
        found = (await connection.execute(_shared_position(table.id, entries))).first()
    return None if found is None else (found[0], found[1])


def _shared_position(id: str, entries: int) -> sa.Select[tuple[int, str]]:
    return (
        sa.select(PAGES.c.after, STRETCHES.c.snapshot)
        .join(STRETCHES, STRETCHES.c.id == PAGES.c.stretch_id)
        .where(PAGES.c.table_id == id, PAGES.c.after <= entries, STRETCHES.c.snapshot.is_not(None))
        .order_by(PAGES.c.after.desc())
        .limit(1)
    )


async def chunks_between(
    connection: AsyncConnection, table: Table, after: int, last: int
) -> list[Chunk]:
    """The entries with the numbers `after` + 1 to `last`."""
    chunks: list[Chunk] = []
    if after < table.shared:
        chunks += await _shared_chunks(connection, table.id, after, last)
    if last > table.shared:
        chunks.append(await _own_chunk(connection, table.id, max(after, table.shared), last))
    return chunks


async def _shared_chunks(
    connection: AsyncConnection, id: str, after: int, last: int
) -> list[Chunk]:
    wanted = (
        sa.select(PAGES.c.after, PAGES.c.last, STRETCHES.c.bodies)
        .join(STRETCHES, STRETCHES.c.id == PAGES.c.stretch_id)
        .where(PAGES.c.table_id == id, PAGES.c.last > after, PAGES.c.after < last)
        .order_by(PAGES.c.after)
    )
    return [
        (row.bodies, max(after - row.after, 0), min(last, row.last) - row.after)
        for row in await connection.execute(wanted)
    ]


async def _own_chunk(connection: AsyncConnection, id: str, after: int, last: int) -> Chunk:
    wanted = (
        sa.select(sa.cast(ENTRIES.c.body, sa.Text))
        .where(ENTRIES.c.table_id == id, ENTRIES.c.number > after, ENTRIES.c.number <= last)
        .order_by(ENTRIES.c.number)
    )
    bodies = list((await connection.execute(wanted)).scalars())
    return f"[{','.join(bodies)}]", 0, len(bodies)


async def is_undone(connection: AsyncConnection, table: Table) -> bool:
    """Whether something was taken back since: then what was read may not belong to the table."""
    tables = schema.tables
    wanted = sa.select(tables.c.position - tables.c.length).where(tables.c.id == table.id)
    return await connection.scalar(wanted) != table.undone


# Who has decided: what a study begins with counts as decided by who opened it ---------------


def trail_of(table: Table, last: int) -> Trail:
    """The trail of the entries that a study begins with, up to a number."""
    until = min(table.shared, last)
    own = table.seats_of(table.host_id) if until else []
    return Trail({(table.host_id, seat.number): until for seat in own})


async def entries_after(connection: AsyncConnection, table: Table, number: int) -> list[Entry]:
    """The next entries beyond a number that a study begins with; these may be very many."""
    if number >= table.shared:
        return []
    chunks = (await _shared_chunks(connection, table.id, number, table.shared))[:1]
    next_ones = enumerate(bodies_in(chunks), number + 1)
    return [Entry(at, body, 0, table.host_id, None) for at, body in next_ones]


# Sharing ------------------------------------------------------------------------------------


async def shared_by(
    connection: AsyncConnection, table: Table, entries: int
) -> tuple[list[Page], list[Stretch]]:
    """What a study of the first entries of a table refers to, and what of it is to be kept first.

    The table's own entries are copied the first time that somebody studies them.
    """
    wanted = sa.select(PAGES.c.after, PAGES.c.last, PAGES.c.stretch_id).where(
        PAGES.c.table_id == table.id, PAGES.c.after < entries
    )
    pages = [Page(*row) for row in await connection.execute(wanted.order_by(PAGES.c.after))]
    new: list[Stretch] = []
    for after, last in await _own_parts(connection, table):
        if after < entries:
            found = await _copied(connection, table, after, min(last, entries))
            if found is None:
                new.append(await _copy(connection, table, after, last))
                found = new[-1].id
            pages.append(Page(after, last, found))
    return [Page(p.after, min(p.last, entries), p.stretch_id) for p in pages], new


async def _own_parts(connection: AsyncConnection, table: Table) -> list[tuple[int, int]]:
    """The table's own entries, from each checkpoint to the next."""
    wanted = sa.select(CHECKPOINTS.c.entries).where(CHECKPOINTS.c.table_id == table.id)
    kept = list((await connection.execute(wanted.order_by(CHECKPOINTS.c.entries))).scalars())
    bounds = [table.shared, *[number for number in kept if number > table.shared], table.length]
    return [(after, last) for after, last in pairwise(bounds) if after < last]


async def _copied(connection: AsyncConnection, table: Table, after: int, last: int) -> str | None:
    """A copy of these entries, if there is one."""
    wanted = sa.select(STRETCHES.c.id).where(
        STRETCHES.c.source_id == table.id,
        STRETCHES.c.undone == table.undone,
        STRETCHES.c.after == after,
        STRETCHES.c.last >= last,
    )
    return await connection.scalar(wanted.limit(1))


async def _copy(connection: AsyncConnection, table: Table, after: int, last: int) -> Stretch:
    bodies, _, _ = await _own_chunk(connection, table.id, after, last)
    found = await checkpoint_before(connection, table, after)
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


async def write(connection: AsyncConnection, draft: Table) -> None:
    """Lets a new study begin with its pages."""
    if draft.pages:
        rows = [{"table_id": draft.id, **asdict(page)} for page in draft.pages]
        await connection.execute(PAGES.insert(), rows)


async def take_back(connection: AsyncConnection, id: str, entries: int) -> None:
    """Refers to no more than so many entries; they stay for who else refers to them."""
    own = PAGES.c.table_id == id
    await connection.execute(PAGES.delete().where(own, PAGES.c.after >= entries))
    shorter = PAGES.update().where(own, PAGES.c.last > entries).values(last=entries)
    await connection.execute(shorter)
