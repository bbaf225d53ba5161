"""The file of the embedded store: who may open it, and how safe it is."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError, DBAPIError, IntegrityError, OperationalError

from rondel.server.storage.database import Database, store_at
from rondel.server.storage.errors import StoreDamaged, StoreInUse
from rondel.server.storage.outages import is_outage
from tests.server.storage.people import add_user, names, write_users
from tests.server.storage.processes import writer

pytestmark = pytest.mark.anyio

PAGE = 4096
"""Bytes of a page of the file."""


async def test_a_store_is_open_once_at_a_time(sqlite_url: str) -> None:
    database = await Database.open(sqlite_url)
    with pytest.raises(StoreInUse, match=r"rondel\.sqlite3 is in use by another server"):
        await Database.open(sqlite_url)
    await write_users(database, "anna")
    await database.close()
    again = await Database.open(sqlite_url)
    assert await names(again) == {"anna"}
    await again.close()


@pytest.mark.long
async def test_a_store_is_open_in_one_process_until_that_is_killed(sqlite_url: str) -> None:
    with writer(sqlite_url, "a"), pytest.raises(StoreInUse):
        await Database.open(sqlite_url)
    await (await Database.open(sqlite_url)).close()


async def test_a_store_that_could_not_be_opened_is_not_held(sqlite_url: str) -> None:
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    path.write_text("Not a database, but a text long enough to be taken for the head of one. " * 9)
    for _ in range(2):
        with pytest.raises(DatabaseError, match="file is not a database"):
            await Database.open(sqlite_url)


async def test_a_store_that_could_not_be_opened_leaves_no_thread_behind(tmp_path: Path) -> None:
    """It would answer when the event loop of whoever asked is closed, on a busy machine."""
    before = set(threading.enumerate())
    with pytest.raises(OperationalError, match="unable to open database file"):
        await Database.open(f"sqlite:///{tmp_path}")
    assert set(threading.enumerate()) <= before


async def test_only_its_owner_may_read_a_store(tmp_path: Path) -> None:
    """It holds what makes cookies and tokens worth something."""
    folder = tmp_path / "new" / "folder"
    database = await Database.open(f"sqlite:///{folder}/store")
    await write_users(database, "anna")
    modes = {path.name: oct(path.stat().st_mode & 0o777) for path in folder.iterdir()}
    assert modes == dict.fromkeys(["store", "store.lock", "store-wal", "store-shm"], "0o600")
    await database.close()


async def test_a_closed_store_is_one_file_and_its_lock(sqlite_url: str, tmp_path: Path) -> None:
    database = await Database.open(sqlite_url)
    await write_users(database, "anna")
    await database.close()
    await database.close()
    assert {path.name for path in tmp_path.iterdir()} == {"rondel.sqlite3", "rondel.sqlite3.lock"}


async def test_a_path_may_be_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    database = await Database.open("sqlite:///here 100%?.db")
    monkeypatch.undo()
    await write_users(database, "anna")
    await database.close()
    assert (tmp_path / "here 100%?.db").exists()


async def test_what_is_committed_is_on_the_disk(sqlite_url: str) -> None:
    database = await Database.open(sqlite_url)
    async with database.writing() as writing:
        found = {
            pragma: (await writing.connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar_one()
            for pragma in ("journal_mode", "synchronous", "foreign_keys")
        }
    await database.close()
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


async def test_writers_who_wait_share_the_wait_for_the_disk(sqlite_url: str) -> None:
    store = store_at(sqlite_url)
    await store.open()
    commits: list[float] = []
    store.committed = commits.append
    database = Database(store)
    everybody = [f"user{number}" for number in range(50)]
    await asyncio.gather(*(write_users(database, name) for name in everybody))
    assert await names(database) == set(everybody)
    assert 0 < len(commits) < len(everybody) / 2
    await database.close()


async def test_a_writer_who_fails_takes_nobody_with_him(sqlite_url: str) -> None:
    database = await Database.open(sqlite_url)
    pairs = [("anna", "bert"), ("carl", "carl"), ("dora", "emil"), ("anna", "fred")]
    writing = [write_users(database, *pair) for pair in pairs]
    ends = await asyncio.gather(*writing, return_exceptions=True)
    assert [isinstance(end, IntegrityError) for end in ends] == [False, True, False, True]
    assert await names(database) == {"anna", "bert", "dora", "emil"}
    await database.close()


async def test_reading_is_not_for_writing(sqlite_url: str) -> None:
    database = await Database.open(sqlite_url)
    with pytest.raises(DBAPIError, match="readonly"):
        async with database.reading() as connection:
            await add_user(connection, "anna")
    await database.close()


@pytest.mark.long
async def test_a_killed_writer_leaves_an_intact_file(sqlite_url: str) -> None:
    with writer(sqlite_url, "a") as told:
        told.readline()
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


async def test_what_cannot_be_read_is_told_apart_from_what_does_not_answer(
    sqlite_url: str,
) -> None:
    """What is damaged is looked at by a host; the rest goes on, also in the same round."""
    database = await Database.open(sqlite_url)
    await write_users(database, *(f"{number:0500}" for number in range(200)))
    await database.close()
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    content = path.read_bytes()
    where = content.index(b"0" * 490) // PAGE * PAGE
    path.write_bytes(content[:where] + b"\xff" * PAGE + content[where + PAGE :])
    database = await Database.open(sqlite_url)
    with pytest.raises(StoreDamaged) as caught:
        await names(database)
    assert not is_outage(caught.value)
    with pytest.raises(StoreDamaged):
        await write_users(database, f"{0:0500}x")
    async with database.writing() as writing:
        await writing.connection.execute(sa.text("DELETE FROM presence"))
    await database.ping()
    await database.close()
