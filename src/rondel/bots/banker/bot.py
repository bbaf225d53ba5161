"""The bot that plays by the banker's judgement."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rondel.bots.banker.judge import Judge
from rondel.bots.interface import Budget
from rondel.engine import Action, RuleSet, View


class BankerBot:
    """Takes what it judges best at once, without looking ahead."""

    def __init__(self, chance: Random, budget: Budget) -> None:
        self._chance = chance
        self._judge: Judge | None = None

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        """The action of the greatest worth; equals are drawn."""
        game = view.game()
        worths = self._judge_of(game.rules).worths(game.state)
        best = max(worths)
        equal = [i for i, worth in enumerate(worths) if worth == best]
        return legal_actions[self._chance.choice(equal)]

    def _judge_of(self, rules: RuleSet) -> Judge:
        if self._judge is None or self._judge.rules is not rules:
            self._judge = Judge(rules)
        return self._judge
