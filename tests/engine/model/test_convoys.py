"""Convoys: clause by clause, and against a search through all assignments of sea paths."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import rondel
from rondel.engine import check_invariants
from tests.atlas import Atlas
from tests.engine.army_steps import ArmyStep, Order, random_position
from tests.positions import (
    GAMES,
    army,
    attack,
    attacks,
    choices,
    do,
    kind,
    maneuvering,
    moving_armies,
    refuses,
    targets,
    told,
    units,
)
from tests.samples import daily

ATLASES = {game: Atlas(game) for game in GAMES}

# Clauses ------------------------------------------------------------------------------------


def test_two_armies_in_vladivostok() -> None:
    """S-501, R-ARM-5, R-CVY-1, R-CVY-2, R-CVY-6: each fleet carries one army."""
    fleets = {"sea_of_japan": {"fleets": 2}, "china_sea": {"fleets": 1}}
    forces = {"russia": {"vladivostok": {"armies": 2}, **fleets}}
    game = moving_armies("russia", players=6, units=forces)
    over_both = {"indonesia", "philippines", "indochina", "shanghai"}
    assert over_both | {"japan", "beijing", "korea"} <= targets(game, "vladivostok")
    events = do(game, order="move", from_="vladivostok", to="indonesia")
    assert told(events, "unit_moved")[0]["seas"] == ["sea_of_japan", "china_sea"]
    assert not over_both & targets(game, "vladivostok")
    assert {"japan", "beijing", "korea"} <= targets(game, "vladivostok")
    again = {"from_": "vladivostok", "to": "indonesia"}
    refuses(game, "army/out_of_reach", "R-ARM-2", order="move", **again)
    do(game, order="move", from_="vladivostok", to="japan")
    assert units(game, "russia") == {**fleets, "indonesia": {"armies": 1}, "japan": {"armies": 1}}


@pytest.mark.parametrize("end", ["beijing", "korea"])
def test_landing_places_in_reach_by_land_use_no_fleet(end: str) -> None:
    """S-501, R-ARM-5: Beijing and Korea are neighbours of Vladivostok."""
    fleets = {"sea_of_japan": {"fleets": 1}, "china_sea": {"fleets": 1}}
    forces = {"russia": {"vladivostok": {"armies": 2}, **fleets}}
    game = moving_armies("russia", players=6, units=forces)
    (moved,) = told(do(game, order="move", from_="vladivostok", to=end), "unit_moved")
    assert (moved["way"], moved["seas"]) == ("land", [])
    if kind(game) == "arrival":
        do(game, choice="friendly")
    assert "indonesia" in targets(game, "vladivostok")


def test_trieste_to_north_africa() -> None:
    """S-502, R-CVY-1, R-CVY-2, R-CVY-6: the second army gets no further than Tunis."""
    fleets = {"ionian_sea": {"fleets": 2}, "western_mediterranean_sea": {"fleets": 1}}
    forces = {"austria_hungary": {"trieste": {"armies": 2}, **fleets}}
    game = moving_armies("austria_hungary", game="imperial", players=6, units=forces)
    assert {"algeria", "tunis"} <= targets(game, "trieste")
    do(game, order="move", from_="trieste", to="algeria")
    refuses(game, "army/out_of_reach", "R-ARM-2", order="move", from_="trieste", to="algeria")
    do(game, order="move", from_="trieste", to="tunis")
    assert units(game, "austria_hungary")["tunis"] == {"armies": 1}


def test_convoy_needs_a_fleet_in_each_sea() -> None:
    """R-CVY-1: over seas next to each other, all with own fleets; others' do not help."""
    forces = {
        "russia": {
            "vladivostok": {"armies": 1},
            "sea_of_japan": {"fleets": 1},
            "tasman_sea": {"fleets": 1},
        },
        "china": {"china_sea": {"fleets": 1}},
    }
    game = moving_armies("russia", players=6, units=forces)
    assert "japan" in targets(game, "vladivostok")
    assert not targets(game, "vladivostok") & {"indonesia", "australia", "philippines"}


def test_convoy_goes_from_coast_to_coast() -> None:
    """R-CVY-1, R-ARM-1: an army inland abroad cannot embark, and none lands inland."""
    forces = {"russia": {"mongolia": {"armies": 1}, "sea_of_japan": {"fleets": 1}}}
    game = moving_armies("russia", players=6, units=forces)
    assert "japan" not in targets(game, "mongolia")
    landing = {"russia": {"japan": {"armies": 1}, "sea_of_japan": {"fleets": 1}}}
    ashore = moving_armies("russia", players=6, units=landing)
    assert targets(ashore, "japan") == {"korea", *ATLASES["imperial2030"].homes["russia"]}


def test_fleets_in_port_do_not_convoy() -> None:
    """X-25, R-CVY-2: a fleet in Vladivostok carries nobody before it has put to sea."""
    forces = {"russia": {"vladivostok": {"armies": 1, "fleets": 1}}}
    game = maneuvering("russia", players=6, units=forces)
    at_sea = game.copy()
    do(game, order="done")
    assert "japan" not in targets(game, "vladivostok")
    do(at_sea, order="move", from_="vladivostok", to="sea_of_japan")
    assert "japan" in targets(at_sea, "vladivostok")


@pytest.mark.parametrize("game", GAMES)
def test_a_sea_serves_as_many_armies_as_fleets(game: str) -> None:
    """R-CVY-2: three fleets carry three armies, and no fourth."""
    home, sea, end = {
        "imperial2030": ("vladivostok", "sea_of_japan", "japan"),
        "imperial": ("st_petersburg", "baltic_sea", "sweden"),
    }[game]
    forces = {"russia": {home: {"armies": 4}, sea: {"fleets": 3}}}
    position = moving_armies("russia", game=game, players=6, units=forces)
    for _ in range(3):
        do(position, order="move", from_=home, to=end)
    refuses(position, "army/out_of_reach", "R-ARM-2", order="move", from_=home, to=end)
    assert units(position, "russia")[sea] == {"fleets": 3}


def test_fleets_convoy_again_next_turn() -> None:
    """R-CVY-2: the limit is for one turn."""
    forces = {"russia": {"vladivostok": {"armies": 2}, "sea_of_japan": {"fleets": 1}}}
    game = moving_armies("russia", players=6, cash={"A": 1}, units=forces)
    do(game, order="move", from_="vladivostok", to="japan")
    do(game, order="done")
    for _ in range(5):
        do(game, slot="taxation")
    do(game, slot="maneuver_2")
    do(game, order="done")
    assert "japan" in targets(game, "vladivostok")


def test_fleets_convoy_whether_or_not_they_moved() -> None:
    """R-CVY-3, R-CVY-5: moved, beside foreign fleets, under a foreign flag; nobody is asked."""
    forces = {
        "russia": {
            "vladivostok": {"armies": 2, "fleets": 1},
            "sea_of_japan": {"fleets": 1},
        },
        "china": {"sea_of_japan": {"fleets": 2}},
    }
    flags = {"china": ["sea_of_japan", "japan"]}
    game = maneuvering("russia", players=6, units=forces, flags=flags)
    do(game, order="move", from_="vladivostok", to="sea_of_japan")
    do(game, choice="stay")
    do(game, demand=False)
    do(game, order="done")
    for _ in range(2):
        do(game, order="move", from_="vladivostok", to="japan")
    assert kind(game) == "choose_slot"
    assert units(game, "russia") == {"sea_of_japan": {"fleets": 2}, "japan": {"armies": 2}}
    assert units(game, "china") == {"sea_of_japan": {"fleets": 2}}


def test_convoy_is_the_step() -> None:
    """R-CVY-4: rail before and after, but no land step beside it."""
    forces = {"india": {"new_delhi": {"armies": 1}, "indian_ocean": {"fleets": 1}}}
    game = moving_armies("india", players=6, units=forces)
    assert {"south_africa", "iran", "near_east"} <= targets(game, "new_delhi")
    assert not targets(game, "new_delhi") & {"congo", "turkey", "nigeria", "moscow"}
    abroad = {"india": {"indonesia": {"armies": 1}, "indian_ocean": {"fleets": 1}}}
    back = moving_armies("india", players=6, units=abroad)
    assert {"new_delhi", "mumbai"} <= targets(back, "indonesia")
    assert not targets(back, "indonesia") & {"afghanistan", "urumqi", "chongqing"}


@pytest.mark.parametrize("first", ["naples", "rome"])
def test_routes_are_not_a_trap(first: str) -> None:
    """X-24, R-CVY-6: the first army is deemed to have used the sea the second does not need."""
    fleets = {"ionian_sea": {"fleets": 1}, "western_mediterranean_sea": {"fleets": 1}}
    armies = {"tunis": {"armies": 2}, "greece": {"armies": 2}}
    game = moving_armies("italy", game="imperial", players=6, units={"italy": {**fleets, **armies}})
    do(game, order="move", from_="tunis", to=first)
    assert "tunis" in targets(game, "greece")
    do(game, order="move", from_="greece", to="tunis")
    assert targets(game, "greece") == {"bulgaria", "west_balkan"}
    assert targets(game, "tunis") == {"algeria"}


def test_convoy_counts_though_the_army_is_lost() -> None:
    """R-CVY-6: the fleet is used up even if its army falls on arrival."""
    forces = {
        "russia": {"vladivostok": {"armies": 2}, "sea_of_japan": {"fleets": 1}},
        "china": {"japan": {"armies": 1}},
    }
    game = moving_armies("russia", players=6, units=forces)
    do(game, order="move", from_="vladivostok", to="japan")
    do(game, choice="attack", target=army("china"))
    assert units(game, "russia")["vladivostok"] == {"armies": 1}
    refuses(game, "army/out_of_reach", "R-ARM-2", order="move", from_="vladivostok", to="japan")


def test_refused_convoy_does_not_count() -> None:
    """R-CVY-6, R-CAN-5: the fleets of a convoy that was denied the canal are free."""
    fleets = {"mediterranean_sea": {"fleets": 1}, "indian_ocean": {"fleets": 1}}
    forces = {"europe": {"paris": {"armies": 1}, "turkey": {"armies": 1}, **fleets}}
    flags = {"usa": ["north_africa"]}
    game = moving_armies("europe", players=6, units=forces, flags=flags)
    do(game, order="move", from_="paris", to="mumbai", canals=["suez"])
    do(game, allow=False)
    do(game, order="move", from_="turkey", to="mumbai", canals=["suez"])
    do(game, allow=True)
    assert kind(game) == "arrival"


@pytest.mark.parametrize("occupied", [True, False])
def test_coasts_are_fixed_when_the_army_is_ordered(occupied: bool) -> None:
    """R-CVY-7, R-CVY-6: rail that opens later gives an army under way no further port.

    With Berlin occupied Danzig reaches only the Baltic Sea, with rail to Hamburg also the North
    Sea; the army in Sweden needs the only fleet in the Baltic Sea.
    """
    fleets = {"baltic_sea": {"fleets": 1}, "north_sea": {"fleets": 1}}
    armies = {place: {"armies": 1} for place in ("berlin", "danzig", "sweden")}
    stance = "hostile_armies" if occupied else "friendly_armies"
    forces = {"german_empire": {**fleets, **armies}, "russia": {"berlin": {stance: 1}}}
    game = moving_armies("german_empire", game="imperial", players=6, units=forces)
    do(game, order="move", from_="danzig", to="norway")
    do(game, **attack("berlin", army("german_empire"), army("russia")))
    assert ("danzig" in targets(game, "sweden")) == (not occupied)


# Against all assignments --------------------------------------------------------------------


def listed(game: rondel.Game) -> set[Order]:
    """The moves the engine lists."""
    moves = [c for c in choices(game) if c["order"] == "move"]
    return {(c["from"], c["to"], tuple(c.get("canals", ()))) for c in moves}


def play_army_step(atlas: Atlas, game: rondel.Game, random: Random) -> Counter[str]:
    """Gives random orders, convoys first, and compares the list of moves before each of them."""
    step, seen = ArmyStep(atlas, game), Counter[str]()
    while kind(game) == "army_order":
        expected = step.orders(game)
        assert listed(game) == expected
        check_invariants(game.state)
        over_sea = step.over_sea(game, expected)
        seen["convoys offered"] += len(over_sea)
        seen["canals offered"] += sum(bool(o[2]) for o in over_sea)
        if attacks(game) and random.random() < 0.2:
            fight(step, game, random.choice(attacks(game)))
        elif over_sea or (expected and random.random() < 0.7):
            order = random.choice([o for o in over_sea if o[2]] or over_sea or sorted(expected))
            seen[follow(step, game, order, random)] += 1
        else:
            do(game, order="done")
            break
    return seen


def fight(step: ArmyStep, game: rondel.Game, order: dict[str, Any]) -> None:
    """An attack in place, which may free a province for rail."""
    if order["own"]["unit"] == "army":
        step.unmoved[order["region"]] -= 1
    game.apply({"choice": order})


def follow(step: ArmyStep, game: rondel.Game, order: Order, random: Random) -> str:
    """Carries one order out with random answers to all it asks; says what became of it."""
    origin, end, canals = order
    same = [c for c in choices(game) if (c.get("from"), c.get("to")) == (origin, end)]
    choice = random.choice([c for c in same if tuple(c.get("canals", ())) == canals])
    before = game.copy()
    events = game.apply({"choice": choice})
    for canal in canals:
        assert game.decision is not None
        assert (kind(game), game.decision.context["canal"]) == ("canal_consent", canal)
        assert game.decision.nation == step.asking[canal]
        if random.random() < 0.4:
            do(game, allow=False)
            step.refused.add((origin, canal))
            return "refused"
        events = do(game, allow=True)
    way = "convoy" if step.book(before, order) else "land"
    (moved,) = told(events, "unit_moved")
    assert (moved["way"] == "convoy") == (way == "convoy")
    if way == "convoy":
        assert_sailed(step, moved, canals)
    while kind(game) in ("arrival", "battle_demand"):
        game.apply(random.choice(game.legal_actions()))
    return way


def assert_sailed(step: ArmyStep, moved: dict[str, Any], asked: tuple[str, ...]) -> None:
    """The route told is a path from coast to coast over the canals asked for and free ones."""
    convoy = step.carried[-1]
    paths = step.atlas.sea_paths(convoy.starts, set(step.fleets))
    (path,) = [p for p in paths if list(p.seas) == moved["seas"]]
    assert path.seas[-1] in convoy.ends
    assert list(path.canals) == moved["canals"]
    assert tuple(c for c in path.canals if c in step.asking) == asked


@pytest.mark.parametrize("batch", daily(range(10), of=3))
@pytest.mark.parametrize("game", GAMES)
def test_convoys_listed_are_those_some_assignment_allows(game: str, batch: int) -> None:
    """R-CVY-1, R-CVY-2, R-CVY-4, R-CVY-6, R-CVY-7, R-CAN-3, R-CAN-5, R-CAN-6, R-CAN-7, R-ARM-5:

    in hundreds of random army steps the moves listed are exactly those for which every army
    convoyed so far and the new one can be given simple sea paths within the fleets of each sea.
    """
    atlas, random = ATLASES[game], Random(f"{game} {batch}")
    seen = Counter[str]()
    for _ in range(60):
        seen += play_army_step(atlas, random_position(atlas, random), random)
    assert seen["convoy"] > 60
    assert seen["convoys offered"] > 1000
    assert bool(atlas.canals) == (seen["refused"] > 0) == (seen["canals offered"] > 0)
