"""Finished games in the store: what their logs say of them, and the row that is kept of each."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.model.table import FINISHED, Json
from rondel.server.storage import schema

ANNALS: Final = schema.annals
TABLES: Final = schema.tables
LOG: Final = schema.log
ENTRIES: Final = schema.entries

TELLING: Final = ("started", "seat", "freed", "away", "back", "moved", "finished")
"""Lines of the log that say who played, and how it ended."""
GOVERNING: Final = "choose_slot"
"""The decision that a government makes once in every turn of its nation."""


@dataclass(frozen=True)
class Annal:
    """A game that is over."""

    table: str
    at: float
    people_pool: str | None
    bots_pool: str | None
    body: Json | None

    @property
    def place(self) -> tuple[float, str]:
        """Where it stands among all games."""
        return self.at, self.table


@dataclass(frozen=True)
class Told:
    """What the store knows of a game that is over."""

    id: str
    game: str
    at: float
    lines: Sequence[Any]
    """Its log, as far as it tells who played."""
    turns: Sequence[Json]
    """The decisions where to go on the rondel."""


_OVER: Final = (TABLES.c.status == FINISHED, ~TABLES.c.sandbox)


async def unread(connection: AsyncConnection, most: int | None = None) -> list[str]:
    """Games that are over and not in the annals yet, in the order they ended."""
    known = sa.exists().where(ANNALS.c.table_id == TABLES.c.id)
    found = sa.select(TABLES.c.id).where(*_OVER, ~known)
    return list(
        await connection.scalars(found.order_by(TABLES.c.ended_at, TABLES.c.id).limit(most))
    )


async def all_over(connection: AsyncConnection) -> list[str]:
    """All games that are over, in the order they ended."""
    found = sa.select(TABLES.c.id).where(*_OVER)
    return list(await connection.scalars(found.order_by(TABLES.c.ended_at, TABLES.c.id)))


async def told(connection: AsyncConnection, id: str) -> Told | None:
    """What is known of a game; None if it is gone."""
    row = (
        await connection.execute(
            sa.select(TABLES.c.game, TABLES.c.ended_at).where(TABLES.c.id == id, *_OVER)
        )
    ).one_or_none()
    if row is None:
        return None
    lines = sa.select(LOG.c.kind, LOG.c.user_id, LOG.c.body).where(
        LOG.c.table_id == id, LOG.c.kind.in_(TELLING)
    )
    turns = sa.select(ENTRIES.c.body).where(ENTRIES.c.table_id == id)
    found = (await connection.execute(lines.order_by(LOG.c.seq))).all()
    bodies = [body for body in await connection.scalars(turns) if body["decision"] == GOVERNING]
    return Told(id, row.game, row.ended_at or 0.0, found, bodies)


async def put(connection: AsyncConnection, annals: Collection[Annal]) -> None:
    """Keeps games, in the place of what was kept of them."""
    ids = [one.table for one in annals]
    await connection.execute(ANNALS.delete().where(ANNALS.c.table_id.in_(ids)))
    if rows := [_row(one) for one in annals]:
        await connection.execute(ANNALS.insert(), rows)


def _row(one: Annal) -> dict[str, object]:
    return {
        "table_id": one.table,
        "at": one.at,
        "people_pool": one.people_pool,
        "bots_pool": one.bots_pool,
        "body": one.body,
    }


async def clear(connection: AsyncConnection) -> None:
    """Forgets all games."""
    await connection.execute(ANNALS.delete())


async def of_pool(connection: AsyncConnection, pool: str) -> list[Annal]:
    """The games that count in a pool, in order."""
    counts = (ANNALS.c.people_pool == pool) | (ANNALS.c.bots_pool == pool)
    found = sa.select(ANNALS).where(counts).order_by(ANNALS.c.at, ANNALS.c.table_id)
    return [Annal(*row) for row in await connection.execute(found)]


async def are_there(connection: AsyncConnection, ids: Collection[str]) -> bool:
    """Whether none of some tables was deleted; it stays so until the commit."""
    wanted = sa.select(TABLES.c.id).where(TABLES.c.id.in_(ids))
    found = await connection.execute(wanted.with_for_update(read=True, key_share=True))
    return len(found.all()) == len(ids)
