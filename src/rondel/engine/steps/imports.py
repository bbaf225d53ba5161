"""Import: buy up to three units, one at a time (Rules: 3.3)."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.model.actions import ARMY, FLEET, UNITS, split
from rondel.engine.model.errors import IllegalAction
from rondel.engine.model.events import UnitImported
from rondel.engine.model.state import State, add


def begin(state: State) -> None:
    """Asks the government for the first unit."""
    state.imports_left = state.rules.import_limit
    state.ask_government(decisions.IMPORT_UNIT)


def units_payable(state: State, limit: int) -> int:
    """How many units of so many the treasury can pay (R-IMP-1)."""
    return min(limit, state.treasury[state.nation] // state.rules.unit_cost)


def legal(state: State) -> list[int]:
    """Units the treasury can pay, and done (R-IMP-1, -2)."""
    ids: list[int] = []
    if units_payable(state, state.imports_left):
        ids = placings(state)
    ids.append(state.rules.table.import_done)
    return ids


def placings(state: State) -> list[int]:
    """The imports that supply and occupation allow, money aside."""
    nation, rules = state.nation, state.rules
    ids: list[int] = []
    if not state.imports_left:
        return ids
    armies, fleets = state.armies_left(nation) > 0, state.fleets_left(nation) > 0
    left = rules.board.home[nation] & ~state.occupied(nation)
    while left:
        province = rules.board.lowest(left)
        left &= left - 1
        if armies:
            ids.append(rules.table.imports + 2 * province)
        if fleets and rules.board.shipyards >> province & 1:
            ids.append(rules.table.imports + 2 * province + 1)
    return ids


def could_import_after_donating(state: State) -> bool:
    """R-DON-4: the government's own cash would open a choice."""
    funds = state.treasury[state.nation] + state.cash[state.actor]
    return state.rules.may_donate and funds >= state.rules.unit_cost and bool(placings(state))


def apply(state: State, id: int) -> None:
    """Buys and places one unit, or ends the action (R-IMP-4)."""
    table = state.rules.table
    if id == table.import_done:
        state.kind = decisions.AFTER_ACTION
        return
    province, unit = split(id - table.imports, 2)
    import_unit(state, province, FLEET if unit else ARMY)


def import_unit(state: State, province: int, piece: int) -> None:
    """The nation pays and the unit stands."""
    nation, cost = state.nation, state.rules.unit_cost
    add(state.treasury, nation, -cost)
    state.imports_left -= 1
    state.count(nation, piece, 1)
    state.put(nation, province, piece)
    if state.events is not None:
        unit, region = UNITS[piece == FLEET], state.region_id(province)
        state.events.tell(UnitImported, state.nation_id(nation), region, unit, cost)


def refuse(state: State, id: int) -> IllegalAction:
    """Why a unit cannot be imported there."""
    rules, nation = state.rules, state.nation
    province, unit = split(id - rules.table.imports, 2)
    name, region = state.nation_name(nation), state.region_name(province)
    where = f"{name} cannot import into {region}"
    about: dict[str, object] = {
        "nation": state.nation_id(nation),
        "region": state.region_id(province),
    }
    if rules.board.owner[province] != nation:
        return IllegalAction(
            "import/not_home", "R-IMP-2", f"{where}: it is not one of its home provinces."
        )
    if state.occupied(nation) >> province & 1:
        return IllegalAction(
            "import/occupied", "R-IMP-2", f"{where}: a hostile army occupies the province.", about
        )
    if unit and not rules.board.shipyards >> province & 1:
        return IllegalAction(
            "import/no_port", "R-IMP-2", f"{where}: a fleet needs a city with a port.", about
        )
    left = state.fleets_left(nation) if unit else state.armies_left(nation)
    if not left:
        return IllegalAction(
            "import/supply_empty",
            "R-SUP-3",
            f"{name} has no {'fleets' if unit else 'armies'} left in its supply.",
            {"nation": state.nation_id(nation), "unit": UNITS[unit]},
        )
    has, cost = state.treasury[nation], rules.unit_cost
    return IllegalAction(
        "import/treasury_too_low",
        "R-IMP-1",
        f"{where}: it has {has} of {cost} million.",
        {**about, "need": cost, "have": has},
    )
