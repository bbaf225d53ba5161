"""The course of a game: how money, power and control went, turn by turn."""

from __future__ import annotations

import asyncio

from rondel.engine import Game
from rondel.server.looking import check_entry, eyes_of
from rondel.server.storage import tables as stored
from rondel.server.table import Json, Table
from rondel.server.tables import Tables, begun


async def course_told(
    tables: Tables, table: Table, user: str | None, seat: int | None
) -> list[Json]:
    """The figures at the start of every turn and now, as somebody may see them.

    Raises: Refusal.
    """
    check_entry(table, 0)
    bodies = await stored.entries_between(tables.database, table.id, 0, table.length)
    game = begun(table.running.heading())
    return await asyncio.to_thread(_course, game, bodies, eyes_of(table, user, seat))


def _course(game: Game, bodies: list[Json], eyes: str | None) -> list[Json]:
    found = [_moment(game, 0, eyes)]
    for number, body in enumerate(bodies, 1):
        game.play(game.read(body))
        if game.resumable or number == len(bodies):
            found.append(_moment(game, number, eyes))
    return found


def _moment(game: Game, entries: int, eyes: str | None) -> Json:
    snapshot, facts = game.snapshot(eyes), game.facts(eyes)
    return {
        "entries": entries,
        "round": snapshot["turn"]["round"],
        "nation": snapshot["turn"]["nation"],
        "power": snapshot["power"],
        "treasuries": snapshot["treasuries"],
        "governments": snapshot["governments"],
        "scores": {player: told["score"] for player, told in facts["players"].items()},
        "interest": {player: told["interest"] for player, told in facts["players"].items()},
    }
