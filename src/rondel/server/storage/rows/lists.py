"""Lists of tables: open ones, one's own, those to watch, finished games."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.model.table import ENDED, EXPIRED, FINISHED, OPEN, RUNNING, Json
from rondel.server.storage import schema
from rondel.server.storage.rows.hidden import is_hidden

TABLES: Final = schema.tables
SEATS: Final = schema.seats

Place = tuple[int, float, str]
"""Where a table stands in a list: what comes first in its order, when it changed, its id."""

Order = Literal["last", "longest", "shortest"]
"""Those changed last first, or those with the most or the fewest rounds."""

AS_TEXT: Final = ("options", "clock", "result")
"""What is JSON: read by who asks, so that one damaged table does not spoil a list."""

WANTED: Final = [
    sa.cast(TABLES.c[name], sa.Text).label(name) if name in AS_TEXT else TABLES.c[name]
    for name in (
        "id", "name", "game", "options", "status", "public", "sandbox", "host_id", "clock",
        "created_at", "changed_at", "started_at", "ended_at", "parent_id", "parent_entry",
        "length", "round", "decider", "decision", "nation", "since", "deadline",
        "paused_at", "result", "rated",
    )
]  # fmt: skip


PLAIN: Final = ("waits_for_you", "rank")
"""What is told of no table where nobody asks for it."""


@dataclass(frozen=True)
class Narrowed:
    """What a list is narrowed down to, as far as the store can tell."""

    game: str | None = None
    studies: bool | None = None
    """Only studies, or none of them."""
    since: float | None = None
    """Over since then; for tables that are not over, changed."""
    until: float | None = None
    person: str | None = None
    """Only where this person sits."""
    rounds: tuple[int | None, int | None] = (None, None)
    """So many rounds at least and at most."""

    def conditions(self) -> Iterator[sa.ColumnElement[bool]]:
        """What holds for every table of the list."""
        at = sa.func.coalesce(TABLES.c.ended_at, TABLES.c.changed_at)
        if self.game is not None:
            yield TABLES.c.game == self.game
        if self.studies is not None:
            yield TABLES.c.sandbox if self.studies else ~TABLES.c.sandbox
        if self.since is not None:
            yield at >= self.since
        if self.until is not None:
            yield at < self.until
        if self.person is not None:
            sat = sa.select(SEATS.c.table_id).where(SEATS.c.user_id == self.person)
            yield TABLES.c.id.in_(sat)
        least, most = self.rounds
        if least is not None:
            yield TABLES.c.round >= least
        if most is not None:
            yield TABLES.c.round <= most


async def listed(
    connection: AsyncConnection,
    which: str,
    user: str | None,
    after: Place | None,
    limit: int,
    narrowed: Narrowed,
    order: Order = "last",
) -> list[Json]:
    """A page of a list; changed last first, `mine` has those that wait for the person before."""
    waits = _waits_for(user)
    rank = TABLES.c.round if order != "last" else waits if which == "mine" else None
    wanted = sa.select(*WANTED, waits.label("waits_for_you")).where(*_condition(which, user))
    wanted = wanted.add_columns((sa.literal(0) if rank is None else rank).label("rank"))
    wanted = wanted.where(*narrowed.conditions())
    if order != "last":
        wanted = wanted.where(TABLES.c.round.is_not(None))
    # A constant first key would keep the database from using its index.
    key = [*([] if rank is None else [rank]), TABLES.c.changed_at, TABLES.c.id]
    return await _found(connection, wanted, key, after and after[-len(key) :], limit, order)


async def games_of(
    connection: AsyncConnection, person: str, viewer: str | None, after: Place | None, limit: int
) -> list[Json]:
    """A page of the games that somebody has finished: those that are public or the viewer's own."""
    sat = sa.select(SEATS.c.table_id).where(SEATS.c.user_id == person)
    wanted = sa.select(*WANTED, *[sa.literal(0).label(name) for name in PLAIN]).where(
        TABLES.c.id.in_(sat),
        TABLES.c.status == FINISHED,
        ~TABLES.c.sandbox,
        sa.or_(TABLES.c.public, _is_at(viewer)),
    )
    key = [TABLES.c.changed_at, TABLES.c.id]
    return await _found(connection, wanted, key, after and after[1:], limit)


async def _found(
    connection: AsyncConnection,
    wanted: sa.Select[Any],
    key: Sequence[sa.ColumnElement[Any]],
    after: Sequence[Any] | None,
    limit: int,
    order: Order = "last",
) -> list[Json]:
    """The tables that come next by a key, with their seats."""
    upwards = order == "shortest"
    if after is not None:
        here, there = sa.tuple_(*key), sa.tuple_(*after)
        wanted = wanted.where(here > there if upwards else here < there)
    turned = sa.asc if upwards else sa.desc
    wanted = wanted.order_by(*[turned(part) for part in key]).limit(limit)
    found = [_read(row) for row in (await connection.execute(wanted)).mappings()]
    await _add_seats(connection, found)
    return found


def _read(row: sa.RowMapping) -> Json:
    """A row with its JSON read; what cannot be read is left out, and the table listed."""
    return {**row, **{name: _read_json(row[name]) for name in AS_TEXT}}


def _read_json(text: str | None) -> Any:
    try:
        return None if text is None else json.loads(text)
    except ValueError:
        return None


def _condition(which: str, user: str | None) -> list[sa.ColumnElement[bool]]:
    """What belongs to a list; what somebody has hidden is only in the list of that."""
    hidden = is_hidden(TABLES.c.id, user)
    if which == "hidden":
        return [_is_at(user), hidden]
    return [*_belongs(which, user), *([] if user is None else [~hidden])]


def _belongs(which: str, user: str | None) -> list[sa.ColumnElement[bool]]:
    match which:
        case "open":
            return [TABLES.c.status == OPEN, TABLES.c.public]
        case "running":
            return [TABLES.c.status == RUNNING, TABLES.c.public]
        case "finished":
            return [TABLES.c.status == FINISHED, TABLES.c.public]
        case "mine":
            return [_is_at(user), TABLES.c.status.in_([OPEN, RUNNING])]
        case "played":
            return [_is_at(user), TABLES.c.status.in_([FINISHED, ENDED])]
        case "own":
            return [_is_at(user), TABLES.c.status != EXPIRED]
        case _:
            raise AssertionError(which)


def _is_at(user: str | None) -> sa.ColumnElement[bool]:
    """Whether somebody sits at a table or is its host: what this costs grows with his tables, not
    with all there are."""
    hosted = TABLES.alias("hosted")
    sits = sa.select(SEATS.c.table_id).where(_is(SEATS.c.user_id, user))
    hosts = sa.select(hosted.c.id).where(_is(hosted.c.host_id, user))
    return TABLES.c.id.in_(sits.union(hosts))


def _is(column: sa.ColumnElement[str], user: str | None) -> sa.ColumnElement[bool]:
    """Whether a column names a person. Nobody is named nowhere, not where no name is."""
    return sa.false() if user is None else column == user


def _waits_for(user: str | None) -> sa.ColumnElement[Any]:
    """1 for tables where the person must decide, else 0."""
    mine = sa.exists().where(
        SEATS.c.table_id == TABLES.c.id,
        SEATS.c.number == TABLES.c.decider,
        _is(SEATS.c.user_id, user),
        ~SEATS.c.away,
    )
    return sa.case((sa.and_(mine, TABLES.c.paused_at.is_(None)), 1), else_=0)


async def _add_seats(connection: AsyncConnection, found: list[Json]) -> None:
    by_id: dict[str, list[Json]] = {table["id"]: [] for table in found}
    wanted = sa.select(SEATS).where(SEATS.c.table_id.in_(by_id)).order_by(SEATS.c.number)
    for row in (await connection.execute(wanted)).mappings():
        by_id[row["table_id"]].append(dict(row))
    for table in found:
        table["seats"] = by_id[table["id"]]


# For the server's own rounds ----------------------------------------------------------------


async def where_bots_decide(connection: AsyncConnection) -> list[str]:
    """Tables where a bot must decide."""
    decides = (SEATS.c.table_id == TABLES.c.id) & (SEATS.c.number == TABLES.c.decider)
    wanted = (
        sa.select(TABLES.c.id)
        .join(SEATS, decides)
        .where(TABLES.c.status == RUNNING, TABLES.c.paused_at.is_(None))
        .where(SEATS.c.user_id.is_(None) | SEATS.c.away)
    )
    return list((await connection.execute(wanted)).scalars())


async def where_time_is_up(connection: AsyncConnection, now: float) -> list[str]:
    """Tables where the one who must decide has no time left."""
    wanted = sa.select(TABLES.c.id).where(
        TABLES.c.deadline <= now, TABLES.c.status == RUNNING, TABLES.c.paused_at.is_(None)
    )
    return list((await connection.execute(wanted)).scalars())


async def idle_since(connection: AsyncConnection, before: float) -> list[str]:
    """Tables that wait for their start and that nobody has touched since a moment."""
    wanted = sa.select(TABLES.c.id).where(TABLES.c.status == OPEN, TABLES.c.changed_at < before)
    return list((await connection.execute(wanted)).scalars())
