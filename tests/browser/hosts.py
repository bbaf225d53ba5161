"""A server beside the browsers, in their process: its clock is moved, its pushes are read."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import TypeVar

from tests.server.house import House, opened_house
from tests.server.notices.receivers import Web, web

T = TypeVar("T")


class Host(Thread):
    """A server whose clock is moved, in a thread beside the browsers, and a push service."""

    house: House
    receiver: Web

    def __init__(self, database: str) -> None:
        super().__init__(daemon=True)
        self._database = database
        self._ready = Event()
        self._over: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        settings = {"bot_processes": 0, "reach": "127.0.0.0/8"}
        async with web() as receiver, opened_house(self._database, **settings) as house:
            self.house, self.receiver = house, receiver
            self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
            self._ready.set()
            await self._over.wait()

    def wait(self) -> None:
        """Waits until it answers."""
        assert self._ready.wait(60)

    def do(self, work: Awaitable[T]) -> T:
        """Does something in the server's own thread."""
        assert self._loop is not None
        done: Future[T] = asyncio.run_coroutine_threadsafe(_awaited(work), self._loop)
        return done.result(60)

    def pass_time(self, seconds: float) -> None:
        """Moves the clock, and lets the server do what is due."""
        self.house.clock.now += seconds
        server = self.house.app.state.server
        self.do(server.steward.tick())
        self.do(server.herald.tick())

    def close(self) -> None:
        """Ends it."""
        assert self._loop is not None
        assert self._over is not None
        self._loop.call_soon_threadsafe(self._over.set)
        self.join(60)


async def _awaited(work: Awaitable[T]) -> T:
    return await work


@contextmanager
def serving(folder: Path) -> Iterator[Host]:
    """A running server, with its store in a folder."""
    host = Host(f"sqlite:///{folder}/rondel.db")
    host.start()
    host.wait()
    try:
        yield host
    finally:
        host.close()
