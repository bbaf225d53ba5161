"""Three bots for people to play against, by how hard they are to beat."""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from typing import Final

from rondel.bots.banker import Judge
from rondel.bots.interface import Budget, Ranked
from rondel.bots.strategist import StrategistBot, shares_of
from rondel.engine import Action, Game, View, answer

MISJUDGEMENT: Final = 2.0
"""Millions by which the easy bot typically misjudges an action, as a beginner would."""

EXPLAINED: Final = 12
"""So many choices the easy bot speaks of."""

MEDIUM: Final = Budget(nodes=40, seconds=0.3)
"""Budget of the medium bot: it sees what is near, and answers at once on any machine."""

HARD_SECONDS: Final = 1.6
"""Thinking time of the hard bot: with all that is around it, below two seconds."""

HARD_JOBS: Final = 2
"""Processes of the hard bot, where the machine has so many cores."""

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


def medium_bot(chance: Random, budget: Budget) -> StrategistBot:
    """The strategist with a few playouts, unless a budget is given."""
    return StrategistBot(chance, given_or(budget, MEDIUM))


def hard_bot(chance: Random, budget: Budget) -> StrategistBot:
    """The strategist with as long as people like to wait, unless a budget is given."""
    jobs = min(HARD_JOBS, os.cpu_count() or 1)
    return StrategistBot(chance, given_or(budget, Budget(seconds=HARD_SECONDS, jobs=jobs)))


def given_or(budget: Budget, own: Budget) -> Budget:
    """The budget given, if it limits anything, or a bot's own."""
    return own if budget.nodes is None and budget.seconds is None else budget
