"""A position as a row of bytes, seen by one player: `features` tells what stands where."""

from __future__ import annotations

from typing import Final

from rondel.engine import decisions
from rondel.engine.encoding.features import (
    CASH,
    DECISIONS,
    IMPORT,
    INTEREST,
    ON,
    PRICE,
    ROUND,
    SHARE,
    TURN,
    UNIT,
    Section,
    sections_of,
)
from rondel.engine.encoding.nations import NationRows
from rondel.engine.encoding.planes import Plane, capped, ones
from rondel.engine.model.actions import MAX_PLAYERS, PIECES
from rondel.engine.model.board import size_of
from rondel.engine.model.ruleset import RuleSet
from rondel.engine.model.state import NOBODY, State
from rondel.engine.steps.armies import reach
from rondel.engine.steps.fleets import reach as sea_reach
from rondel.engine.steps.rondel import slot_price

OUT_OF_REACH: Final = -1


def first_nation(state: State) -> int:
    """The nation that an encoded position begins with: the one decided for, or on turn."""
    return state.about if state.about != NOBODY else max(0, state.nation)


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
        self._nations = NationRows(rules)
        self._slot = ones(len(rules.slots))
        self._phase = ones(len(decisions.PHASES))
        self._kind = ones(DECISIONS)
        self._piece = ones(PIECES)
        self._land_units, self._lands = Plane(board.land_count, UNIT), Plane(board.land_count, ON)
        self._home_units, self._homes = Plane(homes, UNIT), Plane(homes, ON)
        self._sea_units, self._seas = Plane(seas, UNIT), Plane(seas, ON)
        self._neutral = Plane(board.region_count - homes, ON)
        self._regions = Plane(board.region_count, ON)
        self._canals = Plane(len(board.canals), ON)
        self._still = bytes(self.sections[-1].width)
        self._ports_at: int = self.sections[5].start + self.sections[5].offset("ports")
        self._maneuver_at: int = self.sections[6].start

    def write(self, state: State, seat: int, buffer: bytearray | memoryview, at: int) -> None:
        """Writes what the player in a seat sees into `size` bytes of a buffer from `at` on."""
        first = first_nation(state)
        parts: list[bytes] = [self._rules]
        parts.append(bytes(self._players(state, seat)))
        for k in range(self.rules.nations):
            self._nations.add(state, seat, (first + k) % self.rules.nations, parts)
        self._add_turn(state, parts)
        self._add_units(state, first, parts)
        self._add_board(state, parts)
        maneuvers = decisions.FLEET_ORDER <= state.kind <= decisions.ARMY_ORDER
        if maneuvers:
            self._add_maneuver(state, parts)
        else:
            parts.append(self._still)
        buffer[at : at + self.size] = b"".join(parts)
        self._write_full_ports(state, buffer, at + self._ports_at)
        if maneuvers:
            self._write_fresh_stacks(state, buffer, at + self._maneuver_at)

    def encoded(self, state: State, seat: int) -> bytes:
        """What the player in a seat sees, as a value of its own."""
        buffer = bytearray(self.size)
        self.write(state, seat, buffer, 0)
        return bytes(buffer)

    # Players -------------------------------------------------------------------------------------

    def _players(self, state: State, seat: int) -> list[int]:
        players = len(state.players)
        secret = self.rules.options.secret_cash and state.kind != decisions.GAME_OVER
        turns = _turns(state)
        ties_from = state.ties_from if state.kind == decisions.INVEST else NOBODY
        found: list[int] = []
        for k in range(players):
            player = (seat + k) % players
            hidden = secret and k > 0
            cash = 0 if hidden else state.cash[player]
            found.append(ON)
            found.append(ON if player == state.actor else 0)
            found.append(capped(cash * CASH))
            found.append(capped(cash))
            found.append(ON if hidden else 0)
            found.append(ON if player == state.card else 0)
            found.append(ON if state.banks >> player & 1 else 0)
            self._add_wealth(state, player, found)
            found.append(capped(turns[player] * TURN))
            found.append(ON if player == ties_from else 0)
        found += [0] * ((MAX_PLAYERS - players) * self.sections[1].width)
        return found

    def _add_wealth(self, state: State, player: int, found: list[int]) -> None:
        """Governments, points, interest and credit of a player."""
        bonds, first = self.rules.bonds, player * self.rules.nations
        governed = points = interest = credit = 0
        for nation in range(self.rules.nations):
            held = state.held[first + nation]
            if held:
                bears = bonds.interest[held]
                interest += bears
                points += bears * state.power_factor(nation)
                credit += bonds.credit[held]
                if state.government[nation] == player:
                    governed += 1
        found.append(governed * SHARE)
        found.append(capped(points))
        found.append(capped(interest * INTEREST))
        found.append(capped(credit))

    # Turn and board ------------------------------------------------------------------------------

    def _add_turn(self, state: State, parts: list[bytes]) -> None:
        kind, chosen = state.kind, state.phase > decisions.SLOT
        maneuvers = decisions.FLEET_ORDER <= kind <= decisions.ARMY_ORDER
        parts.append(self._phase[state.phase])
        parts.append(self._kind[NOBODY if kind == decisions.GAME_OVER else kind])
        parts.append(self._slot[state.announced if chosen else NOBODY])
        found = self._prices(state)
        found.append(capped(state.round * ROUND))
        found.append(ON if chosen and state.passed_investor else 0)
        found.append(ON if state.reviving else 0)
        found.append(state.imports_left * IMPORT if kind == decisions.IMPORT_UNIT else 0)
        found.append(capped(len(state.convoys) * UNIT) if maneuvers else 0)
        parts.append(bytes(found))
        arrived = maneuvers and state.place != NOBODY
        parts.append(self._piece[state.piece if arrived else NOBODY])

    def _prices(self, state: State) -> list[int]:
        """What each slot costs the nation on turn."""
        found: list[int] = []
        for slot in range(len(self.rules.slots)):
            price = slot_price(state, slot)
            found.append(ON if price == OUT_OF_REACH else min(price * PRICE, ON - 1))
        return found

    def _add_units(self, state: State, first: int, parts: list[bytes]) -> None:
        board, nations = self.rules.board, self.rules.nations
        for k in range(nations):
            nation = (first + k) % nations
            row = state.unit_rows[nation]
            if not row:
                state.unit_rows[nation] = row = self._units(state, nation)
            parts.append(row)
            parts.append(self._neutral.row(state.flags[nation] >> board.home_count))

    def _units(self, state: State, nation: int) -> bytes:
        """The units of a nation: one in each region, and then those with more."""
        board, homes, lands = self.rules.board, self.rules.board.home_count, self._lands.size
        army_at, friend_at = state.army_at[nation], state.friend_at[nation]
        fleet_at, seas = state.fleet_at[nation], self.rules.board.seas
        rows = [
            self._land_units.row(army_at),
            self._home_units.row(friend_at),
            self._sea_units.row(fleet_at >> board.land_count),
        ]
        found = bytearray(b"".join(rows))
        if state.army_count[nation] > size_of(army_at) + size_of(friend_at):
            self._write_counts(state.armies, nation * lands, army_at, found, 0)
            self._write_counts(state.friends, nation * lands, friend_at, found, lands)
        if state.fleet_count[nation] > size_of(fleet_at):
            start = nation * board.region_count
            self._write_counts(state.fleets, start, fleet_at & seas, found, homes)
        return bytes(found)

    def _add_board(self, state: State, parts: list[bytes]) -> None:
        board, kind = self.rules.board, state.kind
        ports = 0
        for places in state.fleet_at:
            ports |= places
        parts.append(self._homes.row(state.factories))
        parts.append(self._home_units.row(ports & board.all_homes))
        parts.append(self._homes.row(state.invaded))
        parts.append(self._homes.row(state.used if kind == decisions.PRODUCE else 0))
        parts.append(self._lands.row(reach(state)))
        parts.append(self._seas.row(sea_reach(state) >> board.land_count))

    def _add_maneuver(self, state: State, parts: list[bytes]) -> None:
        board = self.rules.board
        embarked = landed = refused = 0
        for starts, ends, _ in state.convoys:
            embarked |= starts
            landed |= ends
        for canal, origins in enumerate(state.refused):
            if origins:
                refused |= 1 << canal
        parts.append(self._land_units.row(state.fresh_army_at))
        parts.append(self._home_units.row(state.fresh_friend_at))
        parts.append(self._sea_units.row(state.fresh_fleet_at >> board.land_count))
        parts.append(self._home_units.row(state.fresh_fleet_at & board.all_homes))
        parts.append(self._seas.row(embarked >> board.land_count))
        parts.append(self._seas.row(landed >> board.land_count))
        parts.append(self._canals.row(state.open_canals))
        parts.append(self._canals.row(refused))
        self._add_order(state, parts)

    def _add_order(self, state: State, parts: list[bytes]) -> None:
        """Canals asked for, and where a unit comes from and arrives."""
        table = self.rules.table
        asked = origin = 0
        place = 0 if state.place == NOBODY else 1 << state.place
        if state.kind == decisions.CANAL_CONSENT:
            for canal in state.canals:
                asked |= 1 << canal
            if state.order < table.army_move:
                start, end = table.split_fleet_move(state.order)
            else:
                start, end, _, _ = table.split_army_move(state.order)
            origin, place = 1 << start, 1 << end
        parts.append(self._canals.row(asked))
        parts.append(self._regions.row(origin))
        parts.append(self._regions.row(place))

    # Several units in one region -----------------------------------------------------------------

    def _write_full_ports(self, state: State, buffer: bytearray | memoryview, at: int) -> None:
        """The row of ports has one fleet for each; here are those with more."""
        board = self.rules.board
        for nation in range(self.rules.nations):
            ports = state.fleet_at[nation] & board.all_homes
            if ports and state.fleet_count[nation] > 1:
                start = nation * board.region_count
                self._write_counts(state.fleets, start, ports, buffer, at)

    def _write_fresh_stacks(self, state: State, buffer: bytearray | memoryview, at: int) -> None:
        board = self.rules.board
        homes, lands, seas = board.home_count, board.land_count, board.sea_count
        fleets, places = state.fresh_fleets, state.fresh_fleet_at
        self._write_counts(state.fresh_armies, 0, state.fresh_army_at, buffer, at)
        self._write_counts(state.fresh_friends, 0, state.fresh_friend_at, buffer, at + lands)
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


def _turns(state: State) -> list[int]:
    """How often each player is still to decide."""
    turns = [0] * len(state.players)
    if state.kind == decisions.INVEST:
        for turn in state.queue:
            turns[turn >> 3] += 1
    elif state.kind in (decisions.DRAFT_BOND, decisions.SWISS_FORCE):
        for player in state.queue:
            turns[player] += 1
    return turns
