"""Actions carried out on copies of a position, for what is told before they are done."""

from __future__ import annotations

from rondel.engine import decisions, progress
from rondel.engine.insight.changes import occupation, revenues
from rondel.engine.insight.comparison import same_standing
from rondel.engine.insight.facts import cash_shown, interest_of
from rondel.engine.insight.forecasts import AMPLE
from rondel.engine.model.happened import Happened
from rondel.engine.model.state import State
from rondel.engine.steps import flags
from rondel.engine.steps.scoring import score_of

IN_MANEUVER = (
    decisions.FLEET_ORDER,
    decisions.CANAL_CONSENT,
    decisions.ARRIVAL,
    decisions.ASK_NEXT,
    decisions.BATTLE_DEMAND,
    decisions.ARMY_ORDER,
)
"""The decisions before the flag step."""


class Before:
    """A position as far as a viewer may know it, with what all outcomes are compared with."""

    def __init__(self, state: State, viewer: str | None) -> None:
        self.known = cash_shown(state, viewer)
        """Whether the viewer may see a player's cash, by seat."""
        self.state = state if all(self.known) else _with_ample_cash(state, self.known)
        self.interest = interests(self.state)
        self.scores = scores(self.state)
        self.revenue = revenues(self.state)
        self.occupied = occupation(self.state)


def interests(state: State) -> list[int]:
    """What the bonds of each player bear if every nation pays once."""
    return [interest_of(state, seat) for seat in range(len(state.players))]


def scores(state: State) -> list[int]:
    """What each player would score if the game ended now."""
    return [score_of(state, seat) for seat in range(len(state.players))]


class Outcome:
    """An action carried out on a copy: the position before, the one after, the events between.

    Raises: IllegalAction for a donation that is not legal.
    """

    def __init__(self, start: Before, id: int) -> None:
        self.id = id
        """The action."""
        self.start = start
        self.known = start.known
        """Whether the viewer may see a player's cash, by seat."""
        self.before = start.state
        """The position as it is, as far as the viewer may know it."""
        self.after = self.before.copy()
        """The position at the next decision."""
        self.events = Happened()
        """What happens on the way."""
        self.play(id)

    def play(self, id: int) -> None:
        """Carries out one more action, or a donation."""
        self.after.events = self.events
        progress.act(self.after, id)
        self.after.events = None

    def goes_on(self) -> bool:
        """Whether the action of the turn, or the move to it, still asks somebody."""
        before, after = self.before, self.after
        same_turn = before.round == after.round and before.nation == after.nation
        return same_turn and after.phase in (decisions.FORCE, decisions.ACTION)

    def changes_anything(self) -> bool:
        """Whether more changes than the place on the rondel and whose turn it is."""
        return not same_standing(self.before, self.after)


def _with_ample_cash(state: State, known: list[bool]) -> State:
    """A copy in which nothing hangs on cash that the viewer may not know (R-INF-3)."""
    twin = state.copy()
    for seat, is_known in enumerate(known):
        if not is_known:
            twin.cash[seat] = AMPLE
    return twin


def when_others_pass(state: State) -> State:
    """The position after the round of investing, or of the draft, that goes on now."""
    table, kind = state.rules.table, state.kind
    if kind not in (decisions.INVEST, decisions.DRAFT_BOND):
        return state
    twin = state.copy()
    passing = table.invest_pass if kind == decisions.INVEST else table.draft_pass
    while twin.kind == kind and twin.nation == state.nation and twin.reviving == state.reviving:
        if not progress.is_legal(twin, passing):
            break
        progress.answer(twin, passing)
    return twin


def when_maneuver_ends(state: State) -> State | None:
    """The position if the Maneuver ended now, every unit where it is; None outside of one."""
    if state.kind not in IN_MANEUVER:
        return None
    twin = state.copy()
    if twin.kind == decisions.ARRIVAL:
        twin.put(twin.nation, twin.place, twin.piece)
    flags.begin(twin)
    return twin
