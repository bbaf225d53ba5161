"""The engine's heart: puts decisions, resolves those without choice, carries out actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rondel.engine import decisions
from rondel.engine.model.errors import IllegalAction
from rondel.engine.model.state import State
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

if TYPE_CHECKING:
    from mypy_extensions import i64


def legal_of(state: State) -> list[int]:
    """The legal actions of the pending decision; the commonest decisions first."""
    match state.kind:
        case decisions.CHOOSE_SLOT:
            return rondel.legal(state)
        case decisions.ARMY_ORDER:
            return armies.legal(state)
        case decisions.FLEET_ORDER:
            return fleets.legal(state)
        case decisions.PRODUCE:
            return production.legal(state)
        case decisions.ARRIVAL:
            return battles.legal_arrival(state)
        case decisions.INVEST:
            return investor.legal(state)
        case decisions.IMPORT_UNIT:
            return imports.legal(state)
        case decisions.BATTLE_DEMAND:
            return battles.legal_demand(state)
        case decisions.BUILD_FACTORY:
            return factory.legal(state)
        case decisions.CANAL_CONSENT:
            return canals.legal(state)
        case decisions.SWISS_FORCE:
            return swiss_bank.legal(state)
        case decisions.PLACE_FLAG:
            return flags.legal(state)
        case decisions.ASK_NEXT:
            return battles.legal_next(state)
        case decisions.DRAFT_BOND:
            return setup.legal(state)
        case _:
            raise AssertionError(f"there is no decision {state.kind}")


def carry_out(state: State, id: int) -> None:
    """Carries out an action of the pending decision."""
    match state.kind:
        case decisions.CHOOSE_SLOT:
            rondel.apply(state, id)
        case decisions.ARMY_ORDER:
            armies.apply(state, id)
        case decisions.FLEET_ORDER:
            fleets.apply(state, id)
        case decisions.PRODUCE:
            production.apply(state, id)
        case decisions.ARRIVAL:
            battles.apply_arrival(state, id)
        case decisions.INVEST:
            investor.apply(state, id)
        case decisions.IMPORT_UNIT:
            imports.apply(state, id)
        case decisions.BATTLE_DEMAND:
            battles.apply_demand(state, id)
        case decisions.BUILD_FACTORY:
            factory.apply(state, id)
        case decisions.CANAL_CONSENT:
            canals.apply(state, id)
        case decisions.SWISS_FORCE:
            swiss_bank.apply(state, id)
        case decisions.PLACE_FLAG:
            flags.apply(state, id)
        case decisions.ASK_NEXT:
            battles.apply_next(state, id)
        case decisions.DRAFT_BOND:
            setup.apply(state, id)
        case _:
            raise AssertionError(f"there is no decision {state.kind}")


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
"""Decision -> why an action is not legal in it, by number of the decision."""


def go_on(state: State) -> None:
    """What happens by itself between two decisions."""
    match state.kind:
        case decisions.NEXT_NATION:
            rondel.next_nation(state)
        case decisions.MOVE_MARKER:
            rondel.move_marker(state)
        case decisions.AFTER_ACTION:
            investor.after_action(state)
        case decisions.NEXT_INVESTOR:
            investor.next_investor(state)
        case _:
            raise AssertionError(f"there is no stage {state.kind}")


def settle(state: State) -> None:
    """Goes on until a decision needs an answer or the game is over (R-CON-17)."""
    while state.kind != decisions.GAME_OVER:
        if state.kind > decisions.GAME_OVER:
            go_on(state)
            continue
        legal = legal_of(state)
        if len(legal) > 1 or donation.would_open_a_choice(state):
            state.legal = legal
            return
        carry_out(state, legal[0])
    state.legal = []


def is_legal(state: State, id: int) -> bool:
    """Whether an action is among the legal ones, which are in ascending order."""
    legal = state.legal
    low: i64 = 0
    high: i64 = len(legal)
    while low < high:
        middle = (low + high) >> 1
        if legal[middle] < id:
            low = middle + 1
        else:
            high = middle
    return low < len(legal) and legal[low] == id


def answer(state: State, id: int) -> None:
    """Carries out a legal action and goes on."""
    carry_out(state, id)
    settle(state)


def act(state: State, id: int) -> None:
    """Carries out a legal action, or a gift, and goes on.

    Raises: IllegalAction for a gift that is not legal, with the position unchanged.
    """
    if id < state.rules.table.donate:
        answer(state, id)
    else:
        seat, nation, amount = state.rules.table.split_donate(id)
        donate(state, seat, nation, amount)


def play_out(state: State, draw: Callable[[], float]) -> int:
    """Plays to the end, every action drawn with the same chance; the number of decisions.

    `draw` gives numbers from 0 to just below 1.
    """
    played = 0
    while state.kind != decisions.GAME_OVER:
        legal = state.legal
        choices = float(len(legal))
        answer(state, legal[int(draw() * choices)])
        played += 1
    return played


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
