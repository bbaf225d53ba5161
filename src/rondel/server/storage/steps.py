"""A step of a table in the store: its row changes and lines are added, all of it or nothing.

Every action is one. PostgreSQL takes it in a single statement, so in a single journey.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import sqlalchemy as sa

from rondel.server.storage import schema
from rondel.server.storage.queries import Query, Values

TABLES: Final = schema.tables

Lines = Mapping[sa.Table, Sequence[Values]]
"""Rows to insert, with all their columns; no table is named without rows."""


@dataclass(frozen=True)
class Step:
    """What becomes of a table that is as it was known."""

    id: str
    seq: int
    """The number of the last line of its log, as it was known."""
    changes: Values
    """The columns of its row that get other values."""
    lines: Lines
    message: str
    """What is announced when it is done."""

    @property
    def known(self) -> Values:
        """The parameters of `change_of`."""
        changes = {f"new_{name}": value for name, value in self.changes.items()}
        return {"known_id": self.id, "known_seq": self.seq, **changes}

    @property
    def added(self) -> Values:
        """The parameters of `step_of` that stand for lines."""
        return {
            _place(table, number, name): value
            for table, rows in self.lines.items()
            for number, row in enumerate(rows)
            for name, value in row.items()
        }


def _place(table: sa.Table, row: int, column: str) -> str:
    return f"{table.name}_{row}_{column}"


def _change(columns: Sequence[str]) -> sa.Update:
    is_known = (TABLES.c.id == sa.bindparam("known_id")) & (
        TABLES.c.seq == sa.bindparam("known_seq")
    )
    values = {name: sa.bindparam(f"new_{name}", type_=TABLES.c[name].type) for name in columns}
    return sa.update(TABLES).where(is_known).values(values)


@lru_cache(maxsize=256)
def change_of(columns: tuple[str, ...]) -> Query:
    """Sets some columns of a table, unless it has changed since it was read."""
    return Query(_change(columns))


@lru_cache
def insert_into(table: sa.Table) -> Query:
    """Adds a row with all its columns."""
    return Query(sa.insert(table))


@lru_cache(maxsize=256)
def step_of(
    columns: tuple[str, ...], lines: tuple[tuple[sa.Table, int], ...], channel: str
) -> Query:
    """The whole step for PostgreSQL: one row comes back if it was taken."""
    changed = _change(columns).returning(TABLES.c.id).cte("changed")
    inserts = [_insert(table, rows, changed).cte(f"to_{table.name}") for table, rows in lines]
    told = sa.func.pg_notify(channel, sa.bindparam("message", type_=sa.Text))
    return Query(sa.select(told).select_from(changed).add_cte(*inserts))


def _insert(table: sa.Table, rows: int, changed: sa.CTE) -> sa.Insert:
    wanted = [
        sa.select(
            *[
                sa.bindparam(_place(table, row, column.name), type_=column.type).label(column.name)
                for column in table.columns
            ]
        ).select_from(changed)
        for row in range(rows)
    ]
    source: Any = wanted[0] if rows == 1 else sa.union_all(*wanted)
    return sa.insert(table).from_select([column.name for column in table.columns], source)
