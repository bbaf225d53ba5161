"""Reading what was sent: JSON that every database can keep, or a refusal."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import aclosing
from math import isfinite
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import Message, Receive, Scope

from rondel.server.errors import Refusal, bad

KIB: Final = 1024
USUAL_LIMIT: Final = 64 * KIB
"""Bytes that a body may have."""
LARGER_LIMITS: Final = {("POST", "/api/records"): 4 * KIB * KIB}
"""Where it may have more."""

DEEPEST: Final = 32
"""So many lists and objects may lie within each other."""

LARGEST: Final = 2**63 - 1
"""The largest whole number, and the smallest but one when negative."""

# PostgreSQL keeps no NUL, and half a surrogate pair is no character.
UNKEPT: Final = re.compile("[\0\ud800-\udfff]")


async def checked_body(scope: Scope, receive: Receive) -> Receive:
    """Reads and checks the body; gives back where the app may read it again.

    Raises: Refusal, starlette.requests.ClientDisconnect.
    """
    headers = Headers(scope=scope)
    limit = LARGER_LIMITS.get((scope["method"], scope["path"]), USUAL_LIMIT)
    if int(headers.get("content-length", "0")) > limit:
        raise too_large(limit)
    body = await _read(scope, receive, limit)
    if body:
        _check_type(headers.get("content-type", ""))
        await _check_json(body)
    return _once_more(body, receive)


async def _read(scope: Scope, receive: Receive, limit: int) -> bytes:
    body = bytearray()
    async with aclosing(Request(scope, receive).stream()) as stream:
        async for chunk in stream:
            body += chunk
            if len(body) > limit:
                raise too_large(limit)
    return bytes(body)


def _check_type(content_type: str) -> None:
    if content_type.partition(";")[0].strip().lower() != "application/json":
        raise Refusal(415, "request/wrong_type", "Bodies must be application/json.")


async def _check_json(body: bytes) -> None:
    """Large bodies are checked in a thread: the others must not wait for that."""
    if len(body) > USUAL_LIMIT:
        await asyncio.to_thread(read_json, body)
    else:
        read_json(body)


def _once_more(body: bytes, receive: Receive) -> Receive:
    """What the app reads: the body first, then what comes after it."""
    rest: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return rest.pop() if rest else await receive()

    return receive_again


def check_address(scope: Scope) -> None:
    """Refuses an address with a NUL in it.

    Raises: Refusal.
    """
    check_text(scope["path"])
    if b"%00" in scope["query_string"]:
        raise bad_text()


def read_json(raw: bytes) -> object:
    """The value that the text stands for.

    Raises: Refusal, if it is not JSON in UTF-8 or holds what cannot be kept.
    """
    try:
        value = json.loads(raw.decode(), parse_constant=_no_constant)
    except RecursionError:
        raise too_deep() from None
    except ValueError as error:
        raise Refusal(400, "request/not_json", f"This is not JSON in UTF-8: {error}.") from None
    check_value(value)
    return value


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not a number")


def check_value(value: object) -> None:
    """Looks at everything inside, level by level.

    Raises: Refusal.
    """
    level = [value]
    for _ in range(DEEPEST + 1):
        below: list[object] = []
        for item in level:
            if isinstance(item, dict):
                below += item.keys()
                below += item.values()
            elif isinstance(item, list):
                below += item
            else:
                _check_plain(item)
        if not below:
            return
        level = below
    raise too_deep()


def _check_plain(item: object) -> None:
    match item:
        case str():
            check_text(item)
        case int() if not -LARGEST <= item <= LARGEST:
            raise bad("request/bad_number", "Whole numbers must fit into 64 bits.")
        case float() if not isfinite(item):
            raise bad("request/bad_number", "A number is too large.")


def check_text(text: str) -> None:
    """Refuses a text that cannot be kept.

    Raises: Refusal.
    """
    if UNKEPT.search(text):
        raise bad_text()


def bad_text() -> Refusal:
    """The refusal of a text that cannot be kept."""
    return bad("request/bad_text", "Texts must not hold NUL or half of a surrogate pair.")


def too_large(limit: int) -> Refusal:
    """The refusal of a body that is too large."""
    return Refusal(413, "request/too_large", f"A body may have {limit // KIB} KiB here.")


def too_deep() -> Refusal:
    """The refusal of a value with too much inside each other."""
    return bad("request/too_deep", f"More than {DEEPEST} lists and objects within each other.")
