"""Lists by pages, newest first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa

from rondel.server.errors import bad
from rondel.server.model.table import Json

PLACE: Final = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,20})?)_([0-9a-f]{1,32})")
"""When, and the id."""


def page_of(
    wanted: sa.Select[Any],
    at: sa.Column[Any],
    id: sa.Column[Any],
    after: str | None,
    limit: int,
) -> sa.Select[Any]:
    """The part of a list behind a place, with one row more to know whether there are more.

    Raises: Refusal for a place that no page has told.
    """
    if after is not None:
        found = PLACE.fullmatch(after)
        if found is None or (isinstance(id.type, sa.Integer) and not found[2].isdecimal()):
            raise bad("table/no_such_page", "Give what `more` of the page before says.")
        last = int(found[2]) if isinstance(id.type, sa.Integer) else found[2]
        wanted = wanted.where(sa.tuple_(at, id) < sa.tuple_(float(found[1]), last))
    return wanted.order_by(at.desc(), id.desc()).limit(limit + 1)


def more_after(rows: Sequence[Json], limit: int, at: str) -> str | None:
    """The place of the last row that is told, if there are more."""
    return f"{rows[limit - 1][at]:f}_{rows[limit - 1]['id']}" if len(rows) > limit else None


def contains(column: sa.Column[str], text: str) -> sa.ColumnElement[bool]:
    """Whether a text holds another; capital and small letters are the same."""
    return sa.func.lower(column).contains(text.lower(), autoescape=True)
