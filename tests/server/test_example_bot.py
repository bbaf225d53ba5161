"""The example bot of the documentation, as a program of its own against a server of its own."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from rondel.records import loads
from tests.cli.hosting import DEADLINE, hosted
from tests.pages import ROOT
from tests.processes import wait_for

BOT = ROOT / "docs" / "examples" / "bot.py"

SEATS = [{"kind": "open"}, {"kind": "bot", "bot": "banker"}, {"kind": "bot", "bot": "random"}]
TABLE = {"game": "imperial2030", "seats": SEATS, "public": False}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def done(answer: httpx.Response) -> Any:
    """What was answered to somebody who may."""
    answer.raise_for_status()
    return answer.json()


def token_of(robot: httpx.Client) -> str:
    """The token of a new guest."""
    done(robot.post("/api/me", json={"name": "Robot"}))
    secret: str = done(robot.post("/api/me/tokens", json={"name": "bot"}))["secret"]
    return secret


@contextmanager
def playing(**options: str) -> Iterator[subprocess.Popen[str]]:
    """The bot, which is given up if the test fails."""
    given = [f"--{name}={value}" for name, value in options.items()]
    command = [sys.executable, str(BOT), *given]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bot:
        try:
            yield bot
        finally:
            bot.kill()


@pytest.mark.long
def test_the_bot_plays_to_the_end_though_the_server_is_killed(tmp_path: Path) -> None:
    """It takes its seat by invite, and goes on when it finds the server again."""
    place = ["--port", free_port(), "--bot-processes", 1, "--no-limits"]
    with ExitStack() as stack:
        with hosted(tmp_path, *place) as server, server.client() as ann, server.client() as robot:
            done(ann.post("/api/me", json={"name": "Ann"}))
            opened = done(ann.post("/api/tables", json=TABLE))
            at_table = {"table": opened["id"], "invite": opened["invite"]}
            bot = playing(server=server.address, token=token_of(robot), **at_table)
            process = stack.enter_context(bot)
            path, cookies = f"/api/tables/{opened['id']}", ann.cookies
            wait_for(lambda: done(ann.get(path))["seats"][0]["user"] is not None)
            done(ann.post(f"{path}/start", json={}))
            wait_for(lambda: done(ann.get(path))["entries"] > 10)
        with hosted(tmp_path, *place) as server, server.client(cookies=cookies) as ann:
            said, _ = process.communicate(timeout=10 * DEADLINE)
            table, record = done(ann.get(path)), ann.get(f"{path}/record").content
    assert (process.returncode, table["status"]) == (0, "finished")
    assert "The connection is lost: " in said
    assert f"The game is over: {table['result']}" in said
    assert loads(record).result == table["result"]
