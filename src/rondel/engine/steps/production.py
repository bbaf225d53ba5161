"""Production: every unoccupied factory may make one unit, free of charge (Rules: 3.2)."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.model.actions import ARMY, FLEET, UNITS
from rondel.engine.model.board import size_of
from rondel.engine.model.errors import IllegalAction, counted
from rondel.engine.model.events import UnitProduced
from rondel.engine.model.state import State


def begin(state: State) -> None:
    """Asks the government which factories produce."""
    state.used = 0
    state.ask_government(decisions.PRODUCE)


def producers(state: State) -> int:
    """Unoccupied factories not yet used whose kind has a piece in supply (R-PRO-1, -3)."""
    shipyards = state.rules.board.shipyards
    found = state.unoccupied_factories(state.nation) & ~state.used
    if not state.armies_left(state.nation):
        found &= shipyards
    if not state.fleets_left(state.nation):
        found &= ~shipyards
    return found


def output_of(state: State, factories: int) -> tuple[int, int]:
    """The armies and the fleets that some factories make, as far as the supply lasts (R-PRO-4)."""
    nation = state.nation
    fleets = size_of(factories & state.rules.board.shipyards)
    armies = size_of(factories) - fleets
    return min(armies, state.armies_left(nation)), min(fleets, state.fleets_left(nation))


def legal(state: State) -> list[int]:
    """Any one of them; all, if the supply covers them; or done (R-PRO-2, -4)."""
    rules, found = state.rules, producers(state)
    ids: list[int] = []
    left = found
    while left:
        ids.append(rules.table.produce + rules.board.lowest(left))
        left &= left - 1
    armies, fleets = output_of(state, found)
    covered = armies + fleets == len(ids)
    if found and covered:
        ids.append(rules.table.produce_all)
    ids.append(rules.table.produce_done)
    return ids


def apply(state: State, id: int) -> None:
    """Produces in one factory, in all of them, or ends the action."""
    table = state.rules.table
    if id == table.produce_all:
        for province in state.rules.board.members(producers(state)):
            produce(state, province)
    elif id != table.produce_done:
        produce(state, id - table.produce)
        return
    state.kind = decisions.AFTER_ACTION


def produce(state: State, province: int) -> None:
    """A new unit in the factory's own province, fleets in port."""
    piece = FLEET if state.rules.board.shipyards >> province & 1 else ARMY
    state.used |= 1 << province
    state.count(state.nation, piece, 1)
    state.put(state.nation, province, piece)
    if state.events is not None:
        unit = UNITS[piece == FLEET]
        nation, region = state.nation_id(state.nation), state.region_id(province)
        state.events.tell(UnitProduced, nation, region, unit)


def refuse(state: State, id: int) -> IllegalAction:
    """Why a factory cannot produce."""
    table, nation = state.rules.table, state.nation
    name = state.nation_name(nation)
    if id == table.produce_all:
        return IllegalAction(
            "production/supply_too_small",
            "R-PRO-4",
            f"{name} cannot produce in all factories: left in its supply are "
            f"{counted(state.armies_left(nation), 'army', 'armies')} and "
            f"{counted(state.fleets_left(nation), 'fleet', 'fleets')}.",
            {"armies": state.armies_left(nation), "fleets": state.fleets_left(nation)},
        )
    province = id - table.produce
    region = state.region_name(province)
    about: dict[str, object] = {"region": state.region_id(province)}
    if not state.factories >> province & 1 or state.rules.board.owner[province] != nation:
        return IllegalAction(
            "production/no_factory", "R-PRO-1", f"{name} has no factory in {region}.", about
        )
    if state.occupied(nation) >> province & 1:
        return IllegalAction(
            "production/occupied",
            "R-PRO-3",
            f"The factory in {region} produces nothing: a hostile army occupies the province.",
            about,
        )
    if state.used >> province & 1:
        return IllegalAction(
            "production/used", "R-PRO-1", f"The factory in {region} has produced already.", about
        )
    fleet = bool(state.rules.board.shipyards >> province & 1)
    return IllegalAction(
        "production/supply_empty",
        "R-SUP-3",
        f"{name} has no {'fleets' if fleet else 'armies'} left in its supply.",
        {"nation": state.nation_id(nation), "unit": "fleet" if fleet else "army"},
    )
