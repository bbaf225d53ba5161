"""The web application."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI

import rondel
from rondel.server.handlers import add_handlers
from rondel.server.limits import Limiter
from rondel.server.metrics import Metrics
from rondel.server.middleware import add_middleware
from rondel.server.routes import games, live, lobby, people, play, records, system, talk
from rondel.server.server import running
from rondel.server.settings import Settings

DESCRIPTION = """\
Tables for Imperial and Imperial 2030, for people and bots.

The server applies every action through the rules engine and sends each viewer only what that
viewer may see. Records, snapshots and entries are as the contract tells; facts and consequences as
the page "Before the click" tells.

Whoever calls gives a name first (`POST /api/me`) and keeps the cookie, or sends the token of an
account as `Authorization: Bearer`. Every refusal has one shape: `{"error": {"code", "message"}}`.
"""


def create_app(settings: Settings, clock: Callable[[], float] = time.time) -> FastAPI:
    """The application; the server behind it opens and closes with its lifespan."""
    metrics, limiter = Metrics(), Limiter(settings.limits, clock)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with running(settings, metrics, limiter, clock) as server:
            app.state.server = server
            yield

    app = FastAPI(
        title="Rondel",
        version=rondel.__version__,
        description=DESCRIPTION,
        license_info={"name": "Apache-2.0"},
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.limiter, app.state.metrics, app.state.settings = limiter, metrics, settings
    for module in (people, games, lobby, play, records, talk, live, system):
        app.include_router(module.router)
    add_handlers(app)
    add_middleware(app, settings, metrics, limiter)
    return app
