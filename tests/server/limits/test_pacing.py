"""One thing of an address at a time, and others between."""

from __future__ import annotations

import asyncio
import time
from itertools import pairwise

import pytest

from rondel.server.limits.pacing import REST, Pace
from tests.server.waiting import until

pytestmark = pytest.mark.anyio


async def test_addresses_take_turns_however_much_one_asks_for() -> None:
    pace, order = Pace(), list[str]()

    async def ask(address: str) -> None:
        await pace.step(address)
        order.append(address)

    asked = [ask("eve") for _ in range(50)] + [ask("ann"), ask("bob")]
    await asyncio.gather(*asked)
    assert order.index("ann") <= 3
    assert order.index("bob") <= 3
    assert order.count("eve") == 50


async def test_one_begins_in_each_round_of_the_loop() -> None:
    pace, begun = Pace(), 0

    async def ask() -> None:
        nonlocal begun
        await pace.step("eve")
        begun += 1

    tasks = [asyncio.create_task(ask()) for _ in range(20)]
    before = 0
    while begun < 20:
        await asyncio.sleep(0)
        assert begun - before <= 1
        before = begun
    await asyncio.gather(*tasks)


async def test_what_took_long_is_followed_by_a_rest() -> None:
    pace, times = Pace(), list[float]()

    async def ask() -> None:
        await pace.step("eve")
        times.append(time.perf_counter())
        # It keeps the whole loop waiting.
        time.sleep(0.02)

    await asyncio.gather(*[ask() for _ in range(3)])
    assert all(later - earlier >= 0.02 * (1 + REST) for earlier, later in pairwise(times))


async def test_who_gives_up_waiting_holds_nobody_up() -> None:
    pace = Pace()
    await pace.step("eve")
    waiting = [asyncio.create_task(pace.step("eve")) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    await asyncio.gather(*waiting[1:])
    await asyncio.gather(waiting[0], return_exceptions=True)


async def test_nothing_is_remembered_of_who_has_gone() -> None:
    pace = Pace()
    for number in range(100):
        await pace.step(f"192.0.2.{number}")
    await until(lambda: len(pace) == 0)


async def test_without_limits_nobody_waits() -> None:
    pace = Pace(on=False)
    for _ in range(100):
        await pace.step("eve")
    assert len(pace) == 0
