"""Hints: what a strong bot would decide in place of who must, where nobody else plays."""

from __future__ import annotations

from typing import Final

from rondel.engine.shapes import Entry
from rondel.server.bots.pool import Answer
from rondel.server.errors import Refusal, conflict, forbidden
from rondel.server.model.loglines import HintBody
from rondel.server.model.table import DONATE, RUNNING, Draft, Json, Table
from rondel.server.parts import Server
from rondel.server.table.authority import check_going_on, check_position
from rondel.server.viewers import narration
from rondel.server.viewers.display import is_yours

ADVISER: Final = "strategist:1.2s"
"""The strongest bot there is, with as long as one likes to wait for a hint."""
SIMPLER: Final = "banker"
"""Decides where the adviser would rather give something away first: that is no choice."""


async def hint(server: Server, user: str, id: str, position: int, lang: str | None) -> Json:
    """A good choice for who decides, with what it would do; the log keeps that it was asked for.

    Raises: Refusal, also where other people play.
    """
    table = await server.tables.seen(id, user, None)
    check_going_on(table)
    check_position(table, position)
    if not is_yours(table, user):
        raise forbidden("seat/not_yours", "Only who decides can ask for a hint.")
    await check_alone(server, table, user)
    answer = await _advised(server, table)
    await server.tables.change(id, lambda draft: _note(draft, user, position, answer.bot, server))
    return {"bot": answer.bot, "choice": _choice_told(table, answer.entry, lang)}


async def check_alone(server: Server, table: Table, user: str) -> None:
    """Lets nobody be helped in a game that other people play.

    A study of a running game is a way to its position: it counts as that game.

    Raises: Refusal.
    """
    seen: Table | None = table
    while seen is not None:
        if seen.status == RUNNING and not seen.is_alone(user):
            told = "Other people play in this game. There are hints where only bots do."
            raise conflict("hint/people", told)
        seen = await _parent_of(server, seen)


async def _parent_of(server: Server, table: Table) -> Table | None:
    """The table whose position a study went on from; None if there is none any more."""
    if table.parent_id is None:
        return None
    try:
        return await server.tables.get(table.parent_id)
    except Refusal:
        return None


async def _advised(server: Server, table: Table) -> Answer:
    answer = await server.steward.advise(table, ADVISER)
    if answer.entry["decision"] == DONATE:
        return await server.steward.advise(table, SIMPLER)
    return answer


def _note(draft: Draft, user: str, position: int, bot: str, server: Server) -> None:
    """Raises: Refusal if the game has gone on meanwhile."""
    check_position(draft, position)
    seat = draft.deciding
    assert seat is not None
    body: HintBody = {
        "position": position,
        "seat": seat.number,
        "player": seat.name or "",
        "bot": bot,
    }
    draft.note(server.clock(), "hint", body, user)


def _choice_told(table: Table, entry: Entry, lang: str | None) -> Json:
    game = table.running
    view = game.view(entry["actor"])
    told: Json = {
        "id": game.read(entry),
        "entry": entry,
        "consequences": view.consequences(entry),
    }
    if lang is not None:
        told["label"] = narration.label_of(game, lang, entry)
    return told
