"""Reviews in the store: those that wait, those being made, and those that are done."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.storage import schema

REVIEWS: Final = schema.reviews

WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"


class Kept(NamedTuple):
    """What is kept of the review of a game."""

    state: str
    done: int
    of: int
    judge: str | None
    version: int | None
    seconds: float | None
    body: str | None
    """The review as JSON; an old one stays until a new one is there."""


async def find(connection: AsyncConnection, table: str) -> Kept | None:
    """What is kept of the review of a table."""
    columns = [REVIEWS.c[name] for name in Kept._fields]
    found = (await connection.execute(sa.select(*columns).where(_of(table)))).first()
    return None if found is None else Kept(*found)


def _of(table: str) -> sa.ColumnElement[bool]:
    return REVIEWS.c.table_id == table


async def ask(connection: AsyncConnection, table: str, of: int, now: float) -> None:
    """Puts a review of so many entries into the line; one that waits or is made stays there."""
    fresh: dict[str, Any] = {"state": WAITING, "asked_at": now, "done": 0, "of": of}
    over = REVIEWS.c.state.in_((DONE, FAILED))
    known = (await connection.execute(sa.select(REVIEWS.c.state).where(_of(table)))).first()
    if known is None:
        await connection.execute(REVIEWS.insert(), {"table_id": table, **fresh})
    else:
        await connection.execute(REVIEWS.update().where(_of(table), over).values(**fresh))


async def ask_anew(connection: AsyncConnection, judge: str, version: int, now: float) -> int:
    """Puts all reviews that another judge has made into the line; how many these are."""
    other = (REVIEWS.c.judge != judge) | (REVIEWS.c.version != version)
    old = (REVIEWS.c.state == DONE) & other | (REVIEWS.c.state == FAILED)
    waiting = REVIEWS.update().where(old).values(state=WAITING, asked_at=now, done=0)
    return (await connection.execute(waiting)).rowcount


async def take(connection: AsyncConnection, process: str, now: float, until: float) -> str | None:
    """The table whose review this process makes next: asked for first, or left by another."""
    left = (REVIEWS.c.state == RUNNING) & (REVIEWS.c.lease_until < now)
    free = (REVIEWS.c.state == WAITING) | left
    wanted = sa.select(REVIEWS.c.table_id).where(free).order_by(REVIEWS.c.asked_at).limit(1)
    table: str | None = await connection.scalar(wanted)
    if table is None:
        return None
    taken = REVIEWS.update().where(_of(table), free)
    done = await connection.execute(
        taken.values(state=RUNNING, lease_by=process, lease_until=until)
    )
    return table if done.rowcount == 1 else None


async def go_on(
    connection: AsyncConnection, table: str, process: str, done: int, until: float
) -> bool:
    """Tells how far a review is, and keeps the lease; whether there is still one to make."""
    told = await connection.execute(
        REVIEWS.update()
        .where(_of(table), REVIEWS.c.state == RUNNING, REVIEWS.c.lease_by == process)
        .values(done=done, lease_until=until)
    )
    return told.rowcount == 1


async def finish(connection: AsyncConnection, table: str, process: str, kept: Kept) -> None:
    """Keeps a review that is done, or that it failed; then an old one stays."""
    values = {name: value for name, value in kept._asdict().items() if value is not None}
    await connection.execute(
        REVIEWS.update()
        .where(_of(table), REVIEWS.c.lease_by == process)
        .values(**values, lease_by=None, lease_until=None)
    )


async def remove(connection: AsyncConnection, table: str) -> None:
    """Takes a review away."""
    await connection.execute(REVIEWS.delete().where(_of(table)))
