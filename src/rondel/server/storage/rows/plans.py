"""Plans in the store: what is to be decided for whom, and what came of it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.model.table import RUNNING, Json
from rondel.server.storage.schema import plans, seats, tables

WAITING: Final = "waiting"
DONE: Final = "done"
LAPSED: Final = "lapsed"

RECENT: Final = 10
"""So many plans that are over are told of."""


class Plan(NamedTuple):
    """A plan of somebody at a table."""

    id: str
    table_id: str
    user_id: str
    seat: int
    kind: str
    body: Json
    made_at: float
    state: str = WAITING
    ended_at: float | None = None
    reason: str | None = None
    entry: int | None = None


_WANTED: Final = sa.select(*[plans.c[name] for name in Plan._fields])


async def _read(connection: AsyncConnection, wanted: sa.Select[Any]) -> list[Plan]:
    return [Plan(*row) for row in await connection.execute(wanted)]


async def waiting(connection: AsyncConnection, table: str, user: str) -> list[Plan]:
    """The plans of somebody at a table that are still to be carried out, the oldest first."""
    own = _WANTED.where(plans.c.table_id == table, plans.c.user_id == user)
    return await _read(connection, own.where(plans.c.state == WAITING).order_by(plans.c.made_at))


async def over(connection: AsyncConnection, table: str, user: str) -> list[Plan]:
    """Those that were carried out or lapsed, the latest first."""
    own = _WANTED.where(plans.c.table_id == table, plans.c.user_id == user)
    ended = own.where(plans.c.state != WAITING).order_by(plans.c.ended_at.desc()).limit(RECENT)
    return await _read(connection, ended)


async def add(connection: AsyncConnection, plan: Plan) -> None:
    """Keeps a plan."""
    await connection.execute(plans.insert(), plan._asdict())


async def end(
    connection: AsyncConnection, id: str, state: str, now: float, reason: str | None = None
) -> None:
    """Notes that a plan is over."""
    ended = {"state": state, "ended_at": now, "reason": reason}
    await connection.execute(plans.update().where(plans.c.id == id).values(ended))


async def note(connection: AsyncConnection, id: str, entry: int) -> None:
    """Notes what a plan has decided."""
    await connection.execute(plans.update().where(plans.c.id == id).values(entry=entry))


async def remove(connection: AsyncConnection, table: str, user: str, id: str) -> bool:
    """Takes a plan of somebody away; whether there was one."""
    own = plans.c.table_id == table, plans.c.user_id == user, plans.c.id == id
    return (await connection.execute(plans.delete().where(*own))).rowcount > 0


async def where_planned(connection: AsyncConnection) -> set[str]:
    """Tables where somebody has plans."""
    wanted = sa.select(plans.c.table_id).where(plans.c.state == WAITING).distinct()
    return set(await connection.scalars(wanted))


async def where_due(connection: AsyncConnection) -> list[str]:
    """Tables where somebody must decide who has plans there."""
    decides = (seats.c.table_id == tables.c.id) & (seats.c.number == tables.c.decider)
    planned = (
        (plans.c.table_id == tables.c.id)
        & (plans.c.user_id == seats.c.user_id)
        & (plans.c.state == WAITING)
    )
    wanted = (
        sa.select(tables.c.id)
        .join(seats, decides)
        .join(plans, planned)
        .where(tables.c.status == RUNNING, tables.c.paused_at.is_(None), ~seats.c.away)
        .distinct()
    )
    return list(await connection.scalars(wanted))
