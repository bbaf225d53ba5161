"""A real server on a real socket, in the event loop of the test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from fastapi import FastAPI

from rondel.server.running import config_of, listening
from rondel.server.settings import Settings


@asynccontextmanager
async def serving(app: FastAPI, settings: Settings | None = None) -> AsyncIterator[str]:
    """Serves the app on a free port; gives `127.0.0.1:PORT`."""
    server = uvicorn.Server(config_of(app, settings or Settings()))
    with listening("127.0.0.1", 0) as listener:
        async with app.router.lifespan_context(app):
            task = asyncio.create_task(server.serve(sockets=[listener]))
            while not server.started:
                await asyncio.sleep(0.005)
            try:
                yield f"127.0.0.1:{listener.getsockname()[1]}"
            finally:
                server.should_exit = True
                await task
