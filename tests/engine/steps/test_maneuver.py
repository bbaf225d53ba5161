"""The frame of a Maneuver: fleets, then armies, then flags."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rondel
from tests.atlas import Atlas
from tests.positions import (
    GAMES,
    asked,
    choices,
    do,
    game_at,
    kind,
    maneuvering,
    moving_armies,
    refuses,
    targets,
    told,
    units,
)

BESIDE_THE_SEA = {
    "imperial2030": ("china", "shanghai", "china_sea", "korea", "sea_of_japan"),
    "imperial": ("italy", "naples", "western_mediterranean_sea", "tunis", "ionian_sea"),
}
"""Game -> nation, its port, the port's sea, a neutral coast of that sea, a sea next to it."""

INLAND = {"imperial2030": ("beijing", "urumqi"), "imperial": ("rome", "florence")}
"""Game -> two more provinces of the same nation."""


@pytest.mark.parametrize("game", GAMES)
def test_fleets_then_armies_then_flags(game: str) -> None:
    """R-MAN-1, R-DEC-2: three steps in this order; flags change after the last of them."""
    nation, port, sea, coast, _ = BESIDE_THE_SEA[game]
    forces = {nation: {port: {"fleets": 1, "armies": 1}}}
    position = maneuvering(nation, game=game, players=6, units=forces)
    assert kind(position) == "fleet_order"
    do(position, order="move", from_=port, to=sea)
    assert kind(position) == "army_order"
    assert position.snapshot()["flags"][nation] == []
    events = do(position, order="move", from_=port, to=coast)
    assert kind(position) == "choose_slot"
    assert {e["region"] for e in told(events, "flag_placed")} == {sea, coast}


@pytest.mark.parametrize("game", GAMES)
def test_no_fleet_moves_after_the_fleet_step(game: str) -> None:
    """R-MAN-1, X-44: not from sea and not from port, once the government has ended the step."""
    nation, port, sea, _, beyond = BESIDE_THE_SEA[game]
    forces = {port: {"fleets": 1, "armies": 1}, sea: {"fleets": 1}}
    position = maneuvering(nation, game=game, players=6, units={nation: forces})
    assert targets(position, port) == {sea}
    assert beyond in targets(position, sea)
    do(position, order="done")
    assert kind(position) == "army_order"
    assert not targets(position, port) & set(Atlas(game).seas)
    refuses(position, "action/malformed", "R-DEC-5", order="move", from_=port, to=sea)
    entry = {"decision": "fleet_order", "choice": {"order": "move", "from": sea, "to": beyond}}
    with pytest.raises(rondel.IllegalAction) as caught:
        position.apply(entry)
    assert caught.value.code == "game/other_decision"


@pytest.mark.parametrize("game", GAMES)
def test_fleet_in_port_still_attacks_in_the_army_step(game: str) -> None:
    """X-44, R-BAT-5: it may not move any more, but it may fight an army beside it."""
    nation, port, _, _, _ = BESIDE_THE_SEA[game]
    position = maneuvering(
        nation,
        game=game,
        players=6,
        units={nation: {port: {"fleets": 1}}, "russia": {port: {"friendly_armies": 1}}},
    )
    assert {c["order"] for c in choices(position)} == {"move", "done"}
    do(position, order="done")
    own = {"nation": nation, "unit": "fleet"}
    target = {"nation": "russia", "unit": "army"}
    attack = {"order": "attack", "region": port, "own": own, "target": target}
    assert choices(position) == [attack, {"order": "done"}]
    do(position, **attack)
    assert units(position, nation) == units(position, "russia") == {}


@pytest.mark.parametrize("game", GAMES)
def test_every_fleet_moves_at_most_once(game: str) -> None:
    """R-MAN-2: two fleets in a sea make two moves from it; those that moved make none."""
    nation, _, sea, _, beyond = BESIDE_THE_SEA[game]
    forces = {sea: {"fleets": 2}, beyond: {"fleets": 1}}
    position = maneuvering(nation, game=game, players=6, units={nation: forces})
    do(position, order="move", from_=beyond, to=sea)
    refuses(position, "fleet/none_unmoved", "R-MAN-2", order="move", from_=beyond, to=sea)
    do(position, order="move", from_=sea, to=beyond)
    refuses(position, "fleet/none_unmoved", "R-MAN-2", order="move", from_=beyond, to=sea)
    do(position, order="move", from_=sea, to=beyond)
    assert kind(position) == "choose_slot"
    assert units(position, nation) == {sea: {"fleets": 1}, beyond: {"fleets": 2}}


@pytest.mark.parametrize("game", GAMES)
def test_every_army_moves_at_most_once(game: str) -> None:
    """R-MAN-2: an army that has moved stays; an unmoved one beside it may still go."""
    nation, port, _, _, _ = BESIDE_THE_SEA[game]
    first, second = INLAND[game]
    forces = {first: {"armies": 1}, second: {"armies": 1}}
    position = moving_armies(nation, game=game, players=6, units={nation: forces})
    do(position, order="move", from_=first, to=second)
    refuses(position, "army/none_unmoved", "R-MAN-2", order="move", from_=first, to=second)
    do(position, order="move", from_=second, to=port)
    assert kind(position) == "choose_slot"
    assert units(position, nation) == {second: {"armies": 1}, port: {"armies": 1}}


@pytest.mark.parametrize("game", GAMES)
def test_no_unit_has_to_move_and_each_step_ends_at_will(game: str) -> None:
    """R-MAN-2, R-MAN-4: `done` is legal before, between and after orders of both steps."""
    nation, port, sea, _, _ = BESIDE_THE_SEA[game]
    forces = {port: {"fleets": 2, "armies": 2}}
    position = maneuvering(nation, game=game, players=6, units={nation: forces})
    still = position.copy()
    do(still, order="done")
    do(still, order="done")
    assert (kind(still), units(still, nation)) == ("choose_slot", forces)
    do(position, order="move", from_=port, to=sea)
    do(position, order="done")
    do(position, order="move", from_=port, to=INLAND[game][0])
    do(position, order="done")
    left = {port: {"fleets": 1, "armies": 1}, sea: {"fleets": 1}, INLAND[game][0]: {"armies": 1}}
    assert units(position, nation) == left


@pytest.mark.parametrize("game", GAMES)
def test_done_is_listed_with_every_order(game: str) -> None:
    """R-MAN-4, R-MAN-3: in random Maneuvers the government may end the step at every order."""
    atlas, random = Atlas(game), Random(game)
    for _ in range(30):
        position = crowded(atlas, random)
        while kind(position) != "choose_slot":
            if kind(position) in ("fleet_order", "army_order"):
                assert {"order": "done"} in choices(position)
                assert len(choices(position)) > 1
            position.apply(random.choice(position.legal_actions()))


def crowded(atlas: Atlas, random: Random) -> rondel.Game:
    """A Maneuver with units of three nations close together."""
    nation, *others = random.sample(atlas.nations, 3)
    seas = random.sample(atlas.seas, 3)
    neutral = random.sample([r for r in atlas.lands if r not in atlas.owner], 3)
    forces: dict[str, Any] = {
        n: {s: {"fleets": 1} for s in seas} | {r: {"armies": 1} for r in neutral}
        for n in (nation, *others)
    }
    game = atlas.facts["game"]["id"]
    return maneuvering(nation, game=game, players=6, units=forces)


@pytest.mark.parametrize("game", GAMES)
def test_an_order_is_resolved_before_the_next(game: str) -> None:
    """R-MAN-3: while the questions a move raises are open no further order can be given."""
    nation, port, sea, _, beyond = BESIDE_THE_SEA[game]
    forces = {nation: {port: {"fleets": 1}, sea: {"fleets": 1}}, "russia": {beyond: {"fleets": 1}}}
    position = maneuvering(nation, game=game, players=6, units=forces)
    do(position, order="move", from_=sea, to=beyond)
    following = {"decision": "fleet_order", "choice": {"order": "move", "from": port, "to": sea}}
    for open_question, answer in (
        ("arrival", {"choice": "stay"}),
        ("battle_demand", {"demand": False}),
    ):
        assert kind(position) == open_question
        with pytest.raises(rondel.IllegalAction) as caught:
            position.apply(following)
        assert (caught.value.code, caught.value.clause) == ("game/other_decision", "R-DEC-5")
        do(position, **answer)
    position.apply(following)
    assert units(position, nation) == {beyond: {"fleets": 1}, sea: {"fleets": 1}}


@pytest.mark.parametrize("game", GAMES)
def test_maneuver_without_units_has_only_the_flag_step(game: str) -> None:
    """R-MAN-5, R-FLG-2: nothing is asked, yet others' flags are placed."""
    nation, _, sea, coast, _ = BESIDE_THE_SEA[game]
    position = game_at(
        nation, game=game, players=6, units={"russia": {coast: {"armies": 1}, sea: {"fleets": 1}}}
    )
    events = do(position, slot="maneuver_1")
    assert kind(position) == "choose_slot"
    assert told(events, "flag_placed") == [
        {"nation": "russia", "region": coast},
        {"nation": "russia", "region": sea},
    ]
    assert told(events, "unit_moved") == []


ELSEWHERE = [
    "alaska", "argentina", "australia", "canada", "colombia", "congo", "east_africa", "guinea",
    "indochina", "indonesia", "iran", "japan", "kazakhstan", "korea",
]  # fmt: skip
"""Fourteen regions for flags."""


def europe_at_suez() -> rondel.Game:
    """Europe passes Investor to a Maneuver in which everything is asked."""
    return game_at(
        "europe",
        players=6,
        options={"battle_query_order": "mover_chooses"},
        rondel={"europe": "maneuver_1"},
        cash={"F": 1},
        flags={"usa": ["north_africa"], "europe": ELSEWHERE},
        units={
            "europe": {
                "mediterranean_sea": {"fleets": 1},
                "paris": {"armies": 1},
                "mexico": {"armies": 1},
                "peru": {"armies": 1},
            },
            "china": {"indian_ocean": {"fleets": 1}},
            "india": {"indian_ocean": {"fleets": 1}, "ukraine": {"armies": 1}},
        },
    )


def test_decisions_follow_each_other_as_listed() -> None:
    """R-DEC-2, R-MAN-3: consent, arrival, asking, next order; flags last; then investing."""
    over_suez = {"from": "mediterranean_sea", "to": "indian_ocean", "canal": "suez"}
    script: list[tuple[tuple[str, str], dict[str, Any]]] = [
        (("choose_slot", "F"), {"slot": "maneuver_2"}),
        (("fleet_order", "F"), {"order": "move", **over_suez}),
        (("canal_consent", "E"), {"allow": True}),
        (("arrival", "F"), {"choice": "stay"}),
        (("ask_next", "F"), {"nation": "india"}),
        (("battle_demand", "C"), {"demand": False}),
        (("battle_demand", "B"), {"demand": False}),
        (("army_order", "F"), {"order": "move", "from": "paris", "to": "ukraine"}),
        (("arrival", "F"), {"choice": "stay"}),
        (("battle_demand", "C"), {"demand": False}),
        (("army_order", "F"), {"order": "done"}),
        (("place_flag", "F"), {"region": "peru"}),
        (("invest", "A"), {"choice": "pass"}),
        (("choose_slot", "A"), {"slot": "factory"}),
    ]
    position = europe_at_suez()
    for expected, answer in script:
        assert asked(position) == expected
        do(position, **answer)
