"""The facts of both games are what the rules say, on paper and on the board."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
from rondel.engine import title_of
from tests.positions import GAMES, choices, game_at, maneuvering, moving_armies, refuses, targets
from tests.starts import DRAFT_CASH, ORDER


def facts(game: str) -> dict[str, Any]:
    """The facts of a game, first edition."""
    return title_of(game).facts


def ids(game: str, *kinds: str) -> list[str]:
    """The regions of these kinds."""
    return [region["id"] for kind in kinds for region in facts(game)[kind]]


def land(game: str, region: str) -> set[str]:
    """Land spaces next to a region."""
    return set(facts(game)["neighbours"][region]["land"])


def seas(game: str, region: str) -> set[str]:
    """Seas next to a region."""
    return set(facts(game)["neighbours"][region]["sea"])


# Figures -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_nations_in_turn_order(game: str) -> None:
    """R-TRN-1: six nations, in the order of their turns, which is also that of the draft."""
    nations = facts(game)["nations"]
    assert [n["id"] for n in nations] == ORDER[game]
    assert [n["turn_order"] for n in nations] == [1, 2, 3, 4, 5, 6]
    assert facts(game)["setup"]["experienced"]["nation_order"] == ORDER[game]


@pytest.mark.parametrize(
    ("game", "homes", "lands", "sea_regions"),
    [("imperial2030", 24, 27, 11), ("imperial", 30, 15, 9)],
)
def test_every_space_is_of_one_kind(game: str, homes: int, lands: int, sea_regions: int) -> None:
    """R-CON-9: home provinces of one nation with one city each, neutral land, sea; 4 provinces per
    nation in 2030, 5 in classic."""
    parts = [ids(game, k) for k in ("home_provinces", "land_regions", "sea_regions")]
    assert [len(part) for part in parts] == [homes, lands, sea_regions]
    everything = [id for part in parts for id in part]
    assert len(set(everything)) == len(everything) == len(facts(game)["neighbours"])
    for nation in ORDER[game]:
        own = [h for h in facts(game)["home_provinces"] if h["nation"] == nation]
        assert len(own) == homes // 6
        assert {h["city_type"] for h in own} <= {"armaments", "shipyard"}
        assert sum(h["starting_factory"] for h in own) == 2


@pytest.mark.parametrize("game", GAMES)
def test_shipyard_cities_are_ports(game: str) -> None:
    """R-CON-9, R-CON-10: a shipyard city has its own sea, on its coast; no other city has one."""
    for home in facts(game)["home_provinces"]:
        if home["city_type"] == "shipyard":
            assert home["port_sea"] in seas(game, home["id"])
        else:
            assert home["port_sea"] is None


@pytest.mark.parametrize("game", GAMES)
def test_borders_go_both_ways(game: str) -> None:
    """R-CON-9: land spaces border land spaces, seas border seas, coasts are written on both."""
    lands = set(ids(game, "home_provinces", "land_regions"))
    for region in facts(game)["neighbours"]:
        assert land(game, region) <= lands - {region}
        assert seas(game, region) <= set(ids(game, "sea_regions")) - {region}
        side = "land" if region in lands else "sea"
        for other in land(game, region) | seas(game, region):
            assert region in facts(game)["neighbours"][other][side]


@pytest.mark.parametrize("game", GAMES)
def test_power_track(game: str) -> None:
    """R-CON-8: six sections up to 25 points."""
    track = facts(game)["power_track"]
    sections = [(s["min"], s["max"], s["factor"]) for s in track["factors"]]
    assert sections == [(0, 4, 0), (5, 9, 1), (10, 14, 2), (15, 19, 3), (20, 24, 4), (25, 25, 5)]
    assert track["max_points"] == facts(game)["rules"]["game_end_points"] == 25


@pytest.mark.parametrize("game", GAMES)
def test_rondel(game: str) -> None:
    """R-RON-2, R-RON-3: eight slots clockwise, six steps at most, three free; 1M + factor in 2030,
    2M in classic."""
    wheel = facts(game)["rondel"]
    assert wheel["slots"][:4] == ["factory", "production_1", "maneuver_1", "investor"]
    assert wheel["slots"][4:] == ["import", "production_2", "maneuver_2", "taxation"]
    assert (wheel["free_steps"], wheel["max_steps"]) == (3, 6)
    cost = {"imperial2030": (1, 1), "imperial": (2, 0)}[game]
    assert tuple(wheel["extra_step_cost"].values()) == cost


@pytest.mark.parametrize(("game", "highest"), [("imperial2030", 30), ("imperial", 25)])
def test_bonds(game: str, highest: int) -> None:
    """R-SET-3: 2 to 30 in 2030, 2 to 25 in classic; interest from 1 upwards by one each."""
    values = [v for v in (2, 4, 6, 9, 12, 16, 20, 25, 30) if v <= highest]
    bonds = [(b["value"], b["interest"]) for b in facts(game)["bonds"]]
    assert bonds == list(zip(values, range(1, 10), strict=False))


@pytest.mark.parametrize(
    ("game", "cash", "small"),
    [("imperial2030", [35, 24, 13, 13, 13], 2), ("imperial", [39, 26, 13, 13, 13], 4)],
)
def test_set_up_figures(game: str, cash: list[int], small: int) -> None:
    """R-STD-1, R-STD-5, R-DRF-1: cash, card bonds and draft cash; every nation has one small bond
    on another's card."""
    setup = facts(game)["setup"]
    assert [setup["by_players"][str(n)]["starting_cash"] for n in range(2, 7)] == cash
    drafted = {int(n): money for n, money in setup["experienced"]["starting_cash"].items()}
    assert drafted == DRAFT_CASH[game]
    smalls = []
    for card, (own, other) in setup["flag_card_bonds"].items():
        assert own == {"nation": card, "value": 9}
        assert (other["value"], other["nation"] != card) == (small, True)
        smalls.append(other["nation"])
    assert sorted(smalls) == sorted(ORDER[game])


@pytest.mark.parametrize("game", GAMES)
def test_prices(game: str) -> None:
    """R-FAC-3, R-IMP-1: a factory 5M, a unit 1M, three units at most."""
    rules = facts(game)["rules"]
    assert (rules["factory_cost"], rules["unit_cost"], rules["import_limit"]) == (5, 1, 3)


@pytest.mark.parametrize(("game", "flags"), [("imperial2030", 15), ("imperial", 10)])
def test_pieces(game: str, flags: int) -> None:
    """R-SUP-1: 48 armies and 48 fleets in all, sixteen pieces per nation; 15 or 10 flags each."""
    supplies = [n["supply"] for n in facts(game)["nations"]]
    assert sum(s["armies"] for s in supplies) == sum(s["fleets"] for s in supplies) == 48
    assert {s["armies"] + s["fleets"] for s in supplies} == {16}
    assert {s["flags"] for s in supplies} == {flags}


def test_later_edition_figures() -> None:
    """R-STD-9: what the later edition changes, and that nothing else changes."""
    first = title_of("imperial").editions["2006"]
    later = title_of("imperial").editions["later"]
    changed = {key for key in first if first[key] != later[key]}
    assert changed == {"nations", "bonds", "setup", "rules"}
    assert later["bonds"][:-1] == first["bonds"]
    assert later["bonds"][-1] == {"value": 30, "interest": 9}
    assert {n["supply"]["flags"] for n in later["nations"]} == {15}
    rules = {k: v for k, v in later["rules"].items() if v != first["rules"][k]}
    assert rules == {"max_tax_revenue": 25, "swiss_bank_can_force_investor": True}


@pytest.mark.parametrize("game", GAMES)
def test_rail_joins_neighbouring_provinces_of_one_nation(game: str) -> None:
    """R-CON-9, F-16: every pair is of one nation and borders by land, Paris and London in 2030 too;
    Dublin has no rail."""
    owner = {h["id"]: h["nation"] for h in facts(game)["home_provinces"]}
    for nation, pairs in facts(game)["rail"].items():
        for a, b in pairs:
            assert owner[a] == owner[b] == nation
            assert b in land(game, a)
    joined = {id for pairs in facts(game)["rail"].values() for pair in pairs for id in pair}
    assert set(owner) - joined == ({"dublin"} if game == "imperial" else set())


# The world of 2030 ---------------------------------------------------------------------------


def test_round_the_world() -> None:
    """S-603: the Pacific goes on behind the eastern edge, nothing behind the northern and southern
    ones."""
    game = "imperial2030"
    assert seas(game, "north_pacific") == {"sea_of_japan", "china_sea", "south_pacific"}
    assert seas(game, "south_pacific") == {
        "china_sea",
        "tasman_sea",
        "north_pacific",
        "south_atlantic",
    }
    assert seas(game, "north_atlantic") == {
        "caribbean_sea",
        "gulf_of_guinea",
        "mediterranean_sea",
    }
    assert seas(game, "south_atlantic") & seas(game, "north_atlantic") == {
        "caribbean_sea",
        "gulf_of_guinea",
    }


def test_russian_fleet_goes_east() -> None:
    """S-603: from the Sea of Japan to the North Pacific."""
    table = maneuvering("russia", units={"russia": {"sea_of_japan": {"fleets": 1}}})
    assert targets(table, "sea_of_japan") == {"china_sea", "north_pacific"}


@pytest.mark.parametrize(
    ("origin", "first", "second", "end"),
    [
        ("vladivostok", "sea_of_japan", "north_pacific", "alaska"),
        ("korea", "china_sea", "north_pacific", "mexico"),
        ("indochina", "china_sea", "south_pacific", "peru"),
        ("peru", "south_pacific", "tasman_sea", "new_zealand"),
    ],
)
def test_convoys_cross_the_edge_of_the_board(
    origin: str, first: str, second: str, end: str
) -> None:
    """S-603: over each of the four borders, if a fleet is in both seas."""
    fleets = {first: {"fleets": 1}, second: {"fleets": 1}}
    table = moving_armies("russia", units={"russia": {origin: {"armies": 1}} | fleets})
    assert end in targets(table, origin)
    del fleets[second]
    table = moving_armies("russia", units={"russia": {origin: {"armies": 1}} | fleets})
    assert end not in targets(table, origin)


@pytest.mark.parametrize(
    ("nation", "origin", "sea"),
    [
        ("india", "mumbai", "indian_ocean"),
        ("china", "shanghai", "china_sea"),
        ("usa", "australia", "tasman_sea"),
    ],
)
def test_indonesia_lies_on_three_seas(nation: str, origin: str, sea: str) -> None:
    """S-604: armies land there from each of the three, and from no other."""
    units = {nation: {origin: {"armies": 1}, sea: {"fleets": 1}}}
    assert "indonesia" in targets(moving_armies(nation, units=units), origin)
    assert seas("imperial2030", "indonesia") == {"indian_ocean", "tasman_sea", "china_sea"}
    del units[nation][sea]
    assert "indonesia" not in targets(moving_armies(nation, units=units), origin)


@pytest.mark.parametrize(
    ("island", "sea"),
    [
        ("australia", "tasman_sea"),
        ("new_zealand", "tasman_sea"),
        ("japan", "sea_of_japan"),
        ("philippines", "china_sea"),
    ],
)
def test_other_islands_lie_on_one_sea(island: str, sea: str) -> None:
    """S-604: they are left only over that sea."""
    assert seas("imperial2030", island) == {sea}
    everywhere = {s: {"fleets": 1} for s in ids("imperial2030", "sea_regions") if s != sea}
    units = {"usa": everywhere | {island: {"armies": 1}}}
    flags = {"usa": ["colombia", "north_africa"]}
    assert targets(moving_armies("usa", units=units, flags=flags), island) == set()
    units["usa"] = {sea: {"fleets": 1}, island: {"armies": 1}}
    assert targets(moving_armies("usa", units=units), island) == land("imperial2030", sea) - {
        island
    }


def everywhere(game: str, nation: str, origin: str) -> rondel.Game:
    """An army of a nation with its fleets on every sea that they can be spread over."""
    fleets = {sea: {"fleets": 1} for sea in ids(game, "sea_regions")[:10]}
    return moving_armies(nation, game=game, units={nation: fleets | {origin: {"armies": 1}}})


@pytest.mark.parametrize(
    ("game", "nation"), [("imperial2030", "usa"), ("imperial", "great_britain")]
)
def test_no_entry(game: str, nation: str) -> None:
    """S-605: with fleets on all seas an army's ends are regions of the game and nothing else;
    Switzerland, Greenland and the like are no words of the game."""
    table = everywhere(game, nation, ids(game, "land_regions")[0])
    ends = {choice["to"] for choice in choices(table) if choice.get("order") == "move"}
    assert ends <= set(ids(game, "home_provinces", "land_regions"))
    origin = ids(game, "land_regions")[0]
    closed = [place["id"] for place in facts(game)["impassable"]]
    for place in [*closed, "greenland", "madagascar", "iceland"]:
        assert place not in facts(game)["neighbours"]
        refuses(table, "action/malformed", "R-DEC-5", order="move", from_=origin, to=place)


def test_switzerland_is_no_thoroughfare() -> None:
    """S-605: around it one walks from Paris to Berlin and Rome, which border each other."""
    assert "switzerland" in {place["id"] for place in facts("imperial2030")["impassable"]}
    table = moving_armies("china", units={"china": {"paris": {"hostile_armies": 1}}})
    assert targets(table, "paris") == {"berlin", "london", "rome"}
    table = moving_armies(
        "france", game="imperial", units={"france": {"munich": {"hostile_armies": 1}}}
    )
    assert "genoa" not in targets(table, "munich")


def test_islands_of_2030() -> None:
    """F-05: five island regions, without land border; no Madagascar, no Greenland."""
    regions = facts("imperial2030")["land_regions"]
    islands = {r["id"] for r in regions if r["island"]}
    assert islands == {"japan", "philippines", "indonesia", "australia", "new_zealand"}
    assert islands == {r["id"] for r in regions if not land("imperial2030", r["id"])}
    assert not {"madagascar", "greenland"} & set(facts("imperial2030")["neighbours"])


def test_islands_of_classic() -> None:
    """F-06: no Sicily, Sardinia, Corsica or Crete; no neutral island at all."""
    assert not {"sicily", "sardinia", "corsica", "crete"} & set(facts("imperial")["neighbours"])
    assert not any(r["island"] for r in facts("imperial")["land_regions"])


CROSSINGS = [("rome", "turkey"), ("paris", "london")]
CLOSED = [
    ("north_africa", "paris"),
    ("japan", "korea"),
    ("japan", "vladivostok"),
    ("indochina", "indonesia"),
    ("indonesia", "philippines"),
    ("australia", "indonesia"),
    ("east_africa", "near_east"),
    ("new_zealand", "australia"),
]


def test_straits_of_2030() -> None:
    """F-16: armies walk from Rome to Turkey and from Paris to London, and back, over no other
    strait."""
    marked = [{*s["between"]} for s in facts("imperial2030")["straits"] if s["passable"]]
    assert marked == [{"rome", "turkey"}, {"paris", "london"}]
    homes = ids("imperial2030", "home_provinces")
    for pair in CROSSINGS + CLOSED:
        for origin, end in (pair, pair[::-1]):
            stance = "hostile_armies" if origin in homes else "armies"
            table = moving_armies("brazil", units={"brazil": {origin: {stance: 1}}})
            assert (end in targets(table, origin)) == (pair in CROSSINGS)


def test_rail_under_the_channel() -> None:
    """F-16: a European army rides from Rome to London; none rides to Turkey and beyond."""
    table = moving_armies("europe", units={"europe": {"rome": {"armies": 1}}})
    assert targets(table, "rome") == {"london", "paris", "berlin", "turkey", "ukraine", "murmansk"}
    blocked = {"europe": {"rome": {"armies": 1}}, "china": {"paris": {"hostile_armies": 1}}}
    assert "london" not in targets(moving_armies("europe", units=blocked), "rome")


def test_no_crossing_of_water_in_classic() -> None:
    """R-CON-9: all straits of 2006 are closed."""
    for strait in facts("imperial")["straits"]:
        a, b = strait["between"]
        assert not strait["passable"]
        assert b not in land("imperial", a)


def test_tax_charts() -> None:
    """R-SET-4: fields 0 to 10 in both games; points and bonus of 2030 by column."""
    for game in GAMES:
        columns = facts(game)["tax_chart"]["columns"]
        assert [c["field"] for c in columns] == [c["power"] for c in columns] == list(range(11))
        assert facts(game)["tax_chart"]["start_field"] == 0
    chart = facts("imperial2030")["tax_chart"]["columns"]
    assert [c["min_tax"] for c in chart] == [0, 6, 8, 10, 11, 12, 13, 14, 15, 16, 18]
    assert [c["bonus"] for c in chart] == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    chart = facts("imperial")["tax_chart"]["columns"]
    assert [c["min_tax"] for c in chart] == [0, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]


def test_position_refuses_regions_that_do_not_exist() -> None:
    """S-605, F-05, F-06: nothing can stand in Greenland or on Sicily."""
    for game, nation, place in (
        ("imperial2030", "usa", "greenland"),
        ("imperial2030", "usa", "switzerland"),
        ("imperial", "italy", "sicily"),
    ):
        with pytest.raises(rondel.RecordError):
            game_at(nation, game=game, units={nation: {place: {"armies": 1}}})
