"""Reviews: how long one takes, and whether people at tables notice that one is made.

    python -m bench.review [--entries 600] [--tables 50] [--seconds 30] [--rounds 3] [--controls]
        [--check] [--json]

A six-player game of so many entries is reviewed by one process and by two; told are the seconds by
the clock and those of the processors, which other work on the machine changes less. Then scripted
people play at a server of its own, in turns without reviews and with one after the other made
beside them by its one process for bots; told is the 99th percentile of the time to the
acknowledgement of an action, and the median over the rounds of how much longer it is beside
reviews. `--controls` has people play beside two other things as well, which know nothing of the
server: an empty loop of the lowest priority (`nice -n 19`), and one that runs only where nothing
else does (`SCHED_IDLE`); what these cost is the machine's, and nobody's fault. `--check` exits 1
where two processes need more than 30 seconds, or actions beside reviews are slower by a tenth and
more than 2 ms.
"""

import argparse
import asyncio
import json
import os
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

import httpx

from bench.server_load import BENCH, LONGEST_LINE, Measured, follow, serving
from rondel.bots.banker import Judge
from rondel.engine import Game
from rondel.judging import make_review
from rondel.records import Transcript, dumps

GOAL_SECONDS = 30.0
JSON_TYPE = {"Content-Type": "application/json"}
SLOWER = 1.1
SLACK_MS = 2.0
ERRORS = 0.25
CONTROLS = {
    "nice -n 19": "os.nice(19)",
    "SCHED_IDLE": "os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))",
}
"""How the loops stand back that reviews are held against."""
LONGER = 1.05
"""The game has at most so many times the entries that are asked for."""


@dataclass
class Told:
    """What was measured."""

    entries: int
    seconds_by_one: float = 0.0
    seconds_by_two: float = 0.0
    cpu_seconds_by_one: float = 0.0
    cpu_seconds_by_two: float = 0.0
    p99_alone_ms: list[float] = field(default_factory=list)
    p99_beside_ms: list[float] = field(default_factory=list)
    p99_controls_ms: dict[str, list[float]] = field(default_factory=dict)
    reviews_made: float = 0.0
    """The part of the last one that was made counts as such."""


def long_game(entries: int) -> Game:
    """A game of six that goes on for about so many entries: bankers who often err."""
    for seed in range(200):
        game = Game.new("imperial2030", [f"player-{n}" for n in range(6)], seed=seed)
        judge, chance = Judge(game.rules), Random(seed)
        while not game.over:
            erring = chance.random() < ERRORS
            game.play(chance.choice(game.legal_ids()) if erring else judge.choose(game.state))
        if entries <= len(game) <= entries * LONGER:
            return game
    raise RuntimeError(f"no game of {entries} entries was found")


def seconds_for(game: Game, jobs: int) -> tuple[float, float]:
    """How long a review takes by the clock, and of the processors."""
    begun, used = time.perf_counter(), cpu_seconds()
    make_review(Transcript.of(game), jobs)
    return time.perf_counter() - begun, cpu_seconds() - used


def cpu_seconds() -> float:
    """What this process and those it has started have used, once they are over."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


async def keep_reviewing(address: str, record: str, told: Told) -> None:
    """Has one review made after the other, until cancelled."""
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
        await client.post("/api/me", json={"name": "Reviewer"})
        opened = await client.post("/api/records", content=record, headers=JSON_TYPE)
        opened.raise_for_status()
        path = f"/api/tables/{opened.json()['id']}/review"
        made = told.reviews_made
        while True:
            await client.post(path, json={"anew": True})
            while (now := (await client.get(path)).json())["state"] != "done":
                told.reviews_made = made + now["done"] / now["of"]
                await asyncio.sleep(0.5)
            made = told.reviews_made = made + 1


@contextmanager
def looping(kind: str) -> Iterator[None]:
    """An empty loop beside everything else."""
    program = f"import os\n{CONTROLS[kind]}\nwhile True:\n    pass"
    process = subprocess.Popen([sys.executable, "-c", program])
    try:
        yield
    finally:
        process.kill()
        process.wait()


async def p99(wanted: argparse.Namespace, record: str | None, told: Told) -> float:
    """Lets people play at a new server, beside reviews where there is a record to review."""
    measured = Measured(wanted.tables, 1.0, 2, "sqlite")
    with tempfile.TemporaryDirectory(prefix="rondel-review-") as name:
        url, folder = f"sqlite:///{name}/rondel.sqlite3", Path(name)
        async with serving(url, folder, 1, secret=secrets.token_hex()) as (address, server):
            load = {
                "addresses": [address],
                "tables": wanted.tables,
                "people": 2,
                "bots": [],
                "listeners": 2,
                "seconds": wanted.seconds,
                "pace": 1.0,
                "seed": 1,
            }
            command = [sys.executable, str(BENCH / "load_clients.py"), json.dumps(load)]
            people = await asyncio.create_subprocess_exec(
                *command, stdout=subprocess.PIPE, limit=LONGEST_LINE
            )
            beside = record and asyncio.create_task(keep_reviewing(address, record, told))
            try:
                await follow(people, server, measured, minutes=False)
            finally:
                if beside:
                    beside.cancel()
                    with suppress(asyncio.CancelledError):
                        await beside
                if people.returncode is None:
                    people.kill()
                await people.wait()
    return measured.p99_ms


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--entries", type=int, default=600)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--controls", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def main() -> int:
    """Measures and tells; the status is 1 where a check fails."""
    wanted = options()
    game = long_game(wanted.entries)
    told, record = Told(len(game)), dumps(game)
    told.seconds_by_one, told.cpu_seconds_by_one = seconds_for(game, 1)
    told.seconds_by_two, told.cpu_seconds_by_two = seconds_for(game, 2)
    for _ in range(wanted.rounds):
        told.p99_alone_ms.append(asyncio.run(p99(wanted, None, told)))
        told.p99_beside_ms.append(asyncio.run(p99(wanted, record, told)))
        for kind in CONTROLS if wanted.controls else ():
            with looping(kind):
                told.p99_controls_ms.setdefault(kind, []).append(
                    asyncio.run(p99(wanted, None, told))
                )
    print(json.dumps(asdict(told)) if wanted.json else summary(told))
    return int(wanted.check and not is_fine(told))


def summary(told: Told) -> str:
    """For people."""
    lines = [
        f"{told.entries} entries, six players: {told.seconds_by_one:.1f} s by one process "
        f"({told.cpu_seconds_by_one:.1f} s of CPU), {told.seconds_by_two:.1f} s by two "
        f"({told.cpu_seconds_by_two:.1f} s of CPU)"
    ]
    if told.p99_alone_ms:
        alone, beside = (statistics.median(one) for one in (told.p99_alone_ms, told.p99_beside_ms))
        lines.append(
            f"p99 of an action {alone:.1f} ms alone, {beside:.1f} ms beside reviews; "
            f"{told.reviews_made:.1f} reviews made"
        )
    lines += [
        f"p99 of an action {statistics.median(found):.1f} ms beside a loop by {kind}"
        for kind, found in told.p99_controls_ms.items()
    ]
    return "\n".join(lines)


def is_fine(told: Told) -> bool:
    """Whether what is asked for is reached."""
    pairs = zip(told.p99_alone_ms, told.p99_beside_ms, strict=True)
    excess = [beside - max(alone * SLOWER, alone + SLACK_MS) for alone, beside in pairs]
    return told.seconds_by_two <= GOAL_SECONDS and statistics.median(excess or [0.0]) <= 0.0


if __name__ == "__main__":
    sys.exit(main())
