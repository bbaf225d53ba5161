"""What works in the background goes on after a mistake of ours, and is missed when it does not."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing.spawn
from multiprocessing.resource_tracker import ensure_running

import pytest

from rondel.server.bots import steward
from rondel.server.metrics import Metrics
from rondel.server.storage.errors import StoreAway
from rondel.server.storage.rows import lists
from rondel.server.upkeep import background
from rondel.server.upkeep.background import Duty, kept_running
from tests.server import waiting
from tests.server.house import House, opened_house
from tests.server.seated import seated
from tests.server.visitors import told

pytestmark = pytest.mark.anyio


def restarts(metrics: Metrics, task: str) -> float:
    """How often something was taken up again."""
    found = metrics.registry.get_sample_value("rondel_task_restarts_total", {"task": task})
    return found or 0.0


async def readiness(house: House) -> tuple[int, str]:
    """What the server says of itself."""
    answer = await house.client().get("/readyz")
    return (200, "") if answer.status_code == 200 else told(answer)


async def test_work_that_fails_is_taken_up_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(background, "SHORTEST_REST", 0.01)
    metrics, done = Metrics(), asyncio.Event()
    begun = 0

    async def work() -> None:
        nonlocal begun
        begun += 1
        if begun <= 3:
            raise LookupError("lost my way")
        done.set()
        await asyncio.Event().wait()

    with caplog.at_level(logging.ERROR, "rondel.server.upkeep.background"):
        task = asyncio.create_task(kept_running("walk", work, metrics))
        await done.wait()
    assert restarts(metrics, "walk") == 3
    assert all(one.exc_info is not None for one in caplog.records)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_duty_that_fails_rests_longer_and_longer() -> None:
    metrics, rounds = Metrics(), list[int]()
    now = 0

    async def work() -> None:
        rounds.append(now)
        if len(rounds) < 5:
            raise LookupError("lost my way")

    duty = Duty("walk", 1, work)
    for now in range(1, 50):
        await duty.do(now, metrics)
    assert rounds[:5] == [1, 4, 9, 18, 35]
    assert rounds[5:] == list(range(36, 50))
    assert restarts(metrics, "walk") == 4


async def test_a_duty_is_done_again_at_once_after_an_outage() -> None:
    metrics, tries = Metrics(), 0

    async def work() -> None:
        nonlocal tries
        tries += 1
        raise StoreAway("The database does not answer")

    duty = Duty("walk", 2, work)
    for round in range(1, 9):
        await duty.do(round, metrics)
    assert (tries, restarts(metrics, "walk")) == (4, 0.0)


async def test_rounds_go_on_where_one_duty_fails(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clocks fail at every look; presence and leases are kept all the same."""

    async def fail(*_: object) -> list[str]:
        raise LookupError("no clocks here")

    async with opened_house(sqlite_url, bot_processes=0, bot_lease=3.0) as house:
        server = house.app.state.server
        monkeypatch.setattr(lists, "where_time_is_up", fail)
        [ann] = await seated(house, "Ann", bots=("banker",))
        server.metrics.tables_in_memory.set(99)
        for _ in range(3):
            await server.steward.tick()
        assert restarts(server.metrics, "clocks") >= 1
        found = server.metrics.registry.get_sample_value("rondel_tables_in_memory")
        assert found == server.tables.kept
        monkeypatch.undo()
        assert (await ann.look())["status"] == "running"


async def test_a_steward_that_ended_by_a_bug_is_restarted(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "SHORTEST_REST", 0.01)
    failing = True
    tick = steward.Steward.tick

    async def broken(self: steward.Steward) -> None:
        if failing:
            raise LookupError("no rounds here")
        await tick(self)

    monkeypatch.setattr(steward.Steward, "tick", broken)
    monkeypatch.setattr(steward, "TICK", 0.01)
    async with opened_house(sqlite_url, bot_processes=0) as house:
        metrics = house.app.state.metrics
        await waiting.until(lambda: restarts(metrics, "steward") >= 2)
        assert metrics.registry.get_sample_value("rondel_last_round_timestamp_seconds") == 0
        failing = False
        await waiting.until(
            lambda: metrics.registry.get_sample_value("rondel_last_round_timestamp_seconds") > 0
        )


async def test_a_server_whose_rounds_stand_still_is_not_ready(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened_house(sqlite_url, bot_processes=0) as house:
        assert await readiness(house) == (200, "")
        monkeypatch.setattr(steward, "LATE", -1.0)
        assert await readiness(house) == (503, "server/rounds_stopped")
        assert (await house.client().get("/healthz")).status_code == 200
        monkeypatch.undo()
        assert await readiness(house) == (200, "")


@pytest.mark.long
async def test_a_server_that_can_start_no_bots_is_not_ready(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game goes on by chance meanwhile, and the server finds out when there are some again."""
    monkeypatch.setattr("rondel.server.bots.pool.AGAIN", 0.1)
    executable = multiprocessing.spawn.get_executable()
    # It would be started the same way.
    ensure_running()
    multiprocessing.set_executable("/bin/false")
    try:
        async with opened_house(sqlite_url, bot_processes=1, bot_limit=5.0) as house:
            [ann] = await seated(house, "Ann", bots=("banker",))
            await ann.act({"slot": "taxation"})

            async def is_not_ready() -> bool:
                return await readiness(house) == (503, "server/bots_stopped")

            await waiting.eventually(is_not_ready)
            multiprocessing.set_executable(executable)

            async def is_ready() -> bool:
                return await readiness(house) == (200, "")

            await waiting.eventually(is_ready)
    finally:
        multiprocessing.set_executable(executable)
