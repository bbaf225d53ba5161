"""Production: which factories make what, and the supply of pieces (Rules: 3.2, 6.1)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import rondel
from rondel.engine import payments, title_of
from tests.positions import (
    GAMES,
    asked,
    choices,
    do,
    game_at,
    kind,
    moving_armies,
    refuses,
    told,
    units,
)

NATION = {"imperial2030": "china", "imperial": "italy"}
"""The nation B governs."""
FOREIGN = {"imperial2030": "russia", "imperial": "france"}
FACTORIES = {
    "imperial2030": {"beijing": "army", "chongqing": "army", "shanghai": "fleet"},
    "imperial": {"rome": "army", "naples": "fleet", "genoa": "fleet"},
}
"""Three factories and what they make."""
LAND = {"imperial2030": "korea", "imperial": "tunis"}
SEA = {"imperial2030": "china_sea", "imperial": "ionian_sea"}
SUPPLY = {"imperial2030": (10, 6), "imperial": (8, 8)}
"""Armies and fleets of that nation."""


def producing(game: str, slot: str = "production_1", **position: Any) -> rondel.Game:
    """China, or Italy, with the factories above, on Production."""
    nation = NATION[game]
    table = game_at(nation, game=game, factories={nation: list(FACTORIES[game])}, **position)
    do(table, slot=slot)
    return table


def away(game: str, armies: int, fleets: int) -> dict[str, dict[str, dict[str, int]]]:
    """So many units of that nation far from home."""
    return {NATION[game]: {LAND[game]: {"armies": armies}, SEA[game]: {"fleets": fleets}}}


def producers(game: rondel.Game) -> set[str]:
    """The factories that may produce."""
    assert kind(game) == "produce"
    return {choice["province"] for choice in choices(game) if "province" in choice}


def made(events: list[rondel.Event]) -> dict[str, str]:
    """Region -> unit produced."""
    return {e["region"]: e["unit"] for e in told(events, "unit_produced")}


def test_europe_produces() -> None:
    """S-303, R-PRO-1, R-PRO-3: the hostile Chinese army stops Paris, the friendly US army does not
    stop London; China gets nothing."""
    abroad = {
        "china": {"paris": {"hostile_armies": 1}},
        "usa": {"london": {"friendly_armies": 1}},
    }
    table = game_at("europe", factories={"europe": ["london", "paris", "rome"]}, units=abroad)
    do(table, slot="production_1")
    events = do(table, all=True)
    assert made(events) == {"london": "fleet", "rome": "fleet"}
    assert units(table, "europe") == {"london": {"fleets": 1}, "rome": {"fleets": 1}}
    assert units(table, "china") == {"paris": {"hostile_armies": 1}}


def test_german_empire_produces() -> None:
    """S-304, R-PRO-1, R-PRO-3: a hostile Russian army in Berlin, a friendly one in Munich."""
    table = game_at(
        "german_empire",
        game="imperial",
        factories={"german_empire": ["berlin", "hamburg", "munich"]},
        units={"russia": {"berlin": {"hostile_armies": 1}, "munich": {"friendly_armies": 1}}},
    )
    do(table, slot="production_1")
    events = do(table, all=True)
    assert made(events) == {"munich": "army", "hamburg": "fleet"}
    assert units(table, "german_empire") == {"munich": {"armies": 1}, "hamburg": {"fleets": 1}}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("slot", ["production_1", "production_2"])
def test_every_factory_makes_one_unit_of_its_kind_for_nothing(game: str, slot: str) -> None:
    """R-PRO-1, R-CON-10: armies from armaments, fleets in port from shipyards, with an empty
    treasury, each factory once."""
    table = producing(game, slot)
    assert choices(table) == [
        *[{"province": p} for p in FACTORIES[game]],
        {"all": True},
        {"done": True},
    ]
    first, *others = FACTORIES[game]
    events = do(table, province=first)
    refuses(table, "production/used", "R-PRO-1", province=first)
    for province in others:
        events += do(table, province=province)
    assert made(events) == FACTORIES[game]
    assert [p for event in events for p in payments(event)] == []
    keys = {"army": "armies", "fleet": "fleets"}
    expected = {p: {keys[unit]: 1} for p, unit in sorted(FACTORIES[game].items())}
    assert units(table, NATION[game]) == expected
    assert asked(table) == ("choose_slot", "C")


@pytest.mark.parametrize("game", GAMES)
def test_new_fleet_is_in_port(game: str) -> None:
    """R-PRO-1, R-CON-10: it leaves by the port's own sea at its first move, and never returns."""
    nation = NATION[game]
    port, sea = {
        "imperial2030": ("shanghai", "china_sea"),
        "imperial": ("naples", "western_mediterranean_sea"),
    }[game]
    table = game_at(nation, game=game, units={nation: {port: {"fleets": 1}}})
    do(table, slot="maneuver_1")
    moves = [c for c in choices(table) if c["order"] == "move"]
    assert moves == [{"order": "move", "from": port, "to": sea}]
    table = game_at(nation, game=game, units={nation: {sea: {"fleets": 1}}})
    do(table, slot="maneuver_1")
    assert port not in {c.get("to") for c in choices(table)}


@pytest.mark.parametrize("game", GAMES)
def test_no_factory_no_unit(game: str) -> None:
    """R-PRO-1: neither in a city without factory nor in another nation's factory."""
    table = producing(game)
    empty = {"imperial2030": "urumqi", "imperial": "florence"}[game]
    abroad = {"imperial2030": "moscow", "imperial": "paris"}[game]
    refuses(table, "production/no_factory", "R-PRO-1", province=empty)
    refuses(table, "production/no_factory", "R-PRO-1", province=abroad)


@pytest.mark.parametrize("game", GAMES)
def test_any_factory_may_be_left_out(game: str) -> None:
    """R-PRO-2, R-CON-2: every set of factories may produce, the empty one too."""
    provinces = list(FACTORIES[game])
    for size in range(len(provinces)):
        for chosen in combinations(provinces, size):
            table = producing(game)
            events: list[rondel.Event] = []
            for province in chosen:
                events += do(table, province=province)
            events += do(table, done=True)
            assert list(made(events)) == list(chosen)
            assert asked(table) == ("choose_slot", "C")


@pytest.mark.parametrize("game", GAMES)
def test_all_means_all_that_are_left(game: str) -> None:
    """R-PRO-1, R-PRO-2: after one by choice, `all` produces in the others and ends the action."""
    table = producing(game)
    first, *others = FACTORIES[game]
    do(table, province=first)
    events = do(table, all=True)
    assert list(made(events)) == others
    assert asked(table) == ("choose_slot", "C")


@pytest.mark.parametrize("game", GAMES)
def test_factories_produce_again_next_turn(game: str) -> None:
    """R-PRO-1: one unit per Production, whatever they made in the last one."""
    nation = NATION[game]
    alone = {n["id"]: None for n in title_of(game).facts["nations"] if n["id"] != nation}
    table = producing(game, governments=alone | {nation: "B"}, cash={"B": 2})
    do(table, all=True)
    assert table.snapshot()["turn"]["nation"] == nation
    do(table, slot="production_2")
    assert producers(table) == set(FACTORIES[game])


@pytest.mark.parametrize("game", GAMES)
def test_occupied_factory_produces_for_nobody(game: str) -> None:
    """R-PRO-3, R-CON-12, R-CON-13: also with own armies there; and in the occupier's own turn it is
    none of his factories."""
    first, *others = FACTORIES[game]
    foreign = FOREIGN[game]
    held = {foreign: {first: {"hostile_armies": 1}}, NATION[game]: {first: {"armies": 2}}}
    table = producing(game, units=held)
    assert producers(table) == set(others)
    refuses(table, "production/occupied", "R-PRO-3", province=first)
    occupier = game_at(
        foreign, game=game, factories={NATION[game]: list(FACTORIES[game])}, units=held
    )
    do(occupier, slot="production_1")
    assert producers(occupier) == set(occupier.snapshot()["factories"][foreign])
    refuses(occupier, "production/no_factory", "R-PRO-1", province=first)


@pytest.mark.parametrize("game", GAMES)
def test_units_in_the_province_do_not_matter(game: str) -> None:
    """R-PRO-5: own armies and fleets, friendly armies of others, as many as there are."""
    port = {"imperial2030": "shanghai", "imperial": "naples"}[game]
    crowd = {
        NATION[game]: {port: {"armies": 3, "fleets": 2}},
        FOREIGN[game]: {port: {"friendly_armies": 4}},
    }
    table = producing(game, units=crowd)
    assert producers(table) == set(FACTORIES[game])
    do(table, province=port)
    assert units(table, NATION[game])[port] == {"armies": 3, "fleets": 3}


# Supplies ------------------------------------------------------------------------------------


def test_government_chooses_when_armies_are_short() -> None:
    """X-10, R-PRO-2, R-PRO-4: two armaments factories and one army left: either may produce it, not
    both; the shipyard is not affected."""
    table = producing("imperial2030", units=away("imperial2030", 9, 0))
    assert producers(table) == {"beijing", "chongqing", "shanghai"}
    refuses(table, "production/supply_too_small", "R-PRO-4", all=True)
    for chosen, other in (("beijing", "chongqing"), ("chongqing", "beijing")):
        turn = table.copy()
        assert made(do(turn, province=chosen)) == {chosen: "army"}
        assert choices(turn) == [{"province": "shanghai"}, {"all": True}, {"done": True}]
        refuses(turn, "production/supply_empty", "R-SUP-3", province=other)


def test_government_chooses_when_fleets_are_short() -> None:
    """R-PRO-4: Italy with two shipyards and one fleet left; the army may come first or last."""
    table = producing("imperial", units=away("imperial", 0, 7))
    assert producers(table) == {"rome", "naples", "genoa"}
    refuses(table, "production/supply_too_small", "R-PRO-4", all=True)
    do(table, province="rome")
    refuses(table, "production/supply_too_small", "R-PRO-4", all=True)
    do(table, province="genoa")
    assert units(table, "italy")["genoa"] == {"fleets": 1}
    assert asked(table) == ("choose_slot", "C")


def test_all_is_offered_when_the_supply_just_suffices() -> None:
    """R-PRO-4: two armies and one fleet left for two armaments factories and a shipyard."""
    table = producing("imperial2030", units=away("imperial2030", 8, 5))
    assert made(do(table, all=True)) == FACTORIES["imperial2030"]


def test_indian_armies_used_up() -> None:
    """F-13, R-SUP-1, R-SUP-3: with 8 Indian armies out Production makes fleets only."""
    table = game_at("india", units={"india": {"afghanistan": {"armies": 8}}})
    do(table, slot="production_1")
    assert choices(table) == [{"province": "mumbai"}, {"all": True}, {"done": True}]
    refuses(table, "production/supply_empty", "R-SUP-3", province="new_delhi")
    assert made(do(table, all=True)) == {"mumbai": "fleet"}


@pytest.mark.parametrize("game", GAMES)
def test_fleets_used_up(game: str) -> None:
    """R-SUP-1, R-SUP-3: without fleets in supply only armies are made."""
    table = producing(game, units=away(game, 0, SUPPLY[game][1]))
    assert producers(table) == {p for p, unit in FACTORIES[game].items() if unit == "army"}


@pytest.mark.parametrize("game", GAMES)
def test_no_more_pieces_than_the_facts_give(game: str) -> None:
    """R-SUP-1: a position with one army or fleet too many cannot be."""
    armies, fleets = SUPPLY[game]
    nation = NATION[game]
    game_at(nation, game=game, units=away(game, armies, fleets))
    for excess in (away(game, armies + 1, 0), away(game, 0, fleets + 1)):
        with pytest.raises(rondel.RecordError, match="more units than pieces"):
            game_at(nation, game=game, units=excess)


@pytest.mark.parametrize(("game", "limit"), [("imperial2030", 15), ("imperial", 10)])
def test_flags_are_limited(game: str, limit: int) -> None:
    """R-SUP-1: with all flags out an army alone in a further region places none; with one left it
    does."""
    nation, facts = NATION[game], title_of(game).facts
    regions = [r["id"] for r in facts["land_regions"] + facts["sea_regions"]]
    regions.remove(LAND[game])
    for flags, placed in ((limit, False), (limit - 1, True)):
        table = moving_armies(
            nation,
            game=game,
            flags={nation: regions[:flags]},
            units={nation: {LAND[game]: {"armies": 1}}},
        )
        do(table, order="done")
        assert (LAND[game] in table.snapshot()["flags"][nation]) == placed
    with pytest.raises(rondel.RecordError, match="more flags than pieces"):
        game_at(nation, game=game, flags={nation: regions[: limit + 1]})


@pytest.mark.parametrize("game", GAMES)
def test_removed_unit_is_in_supply_at_once(game: str) -> None:
    """R-SUP-1: all armies are out; one is lost in the turn before; now one can be made."""
    first, second = {"imperial2030": ("russia", "china"), "imperial": ("austria_hungary", "italy")}[
        game
    ]
    land, limit = LAND[game], SUPPLY[game][0]
    crowd = {first: {land: {"armies": 1}}, second: {land: {"armies": limit}}}
    table = game_at(first, game=game, units=crowd)
    do(table, slot="maneuver_1")
    target = {"nation": second, "unit": "army"}
    do(table, order="attack", region=land, own={"nation": first, "unit": "army"}, target=target)
    assert asked(table) == ("choose_slot", "B")
    do(table, slot="production_1")
    home = {"imperial2030": "beijing", "imperial": "rome"}[game]
    assert home in producers(table)


@pytest.mark.parametrize("game", GAMES)
def test_units_cannot_be_given_up(game: str) -> None:
    """R-SUP-4: with all armies out, neither Production, Import nor Maneuver lets one be removed."""
    nation, limit = NATION[game], SUPPLY[game][0]
    position: dict[str, Any] = {"units": away(game, limit, 1), "treasuries": {nation: 3}}
    seen: list[dict[str, Any]] = []
    for slot in ("production_1", "import", "maneuver_1"):
        table = game_at(nation, game=game, **position)
        do(table, slot=slot)
        seen += choices(table)
        if slot == "maneuver_1":
            do(table, order="done")
            seen += choices(table)
        assert units(table, nation)[LAND[game]] == {"armies": limit}
    assert {c["order"] for c in seen if "order" in c} == {"move", "done"}
    others = [c for c in seen if "order" not in c]
    assert all(c.get("unit") != "army" for c in others)
    assert {key for c in others for key in c} == {"province", "unit", "all", "done"}
