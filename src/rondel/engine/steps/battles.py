"""Arrival of a unit, battles and the demand for them (Rules: 3.7, R-HOM-1, -5)."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.model.actions import ARMY, FLEET, FRIENDLY, HOSTILE, PIECES, STANCES, split
from rondel.engine.model.board import size_of
from rondel.engine.model.errors import IllegalAction
from rondel.engine.model.events import (
    ArmyEntered,
    BattleDeclined,
    BattleDemanded,
    BattleFought,
    UnitsStayed,
)
from rondel.engine.model.state import NOBODY, State
from rondel.engine.shapes import Stance, UnitKind

# Arrival ------------------------------------------------------------------------------------


def arrive(state: State, place: int, piece: int) -> None:
    """A unit has been lifted and reaches `place`: what it does there is asked (R-DEC-2)."""
    state.place = place
    state.piece = piece
    if is_abroad(state, place) or foreign_nations(state, place):
        state.ask_government(decisions.ARRIVAL)
    else:
        state.put(state.nation, place, piece)
        resume(state)


def is_abroad(state: State, place: int) -> bool:
    """Whether a region is a home province of another nation than the active one."""
    owner = state.rules.board.owner[place]
    return owner not in (NOBODY, state.nation)


def foreign_nations(state: State, place: int) -> int:
    """The set of the other nations with a unit in a region."""
    found, bit = 0, 1 << place
    for other, present in enumerate(state.present):
        if present & bit and other != state.nation:
            found |= 1 << other
    return found


def resume(state: State) -> None:
    """The order is carried out; the next may be given (R-MAN-3)."""
    state.place = NOBODY
    is_fleet = state.piece == FLEET
    state.ask_government(decisions.FLEET_ORDER if is_fleet else decisions.ARMY_ORDER)


def legal_arrival(state: State) -> list[int]:
    """Attack one of the foreign units, or stay; abroad hostile or friendly (R-BAT-4, R-HOM-1)."""
    table, place = state.rules.table, state.place
    ids: list[int] = []
    for other, present in enumerate(state.present):
        if present >> place & 1 and other != state.nation:
            for piece in state.pieces(other, place):
                ids.append(table.arrival_attack + other * PIECES + piece)
    if not is_abroad(state, place):
        ids.append(table.stay)
        return ids
    if not state.is_last_factory(place):
        ids.append(table.enter_hostile)
    ids.append(table.enter_friendly)
    return ids


def apply_arrival(state: State, id: int) -> None:
    """The unit attacks and is gone, or stays and may be challenged (R-BAT-7)."""
    table, place = state.rules.table, state.place
    if id < table.stay:
        enemy, named = split(id - table.arrival_attack, PIECES)
        _fight(state, place, state.piece, enemy, state.stance_of(enemy, place, named))
        resume(state)
        return
    if id > table.stay:
        state.piece = HOSTILE if id == table.enter_hostile else FRIENDLY
        if state.events is not None:
            nation, region = state.nation_id(state.nation), state.region_id(place)
            state.events.tell(ArmyEntered, nation, region, STANCES[state.piece])
    state.put(state.nation, place, state.piece)
    state.unasked = rivals(state, place)
    _ask_for_demand(state)


def rivals(state: State, place: int) -> int:
    """The nations there that may demand a battle, not those of the active player (R-BAT-9)."""
    found = foreign_nations(state, place)
    for other in range(state.rules.nations):
        if state.government[other] == state.government[state.nation]:
            found &= ~(1 << other)
    return found


def refuse_arrival(state: State, id: int) -> IllegalAction:
    """Why an arriving unit cannot do that."""
    table, place = state.rules.table, state.place
    region = state.region_name(place)
    if id < table.stay:
        enemy, _ = split(id - table.arrival_attack, PIECES)
        return IllegalAction(
            "battle/no_such_unit",
            "R-BAT-4",
            f"{state.nation_name(enemy)} has no such unit in {region} to attack.",
        )
    if id == table.stay:
        return IllegalAction(
            "arrival/stance_needed",
            "R-HOM-1",
            f"An army entering {region} must enter hostile or friendly, or attack.",
        )
    if not is_abroad(state, place):
        return IllegalAction("arrival/no_stance", "R-CON-11", f"A unit has no stance in {region}.")
    owner = state.rules.board.owner[place]
    return IllegalAction(
        "arrival/last_factory",
        "R-HOM-5",
        f"{region} is the last unoccupied factory of {state.nation_name(owner)}: "
        "it cannot be entered hostile.",
        {"region": state.region_id(place), "owner": state.nation_id(owner)},
    )


# Demand -------------------------------------------------------------------------------------


def _ask_for_demand(state: State) -> None:
    """Asks the next nation in turn order, or lets the mover name it (R-BAT-8)."""
    if not state.unasked:
        _stay_in_peace(state)
    elif state.rules.mover_chooses and size_of(state.unasked) > 1:
        state.ask_government(decisions.ASK_NEXT)
    else:
        nation = (state.nation + 1) % state.rules.nations
        while not state.unasked >> nation & 1:
            nation = (nation + 1) % state.rules.nations
        _ask_nation(state, nation)


def _stay_in_peace(state: State) -> None:
    """R-BAT-10: nobody attacks, nobody demands."""
    if state.events is not None and foreign_nations(state, state.place):
        nation, region = state.nation_id(state.nation), state.region_id(state.place)
        state.events.tell(UnitsStayed, nation, region)
    resume(state)


def _ask_nation(state: State, nation: int) -> None:
    state.unasked &= ~(1 << nation)
    state.ask(decisions.BATTLE_DEMAND, state.government[nation], nation)


def legal_next(state: State) -> list[int]:
    """The nations not yet asked."""
    table = state.rules.table
    return [table.ask + n for n in range(state.rules.nations) if state.unasked >> n & 1]


def apply_next(state: State, id: int) -> None:
    """The mover names the nation to be asked."""
    _ask_nation(state, id - state.rules.table.ask)


def refuse_next(state: State, id: int) -> IllegalAction:
    """Why a nation cannot be asked."""
    nation = state.nation_name(id - state.rules.table.ask)
    return IllegalAction(
        "battle/not_to_be_asked",
        "R-BAT-8",
        f"{nation} has no unit in {state.region_name(state.place)} left to ask for.",
    )


def legal_demand(state: State) -> list[int]:
    """Battle with one of the nation's own units there, or none (R-BAT-7)."""
    table = state.rules.table
    ids = [table.demand + piece for piece in state.pieces(state.about, state.place)]
    ids.append(table.no_demand)
    return ids


def apply_demand(state: State, id: int) -> None:
    """The first demand is fought and ends the asking."""
    nation, place, table = state.about, state.place, state.rules.table
    if state.events is not None:
        event = BattleDeclined if id == table.no_demand else BattleDemanded
        state.events.tell(event, state.nation_id(nation), state.region_id(place))
    if id == table.no_demand:
        _ask_for_demand(state)
        return
    given = state.stance_of(nation, place, id - table.demand)
    state.lift(state.nation, place, state.piece)
    _fight(state, place, state.piece, nation, given)
    resume(state)


def refuse_demand(state: State, id: int) -> IllegalAction:
    """Why a unit cannot be given."""
    nation, region = state.nation_name(state.about), state.region_name(state.place)
    return IllegalAction(
        "battle/no_such_unit", "R-BAT-7", f"{nation} has no such unit in {region} to fight with."
    )


# Battle -------------------------------------------------------------------------------------


def attack_in_place(state: State, place: int, own: int, enemy: int, target: int) -> None:
    """R-BAT-5: an unmoved unit fights where it stands; pieces as named in the order."""
    nation = state.nation
    own = state.stance_of(nation, place, own)
    target = state.stance_of(enemy, place, target)
    state.use_up(place, own)
    state.lift(nation, place, own)
    _fight(state, place, own, enemy, target)


def _fight(state: State, place: int, own: int, enemy: int, target: int) -> None:
    """R-BAT-1: the active nation's unit, lifted already, and its foe go back to the supply."""
    nation = state.nation
    state.count(nation, own, -1)
    state.lift(enemy, place, target)
    state.count(enemy, target, -1)
    if state.events is not None:
        state.events.tell(
            BattleFought,
            state.region_id(place),
            state.nation_id(nation),
            _unit(own),
            _stance(state, nation, place, own),
            state.nation_id(enemy),
            _unit(target),
            _stance(state, enemy, place, target),
        )


def _unit(piece: int) -> UnitKind:
    return "fleet" if piece == FLEET else "army"


def _stance(state: State, nation: int, place: int, piece: int) -> Stance | None:
    """The stance a unit had; none at home, on neutral ground, or while it was arriving."""
    owner = state.rules.board.owner[place]
    if piece == FLEET or owner in (NOBODY, nation):
        return None
    if nation == state.nation and piece == ARMY and place == state.place:
        return None
    return STANCES[FRIENDLY if piece == FRIENDLY else HOSTILE]


def refuse_in_place(state: State, place: int, own: int, enemy: int, target: int) -> IllegalAction:
    """Why an attack in place is not legal."""
    region, nation = state.region_name(place), state.nation
    if own not in state.pieces(nation, place):
        return IllegalAction(
            "battle/no_own_unit",
            "R-DEC-1",
            f"{state.nation_name(nation)} has no such unit in {region}.",
        )
    if not state.is_fresh(place, state.stance_of(nation, place, own)):
        return IllegalAction(
            "battle/moved",
            "R-BAT-5",
            f"{state.nation_name(nation)} has no unmoved unit of that kind in {region}: "
            "a unit that has moved attacks only on arrival.",
        )
    return IllegalAction(
        "battle/no_such_unit",
        "R-BAT-2",
        f"{state.nation_name(enemy)} has no unit in {region} that it could fight.",
    )
