"""Moves of armies: land steps, rail, and where a move arrives."""

from __future__ import annotations

import pytest

import rondel
from tests.atlas import Atlas
from tests.positions import (
    GAMES,
    army,
    asked,
    choices,
    do,
    kind,
    moving_armies,
    refuses,
    targets,
    told,
    units,
)

INDIA = {"chennai", "kolkata", "mumbai", "new_delhi"}
GERMANY = {"berlin", "cologne", "danzig", "hamburg", "munich"}


def way(game: rondel.Game, origin: str, end: str) -> str:
    """How an army gets from one place to another, on a copy of the game."""
    (moved,) = told(do(game.copy(), order="move", from_=origin, to=end), "unit_moved")
    assert (moved["origin"], moved["target"], moved["unit"]) == (origin, end, "army")
    found: str = moved["way"]
    return found


# Steps and rail -----------------------------------------------------------------------------


def test_indian_rail() -> None:
    """S-503, R-ARM-1, R-ARM-2, R-RAI-1, R-RAI-4, R-CVY-4: rail, then a step or a convoy."""
    forces = {
        "new_delhi": {"armies": 1},
        "afghanistan": {"armies": 1},
        "indian_ocean": {"fleets": 1},
    }
    game = moving_armies("india", players=6, units={"india": forces})
    reach = targets(game, "new_delhi")
    coasts = Atlas("imperial2030").land_of["indian_ocean"]
    assert reach == coasts | INDIA - {"new_delhi"} | {"afghanistan", "chongqing", "urumqi"}
    assert way(game, "new_delhi", "chongqing") == way(game, "new_delhi", "indochina") == "land"
    assert way(game, "new_delhi", "chennai") == "rail"
    assert way(game, "new_delhi", "indonesia") == way(game, "new_delhi", "near_east") == "convoy"
    assert targets(game, "afghanistan") == INDIA | {"iran", "kazakhstan", "urumqi"}
    assert way(game, "afghanistan", "chennai") == "land"


def test_holland_and_cologne() -> None:
    """S-504, R-ARM-1, R-ARM-2, R-CVY-4: a step into the country may be followed by rail only."""
    forces = {"holland": {"armies": 1}, "cologne": {"armies": 1}, "baltic_sea": {"fleets": 1}}
    game = moving_armies(
        "german_empire", game="imperial", players=6, units={"german_empire": forces}
    )
    assert targets(game, "holland") == GERMANY | {"belgium"}
    north = {"denmark", "norway", "sweden"}
    assert north <= targets(game, "cologne")
    assert way(game, "cologne", "denmark") == "land"
    assert way(game, "cologne", "sweden") == way(game, "cologne", "norway") == "convoy"
    out = {"order": "move", "from_": "holland"}
    for end in north:
        refuses(game, "army/out_of_reach", "R-ARM-2", **out, to=end)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_ends_elsewhere(game: str) -> None:
    """R-ARM-1: an army cannot be ordered to the space it stands in, not even round by rail."""
    fleets = {"imperial2030": "sea_of_japan", "imperial": "baltic_sea"}[game]
    forces = {place: {"armies": 1} for place in Atlas(game).homes["russia"][:4]}
    own = {"russia": {**forces, fleets: {"fleets": 1}}}
    position = moving_armies("russia", game=game, players=6, units=own)
    for place in forces:
        refuses(position, "army/out_of_reach", "R-ARM-2", order="move", from_=place, to=place)


def test_step_is_one_and_comes_between_rail_and_rail() -> None:
    """R-ARM-1, R-ARM-2: no second step, no land step beside a convoy."""
    forces = {"murmansk": {"armies": 1}, "north_atlantic": {"fleets": 1}}
    game = moving_armies("russia", players=6, units={"russia": forces})
    assert {"korea", "iran", "turkey", "canada", "london"} <= targets(game, "murmansk")
    assert not targets(game, "murmansk") & {"near_east", "alaska", "chicago", "nigeria", "rome"}
    refuses(game, "army/out_of_reach", "R-ARM-2", order="move", from_="murmansk", to="alaska")


@pytest.mark.parametrize("stance", ["hostile_armies", "friendly_armies"])
def test_rail_serves_its_own_nation_only(stance: str) -> None:
    """R-RAI-1: a Chinese army in Moscow steps to a neighbour, wherever rail leads from there."""
    forces = {"china": {"moscow": {stance: 1}}}
    stand = {"russia": ["moscow", "vladivostok"]}
    game = moving_armies("china", players=6, units=forces, factories=stand)
    assert targets(game, "moscow") == Atlas("imperial2030").land_of["moscow"]
    assert "vladivostok" not in targets(game, "moscow")


def test_rail_ends_where_the_facts_have_no_link() -> None:
    """R-RAI-1: Dublin is a British home province without rail."""
    units_ = {"great_britain": {"dublin": {"armies": 1}, "london": {"armies": 1}}}
    game = moving_armies("great_britain", game="imperial", players=6, units=units_)
    assert targets(game, "dublin") == set()
    assert targets(game, "london") == {"liverpool", "edinburgh", "sheffield"}


# Suspended rail -----------------------------------------------------------------------------


def siberia(stance: str = "hostile_armies", **places: dict[str, int]) -> rondel.Game:
    """A Chinese army in Novosibirsk, Russian units where named; Russia moves."""
    forces = {"russia": places, "china": {"novosibirsk": {stance: 1}}}
    return moving_armies("russia", players=6, units=forces)


def test_hostile_army_cuts_russian_rail() -> None:
    """F-07, R-RAI-2, R-RAI-3: nothing passes Novosibirsk by rail; it may be stepped into."""
    game = siberia(moscow={"armies": 1}, murmansk={"armies": 1}, ukraine={"armies": 1})
    for origin in ("moscow", "murmansk"):
        assert "vladivostok" not in targets(game, origin)
        assert way(game, origin, "novosibirsk") == "land"
    assert {"moscow", "murmansk"} <= targets(game, "ukraine")
    assert not targets(game, "ukraine") & {"novosibirsk", "vladivostok"}
    refuses(game, "army/out_of_reach", "R-ARM-2", order="move", from_="ukraine", to="novosibirsk")


def test_hostile_army_cuts_german_rail() -> None:
    """F-08, R-RAI-2: with Berlin occupied Danzig is cut off; the rest works on."""
    forces = {
        "german_empire": {p: {"armies": 1} for p in ("hamburg", "cologne", "munich")},
        "russia": {"berlin": {"hostile_armies": 1}},
    }
    game = moving_armies("german_empire", game="imperial", players=6, units=forces)
    for origin in ("hamburg", "cologne", "munich"):
        assert "danzig" not in targets(game, origin)
    assert way(game, "hamburg", "munich") == "rail"
    assert way(game, "munich", "berlin") == "land"


def test_friendly_army_does_not_disturb_rail() -> None:
    """R-RAI-5: a lying Chinese army in Novosibirsk changes nothing."""
    game = siberia("friendly_armies", murmansk={"armies": 1}, ukraine={"armies": 1})
    assert way(game, "murmansk", "vladivostok") == "rail"
    assert {"novosibirsk", "vladivostok"} <= targets(game, "ukraine")


def test_occupied_province_is_entered_and_left_by_a_step() -> None:
    """X-62, R-RAI-3: into Novosibirsk to fight or stay, and out of it with rail afterwards."""
    game = siberia(moscow={"armies": 1}, novosibirsk={"armies": 1})
    reach = {"kazakhstan", "mongolia", "moscow", "murmansk", "vladivostok"}
    assert targets(game, "novosibirsk") == reach
    do(game, order="move", from_="novosibirsk", to="murmansk")
    do(game, order="move", from_="moscow", to="novosibirsk")
    assert choices(game) == [{"choice": "attack", "target": army("china")}, {"choice": "stay"}]
    do(game, choice="stay")
    do(game, demand=False)
    assert units(game, "russia") == {"murmansk": {"armies": 1}, "novosibirsk": {"armies": 1}}


def test_step_out_of_an_occupied_province_goes_on_by_rail() -> None:
    """X-62, R-RAI-3, R-RAI-4: from occupied Vladivostok to Novosibirsk and on to Moscow."""
    forces = {
        "russia": {"vladivostok": {"armies": 1}},
        "china": {"vladivostok": {"hostile_armies": 1}},
    }
    game = moving_armies("russia", players=6, units=forces)
    neighbours = {"beijing", "korea", "mongolia", "novosibirsk"}
    assert targets(game, "vladivostok") == neighbours | {"moscow", "murmansk"}
    assert way(game, "vladivostok", "moscow") == "land"


def test_occupied_province_is_entered_and_left_by_convoy() -> None:
    """R-RAI-3, R-RAI-2, R-CVY-4: ashore in an occupied port there is no rail."""
    forces = {
        "russia": {
            "japan": {"armies": 1},
            "vladivostok": {"armies": 1},
            "sea_of_japan": {"fleets": 2},
        },
        "china": {"vladivostok": {"hostile_armies": 1}},
    }
    game = moving_armies("russia", players=6, units=forces)
    assert targets(game, "japan") == {"korea", "vladivostok"}
    assert way(game, "vladivostok", "japan") == way(game, "japan", "vladivostok") == "convoy"


def test_rail_opens_again_when_the_occupier_is_gone() -> None:
    """R-RAI-2: cut off means occupied at the moment of the order."""
    game = siberia(moscow={"armies": 1}, novosibirsk={"armies": 1})
    assert "vladivostok" not in targets(game, "moscow")
    own, enemy = army("russia"), army("china")
    do(game, order="attack", region="novosibirsk", own=own, target=enemy)
    assert way(game, "moscow", "vladivostok") == "rail"


# Rail around a convoy -----------------------------------------------------------------------


def test_rail_leads_to_no_convoy_where_the_fleet_is_elsewhere() -> None:
    """X-23, R-ARM-1, R-RAI-4: Moscow reaches Murmansk by rail, Vladivostok not at all."""
    game = siberia(moscow={"armies": 1}, north_atlantic={"fleets": 1})
    assert "vladivostok" not in targets(game, "moscow")
    assert way(game, "moscow", "murmansk") == "rail"


def test_rail_before_a_convoy_between_own_provinces() -> None:
    """X-23, R-ARM-1, R-RAI-4, R-CVY-4: Sheffield, Liverpool, Dublin is one move."""
    forces = {"great_britain": {"sheffield": {"armies": 1}, "north_atlantic": {"fleets": 1}}}
    game = moving_armies("great_britain", game="imperial", players=6, units=forces)
    assert way(game, "sheffield", "dublin") == "convoy"
    do(game, order="move", from_="sheffield", to="dublin")
    assert units(game, "great_britain")["dublin"] == {"armies": 1}


@pytest.mark.parametrize(("origin", "end"), [("danzig", "munich"), ("munich", "danzig")])
def test_rail_before_or_after_a_convoy(origin: str, end: str) -> None:
    """R-RAI-4, R-CVY-4, R-RAI-2: round an occupied Berlin over the Baltic Sea, both ways."""
    forces = {
        "german_empire": {origin: {"armies": 1}, "baltic_sea": {"fleets": 1}},
        "russia": {"berlin": {"hostile_armies": 1}},
    }
    game = moving_armies("german_empire", game="imperial", players=6, units=forces)
    assert way(game, origin, end) == "convoy"


@pytest.mark.parametrize(("origin", "end"), [("hamburg", "denmark"), ("munich", "danzig")])
def test_no_fleet_is_used_where_none_is_needed(origin: str, end: str) -> None:
    """R-ARM-5: the only fleet still convoys another army afterwards."""
    fleet = {"baltic_sea": {"fleets": 1}}
    forces = {"german_empire": {origin: {"armies": 2}, **fleet}}
    game = moving_armies("german_empire", game="imperial", players=6, units=forces)
    assert way(game, origin, end) in ("land", "rail")
    do(game, order="move", from_=origin, to=end)
    (moved,) = told(do(game, order="move", from_=origin, to="sweden"), "unit_moved")
    assert (moved["way"], moved["seas"]) == ("convoy", ["baltic_sea"])


# Arrival ------------------------------------------------------------------------------------


def past_kolkata(origin: str) -> rondel.Game:
    """An Indian army beside a friendly US army in Kolkata."""
    forces = {"india": {origin: {"armies": 1}}, "usa": {"kolkata": {"friendly_armies": 1}}}
    return moving_armies("india", players=6, units=forces)


@pytest.mark.parametrize("origin", ["new_delhi", "indochina"])
def test_passing_through_is_not_entering(origin: str) -> None:
    """X-41, R-ARM-3: by rail through Kolkata, or stepping into it and on, nobody is asked."""
    game = past_kolkata(origin)
    do(game, order="move", from_=origin, to="chennai")
    assert kind(game) == "choose_slot"
    assert units(game, "india") == {"chennai": {"armies": 1}}


@pytest.mark.parametrize("origin", ["new_delhi", "indochina"])
def test_ending_there_is_entering(origin: str) -> None:
    """X-41, R-ARM-3, R-ARM-6: if the army ends in Kolkata the USA is asked."""
    game = past_kolkata(origin)
    do(game, order="move", from_=origin, to="kolkata")
    assert asked(game) == ("arrival", "C")
    do(game, choice="stay")
    assert asked(game) == ("battle_demand", "E")


@pytest.mark.parametrize("game", GAMES)
def test_arrival_depends_on_whose_space_it_is(game: str) -> None:
    """R-ARM-6: alone at home or on neutral ground nothing is asked; abroad the stance is."""
    start, neutral, abroad = {
        "imperial2030": ("murmansk", "ukraine", "berlin"),
        "imperial": ("kiev", "romania", "lemberg"),
    }[game]
    forces = {"russia": {start: {"armies": 4}}}
    position = moving_armies("russia", game=game, players=6, units=forces)
    do(position, order="move", from_=start, to="moscow")
    do(position, order="move", from_=start, to=neutral)
    assert kind(position) == "army_order"
    do(position, order="move", from_=start, to=abroad)
    assert choices(position) == [{"choice": "hostile"}, {"choice": "friendly"}]


def test_arrival_on_shared_neutral_ground() -> None:
    """R-ARM-6, R-BAT-4, R-BAT-7: attack or stay, then the other nation is asked."""
    forces = {"russia": {"moscow": {"armies": 1}}, "europe": {"ukraine": {"armies": 1}}}
    game = moving_armies("russia", players=6, units=forces)
    do(game, order="move", from_="moscow", to="ukraine")
    assert choices(game) == [{"choice": "attack", "target": army("europe")}, {"choice": "stay"}]
    do(game, choice="stay")
    assert asked(game) == ("battle_demand", "F")


def test_spaces_without_land_border_need_a_fleet() -> None:
    """R-ARM-4: Japan is entered and left by convoy only; there is no strait to Korea."""
    forces = {"russia": {"korea": {"armies": 1}, "japan": {"armies": 1}}}
    game = moving_armies("russia", players=6, units=forces)
    assert "japan" not in targets(game, "korea")
    assert targets(game, "japan") == set()
    refuses(game, "army/out_of_reach", "R-ARM-2", order="move", from_="korea", to="japan")
    for nowhere in ("switzerland", "polar_regions", "madagascar"):
        refuses(game, "action/malformed", "R-DEC-5", order="move", from_="korea", to=nowhere)
