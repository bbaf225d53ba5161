"""Every error in one shape, wherever it arises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketClose, WebSocketState

from rondel.server.errors import MOST_FAULTS, Refusal, bad
from rondel.server.http.answers import JsonAnswer
from rondel.server.metrics import METHODS
from rondel.server.storage.errors import StoreAway, StoreFull

LONGEST: Final = 200
"""Places and messages are cut at this length; a request may be full of very long names."""

POLICY_VIOLATION: Final = 1008
"""The close code of a WebSocket for somebody who may not do what was asked."""

TRY_AGAIN: Final = 1013
"""The close code while there is no database."""

AWAY_SECONDS: Final = 5
"""When to ask again where the database does not answer."""

CODES: Final = {404: "request/no_such_path", 405: "request/wrong_method"}


def add_handlers(app: FastAPI) -> None:
    """Lets the app answer what is refused, in the one shape. Bugs are none of its business."""
    for kind in (
        Refusal,
        RequestValidationError,
        WebSocketRequestValidationError,
        HTTPException,
        StoreAway,
    ):
        app.add_exception_handler(kind, refuse)
    app.router.default = nowhere


async def nowhere(scope: Scope, receive: Receive, send: Send) -> None:
    """Where all paths lead that lead nowhere, those of WebSockets too."""
    raise HTTPException(HTTPStatus.NOT_FOUND)


async def refuse(connection: HTTPConnection, error: Exception) -> Response:
    """The answer to a request that was refused; an open WebSocket is closed."""
    refusal = refusal_of(error)
    if is_open_websocket(connection):
        return Closing(refusal)
    if refusal.status == HTTPStatus.METHOD_NOT_ALLOWED:
        return answer(refusal, {"Allow": ", ".join(_methods_at(connection))})
    return answer(refusal)


def _methods_at(connection: HTTPConnection) -> list[str]:
    """The methods of a path; each may have a route of its own."""

    def is_allowed(method: str) -> bool:
        scope = {**connection.scope, "method": method}
        return any(route.matches(scope)[0] is Match.FULL for route in connection.app.routes)

    return [method for method in METHODS if is_allowed(method)]


def is_open_websocket(connection: HTTPConnection) -> bool:
    """Whether the time to answer by HTTP is over."""
    if not isinstance(connection, WebSocket):
        return False
    return connection.application_state is WebSocketState.CONNECTED


class Closing(Response):
    """Ends a WebSocket and names the reason."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__()
        self.reason = refusal.code
        is_away = refusal.status == HTTPStatus.SERVICE_UNAVAILABLE
        self.close_code = TRY_AGAIN if is_away else POLICY_VIOLATION

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the end."""
        await WebSocketClose(self.close_code, self.reason)(scope, receive, send)


def answer(refusal: Refusal, headers: Mapping[str, str] | None = None) -> JsonAnswer:
    """A refusal as HTTP has it."""
    more = dict(headers or {})
    if "retry_after" in refusal.details:
        more["Retry-After"] = str(refusal.details["retry_after"])
    if refusal.status == HTTPStatus.UNAUTHORIZED:
        more["WWW-Authenticate"] = "Bearer"
    if refusal.status == HTTPStatus.UPGRADE_REQUIRED:
        more["Upgrade"] = "websocket"
    return JsonAnswer(refusal.to_json(), refusal.status, more)


def refusal_of(error: Exception) -> Refusal:
    """What the error says, as a refusal.

    Raises: the error itself if it is a bug.
    """
    match error:
        case Refusal():
            return error
        case RequestValidationError() | WebSocketRequestValidationError():
            return invalid(error.errors())
        case HTTPException():
            code = CODES.get(error.status_code, "request/refused")
            return Refusal(error.status_code, code, _sentence(error.status_code))
        case StoreFull():
            return Refusal(503, "server/store_full", f"{error}.", retry_after=AWAY_SECONDS)
        case StoreAway():
            return Refusal(503, "server/not_ready", f"{error}.", retry_after=AWAY_SECONDS)
        case _:
            raise error


def _sentence(status: int) -> str:
    return f"{HTTPStatus(status).description or HTTPStatus(status).phrase}."


def invalid(errors: Sequence[Any]) -> Refusal:
    """The faults without the values that are at fault: these may be secrets."""
    faults = [{"place": _place(e["loc"]), "message": e["msg"][:LONGEST]} for e in errors]
    first = faults[0]
    sentence = f"{first['place']}: {first['message']}."
    return bad("request/invalid", sentence, faults=faults[:MOST_FAULTS])


def _place(location: Sequence[str | int]) -> str:
    """Where the fault is, like `body.seats.0.name`."""
    return ".".join(map(str, location))[:LONGEST]
