"""The document of the interface, `/api/openapi.json`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic.json_schema import models_json_schema
from starlette.routing import BaseRoute

import rondel
from rondel.server.pages.reference import reference_page
from rondel.server.protocol.live import LiveSent, LiveTold

DESCRIPTION: Final = """\
Tables for Imperial and Imperial 2030, for people and bots.

The server applies every action through the rules engine and sends each viewer only what that
viewer may see. Records, snapshots and entries are as the page docs/contract.md of the
documentation tells, facts and consequences as docs/facts.md; all of this interface is told in
docs/server.md.

Whoever calls gives a name first (`POST /api/me`) and keeps the cookie, or sends a token as
`Authorization: Bearer …`. Every refusal has one shape: `{"error": {"code", "message"}}`. Times are
Unix seconds, money is in millions.
"""

TAGS: Final = {
    "people": "Who I am: a guest at once, an account if I like, tokens for my programs.",
    "profiles": "What somebody has played, friends and blocks, and who is how strong.",
    "tournaments": "Tournaments and leagues: entering, standings, rounds and their tables.",
    "games": "The two games: facts, options, names.",
    "lessons": "How each game teaches itself, and tables to learn at.",
    "puzzles": "Positions with one best choice, and tables to solve them at.",
    "explorer": "Openings of many games, and how they ended.",
    "tables": "Tables: lists, new ones, seats, the start.",
    "play": "The position, decisions, taking back, votes.",
    "live": "Following a table as things happen.",
    "records": "Saving, looking back, importing, going on from a moment of a game.",
    "watching": "What is being played, and pictures of games for links.",
    "judging": "Reviews of games that are over, and what the strongest bot thinks of a position.",
    "talk": "Chat, and notes for oneself.",
    "notices": "How people are reached who have closed the page.",
    "reports": "Asking those who look after the server to look at something.",
    "admin": "Looking after the server: people, tables, reports, and what was done.",
    "system": "For those who run the server.",
}
"""The parts of the interface, in order."""


class Documented(FastAPI):
    """An application whose document also tells what goes over the WebSocket."""

    def __init__(self, **more: Any) -> None:
        super().__init__(
            title="Rondel",
            version=rondel.__version__,
            description=DESCRIPTION,
            license_info={"name": "Apache-2.0", "identifier": "Apache-2.0"},
            openapi_tags=[{"name": name, "description": told} for name, told in TAGS.items()],
            openapi_url=None,
            docs_url=None,
            redoc_url=None,
            **more,
        )

    def openapi(self) -> dict[str, Any]:
        """The document; made when it is first asked for."""
        if self.openapi_schema is None:
            made = get_openapi(
                title=self.title,
                version=self.version,
                description=self.description,
                license_info=self.license_info,
                tags=self.openapi_tags,
                routes=self.routes,
            )
            made["components"]["schemas"] = {**live_schemas(), **made["components"]["schemas"]}
            # Others may ask for it meanwhile, in other threads: it is put there as a whole.
            self.openapi_schema = made
        return self.openapi_schema

    @cached_property
    def document(self) -> bytes:
        """The document as it is sent."""
        return json.dumps(self.openapi(), ensure_ascii=False, separators=(",", ":")).encode()

    @cached_property
    def reference(self) -> str:
        """The document as a page."""
        return reference_page(self.openapi())


def named(routes: Iterable[BaseRoute]) -> list[BaseRoute]:
    """Gives routes the names of their functions: programs made of the document call them so."""
    routes = [*routes]
    for route in routes:
        if isinstance(route, APIRoute):
            route.operation_id = route.name
    return routes


def live_schemas() -> dict[str, Any]:
    """The messages of the WebSocket, and all that they are made of."""
    _, made = models_json_schema(
        [(LiveSent, "validation"), (LiveTold, "serialization")],
        ref_template="#/components/schemas/{model}",
    )
    schemas: dict[str, Any] = made["$defs"]
    return schemas
