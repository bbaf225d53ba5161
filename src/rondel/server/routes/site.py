"""The page for browsers: one document for all its addresses, and the files it is made of."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from rondel.server.http.handlers import refuse
from rondel.server.http.middleware import HEADERS
from rondel.server.pages.engine import ENGINE, engine_file
from rondel.server.pages.site import ASSETS, INDEX, NOT_BUILT, File, file_of
from rondel.server.routes.pages import about_page

ADDRESSES: Final = (
    "/", "/new", "/games", "/learn", "/lesson/{game}", "/import", "/admin", "/reset", "/t/{table}",
    "/rules", "/rules/{game}", "/rules/{game}/{place}", "/explorer", "/notices",
    "/puzzles", "/puzzles/{puzzle}", "/setup/{table}/{entries}",
    "/people", "/people/{person}", "/ratings", "/tournaments", "/tournaments/{tournament}",
    "/watch", "/embed/{table}",
    "/companion", "/companion/{game}",
)  # fmt: skip
"""Where the page has something to show; it reads the address itself."""

SHARED: Final = ("/", "/t/{table}", "/embed/{table}")
"""Those whose links are shared: their document says what they show."""

RUNNER: Final = f"{ASSETS}engine-"
"""How the name of the script begins that runs the engine in browsers."""
RUNNER_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
)
"""What that script may do, and no page: run WebAssembly."""

EMBEDDED: Final = "/embed/"
"""Pages that other sites may put into theirs: they show a game, and nothing can be done there."""
FRAMED: Final = {
    "Content-Security-Policy": HEADERS["Content-Security-Policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    ),
    "Cross-Origin-Resource-Policy": "cross-origin",
}

TITLE: Final = b"<title>Rondel</title>"

Head = Callable[[Request], Awaitable[str]]
"""What is said of an address in the head of its document."""


def add_site(app: FastAPI, site: Mapping[str, File], head: Head | None = None) -> None:
    """Lets the app answer browsers; what it does not know, the page tells people."""
    index = site.get(INDEX) or file_of(INDEX, {"identity": about_page(NOT_BUILT).encode()})

    async def document(request: Request) -> Response:
        return index.answer(request)

    async def shared(request: Request) -> Response:
        if head is None:
            return index.answer(request)
        return _headed(index, await head(request), request)

    async def file(request: Request) -> Response:
        return _file(site, request)

    async def engine(request: Request) -> Response:
        return engine_file().answer(request)

    async def lost(connection: HTTPConnection, error: Exception) -> Response:
        if isinstance(connection, Request) and is_for_people(connection):
            return index.answer(connection, 404)
        return await refuse(connection, error)

    for address in ADDRESSES:
        answer = shared if address in SHARED else document
        app.add_route(address, answer, include_in_schema=False)
    app.add_route(f"/{ENGINE}", engine, include_in_schema=False)
    beside = [path for path in site if "/" not in path and path != INDEX]
    for path in (f"{ASSETS}{{name:path}}", *beside):
        app.add_route(f"/{path}", file, include_in_schema=False)
    app.add_exception_handler(404, lost)


def _headed(index: File, head: str, request: Request) -> Response:
    """The document with what is said of an address in its head."""
    told = index.forms["identity"].replace(TITLE, head.encode())
    forms = {"gzip": gzip.compress(told, mtime=0), "identity": told}
    answer = file_of(INDEX, forms).answer(request)
    answer.headers["Vary"] = "Accept-Encoding, Accept-Language"
    if request.url.path.startswith(EMBEDDED):
        answer.headers.update(FRAMED)
    return answer


def _file(site: Mapping[str, File], request: Request) -> Response:
    """A file of the page. Raises: HTTPException if there is none."""
    path = request.url.path[1:]
    if (found := site.get(path)) is None:
        raise HTTPException(404)
    answer = found.answer(request)
    if path.startswith(RUNNER):
        answer.headers["Content-Security-Policy"] = RUNNER_POLICY
    return answer


def is_for_people(request: Request) -> bool:
    """Whether a browser asks for something to show."""
    accepted = request.headers.get("accept", "")
    return "text/html" in accepted and not request.url.path.startswith(("/api/", f"/{ASSETS}"))
