"""What all routes share: the server, who asks, and the refusals they may answer."""

from __future__ import annotations

from typing import Annotated, Any, cast

from fastapi import Depends, Path, Query
from fastapi.requests import HTTPConnection

from rondel.server.protocol import Problem
from rondel.server.server import Server

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "Not a request we understand."},
    401: {"model": Problem, "description": "We do not know who you are."},
    403: {"model": Problem, "description": "Not yours to do."},
    404: {"model": Problem, "description": "No such thing, or none you may know of."},
    409: {"model": Problem, "description": "Not possible as things stand."},
    413: {"model": Problem, "description": "Too large."},
    415: {"model": Problem, "description": "Not JSON."},
    422: {"model": Problem, "description": "Not a value we can use, or against the rules."},
    429: {"model": Problem, "description": "Too often."},
}


def server_of(connection: HTTPConnection) -> Server:
    """The server behind a request."""
    return cast(Server, connection.app.state.server)


Here = Annotated[Server, Depends(server_of)]

TableId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[0-9a-f]+$")]
Invite = Annotated[str | None, Query(max_length=64, description="Code of the invite link.")]
AsSeat = Annotated[
    int | None, Query(ge=0, le=5, description="Look from this seat, if it is yours.")
]
