"""Chat and notes."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from rondel.server.http.intake import Route
from rondel.server.protocol.refusals import refusals
from rondel.server.protocol.tables import TableTold
from rondel.server.protocol.talk import Message, Muted, Note, NoteTold
from rondel.server.routes.common import Here, Invite, TableId, told
from rondel.server.routes.dependencies import Limited, Someone
from rondel.server.service import actions
from rondel.server.table import chat

router = APIRouter(prefix="/api/tables/{table}", tags=["talk"], route_class=Route)

COUNTED = [Depends(Limited("chats"))]
VISITOR = ("identity/nobody", "table/unknown")


@router.post(
    "/chat",
    summary="Say something",
    status_code=201,
    dependencies=COUNTED,
    responses=refusals(*VISITOR, "chat/muted", "chat/muted_everywhere", "chat/room"),
)
async def say(
    server: Here, user: Someone, table: TableId, message: Message, invite: Invite = None
) -> TableTold:
    """Say something: players at the `table`, spectators in the `gallery`."""
    changed = await actions.say(server, user.id, user.name, table, message, invite)
    return told(server, changed, user.id)


@router.put(
    "/mute",
    summary="Mute somebody",
    dependencies=COUNTED,
    responses=refusals(*VISITOR, "table/not_host", "chat/nobody"),
)
async def mute(server: Here, user: Someone, table: TableId, wanted: Muted) -> TableTold:
    """Let somebody talk, or not; for the host."""
    await server.tables.seen(table, user.id, None)
    now = server.clock()
    changed = await server.tables.change(
        table, lambda draft: chat.mute(draft, user.id, wanted.user, wanted.muted, now)
    )
    return told(server, changed, user.id)


@router.get("/note", summary="Read your note", responses=refusals(*VISITOR))
async def read_note(server: Here, user: Someone, table: TableId, invite: Invite = None) -> NoteTold:
    """Your own note about this game; nobody else ever sees it."""
    found = await server.tables.seen(table, user.id, invite)
    return NoteTold(text=await chat.read_note(server.tables, found, user.id))


@router.put("/note", summary="Write your note", dependencies=COUNTED, responses=refusals(*VISITOR))
async def write_note(
    server: Here, user: Someone, table: TableId, wanted: Note, invite: Invite = None
) -> NoteTold:
    """Write your own note about this game in place of the old one."""
    found = await server.tables.seen(table, user.id, invite)
    await chat.write_note(server.tables, found, user.id, wanted.text)
    return NoteTold(text=wanted.text)
