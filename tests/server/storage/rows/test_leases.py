"""One process at a time lets a bot think at a table, and only about the table as it is now."""

from __future__ import annotations

import pytest

from rondel.server.model.table import Table
from rondel.server.storage.database import Database
from rondel.server.storage.rows import leases
from rondel.server.storage.rows import tables as stored
from rondel.server.table.seating import Agreement, new_table
from tests.server.storage.people import write_users

pytestmark = pytest.mark.anyio

SECONDS = 15.0


@pytest.fixture
async def table(database: Database) -> Table:
    """A table that nobody has changed yet."""
    await write_users(database, "anna")
    draft = new_table(Agreement("Friday", "imperial", {}), "anna", "Anna", 0.0)
    async with database.writing() as writing:
        await stored.add(writing, draft)
    return draft.draft()


async def change(database: Database, table: Table) -> Table:
    """The table after something has happened at it."""
    draft = table.draft()
    draft.note(1.0, "chat", {"room": "table", "name": "Anna", "text": "Hello"}, "anna")
    async with database.writing() as writing:
        assert await stored.change(writing, table, draft)
    return draft.draft()


async def take(database: Database, table: Table, process: str, now: float = 2.0) -> bool:
    """Whether a process is given the lease."""
    async with database.writing() as writing:
        return await leases.take(writing.connection, table, process, now, now + SECONDS)


async def test_one_process_has_the_lease_until_it_runs_out(
    database: Database, table: Table
) -> None:
    assert await take(database, table, "left")
    assert await take(database, table, "left")
    assert not await take(database, table, "right")
    assert await take(database, table, "right", 2.0 + SECONDS + 1)
    assert not await take(database, table, "left", 2.0 + SECONDS + 2)


async def test_who_gives_back_makes_room(database: Database, table: Table) -> None:
    assert await take(database, table, "left")
    async with database.writing() as writing:
        await leases.give_back(writing.connection, "left")
    assert await take(database, table, "right")


async def test_who_knows_an_older_table_gets_no_lease(database: Database, table: Table) -> None:
    """What he would let a bot think about is decided already."""
    newer = await change(database, table)
    assert not await take(database, table, "left")
    assert await take(database, newer, "left")
