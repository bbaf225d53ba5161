"""What bystanders notice while one address does its worst: ten people who act once a second.

    python -m bench.strangers                      # every attack in turn, then all of them at once
    python -m bench.strangers --only sockets --seconds 20
    python -m bench.strangers --check              # status 1 if a goal is missed

A server of its own is started on SQLite, with the limits that everybody has who sets none. The
bystanders and each attack have addresses of their own in 127.0.0.0/8, so that nothing leaves this
machine; the attacks are made by another process, bounded in number and time.
"""

import argparse
import asyncio
import json
import logging
import os
import random
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import rondel
from bench.load_clients import Load, Table, Tally, Visitor

SERVE = [sys.executable, "-m", "rondel", "serve"]
P99_GOAL_MS = 200.0
MEMORY_GOAL_MIB = 400.0
TABLES = 5
"""With two bystanders each, of whom one acts every half second."""
LONGEST_RECORD = 20_000
MIB = 2**20


# Who comes from where -----------------------------------------------------------------------


class Stranger(Visitor):
    """A connection from an address of its own."""

    def __init__(self, address: str, source: str) -> None:
        super().__init__(address)
        self.source = source

    async def _connect(self) -> None:
        self._reader, self._writer = await asyncio.open_connection(
            self.host, int(self.port), local_addr=(self.source, 0), limit=16 * MIB
        )

    async def send(self, raw: bytes) -> None:
        """Sends bytes as they are, on a new connection."""
        await self._connect()
        self._writer.write(raw)
        await self._writer.drain()

    async def rest(self) -> bytes:
        """What is answered until the server hangs up."""
        return await self._reader.read()

    def hang_up(self) -> None:
        """Ends the connection."""
        self._writer.close()


@dataclass
class Front:
    """Where an attack stands: the server, its own address, a person, a very long game."""

    address: str
    source: str
    seconds: float
    person: Stranger
    table: str
    answers: Counter[str] = field(default_factory=Counter)

    @property
    def until(self) -> float:
        """When it ends."""
        return self.begun + self.seconds

    begun: float = 0.0

    def more(self) -> Stranger:
        """Another connection of the same person."""
        other = Stranger(self.address, self.source)
        other.cookie = self.person.cookie
        return other

    def is_over(self) -> bool:
        """Whether it is time to stop."""
        return time.monotonic() >= self.until


async def loop_of(front: Front, method: str, path: str, body: Any = None) -> None:
    """Asks for the same again and again, as fast as it is answered."""
    visitor = front.more()
    await visitor._connect()
    while not front.is_over():
        try:
            status, _ = await visitor.ask(method, path, body)
        except (OSError, asyncio.IncompleteReadError, KeyError, ValueError) as error:
            front.answers[type(error).__name__] += 1
            await asyncio.sleep(0.05)
            with suppress(OSError):
                await visitor._connect()
            continue
        front.answers[str(status)] += 1
        if status == 429:
            # Within limits: who is told to wait a little does not use up the rest with asking.
            await asyncio.sleep(0.2)


async def at_once(number: int, attack: Callable[[int], Awaitable[None]]) -> None:
    """The same several times at once."""
    await asyncio.gather(*[attack(i) for i in range(number)])


# Attacks ------------------------------------------------------------------------------------


def raw_post(front: Front, path: str, body: bytes, cookie: str) -> bytes:
    lines = [f"POST {path} HTTP/1.1", f"Host: {front.address}", f"Cookie: {cookie}"]
    lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode() + body


async def nested(front: Front) -> None:
    """4 MiB of lists, flat and deep, by somebody known and by nobody; and small ones."""
    flat, deep = b"[" + b"[]," * 1_380_000 + b"[]]", b"[" * 2_000_000 + b"]" * 2_000_000
    small = b"[" + b"[]," * 21_000 + b"[]]"
    kinds = [
        ("/api/records", flat, front.person.cookie),
        ("/api/records", deep, front.person.cookie),
        ("/api/records", flat, ""),
        ("/api/me", small, front.person.cookie),
    ]

    async def attack(number: int) -> None:
        while not front.is_over():
            await post_raw(front, *kinds[number % len(kinds)])

    await at_once(8, attack)


async def post_raw(front: Front, path: str, body: bytes, cookie: str) -> None:
    """Sends a body and reads the answer."""
    visitor = front.more()
    try:
        await visitor.send(raw_post(front, path, body, cookie))
        answer = await visitor.rest()
        front.answers[answer[9:12].decode() or "closed"] += 1
    except OSError as error:
        front.answers[type(error).__name__] += 1
    finally:
        visitor.hang_up()


async def imports(front: Front) -> None:
    """The longest record there may be, again and again, by several people."""
    people = [front.person, *[front.more() for _ in range(3)]]
    for person in people[1:]:
        person.cookie = ""
        await person.come("Eve")
    record = longest_record()

    async def attack(number: int) -> None:
        person = people[number]
        while not front.is_over():
            status, _ = await person.ask("POST", "/api/records", record)
            front.answers[str(status)] += 1
            await asyncio.sleep(0.2 * (status == 429))

    await at_once(len(people), attack)


async def looking_back(front: Front, *paths: str) -> None:
    """Asks for something of a very long game, each time something else of it."""

    async def attack(number: int) -> None:
        path = paths[number % len(paths)].format(random.Random(number).randrange(19_000))
        await loop_of(front, "GET", f"/api/tables/{front.table}{path}")

    await at_once(16, attack)


async def course(front: Front) -> None:
    await looking_back(front, "/course", "/course?seat=1", "/course?seat=0")


async def record(front: Front) -> None:
    await looking_back(front, "/record", "/record?seat=1")


async def log(front: Front) -> None:
    await looking_back(
        front, "/log?since=0&lang=en", "/log?since=1&lang=ru", "/log?since=2&lang=pl"
    )


async def entries(front: Front) -> None:
    await looking_back(front, "/entries?lang=ru&after={}", "/entries?lang=en&after={}")


async def positions(front: Front) -> None:
    await looking_back(front, "/positions?first={}", "/positions/{}", "/position?lang=en")


async def studies(front: Front) -> None:
    """Copies of a very long game."""
    path = f"/api/tables/{front.table}/studies"
    await at_once(8, lambda number: loop_of(front, "POST", path, {"entries": 19_900 + number}))


async def slow(front: Front) -> None:
    """Heads and bodies that never end."""
    head = b"GET / HTTP/1.1\r\nHost: x\r\nA: "
    body = raw_post(front, "/api/me", b'{"name": "' + b"x" * 60_000, front.person.cookie)[:-50_000]

    async def attack(number: int) -> None:
        while not front.is_over():
            visitor = front.more()
            try:
                await visitor.send(body if number % 2 else head)
                while not front.is_over() and not visitor._reader.at_eof():
                    visitor._writer.write(b"x")
                    await asyncio.sleep(1)
                front.answers["held"] += 1
            except OSError as error:
                front.answers[type(error).__name__] += 1
                await asyncio.sleep(0.1)
            finally:
                visitor.hang_up()

    await at_once(300, attack)


async def crowd(front: Front) -> None:
    """Connections, as many as there can be, again and again."""

    async def attack(number: int) -> None:
        while not front.is_over():
            visitor = front.more()
            try:
                await visitor.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                async with asyncio.timeout(2):
                    answer = await visitor._reader.read(MIB)
                front.answers[answer[9:12].decode() or "closed"] += 1
                await asyncio.sleep(1)
            except OSError as error:
                front.answers[type(error).__name__] += 1
                await asyncio.sleep(0.2)
            finally:
                visitor.hang_up()

    await at_once(1000, attack)


async def sign_ins(front: Front) -> None:
    """Wrong passwords."""
    sent = {"login": "bystander", "password": "wrong" * 20}
    await at_once(8, lambda number: loop_of(front, "POST", "/api/session", sent))


async def burst(front: Front) -> None:
    """What costs most of what anybody may ask for, all at once."""
    table = f"/api/tables/{front.table}"
    await at_once(60, lambda number: loop_of(front, "GET", f"{table}/position?lang=ru"))


async def sockets(front: Front) -> None:
    """WebSockets that send very many messages or pings, or read nothing."""
    uri = f"ws://{front.address}/api/tables/{front.table}/live?lang=ru"

    async def attack(number: int) -> None:
        while not front.is_over():
            try:
                await flood(front, uri, number)
            except (OSError, WebSocketException, TimeoutError) as error:
                front.answers[type(error).__name__] += 1
                await asyncio.sleep(0.2)

    await at_once(60, attack)


async def flood(front: Front, uri: str, number: int) -> None:
    """One WebSocket of them."""
    cookie, local = {"Cookie": front.person.cookie}, (front.source, 0)
    async with connect(uri, additional_headers=cookie, local_addr=local, max_size=None) as socket:
        wire = socket.transport
        if number % 3 == 0:
            wire.pause_reading()
        while not front.is_over() and not wire.is_closing():
            if number % 3 == 1:
                wire.write(b"\x89\x81\0\0\0\0!" * 2000)
                await asyncio.sleep(0.05)
            else:
                await socket.send('{"type": "position"}')
                front.answers["sent"] += 1
                await asyncio.sleep(0.01)


ATTACKS: dict[str, Callable[[Front], Awaitable[None]]] = {
    "nested": nested,
    "imports": imports,
    "course": course,
    "record": record,
    "log": log,
    "entries": entries,
    "positions": positions,
    "studies": studies,
    "slow": slow,
    "crowd": crowd,
    "sign_ins": sign_ins,
    "burst": burst,
    "sockets": sockets,
}
TOGETHER = "together"
NOBODY = "nobody"


def longest_record() -> Any:
    """A game of 20,000 entries: nobody ever taxes."""
    chance, game = random.Random(1), rondel.Game.new("imperial2030", ["Ann", "Bob"], {}, seed=1)
    while len(game) < LONGEST_RECORD:
        actions = game.legal_actions()
        wanted = [
            action for action in actions if "taxation" not in action.to_json()["choice"].values()
        ]
        game.apply(chance.choice(wanted or actions))
    return game.record()


async def attack(name: str, address: str, source: str, seconds: float) -> None:
    """In a process of its own: gets ready, says so, and attacks when told to."""
    os.nice(5)
    logging.disable()
    person = Stranger(address, source)
    await person.come("Eve")
    opened = await person.must("POST", "/api/records", longest_record())
    front = Front(address, source, seconds, person, opened["id"])
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    front.begun = time.monotonic()
    chosen = list(ATTACKS.values()) if name == TOGETHER else [ATTACKS[name]]
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds + 5):
            await asyncio.gather(
                *[one(front) for one in chosen], return_exceptions=name == TOGETHER
            )
    print(json.dumps(front.answers), flush=True)


# Bystanders ---------------------------------------------------------------------------------


@dataclass
class Noticed:
    """What bystanders noticed of an attack."""

    attack: str
    actions: int = 0
    p50_ms: float = 0.0
    p99_ms: float = 0.0
    max_ms: float = 0.0
    memory_mib: float = 0.0
    """The most that the server and its children held."""
    errors: dict[str, int] = field(default_factory=dict)
    answers: dict[str, int] = field(default_factory=dict)
    """What the attack was answered, by status."""


class Server:
    """The process of the server, and those it has started."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.peak = 0.0

    async def watch(self) -> None:
        """Notes how much memory they hold together, again and again."""
        while True:
            self.peak = max(self.peak, self.mib())
            await asyncio.sleep(0.2)

    def mib(self) -> float:
        """Resident memory, shared pages in part."""
        return sum(_mib(pid) for pid in family(self.pid))


def family(pid: int) -> list[int]:
    """A process and those it has started."""
    found = [pid]
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += family(int(child))
    return found


def _mib(pid: int) -> float:
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[tuple[str, Server]]:
    """A server as it is installed: its address and its processes."""
    options = {
        "database": f"sqlite:///{folder}/rondel.sqlite3",
        "port": 0,
        "secret": secrets.token_hex(),
        "bot-processes": 1,
        "log-file": folder / "server.log",
    }
    words = [f"--{name}={value}" for name, value in options.items()]
    process = await asyncio.create_subprocess_exec(*SERVE, *words, stdout=subprocess.PIPE)
    assert process.stdout
    first_line = (await process.stdout.readline()).decode()
    server = Server(process.pid)
    watching = asyncio.create_task(server.watch())
    try:
        yield first_line.split("http://")[1].split()[0].rstrip("."), server
    finally:
        watching.cancel()
        process.terminate()
        await process.wait()


async def bystanders(address: str, tally: Tally) -> list[asyncio.Task[None]]:
    """Ten people at five tables, each from an address of his own."""
    load = Load([address], TABLES, 2, [], 1, 0.0, 0.5, 1)
    tables = [Table(load, number, tally) for number in range(TABLES)]
    for number, table in enumerate(tables):
        table.people = [Stranger(address, f"127.0.1.{number * 2 + i + 1}") for i in range(2)]
        await table.open()
    now = asyncio.get_running_loop().time()
    return [asyncio.create_task(table.play(now + 0.1 * i)) for i, table in enumerate(tables)]


async def noticed(
    name: str, number: int, address: str, server: Server, tally: Tally, seconds: float
) -> Noticed:
    """What the bystanders notice while an attack goes on."""
    found = Noticed(name)
    attacking = None
    if name != NOBODY:
        words = ["--attack", name, "--server", address, "--source", f"127.0.0.{number + 10}"]
        command = [sys.executable, "-m", "bench.strangers", *words, f"--seconds={seconds}"]
        pipe = subprocess.PIPE
        attacking = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        assert attacking.stdout
        await attacking.stdout.readline()
    tally.latencies, tally.errors = [], {}
    server.peak = 0.0
    if attacking is not None and attacking.stdin is not None:
        attacking.stdin.write(b"go\n")
    await asyncio.sleep(seconds)
    summarise(found, tally, server)
    if attacking is not None:
        told, _ = await attacking.communicate()
        found.answers = json.loads(told or b"{}")
    await asyncio.sleep(1)
    return found


def summarise(found: Noticed, tally: Tally, server: Server) -> None:
    """Fills in what the times amount to."""
    latencies = tally.latencies
    percentiles = statistics.quantiles(latencies, n=100)
    found.actions, found.errors = len(latencies), dict(tally.errors)
    found.p50_ms, found.p99_ms = percentiles[49] * 1000, percentiles[98] * 1000
    found.max_ms, found.memory_mib = max(latencies) * 1000, server.peak


async def measure(names: list[str], folder: Path, seconds: float) -> AsyncIterator[Noticed]:
    """Every attack in turn, against one server."""
    async with serving(folder) as (address, server):
        tally = Tally()
        playing = await bystanders(address, tally)
        try:
            for number, name in enumerate(names):
                yield await noticed(name, number, address, server, tally, seconds)
                for task in playing:
                    if task.done():
                        task.result()
        finally:
            for task in playing:
                task.cancel()


HEADING = f"{'attack':10} {'actions':>7} {'p50 ms':>8} {'p99 ms':>8} {'max ms':>8} {'MiB':>7}"


def line(found: Noticed) -> str:
    """The numbers of one attack for people."""
    numbers = f"{found.actions:7} {found.p50_ms:8.1f} {found.p99_ms:8.1f} {found.max_ms:8.1f}"
    answers = " ".join(f"{name}:{number}" for name, number in sorted(found.answers.items()))
    errors = f" ERRORS {found.errors}" if found.errors else ""
    return f"{found.attack:10} {numbers} {found.memory_mib:7.1f}  {answers}{errors}"


def wanted() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", action="append", choices=[NOBODY, *ATTACKS, TOGETHER])
    parser.add_argument("--seconds", type=float, default=12.0)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    parser.add_argument("--server", help=argparse.SUPPRESS)
    parser.add_argument("--source", help=argparse.SUPPRESS)
    return parser.parse_args()


async def tell(options: argparse.Namespace, folder: Path) -> bool:
    """Measures and tells; whether every goal is met."""
    names, good = options.only or [NOBODY, *ATTACKS, TOGETHER], True
    if not options.json:
        print(f"load before {os.getloadavg()[0]:.2f}\n{HEADING}", flush=True)
    async for found in measure(names, folder, options.seconds):
        print(json.dumps(asdict(found)) if options.json else line(found), flush=True)
        good &= found.p99_ms < P99_GOAL_MS and found.memory_mib < MEMORY_GOAL_MIB
        good &= not found.errors
    return good


def main() -> int:
    """Measures and tells; the status is 1 where a check fails."""
    options = wanted()
    if options.attack:
        asyncio.run(attack(options.attack, options.server, options.source, options.seconds))
        return 0
    with tempfile.TemporaryDirectory(prefix="rondel-strangers-") as name:
        good = asyncio.run(tell(options, Path(name)))
    return int(options.check and not good)


if __name__ == "__main__":
    sys.exit(main())
