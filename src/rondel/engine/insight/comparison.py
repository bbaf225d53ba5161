"""Positions compared: all of them, or only what outlasts the turn."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.model.state import State


def same_position(a: State, b: State) -> bool:
    """Whether two positions of one rule set are the same.

    Those that the same actions led to differ where games began differently, where one was taken
    back and went on otherwise, or where the cash of others had to be assumed.
    """
    return _lasting(a) == _lasting(b) and _pending(a) == _pending(b)


def same_standing(a: State, b: State) -> bool:
    """Whether two positions differ in nothing that outlasts the turn.

    The investor card only marks where the turn ended.
    """
    return _lasting(a) == _lasting(b)


def _lasting(state: State) -> list[object]:
    """Money and paper, tracks, the board, and whether the game is over."""
    return [
        *(state.treasury, state.cash, state.held, state.government),
        *(state.power, state.tax_marker, state.factories, state.flags),
        *(state.armies, state.friends, state.fleets, state.kind == decisions.GAME_OVER),
    ]


def _pending(state: State) -> list[object]:
    """The turn, the decision, and what it hangs on."""
    return [
        *(state.kind, state.actor, state.about, state.legal, state.phase),
        *(state.round, state.nation, state.last_nation, state.marker, state.announced),
        *(state.passed_investor, state.card, state.banks, state.army_count, state.fleet_count),
        *(state.draft_start, state.queue, state.ties_from, state.round_for, state.traded),
        *(state.reviving, state.used, state.imports_left),
        *(state.fresh_armies, state.fresh_friends, state.fresh_fleets),
        *(state.fresh_army_at, state.fresh_friend_at, state.fresh_fleet_at, state.convoys),
        *(state.open_canals, state.refused, state.order, state.canals),
        *(state.place, state.piece, state.unasked, state.placing),
    ]
