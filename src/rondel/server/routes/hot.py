"""Acting by HTTP on the shortest way: what most requests are about, past the framework.

FastAPI takes more than half of the time of an action for finding its route, solving what it
depends on and writing the answer (`docs/speed.md`). What is asked here in the right form is
answered here, by the same functions; everything else goes on to the route, which says what is
wrong with it and stands in the document.
"""

from __future__ import annotations

import re
from typing import Final

import orjson
from fastapi import FastAPI
from pydantic import ValidationError
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from rondel.server.errors import Refusal
from rondel.server.http.handlers import answer, refusal_of
from rondel.server.http.intake import PARSED
from rondel.server.parts import Server
from rondel.server.people.identity import known
from rondel.server.protocol.play import Act
from rondel.server.service import actions
from rondel.server.storage.errors import StoreAway

ACTIONS: Final = re.compile("/api/tables/([0-9a-f]{1,32})/actions")
TEMPLATE: Final = "/api/tables/{table}/actions"
"""The route that this is the short way of."""


class HotPath:
    """Carries out actions; passes on all else."""

    def __init__(self, app: ASGIApp, routes: FastAPI) -> None:
        self.app = app
        self._routes = routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers, or passes on."""
        if scope["type"] != "http" or scope["method"] != "POST" or scope["query_string"]:
            return await self.app(scope, receive, send)
        if (found := ACTIONS.fullmatch(scope["path"])) is None:
            return await self.app(scope, receive, send)
        if (wanted := read(scope.get(PARSED))) is None:
            return await self.app(scope, receive, send)
        scope["route"] = Short
        try:
            told = await self._act(HTTPConnection(scope), found[1], wanted)
        except (Refusal, StoreAway) as error:
            return await answer(refusal_of(error))(scope, receive, send)
        return await send_json(told, send)

    async def _act(self, connection: HTTPConnection, table: str, wanted: Act) -> bytes:
        server: Server = self._routes.state.server
        user = known(await server.identity.user_of(connection))
        connection.state.user_id = user.id
        server.limiter.check("actions", user.id)
        changed = await actions.act(server, user.id, table, wanted)
        return orjson.dumps(
            {"position": changed.position, "entries": changed.length, "seq": changed.seq}
        )


class Short:
    """Stands in for the route where requests are counted."""

    path = TEMPLATE


def read(value: object) -> Act | None:
    """What is asked, if it is in the right form."""
    try:
        return Act.model_validate(value)
    except ValidationError:
        return None


async def send_json(body: bytes, send: Send) -> None:
    """Answers well."""
    headers = [(b"content-length", b"%d" % len(body)), (b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
