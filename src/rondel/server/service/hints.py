"""Hints: what a strong bot would decide in place of who must, where nobody else plays."""

from __future__ import annotations

from typing import Final

from rondel import narration
from rondel.bots import strongest_bot
from rondel.engine.shapes import Entry
from rondel.server.bots.pool import Answer
from rondel.server.errors import conflict, forbidden
from rondel.server.model.loglines import HintBody
from rondel.server.model.table import DONATE, Draft, Json, Table
from rondel.server.parts import Server
from rondel.server.service.fairness import is_played_by_others
from rondel.server.table.authority import check_going_on, check_position
from rondel.server.viewers.display import is_yours

PATIENCE: Final = "1.2s"
"""As long as one likes to wait for a hint."""
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
    if await is_played_by_others(server, table, user, table.length):
        told = "Other people play in this game. Hints are only for games against bots."
        raise conflict("hint/people", told)
    answer = await _advised(server, table)
    await server.tables.change(id, lambda draft: _note(draft, user, position, answer.bot, server))
    return {"bot": answer.bot, "choice": _choice_told(table, answer.entry, lang)}


async def _advised(server: Server, table: Table) -> Answer:
    answer = await server.steward.advise(table, f"{strongest_bot()}:{PATIENCE}")
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
