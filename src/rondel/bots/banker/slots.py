"""Which slot of the rondel: what its action brings now, and what comes within reach after it."""

from __future__ import annotations

from typing import Final

from rondel.bots.banker.outlook import FACTOR_POINTS, Outlook
from rondel.bots.banker.regions import Regions
from rondel.engine import NOBODY, RuleSet, State, price_of, score_of

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
        marker, stop = state.marker[state.nation], self.rules.investor_slot
        steps = 0 if marker == NOBODY else (slot - marker) % self.count
        worth = self.gain[slot] - price_of(state, steps) * self.outlook.cash
        if marker != NOBODY and 0 < (stop - marker) % self.count < steps:
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
            units = min(self.rules.import_limit, state.treasury[state.nation])
            self.units[slot] = units
            cost = self.outlook.money[state.nation] * self.rules.unit_cost
            self.gain[slot] = units * max(0.0, self._new_unit(state) - cost)

    def _taxation(self, state: State) -> float:
        """Power for the bonds, the bonus, and what stays in the treasury (Rules: 3.18, 3.19)."""
        outlook, rules, nation = self.outlook, self.rules, state.nation
        revenue = outlook.revenue[nation]
        points = min(outlook.power_of[revenue], rules.end_points - state.power[nation])
        self.ends = points > 0 and state.power[nation] + points >= rules.end_points
        bonus = outlook.bonus_of[revenue]
        if rules.bonus_by_increase:
            bonus = max(0, outlook.field_of[revenue] - state.tax_marker[nation])
        kept = revenue - state.army_count[nation] - state.fleet_count[nation]
        least = 0 if rules.pay_out_of_revenue else -state.treasury[nation]
        kept = max(least, kept)
        if not rules.bonus_from_bank:
            bonus = min(bonus, state.treasury[nation] + kept)
            kept -= bonus
        if self.ends:
            return self._ending(state, points, bonus)
        power = points * outlook.stake[nation] / FACTOR_POINTS
        return power + bonus * outlook.cash + kept * outlook.money[nation]

    def _ending(self, state: State, points: int, bonus: int) -> float:
        """Whether the government would win if this taxation ended the game."""
        factors, power = self.rules.power_factor, state.power[state.nation]
        rise = factors[self.rules.end_points] - factors[power]
        mine = 0
        best = 0
        for player in range(self.rules.players):
            score = score_of(state, player) + rise * state.interest(player, state.nation)
            if player == state.actor:
                mine = score + bonus
            else:
                best = max(best, score)
        if mine > best:
            return WIN + mine - best
        hope = max(0.0, 1.0 - state.round / HOPELESS)
        return WIN * (1.0 - 2.0 * hope) + (mine - best) * hope

    def _interest(self, state: State) -> float:
        """Interest paid to all, rivals counted against it (Rules: 3.15)."""
        nation, player = state.nation, state.actor
        own = state.interest(player, nation)
        others = self.outlook.interest_total[nation] - own
        treasury = state.treasury[nation]
        received = min(own, max(0, treasury - others))
        covered = max(0, others - treasury)
        paid = received + others - covered
        rivals = others / (self.rules.players - 1)
        cash = (received - covered - rivals) * self.outlook.cash
        return cash - paid * self.outlook.money[nation]

    def _investing(self, state: State) -> float:
        """The holder of the investor card gets money (R-INV-4); what he buys is worth its price."""
        if not self.rules.has_investor_card:
            return 0.0
        gain = self.rules.investor_bonus * self.outlook.cash
        return gain if state.card == state.actor else -gain / (self.rules.players - 1)

    def _factory(self, state: State) -> float:
        """Two millions of revenue and a unit at each production, for five."""
        rules, nation = self.rules, state.nation
        sites = rules.board.home[nation] & ~state.factories & ~self.outlook.occupied[nation]
        missing = max(0, rules.factory_cost - state.treasury[nation])
        if not sites or missing > (state.cash[state.actor] if rules.may_donate else 0):
            return 0.0
        return max(0.0, self.factory_worth(nation) - missing * self.outlook.cash)

    def factory_worth(self, nation: int) -> float:
        """What another factory of a nation is worth, its price paid by the treasury."""
        outlook, rules = self.outlook, self.rules
        units = outlook.taxations[nation] * outlook.unit[nation]
        taxes = rules.tax_per_factory * outlook.tax_worth[nation]
        return taxes + units - rules.factory_cost * outlook.money[nation]

    def _produced(self, state: State) -> int:
        rules, nation = self.rules, state.nation
        working = state.factories & rules.board.home[nation] & ~self.outlook.occupied[nation]
        fleets = (working & rules.board.shipyards).bit_count()
        armies = working.bit_count() - fleets
        return min(fleets, state.fleets_left(nation)) + min(armies, state.armies_left(nation))

    def _new_unit(self, state: State) -> float:
        idle = self.regions.idle_units(state)
        return self.outlook.unit[state.nation] * IDLE_UNITS / (IDLE_UNITS + idle)
