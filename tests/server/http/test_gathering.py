"""What is written within one turn of the loop goes out together, and nothing of it is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from rondel.server.http.gathering import MOST, Gathering

pytestmark = pytest.mark.anyio


class Noting(asyncio.Protocol):
    """Somebody at the other end, who notes how things come."""

    def __init__(self) -> None:
        self.came = asyncio.Queue[bytes]()

    def data_received(self, data: bytes) -> None:
        self.came.put_nowait(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.came.put_nowait(b"")


class Writing(asyncio.Protocol):
    """This end."""

    def __init__(self, made: asyncio.Future[asyncio.Transport]) -> None:
        self.made = made

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.made.set_result(transport)


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[Gathering, Noting]]:
    """Both ends of a real connection."""
    loop = asyncio.get_running_loop()
    made = loop.create_future()
    async with await loop.create_server(lambda: Writing(made), "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        transport, other = await loop.create_connection(Noting, "127.0.0.1", port)
        try:
            yield Gathering(await made, loop), other
        finally:
            transport.abort()


async def all_of(other: Noting) -> bytes:
    """What came until the end."""
    came = b""
    while part := await other.came.get():
        came += part
    return came


async def test_what_is_written_together_comes_together() -> None:
    async with connected() as (gathering, other):
        gathering.write(b"head")
        gathering.write(b"body")
        assert gathering.get_write_buffer_size() == 8
        assert await other.came.get() == b"headbody"
        gathering.write(b"later")
        assert await other.came.get() == b"later"
        gathering.abort()


async def test_what_was_written_comes_before_the_end() -> None:
    async with connected() as (gathering, other):
        gathering.write(b"last words")
        gathering.close()
        assert await all_of(other) == b"last words"
        gathering.write(b"too late")


async def test_who_is_cut_off_hears_nothing_more() -> None:
    async with connected() as (gathering, other):
        gathering.write(b"not heard")
        gathering.abort()
        assert await all_of(other) == b""


async def test_much_is_sent_in_order() -> None:
    async with connected() as (gathering, other):
        parts = [bytes([number]) * (MOST // 3) for number in range(12)]
        for part in parts:
            gathering.write(part)
        gathering.close()
        assert await all_of(other) == b"".join(parts)
