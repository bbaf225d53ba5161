"""A position as a vector of numbers, seen from one seat.

Players come in the order of play from the observer on, so that he is always the first; nations
and regions keep their numbers. Values are not scaled: money in millions, counts, power points,
and 1 or 0 for yes or no.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rondel.engine import FLEET, KINDS, NOBODY, RuleSet, State, decisions

Floats = npt.NDArray[np.float32]

HIDDEN = -1.0
"""In place of cash that the observer may not see."""

PIECES = FLEET + 1
DECISIONS = len(KINDS) - 1
"""The kinds of decisions that can be pending; a donation never is."""


class Block(NamedTuple):
    """One part of the vector."""

    name: str
    start: int
    """Where it begins in the vector."""
    shape: tuple[int, ...]
    """Its shape; the last dimension runs fastest."""

    @property
    def stop(self) -> int:
        """Where the next one begins."""
        return self.start + prod(self.shape)


def layout(rules: RuleSet) -> list[Block]:
    """The blocks of an observation, in order and without gaps."""
    blocks: list[Block] = []
    start = 0
    for name, shape in _shapes(rules).items():
        blocks.append(Block(name, start, shape))
        start = blocks[-1].stop
    return blocks


def _shapes(rules: RuleSet) -> dict[str, tuple[int, ...]]:
    board = rules.board
    players, nations, slots = rules.players, rules.nations, len(rules.slots)
    homes, lands, seas = board.home_count, board.land_count, board.sea_count
    regions, canals = board.region_count, len(board.canals)
    return {
        "cash": (players,),
        "held": (players, nations, len(rules.bonds.values)),
        "government": (nations, players),
        "card": (players,),
        "banks": (players,),
        "treasury": (nations,),
        "power": (nations,),
        "tax_marker": (nations,),
        "marker": (nations, slots),
        "factories": (homes,),
        "flags": (nations, regions - homes),
        "armies": (nations, lands),
        "friends": (nations, homes),
        "fleets": (nations, seas),
        "port_fleets": (homes,),
        "round": (1,),
        "nation": (nations,),
        "last_nation": (nations,),
        "phase": (len(decisions.PHASES),),
        "announced": (slots,),
        "passed_investor": (1,),
        "decision": (DECISIONS,),
        "actor": (players,),
        "about": (nations,),
        "queue": (players,),
        "ties_from": (players,),
        "round_for": (nations,),
        "reviving": (1,),
        "traded": (nations,),
        "used": (homes,),
        "imports_left": (1,),
        "fresh_armies": (lands,),
        "fresh_friends": (homes,),
        "fresh_fleets": (seas,),
        "fresh_port_fleets": (homes,),
        "convoy_from": (seas,),
        "convoy_to": (seas,),
        "open_canals": (canals,),
        "refused": (canals, regions),
        "canals": (canals,),
        "order_from": (regions,),
        "order_to": (regions,),
        "place": (regions,),
        "piece": (PIECES,),
        "unasked": (nations,),
    }


class Observer:
    """Writes positions of one rule set as vectors."""

    def __init__(self, rules: RuleSet) -> None:
        self.blocks = layout(rules)
        """What the vector holds."""
        self.size: int = self.blocks[-1].stop
        """Its length."""
        self._rules = rules
        self._at = {block.name: block.start for block in self.blocks}
        self._part = {block.name: slice(block.start, block.stop) for block in self.blocks}
        sets = np.arange(rules.bond_stock + 1, dtype=np.uint16)
        values = np.arange(len(rules.bonds.values))
        self._bonds = (sets[:, None] >> values & 1).astype(np.float32)

    def write(self, state: State, seat: int, out: Floats) -> None:
        """Writes what the player in a seat sees; `out` has the length `size`."""
        out[:] = 0
        self._write_money(state, seat, out)
        self._write_nations(state, seat, out)
        self._write_board(state, out)
        self._write_turn(state, out)
        if state.kind != decisions.GAME_OVER:
            self._write_decision(state, seat, out)

    # Parts ---------------------------------------------------------------------------------------

    def _mark(self, out: Floats, name: str, place: int) -> None:
        """Writes a 1 at a place of a block, none for NOBODY."""
        if place != NOBODY:
            out[self._at[name] + place] = 1

    def _mark_player(self, out: Floats, name: str, player: int, seat: int) -> None:
        if player != NOBODY:
            out[self._at[name] + (player - seat) % self._rules.players] = 1

    def _mark_set(self, out: Floats, start: int, members: int) -> None:
        """Writes a 1 for each member of a set, counted from a place of the vector."""
        for member in self._rules.board.members(members):
            out[start + member] = 1

    # Money and paper -----------------------------------------------------------------------------

    def _write_money(self, state: State, seat: int, out: Floats) -> None:
        cash = self._part["cash"]
        out[cash] = _from(state.cash, seat)
        if self._rules.options.secret_cash and state.kind != decisions.GAME_OVER:
            out[cash.start + 1 : cash.stop] = HIDDEN
        held = _from(state.held, seat * self._rules.nations)
        out[self._part["held"]] = self._bonds[held].ravel()
        self._mark_player(out, "card", state.card, seat)
        banks, players = self._at["banks"], self._rules.players
        if self._rules.has_swiss_banks:
            out[banks : banks + players] = [
                state.banks >> (seat + k) % players & 1 for k in range(players)
            ]

    def _write_nations(self, state: State, seat: int, out: Floats) -> None:
        part, players, slots = self._part, self._rules.players, len(self._rules.slots)
        out[part["treasury"]] = state.treasury
        out[part["power"]] = state.power
        out[part["tax_marker"]] = state.tax_marker
        for nation, government in enumerate(state.government):
            if government != NOBODY:
                place = nation * players + (government - seat) % players
                out[self._at["government"] + place] = 1
        for nation, slot in enumerate(state.marker):
            if slot != NOBODY:
                out[self._at["marker"] + nation * slots + slot] = 1

    # Board ---------------------------------------------------------------------------------------

    def _write_board(self, state: State, out: Floats) -> None:
        """Set by set: far fewer regions hold something than not."""
        at, board = self._at, self._rules.board
        neutral = board.region_count - board.home_count
        self._mark_set(out, at["factories"], state.factories)
        for nation in range(self._rules.nations):
            flags = at["flags"] + nation * neutral - board.home_count
            self._mark_set(out, flags, state.flags[nation])
            self._write_units(state, nation, out)

    def _write_units(self, state: State, nation: int, out: Floats) -> None:
        at, board = self._at, self._rules.board
        homes, lands, seas = board.home_count, board.land_count, board.sea_count
        row = nation * lands
        for region in board.members(state.army_at[nation]):
            out[at["armies"] + row + region] = state.armies[row + region]
        for region in board.members(state.friend_at[nation]):
            out[at["friends"] + nation * homes + region] = state.friends[row + region]
        row = nation * board.region_count
        for region in board.members(state.fleet_at[nation]):
            if region < homes:
                out[at["port_fleets"] + region] = state.fleets[row + region]
            else:
                place = nation * seas + region - lands
                out[at["fleets"] + place] = state.fleets[row + region]

    # Turn and pending decision -------------------------------------------------------------------

    def _write_turn(self, state: State, out: Floats) -> None:
        at = self._at
        out[at["round"]] = state.round
        out[at["nation"] + state.nation] = 1
        self._mark(out, "last_nation", state.last_nation)
        out[at["phase"] + state.phase] = 1
        if state.phase > decisions.SLOT:
            self._mark(out, "announced", state.announced)
            out[at["passed_investor"]] = state.passed_investor

    def _write_decision(self, state: State, seat: int, out: Floats) -> None:
        out[self._at["decision"] + state.kind] = 1
        self._mark_player(out, "actor", state.actor, seat)
        self._mark(out, "about", state.about)
        match state.kind:
            case decisions.DRAFT_BOND | decisions.SWISS_FORCE:
                self._write_queue(state.queue, seat, out)
            case decisions.INVEST:
                self._write_investment(state, seat, out)
            case decisions.PRODUCE:
                self._mark_set(out, self._at["used"], state.used)
            case decisions.IMPORT_UNIT:
                out[self._at["imports_left"]] = state.imports_left
            case _:
                if state.phase == decisions.ACTION:
                    self._write_maneuver(state, out)

    def _write_queue(self, queue: Sequence[int], seat: int, out: Floats) -> None:
        for player in queue:
            out[self._at["queue"] + (player - seat) % self._rules.players] += 1

    def _write_investment(self, state: State, seat: int, out: Floats) -> None:
        self._write_queue([turn >> 3 for turn in state.queue], seat, out)
        self._mark_player(out, "ties_from", state.ties_from, seat)
        self._mark(out, "round_for", state.round_for)
        out[self._at["reviving"]] = state.reviving
        self._mark_set(out, self._at["traded"], state.traded)

    def _write_maneuver(self, state: State, out: Floats) -> None:
        self._write_fresh(state, out)
        lands = self._rules.board.land_count
        for starts, ends, _ in state.convoys:
            self._count_set(out, self._at["convoy_from"] - lands, starts)
            self._count_set(out, self._at["convoy_to"] - lands, ends)
        self._write_canals(state, out)
        if state.place != NOBODY:
            self._mark(out, "place", state.place)
            self._mark(out, "piece", state.piece)
            if state.kind != decisions.ARRIVAL:
                self._mark_set(out, self._at["unasked"], state.unasked)

    def _write_fresh(self, state: State, out: Floats) -> None:
        at, board = self._at, self._rules.board
        for region in board.members(state.fresh_army_at):
            out[at["fresh_armies"] + region] = state.fresh_armies[region]
        for region in board.members(state.fresh_friend_at):
            out[at["fresh_friends"] + region] = state.fresh_friends[region]
        for region in board.members(state.fresh_fleet_at):
            in_port = region < board.home_count
            start = at["fresh_port_fleets"] if in_port else at["fresh_fleets"] - board.land_count
            out[start + region] = state.fresh_fleets[region]

    def _count_set(self, out: Floats, start: int, members: int) -> None:
        for member in self._rules.board.members(members):
            out[start + member] += 1

    def _write_canals(self, state: State, out: Floats) -> None:
        at, regions = self._at, self._rules.board.region_count
        self._mark_set(out, at["open_canals"], state.open_canals)
        for canal, origins in enumerate(state.refused):
            self._mark_set(out, at["refused"] + canal * regions, origins)
        if state.kind != decisions.CANAL_CONSENT:
            return
        for canal in state.canals:
            self._mark(out, "canals", canal)
        table = self._rules.table
        if state.order < table.army_move:
            origin, end = table.split_fleet_move(state.order)
        else:
            origin, end = table.split_army_move(state.order)[:2]
        self._mark(out, "order_from", origin)
        self._mark(out, "order_to", end)


def _from(values: list[int], first: int) -> list[int]:
    """The values in a circle, beginning with one."""
    return values[first:] + values[:first]
