"""Statements that run often: put together once, then run by the plain driver.

Putting one together and reading its result through SQLAlchemy takes ten times as long as the
statement itself (`docs/speed.md` has the figures). So what every action needs is written with
SQLAlchemy like everything else, compiled once for the database in use, and handed to its driver.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

import orjson
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.compiler import SQLCompiler

Values = Mapping[str, Any]
"""What the parameters of a query stand for, by name."""

SQLITE: Final[Dialect] = SQLiteDialect_aiosqlite()
POSTGRESQL: Final[Dialect] = PGDialect_asyncpg()  # type: ignore[no-untyped-call]


def json_text(value: object) -> str:
    """A JSON value as the store keeps it."""
    return orjson.dumps(value).decode()


class Query:
    """A statement with named parameters."""

    def __init__(self, statement: sa.ClauseElement) -> None:
        self._statement = statement
        self._forms: dict[Dialect, Form] = {}

    def form(self, dialect: Dialect) -> Form:
        """The statement as one kind of database takes it."""
        if (form := self._forms.get(dialect)) is None:
            form = self._forms[dialect] = Form(self._statement, dialect)
        return form


class Form:
    """A statement as text, with what turns values into parameters and rows into values."""

    def __init__(self, statement: sa.ClauseElement, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler)
        self.text: Final = str(compiled)
        types = {name: bind.type for name, bind in compiled.binds.items()}
        self._names: Final = [
            (name, isinstance(types[name], sa.JSON)) for name in compiled.positiontup or ()
        ]
        self._constants: Final = {
            name: compiled.binds[name].value
            for name, _ in self._names
            if compiled.binds[name].value is not None
        }
        self._readers: Final = _readers(statement) if dialect is SQLITE else []

    def arranged(self, values: Values) -> list[Any]:
        """Values in the order of the parameters."""
        given = {**self._constants, **values} if self._constants else values
        return [
            json_text(given[name]) if is_json and given[name] is not None else given[name]
            for name, is_json in self._names
        ]

    def read(self, rows: Sequence[Sequence[Any]]) -> list[Sequence[Any]]:
        """Rows as the driver gives them, with their values as the program knows them."""
        if not self._readers:
            return list(rows)
        return [self._read(list(row)) for row in rows]

    def _read(self, row: list[Any]) -> list[Any]:
        for place, reader in self._readers:
            if row[place] is not None:
                row[place] = reader(row[place])
        return row


def _readers(statement: sa.ClauseElement) -> list[tuple[int, Callable[[Any], Any]]]:
    """How to read those columns of the result that SQLite keeps as something else."""
    if not isinstance(statement, sa.Select):
        return []
    readers: list[tuple[int, Callable[[Any], Any]]] = []
    for place, column in enumerate(statement.selected_columns):
        if isinstance(column.type, sa.JSON):
            readers.append((place, orjson.loads))
        elif isinstance(column.type, sa.Boolean):
            readers.append((place, bool))
    return readers


class Source(Protocol):
    """Where rows can be read: the store as it is, or a transaction."""

    async def fetch(self, query: Query, values: Values) -> list[Sequence[Any]]:
        """The rows that a query finds.

        Raises: StoreAway.
        """
        ...
