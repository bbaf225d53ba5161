"""A small proxy before several servers, which sends nobody to one that is not ready."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import count
from typing import Any

import httpx

from tests.server.house import Door

CHUNK = 65536


class Proxy(Door):
    """Leads each new connection to one server after the other, if that says it is ready."""

    def __init__(self, address: str, servers: Sequence[Door]) -> None:
        super().__init__(address)
        self._servers = servers
        self._turns = count()
        self._asking = httpx.AsyncClient(verify=False)
        self.up.set()

    def client(self, **more: Any) -> httpx.AsyncClient:
        """One that connects anew for each request, as a proxy chooses anew for each."""
        return super().client(limits=httpx.Limits(max_keepalive_connections=0), **more)

    async def is_ready(self, server: Door) -> bool:
        """What a server says of itself; one that says nothing is not."""
        with suppress(httpx.TransportError):
            answer = await self._asking.get(f"http://{server.address}/readyz")
            return answer.status_code == 200
        return False

    async def lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Passes on what comes, both ways, until one side hangs up."""
        async with AsyncExitStack() as stack:
            stack.callback(writer.close)
            server = await self._choose()
            host, _, port = server.address.partition(":")
            back, forth = await asyncio.open_connection(host, int(port))
            stack.callback(forth.close)
            ways = [
                asyncio.create_task(pump(reader, forth)),
                asyncio.create_task(pump(back, writer)),
            ]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    async def _choose(self) -> Door:
        while True:
            server = self._servers[next(self._turns) % len(self._servers)]
            if await self.is_ready(server):
                return server

    async def close(self) -> None:
        """Also asks no more."""
        await super().close()
        await self._asking.aclose()


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Passes on what comes, one way."""
    with suppress(OSError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()


@asynccontextmanager
async def proxy_before(*servers: Door) -> AsyncIterator[Proxy]:
    """A proxy on a free port."""
    proxy = Proxy("", servers)
    listening = await asyncio.start_server(proxy.lead, "127.0.0.1", 0)
    proxy.address = f"127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        listening.close()
        await proxy.close()
