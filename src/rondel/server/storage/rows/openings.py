"""Openings of finished games in the store: one row for each, without names."""

from __future__ import annotations

from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.model.table import FINISHED
from rondel.server.storage import schema

OPENINGS: Final = schema.openings
TABLES: Final = schema.tables

_OVER: Final = (TABLES.c.status == FINISHED, ~TABLES.c.sandbox)
"""Studies are no games of this server."""
_READ: Final = OPENINGS.c.position == TABLES.c.position
_JOINED: Final = OPENINGS.join(TABLES, TABLES.c.id == OPENINGS.c.table_id)
_COUNTED: Final = (*_OVER, _READ, OPENINGS.c.body.is_not(None))


class Kept(NamedTuple):
    """The openings of a game that counts."""

    at: float
    game: str
    setup: str
    players: int
    body: str


async def unread(connection: AsyncConnection, most: int) -> list[tuple[str, int]]:
    """Finished games whose openings are not known, or were read before it went on.

    Each by the id of its table and the number of its position.
    """
    known = sa.exists().where(OPENINGS.c.table_id == TABLES.c.id, _READ)
    found = sa.select(TABLES.c.id, TABLES.c.position).where(*_OVER, ~known)
    wanted = found.order_by(TABLES.c.ended_at).limit(most)
    return [(id, position) for id, position in await connection.execute(wanted)]


async def put(
    connection: AsyncConnection,
    table: str,
    position: int,
    at: float,
    found: tuple[str, int, str] | None,
) -> None:
    """Keeps what a game shows: set-up, players and openings, or that it does not count.

    Another process that reads the same game waits.
    """
    there = sa.select(TABLES.c.id).where(TABLES.c.id == table).with_for_update()
    if await connection.scalar(there) is None:
        return
    await connection.execute(OPENINGS.delete().where(OPENINGS.c.table_id == table))
    setup, players, body = found or (None, None, None)
    row = {"table_id": table, "position": position, "at": at}
    row |= {"setup": setup, "players": players, "body": body}
    await connection.execute(OPENINGS.insert(), row)


async def number(connection: AsyncConnection) -> int:
    """How many games count."""
    wanted = sa.select(sa.func.count()).select_from(_JOINED).where(*_COUNTED)
    return await connection.scalar(wanted) or 0


async def since(connection: AsyncConnection, at: float) -> list[Kept]:
    """Games that count and were read later than a moment, in the order they were read."""
    columns = (OPENINGS.c.at, TABLES.c.game, OPENINGS.c.setup, OPENINGS.c.players, OPENINGS.c.body)
    found = sa.select(*columns).select_from(_JOINED).where(*_COUNTED, OPENINGS.c.at > at)
    return [Kept(*row) for row in await connection.execute(found.order_by(OPENINGS.c.at))]
