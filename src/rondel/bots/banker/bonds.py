"""Bonds: what they will bring, what they cost, and who governs through them."""

from __future__ import annotations

from typing import Final

from rondel.bots.banker.outlook import YOUNG, Outlook
from rondel.engine import RuleSet, State

STEERING: Final = 0.0
"""A government steers: its bonds bring this part of their worth more than others'."""
OFFICE: Final = 1.0
"""What governing is worth beside that while the game is young: to act, and to deny it."""
THREAT: Final = 0.3
"""Chance that a rival who can take a government over does so at his next investment."""
RESERVE: Final = 2
"""Cash a government likes to keep for extra steps on the rondel."""
RESERVE_WORTH: Final = 0.4
"""What each million of that reserve is worth beside itself."""


class Bonds:
    """Judges buying and upgrading; `look` comes before the rest."""

    def __init__(self, rules: RuleSet, outlook: Outlook) -> None:
        self.rules = rules
        self.outlook = outlook

    def purchase(self, state: State, nation: int, value: int, interest: int) -> float:
        """What it is worth to the actor to pay `value` more for `interest` more of a nation."""
        player, outlook = state.actor, self.outlook
        worth = interest * outlook.bond_worth(nation) - value * (1.0 - outlook.money[nation])
        worth += self._control(state, nation, player, value)
        left = state.cash[player] - value
        if left < RESERVE:
            worth -= RESERVE_WORTH * (RESERVE - left)
        return worth

    def _control(self, state: State, nation: int, player: int, value: int) -> float:
        """Governing gained, or made safer."""
        government = state.government[nation]
        credit = state.credit(player, nation) + value
        rival = self._strongest_rival(state, nation, player)
        if government == player:
            before = self._safety(state, nation, player, credit - value)
            return (self._safety(state, nation, player, credit) - before) * self._office(
                state, nation, player, value
            )
        if credit <= rival:
            return 0.0
        safety = self._safety(state, nation, player, credit)
        return safety * self._office(state, nation, player, value)

    def _office(self, state: State, nation: int, player: int, value: int) -> float:
        """What it is worth to govern a nation."""
        outlook = self.outlook
        youth = min(1.0, outlook.rounds / YOUNG)
        interest = state.interest(player, nation) + 0.4 * value
        steering = STEERING * interest * outlook.bond_worth(nation) * youth
        return OFFICE * youth + steering + outlook.government_income(state, nation)

    def _strongest_rival(self, state: State, nation: int, player: int) -> int:
        most = 0
        for other in range(self.rules.players):
            if other != player:
                most = max(most, state.credit(other, nation))
        return most

    def _safety(self, state: State, nation: int, player: int, credit: int) -> float:
        """How sure a government with that credit is of its nation."""
        safety = 1.0
        for other in range(self.rules.players):
            if other != player and state.credit(other, nation) + state.cash[other] > credit:
                safety *= 1.0 - THREAT
        return safety
