"""The engine's heart: puts decisions, resolves those without choice, carries out actions."""

from __future__ import annotations

from collections.abc import Callable

from rondel.engine.decisions import GAME_OVER, NEXT_NATION
from rondel.engine.errors import IllegalAction
from rondel.engine.state import State
from rondel.engine.steps import (
    armies,
    battles,
    canals,
    donation,
    factory,
    flags,
    fleets,
    imports,
    investor,
    production,
    rondel,
    setup,
    swiss_bank,
)

LEGAL: list[Callable[[State], list[int]]] = [
    setup.legal,
    rondel.legal,
    swiss_bank.legal,
    factory.legal,
    production.legal,
    imports.legal,
    fleets.legal,
    canals.legal,
    battles.legal_arrival,
    battles.legal_next,
    battles.legal_demand,
    armies.legal,
    flags.legal,
    investor.legal,
]
"""Decision -> its legal actions, by number of the decision; likewise the next two."""

APPLY: list[Callable[[State, int], None]] = [
    setup.apply,
    rondel.apply,
    swiss_bank.apply,
    factory.apply,
    production.apply,
    imports.apply,
    fleets.apply,
    canals.apply,
    battles.apply_arrival,
    battles.apply_next,
    battles.apply_demand,
    armies.apply,
    flags.apply,
    investor.apply,
]

REFUSE: list[Callable[[State, int], IllegalAction]] = [
    setup.refuse,
    rondel.refuse,
    swiss_bank.refuse,
    factory.refuse,
    production.refuse,
    imports.refuse,
    fleets.refuse,
    canals.refuse,
    battles.refuse_arrival,
    battles.refuse_next,
    battles.refuse_demand,
    armies.refuse,
    flags.refuse,
    investor.refuse,
]

STAGES: list[Callable[[State], None]] = [
    rondel.next_nation,
    rondel.move_marker,
    investor.after_action,
    investor.next_investor,
]
"""What happens by itself, in the order of `NEXT_NATION` and the following."""


def settle(state: State) -> None:
    """Goes on until a decision needs an answer or the game is over (R-CON-17)."""
    while state.kind != GAME_OVER:
        kind = state.kind
        if kind > GAME_OVER:
            STAGES[kind - NEXT_NATION](state)
            continue
        legal = LEGAL[kind](state)
        if len(legal) > 1 or donation.would_open_a_choice(state):
            state.legal = legal
            return
        APPLY[kind](state, legal[0])
    state.legal = []


def answer(state: State, id: int) -> None:
    """Carries out a legal action and goes on."""
    APPLY[state.kind](state, id)
    settle(state)


def donate(state: State, player: int, nation: int, amount: int) -> None:
    """Carries out a gift; the pending decision is put anew (R-DON-2).

    Raises: IllegalAction, with the position unchanged.
    """
    donation.check(state, player, nation, amount)
    donation.give(state, player, nation, amount)
    settle(state)


def refusal(state: State, id: int) -> IllegalAction:
    """Why an action that answers the pending decision is not legal."""
    return REFUSE[state.kind](state, id)
