"""Heavy work: one after the other, within a budget, in another process."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from rondel.server.errors import Refusal
from rondel.server.http.bodies import MOST_IN_RECORD
from rondel.server.limits.limiter import Limiter
from rondel.server.settings import Limits
from rondel.server.viewers import workers
from rondel.server.viewers.workers import MOST_OF_ONE, MOST_WAITING, Asker, Kept, Line, Workers
from tests.server.clocks import Clock
from tests.server.house import House, Person, opened_house
from tests.server.stages import FINISHED
from tests.server.waiting import until
from tests.server.wires import wired

pytestmark = pytest.mark.anyio

EVE = Asker("192.0.2.9", "eve")


# Taking turns -------------------------------------------------------------------------------


async def test_addresses_take_turns_however_many_requests_one_has_made() -> None:
    line, order, go = Line(), list[str](), asyncio.Event()

    async def work(address: str) -> None:
        async with line.turn(address):
            await go.wait()
            order.append(address)

    tasks = [asyncio.create_task(work("eve")) for _ in range(6)]
    await asyncio.sleep(0)
    tasks += [asyncio.create_task(work(address)) for address in ("ann", "bob")]
    await asyncio.sleep(0)
    go.set()
    await asyncio.gather(*tasks)
    assert order == ["eve", "eve", "ann", "bob", "eve", "eve", "eve", "eve"]


async def test_only_so_many_wait() -> None:
    line, go = Line(), asyncio.Event()

    async def work(address: str) -> None:
        async with line.turn(address):
            await go.wait()

    tasks = [asyncio.create_task(work("eve")) for _ in range(MOST_OF_ONE + 1)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal) as refused:
        await work("eve")
    assert refused.value.code == "request/too_many"
    others = MOST_WAITING - MOST_OF_ONE
    tasks += [asyncio.create_task(work(f"192.0.2.{number}")) for number in range(others)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal) as refused:
        await work("ann")
    assert (refused.value.status, refused.value.code) == (503, "server/busy")
    go.set()
    await asyncio.gather(*tasks)
    await asyncio.wait_for(work("ann"), 5)


async def test_who_gives_up_waiting_holds_nobody_up() -> None:
    line, go = Line(), asyncio.Event()

    async def work(address: str) -> None:
        async with line.turn(address):
            await go.wait()

    first, gone, last = [asyncio.create_task(work(name)) for name in ("ann", "eve", "bob")]
    await asyncio.sleep(0)
    gone.cancel()
    go.set()
    await asyncio.gather(first, last)
    assert gone.cancelled() or gone.done()
    await work("ann")


async def test_who_gives_up_in_the_moment_of_his_turn_passes_it_on() -> None:
    line = Line()
    go = asyncio.Event()

    async def work() -> None:
        async with line.turn("ann"):
            await go.wait()

    first, second, third = [asyncio.create_task(work()) for _ in range(3)]
    await asyncio.sleep(0)
    go.set()
    await first
    second.cancel()
    await third


# Budgets ------------------------------------------------------------------------------------


async def test_work_is_taken_from_the_budgets_of_person_and_address() -> None:
    clock = Clock()
    limiter = Limiter(replace(Limits(), work="10/minute"), clock)
    asked = Workers(limiter)
    asked.charge(EVE, 9.8)
    for asker in (EVE, Asker("192.0.2.9", None), Asker("192.0.2.7", "eve")):
        with pytest.raises(Refusal) as refused:
            async with asked.turn(asker):
                pass
        assert refused.value.code == "request/too_many"
    async with asked.turn(Asker("192.0.2.7", "ann")):
        pass
    clock.now += 60
    async with asked.turn(EVE):
        pass


async def test_nobody_waits_longer_than_a_minute_for_one_very_long_work() -> None:
    clock = Clock()
    asked = Workers(Limiter(replace(Limits(), work="10/minute"), clock))
    asked.charge(EVE, 1000)
    clock.now += 60
    async with asked.turn(EVE):
        pass


# Answers that are kept ----------------------------------------------------------------------


def test_answers_are_kept_up_to_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "MOST_KEPT", 100)
    kept = Kept()
    for number in range(10):
        kept.put(number, b"x" * 30)
    assert [number for number in range(10) if kept.get(number)] == [7, 8, 9]
    kept.get(7)
    kept.put(10, b"x" * 30)
    assert [number for number in range(11) if kept.get(number)] == [7, 9, 10]
    kept.put("large", b"x" * 1000)
    assert kept.get("large") is None
    kept.put(7, b"y")
    assert kept.get(7) == b"y"


# In a server --------------------------------------------------------------------------------


@pytest.fixture
async def house(sqlite_url: str) -> AsyncIterator[House]:
    limits = Limits(requests="100000/minute")
    async with opened_house(sqlite_url, bot_processes=0, limits=limits) as house:
        yield house


async def finished(ann: Person) -> str:
    table = await ann.post("/api/records", json.loads(FINISHED.read_bytes()), 201)
    return f"/api/tables/{table['id']}"


LOOKS = ("/course", "/record", "/entries", "/positions", "/positions/1")


@pytest.mark.long
async def test_who_has_used_up_his_budget_waits_and_others_do_not(house: House) -> None:
    ann = await house.guest("Ann")
    table = await finished(ann)
    asker = Asker("127.0.0.1", ann.id)
    house.app.state.server.workers.charge(asker, 20)
    house.app.state.server.workers.kept = Kept()
    for look in LOOKS:
        answer = await ann.client.get(f"{table}{look}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "request/too_many")
        assert int(answer.headers["retry-after"]) > 0
    record = json.loads(FINISHED.read_bytes())
    assert await ann.refused("POST", "/api/records", record) == "request/too_many"
    assert await ann.refused("POST", f"{table}/studies", {"entries": 1}) == "request/too_many"
    assert (await ann.get(f"{table}/position"))["entries"]
    house.clock.now += 60
    for look in LOOKS:
        await ann.get(f"{table}{look}")


@pytest.mark.long
async def test_what_was_worked_out_is_not_worked_out_again(house: House) -> None:
    ann = await house.guest("Ann")
    table = await finished(ann)
    answers = [await ann.get(f"{table}{look}") for look in LOOKS]
    house.app.state.server.workers.charge(Asker("127.0.0.1", ann.id), 20)
    assert [await ann.get(f"{table}{look}") for look in LOOKS] == answers


@pytest.mark.long
async def test_what_was_worked_out_is_only_for_the_same_eyes(sqlite_url: str) -> None:
    async with opened_house(sqlite_url, bot_processes=0) as house:
        ann, bob = await house.guest("Ann"), await house.guest("Bob")
        table = await ann.open_table("me", "open", options={"secret_cash": True})
        path = f"/api/tables/{table['id']}"
        await bob.post(f"{path}/seats/1/take")
        await ann.post(f"{path}/start")
        told = [await one.get(f"{path}/positions/0") for one in (ann, bob, ann)]
    assert told[0] == told[2] != told[1]
    assert [one["viewer"] for one in told] == ["Ann", "Bob", "Ann"]


@pytest.mark.long
async def test_a_lost_process_is_answered_for_and_replaced(house: House) -> None:
    ann = await house.guest("Ann")
    table = await finished(ann)
    working = house.app.state.server.workers
    [process] = working._pool._pool_manager.worker_manager.workers.values()
    os.kill(process.pid, signal.SIGKILL)
    await until(lambda: not process.is_alive())
    statuses = [(await ann.client.get(f"{table}/entries?last={n}")).status_code for n in range(3)]
    assert set(statuses) <= {200, 503}
    assert statuses[-1] == 200


async def test_nobody_unknown_is_listened_to(house: House) -> None:
    """Who sends a large body is answered before it has come."""
    async with wired(house.address) as wire:
        wire.send(
            b"POST /api/records HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Content-Length: 4000000\r\n\r\n["
        )
        answer = await wire.answer()
    assert (answer.status, answer.error["code"]) == (401, "identity/nobody")


@pytest.mark.long
async def test_who_imports_too_often_is_not_listened_to(house: House) -> None:
    ann = await house.guest("Ann")
    cookie = "; ".join(f"{name}={value}" for name, value in ann.client.cookies.items())
    for _ in range(30):
        await ann.client.post("/api/records", json={})
    async with wired(house.address) as wire:
        head = "POST /api/records HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        wire.send(f"{head}Cookie: {cookie}\r\nContent-Length: 4000000\r\n\r\n[".encode())
        answer = await wire.answer()
    assert (answer.status, answer.error["code"]) == (429, "request/too_many")


async def test_a_record_of_very_many_values_is_not_read(house: House) -> None:
    ann = await house.guest("Ann")
    content = b"[" + b"[]," * (MOST_IN_RECORD // 2) + b"[]]"
    headers = {"content-type": "application/json"}
    answer = await ann.client.post("/api/records", content=content, headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "request/too_large")


async def test_a_body_of_very_many_values_is_not_read(house: House) -> None:
    content, headers = b"[" + b"0," * 30_000 + b"0]", {"content-type": "application/json"}
    answer = await house.client().post("/api/me", content=content, headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "request/too_large")
