"""Beginning, skipping and ending the turn of a nation (Rules: 2.1)."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.model.events import NationSkipped, TurnStarted
from rondel.engine.model.state import State


def begin_turn(state: State) -> None:
    """Asks the government of the nation on turn for a slot."""
    state.phase = decisions.SLOT
    state.forget_turn()
    state.ask_government(decisions.CHOOSE_SLOT)
    if state.events is not None:
        player = state.player_id(state.actor)
        state.events.tell(TurnStarted, state.nation_id(state.nation), player, state.round)


def skip_turn(state: State) -> None:
    """R-TRN-2: a nation without government; its marker does not move."""
    state.kind = decisions.NEXT_NATION
    if state.events is not None:
        state.events.tell(NationSkipped, state.nation_id(state.nation))


def end_turn(state: State) -> None:
    """The nation has taken its turn."""
    state.last_nation = state.nation
    state.kind = decisions.NEXT_NATION
