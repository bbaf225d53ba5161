"""The people of `bench/server_load.py`, in a process of their own: scripted and very quick.

They hold a copy of each game and choose from its legal actions themselves, so that what is
measured is the server and not its clients.
"""

import asyncio
import base64
import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, cast

import uvloop

import rondel
from rondel.records import replay

Json = dict[str, Any]


@dataclass(frozen=True)
class Load:
    """What the people shall do."""

    addresses: list[str]
    """Of the servers: each table is played at one, and its listeners are spread over all."""
    tables: int
    people: int
    """At each table."""
    bots: list[str]
    """At each table, besides the people."""
    listeners: int
    """WebSockets at each table."""
    seconds: float
    pace: float
    """Seconds from one action at a table to the next; 0 acts as soon as answered."""
    seed: int


@dataclass
class Tally:
    """What has happened since the last time it was told."""

    latencies: list[float] = field(default_factory=list)
    """Seconds from each action to its acknowledgement."""
    errors: dict[str, int] = field(default_factory=dict)
    """Answers other than an acknowledgement, by code."""
    finished: int = 0
    """Games that came to their end."""
    heard: int = 0
    """Bytes that listeners were sent, compressed."""

    def count(self, error: str) -> None:
        """Counts an error."""
        self.errors[error] = self.errors.get(error, 0) + 1


class Visitor:
    """A connection of somebody with a name: one request after the other, kept open."""

    def __init__(self, address: str) -> None:
        self.host, _, self.port = address.partition(":")
        self.cookie = ""
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def come(self, name: str) -> None:
        """Connects and takes a name."""
        await self._connect()
        await self.ask("POST", "/api/me", {"name": name})

    async def _connect(self) -> None:
        self._reader, self._writer = await asyncio.open_connection(self.host, int(self.port))

    async def ask(self, method: str, path: str, body: Json | None = None) -> tuple[int, Any]:
        """Status and answer of a request; a connection the server has closed is opened anew."""
        if self._reader.at_eof():
            self._writer.close()
            await self._connect()
        sent = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", f"Cookie: {self.cookie}"]
        lines += ["Content-Type: application/json", f"Content-Length: {len(sent)}", "", ""]
        self._writer.write("\r\n".join(lines).encode() + sent)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        cookies = [line.split(": ", 1)[1] for line in head if line.lower().startswith("set-cookie")]
        self.cookie = cookies[0].partition(";")[0] if cookies else self.cookie
        answer = await self._reader.readexactly(int(headers["content-length"]))
        return int(head[0].split()[1]), json.loads(answer)

    async def must(self, method: str, path: str, body: Json | None = None) -> Any:
        """The answer to a request that must not be refused."""
        status, answer = await self.ask(method, path, body)
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {answer}")
        return answer


PING, PONG, CLOSE = 9, 10, 8
"""Kinds of frames of a WebSocket."""


class Listener(asyncio.Protocol):
    """A WebSocket that hears everything, gives the signs of life it is asked for, and looks at
    nothing: unpacking and reading would take as long as all that the server does.
    """

    def __init__(self, path: str, host: str, cookie: str, tally: Tally) -> None:
        key = base64.b64encode(random.randbytes(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", f"Cookie: {cookie}"]
        lines += ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
        lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Extensions: permessage-deflate"]
        self._hello = "\r\n".join([*lines, "", ""]).encode()
        self._tally = tally
        self._greeted = False
        self._unread = b""
        self._transport: asyncio.WriteTransport
        self.gone = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks to listen."""
        # That of uvloop does not say that it is one.
        self._transport = cast("asyncio.WriteTransport", transport)
        self._transport.write(self._hello)

    def connection_lost(self, exc: Exception | None) -> None:
        """The server has hung up, or we have."""
        if not self.gone.done():
            self.gone.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Goes from frame to frame."""
        self._tally.heard += len(data)
        self._unread += data
        if not self._greeted and not self._is_greeted():
            return
        while (frame := frame_of(self._unread)) is not None:
            kind, begin, end = frame
            if kind == PING:
                # What a client sends is masked, here by zeros.
                beat = self._unread[begin:end]
                self._transport.write(bytes([0x80 | PONG, 0x80 | len(beat), 0, 0, 0, 0]) + beat)
            elif kind == CLOSE:
                self._tally.count(f"closed {int.from_bytes(self._unread[begin : begin + 2])}")
            self._unread = self._unread[end:]

    def _is_greeted(self) -> bool:
        head, found, rest = self._unread.partition(b"\r\n\r\n")
        if found:
            if b" 101 " not in head.split(b"\r\n")[0]:
                self._tally.count(head.split(b"\r\n")[0].decode())
            self._greeted, self._unread = True, rest
        return bool(found)


def frame_of(data: bytes) -> tuple[int, int, int] | None:
    """Kind, begin and end of the first frame, if all of it has come."""
    if len(data) < 2:
        return None
    size, begin = data[1] & 127, 2
    if size >= 126:
        begin = 4 if size == 126 else 10
        size = int.from_bytes(data[2:begin])
    return (data[0] & 15, begin, begin + size) if len(data) >= begin + size else None


class Table:
    """A table with its people, who play one game after the other."""

    def __init__(self, load: Load, number: int, tally: Tally) -> None:
        self.load = load
        self.number = number
        self.tally = tally
        self.chance = random.Random(load.seed + number)
        address = load.addresses[number % len(load.addresses)]
        self.people = [Visitor(address) for _ in range(load.people)]
        self.seats: dict[str, Visitor] = {}
        self.id = ""
        self.position = 0
        self.game: rondel.Game
        self.listening: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Seats everybody, starts the game and lets listeners in."""
        for i, person in enumerate(self.people):
            if not person.cookie:
                await person.come(f"P{self.number}-{i}")
        host, others = self.people[0], self.people[1:]
        seats = [{"kind": "me"}, *[{"kind": "open"} for _ in others]]
        seats += [{"kind": "bot", "bot": bot} for bot in self.load.bots]
        title = ("imperial", "imperial2030")[self.number % 2]
        table = await host.must("POST", "/api/tables", {"game": title, "seats": seats})
        self.id, self.position = table["id"], 0
        for seat, person in enumerate(others, 1):
            await person.must("POST", f"/api/tables/{self.id}/seats/{seat}/take", {})
        await host.must("POST", f"/api/tables/{self.id}/start", {})
        await self._look()
        await self._let_listeners_in()

    async def _look(self) -> None:
        """Takes a copy of the game."""
        self.game = replay(await self.people[0].must("GET", f"/api/tables/{self.id}/record"))
        names = {f"P{self.number}-{i}": person for i, person in enumerate(self.people)}
        self.seats = {player: names[player] for player in self.game.players if player in names}
        told = await self.people[0].must("GET", f"/api/tables/{self.id}/position?facts=false")
        self.position = told["position"]

    async def _let_listeners_in(self) -> None:
        for task in self.listening:
            task.cancel()
        self.listening = [
            asyncio.create_task(self._listen(self.people[i % len(self.people)], self.number + i))
            for i in range(self.load.listeners)
        ]

    async def _listen(self, person: Visitor, place: int) -> None:
        host, port = self.load.addresses[place % len(self.load.addresses)].split(":")
        path = f"/api/tables/{self.id}/live"
        transport, listener = await asyncio.get_running_loop().create_connection(
            lambda: Listener(path, host, person.cookie, self.tally), host, int(port)
        )
        try:
            await listener.gone
            self.tally.count("hung up")
        finally:
            transport.abort()

    async def play(self, due: float) -> None:
        """Plays for ever; the first action is due at a moment, the others one pace later each."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(max(0.0, due - loop.time()))
            due = max(due + self.load.pace, loop.time())
            await self.act()
            if self.game.over:
                self.tally.finished += 1
                await self.open()

    async def act(self) -> None:
        """One decision; where a bot must decide, looks again later."""
        decision = self.game.decision
        assert decision is not None
        person = self.seats.get(decision.player)
        if person is None:
            await asyncio.sleep(0.02)
            return await self._look()
        action = self.chance.choice(self.game.legal_actions())
        body = {"position": self.position, "entry": action.to_json()}
        begun = time.perf_counter()
        status, answer = await person.ask("POST", f"/api/tables/{self.id}/actions", body)
        if status != 200:
            self.tally.count(answer["error"]["code"])
            return await self._look()
        self.tally.latencies.append(time.perf_counter() - begun)
        self.game.apply(action)
        self.position = answer["position"]
        return None


async def play(load: Load, tell: Callable[[str, Json], None]) -> None:
    """Opens the tables, plays, and tells every second what has happened."""
    tally = Tally()
    tables = [Table(load, number, tally) for number in range(load.tables)]
    for table in tables:
        await table.open()
    tell("open", {})
    begun = asyncio.get_running_loop().time()
    # One after the other within a pace, not all at once.
    playing = [
        asyncio.create_task(table.play(begun + load.pace * i / load.tables))
        for i, table in enumerate(tables)
    ]
    while asyncio.get_running_loop().time() < begun + load.seconds:
        done, _ = await asyncio.wait(playing, timeout=1, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        tell("tally", asdict(tally))
        tally.latencies, tally.errors, tally.finished, tally.heard = [], {}, 0, 0


def say(kind: str, values: Json) -> None:
    """One line to whoever has started this process."""
    print(json.dumps({"kind": kind, **values}), flush=True)


if __name__ == "__main__":
    uvloop.run(play(Load(**json.loads(sys.argv[1])), say))
