"""Maneuver: the frame of its three steps, fleets, armies, flags (Rules: 3.4)."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.model.board import Board
from rondel.engine.model.state import State
from rondel.engine.steps import flags, passage


def begin(state: State) -> None:
    """All units of the active nation are unmoved; the fleet step begins (R-MAN-1)."""
    board, nation = state.rules.board, state.nation
    state.own_units()
    state.fresh_army_at = state.army_at[nation]
    state.fresh_friend_at = state.friend_at[nation]
    state.fresh_fleet_at = state.fleet_at[nation]
    land = nation * board.land_count
    _note_counts(board, state.fresh_army_at, state.armies, land, state.fresh_armies)
    _note_counts(board, state.fresh_friend_at, state.friends, land, state.fresh_friends)
    sea = nation * board.region_count
    _note_counts(board, state.fresh_fleet_at, state.fleets, sea, state.fresh_fleets)
    state.open_canals = passage.open_canals(state)
    _forget_refusals(state)
    state.ask_government(decisions.FLEET_ORDER)


def _note_counts(
    board: Board, regions: int, units: list[int], first: int, fresh: list[int]
) -> None:
    """Notes how many units, listed from `first` on, stand in each of some regions."""
    while regions:
        region = board.lowest(regions)
        regions &= regions - 1
        fresh[region] = units[first + region]


def end_fleet_step(state: State) -> None:
    """No fleet may move any more; the army step begins."""
    _forget_refusals(state)
    state.convoys = ()
    state.ask_government(decisions.ARMY_ORDER)


def end_army_step(state: State) -> None:
    """The units have moved, who has is forgotten; the flag step ends the action."""
    state.fresh_army_at = 0
    state.fresh_friend_at = 0
    state.fresh_fleet_at = 0
    flags.begin(state)


def _forget_refusals(state: State) -> None:
    """R-CAN-5: a refusal lasts for the current step."""
    for canal in range(len(state.refused)):
        state.refused[canal] = 0
