"""Talking: players at the table, spectators apart; and notes for oneself."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rondel.server.errors import conflict, forbidden
from rondel.server.model.loglines import Room
from rondel.server.model.table import ALL, SPECTATORS, Draft, Table, Visitor
from rondel.server.storage.rows import notes as stored
from rondel.server.table.seating import check_host
from rondel.server.table.tables import Tables

TABLE: Final = "table"
"""The room of the players; everybody may listen."""
GALLERY: Final = "gallery"
"""The room of the spectators; players hear it when the game is over."""


def say(draft: Draft, user: str, user_name: str, room: Room, text: str, now: float) -> None:
    """Says something in a room.

    Raises: Refusal.
    """
    if draft.visitors.get(user, Visitor()).muted:
        raise forbidden("chat/muted", "The host has muted you at this table.")
    is_player = draft.is_player(user) or user == draft.host_id
    if is_player != (room == TABLE):
        right = TABLE if is_player else GALLERY
        raise forbidden("chat/room", f"Your room at this table is {right!r}.")
    draft.visitors.setdefault(user, Visitor())
    audience = ALL if room == TABLE else SPECTATORS
    draft.note(now, "chat", {"room": room, "name": user_name, "text": text}, user, audience)


def mute(draft: Draft, user: str, whom: str, muted: bool, now: float) -> None:
    """The host lets somebody talk, or not.

    Raises: Refusal.
    """
    check_host(draft, user)
    if whom == user or whom not in draft.visitors:
        raise conflict("chat/nobody", "Only somebody else who has been at this table is muted.")
    draft.visitors[whom] = replace(draft.visitors[whom], muted=muted)
    draft.note(now, "muted", {"user": whom, "muted": muted}, user)


async def read_note(tables: Tables, table: Table, user: str) -> str:
    """What somebody has noted for himself about a game."""
    async with tables.database.reading() as connection:
        return await stored.find(connection, table.id, user)


async def write_note(tables: Tables, table: Table, user: str, text: str) -> None:
    """Keeps a note for oneself; only its author ever sees it."""
    async with tables.database.writing() as writing:
        await stored.put(writing.connection, table.id, user, text, tables.clock())
