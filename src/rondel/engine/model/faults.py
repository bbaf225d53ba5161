"""What is wrong with the facts of a game, all of it, before anything is played by them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Final

from rondel.engine.model.actions import MAX_PLAYERS
from rondel.engine.model.errors import RuleSetError, shown
from rondel.engine.model.forms import read
from rondel.engine.model.material import Borders, Material
from rondel.engine.model.ruleset import ACTIONS

MOST_REGIONS: Final = 66
"""`Board.members` tells so many apart."""
MOST_NATIONS: Final = 6
"""An entry of the history has room for so many, and for none."""
MOST_FLEETS: Final = 31
"""A set of fleets counts so many in one sea."""


def read_material(facts: object) -> Material:
    """The material that facts tell of, checked.

    Raises: RuleSetError with every fault: first those of form, then those of meaning.
    """
    faults: list[str] = []
    material: Any = read(Material, facts, "", faults)
    if not faults:
        faults += faults_of(material)
    if faults:
        raise RuleSetError(faults)
    assert isinstance(material, Material)
    return material


def read_editions(editions: dict[str, dict[str, Any]]) -> dict[str, Material]:
    """The material of every edition of a game.

    Raises: RuleSetError with every fault of all of them.
    """
    found, faults = dict[str, Material](), list[str]()
    for edition, facts in editions.items():
        try:
            found[edition] = read_material(facts)
        except RuleSetError as error:
            faults += [f"edition {edition}: {fault}" for fault in error.faults]
    if faults:
        raise RuleSetError(faults)
    return found


def faults_of(material: Material) -> Iterator[str]:
    """Every fault of meaning."""
    yield from _of_names(material)
    yield from _of_nations(material)
    yield from _of_borders(material)
    yield from _of_provinces(material)
    yield from _of_rail(material)
    yield from _of_canals(material)
    yield from _of_bonds(material)
    yield from _of_charts(material)
    yield from _of_rondel(material)
    yield from _of_setup(material)
    yield from _of_figures(material)


# Names and numbers --------------------------------------------------------------------------


def _of_names(material: Material) -> Iterator[str]:
    regions = _ids(material.home_provinces, material.land_regions, material.sea_regions)
    yield from _twice("regions", regions)
    yield from _twice("nations", _ids(material.nations))
    yield from _twice("canals", _ids(material.canals))
    if len(regions) > MOST_REGIONS:
        yield f"regions: {len(regions)}, at most {MOST_REGIONS} can be"
    least, most = material.game.min_players, material.game.max_players
    if not 2 <= least <= most <= MAX_PLAYERS:
        yield f"game: for {least} to {most} players, it must be from 2 to {MAX_PLAYERS}"


def _twice(place: str, ids: list[str]) -> Iterator[str]:
    for id in dict.fromkeys(ids):
        if ids.count(id) > 1:
            yield f"{place}: {shown(id)} is there {ids.count(id)} times"


def _unknown(place: str, ids: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    for id in ids:
        if id not in known:
            yield f"{place}: {shown(id)} is unknown"


def _of_nations(material: Material) -> Iterator[str]:
    if not 0 < len(material.nations) <= MOST_NATIONS:
        yield f"nations: {len(material.nations)}, it must be from 1 to {MOST_NATIONS}"
    for nation in material.nations:
        place, supply = f"nations.{nation.id}", nation.supply
        own = [home for home in material.home_provinces if home.nation == nation.id]
        if not any(home.starting_factory for home in own):
            yield f"{place}: it has no factory to begin with"
        if min(supply.armies, supply.fleets, supply.flags) < 1 or supply.fleets > MOST_FLEETS:
            yield f"{place}.supply: 1 or more of each, and at most {MOST_FLEETS} fleets"


# The map ------------------------------------------------------------------------------------


def _of_borders(material: Material) -> Iterator[str]:
    """Borders are between regions that there are, each written on both sides (R-CON-9)."""
    lands = _ids(material.home_provinces, material.land_regions)
    seas = _ids(material.sea_regions)
    for region in [*lands, *seas]:
        if region not in material.neighbours:
            yield f"neighbours: {shown(region)} is missing"
    yield from _unknown("neighbours", material.neighbours, [*lands, *seas])
    for region, borders in material.neighbours.items():
        place = f"neighbours.{region}"
        yield from _unknown(f"{place}.land", borders.land, lands)
        yield from _unknown(f"{place}.sea", borders.sea, seas)
        side = "sea" if region in seas else "land"
        for other in [*borders.land, *borders.sea]:
            back = material.neighbours.get(other)
            if other == region:
                yield f"{place}: it borders on itself"
            elif back is not None and region not in _on(back, side):
                yield f"neighbours.{other}.{side}: {shown(region)} is missing, which borders on it"


def _ids(*parts: Iterable[Any]) -> list[str]:
    return [region.id for part in parts for region in part]


def _on(borders: Borders, side: str) -> list[str]:
    return borders.sea if side == "sea" else borders.land


def _of_provinces(material: Material) -> Iterator[str]:
    """A shipyard city has its own sea, on its coast; no other city has one (R-CON-10)."""
    nations = _ids(material.nations)
    for home in material.home_provinces:
        place = f"home_provinces.{home.id}"
        yield from _unknown(f"{place}.nation", [home.nation], nations)
        if home.city_type not in ("armaments", "shipyard"):
            yield f"{place}.city_type: expected armaments or shipyard, not {shown(home.city_type)}"
        borders = material.neighbours.get(home.id)
        coasts = [] if borders is None else borders.sea
        if home.city_type == "shipyard" and home.port_sea not in coasts:
            yield f"{place}.port_sea: {shown(home.port_sea)} is no sea on its coast"
        if home.city_type == "armaments" and home.port_sea is not None:
            yield f"{place}.port_sea: {shown(home.port_sea)}, but its city has no port"


def _of_rail(material: Material) -> Iterator[str]:
    """Rail joins provinces of one nation that border on each other (R-RAI)."""
    yield from _unknown("rail", material.rail, _ids(material.nations))
    owner = {home.id: home.nation for home in material.home_provinces}
    for nation, pairs in material.rail.items():
        for i, pair in enumerate(pairs):
            place = f"rail.{nation}[{i}]"
            if len(pair) != 2:
                yield f"{place}: expected two provinces, not {len(pair)}"
            elif any(owner.get(end) != nation for end in pair):
                yield f"{place}: {' and '.join(pair)} are not both provinces of {nation}"
            elif pair[0] in material.neighbours and pair[1] not in (
                material.neighbours[pair[0]].land
            ):
                yield f"{place}: {' and '.join(pair)} do not border on each other"


def _of_canals(material: Material) -> Iterator[str]:
    """A canal joins two seas, and a flag in a neutral region controls it (R-CAN-2)."""
    for canal in material.canals:
        place = f"canals.{canal.id}"
        yield from _unknown(f"{place}.seas", canal.seas, _ids(material.sea_regions))
        if len(set(canal.seas)) != 2:
            yield f"{place}.seas: expected two seas"
        neutral = _ids(material.land_regions, material.sea_regions)
        yield from _unknown(f"{place}.controlled_by", [canal.controlled_by], neutral)


# Bonds and charts ---------------------------------------------------------------------------


def _of_bonds(material: Material) -> Iterator[str]:
    """A dearer bond bears no less."""
    bonds = [(0, 1), *[(bond.value, bond.interest) for bond in material.bonds]]
    if len(bonds) == 1:
        yield "bonds: there are none"
    for i, (lower, higher) in enumerate(pairwise(bonds)):
        if higher[0] <= lower[0] or higher[1] < lower[1]:
            yield f"bonds[{i}]: expected a value above {lower[0]}, and {lower[1]} or more interest"


def _of_charts(material: Material) -> Iterator[str]:
    chart, track = material.tax_chart, material.power_track
    starts = [column.min_tax for column in chart.columns]
    if not starts or starts[0] != 0 or starts != sorted(set(starts)):
        yield "tax_chart.columns: min_tax must rise from 0"
    if chart.bonus_mode not in ("by_column", "by_fields_gained"):
        yield f"tax_chart.bonus_mode: {shown(chart.bonus_mode)} is unknown"
    if chart.bonus_mode == "by_column" and any(c.bonus is None for c in chart.columns):
        yield "tax_chart.columns: every column needs a bonus"
    if chart.bonus_paid_by not in ("bank", "treasury"):
        yield f"tax_chart.bonus_paid_by: {shown(chart.bonus_paid_by)} is unknown"
    covered = [point for part in track.factors for point in range(part.min, part.max + 1)]
    if covered != [*range(track.max_points + 1)] or track.max_points < 1:
        yield f"power_track.factors: they must cover 0 to {track.max_points} without a gap"
    if not track.factors or track.factors[-1].factor < 1:
        yield "power_track.factors: the last must be 1 or more"


def _of_rondel(material: Material) -> Iterator[str]:
    """Every slot has an action, every action a slot; Investor and Taxation have one each."""
    wheel = material.rondel
    yield from _twice("rondel.slots", wheel.slots)
    found = [wheel.actions.get(slot, "") for slot in wheel.slots]
    for slot, action in zip(wheel.slots, found, strict=True):
        if action not in ACTIONS:
            yield f"rondel.actions.{slot}: expected one of {', '.join(ACTIONS)}"
    for action in ACTIONS:
        if action not in found:
            yield f"rondel.actions: no slot has the action {action}"
    if "investor" not in wheel.slots or found.count("investor") > 1:
        yield "rondel.slots: the one with the action investor must be called so"
    if found.count("taxation") > 1:
        yield "rondel.slots: taxation is there more than once"
    if not 0 < wheel.free_steps <= wheel.max_steps < len(wheel.slots):
        yield f"rondel: {wheel.free_steps} free steps of {wheel.max_steps} cannot be"


# Set-up and prices --------------------------------------------------------------------------


def _of_setup(material: Material) -> Iterator[str]:
    nations, values = _ids(material.nations), [bond.value for bond in material.bonds]
    cards = material.setup.flag_card_bonds
    for nation in nations:
        if nation not in cards:
            yield f"setup.flag_card_bonds: {shown(nation)} is missing"
    yield from _unknown("setup.flag_card_bonds", cards, nations)
    for card, bonds in cards.items():
        place = f"setup.flag_card_bonds.{card}"
        yield from _unknown(place, [bond.nation for bond in bonds], nations)
        for bond in bonds:
            if bond.value not in values:
                yield f"{place}: there is no bond for {bond.value}"
    for players in range(material.game.min_players, material.game.max_players + 1):
        yield from _of_deal(material, str(players), nations)


def _of_deal(material: Material, players: str, nations: list[str]) -> Iterator[str]:
    """Every player gets a flag card, and no card two owners (R-STD-2…4)."""
    if players not in material.setup.experienced.starting_cash:
        yield f"setup.experienced.starting_cash: {players} players are missing"
    deal = material.setup.by_players.get(players)
    if deal is None:
        yield f"setup.by_players: {players} players are missing"
        return
    place = f"setup.by_players.{players}"
    given = [*deal.dealt, *[card for cards in deal.also.values() for card in cards]]
    yield from _unknown(place, given, nations)
    yield from _twice(place, given)
    yield from [
        f"{place}.also: {card} is not dealt" for card in deal.also if card not in deal.dealt
    ]
    if len(deal.dealt) < int(players):
        yield f"{place}.dealt: {len(deal.dealt)} cards are too few"


def _of_figures(material: Material) -> Iterator[str]:
    rules = material.rules
    above_0 = ("factory_cost", "unit_cost", "import_limit", "tax_per_factory", "tax_per_flag")
    for name in (*above_0, "armies_to_destroy_factory"):
        if getattr(rules, name) < 1:
            yield f"rules.{name}: expected 1 or more, not {getattr(rules, name)}"
    for name in ("army_pay", "fleet_pay", "investor_bonus"):
        if getattr(rules, name) < 0:
            yield f"rules.{name}: expected 0 or more, not {getattr(rules, name)}"
    cost = material.rondel.extra_step_cost
    if cost.base < 1 or cost.per_power_factor < 0:
        yield "rondel.extra_step_cost: expected 1 or more, and no less with a higher factor"
