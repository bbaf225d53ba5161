"""The explorer: what is known of openings, and games of bots to look at."""

from __future__ import annotations

import orjson

from rondel.engine import decisions, title_of
from rondel.explorer import Plan, Question, Setting, bots_table, explored, new_game, play
from rondel.explorer.shapes import Explored
from rondel.server.errors import missing
from rondel.server.model.table import Table
from rondel.server.parts import Server
from rondel.server.protocol.explorer import ExplorerTable
from rondel.server.service import studies
from rondel.server.viewers.workers import Asker


async def explored_here(server: Server, question: Question) -> Explored:
    """A page of the explorer with what this server's own games add."""
    return explored(question, await server.openings.table())


async def open_game(
    server: Server, asker: Asker, game: str, user: str, wanted: ExplorerTable
) -> Table:
    """A study of a game of bots, at the moment that is asked for.

    Raises: Refusal if the table of the explorer holds no such game, or has no such moment.
    """
    made, known = bots_table()
    setting = Setting(game, wanted.setup, wanted.players)
    if wanted.number > known.games[setting]:
        raise missing("explorer/unknown", "There is no such game.")
    plan = Plan(made["opener"], made["finisher"], made["seed"], made["rules_version"])
    async with server.workers.turn(asker):
        record = await server.workers.do(
            record_of, plan, setting, wanted.number, wanted.nation, wanted.turn
        )
    if record is None:
        raise missing("explorer/unknown", "This game has no such moment.")
    name = f"{title_of(game).name} {wanted.number}"
    return await studies.from_record(server, asker, record, user, name)


def record_of(
    plan: Plan, setting: Setting, number: int, nation: str | None, turn: int
) -> bytes | None:
    """The record of a game of bots, played once more, up to a nation's turn or to its end."""
    played = play(plan, (setting, number))
    game, left = new_game(plan, setting, number), turn
    for id in played.ids:
        state = game.state
        if state.kind == decisions.CHOOSE_SLOT and state.nation_id(state.nation) == nation:
            left -= 1
            if not left:
                return orjson.dumps(game.record())
        game.play(id)
    return orjson.dumps(game.record()) if nation is None else None
