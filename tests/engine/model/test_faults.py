"""Facts that cannot be played by are refused with all that is wrong; sound ones make a game."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest

import rondel
from rondel.engine import TITLES, RuleSetError, Title, check_invariants, title_of
from rondel.engine.model.faults import read_editions, read_material
from tests.positions import GAMES

Facts = dict[str, Any]
Damage = Callable[[Facts], object]


def facts(game: str = "imperial2030") -> Facts:
    return deepcopy(title_of(game).facts)


def faults(value: object) -> list[str]:
    with pytest.raises(RuleSetError) as caught:
        read_material(value)
    return caught.value.faults


@pytest.mark.parametrize("game", GAMES)
def test_our_own_games_are_sound(game: str) -> None:
    for edition in title_of(game).editions.values():
        assert [nation.id for nation in read_material(edition).nations]


# One fault at a time -------------------------------------------------------------------------


def at(facts: Facts, path: str) -> tuple[Any, Any]:
    """Where a path of keys leads: the object or list that holds it, and the last key."""
    holder: Any = facts
    *way, last = path.split("/")
    for key in way:
        holder = holder[int(key) if isinstance(holder, list) else key]
    return holder, int(last) if isinstance(holder, list) else last


def put(path: str, value: object) -> Damage:
    def damage(facts: Facts) -> None:
        holder, key = at(facts, path)
        holder[key] = value

    return damage


def drop(path: str) -> Damage:
    def damage(facts: Facts) -> None:
        holder, key = at(facts, path)
        del holder[key]

    return damage


def add(path: str, value: object) -> Damage:
    def damage(facts: Facts) -> None:
        holder, key = at(facts, path)
        holder[key].insert(0, value)

    return damage


def without(path: str, value: object) -> Damage:
    def damage(facts: Facts) -> None:
        holder, key = at(facts, path)
        holder[key].remove(value)

    return damage


def idle(facts: Facts) -> None:
    for home in facts["home_provinces"]:
        home["starting_factory"] = home["starting_factory"] and home["nation"] != "usa"


OF_FORM: dict[str, Damage] = {
    "bonds: missing": drop("bonds"),
    "nations[0].supply.armies: expected a whole number, not '8'": put(
        "nations/0/supply/armies", "8"
    ),
    "home_provinces[0].starting_factory: expected true or false, not 1": put(
        "home_provinces/0/starting_factory", 1
    ),
    "home_provinces[0].port_sea: expected a text or null, not 3": put(
        "home_provinces/0/port_sea", 3
    ),
    "rail.china: expected a list, not {}": put("rail/china", {}),
    "rules.unit_cost: expected a whole number, not True": put("rules/unit_cost", True),
    "neighbours.alaska.sea: missing": drop("neighbours/alaska/sea"),
    "setup.flag_card_bonds.usa[0]: expected an object, not None": add(
        "setup/flag_card_bonds/usa", None
    ),
}

OF_MEANING: dict[str, Damage] = {
    "neighbours: 'alaska' is missing": drop("neighbours/alaska"),
    "neighbours: 'atlantis' is unknown": put("neighbours/atlantis", {"land": [], "sea": []}),
    "neighbours.canada.land: 'atlantis' is unknown": add("neighbours/canada/land", "atlantis"),
    "neighbours.alaska.land: 'north_pacific' is unknown": add(
        "neighbours/alaska/land", "north_pacific"
    ),
    "neighbours.canada.land: 'alaska' is missing, which borders on it": without(
        "neighbours/canada/land", "alaska"
    ),
    "neighbours.north_pacific.land: 'alaska' is missing, which borders on it": without(
        "neighbours/north_pacific/land", "alaska"
    ),
    "neighbours.alaska: it borders on itself": add("neighbours/alaska/land", "alaska"),
    "regions: 'alaska' is there 2 times": add("sea_regions", {"id": "alaska", "name": "Alaska"}),
    "home_provinces.moscow.nation: 'prussia' is unknown": put("home_provinces/0/nation", "prussia"),
    "home_provinces.moscow.city_type: expected armaments or shipyard, not 'bakery'": put(
        "home_provinces/0/city_type", "bakery"
    ),
    "home_provinces.murmansk.port_sea: 'china_sea' is no sea on its coast": put(
        "home_provinces/1/port_sea", "china_sea"
    ),
    "home_provinces.moscow.port_sea: 'china_sea', but its city has no port": put(
        "home_provinces/0/port_sea", "china_sea"
    ),
    "nations.usa: it has no factory to begin with": idle,
    "nations.russia.supply: 1 or more of each, and at most 31 fleets": put(
        "nations/0/supply/fleets", 32
    ),
    "rail.china[0]: beijing and moscow are not both provinces of china": add(
        "rail/china", ["beijing", "moscow"]
    ),
    "rail.russia[0]: moscow and vladivostok do not border on each other": add(
        "rail/russia", ["moscow", "vladivostok"]
    ),
    "rail: 'prussia' is unknown": put("rail/prussia", []),
    "canals.suez.controlled_by: 'paris' is unknown": put("canals/1/controlled_by", "paris"),
    "canals.suez.seas: expected two seas": put("canals/1/seas", ["indian_ocean"]),
    "bonds[1]: expected a value above 2, and 1 or more interest": put("bonds/1/value", 2),
    "bonds[8]: expected a value above 25, and 8 or more interest": put("bonds/8/interest", 7),
    "setup.flag_card_bonds.usa: there is no bond for 7": put(
        "setup/flag_card_bonds/usa/0/value", 7
    ),
    "setup.flag_card_bonds: 'usa' is missing": drop("setup/flag_card_bonds/usa"),
    "setup.by_players: 5 players are missing": drop("setup/by_players/5"),
    "setup.by_players.4.dealt: 1 cards are too few": put("setup/by_players/4/dealt", ["usa"]),
    "setup.by_players.2: 'usa' is there 2 times": put("setup/by_players/2/also/china", ["usa"]),
    "setup.by_players.2.also: india is not dealt": put("setup/by_players/2/also/india", []),
    "setup.experienced.starting_cash: 6 players are missing": drop(
        "setup/experienced/starting_cash/6"
    ),
    "tax_chart.columns: min_tax must rise from 0": drop("tax_chart/columns/0"),
    "tax_chart.columns: every column needs a bonus": put("tax_chart/columns/2/bonus", None),
    "tax_chart.bonus_paid_by: 'nobody' is unknown": put("tax_chart/bonus_paid_by", "nobody"),
    "power_track.factors: they must cover 0 to 25 without a gap": drop("power_track/factors/2"),
    "rondel.actions: no slot has the action taxation": drop("rondel/slots/7"),
    "rondel: 7 free steps of 6 cannot be": put("rondel/free_steps", 7),
    "rules.unit_cost: expected 1 or more, not 0": put("rules/unit_cost", 0),
    "rules.army_pay: expected 0 or more, not -1": put("rules/army_pay", -1),
    "game: for 2 to 7 players, it must be from 2 to 6": put("game/max_players", 7),
}


@pytest.mark.parametrize("fault", [*OF_FORM, *OF_MEANING])
def test_a_fault_is_told_with_its_place(fault: str) -> None:
    damaged = facts()
    (OF_FORM | OF_MEANING)[fault](damaged)
    assert fault in faults(damaged)


def test_something_else_is_no_facts() -> None:
    assert faults([]) == [": expected an object, not []"]


def test_all_faults_are_told_at_once() -> None:
    for kinds in (OF_FORM, OF_MEANING):
        chosen = list(kinds)[:3]
        damaged = facts()
        for fault in chosen:
            kinds[fault](damaged)
        assert set(chosen) <= set(faults(damaged))


def test_faults_of_all_editions_are_told_at_once() -> None:
    editions = deepcopy(title_of("imperial").editions)
    editions["2006"]["bonds"].pop()
    editions["later"]["rules"]["unit_cost"] = 0
    editions["2006"]["rules"]["factory_cost"] = 0
    with pytest.raises(RuleSetError) as caught:
        read_editions(editions)
    assert caught.value.faults == [
        "edition 2006: rules.factory_cost: expected 1 or more, not 0",
        "edition later: rules.unit_cost: expected 1 or more, not 0",
    ]


# A third map ---------------------------------------------------------------------------------


def border(borders: Facts, a: str, b: str, seas: set[str]) -> None:
    """Writes a border on both sides."""
    for one, other in ((a, b), (b, a)):
        side = "sea" if other in seas else "land"
        borders.setdefault(one, {"land": [], "sea": []})[side].append(other)


def islands() -> Facts:
    """Two nations on two islands, a free island between them, and a sea on each side of it."""
    made = facts()
    made["game"].update(id="islands", title="Islands", max_players=2)
    made["nations"] = [
        {"id": id, "name": id.title(), "supply": {"armies": 8, "fleets": 8, "flags": 5}}
        for id in ("east", "west")
    ]
    made["home_provinces"] = []
    borders: Facts = {}
    for nation, sea in (("east", "dawn"), ("west", "dusk")):
        port: Facts = {"id": f"{nation}_port", "city_type": "shipyard", "port_sea": sea}
        town: Facts = {"id": f"{nation}_town", "city_type": "armaments", "port_sea": None}
        for place in (port, town):
            place |= {"name": "a place", "nation": nation, "starting_factory": True}
            made["home_provinces"].append(place)
        border(borders, f"{nation}_port", f"{nation}_town", {"dawn", "dusk"})
        border(borders, f"{nation}_port", sea, {"dawn", "dusk"})
        border(borders, "middle", sea, {"dawn", "dusk"})
    border(borders, "dawn", "dusk", {"dawn", "dusk"})
    made["land_regions"] = [{"id": "middle", "name": "Middle"}]
    made["sea_regions"] = [{"id": sea, "name": sea.title()} for sea in ("dawn", "dusk")]
    made["neighbours"], made["canals"] = borders, []
    made["rail"] = {n: [[f"{n}_port", f"{n}_town"]] for n in ("east", "west")}
    made["setup"]["flag_card_bonds"] = {
        "east": [{"nation": "east", "value": 9}, {"nation": "west", "value": 2}],
        "west": [{"nation": "west", "value": 9}, {"nation": "east", "value": 2}],
    }
    deal = {"starting_cash": 13, "dealt": ["east", "west"], "also": {}}
    made["setup"]["by_players"] = {"2": deal}
    return made


def test_a_third_map_is_played_like_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Low taxes and few flags: what ends is that the game is played for long, by the rules."""
    made = islands()
    monkeypatch.setitem(
        TITLES, "islands", Title(made, ("edition",), lambda _: {}, lambda made: {"2006": made})
    )
    for seed in range(4):
        setup = {"setup": "draft"} if seed % 2 else {}
        game, chance = rondel.Game.new("islands", ["a", "b"], setup, seed=seed), Random(seed)
        while not game.over and len(game) < 600:
            game.apply(chance.choice(game.legal_actions()))
            check_invariants(game.state)
            assert game.facts()["order"]["nations"] or game.over
        assert len(game) > 100
