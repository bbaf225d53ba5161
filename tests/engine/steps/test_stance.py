"""Armies in the home provinces of others: hostile or friendly."""

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
    game_at,
    kind,
    moving_armies,
    refuses,
    targets,
    told,
    units,
)

HOST = {
    "imperial2030": ("india", "mumbai", "new_delhi", "kolkata"),
    "imperial": ("italy", "naples", "rome", "florence"),
}
"""Game -> nation, its two starting factories, a province without one."""
MIXED = {"hostile_armies": 1, "friendly_armies": 1}
HOSTILE, FRIENDLY = {"hostile_armies": 1}, {"friendly_armies": 1}


# Entering -----------------------------------------------------------------------------------


@pytest.mark.parametrize("stance", ["hostile", "friendly"])
def test_stance_is_chosen_on_entry_before_others_are_asked(stance: str) -> None:
    """R-HOM-1, R-HOM-4: attack, hostile or friendly; then the nations there may demand battle."""
    forces = {"china": {"mongolia": {"armies": 1}}, "russia": {"novosibirsk": {"armies": 1}}}
    game = moving_armies("china", players=6, units=forces)
    do(game, order="move", from_="mongolia", to="novosibirsk")
    assert asked(game) == ("arrival", "B")
    enter = [{"choice": "hostile"}, {"choice": "friendly"}]
    assert choices(game) == [{"choice": "attack", "target": army("russia")}, *enter]
    refuses(game, "arrival/stance_needed", "R-HOM-1", choice="stay")
    events = do(game, choice=stance)
    entered = {"nation": "china", "region": "novosibirsk", "stance": stance}
    assert told(events, "army_entered") == [entered]
    assert asked(game) == ("battle_demand", "A")
    assert game.decision is not None
    assert game.decision.context["unit"]["stance"] == stance
    do(game, demand=False)
    assert units(game, "china") == {"novosibirsk": {f"{stance}_armies": 1}}


def last_factory(**more: Any) -> rondel.Game:
    """China before India, whose New Delhi it occupies: `U(india)` is Mumbai alone."""
    abroad = {"new_delhi": HOSTILE, "kolkata": FRIENDLY}
    forces = {"china": {"iran": {"armies": 2}, "afghanistan": {"armies": 1}, **abroad}}
    return moving_armies("china", players=6, units=forces, **more)


def test_only_friendly_is_taken_without_asking() -> None:
    """R-HOM-1, R-HOM-5: an army that enters the last factory alone is simply friendly."""
    game = last_factory()
    events = do(game, order="move", from_="iran", to="mumbai")
    assert told(events, "army_entered")[0]["stance"] == "friendly"
    assert told(events, "units_stayed") == []
    assert kind(game) == "army_order"
    assert units(game, "china")["mumbai"] == FRIENDLY


def test_only_the_last_unoccupied_factory_is_protected() -> None:
    """X-15, R-HOM-5, R-HOM-6: not a province without factory, not an occupied factory."""
    game = last_factory()
    for origin, end in (("afghanistan", "new_delhi"), ("kolkata", "chennai")):
        do(game, order="move", from_=origin, to=end)
        assert choices(game) == [{"choice": "hostile"}, {"choice": "friendly"}]
        do(game, choice="hostile")
    assert units(game, "china")["new_delhi"] == {"hostile_armies": 2}
    assert units(game, "china")["chennai"] == HOSTILE


def test_entering_the_last_factory_friendly_or_in_battle() -> None:
    """X-15, R-HOM-5: beside an Indian army the choice is attack or friendly, not hostile."""
    forces = {
        "china": {"iran": {"armies": 1}, "new_delhi": HOSTILE},
        "india": {"mumbai": {"armies": 1}},
    }
    game = moving_armies("china", players=6, units=forces)
    do(game, order="move", from_="iran", to="mumbai")
    expected = [{"choice": "attack", "target": army("india")}, {"choice": "friendly"}]
    assert choices(game) == expected
    refuses(game, "arrival/last_factory", "R-HOM-5", choice="hostile")


def test_protection_is_judged_afresh_at_every_entry() -> None:
    """R-HOM-6: the second factory becomes the last when the first is occupied in this step."""
    forces = {"china": {"afghanistan": {"armies": 2}, "urumqi": {"armies": 1}}}
    game = moving_armies("china", players=6, units=forces)
    do(game, order="move", from_="afghanistan", to="mumbai")
    do(game, choice="hostile")
    events = do(game, order="move", from_="urumqi", to="new_delhi")
    assert told(events, "army_entered")[0]["stance"] == "friendly"


def test_protection_ends_when_the_occupier_leaves() -> None:
    """R-HOM-6: with New Delhi free again Mumbai may be entered hostile."""
    game = last_factory()
    do(game, order="move", from_="new_delhi", to="urumqi")
    do(game, order="move", from_="iran", to="mumbai")
    assert {"choice": "hostile"} in choices(game)


@pytest.mark.parametrize("government", ["B", None, "E"])
def test_whoever_governs_the_nation_entered(government: str | None) -> None:
    """R-HOM-10, R-HOM-5: the active player himself, nobody, or somebody else."""
    game = last_factory(governments={"india": government})
    do(game, order="move", from_="afghanistan", to="new_delhi")
    do(game, choice="hostile")
    events = do(game, order="move", from_="iran", to="mumbai")
    assert told(events, "army_entered")[0]["stance"] == "friendly"
    assert kind(game) == "army_order"


def test_nation_without_government_is_protected_too() -> None:
    """X-60, R-HOM-10, R-HOM-5, R-DES-1: London is the last factory of a Europe of nobody."""
    game = moving_armies(
        "usa",
        players=6,
        governments={"europe": None},
        units={"usa": {"london": {"friendly_armies": 3}, "paris": {"hostile_armies": 2}}},
    )
    out = {"order": "set_stance", "province": "london", "to": "hostile"}
    refuses(game, "army/last_factory", "R-HOM-5", **out)
    london = {"order": "destroy_factory", "province": "london"}
    refuses(game, "destroy/last_factory", "R-DES-1", **london)
    events = do(game, order="move", from_="paris", to="london")
    assert told(events, "army_entered")[0]["stance"] == "friendly"
    do(game, order="move", from_="paris", to="london")
    assert choices(game) == [{"choice": "hostile"}, {"choice": "friendly"}]


# Effects ------------------------------------------------------------------------------------


def visited(game: str, stance: dict[str, int], **more: Any) -> rondel.Game:
    """A foreign army stands in a factory province and in one without; the host is on turn."""
    nation, factory, _, other = HOST[game]
    forces = {"russia": {factory: stance, other: stance}}
    return game_at(nation, game=game, players=6, units=forces, **more)


@pytest.mark.parametrize("game", GAMES)
def test_hostile_army_blocks_production_import_and_building(game: str) -> None:
    """R-HOM-2, F-09: nothing is deployed or built where an upright army stands."""
    nation, factory, second, other = HOST[game]
    position = visited(game, HOSTILE, treasuries={nation: 5})
    made, bought, built = position.copy(), position.copy(), position.copy()
    do(made, slot="production_1")
    assert [c["province"] for c in choices(made) if "province" in c] == [second]
    do(bought, slot="import")
    assert not {factory, other} & {c.get("province") for c in choices(bought)}
    do(built, slot="factory")
    assert other not in {c.get("province") for c in choices(built)}


@pytest.mark.parametrize("game", GAMES)
def test_friendly_army_has_no_such_effect(game: str) -> None:
    """R-HOM-3, R-HOM-2: production, import and building go on beside a lying army."""
    nation, factory, second, other = HOST[game]
    position = visited(game, FRIENDLY, treasuries={nation: 5})
    made, bought, built = position.copy(), position.copy(), position.copy()
    do(made, slot="production_1")
    assert {c.get("province") for c in choices(made)} >= {factory, second}
    do(bought, slot="import")
    assert {c.get("province") for c in choices(bought)} >= {factory, other}
    do(built, slot="factory")
    assert other in {c.get("province") for c in choices(built)}


@pytest.mark.parametrize(("stance", "taxed"), [(HOSTILE, 1), (FRIENDLY, 2)])
@pytest.mark.parametrize("game", GAMES)
def test_hostile_army_stops_tax(game: str, stance: dict[str, int], taxed: int) -> None:
    """R-HOM-2, R-HOM-3, F-09: an occupied factory brings no revenue, another one does."""
    (tax,) = told(do(visited(game, stance), slot="taxation"), "tax_collected")
    assert (tax["factories"], tax["revenue"]) == (taxed, 2 * taxed)


@pytest.mark.parametrize(("stance", "by_rail"), [(HOSTILE, False), (FRIENDLY, True)])
def test_hostile_army_stops_rail(stance: dict[str, int], by_rail: bool) -> None:
    """R-HOM-2, R-HOM-3, F-09: over Novosibirsk only while no upright army stands there."""
    forces = {"russia": {"moscow": {"armies": 1}}, "china": {"novosibirsk": stance}}
    game = moving_armies("russia", players=6, units=forces)
    assert ("vladivostok" in targets(game, "moscow")) == by_rail


def test_hostile_army_and_defenders_side_by_side() -> None:
    """X-43, R-HOM-7: Vladivostok is occupied although a Russian army stands there."""
    forces = {
        "russia": {"vladivostok": {"armies": 1, "fleets": 1}, "ukraine": {"armies": 1}},
        "china": {"vladivostok": HOSTILE},
    }
    game = game_at("russia", players=6, units=forces, treasuries={"russia": 9})
    taxed, made, moved = game.copy(), game.copy(), game.copy()
    assert told(do(taxed, slot="taxation"), "tax_collected")[0]["factories"] == 1
    do(made, slot="production_1")
    assert "vladivostok" not in {c.get("province") for c in choices(made)}
    do(moved, slot="maneuver_1")
    do(moved, order="done")
    assert "novosibirsk" in targets(moved, "ukraine")
    assert "vladivostok" not in targets(moved, "ukraine")


@pytest.mark.parametrize("stance", [HOSTILE, FRIENDLY])
@pytest.mark.parametrize("game", GAMES)
def test_no_flag_is_placed_in_a_home_province(game: str, stance: dict[str, int]) -> None:
    """R-HOM-9, F-09: neither by an army abroad nor by one at home."""
    nation, factory, _, other = HOST[game]
    forces = {"russia": {factory: stance, "moscow": {"armies": 1}}, nation: {other: {"armies": 1}}}
    position = moving_armies("russia", game=game, players=6, units=forces)
    events = do(position, order="done")
    assert told(events, "flag_placed") == []
    assert not any(position.snapshot()["flags"].values())


# Change of stance ---------------------------------------------------------------------------

TURN = {"order": "set_stance", "province": "mumbai", "to": "hostile"}


def in_mumbai(armies: dict[str, int], **more: Any) -> rondel.Game:
    """Chinese armies in Mumbai, and an Indian one beside them."""
    forces = {
        "china": {"mumbai": armies, "iran": {"armies": 1}},
        "india": {"mumbai": {"armies": 1}},
    }
    return moving_armies("china", players=6, units=forces, **more)


@pytest.mark.parametrize(
    ("before", "to", "left"),
    [(FRIENDLY, "hostile", HOSTILE), (HOSTILE, "friendly", FRIENDLY)],
)
def test_change_of_stance_uses_the_move(
    before: dict[str, int], to: str, left: dict[str, int]
) -> None:
    """X-16, R-HOM-8: nobody is asked; the army neither moves, fights nor turns again."""
    game = in_mumbai(before)
    events = do(game, order="set_stance", province="mumbai", to=to)
    changed = {"nation": "china", "region": "mumbai", "stance": to}
    assert told(events, "stance_changed") == [changed]
    assert kind(game) == "army_order"
    assert units(game, "china")["mumbai"] == left
    assert not [c for c in choices(game) if "mumbai" in (c.get("from"), c.get("province"))]
    assert attacks(game) == []
    back = {"hostile": "friendly", "friendly": "hostile"}[to]
    again = {"order": "set_stance", "province": "mumbai", "to": back}
    refuses(game, "army/none_unmoved", "R-HOM-8", **again)


def test_change_to_hostile_is_guarded() -> None:
    """X-16, R-HOM-8, R-HOM-5: not in the last factory; to friendly always."""
    stand = {"india": ["mumbai"]}
    game = in_mumbai(FRIENDLY, factories=stand)
    refuses(game, "army/last_factory", "R-HOM-5", **TURN)
    two = in_mumbai(FRIENDLY, factories={"india": ["mumbai", "chennai"]})
    assert TURN in choices(two)


def test_change_to_hostile_is_guarded_anew_each_time() -> None:
    """R-HOM-6, R-HOM-8: of two factories with friendly armies only one may be occupied so."""
    forces = {"china": {"mumbai": FRIENDLY, "new_delhi": FRIENDLY}}
    game = moving_armies("china", players=6, units=forces)
    do(game, order="set_stance", province="new_delhi", to="hostile")
    refuses(game, "army/last_factory", "R-HOM-5", **TURN)
    other = moving_armies("china", players=6, units={"china": {"mumbai": MIXED}})
    assert TURN in choices(other)


def test_stance_never_changes_where_the_option_says_so() -> None:
    """R-HOM-8: with `never` it lasts until the army moves."""
    game = in_mumbai(MIXED, options={"stance_change": "never"})
    assert not [c for c in choices(game) if c["order"] == "set_stance"]
    refuses(game, "army/stance_fixed", "R-HOM-8", **TURN)
    do(game, order="move", from_="mumbai", to="iran", stance="hostile")
    assert units(game, "china")["iran"] == {"armies": 2}


def test_moved_armies_do_not_change_stance() -> None:
    """R-HOM-8: an army that entered in this step is bound until the next Maneuver."""
    game = in_mumbai({})
    do(game, order="move", from_="iran", to="mumbai")
    do(game, choice="friendly")
    do(game, demand=False)
    assert kind(game) == "choose_slot"
    both = in_mumbai(HOSTILE)
    do(both, order="move", from_="iran", to="mumbai")
    do(both, choice="friendly")
    do(both, demand=False)
    refuses(both, "army/none_unmoved", "R-HOM-8", **TURN)
    assert {**TURN, "to": "friendly"} in choices(both)


def test_armies_at_home_or_on_neutral_ground_have_no_stance() -> None:
    """R-HOM-8: only armies in foreign home provinces turn."""
    forces = {"china": {"beijing": {"armies": 1}, "iran": {"armies": 1}}}
    game = moving_armies("china", players=6, units=forces)
    assert {c["order"] for c in choices(game)} == {"move", "done"}
    home = {"order": "set_stance", "province": "beijing", "to": "friendly"}
    refuses(game, "army/none_unmoved", "R-HOM-8", **home)
    refuses(game, "action/malformed", "R-DEC-5", **(home | {"province": "iran"}))


def test_stance_ends_when_an_army_leaves() -> None:
    """R-HOM-8, R-HOM-4: on neutral ground it has none, in the next province it is chosen anew."""
    forces = {"china": {"mumbai": {"hostile_armies": 2}}}
    stand = {"india": ["mumbai", "chennai", "new_delhi"]}
    game = moving_armies("china", players=6, units=forces, factories=stand)
    do(game, order="move", from_="mumbai", to="iran")
    assert units(game, "china")["iran"] == {"armies": 1}
    do(game, order="move", from_="mumbai", to="kolkata")
    assert kind(game) == "arrival"
    do(game, choice="friendly")
    assert units(game, "china")["kolkata"] == FRIENDLY


# Armies of both stances in one province -----------------------------------------------------


def mixed_in_vladivostok(nation: str, armies: dict[str, int] = MIXED) -> rondel.Game:
    """Chinese armies of both stances, and a Russian one, in Vladivostok."""
    forces = {
        "china": {"vladivostok": armies, "beijing": {"armies": 1}},
        "russia": {"vladivostok": {"armies": 1}, "moscow": {"armies": 1}},
    }
    stand = {"russia": ["moscow", "vladivostok"]}
    return moving_armies(nation, players=6, units=forces, factories=stand)


def test_attacker_names_the_stance_of_a_mixed_target() -> None:
    """X-42, R-DEC-1, R-BAT-4, R-HOM-4: Russia says which of the two Chinese armies it fights."""
    game = mixed_in_vladivostok("russia")
    assert attacks(game) == [
        attack("vladivostok", army("russia"), army("china", stance))
        for stance in ("hostile", "friendly")
    ]
    unnamed = attack("vladivostok", army("russia"), army("china"))
    refuses(game, "battle/no_such_unit", "R-BAT-2", **unnamed)
    events = do(game, **attack("vladivostok", army("russia"), army("china", "friendly")))
    assert told(events, "battle_fought")[0]["enemy_stance"] == "friendly"
    assert units(game, "china")["vladivostok"] == {"hostile_armies": 1}


def test_mover_names_the_stance_of_the_army_that_leaves() -> None:
    """X-42, R-DEC-1: China, moving one out or attacking with one, says which."""
    game = mixed_in_vladivostok("china")
    moves = [c for c in choices(game) if c.get("from") == "vladivostok"]
    assert {c.get("stance") for c in moves} == {"hostile", "friendly"}
    owns = [c["own"] for c in attacks(game)]
    assert owns == [army("china", "hostile"), army("china", "friendly")]
    out = {"order": "move", "from_": "vladivostok", "to": "korea"}
    refuses(game, "army/stance", "R-DEC-1", **out)
    events = do(game, **out, stance="hostile")
    assert told(events, "unit_moved")[0]["stance"] == "hostile"
    assert units(game, "china")["vladivostok"] == {"friendly_armies": 1}


@pytest.mark.parametrize("stance", ["hostile", "friendly"])
def test_stance_is_not_named_where_all_agree(stance: str) -> None:
    """R-DEC-1: two armies of one stance are interchangeable; naming it is refused."""
    game = mixed_in_vladivostok("china", {f"{stance}_armies": 2})
    out = {"order": "move", "from_": "vladivostok", "to": "korea"}
    assert {"order": "move", "from": "vladivostok", "to": "korea"} in choices(game)
    refuses(game, "army/stance", "R-DEC-1", **out, stance=stance)
    named = attack("vladivostok", army("china", stance), army("russia"))
    refuses(game, "battle/no_own_unit", "R-DEC-1", **named)
    assert attacks(game) == [attack("vladivostok", army("china"), army("russia"))]
    events = do(game, **attacks(game)[0])
    assert told(events, "battle_fought")[0]["stance"] == stance


def test_moved_armies_count_for_naming_but_do_not_attack() -> None:
    """R-DEC-1, R-BAT-5: after a hostile entry the friendly army there before must be named."""
    game = mixed_in_vladivostok("china", {"friendly_armies": 1})
    do(game, order="move", from_="beijing", to="vladivostok")
    do(game, choice="hostile")
    do(game, demand=False)
    assert attacks(game) == [attack("vladivostok", army("china", "friendly"), army("russia"))]
    moved = attack("vladivostok", army("china", "hostile"), army("russia"))
    refuses(game, "battle/moved", "R-BAT-5", **moved)
    out = {"order": "move", "from_": "vladivostok", "to": "korea"}
    refuses(game, "army/stance", "R-DEC-1", **out)
    refuses(game, "army/none_unmoved", "R-MAN-2", **out, stance="hostile")
    do(game, **out, stance="friendly")
    assert units(game, "china")["vladivostok"] == {"hostile_armies": 1}


def test_nation_asked_names_the_stance_it_gives() -> None:
    """R-DEC-1, R-BAT-7: one choice for each kind and stance, without `nation`."""
    game = mixed_in_vladivostok("russia")
    do(game, order="move", from_="moscow", to="vladivostok")
    targets = [c["target"] for c in choices(game) if c["choice"] == "attack"]
    assert targets == [army("china", "hostile"), army("china", "friendly")]
    do(game, choice="stay")
    stances = ({"unit": "army", "stance": s} for s in ("hostile", "friendly"))
    assert choices(game) == [*({"demand": True, "with": w} for w in stances), {"demand": False}]
    refuses(game, "battle/no_such_unit", "R-BAT-7", demand=True, with_={"unit": "army"})
    do(game, demand=True, with_={"unit": "army", "stance": "hostile"})
    assert units(game, "china")["vladivostok"] == {"friendly_armies": 1}
    assert units(game, "russia") == {"vladivostok": {"armies": 1}}
