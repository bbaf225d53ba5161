"""Bytes on the wire, for what no client would send."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from websockets.frames import Frame, Opcode

from tests.server.waiting import DEADLINE

HANDSHAKE = (
    b"GET %b HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
"""The beginning of a WebSocket; further headers and an empty line follow."""


@dataclass(frozen=True)
class Answer:
    """What a server has answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def error(self) -> dict[str, Any]:
        """The error in it, in the one shape."""
        told = json.loads(self.body)
        assert list(told) == ["error"]
        assert told["error"]["message"].endswith(".")
        error: dict[str, Any] = told["error"]
        return error


class Wire:
    """A connection to a server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, sent: bytes) -> None:
        """Sends some bytes."""
        self.writer.write(sent)

    def send_frame(self, opcode: Opcode, data: bytes, *, fin: bool = True, **bits: bool) -> None:
        """Sends a frame of a WebSocket."""
        self.send(Frame(opcode, data, fin, **bits).serialize(mask=True))

    async def answer(self, has_body: bool = True) -> Answer:
        """The next answer of HTTP."""
        async with asyncio.timeout(DEADLINE):
            head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            first, *lines = head.rstrip().split("\r\n")
            pairs = [line.partition(": ") for line in lines]
            headers = {name.lower(): value for name, _, value in pairs}
            size = int(headers.get("content-length", "0")) if has_body else 0
            return Answer(int(first.split()[1]), headers, await self.reader.readexactly(size))

    def pause(self) -> None:
        """Reads nothing more of what comes."""
        self.writer.transport.pause_reading()  # type: ignore[attr-defined]

    async def last_frame(self) -> Frame:
        """The last frame that comes before the server hangs up."""
        async with asyncio.timeout(DEADLINE):
            *_, last = frames_in(await self.reader.read())
        return last


def frames_in(raw: bytes) -> Iterator[Frame]:
    """The frames of a WebSocket that a server has sent."""
    while raw:
        size, start = raw[1], 2
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(raw[2:start])
        yield Frame(Opcode(raw[0] & 15), raw[start : start + size])
        raw = raw[start + size :]


@asynccontextmanager
async def wired(address: str) -> AsyncIterator[Wire]:
    """A new connection to a server."""
    reader, writer = await asyncio.open_connection(*address.split(":"))
    try:
        yield Wire(reader, writer)
    finally:
        writer.close()
        await asyncio.gather(writer.wait_closed(), return_exceptions=True)


async def exchange(address: str, sent: bytes) -> Answer:
    """The answer to some bytes."""
    async with wired(address) as wire:
        wire.send(sent)
        return await wire.answer(has_body=not sent.startswith(b"HEAD"))


@asynccontextmanager
async def shaken_hands(address: str, path: str, cookie: str) -> AsyncIterator[Wire]:
    """An open WebSocket."""
    async with wired(address) as wire:
        wire.send(HANDSHAKE % path.encode() + f"Cookie: {cookie}\r\n\r\n".encode())
        assert (await wire.answer()).status == 101
        yield wire
