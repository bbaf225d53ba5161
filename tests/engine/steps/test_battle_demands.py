"""When nations may fight, and who is asked for a battle, in which order."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
from tests.positions import (
    GAMES,
    army,
    asked,
    attack,
    attacks,
    choices,
    do,
    fleet,
    game_at,
    kind,
    maneuvering,
    moving_armies,
    refuses,
    told,
    units,
)


def three_in_the_caribbean(**more: Any) -> rondel.Game:
    """A European fleet has just joined one of Brazil and one of the USA."""
    game = maneuvering(
        "europe",
        players=6,
        units={
            "europe": {"north_atlantic": {"fleets": 1}},
            "brazil": {"caribbean_sea": {"fleets": 1}},
            "usa": {"caribbean_sea": {"fleets": 1}},
        },
        **more,
    )
    do(game, order="move", from_="north_atlantic", to="caribbean_sea")
    return game


@pytest.mark.parametrize(("enemy", "third"), [("brazil", "usa"), ("usa", "brazil")])
def test_mover_attacks_one_of_two(enemy: str, third: str) -> None:
    """S-403, R-BAT-4, R-BAT-1, R-BAT-6: he chooses which; both are removed, the third stays."""
    game = three_in_the_caribbean()
    assert asked(game) == ("arrival", "F")
    assert choices(game) == [
        {"choice": "attack", "target": fleet("brazil")},
        {"choice": "attack", "target": fleet("usa")},
        {"choice": "stay"},
    ]
    events = do(game, choice="attack", target=fleet(enemy))
    assert told(events, "battle_fought") == [
        {
            "region": "caribbean_sea",
            "nation": "europe",
            "unit": "fleet",
            "stance": None,
            "enemy": enemy,
            "enemy_unit": "fleet",
            "enemy_stance": None,
        }
    ]
    assert units(game, "europe") == units(game, enemy) == {}
    assert units(game, third) == {"caribbean_sea": {"fleets": 1}}
    assert kind(game) == "choose_slot"


def test_all_three_stay_in_peace() -> None:
    """S-403, R-BAT-7, R-BAT-8, R-BAT-10: Brazil, then the USA are asked; both decline."""
    game = three_in_the_caribbean()
    do(game, choice="stay")
    assert asked(game) == ("battle_demand", "D")
    assert choices(game) == [{"demand": True, "with": {"unit": "fleet"}}, {"demand": False}]
    do(game, demand=False)
    assert asked(game) == ("battle_demand", "E")
    events = do(game, demand=False)
    assert told(events, "units_stayed") == [{"nation": "europe", "region": "caribbean_sea"}]
    for nation in ("europe", "brazil", "usa"):
        assert units(game, nation) == {"caribbean_sea": {"fleets": 1}}


def test_second_nation_demands() -> None:
    """S-403, R-BAT-7, R-BAT-1: Brazil declines, the USA demands and fights the European fleet."""
    game = three_in_the_caribbean()
    do(game, choice="stay")
    do(game, demand=False)
    events = do(game, demand=True, with_={"unit": "fleet"})
    assert told(events, "battle_demanded") == [{"nation": "usa", "region": "caribbean_sea"}]
    (battle,) = told(events, "battle_fought")
    assert (battle["nation"], battle["enemy"]) == ("europe", "usa")
    assert units(game, "europe") == units(game, "usa") == {}
    assert units(game, "brazil") == {"caribbean_sea": {"fleets": 1}}


def test_first_demand_ends_the_asking() -> None:
    """R-BAT-7: Brazil demands; the USA is not asked, since the moved fleet is gone."""
    game = three_in_the_caribbean()
    do(game, choice="stay")
    do(game, demand=True, with_={"unit": "fleet"})
    assert kind(game) == "choose_slot"
    assert units(game, "usa") == {"caribbean_sea": {"fleets": 1}}


def test_mover_chooses_who_is_asked_first() -> None:
    """S-403, R-BAT-8: with `mover_chooses` he names the next each time two or more are left."""
    game = three_in_the_caribbean(options={"battle_query_order": "mover_chooses"})
    do(game, choice="stay")
    assert asked(game) == ("ask_next", "F")
    assert choices(game) == [{"nation": "brazil"}, {"nation": "usa"}]
    refuses(game, "battle/not_to_be_asked", "R-BAT-8", nation="china")
    do(game, nation="usa")
    assert asked(game) == ("battle_demand", "E")
    do(game, demand=False)
    assert asked(game) == ("battle_demand", "D")


def test_russia_enters_the_ionian_sea() -> None:
    """S-404, R-BAT-4, R-BAT-7: the same in Imperial, asked from the nation after Russia on."""
    game = maneuvering(
        "russia",
        game="imperial",
        players=6,
        units={
            "russia": {"eastern_mediterranean_sea": {"fleets": 1}},
            "italy": {"ionian_sea": {"fleets": 1}},
            "austria_hungary": {"ionian_sea": {"fleets": 1}},
        },
    )
    do(game, order="move", from_="eastern_mediterranean_sea", to="ionian_sea")
    fought = game.copy()
    do(fought, choice="attack", target=fleet("italy"))
    assert units(fought, "russia") == units(fought, "italy") == {}
    assert units(fought, "austria_hungary") == {"ionian_sea": {"fleets": 1}}
    do(game, choice="stay")
    for player in "AB":
        assert asked(game) == ("battle_demand", player)
        do(game, demand=False)
    for nation in ("russia", "italy", "austria_hungary"):
        assert units(game, nation) == {"ionian_sea": {"fleets": 1}}


def test_asking_begins_after_the_active_nation() -> None:
    """R-BAT-8: for Brazil the USA comes before China, whose number is lower."""
    shared = {"south_atlantic": {"fleets": 1}}
    forces = {"brazil": {"caribbean_sea": {"fleets": 1}}, "china": shared, "usa": shared}
    game = maneuvering("brazil", players=6, units=forces)
    do(game, order="move", from_="caribbean_sea", to="south_atlantic")
    do(game, choice="stay")
    assert asked(game) == ("battle_demand", "E")
    do(game, demand=False)
    assert asked(game) == ("battle_demand", "B")


@pytest.mark.parametrize("slot", ["factory", "production_1", "import", "taxation", "investor"])
@pytest.mark.parametrize("game", GAMES)
def test_no_attack_outside_a_maneuver(game: str, slot: str) -> None:
    """F-02, R-BAT-3: whatever else a nation does, nobody may fight beside it."""
    place, enemy = {"imperial2030": ("ukraine", "europe"), "imperial": ("romania", "italy")}[game]
    forces = {"russia": {place: {"armies": 1}}, enemy: {place: {"armies": 1}}}
    position = game_at(
        "russia", game=game, players=6, units=forces, treasuries={"russia": 20}, cash={"A": 9}
    )
    do(position, slot=slot)
    while kind(position) != "choose_slot":
        assert kind(position) in ("build_factory", "produce", "import_unit", "invest")
        position.apply(position.legal_actions()[-1])
    assert units(position, "russia") == {place: {"armies": 1}}


def test_only_the_active_nation_attacks_in_place() -> None:
    """F-02, R-BAT-5: others who share a space are neither offered nor allowed an attack."""
    forces = {
        "russia": {"ukraine": {"armies": 1}},
        "china": {"korea": {"armies": 1}},
        "india": {"korea": {"armies": 1}},
    }
    game = moving_armies("russia", players=6, units=forces)
    assert attacks(game) == []
    theirs = attack("korea", army("china"), army("india"))
    refuses(game, "action/malformed", "R-DEC-5", **theirs)
    do(game, order="done")
    assert kind(game) == "choose_slot"


@pytest.mark.parametrize("governs", ["brazil", "usa"])
def test_same_government_is_not_asked(governs: str) -> None:
    """X-21, R-BAT-9: the mover's own nation is passed over, the other one is asked."""
    game = three_in_the_caribbean(governments={governs: "F"})
    do(game, choice="stay")
    other = {"brazil": "E", "usa": "D"}[governs]
    assert asked(game) == ("battle_demand", other)
    do(game, demand=False)
    assert kind(game) == "choose_slot"


def test_same_government_may_be_attacked() -> None:
    """R-BAT-12, R-BAT-9: the active player may let two nations of his own fight."""
    game = three_in_the_caribbean(governments={"brazil": "F"})
    do(game, choice="attack", target=fleet("brazil"))
    assert units(game, "europe") == units(game, "brazil") == {}
    forces = {"china": {"korea": {"armies": 1}}, "usa": {"korea": {"armies": 1}}}
    place = moving_armies("china", players=6, governments={"usa": "B"}, units=forces)
    assert attacks(place) == [attack("korea", army("china"), army("usa"))]


def test_alone_with_the_own_player_nobody_is_asked() -> None:
    """X-21, R-BAT-9, R-BAT-10: with `mover_chooses` too, the move ends when he stays."""
    options = {"battle_query_order": "mover_chooses"}
    game = three_in_the_caribbean(options=options, governments={"brazil": "F", "usa": "F"})
    assert len(choices(game)) == 3
    do(game, choice="stay")
    assert kind(game) == "choose_slot"


ONE_ARMY, ONE_FLEET = {"armies": 1}, {"fleets": 1}
WAYS: dict[str, tuple[str, dict[str, dict[str, int]], str, dict[str, int]]] = {
    "sea": ("china", {"sea_of_japan": ONE_FLEET}, "china_sea", ONE_FLEET),
    "land": ("china", {"mongolia": ONE_ARMY}, "kazakhstan", ONE_ARMY),
    "rail": ("russia", {"novosibirsk": ONE_ARMY}, "vladivostok", {"friendly_armies": 1}),
    "convoy": ("russia", {"korea": ONE_ARMY, "sea_of_japan": ONE_FLEET}, "japan", ONE_ARMY),
}
"""Way -> mover, its units, the end of its first one's move, the Indian unit there."""


@pytest.mark.parametrize("way", WAYS)
def test_a_unit_that_moved_in_may_be_challenged_whatever_the_way(way: str) -> None:
    """R-BAT-11, F-03: by sea, land, rail or convoy, also in the mover's own home province."""
    nation, own, end, guest = WAYS[way]
    game = maneuvering(nation, players=6, units={nation: own, "india": {end: guest}})
    if way == "convoy":
        do(game, order="done")
    events = do(game, order="move", from_=next(iter(own)), to=end)
    assert told(events, "unit_moved")[0]["way"] == way
    assert kind(game) == "arrival"
    do(game, choice="stay")
    assert asked(game) == ("battle_demand", "C")
    do(game, demand=True, with_={"unit": "fleet" if guest is ONE_FLEET else "army"})
    assert units(game, "india") == {}
    assert end not in units(game, nation)


def test_a_friendly_entry_may_be_challenged() -> None:
    """F-03, R-BAT-11, R-BAT-12: the host may fight a unit that enters as friendly."""
    forces = {"china": {"mongolia": {"armies": 1}}, "russia": {"novosibirsk": {"armies": 1}}}
    game = moving_armies("china", players=6, units=forces)
    do(game, order="move", from_="mongolia", to="novosibirsk")
    do(game, choice="friendly")
    assert asked(game) == ("battle_demand", "A")
    assert game.decision is not None
    unit = {"nation": "china", "unit": "army", "stance": "friendly"}
    assert game.decision.context == {"place": "novosibirsk", "unit": unit}
    events = do(game, demand=True, with_={"unit": "army"})
    assert told(events, "battle_fought")[0]["stance"] == "friendly"
    assert units(game, "china") == units(game, "russia") == {}


def test_new_units_give_no_right_to_demand() -> None:
    """X-40, R-BAT-11: units produced or imported beside a foreign army are not challenged."""
    forces = {"india": {"beijing": {"friendly_armies": 1}, "shanghai": {"friendly_armies": 1}}}
    game = game_at("china", players=6, units=forces, treasuries={"china": 3})
    bought = game.copy()
    do(game, slot="production_1")
    do(game, all=True)
    assert asked(game) == ("choose_slot", "C")
    assert units(game, "china") == {"beijing": {"armies": 1}, "shanghai": {"fleets": 1}}
    do(bought, slot="import")
    do(bought, province="beijing", unit="army")
    assert asked(bought) == ("import_unit", "B")


def test_unmoved_units_and_changes_of_stance_are_not_challenged() -> None:
    """R-BAT-11: Russia is not asked about a Chinese army that turns, nor about one that stays."""
    forces = {
        "china": {"vladivostok": {"friendly_armies": 2}, "beijing": {"armies": 1}},
        "russia": {"vladivostok": {"armies": 1}},
    }
    game = moving_armies("china", players=6, units=forces)
    do(game, order="set_stance", province="vladivostok", to="hostile")
    assert kind(game) == "army_order"
    do(game, order="move", from_="beijing", to="shanghai")
    assert asked(game) == ("army_order", "B")
    do(game, order="done")
    assert kind(game) == "choose_slot"


def test_peace_binds_nobody_later() -> None:
    """R-BAT-10: a fleet left in peace may attack in its next Maneuver, and be attacked before."""
    game = three_in_the_caribbean()
    do(game, choice="stay")
    do(game, demand=False)
    do(game, demand=False)
    for nation in ("russia", "china", "india"):
        do(game, slot="taxation")
        assert units(game, nation) == {}
    do(game, slot="maneuver_1")
    targets = [c["target"]["nation"] for c in attacks(game)]
    assert targets == ["usa", "europe"]


def test_all_may_stay_together_at_home() -> None:
    """R-BAT-10, R-BAT-11: entering one's own province beside a foreign army forces no battle."""
    forces = {
        "russia": {"moscow": {"armies": 1}},
        "china": {"novosibirsk": {"hostile_armies": 1}},
    }
    game = moving_armies("russia", players=6, units=forces)
    do(game, order="move", from_="moscow", to="novosibirsk")
    assert choices(game) == [{"choice": "attack", "target": army("china")}, {"choice": "stay"}]
    do(game, choice="stay")
    assert asked(game) == ("battle_demand", "B")
    do(game, demand=False)
    assert units(game, "russia") == {"novosibirsk": {"armies": 1}}
    assert units(game, "china") == {"novosibirsk": {"hostile_armies": 1}}


def test_an_attack_is_not_refused_or_answered() -> None:
    """R-BAT-6: neither the nation attacked nor a third one is asked anything."""
    forces = {
        "china": {"mongolia": {"armies": 2}},
        "russia": {"kazakhstan": {"armies": 1}},
        "india": {"kazakhstan": {"armies": 1}},
    }
    game = moving_armies("china", players=6, units=forces)
    do(game, order="move", from_="mongolia", to="kazakhstan")
    do(game, choice="attack", target=army("russia"))
    assert asked(game) == ("army_order", "B")
    assert units(game, "india") == {"kazakhstan": {"armies": 1}}
