"""Bots when many play: how long people wait for them.

    python -m bench.bot_queue [--tables 50] [--bots master,master,master] [--seconds 120] [--pace 0]
        [--processes 1] [--database sqlite|postgresql] [--check] [--json]

At each table one scripted person sits with bots, connected as a browser is, and decides `--pace`
seconds after being asked. Told are the decisions of bots per second, how long each one took from
the moment it was asked until it had decided, and how long people waited from a decision of their
own until the next. All times are those of the server's log. `--check` exits 1 where somebody
waited longer for a bot than the goal.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from bench.load_clients import Visitor
from bench.server_load import fresh_store, serving

GOAL_SECONDS = 10.0
"""Nobody waits longer for the decision of a bot."""
WARM_UP = 10.0
"""Seconds that are not counted: all tables start at once."""

Json = dict[str, Any]


@dataclass
class Waits:
    """What people waited for, in seconds."""

    for_one: list[float] = field(default_factory=list)
    """For each decision of a bot."""
    for_all: list[float] = field(default_factory=list)
    """From a decision of one's own until the next."""
    told: list[float] = field(default_factory=list)
    """How long the server said that a bot would take, where it said so."""


class Player:
    """Somebody who plays against bots."""

    def __init__(self, address: str, number: int, wanted: argparse.Namespace, waits: Waits) -> None:
        self._visitor = Visitor(address)
        self._address = address
        self._number = number
        self._wanted = wanted
        self._waits = waits
        self._chance = random.Random(number)
        self._asked_at = 0.0
        self._acted_at = 0.0
        self._waits_for_bot = False

    async def play(self, counted_from: float) -> None:
        """Opens a table and plays until cancelled."""
        await self._visitor.come(f"P{self._number}")
        seats = [{"kind": "me"}, *[{"kind": "bot", "bot": bot} for bot in self._wanted.bots]]
        title = ("imperial", "imperial2030")[self._number % 2]
        body = {"game": title, "seats": seats, "start": True}
        table = await self._visitor.must("POST", "/api/tables", body)
        uri = f"ws://{self._address}/api/tables/{table['id']}/live?facts=false"
        headers = {"Cookie": self._visitor.cookie}
        async with connect(uri, additional_headers=headers, max_size=None) as socket:
            try:
                async for text in socket:
                    await self._hear(socket, json.loads(text), counted_from)
            finally:
                if self._waits_for_bot:
                    self._waits.for_one.append(time.time() - self._asked_at)

    async def _hear(self, socket: ClientConnection, message: Json, counted_from: float) -> None:
        match message["type"]:
            case "row":
                self._note(message["row"], counted_from)
            case "thinking":
                self._waits.told.append(message["seconds"])
            case "position":
                await self._decide(socket, message["position"], counted_from)
            case _:
                pass

    def _note(self, row: Json, counted_from: float) -> None:
        if row["kind"] not in ("started", "action"):
            return
        if row["body"].get("bot") is None:
            self._acted_at = row["at"]
        elif row["at"] >= counted_from:
            self._waits.for_one.append(row["at"] - self._asked_at)
        self._asked_at = row["at"]

    async def _decide(self, socket: ClientConnection, told: Json, counted_from: float) -> None:
        self._waits_for_bot = told["pending"] is not None and not told["yours"]
        if not told["yours"]:
            return
        if self._asked_at > self._acted_at and self._asked_at >= counted_from:
            self._waits.for_all.append(self._asked_at - self._acted_at)
        await asyncio.sleep(self._wanted.pace)
        entry = self._chance.choice(told["choices"])["entry"]
        sent = {"type": "act", "position": told["position"], "entry": entry}
        await socket.send(json.dumps(sent))


async def measure(wanted: argparse.Namespace, folder: Path, url: str) -> Json:
    """Lets people play for a while."""
    waits, load = Waits(), os.getloadavg()[0]
    async with serving(url, folder, wanted.processes) as (address, server):
        counted_from = time.time() + WARM_UP
        players = [Player(address, i, wanted, waits) for i in range(wanted.tables)]
        playing = [asyncio.create_task(player.play(counted_from)) for player in players]
        await asyncio.wait(playing, timeout=WARM_UP + wanted.seconds)
        mib, failed = server.mib(), [task for task in playing if task.done()]
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        if failed:
            raise RuntimeError(f"{len(failed)} people have left: {failed[0].exception()}")
    return {
        "tables": wanted.tables,
        "bots": wanted.bots,
        "processes": wanted.processes,
        "seconds": wanted.seconds,
        "decisions of bots per second": round(len(waits.for_one) / wanted.seconds, 2),
        "wait for one bot": spread(waits.for_one),
        "wait until the next own decision": spread(waits.for_all),
        "told beforehand": spread(waits.told),
        "memory of the server, MiB": round(mib),
        "load before and after": [round(load, 2), round(os.getloadavg()[0], 2)],
    }


def spread(seconds: list[float]) -> Json:
    """What times amount to."""
    if len(seconds) < 2:
        return {"count": len(seconds)}
    parts = statistics.quantiles(seconds, n=100)
    values = {"p50": parts[49], "p99": parts[98], "max": max(seconds)}
    return {"count": len(seconds), **{name: round(value, 2) for name, value in values.items()}}


def options() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--bots", type=lambda text: text.split(","), default=["master"] * 3)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--pace", type=float, default=0.0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def main() -> int:
    """Measures and tells; the status is 1 where a check fails."""
    wanted = options()
    with (
        tempfile.TemporaryDirectory(prefix="rondel-bots-") as name,
        fresh_store(wanted.database, Path(name)) as url,
    ):
        measured = asyncio.run(measure(wanted, Path(name), url))
    if wanted.json:
        print(json.dumps(measured))
    else:
        print("\n".join(f"{name:34} {value}" for name, value in measured.items()))
    return int(wanted.check and measured["wait for one bot"]["max"] > GOAL_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
