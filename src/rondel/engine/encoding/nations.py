"""The nations' rows of an encoded position, put together from parts that are kept with it.

Most decisions change little of most nations. So what was made of a position is kept beside what
it was made of, and only what differs is made anew.
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
from rondel.engine.model.ruleset import RuleSet
from rondel.engine.model.seen import Papers, Powers, Standings
from rondel.engine.model.state import NOBODY, State
from rondel.engine.steps.investor import interest_due

ONCE: Final = -1
"""No turn: rows that are not kept."""
EIGHT: Final = 8
"""More than there are nations or players."""


class NationRows:
    """Writes what concerns the nations, for positions of one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        board = rules.board
        self._nation = ones(rules.nations)
        self._slot = ones(len(rules.slots))
        self._player = ones(MAX_PLAYERS)
        self._bonds = Plane(rules.table.values, ON)
        self._neutral = Plane(board.region_count - board.home_count, ON)
        self._homes = Plane(board.home_count, ON)
        self._idle = bytes(len(passing()))
        self._absent: list[int] = [0] * (MAX_PLAYERS - rules.players)
        self._turns: list[bytes] = [b""] * (rules.nations * (len(rules.slots) + 1) * EIGHT * 4)
        """What concerns the order of turns; filled in as it is met."""

    # Bonds and governments -----------------------------------------------------------------------

    def papers(self, state: State) -> Papers:
        """What follows from bonds and governments."""
        known = state.papers
        if known is not None and known.held == state.held and known.government == state.government:
            return known
        players, nations = self.rules.players, self.rules.nations
        found = Papers(state.held[:], state.government[:])
        if known is None:
            found.rows = [b""] * (nations * players)
        else:
            found.rows = known.rows[:]
            for nation in range(nations):
                if self._has_other_papers(state, nation, known):
                    for i in range(players):
                        found.rows[nation * players + i] = b""
        for nation in range(nations):
            nobody = state.government[nation] == NOBODY
            found.due.append(0 if nobody else interest_due(state, nation))
        state.papers = found
        return found

    def _has_other_papers(self, state: State, nation: int, known: Papers) -> bool:
        if state.government[nation] != known.government[nation]:
            return True
        i = nation
        for _i in range(self.rules.players):
            if state.held[i] != known.held[i]:
                return True
            i += self.rules.nations
        return False

    def _papers_row(self, state: State, seat: int, nation: int, due: int) -> bytes:
        players, nations = self.rules.players, self.rules.nations
        government = state.government[nation]
        governs = NOBODY if government == NOBODY else (government - seat) % players
        rows = [
            self._player[governs],
            self._bonds.row(state.stock[nation]),
            self._bonds.row(state.held[seat * nations + nation]),
            bytes(self._shares(state, seat, nation, due)),
        ]
        return b"".join(rows)

    def _shares(self, state: State, seat: int, nation: int, due: int) -> list[int]:
        """Interest and lead; credit, interest and distance to the highest credit of all."""
        government, players = state.government[nation], self.rules.players
        best = most = own = 0
        credits: list[int] = []
        interests: list[int] = []
        for k in range(players):
            player = (seat + k) % players
            credit = state.credit(player, nation)
            credits.append(credit)
            interests.append(capped(state.interest(player, nation) * INTEREST))
            most = max(most, credit)
            if player == government:
                own = credit
            else:
                best = max(best, credit)
        lead = 0 if government == NOBODY else max(0, own - best)
        found = [capped(state.total_interest(nation) * INTEREST), capped(due * INTEREST)]
        found.append(capped(lead * CREDIT))
        found += [capped(credit * CREDIT) for credit in credits]
        found += self._absent
        found += interests
        found += self._absent
        found += [capped((most - credit) * CREDIT) for credit in credits]
        found += self._absent
        return found

    # Treasuries, tracks and pieces ---------------------------------------------------------------

    def standings(self, state: State) -> Standings:
        """What follows from treasuries, tracks and pieces."""
        known = state.standings
        if known is None:
            state.standings = found = self._all_standings(state)
            return found
        if (
            known.treasury == state.treasury
            and known.army_count == state.army_count
            and known.fleet_count == state.fleet_count
            and known.flags == state.flags
            and known.factories == state.factories
            and known.invaded == state.invaded
            and known.power == state.power
            and known.tax_marker == state.tax_marker
        ):
            return known
        state.standings = found = self._other_standings(state, known)
        return found

    def _all_standings(self, state: State) -> Standings:
        found = Standings()
        found.treasury, found.power = state.treasury[:], state.power[:]
        found.tax_marker, found.flags = state.tax_marker[:], state.flags[:]
        found.army_count, found.fleet_count = state.army_count[:], state.fleet_count[:]
        found.factories, found.invaded = state.factories, state.invaded
        found.board, found.occupied = (
            self._homes.row(found.factories),
            self._homes.row(found.invaded),
        )
        nations = range(self.rules.nations)
        found.rows = [self._standing(state, nation) for nation in nations]
        found.flag_rows = [self._flag_row(state, nation) for nation in nations]
        return found

    def _other_standings(self, state: State, known: Standings) -> Standings:
        """Standings of which some are known."""
        found = Standings()
        found.treasury = _kept(known.treasury, state.treasury)
        found.power = _kept(known.power, state.power)
        found.tax_marker = _kept(known.tax_marker, state.tax_marker)
        found.army_count = _kept(known.army_count, state.army_count)
        found.fleet_count = _kept(known.fleet_count, state.fleet_count)
        found.flags = _kept(known.flags, state.flags)
        found.factories, found.invaded = state.factories, state.invaded
        found.board, found.occupied = known.board, known.occupied
        if known.factories != found.factories:
            found.board = self._homes.row(found.factories)
        if known.invaded != found.invaded:
            found.occupied = self._homes.row(found.invaded)
        found.rows, found.flag_rows = known.rows[:], known.flag_rows
        if found.flags is not known.flags:
            found.flag_rows = known.flag_rows[:]
            for nation in range(self.rules.nations):
                if known.flags[nation] != found.flags[nation]:
                    found.flag_rows[nation] = self._flag_row(state, nation)
        changed = self._changed(known, found)
        for nation in range(self.rules.nations):
            if changed >> nation & 1:
                found.rows[nation] = self._standing(state, nation)
        return found

    def _changed(self, known: Standings, found: Standings) -> int:
        """The nations that stand otherwise than before."""
        changed = _differing(known.treasury, found.treasury) | _differing(known.flags, found.flags)
        changed |= _differing(known.army_count, found.army_count)
        changed |= _differing(known.fleet_count, found.fleet_count)
        changed |= _differing(known.power, found.power)
        changed |= _differing(known.tax_marker, found.tax_marker)
        provinces = known.factories ^ found.factories | known.invaded ^ found.invaded
        if provinces:
            for nation, home in enumerate(self.rules.board.home):
                if provinces & home:
                    changed |= 1 << nation
        return changed

    def _flag_row(self, state: State, nation: int) -> bytes:
        return self._neutral.row(state.flags[nation] >> self.rules.board.home_count)

    def _standing(self, state: State, nation: int) -> bytes:
        occupied = state.occupied(nation)
        factories = state.factories & self.rules.board.home[nation]
        built = size_of(factories)
        working = size_of(factories & ~occupied) if occupied else built
        flags = size_of(state.flags[nation])
        found = self._tracks(state, nation)
        self._add_pieces(state, nation, flags, found)
        found.append(capped(built * BUILDING))
        found.append(working * BUILDING)
        found.append(capped(size_of(occupied) * BUILDING))
        taxation_bytes(state, nation, working, flags, found)
        return bytes(found)

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

    def _add_pieces(self, state: State, nation: int, flags: int, found: list[int]) -> None:
        rules = self.rules
        armies, fleets = state.army_count[nation], state.fleet_count[nation]
        found.append(capped(armies * PIECE))
        found.append(capped(fleets * PIECE))
        found.append(capped(flags * PIECE))
        found.append(capped((rules.army_supply[nation] - armies) * PIECE))
        found.append(capped((rules.fleet_supply[nation] - fleets) * PIECE))
        found.append(capped((rules.flag_supply[nation] - flags) * PIECE))

    # All of it -----------------------------------------------------------------------------------

    def powers(self, state: State, seat: int, papers: Papers, standings: Standings) -> bytes:
        """The rows of all nations, seen by the player in a seat."""
        kind, turn = state.kind, ONCE
        if not (
            kind == decisions.INVEST
            or kind == decisions.ASK_NEXT
            or kind == decisions.BATTLE_DEMAND
        ):
            known = state.powers
            turn = (state.nation + 1) * EIGHT + state.about + 1
            turn = (turn * EIGHT + state.last_nation + 1) * EIGHT + seat
            if (
                known is not None
                and known.turn == turn
                and known.papers is papers
                and known.standings is standings
                and known.marker == state.marker
            ):
                return known.row
        row = self._rows(state, seat, papers, standings)
        if turn != ONCE:
            state.powers = Powers(papers, standings, state.marker[:], turn, row)
        return row

    def _rows(self, state: State, seat: int, papers: Papers, standings: Standings) -> bytes:
        players, nations = self.rules.players, self.rules.nations
        rows, due, standing = papers.rows, papers.due, standings.rows
        nation = first_nation(state)
        parts: list[bytes] = []
        for _i in range(nations):
            i = nation * players + seat
            row = rows[i]
            if not row:
                row = self._papers_row(state, seat, nation, due[nation])
                rows[i] = row
            parts.append(self._turn(state, nation))
            parts.append(row)
            parts.append(standing[nation])
            parts.append(self._passing(state, nation, due[nation]))
            nation = nation + 1 if nation + 1 < nations else 0
        return b"".join(parts)

    def _turn(self, state: State, nation: int) -> bytes:
        """Where a nation is in the order of turns."""
        nations, distance = self.rules.nations, nation - state.nation
        if distance < 0:
            distance += nations
        i = ((state.marker[nation] + 1) * nations + nation) * EIGHT + distance
        i = i * 4 + (1 if nation == state.about else 0) + (2 if nation == state.last_nation else 0)
        row = self._turns[i]
        if not row:
            row = self._turn_row(state, nation, distance)
            self._turns[i] = row
        return row

    def _turn_row(self, state: State, nation: int, distance: int) -> bytes:
        found = [
            distance * SHARE,
            ON if distance == 0 else 0,
            ON if nation == state.about else 0,
            ON if nation == state.last_nation else 0,
        ]
        return self._nation[nation] + self._slot[state.marker[nation]] + bytes(found)

    def _passing(self, state: State, nation: int, due: int) -> bytes:
        """What passes soon."""
        kind, lacking = state.kind, due - state.treasury[nation]
        invests = kind == decisions.INVEST
        asking = kind == decisions.ASK_NEXT or kind == decisions.BATTLE_DEMAND
        if not (lacking > 0 or invests or asking):
            return self._idle
        found = [
            capped(lacking * INTEREST) if lacking > 0 else 0,
            ON if invests and state.traded >> nation & 1 else 0,
            ON if invests and nation == state.round_for else 0,
            ON if asking and state.unasked >> nation & 1 else 0,
        ]
        return bytes(found)


def _kept(known: list[int], present: list[int]) -> list[int]:
    """What is known, where it is still so, else a copy of what is."""
    return known if known == present else present[:]


def _differing(known: list[int], found: list[int]) -> int:
    """The set of places where two lists differ."""
    places = 0
    if known is not found:
        for i in range(len(found)):
            if known[i] != found[i]:
                places |= 1 << i
    return places


def first_nation(state: State) -> int:
    """The nation that an encoded position begins with: the one decided for, or on turn."""
    return state.about if state.about != NOBODY else max(0, state.nation)
