"""Which canals are open to the active nation, and asking for the others (Rules: R-CAN-2…5)."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.events import CanalAsked
from rondel.engine.state import NOBODY, State


def needs_consent(state: State, canal: int) -> bool:
    """Whether passage needs the consent of another government (R-CAN-2, -3)."""
    owner = state.flag_owner(state.rules.board.canals[canal].controlled_by)
    if owner == NOBODY or owner == state.nation or not state.rules.canal_owner_may_block:
        return False
    return state.government[owner] != state.government[state.nation]


def open_canals(state: State) -> int:
    """The set of the canals the active nation passes without asking."""
    found = 0
    for canal in range(len(state.rules.board.canals)):
        if not needs_consent(state, canal):
            found |= 1 << canal
    return found


def may_ask(state: State, canal: int, origin: int) -> bool:
    """R-CAN-5: not after a refusal to a unit from the same space in this step."""
    return not state.refused[canal] >> origin & 1


def ask_consent(state: State) -> None:
    """Asks the government of the controller of the first canal still to be crossed."""
    canal = state.rules.board.canals[state.canals[0]]
    owner = state.flag_owner(canal.controlled_by)
    state.ask(decisions.CANAL_CONSENT, state.government[owner], owner)
    if state.events is not None:
        state.events.append(
            CanalAsked(
                state.nation_id(state.nation),
                state.nation_id(owner),
                state.player_id(state.actor),
                canal.id,
            )
        )
