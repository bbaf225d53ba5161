"""Which slot of the rondel: what its action brings now, and what comes within reach after it."""

from __future__ import annotations

from typing import Final

from rondel.bots.banker.outlook import Outlook
from rondel.bots.banker.regions import Regions
from rondel.engine import (
    RuleSet,
    State,
    bonus_paid,
    could_build,
    factory_shortfall,
    interest_covered,
    interest_due,
    interest_left,
    output_of,
    passes_investor,
    power_gain,
    price_of,
    score_of,
    steps_to,
    tax,
    treasury_gain,
    units_payable,
)

NEXT_TURN: Final = 0.75
"""What an action is worth a turn later: the government, or the board, may have changed."""
UNITS_USED: Final = 0.8
"""Part of the units made now that wins something in a Maneuver directly after."""
WIN: Final = 40.0
"""Ending the game as its winner, or the opposite, outweighs any other thing."""
HOPELESS: Final = 25.0
"""From this round on, those who would lose bring the game to its end no less than others."""
IDLE_UNITS: Final = 3.0
"""So many units standing idle at home halve the worth of another."""


class Slots:
    """Judges the slots for the active nation and its government."""

    def __init__(self, rules: RuleSet, outlook: Outlook, regions: Regions) -> None:
        self.rules = rules
        self.outlook = outlook
        self.regions = regions
        self.count: int = len(rules.slots)
        self.actions: list[str] = rules.slot_actions
        self.gain: list[float] = [0.0] * self.count
        """Slot -> what its action brings if carried out now."""
        self.units: list[int] = [0] * self.count
        """Slot -> units it would make."""
        self.investing: float = 0.0
        """What the investment brings that follows Investor, landed on or passed."""
        self.ends: bool = False

    def prepare(self, state: State) -> None:
        """Judges all actions once."""
        self.investing = self._investing(state)
        for slot in range(self.count):
            self._judge(state, slot)

    def worth(self, state: State, slot: int) -> float:
        """What choosing a slot is worth, the next two turns included."""
        price = price_of(state, steps_to(state, slot))
        worth = self.gain[slot] - price * self.outlook.cash
        if passes_investor(state, slot):
            worth += self.investing
        if self.ends and self.actions[slot] == "taxation":
            return worth
        return worth + NEXT_TURN * self._best_after(slot, self.units[slot], 2)

    def _best_after(self, slot: int, units: int, turns: int) -> float:
        """The best of the free slots that follow."""
        best = -WIN
        for step in range(1, self.rules.free_steps + 1):
            following = (slot + step) % self.count
            gain = self.gain[following]
            action = self.actions[following]
            if units and action == "maneuver":
                gain += UNITS_USED * units * self.outlook.unit[self.regions.nation]
            if turns > 1:
                gain += NEXT_TURN * self._best_after(following, self.units[following], turns - 1)
            best = max(best, gain)
        return best

    def _judge(self, state: State, slot: int) -> None:
        action = self.actions[slot]
        self.units[slot] = 0
        if action == "taxation":
            self.gain[slot] = self._taxation(state)
        elif action == "investor":
            self.gain[slot] = self._interest(state) + self.investing
        elif action == "maneuver":
            self.gain[slot] = self.regions.maneuver_worth(state)
        elif action == "factory":
            self.gain[slot] = self._factory(state)
        elif action == "production":
            units = self._produced(state)
            self.units[slot] = units
            self.gain[slot] = units * self._new_unit(state)
        else:
            units = units_payable(state, self.rules.import_limit)
            self.units[slot] = units
            cost = self.outlook.money[state.nation] * self.rules.unit_cost
            self.gain[slot] = units * max(0.0, self._new_unit(state) - cost)

    def _taxation(self, state: State) -> float:
        """Power for the bonds, the bonus, and what stays in the treasury (Rules: 3.18, 3.19)."""
        outlook, rules, nation = self.outlook, self.rules, state.nation
        revenue = outlook.revenue[nation]
        points = power_gain(state, nation, revenue)
        self.ends = state.power[nation] + points == rules.end_points
        if self.ends:
            return self._ending(state)
        kept = treasury_gain(state, nation, revenue)
        bonus = bonus_paid(state, nation, revenue, state.treasury[nation] + kept)
        if not rules.bonus_from_bank:
            kept -= bonus
        power = points * outlook.stake[nation] / outlook.factor_points
        return power + bonus * outlook.cash + kept * outlook.money[nation]

    def _ending(self, state: State) -> float:
        """Whether the government wins if this taxation ends the game."""
        ended = state.copy()
        tax(ended)
        mine = 0
        best = 0
        for player in range(self.rules.players):
            score = score_of(ended, player)
            if player == state.actor:
                mine = score
            else:
                best = max(best, score)
        if mine > best:
            return WIN + mine - best
        hope = max(0.0, 1.0 - state.round / HOPELESS)
        return WIN * (1.0 - 2.0 * hope) + (mine - best) * hope

    def _interest(self, state: State) -> float:
        """Interest paid to all, rivals counted against it (Rules: 3.15)."""
        received, covered = interest_left(state), interest_covered(state)
        others = interest_due(state, state.nation)
        paid = received + others - covered
        rivals = others / (self.rules.players - 1)
        cash = (received - covered - rivals) * self.outlook.cash
        return cash - paid * self.outlook.money[state.nation]

    def _investing(self, state: State) -> float:
        """The holder of the investor card gets money (R-INV-4); what he buys is worth its price."""
        if not self.rules.has_investor_card:
            return 0.0
        gain = self.rules.investor_bonus * self.outlook.cash
        return gain if state.card == state.actor else -gain / (self.rules.players - 1)

    def _factory(self, state: State) -> float:
        """Two millions of revenue and a unit at each production, for five."""
        if not could_build(state):
            return 0.0
        gift = factory_shortfall(state) * self.outlook.cash
        return max(0.0, self.factory_worth(state.nation) - gift)

    def factory_worth(self, nation: int) -> float:
        """What another factory of a nation is worth, its price paid by the treasury."""
        outlook, rules = self.outlook, self.rules
        units = outlook.taxations[nation] * outlook.unit[nation]
        taxes = rules.tax_per_factory * outlook.tax_worth[nation]
        return taxes + units - rules.factory_cost * outlook.money[nation]

    def _produced(self, state: State) -> int:
        occupied = self.outlook.occupied[state.nation]
        armies, fleets = output_of(state, state.factories_outside(state.nation, occupied))
        return armies + fleets

    def _new_unit(self, state: State) -> float:
        idle = self.regions.idle_units(state)
        return self.outlook.unit[state.nation] * IDLE_UNITS / (IDLE_UNITS + idle)
