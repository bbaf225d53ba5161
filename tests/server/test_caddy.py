"""The proxy of the compose stack: a real Caddy with our file, before two real servers."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from tests.pages import ROOT
from tests.server.house import Door, Person
from tests.server.processes import ServerProcess, server_process
from tests.server.waiting import DEADLINE, eventually, until

CADDY = shutil.which("caddy")
pytestmark = [
    pytest.mark.anyio,
    pytest.mark.apart,
    pytest.mark.skipif(CADDY is None, reason="Caddy is not installed: apt-get install caddy"),
]

FILE = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
TABLES = 8
NO_ADMIN = "{\n\tadmin off\n}\n"


class Stack(NamedTuple):
    """The proxy and what is behind it."""

    proxy: Door
    servers: list[ServerProcess]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def written(folder: Path, servers: list[ServerProcess]) -> Path:
    """Our file, with the addresses of these servers and checks that do not take long."""
    text = FILE.replace("health_interval 5s", "health_interval 200ms")
    for number, server in enumerate(servers, 1):
        text = text.replace(f"server-{number}:8000", server.address)
    path = folder / "Caddyfile"
    path.write_text(NO_ADMIN + text, encoding="utf-8")
    return path


def environment(folder: Path, address: str) -> dict[str, str]:
    told = {"RONDEL_DOMAIN": address, "HOME": str(folder)}
    return {**os.environ, **told, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}


@asynccontextmanager
async def caddy(folder: Path, servers: list[ServerProcess]) -> AsyncIterator[Door]:
    """Caddy itself, without https."""
    door = Door(f"127.0.0.1:{free_port()}")
    command = [CADDY or "", "run", "--config", str(written(folder, servers))]
    with (folder / "caddy.log").open("w") as log:
        process = await asyncio.create_subprocess_exec(
            *command, stderr=log, env=environment(folder, f"http://{door.address}")
        )
        try:
            await eventually(lambda: leads_on(door))
            yield door
        finally:
            await door.close()
            if process.returncode is None:
                process.terminate()
            await process.wait()


async def leads_on(door: Door) -> bool:
    """Whether somebody behind the door answers."""
    async with httpx.AsyncClient(base_url=f"http://{door.address}") as client:
        try:
            return (await client.get("/api/me")).status_code == 200
        except httpx.TransportError:
            return False


@pytest.fixture
async def stack(postgresql_url: str, tmp_path: Path) -> AsyncIterator[Stack]:
    async with AsyncExitStack() as opened:
        servers = [
            await opened.enter_async_context(
                server_process(postgresql_url, tmp_path, name, bot_processes=0)
            )
            for name in ("left", "right")
        ]
        yield Stack(await opened.enter_async_context(caddy(tmp_path, servers)), servers)


def requests_of(server: ServerProcess) -> set[str]:
    """The numbers of the requests that a server has answered."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    return {line["request"] for line in lines if line["event"] == "request"}


async def answered_by(stack: Stack, numbers: set[str]) -> list[int]:
    """Which servers have answered requests; their logs may be a moment late."""

    async def is_logged() -> bool:
        return numbers <= set().union(*map(requests_of, stack.servers))

    await eventually(is_logged)
    return [i for i, server in enumerate(stack.servers) if numbers & requests_of(server)]


async def number_of(person: Person, path: str) -> str:
    answer = await person.client.get(path)
    assert answer.status_code == 200, answer.text
    return answer.headers["x-request-id"]


async def attended_by(stack: Stack, person: Person, table: str) -> int:
    """Which server has a WebSocket at a table."""
    before = [websockets_of(server) for server in stack.servers]
    async with stack.proxy.live(person, table) as live:
        assert json.loads(await live.recv())["type"] == "hello"

    def more() -> list[int]:
        now = [websockets_of(server) for server in stack.servers]
        return [i for i, number in enumerate(now) if number > before[i]]

    await until(lambda: bool(more()))
    [server] = more()
    return server


def websockets_of(server: ServerProcess) -> int:
    """How many WebSockets a server has ended."""
    return server.log.read_text().count('"WEBSOCKET"')


def test_caddy_understands_our_file(tmp_path: Path) -> None:
    path = tmp_path / "Caddyfile"
    path.write_text(NO_ADMIN + FILE, encoding="utf-8")
    ran = subprocess.run(
        [CADDY or "", "validate", "--config", str(path), "--adapter", "caddyfile"],
        env=environment(tmp_path, "rondel.example.org"),
        capture_output=True,
        text=True,
        check=False,
        timeout=DEADLINE,
    )
    assert ran.returncode == 0, ran.stderr


async def test_requests_of_a_table_go_to_one_server(stack: Stack) -> None:
    ann, bob = [await stack.proxy.guest(name) for name in ("Ann", "Bob")]
    used: set[int] = set()
    for _ in range(TABLES):
        table = (await ann.open_table("me", "open", public=True))["id"]
        numbers = {await number_of(who, f"/api/tables/{table}") for who in (ann, bob) * 3}
        [server] = await answered_by(stack, numbers)
        assert await attended_by(stack, bob, table) == server
        used.add(server)
    assert used == {0, 1}


async def test_tables_move_when_their_server_stops(stack: Stack) -> None:
    ann = await stack.proxy.guest("Ann")
    tables = [(await ann.open_table("me", "random", start=True))["id"] for _ in range(4)]
    await stack.servers[0].stop()
    for table in tables:
        await ann.get(f"/api/tables/{table}/position")
        await ann.post(f"/api/tables/{table}/chat", {"room": "table", "text": "still here"}, 201)
    await stack.servers[0].start()
    await stack.servers[1].stop()
    for table in tables:
        rows = (await ann.get(f"/api/tables/{table}/log"))["rows"]
        assert [row["body"]["text"] for row in rows if row["kind"] == "chat"] == ["still here"]


async def test_what_is_for_machines_inside_stays_inside(stack: Stack) -> None:
    async with httpx.AsyncClient(base_url=f"http://{stack.proxy.address}") as client:
        for path in ("/healthz", "/readyz", "/metrics"):
            answer = await client.get(path)
            assert (answer.status_code, answer.content) == (404, b"")
