"""Connections to PostgreSQL that break at any message: what was acknowledged is kept."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from itertools import count

import asyncpg
import pytest
import sqlalchemy as sa

from rondel.server.storage import ear, schema
from rondel.server.storage.database import Database
from rondel.server.storage.errors import StoreAway
from rondel.server.storage.hub import EVERYTHING
from tests.samples import some
from tests.server.cutting import CUTS, Cut, Fate, Message, Proxy, proxy_to
from tests.server.storage.deeds import change_mind, share_round, step_on, write_pair, write_twice
from tests.server.storage.people import write_users
from tests.server.waiting import until

pytestmark = pytest.mark.anyio

STEP = 3
"""Not every message is tried in every way."""


@pytest.fixture
async def proxy(postgresql_url: str) -> AsyncIterator[Proxy]:
    """A way to an empty database."""
    async with proxy_to(postgresql_url) as proxy:
        yield proxy


async def kept(url: str) -> Counter[str]:
    """How many parts of everybody's deeds another program finds in the store."""
    fresh = await asyncpg.connect(url)
    people = [row[0] for row in await fresh.fetch("SELECT id FROM users WHERE id LIKE '%-%'")]
    lines = [row[0] for row in await fresh.fetch("SELECT table_id FROM log")]
    steps = {row[0]: row[1] for row in await fresh.fetch("SELECT id, seq FROM tables")}
    await fresh.close()
    assert Counter(lines) == +Counter(steps)
    return Counter([id.partition("-")[0] for id in people]) + Counter(lines)


@pytest.mark.long
@pytest.mark.parametrize("fate", some(CUTS))
async def test_at_whichever_message_it_is_cut_nobody_is_told_wrong(
    proxy: Proxy, postgresql_url: str, fate: Fate
) -> None:
    """Who is told nothing of it may have written all the same: the answer itself may be lost."""
    database = await Database.open(proxy.url)
    for at in count(1, STEP):
        deeds = {
            f"p{at}": write_pair, f"q{at}": write_pair, f"s{at}": step_on,
            f"m{at}": change_mind, f"t{at}": write_twice,
        }  # fmt: skip
        proxy.judge = cut = Cut(at, fate)
        ends = await share_round(database, deeds)
        if not cut.has_struck:
            break
        found = await kept(postgresql_url)
        for name, end in ends.items():
            wanted = {2} if end is None else {0, 2} if isinstance(end, StoreAway) else {0}
            assert found.get(name, 0) in wanted, (at, name, end)
        assert {type(end) for end in ends.values()} >= {type(None)}
        assert await share_round(database, {f"a{at}": write_pair}) == {f"a{at}": None}
    await database.close()
    assert proxy.cuts > 5


async def test_a_commit_whose_answer_is_lost_is_told_as_unknown(
    proxy: Proxy, postgresql_url: str
) -> None:
    database = await Database.open(proxy.url)
    proxy.judge = lambda message: (
        Fate.CUT_BEFORE if message.body.startswith(b"C") and b"COMMIT" in message.body
        and not message.to_server else Fate.PASSES
    )  # fmt: skip
    with pytest.raises(StoreAway):
        await write_pair(database, "p")
    proxy.judge = lambda message: Fate.PASSES
    assert await kept(postgresql_url) == {"p": 2}
    await database.ping()
    assert database.trouble is None
    await database.close()


async def test_who_asked_to_hear_and_got_no_answer_asks_again(
    proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ear, "ANSWER_SECONDS", 0.2)
    database = await Database.open(proxy.url)
    heard: list[str] = []
    database.listen(heard.append)
    silences: list[bool] = []

    def judge(message: Message) -> Fate:
        """Nothing is answered between the first wish to listen and the next connection."""
        if not silences and b'LISTEN "' in message.body:
            silences.append(True)
        elif silences and not message.kind:
            silences.append(False)
        return Fate.VANISHES if silences == [True] and not message.to_server else Fate.PASSES

    proxy.judge = judge
    assert await run(database, END_LISTENING)
    await until(lambda: EVERYTHING in heard)
    assert silences[:2] == [True, False]
    async with database.writing() as writing:
        writing.announce("after")
    await until(lambda: "after" in heard)
    await database.close()


END_LISTENING = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND query LIKE 'LISTEN%'
"""


async def run(database: Database, sql: str) -> list[object]:
    async with database.reading() as connection:
        return [row[0] for row in await connection.exec_driver_sql(sql)]


@pytest.mark.long
async def test_killed_backends_take_nothing_with_them(postgresql_url: str) -> None:
    database = await Database.open(postgresql_url)
    told: set[str] = set()

    async def keep_writing(who: int) -> None:
        for number in count():
            name = f"w{who}n{number}"
            try:
                await (step_on if who % 2 else write_pair)(database, name)
            except StoreAway:
                continue
            told.add(name)
            if stopping.is_set():
                return

    stopping, admin = asyncio.Event(), await asyncpg.connect(postgresql_url)
    async with asyncio.TaskGroup() as tasks:
        for who in range(4):
            tasks.create_task(keep_writing(who))
        for number in range(40):
            while len(told) <= 2 * number:
                await asyncio.sleep(0.001)
            await admin.fetch(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE application_name = 'rondel' AND datname = current_database()"
            )
        stopping.set()
    await admin.close()
    found = await kept(postgresql_url)
    assert {name: found[name] for name in told} == dict.fromkeys(told, 2)
    assert set(found.values()) == {2}
    await write_users(database, "after")
    async with database.reading() as connection:
        people = await connection.execute(sa.select(schema.users.c.id))
        assert "after" in set(people.scalars())
    await database.close()
