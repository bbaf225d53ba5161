"""A way to PostgreSQL that breaks where one wants it to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from enum import Enum
from typing import Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from tests.server.waiting import DEADLINE

PORT_IN_NAME: Final = ".s.PGSQL.5432"
"""What the socket of PostgreSQL is called in its folder."""


class Fate(Enum):
    """What becomes of a message, and of the connection it is on."""

    PASSES = "passes"
    CUT_BEFORE = "cut before"
    CUT_WITHIN = "cut within"
    CUT_AFTER = "cut after"
    VANISHES = "vanishes"


CUTS: Final = (Fate.CUT_BEFORE, Fate.CUT_WITHIN, Fate.CUT_AFTER)


class Message(NamedTuple):
    """What one side says to the other."""

    to_server: bool
    kind: str
    """The letter of the protocol; empty for the first message of a client."""
    body: bytes


Judge = Callable[[Message], Fate]
"""Decides of every message."""


class Proxy:
    """Stands between a store and PostgreSQL and passes on message by message."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._socket = f"{parse_qs(parts.query)['host'][0]}/{PORT_IN_NAME}"
        self._name = parts.path
        self._user = parts.username or "postgres"
        self._server: asyncio.Server
        self._serving: set[asyncio.Task[None]] = set()
        self.judge: Judge = lambda message: Fate.PASSES
        self.cuts = 0
        """Connections that were cut."""
        self._closed = False

    @property
    def url(self) -> str:
        """The address of the database on this way."""
        port = self._server.sockets[0].getsockname()[1]
        return f"postgresql://{self._user}:@127.0.0.1:{port}{self._name}?sslmode=disable"

    async def open(self) -> None:
        """Takes connections from now on."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)

    async def close(self) -> None:
        """Takes none any more, and ends those there are."""
        self._closed = True
        self._server.close()
        for task in list(self._serving):
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._closed:
            # It had knocked before.
            writer.close()
            return
        task = asyncio.ensure_future(self._serve(reader, writer))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)
        # Also one that was ended before it began.
        task.add_done_callback(lambda _: writer.close())

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Until either side ends, or the connection is cut."""
        try:
            server_reader, server_writer = await asyncio.open_unix_connection(self._socket)
        except OSError:
            writer.transport.abort()
            return
        ways = [
            asyncio.create_task(self._pass_on(reader, server_writer, True)),
            asyncio.create_task(self._pass_on(server_reader, writer, False)),
        ]
        # Both are closed whatever happens: all this may be ended while it hangs up.
        with closing(writer), closing(server_writer):
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
                await _hang_up(writer)
                await _hang_up(server_writer)

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, to_server: bool
    ) -> None:
        is_first = to_server
        with suppress(asyncio.IncompleteReadError, OSError):
            while True:
                message = await _read(reader, to_server, is_first)
                is_first = False
                fate = self.judge(message)
                writer.write(_part(message.body, fate))
                await writer.drain()
                if fate in CUTS:
                    self.cuts += 1
                    return


def _part(body: bytes, fate: Fate) -> bytes:
    """What arrives of a message."""
    match fate:
        case Fate.PASSES | Fate.CUT_AFTER:
            return body
        case Fate.CUT_WITHIN:
            return body[: len(body) // 2]
        case Fate.CUT_BEFORE | Fate.VANISHES:
            return b""


async def _read(reader: asyncio.StreamReader, to_server: bool, is_first: bool) -> Message:
    """The next message; only the first one of a client has no letter."""
    kind = b"" if is_first else await reader.readexactly(1)
    size = await reader.readexactly(4)
    rest = await reader.readexactly(int.from_bytes(size) - 4)
    return Message(to_server, kind.decode("latin-1"), kind + size + rest)


async def _hang_up(writer: asyncio.StreamWriter) -> None:
    """Ends a connection when all that was passed on has been sent."""
    with suppress(OSError):
        writer.close()
        async with asyncio.timeout(DEADLINE):
            await writer.wait_closed()


@asynccontextmanager
async def proxy_to(url: str) -> AsyncIterator[Proxy]:
    """A proxy to a database on the PostgreSQL of the tests."""
    proxy = Proxy(url)
    await proxy.open()
    try:
        yield proxy
    finally:
        await proxy.close()


class Cut:
    """Cuts the connection at one message: the one with a given number, from 1 on."""

    def __init__(self, at: int, fate: Fate) -> None:
        self.at = at
        self.fate = fate
        self.seen: list[Message] = []

    def __call__(self, message: Message) -> Fate:
        self.seen.append(message)
        return self.fate if len(self.seen) == self.at else Fate.PASSES

    @property
    def has_struck(self) -> bool:
        """Whether there were so many messages."""
        return len(self.seen) >= self.at
