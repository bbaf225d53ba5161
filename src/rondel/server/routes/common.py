"""What the routes about tables share."""

from __future__ import annotations

from typing import Annotated, Literal, cast

from fastapi import Depends, Path, Query
from fastapi.requests import HTTPConnection

from rondel.server.looking import table_told
from rondel.server.protocol import TableTold
from rondel.server.server import Server
from rondel.server.table import Table


async def server_of(connection: HTTPConnection) -> Server:
    """The server behind a request; a plain function would be called in another thread."""
    return cast(Server, connection.app.state.server)


Here = Annotated[Server, Depends(server_of)]

TableId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[0-9a-f]+$")]
Invite = Annotated[str | None, Query(max_length=64, description="Code of the invite link.")]
AsSeat = Annotated[
    int | None, Query(ge=0, le=5, description="Look from this seat, if it is yours.")
]
Lang = Annotated[
    Literal["en", "it", "es", "ru", "pl"] | None,
    Query(description="Bring sentences and labels in this language."),
]
GameId = Annotated[Literal["imperial", "imperial2030"], Path(description="One of the two games.")]


def told(server: Server, table: Table, user: str | None) -> TableTold:
    """The table as the message tells it."""
    return TableTold.model_validate(table_told(table, user, server.clock()))
