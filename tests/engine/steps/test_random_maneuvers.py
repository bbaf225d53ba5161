"""Random Maneuvers in crowded positions, every list of choices compared with the rules."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

import rondel
from rondel.engine import check_invariants
from tests.atlas import Atlas
from tests.engine.maneuvers import Choice, Maneuver
from tests.positions import GAMES, choices, kind, maneuvering
from tests.samples import daily

ATLASES = {game: Atlas(game) for game in GAMES}


def crowded(atlas: Atlas, random: Random) -> rondel.Game:
    """Units of four nations in three seas and in two countries; at most six of a kind each."""
    nation, host, third, fourth = random.sample(atlas.nations, 4)
    seas = random.sample(atlas.seas, 3)
    prey, other = random.sample(atlas.homes[host], 2)
    spare = [p for p in atlas.homes[host] if p not in (prey, other)]
    forces: dict[str, Any] = {
        nation: {
            **{sea: {"fleets": random.choice((1, 1, 2))} for sea in seas[:2]},
            prey: {"hostile_armies": random.randint(1, 2), **lying(random, 2)},
            other: lying(random, 1),
            **garrison(atlas, random, nation),
        },
        host: {**{sea: {"fleets": 1} for sea in seas}, **garrison(atlas, random, host)},
        third: {seas[0]: {"fleets": 1}, prey: {"friendly_armies": 1}},
        fourth: {p: lying(random, 1) for p in random.sample(atlas.homes[nation], 2)},
    }
    forces[fourth][atlas.homes[nation][0]] = {"hostile_armies": 1}
    return maneuvering(
        nation,
        game=atlas.facts["game"]["id"],
        players=random.choice((3, 6)),
        units=forces,
        factories={nation: atlas.homes[nation][1:], host: [prey, *spare[: random.choice((1, 2))]]},
        flags=canal_flags(atlas, random),
    )


def lying(random: Random, most: int) -> dict[str, int]:
    """Some friendly armies, perhaps none."""
    return {"friendly_armies": random.randint(0, most)}


def canal_flags(atlas: Atlas, random: Random) -> dict[str, list[str]]:
    """A flag of somebody, or nobody, beside each canal."""
    found: dict[str, list[str]] = {nation: [] for nation in atlas.nations}
    for region in atlas.canal_region.values():
        found[random.choice(atlas.nations)].append(region)
    return {n: regions for n, regions in found.items() if random.random() < 0.8}


def garrison(atlas: Atlas, random: Random, nation: str) -> dict[str, dict[str, int]]:
    """Two units at home, one of them a fleet in port if there is one."""
    home = random.choice(atlas.homes[nation])
    found = {home: {"armies": 1}}
    ports = [p for p in atlas.homes[nation] if p in atlas.port_sea]
    port = random.choice(ports)
    found.setdefault(port, {})["fleets"] = 1
    return found


def follow(atlas: Atlas, game: rondel.Game, random: Random) -> Counter[str]:
    """Plays a Maneuver at random to its end, checking each list of choices; counts the orders."""
    course, seen = Maneuver(atlas, game), Counter[str]()
    while kind(game) in ("fleet_order", "army_order", "arrival", "battle_demand"):
        assert_same(choices(game), course.expected())
        check_invariants(game.state)
        choice = draw(game, random)
        seen[choice.get("order", "") or kind(game) or ""] += 1
        if "order" in choice:
            give(course, game, choice, random)
        else:
            game.apply({"choice": choice})
    return seen


def draw(game: rondel.Game, random: Random) -> Choice:
    """A choice at random: any kind of order as likely as another, `done` seldom."""
    listed = choices(game)
    if "order" not in listed[0]:
        return random.choice(listed)
    orders = sorted({c["order"] for c in listed} - {"done"})
    if not orders or random.random() < 0.05:
        return {"order": "done"}
    wanted = random.choice(orders)
    return random.choice([c for c in listed if c["order"] == wanted])


def give(course: Maneuver, game: rondel.Game, choice: Choice, random: Random) -> None:
    """Gives an order; consents are answered at random, and refusals remembered."""
    before = game.copy()
    game.apply({"choice": choice})
    while kind(game) == "canal_consent":
        assert game.decision is not None
        canal, allow = game.decision.context["canal"], random.random() < 0.5
        game.apply({"choice": {"allow": allow}})
        if not allow:
            course.refused.add((choice["from"], canal))
            if course.step is not None:
                course.step.refused.add((choice["from"], canal))
            return
    course.game = before
    course.note(choice)
    course.game = game


def assert_same(listed: list[Choice], expected: list[Choice]) -> None:
    """The same choices, each once."""
    ours, theirs = (sorted(json.dumps(c, sort_keys=True) for c in cs) for cs in (expected, listed))
    assert theirs == ours


@pytest.mark.parametrize("batch", daily(range(5), of=3))
@pytest.mark.parametrize("game", GAMES)
def test_choices_listed_are_those_of_the_rules(game: str, batch: int) -> None:
    """R-MAN-2, R-FLT-1, R-FLT-2, R-BAT-2, R-BAT-4, R-BAT-5, R-BAT-7, R-ARM-2, R-HOM-1, R-HOM-5,
    R-HOM-6, R-HOM-8, R-DES-1, R-DES-2, R-DEC-1: complete and exact lists, move after move."""
    random = Random(f"{game} {batch}")
    seen = Counter[str]()
    for _ in range(60):
        seen += follow(ATLASES[game], crowded(ATLASES[game], random), random)
    for order in ("move", "attack", "set_stance", "destroy_factory", "arrival", "battle_demand"):
        assert seen[order], order
