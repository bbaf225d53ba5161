"""The columns that a table and a seat are read from and written to."""

from __future__ import annotations

from typing import Final

from rondel.server.model.agreements import Clock, Vote
from rondel.server.model.table import Json, Table, values_of
from rondel.server.storage import schema

SEAT_COLUMNS: Final = [column.name for column in schema.seats.columns if column.name != "table_id"]
TABLE_COLUMNS: Final = [
    column.name for column in schema.tables.columns if not column.name.startswith("lease_")
]


def stored_values(table: Table) -> Json:
    """The values of a table by column."""
    values = values_of(table, TABLE_COLUMNS)
    values["clock"] = None if table.clock is None else table.clock.to_json()
    values["vote"] = None if table.vote is None else table.vote.to_json()
    return values


def table_of(values: Json) -> Table:
    """The table with these values by column, without seats and game."""
    table = Table(**values)
    table.clock = None if values["clock"] is None else Clock.from_json(values["clock"])
    table.vote = None if values["vote"] is None else Vote.from_json(values["vote"])
    return table
