"""The players' rows of an encoded position."""

from __future__ import annotations

from typing import Final

from rondel.engine import decisions
from rondel.engine.encoding.features import CASH, INTEREST, ON, SHARE, TURN
from rondel.engine.encoding.planes import capped
from rondel.engine.model.actions import MAX_PLAYERS
from rondel.engine.model.ruleset import RuleSet
from rondel.engine.model.seen import Papers, Purses, Standings, Wealth
from rondel.engine.model.state import NOBODY, State

EIGHT: Final = 8
"""More than there are players."""


class PlayerRows:
    """Writes what concerns the players, for positions of one rule set."""

    def __init__(self, rules: RuleSet, width: int) -> None:
        self.rules = rules
        self._present = [bytes([ON, 0]), bytes([ON, ON])]
        """Whether the player decides -> the first features."""
        self._cash = [bytes([capped(cash * CASH), cash]) for cash in range(ON + 1)]
        self._marks = [_flags(marks, 3) for marks in range(EIGHT)]
        """Set of what is marked -> cash hidden, investor card, Swiss Bank."""
        self._calm = bytes(2)
        self._absent = bytes(width * (MAX_PLAYERS - rules.players))

    # Bonds ---------------------------------------------------------------------------------------

    def wealth(self, state: State, papers: Papers, standings: Standings) -> Wealth:
        """Governments, points, interest and credit of all players."""
        known = state.wealth
        if known is None or known.papers is not papers or known.power is not standings.power:
            rows = [self._worth(state, player) for player in range(len(state.players))]
            known = Wealth(papers, standings.power, rows)
            state.wealth = known
        return known

    def _worth(self, state: State, player: int) -> bytes:
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
        return bytes(
            [governed * SHARE, capped(points), capped(interest * INTEREST), capped(credit)]
        )

    # All of it -----------------------------------------------------------------------------------

    def purses(self, state: State, seat: int, wealth: Wealth) -> bytes:
        """The rows of all players, seen by the one in a seat."""
        kind, known = state.kind, state.purses
        secret = self.rules.options.secret_cash and kind != decisions.GAME_OVER
        if (
            kind == decisions.INVEST
            or kind == decisions.DRAFT_BOND
            or kind == decisions.SWISS_FORCE
        ):
            return self._rows(state, seat, wealth, secret, True)
        marks = ((state.banks * EIGHT + state.actor + 1) * EIGHT + state.card + 1) * 2
        if secret:
            marks += 1
        if (
            known is not None
            and known.marks == marks
            and known.seat == seat
            and known.wealth is wealth
            and known.cash == state.cash
        ):
            return known.row
        row = self._rows(state, seat, wealth, secret, False)
        state.purses = Purses(wealth, state.cash[:], seat, marks, row)
        return row

    def _rows(self, state: State, seat: int, wealth: Wealth, secret: bool, waiting: bool) -> bytes:
        players = len(state.players)
        turns = _turns(state) if waiting else []
        ties_from = state.ties_from if state.kind == decisions.INVEST else NOBODY
        parts: list[bytes] = []
        player = seat
        for k in range(players):
            hidden = secret and k > 0
            parts.append(self._present[1 if player == state.actor else 0])
            parts.append(self._cash[0 if hidden else capped(state.cash[player])])
            marks = (4 if hidden else 0) + (2 if player == state.card else 0)
            parts.append(self._marks[marks + (state.banks >> player & 1)])
            parts.append(wealth.rows[player])
            if waiting:
                parts.append(
                    bytes([capped(turns[player] * TURN), ON if player == ties_from else 0])
                )
            else:
                parts.append(self._calm)
            player = player + 1 if player + 1 < players else 0
        parts.append(self._absent)
        return b"".join(parts)


def _flags(marks: int, size: int) -> bytes:
    """The bits of a number, the highest first, as bytes."""
    return bytes([ON if marks >> size - 1 - i & 1 else 0 for i in range(size)])


def _turns(state: State) -> list[int]:
    """How often each player is still to decide."""
    turns = [0] * len(state.players)
    if state.kind == decisions.INVEST:
        for turn in state.queue:
            turns[turn >> 3] += 1
    else:
        for player in state.queue:
            turns[player] += 1
    return turns
