"""Bonds: what they will bring, what they cost, and who governs through them."""

from __future__ import annotations

from typing import Final

from rondel.bots.banker.outlook import YOUNG, Outlook
from rondel.engine import RuleSet, State

OFFICE: Final = 1.0
"""What governing is worth beside the bonus while the game is young: to act, and to deny it."""
THREAT: Final = 0.3
"""Chance that a rival who can take a government over does so at his next investment."""
RESERVE: Final = 2
"""Cash a government likes to keep for extra steps on the rondel."""
RESERVE_WORTH: Final = 0.4
"""What each million of that reserve is worth beside itself."""


class Bonds:
    """Judges buying and upgrading, by an outlook that has looked at the position."""

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
        credit = state.credit(player, nation) + value
        safety = self._safety(state, nation, player, credit)
        if state.government[nation] == player:
            safety -= self._safety(state, nation, player, credit - value)
        elif credit <= self._strongest_rival(state, nation, player):
            return 0.0
        return safety * self._office(state, nation)

    def _office(self, state: State, nation: int) -> float:
        """What it is worth to govern a nation."""
        youth = min(1.0, self.outlook.rounds / YOUNG)
        return OFFICE * youth + self.outlook.government_income(state, nation)

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
