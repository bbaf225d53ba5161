"""Records: saving, looking back, importing, going on from a moment of a game."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response

from rondel.server import past, studies
from rondel.server.answers import JsonAnswer
from rondel.server.course import course_told
from rondel.server.dependencies import FOR_ALL, Anyone, Limited, Someone
from rondel.server.names import Name
from rondel.server.protocol.base import BIGGEST, Json
from rondel.server.protocol.games import Record
from rondel.server.protocol.play import Course, Entries, Past, Stretch, Study
from rondel.server.protocol.tables import TableTold
from rondel.server.refusals import refusals
from rondel.server.routes.common import AsSeat, Here, Invite, Lang, TableId, told

router = APIRouter(prefix="/api", tags=["records"])

EntryNumber = Annotated[
    int, Path(ge=0, le=BIGGEST, description="After so many entries; 0 is the start of the game.")
]
MOMENT = ("table/unknown", "table/not_started", "position/number")


@router.get(
    "/tables/{table}/record",
    summary="Save the game",
    response_model=Record,
    responses=refusals("table/unknown", "table/not_started"),
    openapi_extra=FOR_ALL,
)
async def read_record(
    server: Here, user: Anyone, table: TableId, invite: Invite = None, seat: AsSeat = None
) -> Response:
    """The record, canonical: in full when the game is over, before that as you may see it."""
    id = user.id if user else None
    found = await server.tables.seen(table, id, invite)
    text = await past.record_told(server.tables, found, id, seat)
    name = f"attachment; filename={table}.rondel.json"
    return Response(text, media_type="application/json", headers={"Content-Disposition": name})


@router.get(
    "/tables/{table}/positions/{entries}",
    summary="Look at an earlier position",
    response_model=Past,
    responses=refusals(*MOMENT),
    openapi_extra=FOR_ALL,
)
async def read_past(
    server: Here,
    user: Anyone,
    table: TableId,
    entries: EntryNumber,
    invite: Invite = None,
    seat: AsSeat = None,
) -> Response:
    """The position after so many entries, as you may see it."""
    id = user.id if user else None
    found = await server.tables.seen(table, id, invite)
    return JsonAnswer(await past.past_told(server.tables, found, id, seat, entries))


@router.get(
    "/tables/{table}/positions",
    summary="Look at a stretch of the game",
    response_model=Stretch,
    responses=refusals(*MOMENT),
    openapi_extra=FOR_ALL,
)
async def read_stretch(
    server: Here,
    user: Anyone,
    table: TableId,
    first: Annotated[int, Query(ge=0, le=BIGGEST, description="After so many entries.")] = 0,
    invite: Invite = None,
    seat: AsSeat = None,
) -> Response:
    """Up to 25 positions as you may see them: the first one, and what changes from each to next."""
    id = user.id if user else None
    found = await server.tables.seen(table, id, invite)
    return JsonAnswer(await past.stretch_told(server.tables, found, id, seat, first))


@router.get(
    "/tables/{table}/course",
    summary="See how the game went",
    response_model=Course,
    responses=refusals("table/unknown", "table/not_started"),
    openapi_extra=FOR_ALL,
)
async def read_course(
    server: Here, user: Anyone, table: TableId, invite: Invite = None, seat: AsSeat = None
) -> Response:
    """Scores, power, treasuries and governments at the start of every turn, for charts."""
    id = user.id if user else None
    found = await server.tables.seen(table, id, invite)
    return JsonAnswer({"moments": await course_told(server.tables, found, id, seat)})


@router.get(
    "/tables/{table}/entries",
    summary="Read a part of the record",
    response_model=Entries,
    responses=refusals(*MOMENT),
    openapi_extra=FOR_ALL,
)
async def read_entries(
    server: Here,
    user: Anyone,
    table: TableId,
    after: Annotated[int, Query(ge=0, le=BIGGEST, description="The entry before the first.")] = 0,
    last: Annotated[int, Query(ge=0, le=BIGGEST, description="The last entry.")] = BIGGEST,
    invite: Invite = None,
    lang: Lang = None,
) -> Response:
    """Entries `after` + 1 to `last` of the record with their events, 500 at most."""
    found = await server.tables.seen(table, user.id if user else None, invite)
    listed = await past.entries_told(server.tables, found, after, last, lang)
    return JsonAnswer({"entries": listed})


@router.post(
    "/tables/{table}/studies",
    summary="Study a moment of a game",
    status_code=201,
    dependencies=[Depends(Limited("tables"))],
    responses=refusals("identity/nobody", *MOMENT, "study/secret", "record/too_long"),
)
async def open_study(
    server: Here, user: Someone, table: TableId, wanted: Study, invite: Invite = None
) -> TableTold:
    """A table of your own that goes on from a moment of this game; you hold all seats."""
    found = await server.tables.seen(table, user.id, invite)
    opened = await studies.from_position(server.tables, found, user.id, wanted.entries, wanted.name)
    return told(server, opened, user.id)


@router.post(
    "/records",
    summary="Import a saved game",
    status_code=201,
    dependencies=[Depends(Limited("tables"))],
    responses=refusals("identity/nobody", "record/unreadable", "record/too_long"),
)
async def import_record(
    server: Here,
    user: Someone,
    request: Request,
    record: Annotated[Json, Body(description="A record, as docs/contract.md tells.")],
    name: Annotated[
        Name | None, Query(description="What the table is called; `Record` if nothing is given.")
    ] = None,
) -> TableTold:
    """A table of your own with a saved game, to look at or to go on with."""
    opened = await studies.from_record(server.tables, await request.body(), user.id, name)
    return told(server, opened, user.id)
