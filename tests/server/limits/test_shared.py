"""Limits hold for all processes on one database together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import sqlalchemy as sa

from rondel.server.errors import Refusal
from rondel.server.limits.limiter import Limiter
from rondel.server.limits.shared import CLEAR_EVERY, Settling
from rondel.server.settings import Limits
from rondel.server.storage.database import Database
from rondel.server.storage.schema import limits
from tests.server.clocks import Clock
from tests.server.house import opened_house
from tests.server.waiting import eventually

pytestmark = pytest.mark.anyio

RATES = replace(Limits(), tables="4/hour", chats="100/minute")


class Process:
    """What one of several processes counts."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.limiter = Limiter(RATES, clock)
        self.settling = Settling(self.limiter, database, "a secret that all of them have")

    def uses(self, number: int, key: str = "ann") -> int:
        """How many of so many uses pass."""
        passed = 0
        for _ in range(number):
            try:
                self.limiter.check("tables", key)
            except Refusal:
                continue
            passed += 1
        return passed


@pytest.fixture
async def database(postgresql_url: str) -> AsyncIterator[Database]:
    database = await Database.open(postgresql_url)
    yield database
    await database.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.mark.long
async def test_what_one_process_counts_the_others_learn(database: Database, clock: Clock) -> None:
    one, two = Process(database, clock), Process(database, clock)
    assert one.uses(3) == 3
    await one.settling.settle()
    assert two.uses(1) == 1
    await two.settling.settle()
    assert two.uses(5) == 0
    assert two.uses(5, "bob") == 4


async def test_what_was_counted_at_the_same_time_is_added_up(
    database: Database, clock: Clock
) -> None:
    processes = [Process(database, clock) for _ in range(2)]
    assert [process.uses(4) for process in processes] == [4, 4]
    for process in (*processes, *processes):
        await process.settling.settle()
    # Who goes on anywhere is known everywhere; nobody waits longer than a period for that.
    clock.now += 3600 / 4
    assert processes[1].uses(2) <= 1


async def test_what_is_counted_while_others_are_told_is_told_the_next_time(
    database: Database, clock: Clock
) -> None:
    one, two = Process(database, clock), Process(database, clock)
    assert one.uses(2) == 2
    claims = dict(one.settling._claims())
    assert one.uses(1) == 1
    await one.settling._settle(claims)
    assert one.uses(2) == 1
    await one.settling.settle()
    two.uses(1)
    await two.settling.settle()
    assert two.uses(1) == 0


async def test_time_empties_what_is_shared(database: Database, clock: Clock) -> None:
    one, two = Process(database, clock), Process(database, clock)
    one.uses(4)
    await one.settling.settle()
    clock.now += 3600
    assert two.uses(4) == 4
    await two.settling.settle()
    assert two.uses(1) == 0


async def test_what_was_given_back_is_given_back_everywhere(
    database: Database, clock: Clock
) -> None:
    one, two = Process(database, clock), Process(database, clock)
    assert one.uses(4) == 4
    one.limiter.spend("tables", "ann", -3)
    await one.settling.settle()
    assert two.uses(1) == 1
    await two.settling.settle()
    assert two.uses(4) == 2


async def test_nobody_can_read_whose_limits_they_are(database: Database, clock: Clock) -> None:
    process = Process(database, clock)
    process.uses(1, "192.0.2.77")
    await process.settling.settle()
    async with database.reading() as connection:
        keys = list((await connection.execute(sa.select(limits.c.key))).scalars())
    assert len(keys) == 1
    assert "192" not in keys[0]


async def test_empty_buckets_are_cleared_away(database: Database, clock: Clock) -> None:
    process = Process(database, clock)
    process.uses(1)
    await process.settling.settle()
    clock.now += 7200
    for _ in range(CLEAR_EVERY):
        await process.settling.settle()
    async with database.reading() as connection:
        assert not (await connection.execute(sa.select(limits))).all()


async def test_servers_on_one_database_count_together(postgresql_url: str) -> None:
    chosen = {"bot_processes": 0, "limits": RATES, "secret": "the same for all of them"}
    async with (
        opened_house(postgresql_url, **chosen) as one,
        opened_house(postgresql_url, **chosen) as two,
    ):
        ann = await one.guest("Ann")
        there = two.again(ann)
        for _ in range(4):
            await ann.open_table("me", "open")
        wanted = {"game": "imperial", "seats": [{"kind": "me"}, {"kind": "open"}]}

        async def is_refused() -> bool:
            return (await there.client.post("/api/tables", json=wanted)).status_code == 429

        await eventually(is_refused)
