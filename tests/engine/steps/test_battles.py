"""Battles in place and on arrival: who can fight whom."""

from __future__ import annotations

import pytest

import rondel
from rondel.engine import check_invariants
from tests.atlas import Atlas
from tests.positions import (
    GAMES,
    army,
    asked,
    attack,
    attacks,
    choices,
    do,
    fleet,
    kind,
    maneuvering,
    moving_armies,
    refuses,
    told,
    units,
)

# At sea -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_unmoved_fleet_attacks_in_place(game: str) -> None:
    """S-405, R-BAT-5, R-BAT-6, R-BAT-1: without a move; the others may still move afterwards."""
    nation, enemy, sea, port = {
        "imperial2030": ("china", "usa", "china_sea", "shanghai"),
        "imperial": ("italy", "france", "ionian_sea", "venice"),
    }[game]
    forces = {nation: {sea: {"fleets": 1}, port: {"fleets": 1}}, enemy: {sea: {"fleets": 2}}}
    position = maneuvering(nation, game=game, players=6, units=forces)
    order = attack(sea, fleet(nation), fleet(enemy))
    assert attacks(position) == [order]
    events = do(position, **order)
    assert len(told(events, "battle_fought")) == 1
    assert (kind(position), units(position, enemy)) == ("fleet_order", {sea: {"fleets": 1}})
    assert units(position, nation) == {port: {"fleets": 1}}
    do(position, order="move", from_=port, to=sea)
    assert kind(position) == "arrival"


@pytest.mark.parametrize("unmoved", [0, 1])
def test_moved_fleet_attacks_only_on_arrival(unmoved: int) -> None:
    """X-20, R-BAT-5, R-BAT-10: after a peaceful arrival only a fleet there before may attack."""
    here = {"sea_of_japan": {"fleets": 1}} | ({"china_sea": {"fleets": 1}} if unmoved else {})
    forces = {"china": {**here, "shanghai": {"fleets": 1}}, "usa": {"china_sea": {"fleets": 1}}}
    game = maneuvering("china", players=6, units=forces)
    do(game, order="move", from_="sea_of_japan", to="china_sea")
    do(game, choice="stay")
    do(game, demand=False)
    order = attack("china_sea", fleet("china"), fleet("usa"))
    if not unmoved:
        refuses(game, "battle/moved", "R-BAT-5", **order)
        return
    do(game, **order)
    assert units(game, "china")["china_sea"] == {"fleets": 1}
    assert units(game, "usa") == {}


def test_unmoved_unit_attacks_at_any_moment_of_the_step() -> None:
    """X-20, R-BAT-5: also after others have moved, and a step does not end before it may."""
    forces = {
        "china": {"china_sea": {"fleets": 1}, "shanghai": {"fleets": 1}, "korea": {"armies": 1}},
        "usa": {"china_sea": {"fleets": 1}, "korea": {"armies": 1}},
    }
    game = maneuvering("china", players=6, units=forces)
    do(game, order="move", from_="shanghai", to="china_sea")
    do(game, choice="stay")
    do(game, demand=False)
    assert attacks(game) == [attack("china_sea", fleet("china"), fleet("usa"))]
    do(game, order="done")
    assert attacks(game) == [attack("korea", army("china"), army("usa"))]


def test_stranded_army_may_still_attack() -> None:
    """R-BAT-5: an army that can move nowhere keeps the army step open while it can fight."""
    forces = {"china": {"japan": {"armies": 1}}, "usa": {"japan": {"armies": 1}}}
    game = maneuvering("china", players=6, units=forces)
    assert choices(game) == [attack("japan", army("china"), army("usa")), {"order": "done"}]


# On land ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_battle_is_one_pair(game: str) -> None:
    """X-19, R-BAT-1: two armies against two; a second order is needed for the rest."""
    place, enemy = {"imperial2030": ("ukraine", "europe"), "imperial": ("romania", "italy")}[game]
    forces = {"russia": {place: {"armies": 2}}, enemy: {place: {"armies": 2}}}
    position = moving_armies("russia", game=game, players=6, units=forces)
    order = attack(place, army("russia"), army(enemy))
    for left in (1, 0):
        assert order in choices(position)
        do(position, **order)
        for nation in ("russia", enemy):
            assert units(position, nation) == ({place: {"armies": left}} if left else {})
    assert kind(position) == "choose_slot"


@pytest.mark.parametrize("fights", [True, False])
def test_units_lost_go_back_to_the_supply(fights: bool) -> None:
    """R-BAT-1: Russia had all its armies out; it can import one only after losing one."""
    forces = {"europe": {"ukraine": {"armies": 1}}, "russia": {"ukraine": {"armies": 8}}}
    game = moving_armies("europe", players=6, units=forces, treasuries={"russia": 1})
    do(game, **(attack("ukraine", army("europe"), army("russia")) if fights else {"order": "done"}))
    check_invariants(game.state)
    do(game, slot="import")
    bought = {c.get("unit") for c in choices(game)}
    assert ("army" in bought) == fights
    assert "fleet" in bought


@pytest.mark.parametrize("game", GAMES)
def test_every_home_province_can_be_fought_in(game: str) -> None:
    """R-BAT-2, R-BAT-5: a foreign army against an army of the province's nation, everywhere."""
    atlas = Atlas(game)
    for province, host in atlas.owner.items():
        guest = next(nation for nation in atlas.nations if nation != host)
        forces = {guest: {province: {"friendly_armies": 1}}, host: {province: {"armies": 1}}}
        position = moving_armies(guest, game=game, players=6, units=forces)
        assert attacks(position) == [attack(province, army(guest), army(host))]
        do(position, **attacks(position)[0])
        assert units(position, guest) == units(position, host) == {}


def in_vladivostok(nation: str) -> rondel.Game:
    """Russian army and fleet, a hostile Chinese and a friendly Indian army side by side."""
    return maneuvering(
        nation,
        players=6,
        factories={"russia": ["moscow", "vladivostok"]},
        units={
            "russia": {"vladivostok": {"armies": 1, "fleets": 1}},
            "china": {"vladivostok": {"hostile_armies": 1}},
            "india": {"vladivostok": {"friendly_armies": 1}},
        },
    )


def test_foreign_army_fights_armies_and_the_fleet_in_port() -> None:
    """R-BAT-2, F-04, R-BAT-12: China may attack Russia's army and fleet and India's army."""
    game = in_vladivostok("china")
    targets = [army("russia"), fleet("russia"), army("india")]
    assert attacks(game) == [attack("vladivostok", army("china"), target) for target in targets]
    events = do(game, **attack("vladivostok", army("china"), fleet("russia")))
    (battle,) = told(events, "battle_fought")
    assert (battle["unit"], battle["stance"]) == ("army", "hostile")
    assert (battle["enemy_unit"], battle["enemy_stance"]) == ("fleet", None)
    assert units(game, "russia") == {"vladivostok": {"armies": 1}}
    assert units(game, "china") == {}


def test_home_army_and_fleet_in_port_fight_foreign_armies() -> None:
    """R-BAT-2, R-BAT-5, F-04: the other way round, with either unit, but not in the fleet step."""
    game = in_vladivostok("russia")
    assert attacks(game) == []
    fleet_first = attack("vladivostok", fleet("russia"), army("china"))
    refuses(game, "action/malformed", "R-DEC-5", **fleet_first)
    do(game, order="done")
    owns, targets = [army("russia"), fleet("russia")], [army("china"), army("india")]
    expected = [attack("vladivostok", own, target) for own in owns for target in targets]
    assert attacks(game) == expected
    do(game, **fleet_first)
    assert units(game, "russia") == {"vladivostok": {"armies": 1}}
    assert units(game, "china") == {}


def test_army_cannot_fight_a_fleet_at_sea() -> None:
    """F-04, R-BAT-2: not from the coast, not from a convoy; nor does a fleet fight ashore."""
    forces = {
        "china": {"korea": {"armies": 1}, "china_sea": {"fleets": 1}},
        "russia": {"sea_of_japan": {"fleets": 1}, "korea": {"armies": 1}},
    }
    game = maneuvering("china", players=6, units=forces)
    assert attacks(game) == []
    refuses(
        game,
        "battle/no_such_unit",
        "R-BAT-2",
        **attack("china_sea", fleet("china"), fleet("russia")),
    )
    do(game, order="done")
    assert attacks(game) == [attack("korea", army("china"), army("russia"))]
    wrong = attack("korea", army("china"), fleet("russia"))
    refuses(game, "battle/no_such_unit", "R-BAT-2", **wrong)
    at_sea = attack("sea_of_japan", army("china"), fleet("russia"))
    refuses(game, "action/malformed", "R-DEC-5", **at_sea)
    missing = attack("japan", army("china"), army("russia"))
    refuses(game, "battle/no_own_unit", "R-DEC-1", **missing)


def test_arriving_army_attacks_the_fleet_in_port() -> None:
    """F-04, R-BAT-2, R-BAT-4, R-BAT-13: an army just come may; it declares no stance."""
    forces = {"china": {"beijing": {"armies": 1}}, "russia": {"vladivostok": {"fleets": 1}}}
    game = moving_armies("china", players=6, units=forces)
    do(game, order="move", from_="beijing", to="vladivostok")
    events = do(game, choice="attack", target=fleet("russia"))
    (battle,) = told(events, "battle_fought")
    assert (battle["stance"], battle["enemy_unit"]) == (None, "fleet")
    assert told(events, "army_entered") == []
    assert units(game, "china") == units(game, "russia") == {}


@pytest.mark.parametrize("given", ["army", "fleet"])
def test_inactive_nation_chooses_its_unit(given: str) -> None:
    """X-22, R-BAT-7: Russia gives the army or the fleet in port for the Chinese army."""
    forces = {
        "china": {"beijing": {"armies": 1}},
        "russia": {"vladivostok": {"armies": 1, "fleets": 1}},
    }
    game = moving_armies("china", players=6, units=forces)
    do(game, order="move", from_="beijing", to="vladivostok")
    do(game, choice="friendly")
    assert asked(game) == ("battle_demand", "A")
    assert choices(game) == [
        {"demand": True, "with": {"unit": "army"}},
        {"demand": True, "with": {"unit": "fleet"}},
        {"demand": False},
    ]
    mixed = {"unit": "army", "stance": "hostile"}
    refuses(game, "battle/no_such_unit", "R-BAT-7", demand=True, with_=mixed)
    do(game, demand=True, with_={"unit": given})
    left = {"army": {"fleets": 1}, "fleet": {"armies": 1}}[given]
    assert units(game, "russia") == {"vladivostok": left}
    assert units(game, "china") == {}


def test_arrival_lists_only_units_that_are_there() -> None:
    """R-BAT-4: another nation's, or another kind of unit, cannot be attacked."""
    forces = {"china": {"mongolia": {"armies": 1}}, "russia": {"kazakhstan": {"armies": 1}}}
    game = moving_armies("china", players=6, units=forces)
    do(game, order="move", from_="mongolia", to="kazakhstan")
    absent = [army("india"), fleet("russia"), army("russia", "hostile"), army("china")]
    for target in absent:
        refuses(game, "battle/no_such_unit", "R-BAT-4", choice="attack", target=target)
    refuses(game, "arrival/no_stance", "R-CON-11", choice="hostile")
    refuses(game, "arrival/no_stance", "R-CON-11", choice="friendly")


def test_attack_into_a_protected_last_factory() -> None:
    """X-52, R-HOM-5, R-BAT-12, R-BAT-13: legal; both are removed, and there is no stance."""
    game = moving_armies(
        "china",
        players=6,
        factories={"india": ["mumbai", "new_delhi"]},
        units={
            "china": {"iran": {"armies": 1}, "new_delhi": {"hostile_armies": 1}},
            "india": {"mumbai": {"armies": 1}},
        },
    )
    do(game, order="move", from_="iran", to="mumbai")
    expected = [{"choice": "attack", "target": army("india")}, {"choice": "friendly"}]
    assert choices(game) == expected
    refuses(game, "arrival/last_factory", "R-HOM-5", choice="hostile")
    refuses(game, "arrival/stance_needed", "R-HOM-1", choice="stay")
    events = do(game, choice="attack", target=army("india"))
    assert told(events, "battle_fought")[0]["stance"] is None
    assert told(events, "army_entered") == []
    assert units(game, "india") == {}
    assert units(game, "china") == {"new_delhi": {"hostile_armies": 1}}
