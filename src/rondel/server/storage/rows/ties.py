"""Who is a friend of whom, and who wants nothing to do with whom."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.storage.rows import owners
from rondel.server.storage.schema import ties, users

FRIEND: Final = "friend"
BLOCK: Final = "block"

CHANGED: Final = "ties"
"""Announced with the id of somebody who thinks otherwise of another now."""

Kind = Literal["friend", "block"]


class Tie(NamedTuple):
    """Somebody, and what the two think of each other."""

    id: str
    name: str
    own: str | None
    """What one thinks of the other."""
    theirs: str | None
    """What the other thinks of one."""
    at: float


_THEIRS: Final = ties.alias("theirs")


async def put(
    connection: AsyncConnection, user: str, other: str, kind: Kind | None, now: float
) -> None:
    """Says what somebody thinks of another from now on; who blocks another is no friend of his."""
    await owners.lock(connection, user)
    own = (ties.c.user_id == user) & (ties.c.other_id == other)
    back = (ties.c.user_id == other) & (ties.c.other_id == user) & (ties.c.kind == FRIEND)
    await connection.execute(ties.delete().where(own))
    if kind == BLOCK:
        await connection.execute(ties.delete().where(back))
    if kind is not None:
        row = {"user_id": user, "other_id": other, "kind": kind, "at": now}
        await connection.execute(ties.insert(), row)


async def number(connection: AsyncConnection, user: str) -> int:
    """How many people somebody thinks something of."""
    counted = sa.select(sa.func.count()).select_from(ties).where(ties.c.user_id == user)
    return await connection.scalar(counted) or 0


async def between(connection: AsyncConnection, user: str, other: str) -> tuple[str | None, ...]:
    """What two think of each other: the first of the second, the second of the first."""
    pair = [(user, other), (other, user)]
    wanted = sa.select(ties.c.user_id, ties.c.kind).where(
        sa.tuple_(ties.c.user_id, ties.c.other_id).in_(pair)
    )
    found = {row.user_id: row.kind for row in await connection.execute(wanted)}
    return found.get(user), found.get(other)


async def of(connection: AsyncConnection, user: str) -> list[Tie]:
    """Everybody whom somebody thinks something of, or who wants to be his friend; by name."""
    own = sa.select(ties.c.other_id.label("id"), ties.c.kind, ties.c.at).where(
        ties.c.user_id == user
    )
    theirs = sa.select(ties.c.user_id, ties.c.kind, ties.c.at).where(ties.c.other_id == user)
    known = {row.id: row for row in await connection.execute(own)}
    heard = {row.user_id: row for row in await connection.execute(theirs)}
    about = {*known, *[id for id, row in heard.items() if row.kind == FRIEND]}
    names = sa.select(users.c.id, users.c.name).where(
        users.c.id.in_(about), users.c.deleted_at.is_(None)
    )
    return [
        Tie(
            row.id,
            row.name,
            known[row.id].kind if row.id in known else None,
            heard[row.id].kind if row.id in heard else None,
            (known.get(row.id) or heard[row.id]).at,
        )
        for row in await connection.execute(names.order_by(users.c.name, users.c.id))
    ]


async def apart(connection: AsyncConnection, user: str) -> frozenset[str]:
    """Those who have blocked somebody, or whom he has blocked."""
    own = sa.select(ties.c.other_id).where(ties.c.user_id == user, ties.c.kind == BLOCK)
    theirs = sa.select(ties.c.user_id).where(ties.c.other_id == user, ties.c.kind == BLOCK)
    return frozenset(await connection.scalars(own.union(theirs)))


async def blocked_by(connection: AsyncConnection, user: str) -> frozenset[str]:
    """Those whom somebody has blocked."""
    own = sa.select(ties.c.other_id).where(ties.c.user_id == user, ties.c.kind == BLOCK)
    return frozenset(await connection.scalars(own))


def are_friends(user: str, other: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """Whether two say that they are friends."""
    own = sa.exists().where(ties.c.user_id == user, ties.c.other_id == other, ties.c.kind == FRIEND)
    back = sa.exists().where(
        _THEIRS.c.user_id == other, _THEIRS.c.other_id == user, _THEIRS.c.kind == FRIEND
    )
    return own & back


async def move(connection: AsyncConnection, guest: str, user: str) -> None:
    """Gives what a guest thinks, and what others think of the guest, to a user.

    Where there is something of the user already, that of the guest goes; a block stays a block.
    """
    for mine, other in ((ties.c.user_id, ties.c.other_id), (ties.c.other_id, ties.c.user_id)):
        blocked = sa.select(other).where(mine == guest, ties.c.kind == BLOCK)
        softer = sa.and_(mine == user, ties.c.kind != BLOCK, other.in_(blocked))
        await connection.execute(ties.delete().where(softer))
        known = list(await connection.scalars(sa.select(other).where(mine == user)))
        spare = sa.and_(mine == guest, other.in_([*known, user]))
        await connection.execute(ties.delete().where(spare))
        await connection.execute(ties.update().where(mine == guest).values({mine.name: user}))


async def forget(connection: AsyncConnection, ids: list[str]) -> None:
    """Forgets what people think, and what others think of them."""
    named = ties.c.user_id.in_(ids) | ties.c.other_id.in_(ids)
    await connection.execute(ties.delete().where(named))
