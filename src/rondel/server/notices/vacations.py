"""Vacations: clocks of who is away stand still, at the tables that have agreed to it."""

from __future__ import annotations

from rondel.server.model.table import Draft
from rondel.server.storage.rows import channels
from rondel.server.table import clocks
from rondel.server.table.tables import Tables
from rondel.server.table.transactions import tables_of


async def put(tables: Tables, user: str, until: float | None) -> None:
    """Begins or ends a vacation at all tables of somebody."""
    async with tables.database.reading() as connection:
        known = await tables_of(connection, user, ["running"])
    for id in known:
        if tables.troubles.of(id) is None:
            async with tables.troubles.working(id):
                await tables.change(id, lambda draft: _put(draft, user, until, tables.clock()))


def _put(draft: Draft, user: str, until: float | None, now: float) -> None:
    if until is None or until <= now:
        clocks.end_vacation(draft, user, now)
    else:
        clocks.begin_vacation(draft, user, until, now)


async def catch_up(tables: Tables) -> None:
    """Begins vacations at tables that were not reached, or have begun meanwhile."""
    now = tables.clock()
    async with tables.database.reading() as connection:
        left = await channels.not_yet_on_vacation(connection, now)
        wishes = await channels.wishes_of(connection, {user for user, _ in left})
    for user, id in left:
        until = wishes[user]["vacation_until"]
        if tables.troubles.of(id) is None:
            async with tables.troubles.working(id):
                await tables.change(
                    id,
                    lambda draft, user=user, until=until: _put(draft, user, until, now),  # type: ignore[misc]
                )
