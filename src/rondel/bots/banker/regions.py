"""What regions are worth to the units of the active nation: flags, factories, defence."""

from __future__ import annotations

from typing import Final

from rondel.bots.banker.outlook import Outlook
from rondel.engine import HOSTILE, NOBODY, Board, RuleSet, State

UNKNOWN: Final = -1.0e9
"""In place of a worth: not yet judged."""
FACTORY_TAXES: Final = 1.5
"""A working factory counts as so many millions of revenue: two of tax, and what it makes."""
BARE_PROVINCE: Final = 0.3
"""The same for a province without factory: no import, no rail, no building there."""
SURVIVES: Final = 0.35
"""A chance that an army lives on where a rival's unit may demand battle."""
NEXT_DOOR: Final = 0.2
"""Part of a flag's worth for standing next to a region that can be won later."""
GUARD: Final = 0.25
"""Part of a flag's worth for the last unit that guards it against a unit next door."""
SECOND_WAVE: Final = 0.3
"""Part of a flag's worth for an attack that clears the way for another unit."""
LIBERATION: Final = 0.7
"""Chance that a Maneuver frees an occupied factory."""


class Regions:
    """The board in the eyes of the active nation's government; `look` comes before the rest."""

    def __init__(self, rules: RuleSet, outlook: Outlook) -> None:
        self.rules = rules
        self.board: Board = rules.board
        self.outlook = outlook
        self.nation: int = 0
        self.foreign: int = 0
        """Regions with a unit of another nation."""
        self.rivals: int = 0
        """Regions with a unit of a nation somebody else governs."""
        self.open: int = 0
        """Neutral regions where a unit that enters wins a flag."""
        self._blank: list[float] = [UNKNOWN] * self.board.region_count
        self._enter: list[float] = []
        self._leave: list[float] = []

    def look(self, state: State, nation: int) -> None:
        """Takes in the board for a nation; region by region it is judged when asked."""
        self.nation = nation
        self.foreign = self.rivals = 0
        for other in range(self.rules.nations):
            if other != nation:
                self.foreign |= state.present[other]
                if state.government[other] != state.government[nation]:
                    self.rivals |= state.present[other]
        taken = state.flags[nation] | self.foreign | state.present[nation]
        self.open = self.board.neutral & ~taken
        if not state.flags_left(nation):
            self.open = 0
        self._enter = self._blank[:]
        self._leave = self._blank[:]

    # A Maneuver as a whole ----------------------------------------------------------------------

    def idle_units(self, state: State) -> int:
        """Units of the nation that stand at home, waiting."""
        here = state.present[self.nation] & self.board.home[self.nation]
        return here.bit_count()

    def maneuver_worth(self, state: State) -> float:
        """Flags a Maneuver would win now, and factories it would free."""
        nation, outlook = self.nation, self.outlook
        seas = self._sea_targets(state)
        lands = self._land_targets(state)
        won = min(state.fleet_count[nation], seas.bit_count())
        won += min(state.army_count[nation], lands.bit_count())
        worth = won * outlook.tax_worth[nation]
        targets = seas | lands
        if won:
            worth += won * self._taken_from_rivals(state, targets) / targets.bit_count()
        lost = outlook.occupied[nation] & state.factories
        if lost and state.army_count[nation]:
            worth += LIBERATION * FACTORY_TAXES * outlook.tax_worth[nation] * lost.bit_count()
        return max(0.0, worth)

    def _sea_targets(self, state: State) -> int:
        board, found = self.board, 0
        for origin in board.members(state.fleet_at[self.nation]):
            found |= board.fleet_next[origin]
        return found & self.open

    def _land_targets(self, state: State) -> int:
        nation, board, found = self.nation, self.board, 0
        occupied = self.outlook.occupied[nation]
        ends, coasts, starts = board.land_ends(nation, occupied), board.coasts(nation, occupied), 0
        for origin in board.members(state.army_at[nation] | state.friend_at[nation]):
            found |= ends[origin]
            starts |= coasts[origin]
        return (found | self.landings(state, starts)) & self.open

    def landings(self, state: State, starts: int) -> int:
        """Where convoys could bring armies that embark in one of these seas."""
        nation = self.nation
        at_sea = state.fleet_at[nation] & self.board.seas
        if not at_sea & starts:
            return 0
        seas = self.rules.lanes.reach(starts, at_sea, 0)
        return self.board.landings(nation, seas, self.outlook.occupied[nation])

    def _taken_from_rivals(self, state: State, targets: int) -> float:
        """What the flags of others in these regions are worth to lose."""
        worth = 0.0
        for other in range(self.rules.nations):
            if other != self.nation:
                flags = (state.flags[other] & targets).bit_count()
                worth -= flags * self.outlook.tax_worth[other]
        return worth

    # Single orders ------------------------------------------------------------------------------

    def move(self, state: State, origin: int, end: int) -> float:
        """What moving a unit is worth."""
        if self._enter[end] == UNKNOWN:
            self._enter[end] = self._judge_entry(state, end)
        if self._leave[origin] == UNKNOWN:
            self._leave[origin] = self._judge_leaving(state, origin)
        return self._enter[end] - self._leave[origin]

    def _judge_entry(self, state: State, end: int) -> float:
        bit, board = 1 << end, self.board
        owner = board.owner[end]
        if self.open & bit:
            return self.flag(state, end) + self._position(end)
        if owner == self.nation:
            return self._home(state, end)
        if owner != NOBODY:
            return self._abroad(state, end)
        if self.foreign & bit:
            return max(0.0, self.fight(state, end)) + self._position(end)
        return self._position(end)

    def _judge_leaving(self, state: State, origin: int) -> float:
        """What a unit's place is worth to it: a position, a flag to guard, a factory held."""
        board, nation, bit = self.board, self.nation, 1 << origin
        if board.owner[origin] == nation:
            return self._position(origin)
        if board.owner[origin] != NOBODY:
            i = nation * board.land_count + origin
            if state.army_at[nation] & bit and state.armies[i] == 1:
                return self.occupation(state, origin)
            return 0.0
        worth = self._position(origin)
        if state.flags[nation] & bit and self._is_alone(state, origin):
            next_door = board.land_next[origin] | board.sea_next[origin]
            if self.rivals & next_door:
                worth += GUARD * self.outlook.tax_worth[nation]
        return worth

    def _is_alone(self, state: State, region: int) -> bool:
        board, nation = self.board, self.nation
        if region >= board.land_count:
            return state.fleets[nation * board.region_count + region] == 1
        i = nation * board.land_count + region
        return state.armies[i] == 1

    def _position(self, region: int) -> float:
        """Standing next to regions that can still be won."""
        board = self.board
        if region < board.land_count:
            reach = board.land_next[region] & self.open
        else:
            reach = (board.sea_next[region] | board.land_next[region]) & self.open
        if not reach:
            return 0.0
        return NEXT_DOOR * self.outlook.tax_worth[self.nation]

    def flag(self, state: State, region: int) -> float:
        """Placing a flag, and taking it from whoever has one there."""
        worth = self.outlook.tax_worth[self.nation]
        for other in range(self.rules.nations):
            if state.flags[other] >> region & 1 and other != self.nation:
                worth -= self.outlook.tax_worth[other]
        return worth

    def _home(self, state: State, end: int) -> float:
        """Own provinces: only one that is occupied needs the army."""
        if self.outlook.occupied[self.nation] >> end & 1:
            return self.province(state, self.nation, end)
        return self._position(end)

    def _abroad(self, state: State, end: int) -> float:
        """Entering hostile, with a chance that a defender demands battle."""
        worth = self.occupation(state, end)
        if worth > 0.0 and self.rivals >> end & 1:
            return SURVIVES * worth
        return worth

    def occupation(self, state: State, province: int) -> float:
        """What a hostile army in a province of another nation brings its government."""
        owner = self.board.owner[province]
        others = 0
        for nation in range(self.rules.nations):
            if nation != owner and nation != self.nation:
                others |= state.army_at[nation]
        if others >> province & 1 or state.is_last_factory(province):
            return 0.0
        return -self.province(state, owner, province)

    def province(self, state: State, nation: int, province: int) -> float:
        """What a home province free of hostile armies is worth."""
        share = FACTORY_TAXES if state.factories >> province & 1 else BARE_PROVINCE
        return share * self.outlook.tax_worth[nation]

    def fight(self, state: State, place: int) -> float:
        """The best battle a unit of the nation could fight in a region."""
        best = UNKNOWN
        for enemy in range(self.rules.nations):
            if enemy != self.nation and state.present[enemy] >> place & 1:
                best = max(best, self.battle(state, place, enemy))
        return best

    def battle(self, state: State, place: int, enemy: int) -> float:
        """One unit of each side gone: what that is worth, and what it opens."""
        outlook, bit = self.outlook, 1 << place
        worth = -outlook.unit[self.nation] - outlook.unit[enemy]
        if self._units(state, enemy, place) > 1:
            return worth
        owner = self.board.owner[place]
        if owner == self.nation:
            if state.army_at[enemy] & bit:
                worth += self.province(state, self.nation, place)
        elif owner == NOBODY and self._holds_after(state, place, enemy):
            worth += self.flag(state, place)
        elif owner == NOBODY and state.flags[enemy] & bit:
            worth += SECOND_WAVE * self.flag(state, place)
        return worth

    def _holds_after(self, state: State, place: int, enemy: int) -> bool:
        """Whether another own unit would be alone there, without a flag so far."""
        bit = 1 << place
        if state.flags[self.nation] & bit or not state.present[self.nation] & bit:
            return False
        for other in range(self.rules.nations):
            if other not in (self.nation, enemy) and state.present[other] & bit:
                return False
        return True

    def _units(self, state: State, nation: int, region: int) -> int:
        board = self.board
        count = state.fleets[nation * board.region_count + region]
        if region < board.land_count:
            i = nation * board.land_count + region
            count += state.armies[i] + state.friends[i]
        return count

    def destruction(self, state: State, province: int) -> float:
        """Three armies for a rival's factory (R-DES)."""
        price = self.rules.armies_to_destroy * self.outlook.unit[self.nation]
        return -self.province(state, self.board.owner[province], province) - price

    def stance(self, state: State, province: int, stance: int) -> float:
        """Turning an army hostile, or friendly."""
        worth = self.occupation(state, province)
        return worth if stance == HOSTILE else -worth
