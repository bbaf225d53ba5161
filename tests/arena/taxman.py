"""A bot for tests that can be told apart from chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rondel.bots import Budget
from rondel.engine import Action, View


class Taxman:
    """Taxes whenever it can, and else chooses at random."""

    def __init__(self, chance: Random, budget: Budget) -> None:
        self.chance = chance
        self.budget = budget

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        for action in legal_actions:
            if action.choice.get("slot") == "taxation":
                return action
        return self.chance.choice(legal_actions)
