"""Two choices held against each other: by how much one is better, and why."""

from __future__ import annotations

from typing import Final

from rondel.engine import Game
from rondel.engine.shapes import Changes
from rondel.judging.estimates import Shares, lead
from rondel.judging.judge import Plan, Sight
from rondel.judging.shapes import Comparison
from rondel.judging.tendencies import tendencies

DIGITS: Final = 4


class Pair:
    """Two plans, with what is to say of them however long one thinks."""

    def __init__(self, sight: Sight, game: Game, first: Plan, second: Plan) -> None:
        self.plans = (first, second)
        self.players = game.players
        self.changes = _changes(game, first), _changes(game, second)
        self.tendencies = tendencies(sight, game, second, first)


def _changes(game: Game, plan: Plan) -> Changes:
    after = game.copy()
    events = [event for id in plan for event in after.apply(after.action(id))]
    return after.changes(game, events)


def comparison_told(pair: Pair, first: Shares, second: Shares, seat: int) -> Comparison:
    """What the playouts so far say; those of one number had the same luck after both."""
    leads = [lead(first, second, one) for one in range(len(pair.players))]
    named = list(zip(pair.players, leads, strict=True))
    return {
        "ahead": {player: round(one.mean, DIGITS) for player, one in named},
        "margins": {player: round(one.margin, DIGITS) for player, one in named},
        "pairs": leads[seat].count,
        "sure": round(leads[seat].likelihood, DIGITS),
        "first": pair.changes[0],
        "second": pair.changes[1],
        "tendencies": pair.tendencies,
    }
