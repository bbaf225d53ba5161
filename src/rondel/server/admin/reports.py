"""Reports: somebody asks those who look after the server to look at something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.admin.desk import Desk
from rondel.server.admin.paging import more_after, page_of
from rondel.server.errors import bad, conflict, missing
from rondel.server.model.loglines import ChatBody
from rondel.server.model.table import Json, Table
from rondel.server.storage.database import Database
from rondel.server.storage.rows.audit import Act
from rondel.server.storage.schema import log, reports, tables, users

MOST: Final = 10
"""So many reports of one person may wait to be settled."""
AROUND: Final = 5
"""So many lines of the chat before and after the one reported are shown with it."""


@dataclass(frozen=True)
class Wanted:
    """What somebody reports."""

    reason: str
    user: str | None = None
    table: Table | None = None
    seq: int | None = None
    """A line of the chat at the table."""


async def add(database: Database, by: str, wanted: Wanted, now: float) -> int:
    """Keeps a report; gives its number.

    Raises: Refusal.
    """
    row = {"at": now, "by": by, "reason": wanted.reason}
    row |= {"table_id": wanted.table.id if wanted.table else None, "seq": wanted.seq}
    async with database.writing() as writing:
        connection = writing.connection
        user = wanted.user if wanted.seq is None else await _author(connection, by, wanted)
        await _check(connection, by, user)
        kept = reports.insert().returning(reports.c.id)
        return int(await connection.scalar(kept, {**row, "user_id": user}) or 0)


async def _author(connection: AsyncConnection, by: str, wanted: Wanted) -> str:
    """Who has said what is reported, if who reports it could hear it.

    Raises: Refusal.
    """
    table = wanted.table
    line = sa.select(log.c.user_id, log.c.audience).where(
        log.c.table_id == (table.id if table else None),
        log.c.seq == wanted.seq,
        log.c.kind == "chat",
    )
    found = (await connection.execute(line)).one_or_none()
    if table is None or found is None or not table.may_read(by, found.audience):
        raise bad("report/no_such_line", f"Line {wanted.seq} of the log is no line of the chat.")
    author: str = found.user_id
    return author


async def _check(connection: AsyncConnection, by: str, user: str | None) -> None:
    if user == by:
        raise conflict("report/yourself", "You cannot report yourself.")
    known = sa.select(users.c.id).where(users.c.id == user)
    if user is not None and await connection.scalar(known) is None:
        raise bad("report/nobody", "There is no such person.")
    await connection.execute(
        sa.select(users.c.id).where(users.c.id == by).with_for_update(key_share=True)
    )
    waiting = sa.select(sa.func.count()).where(reports.c.by == by, reports.c.settled_at.is_(None))
    if (await connection.scalar(waiting) or 0) >= MOST:
        raise conflict("report/too_many", f"You have {MOST} reports that wait to be looked at.")


async def made_by(database: Database, user: str) -> list[Json]:
    """What somebody has reported, newest first, and what came of it."""
    names = ("id", "at", "user_id", "table_id", "seq", "reason", "settled_at", "note")
    wanted = sa.select(*[reports.c[name] for name in names]).where(reports.c.by == user)
    async with database.reading() as connection:
        found = await connection.execute(wanted.order_by(reports.c.id.desc()).limit(50))
        return [dict(row) for row in found.mappings()]


# For those who look after the server --------------------------------------------------------


def _wanted(settled: bool) -> sa.Select[Any]:
    doer, whom = users.alias("doer"), users.alias("whom")
    return (
        sa.select(
            reports,
            doer.c.name.label("by_name"),
            whom.c.name.label("user_name"),
            tables.c.name.label("table_name"),
        )
        .join(doer, doer.c.id == reports.c.by)
        .outerjoin(whom, whom.c.id == reports.c.user_id)
        .outerjoin(tables, tables.c.id == reports.c.table_id)
        .where(reports.c.settled_at.is_not(None) if settled else reports.c.settled_at.is_(None))
    )


async def list_reports(database: Database, settled: bool, after: str | None, limit: int) -> Json:
    """A page of the reports that wait, or of those that are settled, newest first.

    Raises: Refusal.
    """
    paged = page_of(_wanted(settled), reports.c.at, reports.c.id, after, limit)
    async with database.reading() as connection:
        rows = [dict(row) for row in (await connection.execute(paged)).mappings()]
        told = [{**row, "context": await _context(connection, row)} for row in rows[:limit]]
    return {"reports": told, "more": more_after(rows, limit, "at")}


async def _context(connection: AsyncConnection, report: Json) -> list[Json]:
    """The chat around the line that was reported."""
    if report["seq"] is None:
        return []
    said = sa.select(log.c.seq, log.c.at, log.c.user_id, log.c.body).where(
        log.c.table_id == report["table_id"], log.c.kind == "chat"
    )
    before = said.where(log.c.seq <= report["seq"]).order_by(log.c.seq.desc()).limit(AROUND + 1)
    after = said.where(log.c.seq > report["seq"]).order_by(log.c.seq).limit(AROUND)
    rows = [*reversed((await connection.execute(before)).all()), *await connection.execute(after)]
    return [_line(row, row.body) for row in rows]


def _line(row: sa.Row[Any], body: ChatBody) -> Json:
    told = {"seq": row.seq, "at": row.at, "user_id": row.user_id}
    return {**told, "name": body["name"], "text": body["text"]}


async def settle(desk: Desk, number: int, text: str) -> None:
    """Closes a report with a note for who made it.

    Raises: Refusal.
    """
    act = Act("settle", reason=text, details={"report": number})
    async with desk.acting(act) as writing:
        found = await writing.connection.execute(
            sa.select(reports.c.user_id, reports.c.table_id, reports.c.settled_at)
            .where(reports.c.id == number)
            .with_for_update()
        )
        if (row := found.one_or_none()) is None:
            raise missing("report/unknown", f"There is no report {number}.")
        if row.settled_at is not None:
            raise conflict("report/settled", "This report is settled already.")
        act.user, act.table = row.user_id, row.table_id
        values = {"settled_at": desk.clock(), "settled_by": desk.by, "note": text}
        await writing.connection.execute(
            reports.update().where(reports.c.id == number).values(values)
        )
