"""How a store comes to its schema."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.schema import CreateTable

from rondel.server.storage.database import Database, store_at
from rondel.server.storage.errors import StoreTooNew
from rondel.server.storage.schema import metadata, sessions, users
from rondel.server.storage.upgrading import VERSION, version_of
from tests.server.storage.people import names, write_users

pytestmark = pytest.mark.anyio

OPEN = """if True:
    import asyncio, sys
    from rondel.server.storage.database import Database

    async def start():
        database = await Database.open(sys.argv[1])
        await database.ping()
        await database.close()

    sys.stdin.readline()
    asyncio.run(start())
"""


@asynccontextmanager
async def changing_schema(url: str) -> AsyncIterator[AsyncConnection]:
    """A transaction as the steps between two schemas have it."""
    store = store_at(url)
    try:
        async with store.changing_schema() as connection:
            yield connection
    finally:
        await store.close()


@pytest.fixture
def database_url(unmade_url: str) -> str:
    """Here every store is made by the steps themselves."""
    return unmade_url


def described(connection: sa.Connection) -> dict[str, Any]:
    """Everything the database knows about our tables, names of constraints included."""
    inspector = sa.inspect(connection)
    return {
        table: [
            [{**column, "type": str(column["type"])} for column in inspector.get_columns(table)],
            inspector.get_pk_constraint(table),
            sorted(inspector.get_foreign_keys(table), key=str),
            sorted(inspector.get_unique_constraints(table), key=str),
            sorted(inspector.get_indexes(table), key=str),
        ]
        for table in metadata.tables
    }


def differences(connection: sa.Connection) -> list[Any]:
    context = MigrationContext.configure(connection, opts={"compare_server_default": True})
    return list(compare_metadata(context, metadata))


async def test_the_steps_lead_to_the_schema(database: Database) -> None:
    async with database.reading() as connection:
        assert await connection.run_sync(differences) == []
        assert await connection.run_sync(version_of) == VERSION


@pytest.mark.long
async def test_the_steps_name_everything_as_the_schema_does(
    database: Database, database_url: str
) -> None:
    """A later step that changes a constraint must find it under the same name."""
    async with database.reading() as connection:
        made_by_steps = await connection.run_sync(described)
    await database.close()
    async with changing_schema(database_url) as connection:
        await connection.run_sync(metadata.drop_all)
        await connection.run_sync(metadata.create_all)
        assert await connection.run_sync(described) == made_by_steps


async def test_a_store_opened_again_keeps_what_it_holds(database_url: str) -> None:
    for name in ("anna", "bert"):
        database = await Database.open(database_url)
        await write_users(database, name)
        await database.close()
    database = await Database.open(database_url)
    assert await names(database) == {"anna", "bert"}
    await database.close()


async def test_a_store_of_a_newer_program_is_left_alone(database_url: str) -> None:
    database = await Database.open(database_url)
    async with database.writing() as writing:
        await writing.connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9'")
    await database.close()
    with pytest.raises(StoreTooNew, match="has version 9, and this program knows only those up to"):
        await Database.open(database_url)


async def test_a_step_that_fails_changes_nothing(database_url: str) -> None:
    async def make_users_twice() -> None:
        async with changing_schema(database_url) as connection:
            await connection.execute(CreateTable(users))
            await connection.execute(CreateTable(users))

    with pytest.raises(DBAPIError, match="already exists"):
        await make_users_twice()
    async with changing_schema(database_url) as connection:
        assert await connection.run_sync(lambda c: sa.inspect(c).get_table_names()) == []


def let_users_be_nameless(connection: sa.Connection) -> None:
    operations = Operations(MigrationContext.configure(connection))
    with operations.batch_alter_table("users") as table:
        table.alter_column("name", nullable=True)


async def test_a_changed_table_keeps_what_refers_to_it(database_url: str) -> None:
    """SQLite makes the table anew."""
    database = await Database.open(database_url)
    await write_users(database, "anna")
    async with database.writing() as writing:
        row = {"hash": "h", "user_id": "anna", "created_at": 1.0, "seen_at": 1.0}
        await writing.connection.execute(sa.insert(sessions), row)
    await database.close()
    async with changing_schema(database_url) as connection:
        await connection.run_sync(let_users_be_nameless)
        kept = await connection.execute(sa.select(sessions.c.user_id).join(users))
        assert kept.scalars().all() == ["anna"]


@pytest.mark.long
@pytest.mark.parametrize("unmade_url", ["postgresql"], indirect=True)
def test_processes_that_start_at_once_make_one_schema(database_url: str) -> None:
    command = [sys.executable, "-c", OPEN, database_url]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    started = [subprocess.Popen(command, **pipes) for _ in range(4)]
    for process in started:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    ended = [(process.communicate()[1], process.returncode) for process in started]
    assert ended == [("", 0)] * 4
