"""Lists of ratings, as far as those in them want to be seen."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.arena import Skill
from rondel.server.contests.annals import BOTS, PEOPLE
from rondel.server.model.table import Table
from rondel.server.parts import Server
from rondel.server.people.identity import User
from rondel.server.protocol.profiles import (
    CoursePoint,
    GameRatings,
    Leaderboard,
    Ranked,
    RatedKind,
    RatingChange,
    RatingTold,
)
from rondel.server.storage.rows import profiles, ratings
from rondel.server.storage.rows.ratings import Change, Kept


def rating_told(kept: Kept, course: Sequence[Change] = ()) -> RatingTold:
    """A rating with its interval."""
    low, high = Skill(kept.mean, kept.deviation).interval
    _, game, players = kept.pool.split("/")
    told = {
        "game": game,
        "players": players,
        "mean": kept.mean,
        "deviation": kept.deviation,
        "low": low,
        "high": high,
        "games": kept.games,
        "won": kept.won,
        "at": kept.at,
        "course": [_point(one) for one in course if one.pool == kept.pool],
    }
    return RatingTold.model_validate(told)


def _point(change: Change) -> CoursePoint:
    return CoursePoint(
        table=change.table_id,
        at=change.at,
        mean=change.mean,
        before=change.before,
        deviation=change.deviation,
        left=change.left,
    )


async def leaderboard(
    server: Server, viewer: User | None, kind: RatedKind, pool: str, after: int, limit: int
) -> Leaderboard:
    """A page of the strongest of a pool whom the viewer may see."""
    by = viewer.id if viewer else None
    async with server.database.reading() as connection:
        found = await ratings.strongest(connection, pool, _shown(kind, by), after, limit + 1)
    ranked = [
        Ranked(
            place=place,
            id=one.subject if kind == PEOPLE else None,
            name=name,
            yours=one.subject == by,
            rating=rating_told(one),
        )
        for place, (one, name) in enumerate(found[:limit], after + 1)
    ]
    return Leaderboard(ranked=ranked, more=after + limit if len(found) > limit else None)


def _shown(kind: RatedKind, viewer: str | None) -> sa.ColumnElement[bool] | None:
    return None if kind == BOTS else profiles.is_shown(viewer)


async def changes_at(server: Server, viewer: User | None, table: Table) -> GameRatings:
    """What a game has done to the ratings of those whom the viewer may see."""
    async with server.database.reading() as connection:
        found = await ratings.changes_at(connection, table.id)
        seen = await _seen(connection, viewer, [one.subject for one in found])
    told = []
    for one in found:
        is_bot = one.pool.startswith(f"{BOTS}/")
        if is_bot or one.subject in seen:
            values = {name: getattr(one, name) for name in ("before", "mean", "deviation", "left")}
            who = {"id": None, "bot": one.subject} if is_bot else {"id": one.subject, "bot": None}
            told.append(RatingChange.model_validate({**who, **values}))
    return GameRatings(changes=told)


async def _seen(connection: AsyncConnection, viewer: User | None, ids: Sequence[str]) -> set[str]:
    """Whose ratings a viewer may see among some people."""
    return await profiles.shown_among(connection, viewer.id if viewer else None, ids)
