"""Servers are replaced one after the other while people play, and nobody has to wait."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosedError
from websockets.frames import CloseCode

from tests.server.crashes import Evening, Plan, verified
from tests.server.house import Door
from tests.server.processes import ServerProcess, server_process
from tests.server.proxies import proxy_before
from tests.server.scripted import Listener, Poller
from tests.server.visitors import told
from tests.server.waiting import DEADLINE, eventually, until

pytestmark = [pytest.mark.anyio, pytest.mark.apart]

DRAIN = 3
LONG = 600
"""Seconds that no test waits for."""
WORK = 12
"""So many things are acknowledged between one change of the servers and the next."""

PLANS = (
    Plan("imperial", [Poller, Listener], []),
    Plan("imperial2030", [Listener, Poller], ["banker"]),
    Plan("imperial2030", [Poller], ["random"]),
)


async def some_work(evening: Evening) -> None:
    """Waits until people have been served for a while."""
    enough = evening.acknowledged + WORK
    await until(lambda: evening.acknowledged >= enough)


async def replace(server: ServerProcess, evening: Evening) -> None:
    """Stops a server, lets the other one work alone for a while, and starts a new one."""
    await some_work(evening)
    await server.stop()
    await some_work(evening)
    await server.start()
    await some_work(evening)


@pytest.mark.long
async def test_people_play_on_while_every_server_is_replaced(
    postgresql_url: str, tmp_path: Path
) -> None:
    options: dict[str, Any] = {"drain_seconds": DRAIN, "bot_processes": 1, "bot_lease": 3}
    async with (
        server_process(postgresql_url, tmp_path, "left", **options) as left,
        server_process(postgresql_url, tmp_path, "right", **options) as right,
        proxy_before(left, right) as proxy,
        asyncio.TaskGroup() as tasks,
    ):
        evening, auditor = Evening(proxy, Random(1)), await proxy.guest("Auditor")
        groups = [await evening.group(f"{chr(65 + i)}", plan) for i, plan in enumerate(PLANS)]
        playing = [tasks.create_task(evening.play(group)) for group in groups]
        for server in (left, right):
            await replace(server, evening)
        by_http = {
            player.person.id
            for group in groups
            for player in group.players
            if isinstance(player, Poller)
        }
        unanswered = [one for one in evening.ledger if one.is_open and one.user in by_http]
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
        found = await evening.audit(auditor)
        assert found.is_fine, found
        assert found.acknowledged >= 4 * WORK
        # Those at work just now may not have their answer yet.
        assert len(unanswered) <= len(by_http)
        assert await verified(evening, auditor, tmp_path) == len(evening.accounts)
    for server in (left, right):
        check_log(server)


def check_log(server: ServerProcess) -> None:
    """Neither faults nor requests that were broken off."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    assert [line for line in lines if line["level"] == "error"] == []
    assert [line["event"] for line in lines].count("stopped") == 2


# The order of things ------------------------------------------------------------------------


async def test_server_that_shall_stop_says_so_and_serves_on(
    sqlite_url: str, tmp_path: Path
) -> None:
    async with server_process(sqlite_url, tmp_path, drain_seconds=LONG, bot_processes=0) as server:
        ann = await server.guest("Ann")
        opened = await ann.open_table("me", "random", start=True)
        async with server.live(ann, opened["id"]) as live:
            server.send(signal.SIGTERM)
            await eventually(lambda: is_leaving(server))
            # Somebody who comes by a new connection is served as well.
            await server.guest("Bob")
            assert (await ann.get("/healthz")) == {"status": "ok"}
            await live.send(json.dumps({"type": "chat", "ref": 1, "room": "table", "text": "x"}))
            while json.loads(await live.recv())["type"] != "done":
                pass
            # The second signal means at once.
            server.send(signal.SIGTERM)
            with pytest.raises(ConnectionClosedError) as closed:
                await hear_all(live)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == CloseCode.SERVICE_RESTART
        assert await server.ended() == 0


async def hear_all(live: ClientConnection) -> None:
    """Listens until the other side ends it."""
    async with asyncio.timeout(DEADLINE):
        while True:
            await live.recv()


async def is_leaving(server: Door) -> bool:
    """Whether it wants to be left alone, and says why."""
    async with httpx.AsyncClient(base_url=f"http://{server.address}") as client:
        answer = await client.get("/readyz")
    if answer.status_code == 200:
        return False
    assert told(answer) == (503, "server/not_ready")
    assert answer.json()["error"]["message"] == "The server is about to stop."
    return True
