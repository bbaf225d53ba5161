"""Ratings in the store: who is how strong, by which games, and how far these were counted."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.arena.statistics import NORMAL
from rondel.server.storage import schema

RATINGS: Final = schema.ratings
CHANGES: Final = schema.rating_changes
POOLS: Final = schema.pools
RANKINGS: Final = schema.rankings
ANNALS: Final = schema.annals


@dataclass(frozen=True)
class Kept:
    """The rating of a person or a bot."""

    pool: str
    subject: str
    mean: float
    deviation: float
    games: int
    won: int
    at: float


@dataclass(frozen=True)
class Change:
    """What a game has done to a rating."""

    table_id: str
    pool: str
    subject: str
    at: float
    before: float
    mean: float
    deviation: float
    left: bool


@dataclass(frozen=True)
class Pool:
    """How far the games of a pool were counted."""

    name: str
    at: float
    table_id: str
    stale: bool


async def version(connection: AsyncConnection) -> int:
    """Grows with everything that changes ratings, or what they come from."""
    return int(await connection.scalar(sa.select(RANKINGS.c.version)) or 0)


async def go_on(connection: AsyncConnection, known: int) -> bool:
    """Whether nobody has changed anything since; others wait from now on until the commit."""
    done = await connection.execute(
        RANKINGS.update().where(RANKINGS.c.version == known).values(version=known + 1)
    )
    return done.rowcount == 1


async def spoil(connection: AsyncConnection, names: Collection[str]) -> None:
    """Has pools counted anew."""
    if names:
        await connection.execute(RANKINGS.update().values(version=RANKINGS.c.version + 1))
        await connection.execute(POOLS.update().where(POOLS.c.name.in_(names)).values(stale=True))


async def lose_games(connection: AsyncConnection, tables: Collection[str]) -> None:
    """Has the pools counted anew in which some games counted, before these are deleted."""
    wanted = sa.select(ANNALS.c.people_pool, ANNALS.c.bots_pool)
    found = await connection.execute(wanted.where(ANNALS.c.table_id.in_(tables)))
    await spoil(connection, {name for row in found for name in row if name is not None})


async def lose_person(connection: AsyncConnection, user: str) -> None:
    """Forgets the ratings of somebody; what others have won by his games stays theirs."""
    own = sa.select(RATINGS.c.pool).where(RATINGS.c.subject == user)
    await spoil(connection, list(await connection.scalars(own)))
    for rows in (RATINGS, CHANGES):
        await connection.execute(rows.delete().where(rows.c.subject == user))


# Reading ------------------------------------------------------------------------------------


async def pools(connection: AsyncConnection) -> dict[str, Pool]:
    """All pools by name."""
    return {row.name: Pool(*row) for row in await connection.execute(sa.select(POOLS))}


async def among(
    connection: AsyncConnection, pool: str, subjects: Collection[str]
) -> dict[str, Kept]:
    """The ratings of some people or bots in a pool."""
    wanted = sa.select(RATINGS).where(RATINGS.c.pool == pool, RATINGS.c.subject.in_(subjects))
    return {row.subject: Kept(*row) for row in await connection.execute(wanted)}


async def of_subject(connection: AsyncConnection, subject: str) -> list[Kept]:
    """The ratings of somebody, one for each pool."""
    wanted = sa.select(RATINGS).where(RATINGS.c.subject == subject).order_by(RATINGS.c.pool)
    return [Kept(*row) for row in await connection.execute(wanted)]


async def strongest(
    connection: AsyncConnection,
    pool: str,
    shown: sa.ColumnElement[bool] | None,
    after: int,
    most: int,
) -> list[tuple[Kept, str]]:
    """Those of a pool with the highest lower end of their interval, with their names.

    Of people only those that `shown` lets through, which may ask about the row of `users`.
    """
    at_least = RATINGS.c.mean - NORMAL * RATINGS.c.deviation
    name = RATINGS.c.subject if shown is None else schema.users.c.name
    wanted = sa.select(RATINGS, name.label("called")).where(RATINGS.c.pool == pool)
    if shown is not None:
        users = schema.users
        wanted = wanted.join(users, users.c.id == RATINGS.c.subject).where(shown)
    paged = wanted.order_by(at_least.desc(), RATINGS.c.subject).offset(after).limit(most)
    return [(Kept(*row[:-1]), row.called) for row in await connection.execute(paged)]


async def changes_of(connection: AsyncConnection, subject: str, most: int) -> list[Change]:
    """What games have done to somebody's ratings, the last first."""
    wanted = sa.select(CHANGES).where(CHANGES.c.subject == subject)
    latest = wanted.order_by(CHANGES.c.at.desc(), CHANGES.c.table_id).limit(most)
    return [Change(*row) for row in await connection.execute(latest)]


async def changes_at(connection: AsyncConnection, table: str) -> list[Change]:
    """What a game has done to ratings."""
    wanted = sa.select(CHANGES).where(CHANGES.c.table_id == table)
    return [Change(*row) for row in await connection.execute(wanted.order_by(CHANGES.c.subject))]


# Writing ------------------------------------------------------------------------------------


async def clear(connection: AsyncConnection, pool: str | None = None) -> None:
    """Forgets a pool, or all of them."""
    for rows, column in ((RATINGS, RATINGS.c.pool), (CHANGES, CHANGES.c.pool)):
        await connection.execute(rows.delete().where(sa.true() if pool is None else column == pool))
    if pool is None:
        await connection.execute(POOLS.delete())


async def put(
    connection: AsyncConnection, pool: Pool, kept: Collection[Kept], changes: Collection[Change]
) -> None:
    """Writes ratings in place of those of the same people, and what has led to them."""
    subjects = [one.subject for one in kept]
    await connection.execute(
        RATINGS.delete().where(RATINGS.c.pool == pool.name, RATINGS.c.subject.in_(subjects))
    )
    await connection.execute(POOLS.delete().where(POOLS.c.name == pool.name))
    await connection.execute(POOLS.insert(), [asdict(pool)])
    if kept:
        await connection.execute(RATINGS.insert(), [asdict(one) for one in kept])
    if changes:
        await connection.execute(CHANGES.insert(), [asdict(one) for one in changes])
