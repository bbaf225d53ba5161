"""The army step of a Maneuver (Rules: 3.8 to 3.12)."""

from __future__ import annotations

from itertools import pairwise

from rondel.engine import decisions
from rondel.engine.model.actions import ARMY, FRIENDLY, HOSTILE, STANCES, split
from rondel.engine.model.convoys import Convoy, Fleets, Passages, Route, Sailing
from rondel.engine.model.errors import IllegalAction
from rondel.engine.model.events import FactoryDestroyed, StanceChanged, UnitMoved
from rondel.engine.model.ruleset import RuleSet
from rondel.engine.model.state import NOBODY, State
from rondel.engine.shapes import Stance, Way
from rondel.engine.steps import battles
from rondel.engine.steps.factory import factory_kind
from rondel.engine.steps.maneuver import end_army_step
from rondel.engine.steps.passage import ask_consent, may_ask, needs_consent, open_canals


def legal(state: State) -> list[int]:
    """Every order open to the active nation's armies, and done (D-12)."""
    board, nation = state.rules.board, state.nation
    ids = moves(state)
    places = _places_of_attack(state)
    if places:
        ids += attacks(state, places)
    if state.present[nation] & board.abroad[nation]:
        ids += stance_changes(state)
        ids += destructions(state)
    ids.append(state.rules.table.army_done)
    return ids


# Moves --------------------------------------------------------------------------------------


def moves(state: State) -> list[int]:
    """Moves of unmoved armies by land, rail and convoy (R-ARM-1…5)."""
    board, nation = state.rules.board, state.nation
    fresh = state.fresh_army_at | state.fresh_friend_at
    if not fresh:
        return []
    sailing = _sailing(state)
    mixed = state.army_at[nation] & state.friend_at[nation]
    ids: list[int] = []
    left = fresh
    while left:
        origin = board.lowest(left)
        left &= left - 1
        if mixed >> origin & 1:
            ids += _in_each_stance(state, origin, sailing.ends(origin), 0)
        else:
            ids += _moves_from(state, sailing, origin)
    if _has_passage_to_ask(state, sailing.at_sea):
        for origin in board.members(fresh):
            ids += _moves_on_demand(state, sailing, origin)
        ids.sort()
    return ids


def _moves_from(state: State, sailing: Sailing, origin: int) -> list[int]:
    """Moves from a space whose armies need not be told apart."""
    known = sailing.ids[origin]
    if known is None:
        known = state.rules.table.army_moves(origin, sailing.ends(origin), 0, 0)
        sailing.ids[origin] = known
    return known


def reach(state: State) -> int:
    """Where armies of the active nation can get now; in a Maneuver those that have not moved.

    Canals that need consent are left out.
    """
    armies = state.army_at[state.nation] | state.friend_at[state.nation]
    canals, convoys = state.open_canals, state.convoys
    if decisions.FLEET_ORDER <= state.kind <= decisions.ARMY_ORDER:
        armies = state.fresh_army_at | state.fresh_friend_at
    elif armies:
        canals, convoys = open_canals(state), ()
    found = 0
    if armies:
        sailing = _sailing_with(state, canals, convoys)
        for origin in state.rules.board.members(armies):
            found |= sailing.ends(origin)
    return found


def lanes(state: State) -> list[tuple[int, int, int]]:
    """Convoys open to unmoved armies: origin, seas to embark on, ends that no land way reaches."""
    board, nation = state.rules.board, state.nation
    occupied, sailing = state.occupied(nation), _sailing(state)
    land_ends, coasts = board.land_ends(nation, occupied), board.coasts(nation, occupied)
    found: list[tuple[int, int, int]] = []
    for origin in board.members(state.fresh_army_at | state.fresh_friend_at):
        ends = sailing.landings(coasts[origin]) & ~land_ends[origin] & ~(1 << origin)
        if ends:
            found.append((origin, coasts[origin] & sailing.at_sea, ends))
    return found


def _sailing(state: State) -> Sailing:
    return _sailing_with(state, state.open_canals, state.convoys)


def _sailing_with(state: State, canals: int, convoys: tuple[Convoy, ...]) -> Sailing:
    nation = state.nation
    at_sea = state.fleet_at[nation] & state.rules.board.seas
    fleets = state.fleets_at_sea(nation) if convoys else 0
    return state.rules.lanes.sailing(
        nation, state.occupied(nation), at_sea, canals, convoys, fleets
    )


def _has_passage_to_ask(state: State, at_sea: int) -> bool:
    """Whether there are fleets at both ends of a canal that needs consent."""
    if state.open_canals == state.rules.all_canals:
        return False
    for number, canal in enumerate(state.rules.board.canals):
        if needs_consent(state, number) and at_sea & canal.mask == canal.mask:
            return True
    return False


def _moves_on_demand(state: State, sailing: Sailing, origin: int) -> list[int]:
    """R-CAN-7: every sequence of canals that need consent is a choice of its own."""
    board, nation = state.rules.board, state.nation
    occupied = sailing.occupied
    by_land = board.land_ends(nation, occupied)[origin] | 1 << origin
    coasts = board.coasts(nation, occupied)[origin]
    ids: list[int] = []
    for number, sequence in enumerate(state.rules.table.sequences):
        if sequence and _may_request(state, sequence, origin):
            ends = sailing.landings_through(coasts, sequence) & ~by_land
            ids += _in_each_stance(state, origin, ends, number)
    return ids


def _may_request(state: State, sequence: Passages, origin: int) -> bool:
    for canal in sequence:
        if not needs_consent(state, canal) or not may_ask(state, canal, origin):
            return False
    return True


def _in_each_stance(state: State, origin: int, ends: int, sequence: int) -> list[int]:
    """R-DEC-1: the stance is named iff armies of both stances stand in the origin."""
    table, bit = state.rules.table, 1 << origin
    if not (state.army_at[state.nation] & state.friend_at[state.nation] & bit):
        return table.army_moves(origin, ends, 0, sequence)
    ids: list[int] = []
    if state.fresh_army_at & bit:
        ids += table.army_moves(origin, ends, HOSTILE, sequence)
    if state.fresh_friend_at & bit:
        ids += table.army_moves(origin, ends, FRIENDLY, sequence)
    ids.sort()
    return ids


def apply(state: State, id: int) -> None:
    """Carries out one order, or ends the step."""
    table = state.rules.table
    if id == table.army_done:
        end_army_step(state)
    elif id >= table.destroy:
        destroy_factory(state, id - table.destroy)
    elif id >= table.set_stance:
        province, stance = split(id - table.set_stance, 2)
        change_stance(state, province, FRIENDLY if stance else HOSTILE)
    elif id >= table.army_attack:
        battles.attack_in_place(state, *table.split_army_attack(id))
    else:
        _order_move(state, id)


def _order_move(state: State, id: int) -> None:
    sequence = state.rules.table.sequences[state.rules.table.split_army_move(id)[3]]
    if sequence:
        state.order = id
        state.canals = sequence
        ask_consent(state)
    else:
        march(state, id)


def march(state: State, id: int) -> None:
    """The army moves and arrives (R-ARM-3)."""
    nation = state.nation
    origin, end, stance, number = state.rules.table.split_army_move(id)
    occupied = state.occupied(nation)
    sequence = state.rules.table.sequences[number]
    if not state.rules.board.land_ends(nation, occupied)[origin] >> end & 1:
        _book_convoy(state, origin, end, sequence, occupied)
    piece = state.stance_of(nation, origin, stance)
    if state.events is not None:
        _tell_march(state, origin, end, piece, sequence, occupied)
    state.use_up(origin, piece)
    state.lift(nation, origin, piece)
    battles.arrive(state, end, ARMY)


def _book_convoy(state: State, origin: int, end: int, sequence: Passages, occupied: int) -> None:
    """R-CVY-6, -7: coasts of both ends as of now, and the canals granted to this army."""
    board, nation, granted = state.rules.board, state.nation, 0
    for canal in sequence:
        granted |= 1 << canal
    coasts = board.coasts(nation, occupied)
    state.convoys = (*state.convoys, (coasts[origin], coasts[end], granted))


def _tell_march(
    state: State, origin: int, end: int, piece: int, sequence: Passages, occupied: int
) -> None:
    assert state.events is not None
    board, nation = state.rules.board, state.nation
    stance: Stance | None = None
    if board.owner[origin] not in (NOBODY, nation):
        stance = STANCES[FRIENDLY if piece == FRIENDLY else HOSTILE]
    way: Way = "rail" if board.rails(nation, occupied)[origin] >> end & 1 else "land"
    if way == "land" and not board.land_ends(nation, occupied)[origin] >> end & 1:
        fleets, convoys = state.fleets_at_sea(nation), state.convoys
        booked = Booked(state.rules, convoys, fleets, state.open_canals, sequence)
        state.events.tell(_shipped, booked, nation, origin, end, stance)
        return
    state.events.tell(
        UnitMoved,
        state.nation_id(nation),
        "army",
        state.region_id(origin),
        state.region_id(end),
        way,
        stance,
        [],
        [],
    )


class Booked:
    """What the route of a convoy hangs on, as it was when the convoy was ordered."""

    def __init__(
        self,
        rules: RuleSet,
        convoys: tuple[Convoy, ...],
        fleets: Fleets,
        canals: int,
        sequence: Passages,
    ) -> None:
        self.rules = rules
        self._convoys, self._fleets = convoys, fleets
        self._canals, self._sequence = canals, sequence

    def route(self) -> Route:
        """The route of the last convoy."""
        lanes = self.rules.lanes
        return lanes.last_route(self._convoys, self._fleets, self._canals, self._sequence)


def _shipped(
    booked: Booked, nation: int, origin: int, end: int, stance: Stance | None
) -> UnitMoved:
    """A march over sea; its route is looked for when somebody asks for the event."""
    board, route = booked.rules.board, booked.route()
    ids = board.region_ids
    pairs = [1 << a | 1 << b for a, b in pairwise(route)]
    crossed = [board.canals[board.canal_between[p]].id for p in pairs if p in board.canal_between]
    seas = [ids[sea] for sea in route]
    nation_id = board.nation_ids[nation]
    return UnitMoved(nation_id, "army", ids[origin], ids[end], "convoy", stance, crossed, seas)


# Attacks in place ---------------------------------------------------------------------------


def _places_of_attack(state: State) -> int:
    """The land spaces that an unmoved unit shares with foreign ones."""
    ports = state.fresh_fleet_at & state.rules.board.all_homes
    fresh = state.fresh_army_at | state.fresh_friend_at | ports
    return fresh & state.foreign_units() if fresh else 0


def attacks(state: State, places: int) -> list[int]:
    """R-BAT-5 on land: unmoved armies, and fleets in port, against units in the same space."""
    nation = state.nation
    ids: list[int] = []
    for region in state.rules.board.members(places):
        for own in state.pieces(nation, region):
            if state.is_fresh(region, state.stance_of(nation, region, own)):
                ids += _targets(state, region, own)
    return ids


def _targets(state: State, region: int, own: int) -> list[int]:
    ids: list[int] = []
    for enemy, present in enumerate(state.present):
        if present >> region & 1 and enemy != state.nation:
            for target in state.pieces(enemy, region):
                ids.append(state.rules.table.army_attack_id(region, own, enemy, target))
    return ids


# Stance -------------------------------------------------------------------------------------


def stance_changes(state: State) -> list[int]:
    """R-HOM-8: unmoved armies abroad may turn; to hostile only where R-HOM-5 allows it."""
    if not state.rules.may_change_stance:
        return []
    board, first = state.rules.board, state.rules.table.set_stance
    abroad = board.abroad[state.nation]
    ids: list[int] = []
    unmoved = (state.fresh_army_at | state.fresh_friend_at) & abroad
    while unmoved:
        province = board.lowest(unmoved)
        unmoved &= unmoved - 1
        if state.fresh_friend_at >> province & 1 and not state.is_last_factory(province):
            ids.append(first + 2 * province)
        if state.fresh_army_at >> province & 1:
            ids.append(first + 2 * province + 1)
    return ids


def change_stance(state: State, province: int, stance: int) -> None:
    """The army turns and counts as moved."""
    nation, before = state.nation, FRIENDLY if stance == HOSTILE else HOSTILE
    state.use_up(province, before)
    state.lift(nation, province, before)
    state.put(nation, province, stance)
    if state.events is not None:
        region = state.region_id(province)
        state.events.tell(StanceChanged, state.nation_id(nation), region, STANCES[stance])


# Destroying factories -----------------------------------------------------------------------


def destructions(state: State) -> list[int]:
    """R-DES-1: factories abroad the active nation can destroy."""
    board, nation = state.rules.board, state.nation
    here = (state.army_at[nation] | state.friend_at[nation]) & state.factories
    ids: list[int] = []
    left = here & ~board.home[nation]
    while left:
        province = board.lowest(left)
        left &= left - 1
        if can_destroy(state, province):
            ids.append(state.rules.table.destroy + province)
    return ids


def can_destroy(state: State, province: int) -> bool:
    """Enough armies, no defender, and not the last unoccupied factory (R-DES-1, -3, -5)."""
    owner = state.rules.board.owner[province]
    return (
        armies_in(state, province) >= state.rules.armies_to_destroy
        and not state.present[owner] >> province & 1
        and not state.is_last_factory(province)
    )


def armies_in(state: State, region: int) -> int:
    """Armies of the active nation in a land space."""
    i = state.nation * state.rules.board.land_count + region
    return state.armies[i] + state.friends[i]


def destroy_factory(state: State, province: int) -> None:
    """R-DES-2: moved armies go before unmoved ones, then friendly before hostile."""
    state.factories &= ~(1 << province)
    lost = [0, 0]
    for _ in range(state.rules.armies_to_destroy):
        lost[_lose_army(state, province) == FRIENDLY] += 1
    if state.events is not None:
        nation, owner = state.nation_id(state.nation), state.rules.board.owner[province]
        region, kind = state.region_id(province), factory_kind(state, province)
        state.events.tell(
            FactoryDestroyed, nation, region, state.nation_id(owner), kind, lost[0], lost[1]
        )


def _lose_army(state: State, province: int) -> int:
    """Removes one army by the order of R-DES-2; returns what it was."""
    nation = state.nation
    i = nation * state.rules.board.land_count + province
    if state.friends[i] > state.unmoved(province, FRIENDLY):
        piece = FRIENDLY
    elif state.armies[i] > state.unmoved(province, HOSTILE):
        piece = HOSTILE
    else:
        piece = FRIENDLY if state.friends[i] else HOSTILE
        state.use_up(province, piece)
    state.lift(nation, province, piece)
    state.count(nation, piece, -1)
    return piece


# Refusals -----------------------------------------------------------------------------------


def refuse(state: State, id: int) -> IllegalAction:
    """Why an army order is not legal."""
    table = state.rules.table
    if id >= table.destroy:
        return _refuse_destruction(state, id - table.destroy)
    if id >= table.set_stance:
        return _refuse_stance(state, id)
    if id >= table.army_attack:
        region, own, enemy, target = table.split_army_attack(id)
        return battles.refuse_in_place(state, region, own, enemy, target)
    return _refuse_move(state, id)


def _refuse_move(state: State, id: int) -> IllegalAction:
    origin, end, stance, sequence = state.rules.table.split_army_move(id)
    name, start, goal = (
        state.nation_name(state.nation),
        state.region_name(origin),
        state.region_name(end),
    )
    bit = 1 << origin
    if not (state.fresh_army_at | state.fresh_friend_at) & bit:
        return IllegalAction(
            "army/none_unmoved", "R-MAN-2", f"{name} has no unmoved army in {start}."
        )
    mixed = bool(state.army_at[state.nation] & state.friend_at[state.nation] & bit)
    if mixed != (stance != 0):
        word = "must" if mixed else "may not"
        return IllegalAction(
            "army/stance", "R-DEC-1", f"An order to an army in {start} {word} name its stance."
        )
    if not state.is_fresh(origin, state.stance_of(state.nation, origin, stance)):
        return IllegalAction(
            "army/none_unmoved",
            "R-MAN-2",
            f"{name} has no unmoved {STANCES[stance]} army in {start}.",
        )
    if sequence:
        return _refuse_passage(state, origin, end, sequence)
    return IllegalAction(
        "army/out_of_reach",
        "R-ARM-2",
        f"An army in {start} cannot reach {goal} by land, rail or convoy.",
    )


def _refuse_passage(state: State, origin: int, end: int, number: int) -> IllegalAction:
    start, goal = state.region_name(origin), state.region_name(end)
    for canal in state.rules.table.sequences[number]:
        if not may_ask(state, canal, origin):
            name = state.rules.board.canals[canal].name
            return IllegalAction(
                "army/canal_refused",
                "R-CAN-5",
                f"Passage of the {name} was refused to armies from {start} in this step.",
            )
    return IllegalAction(
        "army/canal",
        "R-CAN-7",
        f"An army in {start} cannot ask for this passage on the way to {goal}.",
    )


def _refuse_stance(state: State, id: int) -> IllegalAction:
    province, stance = split(id - state.rules.table.set_stance, 2)
    region, name = state.region_name(province), state.nation_name(state.nation)
    if not state.rules.may_change_stance:
        return IllegalAction(
            "army/stance_fixed", "R-HOM-8", "In this game the stance of an army never changes."
        )
    fresh = state.fresh_army_at if stance else state.fresh_friend_at
    if not battles.is_abroad(state, province) or not fresh >> province & 1:
        kind = "hostile" if stance else "friendly"
        return IllegalAction(
            "army/none_unmoved", "R-HOM-8", f"{name} has no unmoved {kind} army in {region}."
        )
    owner = state.rules.board.owner[province]
    return IllegalAction(
        "army/last_factory",
        "R-HOM-5",
        f"{region} is the last unoccupied factory of {state.nation_name(owner)}: "
        "no army there may turn hostile.",
        {"region": state.region_id(province), "owner": state.nation_id(owner)},
    )


def _refuse_destruction(state: State, province: int) -> IllegalAction:
    region, name = state.region_name(province), state.nation_name(state.nation)
    if not state.factories >> province & 1 or not battles.is_abroad(state, province):
        return IllegalAction(
            "destroy/no_factory", "R-DES-1", f"There is no foreign factory in {region}."
        )
    has, needs = armies_in(state, province), state.rules.armies_to_destroy
    if has < needs:
        return IllegalAction(
            "destroy/too_few_armies",
            "R-DES-1",
            f"{name} has {has} of {needs} armies in {region}.",
            {"region": state.region_id(province), "unit": "army", "need": needs, "have": has},
        )
    owner = state.rules.board.owner[province]
    about: dict[str, object] = {
        "region": state.region_id(province),
        "owner": state.nation_id(owner),
    }
    if state.present[owner] >> province & 1:
        return IllegalAction(
            "destroy/defended",
            "R-DES-1",
            f"{state.nation_name(owner)} still has a unit in {region}.",
            about,
        )
    return IllegalAction(
        "destroy/last_factory",
        "R-DES-1",
        f"{region} is the last unoccupied factory of {state.nation_name(owner)}.",
        about,
    )
