"""The fleet step: where fleets go and what they never do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.atlas import Atlas
from tests.positions import (
    GAMES,
    asked,
    choices,
    do,
    kind,
    maneuvering,
    refuses,
    targets,
    told,
    units,
)

ATLASES = {game: Atlas(game) for game in GAMES}
PORTS = [(game, port) for game in GAMES for port in ATLASES[game].port_sea]
SEAS = [(game, sea) for game in GAMES for sea in ATLASES[game].seas]


def test_european_fleets_at_sea_and_in_port() -> None:
    """S-401, R-FLT-1, R-FLT-2, R-MAN-2: one sea further, out of port, or staying."""
    forces = {"north_atlantic": {"fleets": 1}, "london": {"fleets": 1}}
    game = maneuvering("europe", players=6, units={"europe": forces})
    reach = {"caribbean_sea", "gulf_of_guinea", "mediterranean_sea"}
    assert targets(game, "north_atlantic") == reach
    assert targets(game, "london") == {"north_atlantic"}
    assert len(choices(game)) == 5
    do(game, order="done")
    assert units(game, "europe") == forces


@pytest.mark.parametrize(("game", "sea"), SEAS)
def test_fleet_at_sea_moves_to_an_adjacent_sea(game: str, sea: str) -> None:
    """R-FLT-1: to each sea next to it, through a canal that begins there, and nowhere else."""
    atlas = ATLASES[game]
    position = maneuvering("russia", game=game, units={"russia": {sea: {"fleets": 1}}})
    beyond = {s for seas in atlas.canals.values() for s in seas if sea in seas} - {sea}
    assert targets(position, sea) == atlas.sea_of[sea] | beyond
    for unreachable in set(atlas.seas) - atlas.sea_of[sea] - beyond:
        refuses(position, "fleet/out_of_reach", "R-FLT-1", order="move", from_=sea, to=unreachable)


@pytest.mark.parametrize(("game", "port"), PORTS)
def test_fleet_in_port_moves_only_to_its_own_sea(game: str, port: str) -> None:
    """R-FLT-2: `port_sea` of the facts, even where the province touches other seas."""
    atlas = ATLASES[game]
    nation, own_sea = atlas.owner[port], atlas.port_sea[port]
    position = maneuvering(nation, game=game, units={nation: {port: {"fleets": 1}}})
    assert targets(position, port) == {own_sea}
    for sea in set(atlas.seas) - {own_sea}:
        refuses(position, "fleet/wrong_sea", "R-FLT-2", order="move", from_=port, to=sea)


def test_leaving_port_is_the_whole_move() -> None:
    """R-FLT-2, R-MAN-2: a fleet that has left port goes no further this turn."""
    forces = {"london": {"fleets": 1}, "rome": {"fleets": 1}}
    game = maneuvering("europe", players=6, units={"europe": forces})
    events = do(game, order="move", from_="london", to="north_atlantic")
    (moved,) = told(events, "unit_moved")
    assert (moved["unit"], moved["way"], moved["seas"]) == ("fleet", "port", [])
    assert targets(game, "north_atlantic") == set()
    onward = {"from_": "north_atlantic", "to": "caribbean_sea"}
    refuses(game, "fleet/none_unmoved", "R-MAN-2", order="move", **onward)


def test_port_of_hamburg() -> None:
    """S-402, R-FLT-2: Hamburg touches the Baltic Sea, its port does not."""
    fleet = {"german_empire": {"hamburg": {"fleets": 1}}}
    game = maneuvering("german_empire", game="imperial", players=6, units=fleet)
    assert targets(game, "hamburg") == {"north_sea"}
    refuses(game, "fleet/wrong_sea", "R-FLT-2", order="move", from_="hamburg", to="baltic_sea")


@pytest.mark.parametrize(("game", "port"), PORTS)
def test_fleets_never_return_to_port_or_land(game: str, port: str) -> None:
    """R-FLT-3, F-01: from the sea every order leads to a sea, also before the own port."""
    atlas = ATLASES[game]
    nation, sea = atlas.owner[port], atlas.port_sea[port]
    position = maneuvering(nation, game=game, units={nation: {sea: {"fleets": 1}}})
    assert targets(position, sea) <= set(atlas.seas)
    for land in (port, *sorted(atlas.land_of[sea])):
        refuses(position, "action/malformed", "R-DEC-5", order="move", from_=sea, to=land)


@pytest.mark.parametrize("game", GAMES)
def test_fleets_destroy_no_factories(game: str) -> None:
    """F-01, R-FLT-3, R-DES-4: beside three fleets off an empty port no order touches it."""
    nation, sea = "russia", {"imperial2030": "china_sea", "imperial": "baltic_sea"}[game]
    prey = {"imperial2030": "shanghai", "imperial": "danzig"}[game]
    owner = ATLASES[game].owner[prey]
    home = ATLASES[game].homes[nation][0]
    forces: dict[str, Any] = {nation: {sea: {"fleets": 3}, home: {"armies": 1}}}
    stand = {owner: ATLASES[game].homes[owner]}
    position = maneuvering(nation, game=game, units=forces, factories=stand)
    assert {c["order"] for c in choices(position)} == {"move", "done"}
    refuses(position, "action/malformed", "R-DEC-5", order="destroy_factory", province=prey)
    do(position, order="done")
    assert kind(position) == "army_order"
    too_few = ("destroy/too_few_armies", "R-DES-1")
    refuses(position, *too_few, order="destroy_factory", province=prey)


@pytest.mark.parametrize("game", GAMES)
def test_any_number_of_fleets_share_a_sea(game: str) -> None:
    """R-FLT-4: the whole supply of all six nations fits into one sea, moved in or there before."""
    atlas, sea = ATLASES[game], {"imperial2030": "china_sea", "imperial": "baltic_sea"}[game]
    forces: dict[str, Any] = {
        nation: {sea: {"fleets": atlas.supply(nation, "fleets")}} for nation in atlas.nations
    }
    next_sea = sorted(atlas.sea_of[sea])[0]
    forces["russia"] = {sea: {"fleets": 7}, next_sea: {"fleets": 1}}
    position = maneuvering("russia", game=game, players=6, units=forces)
    do(position, order="move", from_=next_sea, to=sea)
    do(position, choice="stay")
    for _ in range(5):
        do(position, demand=False)
    assert units(position, "russia") == {sea: {"fleets": 8}}
    for nation in atlas.nations:
        assert units(position, nation) == {sea: {"fleets": atlas.supply(nation, "fleets")}}


@pytest.mark.parametrize("game", GAMES)
def test_arrival_is_settled_after_each_fleet_move(game: str) -> None:
    """R-FLT-5: beside foreign fleets the mover is asked at once; in an empty sea, or beside his
    own fleets, nobody is; foreign armies and fleets in port on the coast do not matter."""
    atlas = ATLASES[game]
    nation, sea, shared, empty = {
        "imperial2030": ("china", "china_sea", "sea_of_japan", "tasman_sea"),
        "imperial": ("russia", "north_sea", "english_channel", "baltic_sea"),
    }[game]
    other = {"imperial2030": "russia", "imperial": "german_empire"}[game]
    port = {"imperial2030": "vladivostok", "imperial": "danzig"}[game]
    forces = {
        nation: {sea: {"fleets": 3}, empty: {"fleets": 1}},
        other: {shared: {"fleets": 1}, port: {"fleets": 1, "armies": 1}},
    }
    position = maneuvering(nation, game=game, players=6, units=forces)
    assert shared in atlas.sea_of[sea]
    do(position, order="move", from_=sea, to=empty)
    assert kind(position) == "fleet_order"
    for _ in range(2):
        do(position, order="move", from_=sea, to=shared)
        assert kind(position) == "arrival"
        do(position, choice="stay")
        assert asked(position) == ("battle_demand", position.snapshot()["governments"][other])
        do(position, demand=False)
    assert units(position, nation) == {shared: {"fleets": 2}, empty: {"fleets": 2}}


@pytest.mark.parametrize("stance", ["hostile_armies", "friendly_armies"])
@pytest.mark.parametrize("game", GAMES)
def test_armies_do_not_hold_a_fleet_in_port(game: str, stance: str) -> None:
    """R-FLT-6, X-39: not even three hostile ones; nobody is asked about it."""
    port = {"imperial2030": "mumbai", "imperial": "venice"}[game]
    nation, sea = ATLASES[game].owner[port], ATLASES[game].port_sea[port]
    forces = {nation: {port: {"fleets": 1}}, "russia": {port: {stance: 3}}}
    stand = {nation: ATLASES[game].homes[nation]}
    position = maneuvering(nation, game=game, players=6, units=forces, factories=stand)
    assert targets(position, port) == {sea}
    do(position, order="move", from_=port, to=sea)
    assert kind(position) == "choose_slot"
    assert units(position, nation) == {sea: {"fleets": 1}}
    assert units(position, "russia") == {port: {stance: 3}}
