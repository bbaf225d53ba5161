"""The table made: games of bots played, read and counted."""

from __future__ import annotations

from collections.abc import Iterable

from rondel.engine import Game
from rondel.explorer.games import Plan, Played, new_game
from rondel.explorer.opening import SeatOpening, read_openings
from rondel.explorer.table import Table


def tabulated(plan: Plan, games: Iterable[Played]) -> Table:
    """The table of some games of a plan."""
    table = Table()
    for played in games:
        table.add(played.setting, openings_of(plan, played), played.number)
    return table


def openings_of(plan: Plan, played: Played) -> list[SeatOpening]:
    """The openings of a game that was played."""
    game = new_game(plan, played.setting, played.number)
    result = replayed(plan, played).result
    assert result is not None, "it was played to its end"
    return read_openings(game, played.ids, result)


def replayed(plan: Plan, played: Played) -> Game:
    """A game at its end."""
    game = new_game(plan, played.setting, played.number)
    for id in played.ids:
        game.play(id)
    return game
