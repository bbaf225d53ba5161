"""Watching and sharing: games that are being played, and pictures for links."""

from __future__ import annotations

import hashlib
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Query, Request, Response

from rondel.server.errors import missing
from rondel.server.http.intake import Route
from rondel.server.pages.site import is_known
from rondel.server.protocol.base import BIGGEST, Language
from rondel.server.protocol.refusals import refusals
from rondel.server.protocol.watch import WatchList
from rondel.server.routes.common import Here, Invite, TableId
from rondel.server.routes.dependencies import FOR_ALL, Anyone, Asking
from rondel.server.routes.lobby import searched
from rondel.server.service import glances
from rondel.server.service.lists import Search
from rondel.server.viewers import past
from rondel.server.viewers.cards import card_of
from rondel.server.viewers.pictures import is_drawable

router = APIRouter(prefix="/api", tags=["watching"], route_class=Route)

PICTURE: Final = "image/png"
KEPT: Final = "max-age=300"
"""How long others may keep a picture: a game that is played goes on."""

Reader = Annotated[Language, Query(description="The reader's language.")]


@router.get(
    "/watch",
    summary="Watch what is played",
    responses=refusals("table/no_such_page", "table/options"),
    openapi_extra=FOR_ALL,
)
async def watch(
    server: Here,
    user: Anyone,
    asker: Asking,
    wanted: Annotated[Search, Depends(searched)],
    after: Annotated[
        str | None, Query(max_length=80, description="`more` of the page before.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=24, description="So many at most.")] = 12,
    lang: Reader = "en",
) -> WatchList:
    """Public games that are being played and how each of them stands, the latest news first."""
    return await glances.watch(server, user, asker, after, limit, wanted, lang)


@router.get(
    "/tables/{table}/picture",
    summary="See a game as a picture",
    response_class=Response,
    responses={
        200: {"content": {PICTURE: {}}, "description": "A PNG of 1200 by 630 pixels."},
        304: {"description": "It is as the `If-None-Match` of the request says."},
        **refusals("table/unknown", "position/number", "picture/none", "server/busy"),
    },
    openapi_extra=FOR_ALL,
)
async def read_picture(
    request: Request,
    server: Here,
    asker: Asking,
    table: TableId,
    entries: Annotated[
        int | None, Query(ge=0, le=BIGGEST, description="After so many entries; now if left out.")
    ] = None,
    lang: Reader = "en",
    invite: Invite = None,
) -> Response:
    """The board and how the game stands, as everybody who may see the table sees it."""
    found = await server.tables.seen(table, asker.user, invite)
    if not is_drawable():
        raise missing("picture/none", "The page that pictures are made of was not built here.")
    card = card_of(found, lang)
    named = repr((found.id, found.position, found.status, entries, card))
    tag = f'"{hashlib.sha256(named.encode()).hexdigest()[:20]}"'
    headers = {
        "Cache-Control": f"{'public' if found.public else 'private'}, {KEPT}",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "ETag": tag,
    }
    if is_known(tag, request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    picture = await past.picture_told(server, asker, found, entries, card)
    return Response(picture, media_type=PICTURE, headers=headers)
