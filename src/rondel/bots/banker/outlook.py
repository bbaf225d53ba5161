"""The banker's outlook: how the game will go on from a position, and what things are worth in it.

Everything is in millions of final score. The forecast knows nothing of moves: it carries the
present pace of every nation forward to the end of the game.
"""

from __future__ import annotations

from typing import Final

from rondel.engine import NOBODY, RuleSet, State, bonus_due, revenue_from, soldiers_pay_of

TURNS_PER_TAXATION: Final = 3.5
"""A nation that pays for no extra step goes round the rondel of eight in about three turns."""
GROWTH: Final = 4.5
"""Revenue a nation at the start of the power track still gains before a typical taxation."""
TURNS_PER_PAYOUT: Final = 5.0
"""Governments stop on Investor about every fifth turn, if the treasury can pay."""
MOST_ROUNDS: Final = 16.0
"""No game lasts longer than so many rounds more: nations grow faster than at their first pace."""
LEAST_ROUNDS: Final = 0.5
"""The game is never taken to end before half a round has passed."""
INTEREST_SHARE: Final = 0.3
"""Part of a treasury's money that reaches the bond holders as interest in the end."""
GOVERNMENT_USE: Final = 0.3
"""What a million in the treasury is worth to the government beside: it builds and imports."""
USABLE: Final = 8.0
"""A government finds use for about so many millions; what lies beyond them idles."""
REINVESTED: Final = 1.3
"""What a million in cash gains in a young game: it buys bonds."""
YOUNG: Final = 8.0
"""Rounds still to go in a young game."""
UNIT_SHARE: Final = 0.5
"""A unit is worth a part of the flag it may win: it needs a Maneuver, and may find no region."""
REVENUE_REACH: Final = 3
"""The slope of the tax chart is taken over the next so many millions of revenue."""
LOST_POINTS: Final = 2.0
"""Points beyond a step of the factor count nothing: two on average."""


class Outlook:
    """Forecast of one position, and worths in it for one player; used again and again."""

    def __init__(self, rules: RuleSet) -> None:
        nations = rules.nations
        self.rules = rules
        self.taxation_slot: int = rules.slot_actions.index("taxation")
        self.power_of: list[int] = rules.tax_power
        """Revenue -> power points of a taxation."""
        self.bonus_of: list[int] = rules.tax_bonus
        self.factor_points: float = rules.end_points / rules.power_factor[rules.end_points]
        """Power points for one step of the power factor."""
        self.revenue: list[int] = [0] * nations
        self.occupied: list[int] = [0] * nations
        """Nation -> its home provinces that hold a hostile army."""
        self.taxations: list[float] = [0.0] * nations
        """Taxations a nation will still have."""
        self.factor: list[float] = [0.0] * nations
        """Power factor expected at the end."""
        self.payouts: list[float] = [0.0] * nations
        """How often a nation will still pay its interest."""
        self.interest_total: list[int] = [0] * nations
        self.rounds: float = 0.0
        """Rounds the game will still last."""
        self.cash: float = 1.0
        """Worth of a million in a player's hand."""
        self.flowing: list[float] = [0.0] * nations
        """Part of a treasury's money that can still be paid out before the end."""
        self.stake: list[float] = [0.0] * nations
        """Interest of the player in a nation, less the average of his rivals'."""
        self.money: list[float] = [0.0] * nations
        """Worth of a million in a nation's treasury."""
        self.tax_worth: list[float] = [0.0] * nations
        """Worth of one million more revenue, for the rest of the game."""
        self.unit: list[float] = [0.0] * nations
        """Worth of one more unit of a nation."""

    # The forecast -------------------------------------------------------------------------------

    def forecast(self, state: State) -> None:
        """Carries every nation's present pace forward to the end of the game."""
        rules = self.rules
        gains = [0.0] * rules.nations
        first = [0.0] * rules.nations
        rounds = MOST_ROUNDS
        for nation in range(rules.nations):
            self._count(state, nation)
            power = state.power[nation]
            grown = self.revenue[nation] + GROWTH * (1.0 - power / rules.end_points)
            gains[nation] = self._power_at(grown)
            first[nation] = self._turns_to_taxation(state, nation)
            if state.government[nation] != NOBODY and gains[nation] > 0.0:
                needed = (rules.end_points - power) / gains[nation]
                turns = first[nation] + TURNS_PER_TAXATION * max(0.0, needed - 1.0)
                rounds = min(rounds, turns)
        self.rounds = max(LEAST_ROUNDS, rounds)
        self.cash = 1.0 + REINVESTED * min(1.0, self.rounds / YOUNG)
        for nation in range(rules.nations):
            self._carry_forward(state, nation, gains[nation], first[nation])

    def _count(self, state: State, nation: int) -> None:
        occupied = state.occupied(nation)
        working = state.factories_outside(nation, occupied)
        self.occupied[nation] = occupied
        self.revenue[nation] = revenue_from(state, nation, working)
        self.interest_total[nation] = state.total_interest(nation)

    def _power_at(self, revenue: float) -> float:
        low = int(revenue)
        part = revenue - low
        return self.power_of[low] * (1.0 - part) + self.power_of[low + 1] * part

    def _turns_to_taxation(self, state: State, nation: int) -> float:
        marker = state.marker[nation]
        if marker == NOBODY:
            return TURNS_PER_TAXATION
        slots = len(self.rules.slots)
        steps = (self.taxation_slot - marker + slots - 1) % slots + 1
        return (steps + self.rules.free_steps - 1) // self.rules.free_steps

    def _carry_forward(self, state: State, nation: int, gain: float, first: float) -> None:
        rules = self.rules
        taxations = max(0.0, 1.0 + (self.rounds - first) / TURNS_PER_TAXATION)
        self.taxations[nation] = taxations
        power = state.power[nation] + taxations * gain
        if power >= rules.end_points:
            self.factor[nation] = rules.power_factor[rules.end_points]
        else:
            factor = (power - LOST_POINTS) / self.factor_points
            self.factor[nation] = max(float(rules.power_factor[state.power[nation]]), factor)
        pay = soldiers_pay_of(state, nation)
        income = max(0.0, taxations * (self.revenue[nation] - pay))
        self._pay_out(nation, state.treasury[nation] + income)

    def _pay_out(self, nation: int, money: float) -> None:
        """How much of the money a nation has and will have reaches the bond holders."""
        payouts = self.rounds / TURNS_PER_PAYOUT
        due = payouts * self.interest_total[nation]
        if due > money:
            self.payouts[nation] = money / self.interest_total[nation]
            self.flowing[nation] = 1.0
        else:
            self.payouts[nation] = payouts
            self.flowing[nation] = due / money if money > 0.0 else 1.0

    # What things are worth to a player ----------------------------------------------------------

    def look(self, state: State, player: int) -> None:
        """The forecast, and from it the worths for one player."""
        self.forecast(state)
        for nation in range(self.rules.nations):
            self._weigh(state, player, nation)

    def _weigh(self, state: State, player: int, nation: int) -> None:
        own = state.interest(player, nation)
        total = self.interest_total[nation]
        governs = state.government[nation] == player
        stake = own - (total - own) / (self.rules.players - 1)
        self.stake[nation] = stake
        money = INTEREST_SHARE * self.flowing[nation] * stake / total if total else 0.0
        if governs:
            money += GOVERNMENT_USE * USABLE / (USABLE + state.treasury[nation])
        self.money[nation] = money
        revenue = self.revenue[nation]
        points = (self.power_of[revenue + REVENUE_REACH] - self.power_of[revenue]) / REVENUE_REACH
        bonus = 0.0
        if governs:
            bonus = (
                self.bonus_of[revenue + REVENUE_REACH] - self.bonus_of[revenue]
            ) / REVENUE_REACH
        worth = points * stake / self.factor_points + money + bonus
        self.tax_worth[nation] = self.taxations[nation] * worth
        self.unit[nation] = UNIT_SHARE * self.tax_worth[nation]

    # The position as a whole --------------------------------------------------------------------

    def bond_worth(self, nation: int) -> float:
        """What each million of interest on a nation's bonds will still bring."""
        return self.factor[nation] + self.payouts[nation] * self.cash

    def government_income(self, state: State, nation: int) -> float:
        """Success bonuses the government of a nation will still receive."""
        revenue = self.revenue[nation]
        if self.rules.bonus_by_increase:
            rise = bonus_due(state, nation, revenue + int(GROWTH))
            return float(rise) if self.taxations[nation] > 0.0 else 0.0
        return self.taxations[nation] * bonus_due(state, nation, revenue)

    def final_score(self, state: State, player: int) -> float:
        """The score a player is expected to end with; `forecast` or `look` comes first."""
        score = float(state.cash[player])
        for nation in range(self.rules.nations):
            interest = state.interest(player, nation)
            if interest:
                score += interest * self.bond_worth(nation)
            if state.government[nation] == player:
                score += self.government_income(state, nation)
        return score
