"""The fleet step of a Maneuver (Rules: 3.5)."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.model.actions import FLEET
from rondel.engine.model.errors import IllegalAction
from rondel.engine.model.events import UnitMoved
from rondel.engine.model.state import State
from rondel.engine.shapes import Way
from rondel.engine.steps import battles
from rondel.engine.steps.maneuver import end_fleet_step
from rondel.engine.steps.passage import ask_consent, may_ask, needs_consent


def legal(state: State) -> list[int]:
    """Moves of unmoved fleets, attacks in place at sea, done (R-FLT-1, -2, R-BAT-5)."""
    rules = state.rules
    board, table = rules.board, rules.table
    ids: list[int] = []
    if state.fresh_fleet_at:
        left = state.fresh_fleet_at
        while left:
            origin = board.lowest(left)
            left &= left - 1
            ids += table.fleet_moves(origin, targets(state, origin))
        places = _places_of_attack(state)
        if places:
            ids += attacks(state, places)
    ids.append(table.fleet_done)
    return ids


def targets(state: State, origin: int) -> int:
    """The seas a fleet may enter: from port its own sea, at sea the next ones and canals."""
    board = state.rules.board
    found = board.fleet_next[origin]
    if not board.canal_seas >> origin & 1:
        return found
    for number, canal in enumerate(board.canals):
        if canal.mask >> origin & 1 and (
            may_ask(state, number, origin) or not needs_consent(state, number)
        ):
            found |= canal.mask & ~(1 << origin)
    return found


def reach(state: State) -> int:
    """Where fleets of the active nation can get now; in a Maneuver those that have not moved.

    Canals are left out.
    """
    places = state.fleet_at[state.nation]
    if decisions.FLEET_ORDER <= state.kind <= decisions.ARMY_ORDER:
        places = state.fresh_fleet_at
    found = 0
    for origin in state.rules.board.members(places):
        found |= state.rules.board.fleet_next[origin]
    return found


def _places_of_attack(state: State) -> int:
    """The seas that an unmoved fleet shares with foreign ones."""
    return state.fresh_fleet_at & state.rules.board.seas & state.foreign_units()


def attacks(state: State, places: int) -> list[int]:
    """R-BAT-5 at sea: an unmoved fleet against a foreign one in the same sea."""
    rules, nation = state.rules, state.nation
    ids: list[int] = []
    for sea in rules.board.members(places):
        first = rules.table.fleet_attack + (sea - rules.board.land_count) * rules.nations
        for other in range(rules.nations):
            if other != nation and state.fleet_at[other] >> sea & 1:
                ids.append(first + other)
    return ids


def apply(state: State, id: int) -> None:
    """Carries out one order, or ends the step."""
    table = state.rules.table
    if id == table.fleet_done:
        end_fleet_step(state)
    elif id >= table.fleet_attack:
        sea, enemy = table.split_fleet_attack(id)
        battles.attack_in_place(state, sea, FLEET, enemy, FLEET)
    else:
        _order_move(state, id)


def _order_move(state: State, id: int) -> None:
    origin, target = state.rules.table.split_fleet_move(id)
    canal = state.rules.board.canal_between.get(1 << origin | 1 << target, -1)
    if canal >= 0 and needs_consent(state, canal):
        state.order = id
        state.canals = (canal,)
        ask_consent(state)
    else:
        sail(state, id)


def sail(state: State, id: int) -> None:
    """The fleet moves and arrives."""
    origin, target = state.rules.table.split_fleet_move(id)
    state.use_up(origin, FLEET)
    state.lift(state.nation, origin, FLEET)
    if state.events is not None:
        _tell_sailing(state, origin, target)
    battles.arrive(state, target, FLEET)


def _tell_sailing(state: State, origin: int, target: int) -> None:
    assert state.events is not None
    board = state.rules.board
    canal = board.canal_between.get(1 << origin | 1 << target, -1)
    way: Way = "canal" if canal >= 0 else "port" if origin < board.home_count else "sea"
    crossed = [board.canals[canal].id] if canal >= 0 else []
    nation, start, end = (
        state.nation_id(state.nation),
        state.region_id(origin),
        state.region_id(target),
    )
    state.events.tell(UnitMoved, nation, "fleet", start, end, way, None, crossed, [])


def refuse(state: State, id: int) -> IllegalAction:
    """Why a fleet order is not legal."""
    table, name = state.rules.table, state.nation_name(state.nation)
    if id >= table.fleet_attack:
        sea, enemy = table.split_fleet_attack(id)
        return battles.refuse_in_place(state, sea, FLEET, enemy, FLEET)
    origin, target = table.split_fleet_move(id)
    start, end = state.region_name(origin), state.region_name(target)
    if not state.is_fresh(origin, FLEET):
        return IllegalAction(
            "fleet/none_unmoved", "R-MAN-2", f"{name} has no unmoved fleet in {start}."
        )
    if origin < state.rules.board.home_count:
        port = state.region_name(state.rules.board.port_sea[origin])
        return IllegalAction(
            "fleet/wrong_sea", "R-FLT-2", f"A fleet in port {start} can only sail to {port}."
        )
    if 1 << origin | 1 << target in state.rules.board.canal_between:
        return IllegalAction(
            "fleet/canal_refused",
            "R-CAN-5",
            f"Passage from {start} to {end} was refused in this step.",
            {"origin": state.region_id(origin), "target": state.region_id(target)},
        )
    return IllegalAction("fleet/out_of_reach", "R-FLT-1", f"{end} does not border on {start}.")
