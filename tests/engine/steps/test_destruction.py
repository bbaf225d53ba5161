"""Destroying factories."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
from rondel.engine import check_invariants
from tests.positions import (
    army,
    attack,
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

BURN = {"order": "destroy_factory", "province": "new_delhi"}


def factories(game: rondel.Game, nation: str) -> list[str]:
    """The factories of a nation."""
    found: list[str] = game.snapshot()["factories"][nation]
    return found


def china_in(province: str, armies: dict[str, int], **more: Any) -> rondel.Game:
    """Chinese armies in a province of India, with factories in Mumbai and New Delhi."""
    units_ = {"china": {province: armies}, **more.pop("others", {})}
    return moving_armies("china", players=6, units=units_, **more)


CAMPAIGNS = {
    "imperial2030": ("europe", "russia", "murmansk", "berlin", "rome"),
    "imperial": ("austria_hungary", "italy", "venice", "vienna", "budapest"),
}
"""Game -> attacker, defender, its port, and two provinces of the attacker, the first next to it."""


@pytest.mark.parametrize("game", CAMPAIGNS)
def test_a_shipyard_is_taken_and_destroyed(game: str) -> None:
    """S-505, S-506, R-BAT-2, R-BAT-4, R-ARM-1, R-DES-1, R-DES-2: Murmansk, and Venice."""
    nation, owner, port, near, far = CAMPAIGNS[game]
    stand = {owner: [port, "moscow" if owner == "russia" else "rome"]}
    forces = {nation: {near: {"armies": 2}, far: {"armies": 2}}, owner: {port: {"fleets": 1}}}
    position = moving_armies(nation, game=game, players=6, units=forces, factories=stand)
    do(position, order="move", from_=near, to=port)
    do(position, choice="attack", target=fleet(owner))
    assert units(position, owner) == {}
    for origin in (far, far, near):
        assert not [c for c in choices(position) if c["order"] == "destroy_factory"]
        do(position, order="move", from_=origin, to=port)
        do(position, choice="hostile")
    events = do(position, order="destroy_factory", province=port)
    assert told(events, "factory_destroyed") == [
        {
            "nation": nation,
            "region": port,
            "owner": owner,
            "factory": "shipyard",
            "hostile_armies": 3,
            "friendly_armies": 0,
        }
    ]
    assert units(position, nation) == {}
    assert port not in factories(position, owner)


# Conditions ---------------------------------------------------------------------------------


def test_three_armies_are_needed() -> None:
    """R-DES-1: two do not suffice, whatever stands beside them."""
    guests = {"russia": {"new_delhi": {"hostile_armies": 3}}}
    game = china_in("new_delhi", {"hostile_armies": 2}, others=guests)
    refuses(game, "destroy/too_few_armies", "R-DES-1", **BURN)


@pytest.mark.parametrize("defender", ["armies", "fleets"])
def test_the_defender_must_be_gone(defender: str) -> None:
    """X-18, R-DES-1: an Indian army, or a fleet in port, prevents it."""
    guard = {"india": {"mumbai": {defender: 1}}}
    game = china_in("mumbai", {"hostile_armies": 4}, others=guard)
    burn = BURN | {"province": "mumbai"}
    refuses(game, "destroy/defended", "R-DES-1", **burn)
    unit = army("india") if defender == "armies" else fleet("india")
    do(game, **attack("mumbai", army("china"), unit))
    assert burn in choices(game)


@pytest.mark.parametrize("stance", ["hostile_armies", "friendly_armies"])
def test_units_of_third_nations_do_not_matter(stance: str) -> None:
    """X-18, R-DES-3: a Russian army there neither prevents nor suffers it."""
    guest = {"russia": {"new_delhi": {stance: 1}}}
    game = china_in("new_delhi", {"hostile_armies": 3}, others=guest)
    do(game, **BURN)
    assert factories(game, "india") == ["mumbai"]
    assert units(game, "russia") == {"new_delhi": {stance: 1}}


def test_the_last_unoccupied_factory_is_safe() -> None:
    """R-DES-1, R-DES-5: `U(india)` is Mumbai, so three friendly armies cannot destroy it."""
    occupier = {"russia": {"new_delhi": {"hostile_armies": 1}}}
    game = china_in("mumbai", {"friendly_armies": 3}, others=occupier)
    burn = BURN | {"province": "mumbai"}
    refuses(game, "destroy/last_factory", "R-DES-1", **burn)


def test_an_occupied_second_last_factory_is_not_safe() -> None:
    """X-17, R-DES-5: China destroys New Delhi, which it occupies; Mumbai it may not."""
    forces = {"china": {"new_delhi": {"hostile_armies": 3}, "mumbai": {"friendly_armies": 3}}}
    game = moving_armies("china", players=6, units=forces)
    refuses(game, "destroy/last_factory", "R-DES-1", **(BURN | {"province": "mumbai"}))
    do(game, **BURN)
    assert factories(game, "india") == ["mumbai"]
    refuses(game, "destroy/last_factory", "R-DES-1", **(BURN | {"province": "mumbai"}))


def test_an_occupied_factory_may_fall_beside_one_other_occupied() -> None:
    """R-DES-5, R-HOM-6: of three factories, two occupied, both of these may be destroyed."""
    forces = {"china": {"new_delhi": {"hostile_armies": 3}, "kolkata": {"hostile_armies": 3}}}
    stand = {"india": ["kolkata", "mumbai", "new_delhi"]}
    game = moving_armies("china", players=6, units=forces, factories=stand)
    do(game, **BURN)
    do(game, **(BURN | {"province": "kolkata"}))
    assert factories(game, "india") == ["mumbai"]


def test_there_must_be_a_foreign_factory() -> None:
    """R-DES-1: neither an empty city nor the own factory can be destroyed."""
    forces = {"china": {"kolkata": {"hostile_armies": 3}, "beijing": {"armies": 3}}}
    game = moving_armies("china", players=6, units=forces)
    for province in ("kolkata", "beijing"):
        burn = BURN | {"province": province}
        refuses(game, "destroy/no_factory", "R-DES-1", **burn)


@pytest.mark.parametrize("government", ["B", None])
def test_whoever_governs_the_owner(government: str | None) -> None:
    """R-DES-1, R-HOM-10: also a nation of the same player, also one of nobody."""
    game = china_in("new_delhi", {"hostile_armies": 3}, governments={"india": government})
    assert BURN in choices(game)


# The armies lost ----------------------------------------------------------------------------


def test_armies_of_earlier_turns_and_friendly_ones_count() -> None:
    """X-53, R-DES-2, R-DES-3: three unmoved armies, one of them friendly; friendly ones first."""
    game = china_in("new_delhi", {"hostile_armies": 3, "friendly_armies": 1})
    (burnt,) = told(do(game, **BURN), "factory_destroyed")
    assert (burnt["hostile_armies"], burnt["friendly_armies"]) == (2, 1)
    assert burnt["factory"] == "armaments"
    assert units(game, "china") == {"new_delhi": {"hostile_armies": 1}}


def test_three_friendly_armies_suffice() -> None:
    """X-53, R-DES-3: stance does not matter; the province was never occupied."""
    game = china_in("new_delhi", {"friendly_armies": 4})
    do(game, **BURN)
    check_invariants(game.state)
    assert units(game, "china") == {"new_delhi": {"friendly_armies": 1}}
    assert factories(game, "india") == ["mumbai"]


def entering(stances: list[str], standing: dict[str, int]) -> rondel.Game:
    """Chinese armies have entered New Delhi, where others of theirs stood before."""
    forces = {"china": {"urumqi": {"armies": len(stances)}, "new_delhi": standing}}
    game = moving_armies("china", players=6, units=forces)
    for stance in stances:
        do(game, order="move", from_="urumqi", to="new_delhi")
        do(game, choice=stance)
    return game


def test_moved_armies_are_lost_before_unmoved_ones() -> None:
    """R-DES-2: first the hostile one that moved, then two friendly ones that did not."""
    game = entering(["hostile"], {"hostile_armies": 2, "friendly_armies": 2})
    (burnt,) = told(do(game, **BURN), "factory_destroyed")
    assert (burnt["hostile_armies"], burnt["friendly_armies"]) == (1, 2)
    assert units(game, "china") == {"new_delhi": {"hostile_armies": 2}}
    for _ in range(2):
        do(game, order="move", from_="new_delhi", to="urumqi")
    assert units(game, "china") == {"urumqi": {"armies": 2}}


def test_among_moved_armies_friendly_ones_are_lost_first() -> None:
    """R-DES-2: two friendly and one hostile that moved; one of each kind is left."""
    game = entering(["hostile", "friendly", "hostile", "friendly"], {"friendly_armies": 1})
    (burnt,) = told(do(game, **BURN), "factory_destroyed")
    assert (burnt["hostile_armies"], burnt["friendly_armies"]) == (1, 2)
    assert units(game, "china") == {"new_delhi": {"hostile_armies": 1, "friendly_armies": 1}}
    left = {c.get("stance") for c in choices(game) if c.get("from") == "new_delhi"}
    assert left == {"friendly"}


def test_an_army_that_turned_counts_as_moved() -> None:
    """R-DES-2, R-HOM-8: a change of stance is a move, so it is lost before the others."""
    game = china_in("new_delhi", {"hostile_armies": 1, "friendly_armies": 3})
    do(game, order="set_stance", province="new_delhi", to="hostile")
    (burnt,) = told(do(game, **BURN), "factory_destroyed")
    assert (burnt["hostile_armies"], burnt["friendly_armies"]) == (1, 2)
    assert units(game, "china") == {"new_delhi": {"hostile_armies": 1}}
    assert [c for c in choices(game) if c.get("from") == "new_delhi"]


# When ---------------------------------------------------------------------------------------


def test_destroying_is_optional_and_possible_at_any_moment() -> None:
    """R-DES-4: before, between and after other orders of the army step, or not at all."""
    forces = {"china": {"new_delhi": {"hostile_armies": 3}, "beijing": {"armies": 1}}}
    game = moving_armies("china", players=6, units=forces)
    assert BURN in choices(game)
    spared = game.copy()
    do(spared, order="done")
    assert factories(spared, "india") == ["mumbai", "new_delhi"]
    do(game, order="move", from_="beijing", to="shanghai")
    do(game, **BURN)
    assert kind(game) == "choose_slot"
    assert factories(game, "india") == ["mumbai"]


def test_destroying_is_not_possible_in_the_fleet_step() -> None:
    """R-DES-4: it is an order of the army step."""
    forces = {"china": {"new_delhi": {"hostile_armies": 3}, "shanghai": {"fleets": 1}}}
    game = maneuvering("china", players=6, units=forces)
    assert kind(game) == "fleet_order"
    refuses(game, "action/malformed", "R-DEC-5", **BURN)


def test_moved_armies_may_destroy() -> None:
    """R-DES-3, R-DES-4: three armies that have just entered; no unmoved one is needed."""
    game = entering(["hostile", "friendly", "friendly"], {})
    assert choices(game) == [BURN, {"order": "done"}]
    do(game, **BURN)
    assert units(game, "china") == {}


def test_six_armies_may_destroy_once() -> None:
    """R-DES-2, R-DES-1: the factory is gone, so the rest has nothing to destroy."""
    game = china_in("new_delhi", {"hostile_armies": 6})
    do(game, **BURN)
    assert units(game, "china") == {"new_delhi": {"hostile_armies": 3}}
    refuses(game, "destroy/no_factory", "R-DES-1", **BURN)


def test_the_city_may_be_built_on_again() -> None:
    """R-DES-6: India, next on turn, rebuilds the factory of New Delhi."""
    game = china_in("new_delhi", {"hostile_armies": 3}, treasuries={"india": 5})
    do(game, **BURN)
    do(game, slot="factory")
    do(game, province="new_delhi")
    assert factories(game, "india") == ["mumbai", "new_delhi"]
