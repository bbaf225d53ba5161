"""The web application."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from fastapi import FastAPI

from rondel.server.http.handlers import add_handlers
from rondel.server.http.middleware import add_middleware
from rondel.server.limits.limiter import Limiter
from rondel.server.metrics import Metrics
from rondel.server.pages.document import Documented, named
from rondel.server.pages.site import site
from rondel.server.parts import running
from rondel.server.routes import (
    admin,
    explorer,
    games,
    judging,
    lessons,
    live,
    lobby,
    notices,
    pages,
    people,
    plans,
    play,
    profiles,
    puzzles,
    records,
    reports,
    rules,
    system,
    talk,
    tournaments,
    watch,
)
from rondel.server.routes.hot import HotPath
from rondel.server.routes.site import add_site
from rondel.server.service.links import head_of
from rondel.server.settings import Settings
from rondel.server.timepiece import Timepiece

_ROOMS: Final = (
    people, profiles, tournaments, games, rules, lessons, puzzles, explorer, lobby, play, plans,
    live, records, watch, judging, talk, notices, reports, admin, system, pages,
)  # fmt: skip
ROUTES: Final = named(route for room in _ROOMS for route in room.router.routes)
"""As they are: an app that includes a router makes all its routes anew, with the first requests."""


def create_app(settings: Settings, clock: Callable[[], float] | None = None) -> FastAPI:
    """The application; the server behind it opens and closes with its lifespan.

    Without a clock it has its own, which is kept right while the server runs.
    """
    clock = clock or Timepiece()
    metrics, limiter = Metrics(), Limiter(settings.limits, clock)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with running(settings, metrics, limiter, clock) as server:
            app.state.server = server
            yield

    app = Documented(lifespan=lifespan, redirect_slashes=False, routes=ROUTES)
    app.state.limiter, app.state.metrics, app.state.settings = limiter, metrics, settings
    add_handlers(app)
    add_site(app, site(), head_of)
    # What is added last is outermost: actions take the short way behind all the others.
    app.add_middleware(HotPath, routes=app)
    add_middleware(app, settings, metrics, limiter)
    return app
