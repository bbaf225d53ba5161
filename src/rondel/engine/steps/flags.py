"""The flag step that ends every Maneuver (Rules: 3.13)."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.model.board import size_of
from rondel.engine.model.errors import IllegalAction
from rondel.engine.model.events import FlagLost, FlagPlaced
from rondel.engine.model.state import State


def begin(state: State) -> None:
    """Takes back flags in regions others hold alone, then all place (R-FLG-2…5)."""
    held_alone = exclusive_regions(state)
    for nation in range(state.rules.nations):
        lost = state.flags[nation] & held_alone & ~state.present[nation]
        if lost:
            take_back(state, nation, lost)
    state.placing = 0
    place_in_order(state, unflagged(state, held_alone))


def exclusive_regions(state: State) -> int:
    """Neutral regions where exactly one nation has units (R-CON-14)."""
    seen = shared = 0
    for present in state.present:
        shared |= seen & present
        seen |= present
    return seen & ~shared & state.rules.board.neutral


def take_back(state: State, nation: int, regions: int) -> None:
    """R-FLG-3: a nation's flags in these regions return to its supply."""
    state.flags[nation] = state.flags[nation] ^ regions
    if state.events is None:
        return
    for region in state.rules.board.members(regions):
        holder = next(n for n, present in enumerate(state.present) if present >> region & 1)
        lost, to = state.nation_id(nation), state.nation_id(holder)
        state.events.tell(FlagLost, lost, state.region_id(region), to)


def candidates(state: State) -> int:
    """Regions without flag that some nation holds alone (R-FLG-4, -6)."""
    return unflagged(state, exclusive_regions(state))


def unflagged(state: State, regions: int) -> int:
    """Those of some regions in which no flag lies."""
    flagged = 0
    for flags in state.flags:
        flagged |= flags
    return regions & ~flagged


def place_in_order(state: State, free: int) -> None:
    """Nations place completely, one after the other, beginning with the active one (R-FLG-5).

    `free` are the candidates of all of them.
    """
    nations = state.rules.nations
    while state.placing < nations:
        nation = (state.nation + state.placing) % nations
        regions = free & state.present[nation]
        if regions:
            left = state.flags_left(nation)
            if size_of(regions) <= left:
                for region in state.rules.board.members(regions):
                    place_flag(state, nation, region)
            elif left:
                state.ask(decisions.PLACE_FLAG, state.government[nation], nation)
                return
        state.placing += 1
    state.kind = decisions.AFTER_ACTION


def place_flag(state: State, nation: int, region: int) -> None:
    """One flag from the supply."""
    state.flags[nation] = state.flags[nation] | 1 << region
    if state.events is not None:
        state.events.tell(FlagPlaced, state.nation_id(nation), state.region_id(region))


def legal(state: State) -> list[int]:
    """The regions among which a nation short of flags must choose."""
    board, first = state.rules.board, state.rules.table.flag
    regions = board.members(candidates(state) & state.present[state.about])
    return [first + region - board.home_count for region in regions]


def apply(state: State, id: int) -> None:
    """Places the flag; asks again while the supply lasts."""
    place_flag(state, state.about, id - state.rules.table.flag + state.rules.board.home_count)
    place_in_order(state, candidates(state))


def refuse(state: State, id: int) -> IllegalAction:
    """Why no flag can be placed there."""
    region = id - state.rules.table.flag + state.rules.board.home_count
    return IllegalAction(
        "flag/not_held",
        "R-FLG-4",
        f"{state.nation_name(state.about)} can place no flag in {state.region_name(region)}: "
        "it must hold the region alone, and no flag may lie there.",
        {"nation": state.nation_id(state.about), "region": state.region_id(region)},
    )
