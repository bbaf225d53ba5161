"""Bots for people to play against, from gentle to as strong as can be."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from rondel.bots.banker import BankerBot, Judge
from rondel.bots.interface import Bot, Budget, Maker, Ranked
from rondel.bots.magnate import MagnateBot, obstacle
from rondel.bots.strategist import StrategistBot, shares_of
from rondel.engine import Action, Game, View, answer

MISJUDGEMENT: Final = 2.0
"""Millions by which the easy bot typically misjudges an action, as a beginner would."""

EXPLAINED: Final = 12
"""So many choices the easy bot speaks of."""

LONGEST: Final = 1.6
"""Seconds of the strongest level: with all that is around it, below two."""

JOBS: Final = 2
"""Processes of the strongest level, where the machine has so many cores."""

SEED_BITS: Final = 48


class EasyBot:
    """Judges like the banker, but not well: every worth is off by some millions."""

    def __init__(self, chance: Random, budget: Budget) -> None:
        self._seed = chance.getrandbits(SEED_BITS)
        self._judge: Judge | None = None

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        """What seems best to it."""
        return legal_actions[self._order(view.game())[0]]

    def explain(self, view: View, legal_actions: Sequence[Action]) -> list[Ranked]:
        """What seems best to it, with the banker's forecast of the scores after each choice."""
        game = view.game()
        order = self._order(game)[:EXPLAINED]
        return [Ranked(legal_actions[i], self._shares(game, legal_actions[i].id)) for i in order]

    def _order(self, game: Game) -> list[int]:
        """The places of the legal actions, the one that seems best first."""
        chance = Random((len(game) << SEED_BITS) + self._seed)
        worths = self._judge_of(game).worths(game.state)
        seeming = [worth + chance.gauss(0.0, MISJUDGEMENT) for worth in worths]
        return sorted(range(len(seeming)), key=lambda i: -seeming[i])

    def _shares(self, game: Game, id: int) -> dict[str, float]:
        state = game.state.copy()
        answer(state, id)
        scores = self._judge_of(game).values(state)
        return dict(zip(game.players, shares_of(scores), strict=True))

    def _judge_of(self, game: Game) -> Judge:
        if self._judge is None or self._judge.rules is not game.rules:
            self._judge = Judge(game.rules)
        return self._judge


@dataclass(frozen=True)
class Level:
    """How a bot for people plays."""

    budget: Budget
    """How much it thinks, with the learned network."""
    temperature: float | None
    """How far its choices stray from the best: see `MagnateBot`; None if it needs no network."""
    instead: Maker
    """Who plays where the network is missing, or not needed."""
    budget_instead: Budget
    """How much that one thinks."""

    def make(self, chance: Random, budget: Budget) -> Bot:
        """A bot of this level; a budget that is given counts before its own."""
        own = given_or(budget, self.own_budget())
        if self.temperature is None or obstacle():
            return self.instead(chance, own)
        return MagnateBot(chance, own, temperature=self.temperature)

    def own_budget(self) -> Budget:
        """How much it thinks here, with the network or without."""
        return self.budget_instead if obstacle() else self.budget


def cores(budget: Budget) -> Budget:
    """A budget for as many processes as the machine has cores for."""
    return replace(budget, jobs=min(JOBS, os.cpu_count() or 1))


AT_ONCE: Final = Budget(nodes=1)

LEVELS: Final[dict[str, Level]] = {
    "easy": Level(Budget(), None, EasyBot, Budget()),
    "casual": Level(AT_ONCE, 1.0, BankerBot, Budget()),
    "medium": Level(AT_ONCE, 0.3, StrategistBot, Budget(nodes=40, seconds=0.3)),
    "hard": Level(
        Budget(nodes=50, seconds=0.5), 0.0, StrategistBot, Budget(nodes=100, seconds=0.5)
    ),
    "expert": Level(
        cores(Budget(seconds=LONGEST)), 0.0, StrategistBot, cores(Budget(seconds=LONGEST))
    ),
}
"""From the weakest to the strongest."""


def given_or(budget: Budget, own: Budget) -> Budget:
    """The budget given, if it limits anything, or a bot's own."""
    return own if budget.nodes is None and budget.seconds is None else budget


def weakened(names: Iterable[str]) -> str:
    """Why bots of these names play worse here than they could; empty if they do not."""
    learned = [
        LEVELS[plain].temperature for name in names if (plain := name.partition(":")[0]) in LEVELS
    ]
    return obstacle() if any(heat is not None for heat in learned) else ""
