"""Games and short cuts for the tests of bots that search."""

from __future__ import annotations

from random import Random
from typing import Any

import rondel
from rondel.bots import BankerBot, Bot, Budget, Explainer, Ranked

FEW = Budget(nodes=16)


class Watch:
    """A clock by which every look at it takes some time."""

    def __init__(self, tick: float) -> None:
        self.time = 100.0
        self.tick = tick

    def __call__(self) -> float:
        self.time += self.tick
        return self.time


def play(game: rondel.Game, bots: dict[str, Bot], most: int = 10_000) -> rondel.Game:
    """Plays on with bots; `apply` refuses whatever is not legal."""
    while game.decision is not None and len(game) < most:
        view = game.view(game.decision.player)
        game.apply(bots[view.viewer].decide(view, view.legal_actions()))
    return game


def bankers(game: rondel.Game) -> dict[str, Bot]:
    """A banker for every player."""
    return {player: BankerBot(Random(player), FEW) for player in game.players}


def middle(kind: str = "choose_slot", seed: int = 7, **options: Any) -> rondel.Game:
    """A game that bankers have played to its middle, at a decision with some choice."""
    table = rondel.Game.new("imperial2030", ["a", "b", "c", "d"], options, seed=seed)
    bots = bankers(table)
    play(table, bots, 150)
    while table.decision is None or table.decision.kind != kind or len(table.legal_ids()) < 4:
        play(table, bots, len(table) + 1)
    return table


def decided(game: rondel.Game, bot: Bot) -> rondel.Action:
    """What a bot answers now."""
    assert game.decision is not None
    view = game.view(game.decision.player)
    return bot.decide(view, view.legal_actions())


def explained(game: rondel.Game, bot: Explainer) -> list[Ranked]:
    """How a bot sees the pending decision."""
    assert game.decision is not None
    view = game.view(game.decision.player)
    return bot.explain(view, view.legal_actions())
