"""Canals and the consent of those who control them (Rules: 3.6)."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.model.errors import IllegalAction
from rondel.engine.model.events import CanalAnswered
from rondel.engine.model.state import NOBODY, State
from rondel.engine.steps import armies, fleets
from rondel.engine.steps.passage import ask_consent


def legal(state: State) -> list[int]:
    """R-CAN-4: at will, without reason or price."""
    return [state.rules.table.allow, state.rules.table.deny]


def apply(state: State, id: int) -> None:
    """Allowed: the next canal is asked for, or the move is made. Denied: R-CAN-5."""
    allowed = id == state.rules.table.allow
    canal = state.canals[0]
    if state.events is not None:
        state.events.tell(
            CanalAnswered,
            state.nation_id(state.nation),
            state.nation_id(state.about),
            state.player_id(state.actor),
            state.rules.board.canals[canal].id,
            allowed,
        )
    if not allowed:
        _deny(state, canal)
        return
    state.canals = state.canals[1:]
    if state.canals:
        ask_consent(state)
    else:
        _carry_out(state)


def _deny(state: State, canal: int) -> None:
    """The unit stays unmoved; its origin may not ask for this canal again in the step."""
    table = state.rules.table
    if state.order < table.fleet_done:
        origin = table.split_fleet_move(state.order)[0]
        state.ask_government(decisions.FLEET_ORDER)
    else:
        origin = table.split_army_move(state.order)[0]
        state.ask_government(decisions.ARMY_ORDER)
    state.refused[canal] = state.refused[canal] | 1 << origin
    _forget_order(state)


def _carry_out(state: State) -> None:
    order = state.order
    _forget_order(state)
    if order < state.rules.table.fleet_done:
        fleets.sail(state, order)
    else:
        armies.march(state, order)


def _forget_order(state: State) -> None:
    state.order = NOBODY
    state.canals = ()


def refuse(state: State, id: int) -> IllegalAction:
    """Both answers are always legal."""
    raise AssertionError("a canal may be allowed or denied at will")
