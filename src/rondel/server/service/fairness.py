"""Nobody is helped in a game that other people still play, by whatever way it comes here.

Hints, analysis and reviews ask here, each with a refusal of its own.
"""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa

from rondel.engine import Game
from rondel.server.errors import Refusal
from rondel.server.model.table import RUNNING, Table
from rondel.server.parts import Server
from rondel.server.storage.rows import stretches
from rondel.server.storage.schema import seats, tables

COMPARED: Final = 40
"""Entries by which a record is told from a game that is still played."""

STANDING: Final = (
    "treasuries", "bonds", "power", "governments", "rondel", "factories", "units", "flags",
)  # fmt: skip
"""What makes two positions the same for who looks for advice; cash may be secret."""


async def is_played_by_others(server: Server, table: Table, user: str, entries: int) -> bool:
    """Whether a moment of a game belongs to one that people play whom it would not be fair to.

    A study of a running game is a way to its position, and so is a study of that study; so are a
    record of it, under whatever names, and its position set up by hand.
    """
    seen: Table | None = table
    while seen is not None:
        if seen.status == RUNNING and not seen.sandbox and not seen.is_alone(user):
            return True
        seen = await _parent_of(server, seen)
    return table.sandbox and await _is_copy(server, table, user, entries)


async def _parent_of(server: Server, table: Table) -> Table | None:
    """The table whose position a study went on from; None if there is none any more."""
    if table.parent_id is None:
        return None
    try:
        return await server.tables.get(table.parent_id)
    except Refusal:
        return None


async def _is_copy(server: Server, table: Table, user: str, entries: int) -> bool:
    """Whether the game is that of a table where somebody still plays with others."""
    for id in await _played_with_others(server, table.game, user):
        played = await server.tables.get(id)
        until = min(played.length, table.length, COMPARED)
        if await _course(server, played, until) == await _course(server, table, until):
            return True
        if await _is_set_up_from(server, table, entries, played):
            return True
    return False


async def _played_with_others(server: Server, game: str, user: str) -> list[str]:
    own = sa.select(seats.c.table_id).where(seats.c.user_id == user)
    wanted = sa.select(tables.c.id).where(
        tables.c.id.in_(own),
        tables.c.game == game,
        tables.c.status == RUNNING,
        ~tables.c.sandbox,
    )
    async with server.database.reading() as connection:
        found = [id for (id,) in await connection.execute(wanted)]
    return [id for id in found if not (await server.tables.get(id)).is_alone(user)]


async def _course(server: Server, table: Table, until: int) -> Any:
    """How a game began and its first entries, whatever its players are called."""
    passage = await stretches.passage(server.database, table, 0, until)
    heading = passage.heading
    told = {"start": heading["start"], "entries": [body["choice"] for body in passage.bodies()]}
    return _renamed(told, _numbers(heading["players"]))


async def _is_set_up_from(server: Server, table: Table, entries: int, played: Table) -> bool:
    """Whether a position that was set up by hand, or one reached from it, is that of a game."""
    if table.heading is None or "position" not in table.heading["start"]:
        return False
    begun = await _game_at(server, table, 0)
    asked = await _game_at(server, table, entries)
    lately = await _lately(server, played)
    return any(_standing(one) in lately for one in (begun, asked))


async def _game_at(server: Server, table: Table, entries: int) -> Game:
    return (await stretches.passage(server.database, table, entries, entries)).game()


async def _lately(server: Server, played: Table) -> list[Any]:
    """How a game stands now, and stood at the last turns."""
    passage = await stretches.passage(server.database, played, played.length, played.length)
    game, found = passage.begun(), list[Any]()
    for body in passage.bodies():
        if game.resumable:
            found.append(_standing(game))
        game.play(game.read(body))
    return [*found, _standing(game)]


def _standing(game: Game) -> Any:
    """A position, whatever its players are called."""
    told = game.snapshot()
    values = {key: value for key, value in told.items() if key in STANDING}
    return _renamed({**values, "nation": told["turn"]["nation"]}, _numbers(game.players))


def _numbers(players: list[str]) -> dict[str, str]:
    return {name: f"#{seat}" for seat, name in enumerate(players)}


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {names.get(key, key): _renamed(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [_renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value
