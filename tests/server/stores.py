"""What the store of a server must hold, whatever was asked of the server."""

from __future__ import annotations

import sqlite3

from rondel.server.storage import schema
from rondel.server.storage.database import Database
from rondel.server.storage.rows.inspection import table_ids
from rondel.server.upkeep.doctor import read


class StoreWatch:
    """Notices every change in a store on SQLite, whoever makes it."""

    def __init__(self, url: str) -> None:
        path = url.removeprefix("sqlite:///")
        self._connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)

    def version(self) -> int:
        """A number that differs after every change."""
        [version] = self._connection.execute("PRAGMA data_version").fetchone()
        return int(version)

    def contents(self) -> dict[str, list[tuple[object, ...]]]:
        """All rows by table, but for who is there: that is told again and again."""
        tables = [name for name in schema.metadata.tables if name != "presence"]
        return {
            name: self._connection.execute(f"SELECT * FROM {name}").fetchall() for name in tables
        }

    def close(self) -> None:
        """Looks no more."""
        self._connection.close()


async def check_store(database: Database) -> int:
    """Looks at all tables in a store as `rondel doctor` does; says how many there are."""
    async with database.reading() as connection:
        ids = await table_ids(connection)
        for id in ids:
            kept = await read(connection, id)
            assert kept is not None
            assert kept.faults() == [], id
    return len(ids)
