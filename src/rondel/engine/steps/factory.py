"""Factory: build one in a home province (Rules: 3.1)."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.model.errors import IllegalAction
from rondel.engine.model.events import FactoryBuilt, FactoryDeclined
from rondel.engine.model.state import State, add
from rondel.engine.shapes import FactoryKind


def factory_kind(state: State, province: int) -> FactoryKind:
    """The kind of factory a city can have (R-FAC-2)."""
    return "shipyard" if state.rules.board.shipyards >> province & 1 else "armaments"


def begin(state: State) -> None:
    """Asks the government where to build."""
    state.ask_government(decisions.BUILD_FACTORY)


def sites(state: State) -> int:
    """Home provinces without factory and not occupied (R-FAC-1)."""
    nation = state.nation
    return state.rules.board.home[nation] & ~state.factories & ~state.occupied(nation)


def factory_shortfall(state: State) -> int:
    """What the treasury lacks to pay for a factory (R-FAC-3)."""
    return max(0, state.rules.factory_cost - state.treasury[state.nation])


def legal(state: State) -> list[int]:
    """R-FAC-3, -4: any site if the treasury can pay, or decline."""
    rules = state.rules
    if factory_shortfall(state):
        return [rules.table.decline]
    provinces = rules.board.members(sites(state))
    return [*[rules.table.build + p for p in provinces], rules.table.decline]


def could_build(state: State) -> bool:
    """Whether there is a site and the money for it, the government's own included (R-DON-4)."""
    gift = state.cash[state.actor] if state.rules.may_donate else 0
    return factory_shortfall(state) <= gift and sites(state) != 0


def apply(state: State, id: int) -> None:
    """Builds, or declines; the action is over."""
    rules, nation = state.rules, state.nation
    if id == rules.table.decline:
        if state.events is not None:
            state.events.tell(FactoryDeclined, state.nation_id(nation))
    else:
        build_factory(state, id - rules.table.build)
    state.kind = decisions.AFTER_ACTION


def build_factory(state: State, province: int) -> None:
    """The nation pays and the factory stands."""
    nation, cost = state.nation, state.rules.factory_cost
    add(state.treasury, nation, -cost)
    state.factories |= 1 << province
    if state.events is not None:
        region, kind = state.region_id(province), factory_kind(state, province)
        state.events.tell(FactoryBuilt, state.nation_id(nation), region, kind, cost)


def refuse(state: State, id: int) -> IllegalAction:
    """Why building there is not legal."""
    rules, nation = state.rules, state.nation
    province = id - rules.table.build
    name = f"{state.nation_name(nation)} cannot build in {state.region_name(province)}"
    about: dict[str, object] = {
        "nation": state.nation_id(nation),
        "region": state.region_id(province),
    }
    if rules.board.owner[province] != nation:
        problem = "it is not one of its home provinces"
        return IllegalAction("factory/not_home", "R-FAC-1", f"{name}: {problem}.")
    if state.factories >> province & 1:
        return IllegalAction(
            "factory/already_built", "R-FAC-1", f"{name}: there is a factory already.", about
        )
    if state.occupied(nation) >> province & 1:
        return IllegalAction(
            "factory/occupied", "R-FAC-1", f"{name}: a hostile army occupies the province.", about
        )
    has, cost = state.treasury[nation], rules.factory_cost
    return IllegalAction(
        "factory/treasury_too_low",
        "R-FAC-3",
        f"{name}: it has {has} of {cost} million.",
        {**about, "need": cost, "have": has},
    )
