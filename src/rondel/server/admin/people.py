"""The people of a server, as those see them who look after it."""

from __future__ import annotations

from typing import Any, Final, Literal

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.admin.desk import ADMIN, no_such_person
from rondel.server.admin.paging import contains, more_after, page_of
from rondel.server.model.table import Json
from rondel.server.people.identity import login_key
from rondel.server.storage.database import Database
from rondel.server.storage.rows import sanctions as sanctioned
from rondel.server.storage.schema import reports, sanctions, seats, sessions, tables, tokens, users

State = Literal["all", "guests", "accounts", "admins", "muted", "banned", "deleted"]

_TABLES: Final = (
    sa.select(sa.func.count(seats.c.table_id.distinct()))
    .where(seats.c.user_id == users.c.id)
    .scalar_subquery()
)
WANTED: Final = [
    *[users.c[name] for name in ("id", "name", "login", "created_at", "seen_at", "role")],
    users.c.deleted_at,
    _TABLES.label("tables"),
]


def _under(kind: str, now: float) -> sa.ColumnElement[bool]:
    """Whether a sanction of a kind is in force."""
    return sa.exists().where(
        sanctions.c.user_id == users.c.id,
        sanctions.c.kind == kind,
        sanctioned.is_in_force(now),
    )


def _condition(state: State, now: float) -> sa.ColumnElement[bool]:
    match state:
        case "all":
            return sa.true()
        case "guests":
            return users.c.login.is_(None) & users.c.deleted_at.is_(None)
        case "accounts":
            return users.c.login.is_not(None)
        case "admins":
            return users.c.role == ADMIN
        case "muted":
            return _under(sanctioned.MUTE, now)
        case "banned":
            return _under(sanctioned.BAN, now)
        case "deleted":
            return users.c.deleted_at.is_not(None)


def _wanted(now: float) -> sa.Select[Any]:
    under = [
        _under(sanctioned.MUTE, now).label("muted"),
        _under(sanctioned.BAN, now).label("banned"),
    ]
    return sa.select(*WANTED, *under)


def _told(row: Json) -> Json:
    return {
        **row,
        "admin": row["role"] == ADMIN,
        "guest": row["login"] is None and row["deleted_at"] is None,
        "muted": bool(row["muted"]),
        "banned": bool(row["banned"]),
    }


async def list_people(
    database: Database, search: str, state: State, after: str | None, limit: int, now: float
) -> Json:
    """A page of the people whose name, login or id has a text in it, newest first.

    Raises: Refusal.
    """
    wanted = _wanted(now).where(_condition(state, now))
    if search:
        named = contains(users.c.name, search) | contains(users.c.login, search)
        wanted = wanted.where(named | (users.c.id == search))
    paged = page_of(wanted, users.c.created_at, users.c.id, after, limit)
    async with database.reading() as connection:
        rows = [_told(dict(row)) for row in (await connection.execute(paged)).mappings()]
    return {"people": rows[:limit], "more": more_after(rows, limit, "created_at")}


async def find_person(connection: AsyncConnection, who: str) -> str:
    """The id of the person with an id or a login.

    Raises: Refusal.
    """
    known = (users.c.id == who) | (users.c.login == login_key(who))
    id: str | None = await connection.scalar(sa.select(users.c.id).where(known).limit(1))
    if id is None:
        raise no_such_person(who)
    return id


async def look_at(database: Database, who: str, now: float) -> Json:
    """Somebody, with tables and all that was decided about them.

    Raises: Refusal.
    """
    async with database.reading() as connection:
        id = await find_person(connection, who)
        wanted = _wanted(now).where(users.c.id == id)
        row = (await connection.execute(wanted)).mappings().one()
        return {
            **_told(dict(row)),
            "sessions": await _count(connection, sessions.c.user_id == id),
            "tokens": await _count(connection, tokens.c.user_id == id),
            "reports": await _count(connection, reports.c.user_id == id),
            "sanctions": [vars(one) for one in await sanctioned.find_all(connection, id, now)],
            "at": await _tables_of(connection, id),
        }


async def _count(connection: AsyncConnection, those: sa.ColumnElement[bool]) -> int:
    return await connection.scalar(sa.select(sa.func.count()).where(those)) or 0


MOST_TABLES: Final = 50
"""So many tables of one person are told, those changed last."""


async def _tables_of(connection: AsyncConnection, id: str) -> list[Json]:
    sat = sa.select(seats.c.table_id).where(seats.c.user_id == id)
    wanted = (
        sa.select(tables.c.id, tables.c.name, tables.c.status, tables.c.changed_at)
        .where(tables.c.id.in_(sat) | (tables.c.host_id == id))
        .order_by(tables.c.changed_at.desc())
        .limit(MOST_TABLES)
    )
    return [dict(row) for row in (await connection.execute(wanted)).mappings()]
