"""Which canals are open to the active nation, and asking for the others (Rules: R-CAN-2…5)."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.model.events import CanalAsked
from rondel.engine.model.state import NOBODY, State


def open_canals(state: State) -> int:
    """The set of the canals the active nation passes without asking (R-CAN-2, -3).

    Flags and governments do not change during a Maneuver, so this is found out once.
    """
    found = 0
    for number, canal in enumerate(state.rules.board.canals):
        owner = state.flag_owner(canal.controlled_by)
        if (
            owner in (NOBODY, state.nation)
            or state.government[owner] == state.government[state.nation]
            or not state.rules.canal_owner_may_block
        ):
            found |= 1 << number
    return found


def needs_consent(state: State, canal: int) -> bool:
    """Whether passage needs the consent of another government."""
    return not state.open_canals >> canal & 1


def may_ask(state: State, canal: int, origin: int) -> bool:
    """R-CAN-5: not after a refusal to a unit from the same space in this step."""
    return not state.refused[canal] >> origin & 1


def ask_consent(state: State) -> None:
    """Asks the government of the controller of the first canal still to be crossed."""
    canal = state.rules.board.canals[state.canals[0]]
    owner = state.flag_owner(canal.controlled_by)
    state.ask(decisions.CANAL_CONSENT, state.government[owner], owner)
    if state.events is not None:
        state.events.tell(
            CanalAsked,
            state.nation_id(state.nation),
            state.nation_id(owner),
            state.player_id(state.actor),
            canal.id,
        )
