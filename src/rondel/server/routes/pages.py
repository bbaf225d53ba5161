"""Pages for people: what runs here, and the interface to read."""

from __future__ import annotations

import asyncio
from importlib.resources import files
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

import rondel
from rondel.server.pages.html import STYLE, items, join, link, page, tag
from rondel.server.pages.reference import PATH

router = APIRouter(include_in_schema=False)

TITLE: Final = "Rondel"

PAGES: Final = {
    "docs/server.md": "the server's interface, with an example from nothing to the first decision",
    "docs/bots.md": "how to write a bot",
    "docs/contract.md": "records, snapshots, events and codes",
    "docs/facts.md": "what is told of a position before somebody decides",
    "docs/rules.md": "the rules as they are played here",
    "docs/hosting.md": "how to run a server",
}
"""Pages of the documentation that help those who come here."""

KEPT: Final = {"Cache-Control": "public, max-age=3600"}


@router.get("/about")
async def about() -> HTMLResponse:
    """What runs here."""
    return HTMLResponse(about_page(link("/", "The tables")))


def about_page(*first: str) -> str:
    """What runs here and what there is to read, after what is to be said first."""
    return page(
        TITLE,
        tag("h1", TITLE),
        tag("p", "Here people and bots play the board games Imperial and Imperial 2030."),
        *[tag("p", one) for one in first],
        items(
            link("/api", "The interface"),
            link(PATH, "The interface as an OpenAPI document"),
        ),
        tag("h2", "Documentation"),
        tag("p", f"It comes with Rondel, here in version {rondel.__version__}:"),
        items(*[join(tag("code", name), f": {told}") for name, told in PAGES.items()]),
    )


# Both are made when they are first asked for; games must not wait for that.


@router.get("/api")
async def reference(request: Request) -> HTMLResponse:
    """Every operation and every message."""
    return HTMLResponse(await asyncio.to_thread(getattr, request.app, "reference"))


@router.get(PATH)
async def document(request: Request) -> Response:
    """The same for programs."""
    text = await asyncio.to_thread(getattr, request.app, "document")
    return Response(text, media_type="application/json")


@router.get(STYLE)
async def style() -> Response:
    """How the pages look."""
    sheet = files("rondel.server").joinpath("static/page.css").read_bytes()
    return Response(sheet, media_type="text/css", headers=KEPT)
