"""What was done by those who look after the server, to be read by all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from rondel.server.admin.paging import more_after, page_of
from rondel.server.model.table import Json
from rondel.server.storage.database import Database
from rondel.server.storage.schema import audit, tables, users


def _wanted() -> sa.Select[Any]:
    doer, whom = users.alias("doer"), users.alias("whom")
    return (
        sa.select(
            audit,
            doer.c.name.label("by_name"),
            whom.c.name.label("user_name"),
            tables.c.name.label("table_name"),
        )
        .outerjoin(doer, doer.c.id == audit.c.by)
        .outerjoin(whom, whom.c.id == audit.c.user_id)
        .outerjoin(tables, tables.c.id == audit.c.table_id)
    )


async def read(
    database: Database, about: str | None, act: str | None, after: str | None, limit: int
) -> Json:
    """A page of the audit log, newest first; `about` is the id of a person or a table.

    Raises: Refusal.
    """
    wanted = _wanted().where(*_chosen(about, act))
    paged = page_of(wanted, audit.c.at, audit.c.id, after, limit)
    async with database.reading() as connection:
        rows = [dict(row) for row in (await connection.execute(paged)).mappings()]
    return {"lines": rows[:limit], "more": more_after(rows, limit, "at")}


def _chosen(about: str | None, act: str | None) -> Iterator[sa.ColumnElement[bool]]:
    """What lines about somebody or something, or of an act, have in common."""
    if about is not None:
        yield sa.or_(*[audit.c[c] == about for c in ("by", "user_id", "table_id")])
    if act is not None:
        yield audit.c.act == act
