"""Who may delete a table: its host, while it is nobody else's."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.errors import Refusal, conflict
from rondel.server.model.table import Table
from rondel.server.storage.schema import notes, reports, tables
from rondel.server.table.seating import check_host


async def check_removal(connection: AsyncConnection, table: Table, user: str) -> None:
    """Nothing may be lost for others: what they played, said or noted, and what they study.

    Raises: Refusal.
    """
    check_host(table, user)
    if has_others(table, user) or await _is_minded(connection, table.id, user):
        raise not_alone()
    if await connection.scalar(sa.select(tables.c.id).where(tables.c.parent_id == table.id)):
        raise conflict("table/studied", "Studies go back to this table. Delete these first.")


def has_others(table: Table, user: str) -> bool:
    """Whether anybody else sits at a table, or has been there."""
    known = {*table.visitors, *[seat.user_id for seat in table.seats if seat.user_id]}
    return known - {user} != set()


def not_alone() -> Refusal:
    """The answer where somebody else would lose something."""
    told = "Others have been at this table, and would lose it. Hide it from your lists instead."
    return conflict("table/not_alone", told)


async def _is_minded(connection: AsyncConnection, table: str, user: str) -> bool:
    """Whether somebody who only watched has noted something, or waits for an answer about it."""
    noted = sa.exists().where(notes.c.table_id == table, notes.c.user_id != user)
    waits = sa.exists().where(reports.c.table_id == table, reports.c.settled_at.is_(None))
    return bool(await connection.scalar(sa.select(noted | waits)))
