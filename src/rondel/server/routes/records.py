"""Records: saving, looking back, importing, going on from a moment of a game."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import Field

from rondel.server.errors import bad
from rondel.server.http.intake import Route, large_body
from rondel.server.protocol.base import BIGGEST
from rondel.server.protocol.games import Record
from rondel.server.protocol.names import Name
from rondel.server.protocol.play import ChangesTold, Course, Entries, Past, Stretch, Study
from rondel.server.protocol.refusals import refusals
from rondel.server.protocol.tables import TableTold
from rondel.server.routes.common import AsSeat, Here, Invite, Lang, TableId, told
from rondel.server.routes.dependencies import FOR_ALL, Asking, Limited, Someone
from rondel.server.service import studies
from rondel.server.viewers import past

router = APIRouter(prefix="/api", tags=["records"], route_class=Route)

EntryNumber = Annotated[
    int, Path(ge=0, le=BIGGEST, description="After so many entries; 0 is the start of the game.")
]
BUSY = "server/busy"
MOMENT = ("table/unknown", "table/not_started", "position/number", BUSY)
MOST_MOMENTS = 65
MOMENTS_NOTE = "After so many entries, in the order of the game; of one alone, until now."
START = [0]
JSON_TYPE = "application/json"
RECORD = {
    "schema": {
        "type": "object",
        "additionalProperties": True,
        "title": "Record",
        "description": "A record, as docs/contract.md tells.",
    }
}
"""The body of an import for the document: the route reads it itself, once it knows who asks."""


def _json(answer: bytes) -> Response:
    return Response(answer, media_type=JSON_TYPE)


@router.get(
    "/tables/{table}/record",
    summary="Save the game",
    response_model=Record,
    responses=refusals("table/unknown", "table/not_started", BUSY),
    openapi_extra=FOR_ALL,
)
async def read_record(
    server: Here, asker: Asking, table: TableId, seat: AsSeat, invite: Invite = None
) -> Response:
    """The record, canonical: in full when the game is over, before that as you may see it."""
    found = await server.tables.seen(table, asker.user, invite)
    text = await past.record_told(server, asker, found, seat)
    name = f"attachment; filename={table}.rondel.json"
    return Response(text, media_type=JSON_TYPE, headers={"Content-Disposition": name})


@router.get(
    "/tables/{table}/positions/{entries}",
    summary="Look at an earlier position",
    response_model=Past,
    responses=refusals(*MOMENT),
    openapi_extra=FOR_ALL,
)
async def read_past(
    server: Here,
    asker: Asking,
    table: TableId,
    seat: AsSeat,
    entries: EntryNumber,
    invite: Invite = None,
) -> Response:
    """The position after so many entries, as you may see it."""
    found = await server.tables.seen(table, asker.user, invite)
    return _json(await past.past_told(server, asker, found, seat, entries))


@router.get(
    "/tables/{table}/positions",
    summary="Look at a stretch of the game",
    response_model=Stretch,
    responses=refusals(*MOMENT),
    openapi_extra=FOR_ALL,
)
async def read_stretch(
    server: Here,
    asker: Asking,
    table: TableId,
    seat: AsSeat,
    first: Annotated[int, Query(ge=0, le=BIGGEST, description="After so many entries.")] = 0,
    invite: Invite = None,
) -> Response:
    """Up to 25 positions as you may see them: the first one, and what changes from each to next."""
    found = await server.tables.seen(table, asker.user, invite)
    return _json(await past.stretch_told(server, asker, found, seat, first))


@router.get(
    "/tables/{table}/changes",
    summary="See what has changed",
    response_model=ChangesTold,
    responses=refusals(*MOMENT),
    openapi_extra=FOR_ALL,
)
async def read_changes(
    server: Here,
    asker: Asking,
    table: TableId,
    moments: Annotated[
        list[Annotated[int, Field(ge=0, le=BIGGEST)]],
        Query(alias="moment", min_length=1, max_length=MOST_MOMENTS, description=MOMENTS_NOTE),
    ] = START,
    invite: Invite = None,
    seat: AsSeat = None,
) -> Response:
    """What has changed from each moment of the game to the next one, as you may know it."""
    if moments != sorted(moments):
        raise bad("position/number", "Moments have to be in the order of the game.")
    found = await server.tables.seen(table, asker.user, invite)
    until = [] if len(moments) > 1 else [found.length]
    return _json(await past.changes_told(server, asker, found, seat, [*moments, *until]))


@router.get(
    "/tables/{table}/course",
    summary="See how the game went",
    response_model=Course,
    responses=refusals("table/unknown", "table/not_started", BUSY),
    openapi_extra=FOR_ALL,
)
async def read_course(
    server: Here, asker: Asking, table: TableId, seat: AsSeat, invite: Invite = None
) -> Response:
    """Scores, power, treasuries and governments at the start of every turn, for charts."""
    found = await server.tables.seen(table, asker.user, invite)
    return _json(await past.course_told(server, asker, found, seat))


@router.get(
    "/tables/{table}/entries",
    summary="Read a part of the record",
    response_model=Entries,
    responses=refusals(*MOMENT),
    openapi_extra=FOR_ALL,
)
async def read_entries(
    server: Here,
    asker: Asking,
    table: TableId,
    after: Annotated[int, Query(ge=0, le=BIGGEST, description="The entry before the first.")] = 0,
    last: Annotated[int, Query(ge=0, le=BIGGEST, description="The last entry.")] = BIGGEST,
    invite: Invite = None,
    lang: Lang = None,
) -> Response:
    """Entries `after` + 1 to `last` of the record with their events, 500 at most."""
    found = await server.tables.seen(table, asker.user, invite)
    return _json(await past.entries_told(server, asker, found, after, last, lang))


@router.post(
    "/tables/{table}/studies",
    summary="Study a moment of a game",
    status_code=201,
    dependencies=[Depends(Limited("tables"))],
    responses=refusals("identity/nobody", *MOMENT, "study/secret"),
)
async def open_study(
    server: Here,
    user: Someone,
    asker: Asking,
    table: TableId,
    wanted: Study,
    invite: Invite = None,
) -> TableTold:
    """A table of your own that goes on from a moment of this game; you hold all seats."""
    found = await server.tables.seen(table, user.id, invite)
    opened = await studies.from_position(server, asker, found, user.id, wanted.entries, wanted.name)
    return told(server, opened, user.id)


@router.post(
    "/records",
    summary="Import a saved game",
    status_code=201,
    dependencies=[Depends(Limited("tables"))],
    responses=refusals("identity/nobody", "record/unreadable", "record/too_long", BUSY),
    openapi_extra={"requestBody": {"required": True, "content": {JSON_TYPE: RECORD}}},
)
async def import_record(
    server: Here,
    user: Someone,
    asker: Asking,
    request: Request,
    name: Annotated[
        Name | None, Query(description="What the table is called; `Record` if nothing is given.")
    ] = None,
) -> TableTold:
    """A table of your own with a saved game, to look at or to go on with."""
    raw = await large_body(request)
    opened = await studies.from_record(server, asker, raw, user.id, name)
    return told(server, opened, user.id)
