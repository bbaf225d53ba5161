"""Records: saving, looking back, importing, going on from a moment of a game."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from rondel.server import looking, studies
from rondel.server.dependencies import Anyone, Limited, Someone
from rondel.server.names import Name
from rondel.server.protocol import Entries, Json, Past, Study, TableTold
from rondel.server.refusals import refusals
from rondel.server.routes.common import AsSeat, Here, Invite, Lang, TableId, told

REFUSALS = refusals(
    {
        401: ["identity/nobody"],
        404: ["table/unknown"],
        409: ["study/secret"],
        422: ["table/not_started", "position/number", "record/unreadable", "record/too_long"],
    }
)

router = APIRouter(prefix="/api", tags=["records"], responses=REFUSALS)

EntryNumber = Annotated[int, Path(ge=0, le=2**31 - 1, description="After so many entries.")]


@router.get("/tables/{table}/record", response_model=Json)
async def record(
    server: Here, user: Anyone, table: TableId, invite: Invite = None, seat: AsSeat = None
) -> Response:
    """The record, canonical: in full when the game is over, before that as you may see it."""
    id = user.id if user else None
    found = await server.tables.seen(table, id, invite)
    text = await looking.record_told(server.tables, found, id, seat)
    name = f"attachment; filename={table}.rondel.json"
    return Response(text, media_type="application/json", headers={"Content-Disposition": name})


@router.get("/tables/{table}/positions/{entries}", response_model=Past)
async def past(
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
    return JSONResponse(await looking.past_told(server.tables, found, id, seat, entries))


@router.get("/tables/{table}/entries", response_model=Entries)
async def entries(
    server: Here,
    user: Anyone,
    table: TableId,
    after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    last: Annotated[int, Query(ge=0, le=2**31 - 1)] = 2**31 - 1,
    invite: Invite = None,
    lang: Lang = None,
) -> Response:
    """Entries `after` + 1 to `last` of the record with their events, 500 at most."""
    found = await server.tables.seen(table, user.id if user else None, invite)
    told = await looking.entries_told(server.tables, found, after, last, lang)
    return JSONResponse({"entries": told})


@router.post("/tables/{table}/studies", status_code=201, dependencies=[Depends(Limited("tables"))])
async def study(
    server: Here, user: Someone, table: TableId, wanted: Study, invite: Invite = None
) -> TableTold:
    """A table of your own that goes on from a moment of this game; you hold all seats."""
    found = await server.tables.seen(table, user.id, invite)
    opened = await studies.from_position(server.tables, found, user.id, wanted.entries, wanted.name)
    return told(server, opened, user.id)


@router.post("/records", status_code=201, dependencies=[Depends(Limited("tables"))])
async def import_record(
    server: Here,
    user: Someone,
    request: Request,
    record: Annotated[Json, Body(description="A record, as docs/contract.md tells.")],
    name: Annotated[Name | None, Query()] = None,
) -> TableTold:
    """A table of your own with a saved game, to look at or to go on with."""
    opened = await studies.from_record(server.tables, await request.body(), user.id, name)
    return told(server, opened, user.id)
