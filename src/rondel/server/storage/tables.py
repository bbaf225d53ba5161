"""Tables, their logs and their games in the store."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.storage import schema, stretches
from rondel.server.table import (
    SEAT_COLUMNS,
    TABLE_COLUMNS,
    Entry,
    Row,
    Seat,
    Table,
    Trail,
    Visitor,
    values_of,
)

_CHANGE: Final = schema.tables.update().where(
    schema.tables.c.id == sa.bindparam("known_id"), schema.tables.c.seq == sa.bindparam("known_seq")
)
"""Sets what it is executed with, unless the table has changed since it was read."""

COLUMNS: Final = [schema.tables.c[name] for name in TABLE_COLUMNS]
ENTRY_COLUMNS: Final = ("number", "body", "seat", "user_id", "bot", "left", "shown")


async def find(connection: AsyncConnection, id: str) -> Table | None:
    """The table without its game, or None."""
    found = await connection.execute(sa.select(*COLUMNS).where(schema.tables.c.id == id))
    row = found.mappings().first()
    if row is None:
        return None
    table = Table(**row)
    table.seats = await _seats(connection, id)
    table.visitors = await _visitors(connection, id)
    table.trail = await trail_until(connection, table, table.length)
    return table


async def _seats(connection: AsyncConnection, id: str) -> list[Seat]:
    seats = schema.seats
    wanted = sa.select(*[seats.c[name] for name in SEAT_COLUMNS])
    found = await connection.execute(wanted.where(seats.c.table_id == id).order_by(seats.c.number))
    return [Seat(**row) for row in found.mappings()]


async def _visitors(connection: AsyncConnection, id: str) -> dict[str, Visitor]:
    visitors = schema.visitors
    found = await connection.execute(sa.select(visitors).where(visitors.c.table_id == id))
    return {row.user_id: Visitor(row.muted, row.kicked) for row in found}


# The game -----------------------------------------------------------------------------------


async def entries_after(connection: AsyncConnection, table: Table, number: int) -> list[Entry]:
    """The entries beyond a number, with who decided them; of those that are shared the next."""
    entries = schema.entries
    wanted = sa.select(*[entries.c[name] for name in ENTRY_COLUMNS])
    beyond = wanted.where(entries.c.table_id == table.id, entries.c.number > number)
    found = await connection.execute(beyond.order_by(entries.c.number))
    shared = await stretches.entries_after(connection, table, number)
    return shared + [Entry(**row) for row in found.mappings()]


async def trail_until(connection: AsyncConnection, table: Table, number: int) -> Trail:
    """Who has decided up to an entry."""
    entries = schema.entries
    shown = sa.case((entries.c.shown, entries.c.number), else_=0)
    decider = (entries.c.user_id, entries.c.seat)
    wanted = (
        sa.select(*decider, sa.func.max(entries.c.number), sa.func.max(shown))
        .where(entries.c.table_id == table.id, entries.c.number <= number)
        .group_by(*decider)
    )
    found = (await connection.execute(wanted)).all()
    last_by = {(user, seat): last for user, seat, last, _ in found}
    own = Trail(last_by, max([last for *_, last in found], default=0))
    return stretches.trail_of(table, number).joined(own)


# The log ------------------------------------------------------------------------------------


async def rows_after(connection: AsyncConnection, id: str, seq: int, limit: int) -> list[Row]:
    """The next lines of a table's log."""
    log = schema.log
    wanted = (
        sa.select(*[log.c[name] for name in ("seq", "at", "kind", "audience", "user_id", "body")])
        .where(log.c.table_id == id, log.c.seq > seq)
        .order_by(log.c.seq)
        .limit(limit)
    )
    return [Row(**row) for row in (await connection.execute(wanted)).mappings()]


async def last_rows(connection: AsyncConnection, ids: Collection[str]) -> dict[str, int]:
    """The number of the last line of the log of each table."""
    wanted = sa.select(schema.tables.c.id, schema.tables.c.seq)
    found = await connection.execute(wanted.where(schema.tables.c.id.in_(ids)))
    return {row.id: row.seq for row in found}


# Writing ------------------------------------------------------------------------------------


async def add(connection: AsyncConnection, draft: Table) -> None:
    """Writes a new table."""
    await connection.execute(schema.tables.insert(), values_of(draft, TABLE_COLUMNS))
    await _write_parts(connection, None, draft)


async def change(connection: AsyncConnection, table: Table, draft: Table) -> bool:
    """Writes what differs, unless somebody else was faster: then it says False."""
    old, new = values_of(table, TABLE_COLUMNS), values_of(draft, TABLE_COLUMNS)
    differing = {name: value for name, value in new.items() if value != old[name]}
    if draft.bot_to_decide is None:
        # Whichever process is the next to need a bot here need not wait for the last one.
        differing |= {"lease_by": None, "lease_until": None}
    known = {"known_id": table.id, "known_seq": table.seq}
    done = await connection.execute(_CHANGE, {**known, **differing})
    if done.rowcount != 1:
        return False
    await _write_parts(connection, table, draft)
    if draft.sibling is not None:
        await add(connection, draft.sibling)
    return True


async def _write_parts(connection: AsyncConnection, table: Table | None, draft: Table) -> None:
    if draft.cut is not None:
        await _take_back(connection, draft.id, draft.cut)
        await stretches.take_back(connection, draft.id, draft.cut)
    if table is None or table.seats != draft.seats:
        await _write_seats(connection, draft)
    if table is None or table.visitors != draft.visitors:
        await _write_visitors(connection, draft)
    await _insert(connection, schema.log, draft.id, [vars(row) for row in draft.rows])
    at = draft.changed_at
    entries = [{**vars(entry), "at": at} for entry in draft.new_entries]
    await _insert(connection, schema.entries, draft.id, entries)
    taken = draft.new_checkpoints.items()
    checkpoints = [{"entries": number, "snapshot": snapshot} for number, snapshot in taken]
    await _insert(connection, schema.checkpoints, draft.id, checkpoints)
    await stretches.write(connection, draft)


async def _insert(
    connection: AsyncConnection, into: sa.Table, id: str, rows: list[dict[str, Any]]
) -> None:
    if rows:
        await connection.execute(into.insert(), [{"table_id": id, **row} for row in rows])


async def _take_back(connection: AsyncConnection, id: str, entries: int) -> None:
    kept, checked = schema.entries, schema.checkpoints
    await connection.execute(kept.delete().where(kept.c.table_id == id, kept.c.number > entries))
    await connection.execute(
        checked.delete().where(checked.c.table_id == id, checked.c.entries > entries)
    )


async def _write_seats(connection: AsyncConnection, draft: Table) -> None:
    seats = schema.seats
    await connection.execute(seats.delete().where(seats.c.table_id == draft.id))
    rows = [values_of(seat, SEAT_COLUMNS) for seat in draft.seats]
    await _insert(connection, seats, draft.id, rows)


async def _write_visitors(connection: AsyncConnection, draft: Table) -> None:
    visitors = schema.visitors
    await connection.execute(visitors.delete().where(visitors.c.table_id == draft.id))
    rows = [{"user_id": user, **vars(seen)} for user, seen in draft.visitors.items()]
    await _insert(connection, visitors, draft.id, rows)
