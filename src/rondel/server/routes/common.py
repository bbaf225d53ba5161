"""What the routes about tables share."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends, Path, Query
from fastapi.requests import HTTPConnection

from rondel.server import protocol
from rondel.server.model.table import SHARED, Table
from rondel.server.parts import Server
from rondel.server.protocol.base import BIGGEST, Language
from rondel.server.protocol.tables import TableTold
from rondel.server.viewers.display import table_told


async def server_of(connection: HTTPConnection) -> Server:
    """The server behind a request; a plain function would be called in another thread."""
    return cast(Server, connection.app.state.server)


Here = Annotated[Server, Depends(server_of)]

GameId = Annotated[protocol.base.GameId, Path(description="One of the two games.")]
TableId = Annotated[
    str,
    Path(
        min_length=1,
        max_length=32,
        pattern="^[0-9a-f]+$",
        description="Id of the table.",
        examples=["2f1c9a7be0d45386"],
    ),
]
Invite = Annotated[
    str | None,
    Query(max_length=64, description="Code of the invite link, for a private table."),
]


async def looked_from(
    seat: Annotated[
        int | None, Query(ge=0, le=5, description="Look from this seat, if it is yours.")
    ] = None,
    shared: Annotated[
        bool,
        Query(
            description="Several people share the screen: who holds several seats looks from none "
            "of them before he names one, as long as cash is secret."
        ),
    ] = False,
) -> int | None:
    """Where somebody wants to look from."""
    return SHARED if seat is None and shared else seat


AsSeat = Annotated[int | None, Depends(looked_from)]
Lang = Annotated[Language | None, Query(description="Bring sentences and labels in this language.")]
Since = Annotated[
    int, Query(ge=0, le=BIGGEST, description="Number of the last line of the log you know.")
]
WithFacts = Annotated[
    bool, Query(description="Bring facts, consequences and reasons with the position.")
]


def told(server: Server, table: Table, user: str | None) -> TableTold:
    """The table as the message tells it."""
    return TableTold.model_validate(table_told(table, user, server.clock()))
