"""Chat and notes."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from rondel.server import actions, chat
from rondel.server.dependencies import Limited, Someone
from rondel.server.protocol import Message, Muted, Note, NoteTold, TableTold
from rondel.server.refusals import refusals
from rondel.server.routes.common import Here, Invite, TableId, told

REFUSALS = refusals(
    {
        401: ["identity/nobody"],
        403: ["chat/muted", "chat/room", "table/not_host"],
        404: ["table/unknown"],
        409: ["chat/nobody"],
    }
)

router = APIRouter(prefix="/api/tables/{table}", tags=["talk"], responses=REFUSALS)


@router.post("/chat", status_code=201, dependencies=[Depends(Limited("chats"))])
async def say(
    server: Here, user: Someone, table: TableId, message: Message, invite: Invite = None
) -> TableTold:
    """Say something: players at the `table`, spectators in the `gallery`."""
    changed = await actions.say(server, user.id, user.name, table, message, invite)
    return told(server, changed, user.id)


@router.put("/mute")
async def mute(server: Here, user: Someone, table: TableId, wanted: Muted) -> TableTold:
    """Let somebody talk, or not; for the host."""
    await server.tables.seen(table, user.id, None)
    now = server.clock()
    changed = await server.tables.change(
        table, lambda draft: chat.mute(draft, user.id, wanted.user, wanted.muted, now)
    )
    return told(server, changed, user.id)


@router.get("/note")
async def note(server: Here, user: Someone, table: TableId, invite: Invite = None) -> NoteTold:
    """Your own note about this game; nobody else ever sees it."""
    found = await server.tables.seen(table, user.id, invite)
    return NoteTold(text=await chat.read_note(server.tables, found, user.id))


@router.put("/note", dependencies=[Depends(Limited("chats"))])
async def write_note(
    server: Here, user: Someone, table: TableId, wanted: Note, invite: Invite = None
) -> NoteTold:
    """Write your own note about this game in place of the old one."""
    found = await server.tables.seen(table, user.id, invite)
    await chat.write_note(server.tables, found, user.id, wanted.text)
    return NoteTold(text=wanted.text)
