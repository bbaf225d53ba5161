"""Following a table: by WebSocket, or by asking for the log again and again."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final, NoReturn

from fastapi import APIRouter, Query, Response, WebSocket

from rondel.server.errors import Refusal
from rondel.server.http.answers import JsonAnswer
from rondel.server.http.middleware import address_of
from rondel.server.protocol.live import Presence
from rondel.server.protocol.log import Rows
from rondel.server.protocol.refusals import ErrorAnswer, refusals
from rondel.server.routes.common import AsSeat, Here, Invite, Lang, Since, TableId, WithFacts
from rondel.server.routes.dependencies import FOR_ALL, Anyone, Asking
from rondel.server.service import actions
from rondel.server.service.live import Place, attend
from rondel.server.table.tables import RECENT
from rondel.server.viewers import past

router = APIRouter(prefix="/api/tables/{table}", tags=["live"])

LONGEST_WAIT: Final = 50.0

SWITCHED: Final[dict[int | str, dict[str, Any]]] = {
    101: {
        "description": "The WebSocket is open: send `LiveSent`, and be told `LiveTold`.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/LiveTold"}}},
    }
}
"""What who asks for a WebSocket is answered."""


@router.websocket("/live")
async def live(
    websocket: WebSocket,
    server: Here,
    user: Anyone,
    table: TableId,
    seat: AsSeat,
    invite: Invite = None,
    since: Since = 0,
    facts: WithFacts = True,
    lang: Lang = None,
) -> None:
    """Everything that happens at a table after line `since` of its log, and a way to act."""
    await server.tables.seen(table, user.id if user else None, invite)
    address, now = address_of(websocket), server.clock()
    place = Place(server, websocket, address, table, user, invite, seat, facts, lang, since, now)
    await attend(place)


@router.get(
    "/live",
    summary="Follow a table by WebSocket",
    status_code=426,
    response_model=ErrorAnswer,
    responses={**SWITCHED, **refusals("request/websocket", "table/unknown")},
    openapi_extra=FOR_ALL,
)
async def follow(server: Here, user: Anyone, table: TableId, invite: Invite = None) -> NoReturn:
    """Everything that happens at a table, told as it happens, and a way to act.

    For a WebSocket only. It also takes `since` and `lang` of the log, `seat` and `facts` of the
    position. The lines of the log after `since` come first; then come, as they change, the
    position, the table and who is there. What is sent does the same as the requests of HTTP.
    """
    await server.tables.seen(table, user.id if user else None, invite)
    raise Refusal(426, "request/websocket", "Ask for a WebSocket here, by `Upgrade: websocket`.")


@router.get(
    "/log",
    summary="Read the log",
    response_model=Rows,
    responses=refusals("table/unknown", "server/busy"),
    openapi_extra=FOR_ALL,
)
async def read_log(
    server: Here,
    asker: Asking,
    table: TableId,
    invite: Invite = None,
    since: Since = 0,
    wait: Annotated[
        float,
        Query(ge=0, le=LONGEST_WAIT, allow_inf_nan=False, description="So many seconds at most."),
    ] = 0.0,
    lang: Lang = None,
) -> Response:
    """What has happened at the table after line `since`, as the WebSocket tells it.

    With `wait`, the answer comes as soon as there is something, after so many seconds at most.
    """
    found = await server.tables.seen(table, asker.user, invite)
    if found.seq - since > RECENT:
        answer = await past.log_told(server, asker, found, since, lang)
        return Response(answer, media_type="application/json")
    until = asyncio.get_running_loop().time() + wait
    rows = await actions.rows_when_there(server, asker.user, table, invite, since, until, lang)
    return JsonAnswer(rows)


@router.get(
    "/presence",
    summary="See who is there",
    responses=refusals("table/unknown"),
    openapi_extra=FOR_ALL,
)
async def read_presence(
    server: Here, user: Anyone, table: TableId, invite: Invite = None
) -> Presence:
    """The people who follow the table by WebSocket now."""
    await server.tables.seen(table, user.id if user else None, invite)
    return Presence.model_validate({"users": await server.attendance.look(table)})
