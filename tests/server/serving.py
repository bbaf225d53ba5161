"""A real server on a real socket, in the event loop of the test."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from fastapi import FastAPI

from rondel.server.http.wire import Config
from rondel.server.running import STOP_SECONDS, config_of, listening
from rondel.server.settings import Settings

LOOK_SECONDS = 0.002
"""How often one looks whether the last connection is closed."""


class Prompt(uvicorn.Server):
    """Stops when it is told to.

    By itself it would look ten times a second whether to stop, and then give everybody a tenth of
    a second to leave: hundreds of servers that the tests open and close would wait for minutes.
    """

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.begun, self.over = asyncio.Event(), asyncio.Event()

    async def main_loop(self) -> None:
        """Serves until it is over."""
        await self.on_tick(0)
        self.begun.set()
        await self.over.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Lets what is in progress come to its end, as long as a real server would."""
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        try:
            await asyncio.wait_for(self._left(), STOP_SECONDS)
        except TimeoutError:
            for task in self.server_state.tasks:
                task.cancel()

    async def _left(self) -> None:
        while self.server_state.connections or self.server_state.tasks:
            await asyncio.sleep(LOOK_SECONDS)
        for server in self.servers:
            await server.wait_closed()


@asynccontextmanager
async def serving(app: FastAPI, settings: Settings | None = None) -> AsyncIterator[str]:
    """Serves the app on a free port; gives `127.0.0.1:PORT`."""
    server = Prompt(config_of(app, settings or Settings()))
    with listening("127.0.0.1", 0) as listener:
        async with app.router.lifespan_context(app):
            task = asyncio.create_task(server.serve(sockets=[listener]))
            await server.begun.wait()
            try:
                yield f"127.0.0.1:{listener.getsockname()[1]}"
            finally:
                server.over.set()
                await task
