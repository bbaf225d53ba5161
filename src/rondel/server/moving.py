"""What a guest has played moves to the account that the guest signs in to."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.storage.database import Writing
from rondel.server.storage.schema import notes, seats, sessions, tables, tokens, visitors


async def hand_over(writing: Writing, guest_id: str, user_id: str) -> None:
    """Gives seats, hosted tables, notes and standing of the guest to the user.

    The guest remains as a name in what has happened. Nobody can come back as the guest, and
    tokens of the guest are gone: whoever holds one has not proved to be that user.
    """
    connection = writing.connection
    for table_id in await _tables_of(connection, guest_id):
        writing.announce(table_id)
    await _keep_bans(connection, guest_id, user_id)
    for rows in (notes, visitors):
        await _drop_doubles(connection, rows, guest_id, user_id)
    for column in (seats.c.user_id, tables.c.host_id, notes.c.user_id, visitors.c.user_id):
        moved = sa.update(column.table).where(column == guest_id).values({column.key: user_id})
        await connection.execute(moved)
    for rows in (sessions, tokens):
        await connection.execute(sa.delete(rows).where(rows.c.user_id == guest_id))


async def _tables_of(connection: AsyncConnection, guest_id: str) -> list[str]:
    """The tables where somebody sits or is host, locked as whoever changes a table locks it."""
    seated = sa.select(seats.c.table_id).where(seats.c.user_id == guest_id)
    found = (
        sa.select(tables.c.id)
        .where(sa.or_(tables.c.host_id == guest_id, tables.c.id.in_(seated)))
        .order_by(tables.c.id)
        .with_for_update()
    )
    return list(await connection.scalars(found))


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
