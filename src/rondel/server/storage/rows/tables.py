"""Tables, their logs and their games in the store."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any, Final

import orjson
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.model.table import (
    Draft,
    Entry,
    Json,
    Row,
    Seat,
    Table,
    Trail,
    Visitor,
    values_of,
)
from rondel.server.storage import schema
from rondel.server.storage.columns import SEAT_COLUMNS, TABLE_COLUMNS, stored_values, table_of
from rondel.server.storage.queries import Query, Source, Values, json_text
from rondel.server.storage.rows import stretches
from rondel.server.storage.steps import Lines, Step, change_of, insert_into
from rondel.server.storage.store import Writing

ID: Final[sa.BindParameter[str]] = sa.bindparam("id")
LONGEST_MESSAGE: Final = 2000
"""Characters; PostgreSQL takes 8000 bytes."""
ENTRY_COLUMNS: Final = ("number", "body", "seat", "user_id", "bot", "left", "shown")
ROW_COLUMNS: Final = ("seq", "at", "kind", "audience", "user_id", "body")


def _columns(table: sa.Table, names: Sequence[str]) -> sa.Select[Any]:
    return sa.select(*[table.c[name] for name in names])


# Reading ------------------------------------------------------------------------------------

_TABLE: Final = Query(_columns(schema.tables, TABLE_COLUMNS).where(schema.tables.c.id == ID))
_SEATS: Final = Query(
    _columns(schema.seats, SEAT_COLUMNS)
    .where(schema.seats.c.table_id == ID)
    .order_by(schema.seats.c.number)
)
_VISITORS: Final = Query(
    _columns(schema.visitors, ("user_id", "muted", "kicked")).where(
        schema.visitors.c.table_id == ID
    )
)


async def find(source: Source, id: str) -> Table | None:
    """The table without its game, or None."""
    found = await source.fetch(_TABLE, {"id": id})
    if not found:
        return None
    table = table_of(dict(zip(TABLE_COLUMNS, found[0], strict=True)))
    seats = await source.fetch(_SEATS, {"id": id})
    table.seats = [Seat(**dict(zip(SEAT_COLUMNS, seat, strict=True))) for seat in seats]
    visitors = await source.fetch(_VISITORS, {"id": id})
    table.visitors = {user: Visitor(muted, kicked) for user, muted, kicked in visitors}
    table.trail = await trail_until(source, table, table.length)
    return table


# The game -----------------------------------------------------------------------------------

_ENTRIES: Final = schema.entries.c
_CHECKPOINTS: Final = schema.checkpoints.c

_BEYOND: Final = Query(
    _columns(schema.entries, ENTRY_COLUMNS)
    .where(_ENTRIES.table_id == ID, _ENTRIES.number > sa.bindparam("after"))
    .order_by(_ENTRIES.number)
)
_TRAIL: Final = Query(
    sa.select(
        _ENTRIES.user_id,
        _ENTRIES.seat,
        sa.func.max(_ENTRIES.number),
        sa.func.max(sa.case((_ENTRIES.shown, _ENTRIES.number), else_=sa.literal_column("0"))),
    )
    .where(_ENTRIES.table_id == ID, _ENTRIES.number <= sa.bindparam("last"))
    .group_by(_ENTRIES.user_id, _ENTRIES.seat)
)


async def entries_after(source: Source, table: Table, number: int) -> list[Entry]:
    """The entries beyond a number, with who decided them; of those that are shared the next."""
    found = await source.fetch(_BEYOND, {"id": table.id, "after": number})
    own = [Entry(**dict(zip(ENTRY_COLUMNS, entry, strict=True))) for entry in found]
    return await stretches.entries_after(source, table, number) + own


async def trail_until(source: Source, table: Table, number: int) -> Trail:
    """Who has decided up to an entry."""
    found = await source.fetch(_TRAIL, {"id": table.id, "last": number})
    last_by = {(user, seat): last for user, seat, last, _ in found}
    own = Trail(last_by, max([last for *_, last in found], default=0))
    return stretches.trail_of(table, number).joined(own)


# The log ------------------------------------------------------------------------------------

_ROWS: Final = Query(
    _columns(schema.log, ROW_COLUMNS)
    .where(schema.log.c.table_id == ID, schema.log.c.seq > sa.bindparam("after"))
    .order_by(schema.log.c.seq)
    .limit(sa.bindparam("most"))
)
_LAST: Final = Query(sa.select(schema.tables.c.seq).where(schema.tables.c.id == ID))


async def rows_after(source: Source, id: str, seq: int, limit: int) -> list[Row]:
    """The next lines of a table's log."""
    found = await source.fetch(_ROWS, {"id": id, "after": seq, "most": limit})
    return [Row(*row) for row in found]


async def last_row(source: Source, id: str) -> int:
    """The number of the last line of the log of a table; beyond any for one that is no more."""
    found = await source.fetch(_LAST, {"id": id})
    return int(found[0][0]) if found else sys.maxsize


async def last_rows(connection: AsyncConnection, ids: Collection[str]) -> dict[str, int]:
    """The number of the last line of the log of each table."""
    wanted = sa.select(schema.tables.c.id, schema.tables.c.seq)
    found = await connection.execute(wanted.where(schema.tables.c.id.in_(ids)))
    return {row.id: row.seq for row in found}


# Writing ------------------------------------------------------------------------------------

_INSERT_TABLE: Final = Query(
    sa.insert(schema.tables).values({name: sa.bindparam(name) for name in TABLE_COLUMNS})
)


async def add(writing: Writing, draft: Draft) -> None:
    """Writes a new table."""
    await writing.run(_INSERT_TABLE, [stored_values(draft)])
    await _write_parts(writing, None, draft)


def step_to(table: Table, draft: Draft) -> Step | None:
    """The step from a table to a draft of it; None if that takes more than added lines."""
    if draft.cut is not None or draft.sibling is not None:
        return None
    if draft.seats != table.seats or draft.visitors != table.visitors:
        return None
    return Step(table.id, table.seq, _changes(table, draft), _lines(draft), announcement(draft))


def announcement(draft: Draft) -> str:
    """How the other processes hear that a table has changed: a single line with what it says."""
    plain = f"{draft.id}:{draft.seq}"
    if len(draft.rows) != 1:
        return plain
    [row] = draft.rows
    told = f"{plain}:{json_text([getattr(row, name) for name in ROW_COLUMNS])}"
    return told if len(told) < LONGEST_MESSAGE else plain


def announced(message: str) -> tuple[str, int, Row | None] | None:
    """The table that has changed, the number of its last line, and that line if it is told.

    None for announcements of something else.
    """
    id, _, rest = message.partition(":")
    seq, _, told = rest.partition(":")
    if not seq.isdecimal():
        return None
    return id, int(seq), Row(*orjson.loads(told)) if told else None


async def change(writing: Writing, table: Table, draft: Draft) -> bool:
    """Writes what differs, unless somebody else was faster: then it says False."""
    changes = _changes(table, draft)
    known = Step(table.id, table.seq, changes, {}, "").known
    if not await writing.count(change_of(tuple(changes)), known):
        return False
    await _write_parts(writing, table, draft)
    if draft.sibling is not None:
        await add(writing, draft.sibling)
    return True


def _changes(table: Table, draft: Draft) -> Json:
    old, new = stored_values(table), stored_values(draft)
    changes = {name: value for name, value in new.items() if value != old[name]}
    if draft.bot_to_decide is None:
        # Whichever process is the next to need a bot here need not wait for the last one.
        changes |= {"lease_by": None, "lease_until": None}
    return changes


def _lines(draft: Draft) -> Lines:
    """What is added to the log and to the game."""
    id, at = draft.id, draft.changed_at
    taken = draft.new_checkpoints.items()
    lines: dict[sa.Table, list[Values]] = {
        schema.log: [{"table_id": id, **values_of(row, ROW_COLUMNS)} for row in draft.rows],
        schema.entries: [{"table_id": id, "at": at, **vars(entry)} for entry in draft.new_entries],
        schema.checkpoints: [{"table_id": id, "entries": n, "snapshot": s} for n, s in taken],
    }
    return {table: rows for table, rows in lines.items() if rows}


async def _write_parts(writing: Writing, table: Table | None, draft: Draft) -> None:
    if draft.cut is not None:
        await _take_back(writing, draft.id, draft.cut)
        await stretches.take_back(writing.connection, draft.id, draft.cut)
    if table is None or table.seats != draft.seats:
        await _write_seats(writing, table, draft)
    if table is None or table.visitors != draft.visitors:
        rows = [{"user_id": user, **vars(seen)} for user, seen in draft.visitors.items()]
        await _rewrite(writing, schema.visitors, draft.id, rows)
    for log, lines in _lines(draft).items():
        await writing.run(insert_into(log), lines)
    await stretches.write(writing, draft)


_CUT_ENTRIES: Final = Query(
    sa.delete(schema.entries).where(_ENTRIES.table_id == ID, _ENTRIES.number > sa.bindparam("cut"))
)
_CUT_CHECKPOINTS: Final = Query(
    sa.delete(schema.checkpoints).where(
        _CHECKPOINTS.table_id == ID, _CHECKPOINTS.entries > sa.bindparam("cut")
    )
)


async def _take_back(writing: Writing, id: str, entries: int) -> None:
    for cut in (_CUT_ENTRIES, _CUT_CHECKPOINTS):
        await writing.run(cut, [{"id": id, "cut": entries}])


_SEAT: Final = Query(
    sa.update(schema.seats)
    .where(
        schema.seats.c.table_id == sa.bindparam("known_id"),
        schema.seats.c.number == sa.bindparam("known_number"),
    )
    .values({name: sa.bindparam(f"new_{name}") for name in SEAT_COLUMNS if name != "number"})
)


async def _write_seats(writing: Writing, table: Table | None, draft: Draft) -> None:
    """Most often only the time that is left to one of them has changed."""
    old = [] if table is None else table.seats
    if [seat.number for seat in old] != [seat.number for seat in draft.seats]:
        rows = [values_of(seat, SEAT_COLUMNS) for seat in draft.seats]
        return await _rewrite(writing, schema.seats, draft.id, rows)
    changed = [new for before, new in zip(old, draft.seats, strict=True) if new != before]
    await writing.run(_SEAT, [_seat_values(draft.id, seat) for seat in changed])
    return None


def _seat_values(id: str, seat: Seat) -> Values:
    values = {f"new_{name}": value for name, value in values_of(seat, SEAT_COLUMNS).items()}
    return {"known_id": id, "known_number": values.pop("new_number"), **values}


@lru_cache
def _delete_from(table: sa.Table) -> Query:
    return Query(sa.delete(table).where(table.c.table_id == ID))


async def _rewrite(writing: Writing, table: sa.Table, id: str, rows: list[Json]) -> None:
    await writing.run(_delete_from(table), [{"id": id}])
    if rows:
        await writing.run(insert_into(table), [{"table_id": id, **row} for row in rows])
