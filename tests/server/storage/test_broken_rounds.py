"""Rounds of SQLite in which something fails: who is told that it is kept finds it kept."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from itertools import count

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from rondel.server.storage import database, schema
from rondel.server.storage.database import Database
from rondel.server.storage.errors import StoreAway, StoreFull
from rondel.server.storage.steps import insert_into
from tests.server.storage.breaking import (
    Breaker,
    FileLimit,
    Interruption,
    room_for,
    writing_connection,
)
from tests.server.storage.deeds import (
    Deed,
    change_mind,
    commits_ended,
    line,
    share_round,
    step_on,
    table_row,
    write_pair,
    write_twice,
)
from tests.server.storage.people import add_user, names, write_users

pytestmark = pytest.mark.anyio

WRITERS = 5


@pytest.fixture
async def store(sqlite_url: str) -> AsyncIterator[Database]:
    """An open store on SQLite."""
    database = await Database.open(sqlite_url)
    yield database
    await database.close()


def kept(path: str) -> Counter[str]:
    """How many parts of everybody's deeds another program finds in the store."""
    with sqlite3.connect(path) as fresh:
        people = [id for (id,) in fresh.execute("SELECT id FROM users WHERE id LIKE '%-%'")]
        lines = [id for (id,) in fresh.execute("SELECT table_id FROM log")]
        steps = dict(fresh.execute("SELECT id, seq FROM tables").fetchall())
    fresh.close()
    assert Counter(lines) == +Counter(steps)
    return Counter([id.partition("-")[0] for id in people]) + Counter(lines)


def check_ends(ends: Mapping[str, object], found: Mapping[str, int]) -> None:
    """Who was told that it is kept finds all of it, and everybody else nothing."""
    for name, end in ends.items():
        assert end is None or isinstance(end, StoreAway | KeyError | IntegrityError), end
        assert found.get(name, 0) == (2 if end is None else 0), (name, end)


DEEDS: Mapping[str, Deed] = {"pair": write_pair, "step": step_on}


@pytest.mark.long
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


@pytest.mark.long
@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)
async def test_wherever_the_room_ends_nobody_is_told_wrong(
    store: Database, sqlite_url: str, deed: Deed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "FULL_SECONDS", 0)
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


async def test_a_full_disk_is_spoken_of_while_small_things_find_room(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with room_for(store, 0), pytest.raises(StoreFull):
        await write_pair(store, "large")
    await write_users(store, "small")
    with pytest.raises(StoreFull):
        await store.ping()
    monkeypatch.setattr(database, "FULL_SECONDS", 0)
    await store.ping()
    assert store.trouble is None


async def test_who_is_cancelled_while_much_is_written_leaves_nothing(
    store: Database, sqlite_url: str
) -> None:
    """The other thread may not go on writing when all was taken back."""
    rows = [line("much", seq) for seq in range(1, 5000)]

    async def write_much() -> None:
        async with store.writing() as writing:
            await add_user(writing.connection, "much")
            await writing.connection.execute(sa.insert(schema.tables), table_row("much"))
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
    await commits_ended(store)
    writing_connection(store).set_trace_callback(None)
    assert task.cancelled()
    assert len(said) < len(rows)
    assert kept(sqlite_url.removeprefix("sqlite:///")) == {"other": 2}
    assert await names(store) == {"other-left", "other-right"}
