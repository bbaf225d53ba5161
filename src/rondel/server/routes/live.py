"""Live updates by WebSocket."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, WebSocket

from rondel.server.dependencies import Anyone
from rondel.server.live import Place, attend
from rondel.server.middleware import address_of
from rondel.server.routes.common import AsSeat, Here, Invite, Lang, TableId

router = APIRouter(prefix="/api/tables/{table}")


@router.websocket("/live")
async def live(
    websocket: WebSocket,
    server: Here,
    user: Anyone,
    table: TableId,
    invite: Invite = None,
    seat: AsSeat = None,
    since: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    facts: bool = True,
    lang: Lang = None,
) -> None:
    """Everything that happens at a table after line `since` of its log, and a way to act."""
    await server.tables.seen(table, user.id if user else None, invite)
    address, now = address_of(websocket), server.clock()
    place = Place(server, websocket, address, table, user, invite, seat, facts, lang, since, now)
    await attend(place)
