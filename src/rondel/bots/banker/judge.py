"""The banker's judgement of every decision, by action ids: fast enough for playouts."""

from __future__ import annotations

from typing import Final

from rondel.bots.banker.bonds import Bonds
from rondel.bots.banker.outlook import Outlook
from rondel.bots.banker.regions import UNKNOWN, Regions
from rondel.bots.banker.slots import Slots
from rondel.engine import (
    FLEET,
    FRIENDLY,
    HOSTILE,
    PIECES,
    RuleSet,
    State,
    answer,
    decisions,
    donate,
    factory_shortfall,
)

SLIGHTLY: Final = 0.01
"""What decides between equals: to produce everywhere at once, to give an army before a fleet."""
ASKING: Final = 0.1
"""Part of a move's worth that is left when another must allow it."""
CANAL: Final = 0.5
"""A flag that controls a canal is worth half a flag more."""
DEFENCE: Final = 0.2
"""Part of a flag's worth for fighting off a unit that comes to it."""
SUPERFLUOUS: Final = 0.4
"""Part of a unit's worth that is left when nothing waits to be won where it can go."""
FLEET_FIRST: Final = 1.2
"""A fleet is worth more than an army: it wins a sea, and carries armies later."""
CROWD: Final = 0.3
"""How much less an army is worth for each that stands in its province already."""
ON_THE_BORDER: Final = 0.8
"""Part of a factory's worth that is left with rivals' units next door."""
OPEN_PORT: Final = 1.1
"""A shipyard is worth more where its sea is still to be won."""
OTHER_ACTION: Final = 0.5
"""What an action other than Taxation brings a nation, in millions of revenue."""


class Judge:
    """Worths of legal actions for whoever decides; it holds no position, only room to think."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.table = rules.table
        self.board = rules.board
        self.outlook = Outlook(rules)
        self.regions = Regions(rules, self.outlook)
        self.slots = Slots(rules, self.outlook, self.regions)
        self.bonds = Bonds(rules, self.outlook)

    def choose(self, state: State) -> int:
        """The best legal action; the first of several equals."""
        legal = state.legal
        if len(legal) == 1:
            return legal[0]
        self._prepare(state)
        best = legal[0]
        most = UNKNOWN
        for id in legal:
            worth = self._worth(state, id)
            if worth > most:
                most = worth
                best = id
        return best

    def play(self, state: State) -> None:
        """Carries the best action out, after a gift that pays."""
        gift = self.gift(state)
        if gift:
            donate(state, state.actor, state.nation, gift)
        answer(state, self.choose(state))

    def gift(self, state: State) -> int:
        """What the actor should give the active nation first: what its factory lacks, if any."""
        if state.kind != decisions.BUILD_FACTORY or len(state.legal) > 1:
            return 0
        self.outlook.look(state, state.actor)
        missing = factory_shortfall(state)
        worth = self.slots.factory_worth(state.nation) - missing * self.outlook.cash
        return missing if worth > 0.0 else 0

    def worths(self, state: State) -> list[float]:
        """The worth of each legal action, in their order."""
        self._prepare(state)
        return [self._worth(state, id) for id in state.legal]

    def values(self, state: State) -> list[float]:
        """The score each player is expected to end with, by seat."""
        self.outlook.forecast(state)
        return [self.outlook.final_score(state, player) for player in range(self.rules.players)]

    def _prepare(self, state: State) -> None:
        self.outlook.look(state, state.actor)
        self.regions.look(state, state.nation)
        if state.kind == decisions.CHOOSE_SLOT:
            self.slots.prepare(state)

    def _worth(self, state: State, id: int) -> float:
        kind = state.kind
        if kind == decisions.ARMY_ORDER:
            return self._army_order(state, id)
        if kind == decisions.FLEET_ORDER:
            return self._fleet_order(state, id)
        if kind == decisions.CHOOSE_SLOT:
            return self.slots.worth(state, id - self.table.slot)
        if kind == decisions.ARRIVAL:
            return self._arrival(state, id)
        if kind == decisions.INVEST:
            return self._investment(state, id)
        if kind == decisions.PRODUCE:
            return self._production(state, id)
        if kind == decisions.IMPORT_UNIT:
            return self._import(state, id)
        if kind == decisions.BATTLE_DEMAND:
            return self._demand(state, id)
        if kind == decisions.BUILD_FACTORY:
            return self._factory(state, id)
        return self._seldom(state, id)

    def _seldom(self, state: State, id: int) -> float:
        kind = state.kind
        if kind == decisions.SWISS_FORCE:
            return self._force(state, id)
        if kind == decisions.CANAL_CONSENT:
            return self.outlook.unit[state.nation] if id == self.table.allow else 0.0
        if kind == decisions.PLACE_FLAG:
            return self._flag(id)
        if kind == decisions.DRAFT_BOND:
            return self._draft(state, id)
        return self._next_asked(id)

    # Building ----------------------------------------------------------------------------------

    def _factory(self, state: State, id: int) -> float:
        if id == self.table.decline:
            return 0.0
        province = id - self.table.build
        worth = self.slots.factory_worth(state.nation)
        if self._has_neighbours(province, self.regions.rivals):
            worth *= ON_THE_BORDER
        if self.board.shipyards >> province & 1 and self._port_is_open(province):
            worth *= OPEN_PORT
        return worth

    def _has_neighbours(self, province: int, units: int) -> bool:
        return bool(self.board.land_next[province] & units)

    def _port_is_open(self, province: int) -> bool:
        return bool(self.regions.open >> self.board.port_sea[province] & 1)

    def _production(self, state: State, id: int) -> float:
        table = self.table
        if id == table.produce_done:
            return 0.0
        if id == table.produce_all:
            return self.outlook.unit[state.nation] + SLIGHTLY
        return self.outlook.unit[state.nation]

    def _import(self, state: State, id: int) -> float:
        table, nation = self.table, state.nation
        if id == table.import_done:
            return 0.0
        province, unit = (id - table.imports) >> 1, (id - table.imports) & 1
        worth = self._new_fleet(state, province) if unit else self._new_army(state, province)
        return worth - self.rules.unit_cost * self.outlook.money[nation]

    def _new_fleet(self, state: State, province: int) -> float:
        nation = state.nation
        worth = self.outlook.unit[nation]
        if not self._port_is_open(province):
            worth *= SUPERFLUOUS
        waiting = state.fleets[nation * self.board.region_count + province]
        return worth * FLEET_FIRST / (1 + waiting)

    def _new_army(self, state: State, province: int) -> float:
        nation, outlook = state.nation, self.outlook
        occupied = outlook.occupied[nation]
        ends = self.board.land_ends(nation, occupied)[province]
        ends |= self.regions.landings(state, self.board.coasts(nation, occupied)[province])
        wanted = (ends & self.regions.open).bit_count()
        waiting = (state.army_at[nation] & self.board.home[nation]).bit_count()
        worth = outlook.unit[nation]
        if wanted <= waiting:
            worth *= SUPERFLUOUS
        here = state.armies[nation * self.board.land_count + province]
        return worth / (1 + CROWD * here)

    # Moving ------------------------------------------------------------------------------------

    def _fleet_order(self, state: State, id: int) -> float:
        table = self.table
        if id == table.fleet_done:
            return 0.0
        if id >= table.fleet_attack:
            sea, enemy = table.split_fleet_attack(id)
            return self.regions.battle(state, sea, enemy)
        origin, target = table.split_fleet_move(id)
        return self.regions.move(state, origin, target)

    def _army_order(self, state: State, id: int) -> float:
        table = self.table
        if id < table.army_attack:
            origin, end, _, sequence = table.split_army_move(id)
            worth = self.regions.move(state, origin, end)
            return ASKING * worth if sequence and worth > 0.0 else worth
        if id == table.army_done:
            return 0.0
        if id >= table.destroy:
            return self.regions.destruction(state, id - table.destroy)
        if id >= table.set_stance:
            place = id - table.set_stance
            return self.regions.stance(state, place >> 1, FRIENDLY if place & 1 else HOSTILE)
        region, _, enemy, _ = table.split_army_attack(id)
        return self.regions.battle(state, region, enemy)

    def _arrival(self, state: State, id: int) -> float:
        table, regions, place = self.table, self.regions, state.place
        if id < table.stay:
            return regions.battle(state, place, (id - table.arrival_attack) // PIECES)
        if id == table.enter_hostile:
            return regions.occupation(state, place)
        return 0.0

    def _demand(self, state: State, id: int) -> float:
        """Whether to give a unit for the one that has come (R-BAT-7)."""
        if id == self.table.no_demand:
            return 0.0
        own, place, outlook = state.about, state.place, self.outlook
        worth = -outlook.unit[own] - outlook.unit[state.nation]
        if self.board.owner[place] == own and state.piece == HOSTILE:
            worth += self.regions.province(state, own, place)
        elif state.flags[own] >> place & 1:
            worth += DEFENCE * outlook.tax_worth[own]
        if id == self.table.demand + FLEET:
            worth -= SLIGHTLY
        return worth

    # Other answers -----------------------------------------------------------------------------

    def _investment(self, state: State, id: int) -> float:
        table, bonds = self.table, self.rules.bonds
        if id == table.invest_pass:
            return 0.0
        if id >= table.upgrade:
            nation, old, new = table.split_upgrade(id)
            value = bonds.values[new] - bonds.values[old]
            interest = bonds.interests[new] - bonds.interests[old]
            return self.bonds.purchase(state, nation, value, interest)
        nation = (id - table.buy) // table.values
        bond = (id - table.buy) % table.values
        return self.bonds.purchase(state, nation, bonds.values[bond], bonds.interests[bond])

    def _draft(self, state: State, id: int) -> float:
        if id == self.table.draft_pass:
            return 0.0
        bonds, bond = self.rules.bonds, id - self.table.draft_value
        return self.bonds.purchase(state, state.nation, bonds.values[bond], bonds.interests[bond])

    def _force(self, state: State, id: int) -> float:
        """Interest now instead of the slot announced (Rules: 2.3)."""
        if id == self.table.no_force:
            return 0.0
        nation = state.nation
        received = self.outlook.stake[nation] * (1.0 - self.outlook.money[nation])
        return received - self._announced(state)

    def _announced(self, state: State) -> float:
        """What the announced action of somebody else's nation is worth to the actor."""
        if self.slots.actions[state.announced] != "taxation":
            return self.outlook.tax_worth[state.nation] * OTHER_ACTION
        power = self.outlook.power_of[self.outlook.revenue[state.nation]]
        return power * self.outlook.stake[state.nation] / self.outlook.factor_points

    def _flag(self, id: int) -> float:
        region = id - self.table.flag + self.board.home_count
        for canal in self.board.canals:
            if canal.controlled_by == region:
                return 1.0 + CANAL
        return 1.0

    def _next_asked(self, id: int) -> float:
        """First whoever has least reason to fight: the nation whose units are worth most."""
        return self.outlook.unit[id - self.table.ask]
