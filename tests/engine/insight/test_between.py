"""What has changed from one position to a later one is what differs, and nothing else."""

from __future__ import annotations

import random
from typing import Any

import pytest

import rondel
from rondel.engine import Event
from rondel.engine.shapes import Changes
from tests.positions import GAMES

both = pytest.mark.parametrize("game", GAMES)

FIGURES = {"treasuries": "treasuries", "power": "power", "cash": "cash"}
"""Keys of changes, and of snapshots that hold the same figures."""

Json = dict[str, Any]


def stretches(game: str, seed: int, length: int, **options: Any) -> list[tuple[Any, ...]]:
    """A random game in pieces: the game before, the one after, the events between."""
    draw, found = random.Random(seed), []
    after = rondel.Game.new(game, ["a", "b", "c", "d"], options, seed=seed)
    while after.decision is not None:
        before, events = after.copy(), list[Event]()
        while not after.over and len(after) < len(before) + length:
            events += after.apply(draw.choice(after.legal_actions()))
        found.append((before, after.copy(), events))
    return found


def differing(before: Json, after: Json) -> Json:
    """Key -> value before and after, where they differ."""
    return {
        key: {"before": before[key], "after": after[key]}
        for key in after
        if before[key] != after[key]
    }


@both
def test_every_figure_that_differs_is_told(game: str) -> None:
    for before, after, events in stretches(game, 3, 30):
        told, old, new = after.changes(before, events), before.snapshot(), after.snapshot()
        for key, name in FIGURES.items():
            assert told[key] == differing(old[name], new[name])
        assert told["rondel"] == differing(old["rondel"], new["rondel"])
        revenue = {n: before.figures.tax_revenue(n) for n in old["treasuries"]}
        assert told["revenue"] == differing(
            revenue, {n: after.figures.tax_revenue(n) for n in old["treasuries"]}
        )


@both
def test_governments_are_told_with_the_credit_on_both_sides(game: str) -> None:
    passed = 0
    for before, after, events in stretches(game, 5, 60):
        told, old, new = after.changes(before, events), before.snapshot(), after.snapshot()
        changed = differing(old["governments"], new["governments"])
        assert {n: (c["before"], c["after"]) for n, c in told["governments"].items()} == {
            n: (c["before"], c["after"]) for n, c in changed.items()
        }
        for nation, change in told["governments"].items():
            for side in ("before", "after"):
                held = new["bonds"][change[side]].get(nation, []) if change[side] else []
                assert change[f"credit_{side}"] == sum(held)
        passed += len(changed)
    assert passed


@both
def test_sources_of_cash_make_up_its_difference(game: str) -> None:
    for before, after, events in stretches(game, 4, 40):
        told = after.changes(before, events)
        for player in after.players:
            change = told["cash"].get(player, {"before": 0, "after": 0})
            sources = told["sources"].get(player, [])
            assert sum(one["amount"] for one in sources) == change["after"] - change["before"]


@both
def test_changed_regions_are_those_where_something_stands_otherwise(game: str) -> None:
    for before, after, events in stretches(game, 6, 30):
        told, old, new = after.changes(before, events), before.snapshot(), after.snapshot()
        assert set(told["regions"]) == {
            region
            for region in regions_of(old) | regions_of(new)
            if standing(old, region) != standing(new, region)
        }


def regions_of(snapshot: Json) -> set[str]:
    """Where something stands."""
    found: set[str] = set()
    for of_nation in (*snapshot["units"].values(), *snapshot["flags"].values()):
        found.update(of_nation)
    return found.union(*snapshot["factories"].values())


def standing(snapshot: Json, region: str) -> Json:
    """What stands in a region."""
    return {
        "units": {n: units.get(region) for n, units in snapshot["units"].items()},
        "flags": [n for n, regions in snapshot["flags"].items() if region in regions],
        "factory": [n for n, regions in snapshot["factories"].items() if region in regions],
    }


@both
def test_flags_and_factories_that_came_and_went_are_no_change(game: str) -> None:
    for before, after, events in stretches(game, 7, 80):
        told, old, new = after.changes(before, events), before.snapshot(), after.snapshot()
        for key, gained, lost in (("flags", "won", "lost"), ("factories", "built", "destroyed")):
            was, now = placed(old[key]), placed(new[key])
            assert {(one["nation"], one["region"]) for one in told[key][gained]} == now - was
            assert {(one["nation"], one["region"]) for one in told[key][lost]} == was - now


def placed(by_nation: Json) -> set[tuple[str, str]]:
    """Nations with their regions."""
    return {(nation, region) for nation, regions in by_nation.items() for region in regions}


@both
def test_bonds_are_told_of_who_holds_others_than_before(game: str) -> None:
    for before, after, events in stretches(game, 8, 50):
        told, old, new = after.changes(before, events), before.snapshot(), after.snapshot()
        for player in after.players:
            nations = {*old["bonds"][player], *new["bonds"][player]}
            expected = {
                nation: {
                    "before": old["bonds"][player].get(nation, []),
                    "after": new["bonds"][player].get(nation, []),
                }
                for nation in nations
                if old["bonds"][player].get(nation) != new["bonds"][player].get(nation)
            }
            assert told["bonds"].get(player, {}) == expected


@both
def test_secret_cash_of_others_is_not_told(game: str) -> None:
    """R-INF-3."""
    for before, after, events in stretches(game, 9, 40, secret_cash=True):
        if after.over:
            continue
        viewer = after.players[0]
        told = after.changes(before, events, viewer)
        assert {*told["cash"], *told["sources"]} <= {viewer}
        open_ones = after.changes(before, events)
        assert told["cash"].get(viewer) == open_ones["cash"].get(viewer)


@both
def test_nothing_has_changed_since_the_same_position(game: str) -> None:
    position = rondel.Game.new(game, ["a", "b", "c"], seed=2)
    told: Changes = position.changes(position.copy(), [])
    lists = {"swiss_banks", "flags", "factories", "units", "provinces"}
    assert not any(told[key] for key in told if key not in lists)  # type: ignore[literal-required]
    assert not any(any(told[key].values()) for key in lists)  # type: ignore[literal-required]


def test_two_games_are_not_compared() -> None:
    ours = rondel.Game.new("imperial", ["a", "b"], seed=1)
    with pytest.raises(ValueError, match="two games"):
        ours.changes(rondel.Game.new("imperial", ["a", "c"], seed=1), [])
