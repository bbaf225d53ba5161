"""A position as a row of bytes, seen by one player: `features` tells what stands where."""

from __future__ import annotations

from typing import Final

from rondel.engine import decisions
from rondel.engine.encoding.features import (
    DECISIONS,
    IMPORT,
    ON,
    PRICE,
    ROUND,
    UNIT,
    Section,
    sections_of,
)
from rondel.engine.encoding.nations import NationRows, first_nation
from rondel.engine.encoding.planes import Plane, capped, ones
from rondel.engine.encoding.players import PlayerRows
from rondel.engine.model.actions import MAX_PLAYERS, PIECES
from rondel.engine.model.board import size_of
from rondel.engine.model.ruleset import RuleSet
from rondel.engine.model.seen import Standings
from rondel.engine.model.state import NOBODY, State
from rondel.engine.steps.armies import reach
from rondel.engine.steps.fleets import reach as sea_reach
from rondel.engine.steps.rondel import slot_price

OUT_OF_REACH: Final = -1


class Encoder:
    """Writes positions of one rule set.

    Players come in the order of play beginning with the one who looks, nations in the order of
    turns beginning with `first_nation`, regions in the order of the board.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.sections: list[Section] = sections_of(rules.table)
        """What is written, in order."""
        self.size: int = self.sections[-1].stop
        """Bytes of a position."""
        board = rules.board
        homes, seas = board.home_count, board.sea_count
        self._rules = bytes([ON if on else 0 for on in _options(rules)])
        self._players = PlayerRows(rules, self.sections[1].width)
        self._nations = NationRows(rules)
        self._slot = ones(len(rules.slots))
        self._phase = ones(len(decisions.PHASES))
        self._kind = ones(DECISIONS)
        self._piece = ones(PIECES)
        self._region = ones(board.region_count)
        self._factors: int = max(rules.power_factor) + 1
        self._prices: list[bytes] = [b""] * ((len(rules.slots) + 1) * self._factors)
        """What slots cost, by marker and power factor; filled in as it is met."""
        self._land_units, self._home_units = Plane(board.land_count, UNIT), Plane(homes, UNIT)
        self._sea_units, self._seas = Plane(seas, UNIT), Plane(seas, ON)
        self._homes = Plane(homes, ON)
        self._regions = Plane(board.region_count, ON)
        self._canals = Plane(len(board.canals), ON)
        self._still = bytes(self.sections[-1].width)
        self._maneuver_at: int = self.sections[6].start

    def write(self, state: State, seat: int, buffer: bytearray | memoryview, at: int) -> None:
        """Writes what the player in a seat sees into `size` bytes of a buffer from `at` on."""
        papers, standings = self._nations.papers(state), self._nations.standings(state)
        wealth = self._players.wealth(state, papers, standings)
        parts: list[bytes] = [
            self._rules,
            self._players.purses(state, seat, wealth),
            self._nations.powers(state, seat, papers, standings),
        ]
        maneuvers = decisions.FLEET_ORDER <= state.kind <= decisions.ARMY_ORDER
        self._add_turn(state, maneuvers, parts)
        self._add_units(state, standings, parts)
        self._add_board(state, standings, parts)
        if maneuvers:
            self._add_maneuver(state, parts)
        else:
            parts.append(self._still)
        buffer[at : at + self.size] = b"".join(parts)
        if maneuvers:
            self._write_fresh_stacks(state, buffer, at + self._maneuver_at)

    def encoded(self, state: State, seat: int) -> bytes:
        """What the player in a seat sees, as a value of its own."""
        buffer = bytearray(self.size)
        self.write(state, seat, buffer, 0)
        return bytes(buffer)

    # Turn and board ------------------------------------------------------------------------------

    def _add_turn(self, state: State, maneuvers: bool, parts: list[bytes]) -> None:
        kind, chosen = state.kind, state.phase > decisions.SLOT
        parts.append(self._phase[state.phase])
        parts.append(self._kind[NOBODY if kind == decisions.GAME_OVER else kind])
        parts.append(self._slot[state.announced if chosen else NOBODY])
        parts.append(self._slot_prices(state))
        found = [
            capped(state.round * ROUND),
            ON if chosen and state.passed_investor else 0,
            ON if state.reviving else 0,
            state.imports_left * IMPORT if kind == decisions.IMPORT_UNIT else 0,
            capped(len(state.convoys) * UNIT) if maneuvers else 0,
        ]
        parts.append(bytes(found))
        arrived = maneuvers and state.place != NOBODY
        parts.append(self._piece[state.piece if arrived else NOBODY])

    def _slot_prices(self, state: State) -> bytes:
        """What each slot costs the nation on turn."""
        nation = state.nation
        i = (state.marker[nation] + 1) * self._factors + state.power_factor(nation)
        row = self._prices[i]
        if not row:
            found: list[int] = []
            for slot in range(len(self.rules.slots)):
                price = slot_price(state, slot)
                found.append(ON if price == OUT_OF_REACH else min(price * PRICE, ON - 1))
            self._prices[i] = row = bytes(found)
        return row

    def _add_units(self, state: State, standings: Standings, parts: list[bytes]) -> None:
        nations, nation = self.rules.nations, first_nation(state)
        for _i in range(nations):
            row = state.unit_rows[nation]
            if not row:
                row = self._units(state, nation)
                state.unit_rows[nation] = row
            parts.append(row)
            parts.append(standings.flag_rows[nation])
            nation = nation + 1 if nation + 1 < nations else 0

    def _units(self, state: State, nation: int) -> bytes:
        """The units of a nation: one in each region, and then those with more."""
        board, lands = self.rules.board, self.rules.board.land_count
        army_at, friend_at = state.army_at[nation], state.friend_at[nation]
        fleet_at = state.fleet_at[nation]
        parts: list[bytes] = []
        self._land_units.add(army_at, parts)
        self._home_units.add(friend_at, parts)
        self._sea_units.add(fleet_at >> lands, parts)
        row = b"".join(parts)
        stacked = state.army_count[nation] > size_of(army_at) + size_of(friend_at)
        sails_together = state.fleet_count[nation] > size_of(fleet_at)
        if not (stacked or sails_together):
            return row
        found = bytearray(row)
        if stacked:
            self._write_counts(state.armies, nation * lands, army_at, found, 0)
            self._write_counts(state.friends, nation * lands, friend_at, found, lands)
        if sails_together:
            start, homes = nation * board.region_count, board.home_count
            self._write_counts(state.fleets, start, fleet_at & board.seas, found, homes)
        return bytes(found)

    def _add_board(self, state: State, standings: Standings, parts: list[bytes]) -> None:
        if not state.port_row:
            state.port_row = self._ports(state)
        parts.append(standings.board)
        parts.append(state.port_row)
        parts.append(standings.occupied)
        self._homes.add(state.used if state.kind == decisions.PRODUCE else 0, parts)
        self._regions.add(reach(state) | sea_reach(state), parts)

    def _ports(self, state: State) -> bytes:
        """The fleets in port."""
        board, ports = self.rules.board, 0
        for places in state.fleet_at:
            ports |= places
        found = bytearray(self._home_units.row(ports & board.all_homes))
        for nation in range(self.rules.nations):
            ports = state.fleet_at[nation] & board.all_homes
            if ports and state.fleet_count[nation] > 1:
                self._write_counts(state.fleets, nation * board.region_count, ports, found, 0)
        return bytes(found)

    def _add_maneuver(self, state: State, parts: list[bytes]) -> None:
        board = self.rules.board
        embarked = landed = refused = 0
        for starts, ends, _ in state.convoys:
            embarked |= starts
            landed |= ends
        for canal, origins in enumerate(state.refused):
            if origins:
                refused |= 1 << canal
        self._land_units.add(state.fresh_army_at, parts)
        self._home_units.add(state.fresh_friend_at, parts)
        self._sea_units.add(state.fresh_fleet_at >> board.land_count, parts)
        self._home_units.add(state.fresh_fleet_at & board.all_homes, parts)
        self._seas.add(embarked >> board.land_count, parts)
        self._seas.add(landed >> board.land_count, parts)
        self._canals.add(state.open_canals, parts)
        self._canals.add(refused, parts)
        self._add_order(state, parts)

    def _add_order(self, state: State, parts: list[bytes]) -> None:
        """Canals asked for, and where a unit comes from and arrives."""
        table = self.rules.table
        asked, origin, place = 0, NOBODY, state.place
        if state.kind == decisions.CANAL_CONSENT:
            for canal in state.canals:
                asked |= 1 << canal
            if state.order < table.army_move:
                origin, place = table.split_fleet_move(state.order)
            else:
                origin, place, _, _ = table.split_army_move(state.order)
        self._canals.add(asked, parts)
        parts.append(self._region[origin])
        parts.append(self._region[place])

    # Several units in one region -----------------------------------------------------------------

    def _write_fresh_stacks(self, state: State, buffer: bytearray | memoryview, at: int) -> None:
        board, nation = self.rules.board, state.nation
        homes, lands, seas = board.home_count, board.land_count, board.sea_count
        armies, friends = state.fresh_army_at, state.fresh_friend_at
        fleets, places = state.fresh_fleets, state.fresh_fleet_at
        standing = size_of(state.army_at[nation]) + size_of(state.friend_at[nation])
        if state.army_count[nation] > standing:
            self._write_counts(state.fresh_armies, 0, armies, buffer, at)
            self._write_counts(state.fresh_friends, 0, friends, buffer, at + lands)
        if state.fleet_count[nation] > size_of(state.fleet_at[nation]):
            self._write_counts(fleets, 0, places & board.seas, buffer, at + homes)
            port_row = at + lands + homes + seas
            self._write_counts(fleets, 0, places & board.all_homes, buffer, port_row)

    def _write_counts(
        self,
        counts: list[int],
        start: int,
        places: int,
        buffer: bytearray | memoryview,
        at: int,
    ) -> None:
        """Writes the counts above 1 of some regions; region 0 would be at `at`."""
        for region in self.rules.board.members(places):
            count = counts[start + region]
            if count > 1:
                buffer[at + region] = capped(count * UNIT)


def _options(rules: RuleSet) -> list[bool]:
    options = rules.options
    return [
        *[rules.players == number for number in range(2, MAX_PLAYERS + 1)],
        options.setup == "draft",
        rules.has_investor_card,
        rules.bonus_by_increase,
        rules.bank_may_force,
        rules.extra_investment,
        rules.pays_available,
        rules.may_donate,
        rules.may_donate_to_any,
        rules.may_change_stance,
        rules.mover_chooses,
        options.secret_cash,
        options.edition == "later",
    ]
