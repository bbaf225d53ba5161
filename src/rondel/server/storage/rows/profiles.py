"""What the store knows of the games somebody has played, for a profile."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.model.table import FINISHED
from rondel.server.storage.rows.ties import are_friends
from rondel.server.storage.schema import annals, openings, seats, tables, users

ALL: Final = "all"
FRIENDS: Final = "friends"
NOBODY: Final = "nobody"

MOST_GAMES: Final = 1000
"""So many games are counted, the latest."""


class Known(NamedTuple):
    """Somebody, as far as a profile is concerned."""

    id: str
    name: str
    is_guest: bool
    created_at: float
    profile: str
    """Who may see it: all, friends or nobody."""


class Played(NamedTuple):
    """A game that somebody has played to its end."""

    game: str
    seat: int
    seats: list[dict[str, Any]]
    """What the annals say of all seats."""
    opening: str | None
    """The openings of all seats as JSON, where they are known."""


_PROFILE: Final = sa.func.coalesce(
    users.c.profile, sa.case((users.c.login.is_(None), NOBODY), else_=ALL)
)


async def find(connection: AsyncConnection, user: str) -> Known | None:
    """Somebody who is not forgotten."""
    wanted = sa.select(
        users.c.id, users.c.name, users.c.login.is_(None), users.c.created_at, _PROFILE
    )
    known = wanted.where(users.c.id == user, users.c.deleted_at.is_(None))
    row = (await connection.execute(known)).one_or_none()
    return None if row is None else Known(*row)


async def choose(connection: AsyncConnection, user: str, profile: str) -> None:
    """Says who may see somebody's profile."""
    await connection.execute(users.update().where(users.c.id == user).values(profile=profile))


def is_shown(viewer: str | None) -> sa.ColumnElement[bool]:
    """Whether a viewer may see the profile of the person in a row of `users`."""
    if viewer is None:
        return _PROFILE == ALL
    friends = sa.and_(_PROFILE == FRIENDS, are_friends(viewer, users.c.id))
    return sa.or_(users.c.id == viewer, _PROFILE == ALL, friends)


async def may_see(connection: AsyncConnection, viewer: str | None, user: str) -> bool:
    """Whether a viewer may see somebody's profile."""
    wanted = sa.select(users.c.id).where(users.c.id == user, is_shown(viewer))
    return await connection.scalar(wanted) is not None


async def shown_among(
    connection: AsyncConnection, viewer: str | None, ids: Collection[str]
) -> set[str]:
    """Those among some people whose profiles a viewer may see."""
    wanted = sa.select(users.c.id).where(users.c.id.in_(ids), is_shown(viewer))
    return set(await connection.scalars(wanted))


async def played(connection: AsyncConnection, user: str) -> list[Played]:
    """Games that somebody has played to their end from one seat, the latest first."""
    other = seats.alias("other")
    second = sa.exists().where(
        other.c.table_id == seats.c.table_id,
        other.c.user_id == user,
        other.c.number != seats.c.number,
    )
    wanted = (
        sa.select(tables.c.game, seats.c.number, annals.c.body, openings.c.body.label("opening"))
        .select_from(
            seats.join(tables, tables.c.id == seats.c.table_id)
            .join(annals, annals.c.table_id == tables.c.id)
            .outerjoin(openings, openings.c.table_id == tables.c.id)
        )
        .where(seats.c.user_id == user, ~seats.c.away, ~second)
        .where(tables.c.status == FINISHED, ~tables.c.sandbox, annals.c.body.is_not(None))
        .order_by(tables.c.ended_at.desc())
        .limit(MOST_GAMES)
    )
    return [
        Played(row.game, row.number, row.body["seats"], row.opening)
        for row in await connection.execute(wanted)
    ]
