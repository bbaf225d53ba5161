"""A nation's row of an encoded position, put together from parts that are remembered.

Most decisions change little of most nations. So each part is remembered by the few numbers that
it follows from, packed into one, and is worked out only where it has not been met yet.
"""

from __future__ import annotations

from typing import Final

from rondel.engine import decisions
from rondel.engine.encoding.features import (
    BUILDING,
    CREDIT,
    FACTOR,
    FIELD,
    INTEREST,
    ON,
    PIECE,
    POINTS,
    SHARE,
    TREASURY,
    TREASURY_COARSE,
    passing,
)
from rondel.engine.encoding.planes import Plane, capped, ones
from rondel.engine.encoding.prospects import taxation_bytes
from rondel.engine.model.actions import MAX_PLAYERS
from rondel.engine.model.board import size_of
from rondel.engine.model.memo import remember
from rondel.engine.model.ruleset import RuleSet
from rondel.engine.model.state import NOBODY, State
from rondel.engine.steps.investor import interest_due

MOST_ROWS: Final = 60_000
"""Parts of rows that are remembered, of each kind."""

EIGHT: Final = 8
MANY: Final = 32
"""More than any number that is packed with it: of nations or factories; of pieces or fields."""


class NationRows:
    """Writes what concerns one nation, for positions of one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._nation = ones(rules.nations)
        self._slot = ones(len(rules.slots))
        self._player = ones(MAX_PLAYERS)
        self._bonds = Plane(rules.table.values, ON)
        self._sets: int = 1 << rules.table.values
        """How many sets of bonds there are."""
        self._idle = bytes(len(passing()))
        self._known_turns: dict[int, bytes] = {}
        self._known_papers: dict[int, bytes] = {}
        self._known_states: dict[int, bytes] = {}

    def add(self, state: State, seat: int, nation: int, parts: list[bytes]) -> None:
        """Adds the row of a nation, seen by the player in a seat."""
        parts.append(self._turn(state, nation))
        parts.append(self._papers(state, seat, nation))
        parts.append(self._standing(state, nation))
        parts.append(self._passing(state, nation))

    # The order of turns --------------------------------------------------------------------------

    def _turn(self, state: State, nation: int) -> bytes:
        key = nation * MANY + state.marker[nation] + 1
        key = key * EIGHT + state.nation + 1
        key = (key * EIGHT + state.about + 1) * EIGHT + state.last_nation + 1
        known = self._known_turns.get(key)
        if known is None:
            known = remember(self._known_turns, key, self._turn_anew(state, nation), MOST_ROWS)
        return known

    def _turn_anew(self, state: State, nation: int) -> bytes:
        found = [
            (nation - state.nation) % self.rules.nations * SHARE,
            ON if nation == state.nation else 0,
            ON if nation == state.about else 0,
            ON if nation == state.last_nation else 0,
        ]
        return self._nation[nation] + self._slot[state.marker[nation]] + bytes(found)

    # Bonds and the government --------------------------------------------------------------------

    def _papers(self, state: State, seat: int, nation: int) -> bytes:
        players, nations = len(state.players), self.rules.nations
        government = state.government[nation]
        key = 0 if government == NOBODY else (government - seat) % players + 1
        for k in range(players):
            key = key * self._sets + state.held[(seat + k) % players * nations + nation]
        known = self._known_papers.get(key)
        if known is None:
            known = self._papers_anew(state, seat, nation)
            remember(self._known_papers, key, known, MOST_ROWS)
        return known

    def _papers_anew(self, state: State, seat: int, nation: int) -> bytes:
        players, nations = len(state.players), self.rules.nations
        government = state.government[nation]
        governs = NOBODY if government == NOBODY else (government - seat) % players
        due = 0 if government == NOBODY else interest_due(state, nation)
        rows = [
            self._player[governs],
            self._bonds.row(state.stock[nation]),
            self._bonds.row(state.held[seat * nations + nation]),
            bytes([capped(state.total_interest(nation) * INTEREST), capped(due * INTEREST)]),
            bytes([capped(_lead(state, nation) * CREDIT)]),
            self._shares(state, seat, nation),
        ]
        return b"".join(rows)

    def _shares(self, state: State, seat: int, nation: int) -> bytes:
        """Credit, interest and distance to the highest credit, each of all players."""
        players = len(state.players)
        seats = [(seat + k) % players for k in range(players)]
        none = bytes(MAX_PLAYERS - players)
        credits = [state.credit(player, nation) for player in seats]
        most = max(credits)
        rows = [
            bytes([capped(credit * CREDIT) for credit in credits]),
            bytes([capped(state.interest(player, nation) * INTEREST) for player in seats]),
            bytes([capped((most - credit) * CREDIT) for credit in credits]),
        ]
        return b"".join([row + none for row in rows])

    # Tracks and pieces ---------------------------------------------------------------------------

    def _standing(self, state: State, nation: int) -> bytes:
        home, occupied = self.rules.board.home[nation], state.occupied(nation)
        factories = state.factories & home
        built = size_of(factories)
        working = size_of(factories & ~occupied) if occupied else built
        taken = size_of(occupied) if occupied else 0
        flags = size_of(state.flags[nation])
        key = (state.treasury[nation] * EIGHT + nation) * MANY + state.power[nation]
        key = (key * MANY + state.tax_marker[nation]) * MANY + state.army_count[nation]
        key = (key * MANY + state.fleet_count[nation]) * MANY + flags
        key = ((key * EIGHT + built) * EIGHT + working) * EIGHT + taken
        known = self._known_states.get(key)
        if known is None:
            found = self._tracks(state, nation)
            found += self._pieces(state, nation, flags)
            found += [capped(built * BUILDING), working * BUILDING, capped(taken * BUILDING)]
            taxation_bytes(state, nation, working, flags, found)
            known = remember(self._known_states, key, bytes(found), MOST_ROWS)
        return known

    def _tracks(self, state: State, nation: int) -> list[int]:
        rules = self.rules
        treasury, factor = state.treasury[nation], state.power_factor(nation)
        price = rules.extra_step_base + rules.extra_step_per_factor * factor
        return [
            capped(treasury * TREASURY),
            capped(treasury * TREASURY_COARSE),
            capped(state.power[nation] * POINTS),
            capped(factor * FACTOR),
            capped(state.tax_marker[nation] * FIELD),
            capped(price * SHARE),
        ]

    def _pieces(self, state: State, nation: int, flags: int) -> list[int]:
        rules = self.rules
        armies, fleets = state.army_count[nation], state.fleet_count[nation]
        return [
            capped(armies * PIECE),
            capped(fleets * PIECE),
            capped(flags * PIECE),
            capped((rules.army_supply[nation] - armies) * PIECE),
            capped((rules.fleet_supply[nation] - fleets) * PIECE),
            capped((rules.flag_supply[nation] - flags) * PIECE),
        ]

    # What passes soon ----------------------------------------------------------------------------

    def _passing(self, state: State, nation: int) -> bytes:
        kind, lacking = state.kind, 0
        if state.government[nation] != NOBODY:
            lacking = max(0, interest_due(state, nation) - state.treasury[nation])
        invests = kind == decisions.INVEST
        asking = kind == decisions.ASK_NEXT or kind == decisions.BATTLE_DEMAND
        if not (lacking or invests or asking):
            return self._idle
        found = [
            capped(lacking * INTEREST),
            ON if invests and state.traded >> nation & 1 else 0,
            ON if invests and nation == state.round_for else 0,
            ON if asking and state.unasked >> nation & 1 else 0,
        ]
        return bytes(found)


def _lead(state: State, nation: int) -> int:
    """How firmly the government sits: its credit beyond the next player's."""
    government, best = state.government[nation], 0
    if government == NOBODY:
        return 0
    for player in range(len(state.players)):
        if player != government:
            best = max(best, state.credit(player, nation))
    return max(0, state.credit(government, nation) - best)
