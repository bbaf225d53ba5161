"""Six bots for people to play against, from gentle to the strongest.

They play by the learned network; where that is missing, bankers and strategists take its place.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from typing import Final

from rondel.bots.banker import Judge
from rondel.bots.interface import Bot, Budget, Ranked
from rondel.bots.magnate import MagnateBot, obstacle
from rondel.bots.strategist import StrategistBot, shares_of
from rondel.engine import Action, Game, View, answer

LEVELS: Final = ("novice", "easy", "medium", "hard", "expert", "master")
"""Their names, the gentlest first."""

NOVICE_TEMPERATURE: Final = 3.6
EASY_TEMPERATURE: Final = 2.8
MEDIUM_TEMPERATURE: Final = 2.0
"""How far the levels without a search stray from what the network likes best: each choice is
drawn, and a bad one is the rarer the worse it is. Chosen by the ladder in docs/strength.md."""

NOVICE_MISJUDGEMENT: Final = 4.0
EASY_MISJUDGEMENT: Final = 2.0
"""Without the network: millions by which they typically misjudge an action, as beginners would."""

MEDIUM: Final = Budget(nodes=16, seconds=0.3)
"""Without the network: it sees what is near, and answers at once on any machine."""

HARD: Final = Budget(nodes=80, seconds=0.5)
EXPERT: Final = Budget(nodes=400, seconds=1.0)
"""Short searches; the time is for machines that are busy."""

MASTER_SECONDS: Final = 1.6
"""Thinking time of the strongest: with all that is around it, below two seconds."""

MASTER_JOBS: Final = 2
"""Processes of the strongest without the network, where the machine has so many cores; with the
network a second one gains nothing."""

EXPLAINED: Final = 12
"""So many choices the easy bot speaks of."""

SEED_BITS: Final = 48


class PolicyBot:
    """Plays what the network likes at first sight, more or less: it never searches."""

    def __init__(self, chance: Random, temperature: float) -> None:
        self._magnate = MagnateBot(chance, Budget(nodes=1), temperature=temperature)

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        """One of the actions, the better ones more often."""
        return self._magnate.decide(view, legal_actions)

    def explain(self, view: View, legal_actions: Sequence[Action]) -> list[Ranked]:
        """All choices in the order in which they were drawn, as the network judges them."""
        return self._magnate.explain(view, legal_actions)


class EasyBot:
    """Judges like the banker, but not well: every worth is off by some millions."""

    def __init__(
        self, chance: Random, budget: Budget, misjudgement: float = EASY_MISJUDGEMENT
    ) -> None:
        self._seed = chance.getrandbits(SEED_BITS)
        self._misjudgement = misjudgement
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
        seeming = [worth + chance.gauss(0.0, self._misjudgement) for worth in worths]
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


def novice_bot(chance: Random, budget: Budget) -> Bot:
    """For who plays for the first time; it does not think, whatever its budget."""
    if obstacle():
        return EasyBot(chance, budget, NOVICE_MISJUDGEMENT)
    return PolicyBot(chance, NOVICE_TEMPERATURE)


def easy_bot(chance: Random, budget: Budget) -> Bot:
    """For who knows the rules; it does not think, whatever its budget."""
    return EasyBot(chance, budget) if obstacle() else PolicyBot(chance, EASY_TEMPERATURE)


def medium_bot(chance: Random, budget: Budget) -> Bot:
    """For who has played some games; with the network it does not think, whatever its budget."""
    if obstacle():
        return StrategistBot(chance, given_or(budget, MEDIUM))
    return PolicyBot(chance, MEDIUM_TEMPERATURE)


def hard_bot(chance: Random, budget: Budget) -> Bot:
    """For who plays well: a short search, unless a budget is given."""
    return _searching(chance, given_or(budget, HARD))


def expert_bot(chance: Random, budget: Budget) -> Bot:
    """For who beats that: a search that goes a little deeper, unless a budget is given."""
    return _searching(chance, given_or(budget, EXPERT))


def master_bot(chance: Random, budget: Budget) -> Bot:
    """The strongest: it searches as long as people like to wait, unless a budget is given."""
    jobs = min(MASTER_JOBS, os.cpu_count() or 1) if obstacle() else 1
    return _searching(chance, given_or(budget, Budget(seconds=MASTER_SECONDS, jobs=jobs)))


def _searching(chance: Random, budget: Budget) -> Bot:
    return StrategistBot(chance, budget) if obstacle() else MagnateBot(chance, budget)


def given_or(budget: Budget, own: Budget) -> Budget:
    """The budget given, if it limits anything, or a bot's own."""
    return own if budget.nodes is None and budget.seconds is None else budget
