"""A Swiss Bank forces a stop on Investor (Rules: 2.3)."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.model.errors import IllegalAction
from rondel.engine.model.events import SwissBankDeclined, SwissBankForced
from rondel.engine.model.state import NOBODY, State


def ask_banks(state: State) -> None:
    """Asks the holders one after the other (R-SWF-2, -3)."""
    seats = len(state.players)
    first = state.card if state.rules.has_investor_card else state.government[state.nation] + 1
    order = [(first + k) % seats for k in range(seats)]
    state.queue = [player for player in order if state.banks >> player & 1]
    state.phase = decisions.FORCE
    _ask_next(state)


def _ask_next(state: State) -> None:
    while state.queue:
        if _covers_interest(state, 0) or could_force_after_donating(state, state.queue[0]):
            state.ask(decisions.SWISS_FORCE, state.queue[0], NOBODY)
            return
        state.queue.pop(0)
    state.kind = decisions.MOVE_MARKER


def _covers_interest(state: State, gift: int) -> bool:
    """R-SWF-1: the treasury, with a gift, pays the interest on all sold bonds."""
    return state.treasury[state.nation] + gift >= state.total_interest(state.nation)


def could_force_after_donating(state: State, player: int) -> bool:
    """R-SWF-8: with gifts to any treasury he could make forcing legal himself."""
    return state.rules.may_donate_to_any and _covers_interest(state, state.cash[player])


def legal(state: State) -> list[int]:
    """Force, once the treasury itself suffices, or not."""
    table = state.rules.table
    return [table.force, table.no_force] if _covers_interest(state, 0) else [table.no_force]


def apply(state: State, id: int) -> None:
    """The first who forces ends the asking (R-SWF-3, -5, -7)."""
    forced = id == state.rules.table.force
    player, nation = state.player_id(state.queue.pop(0)), state.nation_id(state.nation)
    if forced:
        state.announced = state.rules.investor_slot
        state.queue = []
    if state.events is not None:
        event = SwissBankForced if forced else SwissBankDeclined
        state.events.tell(event, player, nation)
    _ask_next(state)


def refuse(state: State, id: int) -> IllegalAction:
    """Why forcing is not legal."""
    nation, due = state.nation_name(state.nation), state.total_interest(state.nation)
    treasury = state.treasury[state.nation]
    return IllegalAction(
        "swiss_bank/treasury_too_low",
        "R-SWF-8",
        f"{nation} cannot be forced: the treasury has {treasury} million, "
        f"the interest on all its bonds is {due}.",
        {"nation": state.nation_id(state.nation), "need": due, "have": treasury},
    )
