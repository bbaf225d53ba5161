"""Rounds of SQLite in which something fails: who is told that it is kept finds it kept."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from itertools import count
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from rondel.server.storage import schema
from rondel.server.storage.database import Database
from rondel.server.storage.errors import StoreAway, StoreFull
from rondel.server.storage.steps import Step, insert_into
from tests.server.storage.breaking import (
    Breaker,
    FileLimit,
    Interruption,
    room_for,
    rounds_ended,
    writing_connection,
)
from tests.server.storage.people import add_user, names, write_users

pytestmark = pytest.mark.anyio

WRITERS = 5
LONG = 20_000
"""Characters of what a writer writes, so that a round outgrows a small memory."""

Deed = Callable[[Database, str], Awaitable[object]]
"""Writes something under a name, all of it or nothing."""


@pytest.fixture
async def store(sqlite_url: str) -> AsyncIterator[Database]:
    """An open store on SQLite."""
    database = await Database.open(sqlite_url)
    yield database
    await database.close()


async def write_pair(database: Database, name: str) -> None:
    """Two people, through SQLAlchemy."""
    async with database.writing() as writing:
        for side in ("left", "right"):
            await add_user(writing.connection, f"{name}-{side}", "x" * LONG)


async def change_mind(database: Database, name: str) -> None:
    """Writes and does not want it after all."""
    async with database.writing() as writing:
        await add_user(writing.connection, f"{name}-left", "x" * LONG)
        raise KeyError(name)


async def write_twice(database: Database, name: str) -> None:
    """Writes what cannot be."""
    await write_users(database, f"{name}-left", f"{name}-left")


async def step_on(database: Database, name: str) -> None:
    """A table with two lines in its log, by the driver."""
    async with database.writing() as writing:
        await add_user(writing.connection, name)
        await writing.run(insert_into(schema.tables), [table_row(name)])
    step = Step(name, 0, {"seq": 2}, {schema.log: [line(name, 1), line(name, 2)]}, f"{name}:2")
    assert await database.go_on(step)


def table_row(name: str) -> Mapping[str, Any]:
    """A table with all its columns."""
    known = {
        "id": name, "name": "t", "game": "imperial", "options": {}, "public": True, "invite": "i",
        "host_id": name, "status": "open", "sandbox": False, "undo": True, "created_at": 1,
        "changed_at": 1, "seq": 0, "position": 0, "length": 0,
    }  # fmt: skip
    return {**dict.fromkeys(schema.tables.c.keys()), **known}


def line(name: str, seq: int) -> Mapping[str, Any]:
    """A line of a log."""
    said = {"text": "x" * LONG}
    return {
        "table_id": name, "seq": seq, "at": 1.0, "kind": "chat", "audience": "all",
        "user_id": None, "body": said,
    }  # fmt: skip


def kept(path: str) -> Counter[str]:
    """How many parts of everybody's deeds another program finds in the store."""
    with sqlite3.connect(path) as fresh:
        people = [id for (id,) in fresh.execute("SELECT id FROM users WHERE id LIKE '%-%'")]
        lines = [id for (id,) in fresh.execute("SELECT table_id FROM log")]
        steps = dict(fresh.execute("SELECT id, seq FROM tables").fetchall())
    fresh.close()
    assert Counter(lines) == +Counter(steps)
    return Counter([id.partition("-")[0] for id in people]) + Counter(lines)


async def share_round(database: Database, deeds: Mapping[str, Deed]) -> dict[str, object]:
    """What becomes of deeds that are done at the same time."""
    ends = await asyncio.gather(
        *(deed(database, name) for name, deed in deeds.items()), return_exceptions=True
    )
    await rounds_ended(database)
    return dict(zip(deeds, ends, strict=True))


def check_ends(ends: Mapping[str, object], found: Mapping[str, int]) -> None:
    """Who was told that it is kept finds all of it, and everybody else nothing."""
    for name, end in ends.items():
        assert end is None or isinstance(end, StoreAway | KeyError | IntegrityError), end
        assert found.get(name, 0) == (2 if end is None else 0), (name, end)


DEEDS: Mapping[str, Deed] = {"pair": write_pair, "step": step_on}


@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)
@pytest.mark.parametrize("breaker", [Interruption, FileLimit])
async def test_whichever_statement_fails_nobody_is_told_wrong(
    store: Database, sqlite_url: str, breaker: type[Breaker], deed: Deed
) -> None:
    path, struck, away = sqlite_url.removeprefix("sqlite:///"), Counter[str](), Counter[int]()
    for at in count(1):
        names = [f"n{at}w{number}" for number in range(WRITERS)]
        deeds = {**dict.fromkeys(names, deed), f"m{at}": change_mind, f"t{at}": write_twice}
        with breaker(writing_connection(store), at) as broken:
            ends = await share_round(store, deeds)
            if not broken.has_struck:
                break
        check_ends(ends, kept(path))
        lost = sum(isinstance(end, StoreAway) for end in ends.values())
        struck[broken.struck] += lost > 0
        away[lost] += 1
        # It works again at once.
        assert await share_round(store, {f"a{at}": write_pair}) == {f"a{at}": None}
        assert kept(path)[f"a{at}"] == 2
    assert struck["INSERT"]
    assert struck["COMMIT"] or breaker is Interruption
    assert max(away) >= WRITERS


@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)
async def test_wherever_the_room_ends_nobody_is_told_wrong(
    store: Database, sqlite_url: str, deed: Deed
) -> None:
    path, full = sqlite_url.removeprefix("sqlite:///"), 0
    for pages in count(0, 3):
        names = [f"n{pages}w{number}" for number in range(WRITERS)]
        with room_for(store, pages):
            ends = await share_round(store, dict.fromkeys(names, deed))
        check_ends(ends, kept(path))
        lost = [end for end in ends.values() if end is not None]
        assert all(isinstance(end, StoreFull) for end in lost)
        await store.ping()
        assert store.trouble is None
        if not lost:
            break
        full += 1
    assert full > 3


async def test_who_is_cancelled_while_much_is_written_leaves_nothing(
    store: Database, sqlite_url: str
) -> None:
    """The other thread may not go on writing when all was taken back."""
    rows = [line("much", seq) for seq in range(1, 5000)]

    async def write_much() -> None:
        async with store.writing() as writing:
            await add_user(writing.connection, "much")
            await writing.run(insert_into(schema.tables), [table_row("much")])
            writing_connection(store).set_trace_callback(begun)
            await writing.run(insert_into(schema.log), rows)

    loop, said = asyncio.get_running_loop(), list[str]()

    def begun(statement: str) -> None:
        said.append(statement)
        if len(said) == 3:
            loop.call_soon_threadsafe(task.cancel)

    task = asyncio.create_task(write_much())
    other = asyncio.create_task(write_pair(store, "other"))
    await asyncio.wait([task, other])
    await rounds_ended(store)
    writing_connection(store).set_trace_callback(None)
    assert task.cancelled()
    assert len(said) < len(rows)
    assert kept(sqlite_url.removeprefix("sqlite:///")) == {"other": 2}
    assert await names(store) == {"other-left", "other-right"}
