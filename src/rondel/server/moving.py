"""What a guest has played moves to the account that the guest signs in to."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.storage.database import Writing
from rondel.server.storage.schema import (
    entries,
    log,
    notes,
    seats,
    sessions,
    tables,
    tokens,
    visitors,
)


async def hand_over(writing: Writing, guest_id: str, user_id: str, now: float) -> None:
    """Gives seats, hosted tables, notes and standing of the guest to the user.

    The guest remains as a name in what has happened. Nobody can come back as the guest, and
    tokens of the guest are gone: whoever holds one has not proved to be that user.
    """
    connection = writing.connection
    for table_id, seq in await _tables_of(connection, guest_id):
        await _note_at(connection, table_id, seq + 1, guest_id, user_id, now)
        writing.announce(f"{table_id}:{seq + 1}")
    await _keep_bans(connection, guest_id, user_id)
    for rows in (notes, visitors):
        await _drop_doubles(connection, rows, guest_id, user_id)
    owned = (seats.c.user_id, tables.c.host_id, notes.c.user_id, visitors.c.user_id)
    for column in (*owned, entries.c.user_id):
        moved = sa.update(column.table).where(column == guest_id).values({column.key: user_id})
        await connection.execute(moved)
    for rows in (sessions, tokens):
        await connection.execute(sa.delete(rows).where(rows.c.user_id == guest_id))


async def _tables_of(connection: AsyncConnection, guest_id: str) -> list[tuple[str, int]]:
    """The tables where somebody is known, with the last line of their log.

    They are locked as whoever changes a table locks it.
    """
    seated = sa.select(seats.c.table_id).where(seats.c.user_id == guest_id)
    known = sa.select(visitors.c.table_id).where(visitors.c.user_id == guest_id)
    here = tables.c.id.in_(seated) | tables.c.id.in_(known) | (tables.c.host_id == guest_id)
    found = sa.select(tables.c.id, tables.c.seq).where(here).order_by(tables.c.id)
    rows = await connection.execute(found.with_for_update())
    return [(row.id, row.seq) for row in rows]


async def _note_at(
    connection: AsyncConnection, table_id: str, seq: int, guest_id: str, user_id: str, now: float
) -> None:
    """Adds a line to the log of a table, as every change does."""
    line = {"table_id": table_id, "seq": seq, "at": now, "kind": "moved", "audience": "all"}
    body = {"from": guest_id, "to": user_id}
    await connection.execute(sa.insert(log).values({**line, "user_id": user_id, "body": body}))
    await connection.execute(
        sa.update(tables).where(tables.c.id == table_id).values(seq=seq, changed_at=now)
    )


async def _keep_bans(connection: AsyncConnection, guest_id: str, user_id: str) -> None:
    """Who was muted or sent away as a guest is so as a user."""
    for ban in (visitors.c.muted, visitors.c.kicked):
        banned = sa.select(visitors.c.table_id).where(visitors.c.user_id == guest_id, ban)
        await connection.execute(
            sa.update(visitors)
            .where(visitors.c.user_id == user_id, visitors.c.table_id.in_(banned))
            .values({ban.key: True})
        )


async def _drop_doubles(
    connection: AsyncConnection, rows: sa.Table, guest_id: str, user_id: str
) -> None:
    """Where the user has a row for the same table, that of the guest goes."""
    own = sa.select(rows.c.table_id).where(rows.c.user_id == user_id)
    doubles = sa.delete(rows).where(rows.c.user_id == guest_id, rows.c.table_id.in_(own))
    await connection.execute(doubles)
