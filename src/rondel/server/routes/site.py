"""The page for browsers: one document for all its addresses, and the files it is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from rondel.server.http.handlers import refuse
from rondel.server.pages.engine import ENGINE, engine_file
from rondel.server.pages.site import ASSETS, INDEX, NOT_BUILT, File, file_of
from rondel.server.routes.pages import about_page

ADDRESSES: Final = (
    "/", "/new", "/games", "/learn", "/lesson/{game}", "/import", "/admin", "/reset", "/t/{table}",
    "/rules", "/rules/{game}", "/rules/{game}/{place}", "/explorer", "/notices",
    "/puzzles", "/puzzles/{puzzle}", "/setup/{table}/{entries}",
    "/people", "/people/{person}", "/ratings", "/tournaments", "/tournaments/{tournament}",
    "/companion", "/companion/{game}",
)  # fmt: skip
"""Where the page has something to show; it reads the address itself."""

RUNNER: Final = f"{ASSETS}engine-"
"""How the name of the script begins that runs the engine in browsers."""
RUNNER_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
)
"""What that script may do, and no page: run WebAssembly."""


def add_site(app: FastAPI, site: Mapping[str, File]) -> None:
    """Lets the app answer browsers; what it does not know, the page tells people."""

    index = site.get(INDEX) or file_of(INDEX, {"identity": about_page(NOT_BUILT).encode()})

    async def document(request: Request) -> Response:
        return index.answer(request)

    async def file(request: Request) -> Response:
        if (found := site.get(request.url.path[1:])) is None:
            raise HTTPException(404)
        answer = found.answer(request)
        if request.url.path[1:].startswith(RUNNER):
            answer.headers["Content-Security-Policy"] = RUNNER_POLICY
        return answer

    async def engine(request: Request) -> Response:
        return engine_file().answer(request)

    async def lost(connection: HTTPConnection, error: Exception) -> Response:
        if isinstance(connection, Request) and is_for_people(connection):
            return index.answer(connection, 404)
        return await refuse(connection, error)

    for address in ADDRESSES:
        app.add_route(address, document, include_in_schema=False)
    beside = [path for path in site if "/" not in path and path != INDEX]
    app.add_route(f"/{ENGINE}", engine, include_in_schema=False)
    for path in (f"{ASSETS}{{name:path}}", *beside):
        app.add_route(f"/{path}", file, include_in_schema=False)
    app.add_exception_handler(404, lost)


def is_for_people(request: Request) -> bool:
    """Whether a browser asks for something to show."""
    accepted = request.headers.get("accept", "")
    return "text/html" in accepted and not request.url.path.startswith(("/api/", f"/{ASSETS}"))
