"""The bot that chooses at random: an opponent for tests, and the yardstick for others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rondel.bots.interface import Budget
from rondel.engine import Action, View


class RandomBot:
    """Takes every legal action with the same probability and never donates."""

    def __init__(self, chance: Random, budget: Budget) -> None:
        self._chance = chance

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        """One of the legal actions."""
        return legal_actions[int(self._chance.random() * len(legal_actions))]
