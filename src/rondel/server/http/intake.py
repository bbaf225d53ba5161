"""How bodies come in: no further than their limits, parsed once, and large ones by the route."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import aclosing
from typing import Any, Final

from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope

from rondel.server.errors import Refusal
from rondel.server.http.bodies import (
    LARGER_LIMITS,
    MOST_IN_RECORD,
    USUAL_LIMIT,
    bad_text,
    check_amount,
    check_text,
    read_json,
    too_large,
)

PARSED: Final = "rondel.json"
"""Where the scope of a request holds the value of its body."""


def check_address(scope: Scope) -> None:
    """Refuses an address with a NUL in it.

    Raises: Refusal.
    """
    check_text(scope["path"])
    if b"%00" in scope["query_string"]:
        raise bad_text()


async def checked_body(scope: Scope, receive: Receive) -> Receive:
    """Reads and checks a body of usual size; gives back where the app may read it again.

    Raises: Refusal, starlette.requests.ClientDisconnect.
    """
    check_length(scope)
    if _key(scope) in LARGER_LIMITS:
        return receive
    body = await _read(Request(scope, receive), USUAL_LIMIT)
    if body:
        scope[PARSED] = read_json(body)
    return _once_more(body, receive)


async def large_body(request: Request) -> bytes:
    """The body of a route where it may be large, once it is known who sends it.

    Raises: Refusal, starlette.requests.ClientDisconnect.
    """
    body = await _read(request, LARGER_LIMITS[_key(request.scope)])
    check_amount(body, MOST_IN_RECORD)
    return body


def check_length(scope: Scope) -> None:
    """Refuses what says itself that it is too large.

    Raises: Refusal.
    """
    limit = LARGER_LIMITS.get(_key(scope), USUAL_LIMIT)
    if int(Headers(scope=scope).get("content-length", "0")) > limit:
        raise too_large(limit)


def _key(scope: Scope) -> tuple[str, str]:
    return scope["method"], scope["path"]


async def _read(request: Request, limit: int) -> bytes:
    body = bytearray()
    async with aclosing(request.stream()) as stream:
        async for chunk in stream:
            body += chunk
            if len(body) > limit:
                raise too_large(limit)
    if body:
        _check_type(request.headers.get("content-type", ""))
    return bytes(body)


def _check_type(content_type: str) -> None:
    if content_type.partition(";")[0].strip().lower() != "application/json":
        raise Refusal(415, "request/wrong_type", "Bodies must be application/json.")


def _once_more(body: bytes, receive: Receive) -> Receive:
    """What the app reads: the body first, then what comes after it."""
    rest: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return rest.pop() if rest else await receive()

    return receive_again


class Parsed(Request):
    """A request whose body was parsed on its way in."""

    async def json(self) -> Any:
        """The value of the body."""
        return self.scope[PARSED]


class Route(APIRoute):
    """A route that does not parse bodies again."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What answers a request."""
        handle = super().get_route_handler()

        async def handle_parsed(request: Request) -> Response:
            return await handle(Parsed(request.scope, request.receive))

        return handle_parsed
