"""What the learner would score, by the factors of his nations: for the last step of a lesson."""

from __future__ import annotations

from functools import cache
from typing import TypedDict

from rondel.engine import Game, score_of
from rondel.lessons.library import game_at, lesson_of


class ScoreRow(TypedDict):
    """What the bonds of one nation bring the learner at the end."""

    nation: str
    """The nation."""
    interest: int
    """The interest of his bonds."""
    factor: int
    """The factor that the nation has."""
    points: list[int]
    """What they bring with a factor of 0, 1 and so on."""
    totals: list[int]
    """His whole score then, his cash and his other bonds included."""


@cache
def score_rows(game: str) -> list[ScoreRow]:
    """The score of the learner where he may play on, nation by nation; do not change it."""
    lesson = lesson_of(game)
    played = game_at(lesson, lesson["play_on"])
    nations = played.facts()["players"][lesson["player"]]["credit"]
    return [_row(played, lesson["player"], nation) for nation, sum in nations.items() if sum]


@cache
def cash_of(game: str) -> int:
    """The cash of the learner where he may play on."""
    lesson = lesson_of(game)
    return game_at(lesson, lesson["play_on"]).snapshot()["cash"][lesson["player"]] or 0


def _row(game: Game, player: str, nation: str) -> ScoreRow:
    told = game.facts()["nations"][nation]
    totals = _totals(game, player, nation)
    return {
        "nation": nation,
        "interest": told["interest"]["due"][player] if told["interest"] else 0,
        "factor": told["power_factor"],
        "points": [total - totals[0] for total in totals],
        "totals": totals,
    }


def _totals(game: Game, player: str, nation: str) -> list[int]:
    """The score of a player with each factor that a nation can have."""
    state, seat = game.state.copy(), game.players.index(player)
    index = game.rules.board.nation_ids.index(nation)
    totals = []
    for factor in sorted(set(game.rules.power_factor)):
        state.power[index] = game.rules.power_factor.index(factor)
        totals.append(score_of(state, seat))
    return totals
