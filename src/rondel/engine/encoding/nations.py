"""The nations' rows of an encoded position."""

from __future__ import annotations

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
)
from rondel.engine.encoding.planes import capped, ones, row_of
from rondel.engine.encoding.prospects import taxation_bytes
from rondel.engine.model.actions import MAX_PLAYERS
from rondel.engine.model.board import size_of
from rondel.engine.model.ruleset import RuleSet
from rondel.engine.model.state import NOBODY, State
from rondel.engine.steps.investor import interest_due


class NationRows:
    """Writes what concerns the nations, for positions of one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._nation = ones(rules.nations)
        self._slot = ones(len(rules.slots))
        self._player = ones(MAX_PLAYERS)

    def row(self, state: State, seat: int, nation: int) -> bytes:
        """What concerns one nation, seen by the player in a seat."""
        nobody = state.government[nation] == NOBODY
        due = 0 if nobody else interest_due(state, nation)
        return b"".join(
            [
                self._turn(state, nation),
                self._papers(state, seat, nation),
                bytes(self._shares(state, seat, nation, due)),
                bytes(self._standing(state, nation)),
                bytes(_passing(state, nation, due)),
            ]
        )

    def _turn(self, state: State, nation: int) -> bytes:
        """Where a nation is in the order of turns."""
        distance = nation - state.nation
        if distance < 0:
            distance += self.rules.nations
        found = [
            distance * SHARE,
            ON if distance == 0 else 0,
            ON if nation == state.about else 0,
            ON if nation == state.last_nation else 0,
        ]
        return self._nation[nation] + self._slot[state.marker[nation]] + bytes(found)

    # Bonds and governments -----------------------------------------------------------------------

    def _papers(self, state: State, seat: int, nation: int) -> bytes:
        """Who governs, and the bonds in the bank and in the first player's hands."""
        government, values = state.government[nation], self.rules.table.values
        nobody = government == NOBODY
        governs = NOBODY if nobody else (government - seat) % self.rules.players
        held = state.held[seat * self.rules.nations + nation]
        return self._player[governs] + row_of(state.stock[nation], values) + row_of(held, values)

    def _shares(self, state: State, seat: int, nation: int, due: int) -> list[int]:
        """Interest and lead; credit, interest and distance to the highest credit of all."""
        government, players = state.government[nation], self.rules.players
        order = [(seat + k) % players for k in range(players)]
        credits = [state.credit(player, nation) for player in order]
        interests = [state.interest(player, nation) for player in order]
        others = [state.credit(player, nation) for player in order if player != government]
        own = 0 if government == NOBODY else state.credit(government, nation)
        lead = 0 if government == NOBODY else max(0, own - max(others))
        absent = [0] * (MAX_PLAYERS - players)
        return [
            capped(state.total_interest(nation) * INTEREST),
            capped(due * INTEREST),
            capped(lead * CREDIT),
            *[capped(credit * CREDIT) for credit in credits],
            *absent,
            *[capped(interest * INTEREST) for interest in interests],
            *absent,
            *[capped((max(credits) - credit) * CREDIT) for credit in credits],
            *absent,
        ]

    # Treasuries, tracks and pieces ---------------------------------------------------------------

    def _standing(self, state: State, nation: int) -> list[int]:
        occupied = state.occupied(nation)
        working = size_of(state.unoccupied_factories(nation))
        flags = size_of(state.flags[nation])
        return [
            *self._tracks(state, nation),
            *_pieces(state, nation, flags),
            capped(size_of(state.factories & self.rules.board.home[nation]) * BUILDING),
            working * BUILDING,
            capped(size_of(occupied) * BUILDING),
            *taxation_bytes(state, nation, working, flags),
        ]

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


def _pieces(state: State, nation: int, flags: int) -> list[int]:
    return [
        capped(state.army_count[nation] * PIECE),
        capped(state.fleet_count[nation] * PIECE),
        capped(flags * PIECE),
        capped(state.armies_left(nation) * PIECE),
        capped(state.fleets_left(nation) * PIECE),
        capped(state.flags_left(nation) * PIECE),
    ]


def _passing(state: State, nation: int, due: int) -> list[int]:
    """What passes soon."""
    kind = state.kind
    invests = kind == decisions.INVEST
    asking = kind in (decisions.ASK_NEXT, decisions.BATTLE_DEMAND)
    return [
        capped(max(0, due - state.treasury[nation]) * INTEREST),
        ON if invests and state.traded >> nation & 1 else 0,
        ON if invests and nation == state.round_for else 0,
        ON if asking and state.unasked >> nation & 1 else 0,
    ]
