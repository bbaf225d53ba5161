"""What writes positions and legal actions into buffers: `features` tells what stands where.

This is the plain form, and the reference. The compiled form of this module is `writer.c`, which
writes the same bytes.
"""

from __future__ import annotations

from array import array

from rondel.engine import decisions
from rondel.engine.encoding.features import (
    DECISIONS,
    IMPORT,
    ON,
    PRICE,
    ROUND,
    UNIT,
    first_nation,
)
from rondel.engine.encoding.nations import NationRows
from rondel.engine.encoding.planes import capped, ones, row_of
from rondel.engine.encoding.players import player_row, turns_left
from rondel.engine.model.actions import MAX_PLAYERS, PIECES
from rondel.engine.model.ruleset import RuleSet
from rondel.engine.model.state import NOBODY, State
from rondel.engine.steps.armies import reach
from rondel.engine.steps.fleets import reach as sea_reach
from rondel.engine.steps.rondel import slot_price

OUT_OF_REACH = -1


class Writer:
    """Writes positions of one rule set."""

    def __init__(self, rules: RuleSet, options: bytes, size: int, /) -> None:
        """The options are written as they are given; `size` is that of a position, in bytes."""
        self._rules, self._options, self._size = rules, options, size
        self._nations = NationRows(rules)
        self._slot = ones(len(rules.slots))
        self._phase = ones(len(decisions.PHASES))
        self._kind = ones(DECISIONS)
        self._piece = ones(PIECES)
        self._region = ones(rules.board.region_count)

    def write(self, state: State, seat: int, buffer: bytearray | memoryview, at: int, /) -> None:
        """Writes what the player in a seat sees into a buffer from `at` on.

        Raises: IndexError if there is no such seat, ValueError if there is no room.
        """
        if not 0 <= seat < self._rules.players:
            raise IndexError(f"no seat {seat}")
        if at < 0 or at + self._size > len(buffer):
            raise ValueError("there is no room for the position")
        maneuvers = decisions.FLEET_ORDER <= state.kind <= decisions.ARMY_ORDER
        parts = [
            self._options,
            *self._players(state, seat),
            *[self._nations.row(state, seat, nation) for nation in self._order(state)],
            *self._turn(state, maneuvers),
            *self._forces(state),
            *self._board(state),
            *(self._maneuver(state) if maneuvers else []),
        ]
        buffer[at : at + self._size] = b"".join(parts).ljust(self._size, b"\0")

    def _order(self, state: State) -> list[int]:
        """The nations in the order in which they are written."""
        nations, first = self._rules.nations, first_nation(state)
        return [(first + k) % nations for k in range(nations)]

    def _players(self, state: State, seat: int) -> list[bytes]:
        players, turns = self._rules.players, turns_left(state)
        secret = self._rules.options.secret_cash and state.kind != decisions.GAME_OVER
        rows = [
            player_row(state, (seat + k) % players, secret and k > 0, turns) for k in range(players)
        ]
        return [*rows, bytes(len(rows[0]) * (MAX_PLAYERS - players))]

    # Turn and board ------------------------------------------------------------------------------

    def _turn(self, state: State, maneuvers: bool) -> list[bytes]:
        kind, chosen = state.kind, state.phase > decisions.SLOT
        arrived = maneuvers and state.place != NOBODY
        found = [
            *self._slot_prices(state),
            capped(state.round * ROUND),
            ON if chosen and state.passed_investor else 0,
            ON if state.reviving else 0,
            state.imports_left * IMPORT if kind == decisions.IMPORT_UNIT else 0,
            capped(len(state.convoys) * UNIT) if maneuvers else 0,
        ]
        return [
            self._phase[state.phase],
            self._kind[NOBODY if kind == decisions.GAME_OVER else kind],
            self._slot[state.announced if chosen else NOBODY],
            bytes(found),
            self._piece[state.piece if arrived else NOBODY],
        ]

    def _slot_prices(self, state: State) -> list[int]:
        """What each slot costs the nation on turn."""
        prices = [slot_price(state, slot) for slot in range(len(self._rules.slots))]
        return [ON if price == OUT_OF_REACH else min(price * PRICE, ON - 1) for price in prices]

    def _forces(self, state: State) -> list[bytes]:
        """The units and flags of all nations."""
        board, parts = self._rules.board, list[bytes]()
        for nation in self._order(state):
            lands, regions = nation * board.land_count, nation * board.region_count
            parts += [
                self._units(state.armies, lands, state.army_at[nation], 0, board.land_count),
                self._units(state.friends, lands, state.friend_at[nation], 0, board.home_count),
                self._at_sea(state.fleets, regions, state.fleet_at[nation]),
                row_of(
                    state.flags[nation] >> board.home_count, board.region_count - board.home_count
                ),
            ]
        return parts

    def _units(self, counts: list[int], start: int, places: int, first: int, size: int) -> bytes:
        """How many units stand in `size` regions from `first` on."""
        found = bytearray(size)
        for region in self._rules.board.members(places >> first):
            found[region] = capped(counts[start + first + region] * UNIT)
        return bytes(found)

    def _at_sea(self, counts: list[int], start: int, places: int) -> bytes:
        board = self._rules.board
        return self._units(counts, start, places, board.land_count, board.sea_count)

    def _board(self, state: State) -> list[bytes]:
        board = self._rules.board
        homes, used = board.home_count, state.used if state.kind == decisions.PRODUCE else 0
        return [
            row_of(state.factories, homes),
            self._ports(state),
            row_of(state.invaded, homes),
            row_of(used, homes),
            row_of(reach(state) | sea_reach(state), board.region_count),
        ]

    def _ports(self, state: State) -> bytes:
        """The fleets in port."""
        board = self._rules.board
        found = bytearray(board.home_count)
        for nation, places in enumerate(state.fleet_at):
            for region in board.members(places & board.all_homes):
                found[region] = capped(state.fleets[nation * board.region_count + region] * UNIT)
        return bytes(found)

    # Maneuver ------------------------------------------------------------------------------------

    def _maneuver(self, state: State) -> list[bytes]:
        board, fleets = self._rules.board, state.fresh_fleets
        homes, ports = board.home_count, state.fresh_fleet_at & board.all_homes
        return [
            self._units(state.fresh_armies, 0, state.fresh_army_at, 0, board.land_count),
            self._units(state.fresh_friends, 0, state.fresh_friend_at, 0, homes),
            self._at_sea(fleets, 0, state.fresh_fleet_at),
            self._units(fleets, 0, ports, 0, homes),
            *self._convoys(state),
            *self._canals(state),
            *self._pending(state),
        ]

    def _convoys(self, state: State) -> list[bytes]:
        """The seas where convoys may have started and landed."""
        board, embarked, landed = self._rules.board, 0, 0
        for starts, ends, _ in state.convoys:
            embarked |= starts
            landed |= ends
        return [row_of(seas >> board.land_count, board.sea_count) for seas in (embarked, landed)]

    def _canals(self, state: State) -> list[bytes]:
        """The canals that are open, refused and asked for."""
        refused, asked = 0, 0
        for canal, origins in enumerate(state.refused):
            if origins:
                refused |= 1 << canal
        if state.kind == decisions.CANAL_CONSENT:
            for canal in state.canals:
                asked |= 1 << canal
        canals = len(self._rules.board.canals)
        return [row_of(some, canals) for some in (state.open_canals, refused, asked)]

    def _pending(self, state: State) -> list[bytes]:
        """Where a unit comes from and arrives."""
        table = self._rules.table
        origin, place = NOBODY, state.place
        if state.kind == decisions.CANAL_CONSENT:
            if state.order < table.army_move:
                origin, place = table.split_fleet_move(state.order)
            else:
                origin, place, _, _ = table.split_army_move(state.order)
        return [self._region[origin], self._region[place]]


def write_legal(states: list[State], stride: int, ids: memoryview, counts: memoryview, /) -> int:
    """As `positions.write_legal` says."""
    if len(states) > len(counts) or len(states) * stride > len(ids):
        raise ValueError("there is no room for so many positions")
    used = 0
    for i, state in enumerate(states):
        legal = state.legal[:stride] if stride else state.legal
        at = i * stride if stride else used
        if at + len(legal) > len(ids):
            raise ValueError("there is no room for so many legal actions")
        ids[at : at + len(legal)] = array("i", legal)
        counts[i] = len(legal)
        used += len(legal)
    return used
