"""The tables of a server, as those see them who look after it: nothing of what is hidden there."""

from __future__ import annotations

from typing import Final, Literal

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.admin.desk import Desk
from rondel.server.admin.paging import contains, more_after, page_of
from rondel.server.admin.people import find_person
from rondel.server.errors import conflict
from rondel.server.model.table import ENDED, EXPIRED, OPEN, RUNNING, Draft, Json, Visitor
from rondel.server.storage.database import Database
from rondel.server.storage.rows import sanctions
from rondel.server.storage.rows.audit import Act
from rondel.server.storage.rows.sanctions import BAN
from rondel.server.storage.schema import seats, tables, troubles, users
from rondel.server.table import clocks, seating, votes
from rondel.server.table.transactions import change_within

Which = Literal["all", "open", "running", "finished", "ended", "expired", "studies"]

WANTED: Final = [
    *[
        tables.c[name]
        for name in (
            "id", "name", "game", "status", "public", "sandbox", "host_id", "created_at",
            "changed_at", "started_at", "ended_at", "length", "decider", "since",
        )
    ],
    tables.c.paused_at,
    users.c.name.label("host_name"),
]  # fmt: skip


async def list_tables(
    database: Database, search: str, which: Which, after: str | None, limit: int
) -> Json:
    """A page of the tables whose name or id, or one of whose people, has a text in it.

    Raises: Refusal.
    """
    wanted = sa.select(*WANTED).join(users, users.c.id == tables.c.host_id)
    if which == "studies":
        wanted = wanted.where(tables.c.sandbox)
    elif which != "all":
        wanted = wanted.where(tables.c.status == which, ~tables.c.sandbox)
    if search:
        wanted = wanted.where(_matches(search))
    paged = page_of(wanted, tables.c.created_at, tables.c.id, after, limit)
    async with database.reading() as connection:
        rows = [dict(row) for row in (await connection.execute(paged)).mappings()]
        more = more_after(rows, limit, "created_at")
        told = await _with_parts(connection, rows[:limit])
    return {"tables": told, "more": more}


def _matches(search: str) -> sa.ColumnElement[bool]:
    sat = sa.exists().where(seats.c.table_id == tables.c.id, contains(seats.c.name, search))
    named = contains(tables.c.name, search) | contains(users.c.name, search)
    return named | (tables.c.id == search) | sat


async def _with_parts(connection: AsyncConnection, rows: list[Json]) -> list[Json]:
    ids = [row["id"] for row in rows]
    sitting, troubles = await _seats(connection, ids), await troubles_of(connection, ids)
    return [
        {
            **row,
            "host": {"id": row["host_id"], "name": row["host_name"]},
            "entries": row["length"],
            "paused": row["paused_at"] is not None,
            "seats": sitting[row["id"]],
            "trouble": troubles.get(row["id"]),
        }
        for row in rows
    ]


async def _seats(connection: AsyncConnection, ids: list[str]) -> dict[str, list[Json]]:
    wanted = sa.select(
        seats.c.table_id, seats.c.number, seats.c.name, seats.c.user_id, seats.c.bot, seats.c.away
    ).where(seats.c.table_id.in_(ids))
    found: dict[str, list[Json]] = {id: [] for id in ids}
    for row in (await connection.execute(wanted.order_by(seats.c.number))).mappings():
        told = {key: value for key, value in row.items() if key not in ("table_id", "number")}
        found[row["table_id"]].append({"seat": row["number"], **told})
    return found


async def troubles_of(connection: AsyncConnection, ids: list[str]) -> dict[str, str]:
    """Why tables are set aside, by id."""
    wanted = sa.select(troubles.c.table_id, troubles.c.reason)
    found = await connection.execute(wanted.where(troubles.c.table_id.in_(ids)))
    return {row.table_id: row.reason for row in found}


# What may be done to them -------------------------------------------------------------------


async def close(desk: Desk, table: str, reason: str) -> None:
    """Ends a table without result, and says so in its log.

    Raises: Refusal.
    """
    async with desk.acting(Act("close", table=table, reason=reason)) as writing:
        await change_within(writing, table, lambda draft: end(draft, reason, desk.clock()))


def end(draft: Draft, reason: str, now: float) -> None:
    """Ends a table that is not over.

    Raises: Refusal.
    """
    if draft.status not in (OPEN, RUNNING):
        raise conflict("table/over", f"This table is {draft.status} already.")
    votes.lapse(draft, now)
    draft.status = ENDED if draft.status == RUNNING else EXPIRED
    draft.ended_at, draft.paused_at = now, None
    clocks.put_none(draft)
    draft.note(now, "closed", {"reason": reason})


async def hand_over(desk: Desk, table: str, who: str, reason: str) -> None:
    """Makes somebody else the host of a table.

    Raises: Refusal.
    """
    async with desk.database.reading() as connection:
        user = await find_person(connection, who)
    async with desk.acting(Act("hand_over", user, table, reason)) as writing:
        await _check_able(writing.connection, user, desk.clock())
        await change_within(writing, table, lambda draft: _pass_on(draft, user, desk.clock()))


async def _check_able(connection: AsyncConnection, user: str, now: float) -> None:
    gone = await connection.scalar(sa.select(users.c.deleted_at).where(users.c.id == user))
    if gone is not None or await sanctions.find(connection, user, BAN, now):
        raise conflict("admin/cannot_host", "This person cannot come in, and so cannot be a host.")


def _pass_on(draft: Draft, user: str, now: float) -> None:
    draft.host_id = user
    draft.visitors.setdefault(user, Visitor())
    draft.note(now, "host", {"user": user})


async def free_seat(desk: Desk, table: str, seat: int, reason: str) -> None:
    """Takes somebody's seat away; in a game a bot plays on until somebody takes it.

    Raises: Refusal.
    """
    act = Act("free_seat", table=table, reason=reason, details={"seat": seat})

    def make(draft: Draft) -> None:
        wanted = seating.seat_at(draft, seat)
        if wanted.user_id is None:
            raise conflict("seat/empty", "Nobody holds this seat.")
        act.user = wanted.user_id
        draft.note(desk.clock(), "freed", {"seat": seat, "user": wanted.user_id})
        seating.vacate(draft, wanted, None, desk.clock())

    async with desk.acting(act) as writing:
        await change_within(writing, table, make)
