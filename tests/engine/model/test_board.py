"""Reach by land and rail, checked against a plain search over the facts."""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import chain, combinations
from random import Random
from typing import Any

import pytest

import rondel
from tests.atlas import Atlas
from tests.positions import GAMES, moving_armies, targets

ATLASES = {game: Atlas(game) for game in GAMES}
EVERY_NATION = [(game, nation) for game in GAMES for nation in ATLASES[game].nations]


def occupations(provinces: list[str]) -> Iterator[set[str]]:
    """Every set of own provinces that can be occupied: all but the whole country (I-7)."""
    sizes = range(len(provinces))
    for chosen in chain.from_iterable(combinations(provinces, size) for size in sizes):
        yield set(chosen)


def after(atlas: Atlas, nation: str) -> str:
    """The next nation in turn order."""
    return atlas.nations[(atlas.nations.index(nation) + 1) % len(atlas.nations)]


def standing_in(
    atlas: Atlas,
    nation: str,
    origins: list[str],
    occupied: Set[str],
    guests: Set[str] = frozenset(),
) -> rondel.Game:
    """One army in each origin, hostile ones of the next nation and friendly guests at home."""
    abroad = {o for o in origins if atlas.owner.get(o, nation) != nation}
    own: dict[str, Any] = {o: {"friendly_armies" if o in abroad else "armies": 1} for o in origins}
    enemy = after(atlas, nation)
    guest = after(atlas, enemy)
    return moving_armies(
        nation,
        game=atlas.facts["game"]["id"],
        players=6,
        factories={nation: atlas.homes[nation]},
        units={
            nation: own,
            enemy: {p: {"hostile_armies": 1} for p in occupied},
            guest: {p: {"friendly_armies": 1} for p in guests},
        },
    )


@pytest.mark.parametrize(("game", "nation"), EVERY_NATION)
def test_reach_without_fleets_is_rail_one_step_rail(game: str, nation: str) -> None:
    """R-ARM-1, R-ARM-2, R-RAI-1, R-RAI-2, R-RAI-3, R-RAI-4: every origin, every occupation.

    A move never ends where it began; occupied provinces are cut off from rail and from nothing
    else; other nations' provinces are joined by single steps only.
    """
    atlas = ATLASES[game]
    at_once = atlas.supply(nation, "armies")
    for occupied in occupations(atlas.homes[nation]):
        for first in range(0, len(atlas.lands), at_once):
            origins = atlas.lands[first : first + at_once]
            position = standing_in(atlas, nation, origins, occupied)
            for origin in origins:
                expected = atlas.by_land(nation, occupied, origin)
                assert targets(position, origin) == expected, (origin, occupied)


@pytest.mark.parametrize(("game", "nation"), EVERY_NATION)
def test_friendly_armies_change_nothing_in_reach(game: str, nation: str) -> None:
    """R-RAI-5, R-RAI-2: with guests in random provinces only the hostile armies cut the rail."""
    atlas, random = ATLASES[game], Random(f"{game} {nation}")
    homes = atlas.homes[nation]
    for _ in range(40):
        guests = set(random.sample(homes, random.randint(1, len(homes))))
        occupied = set(random.sample(homes, random.randrange(len(homes))))
        origins = random.sample(homes, 2) + random.sample(atlas.lands[len(atlas.owner) :], 2)
        position = standing_in(atlas, nation, origins, occupied, guests)
        for origin in origins:
            expected = atlas.by_land(nation, occupied, origin)
            assert targets(position, origin) == expected, (origin, occupied, guests)


@pytest.mark.parametrize("game", GAMES)
def test_straits_are_crossed_only_where_the_facts_allow(game: str) -> None:
    """R-ARM-4: an army steps over a strait exactly if the facts call it passable."""
    atlas = ATLASES[game]
    assert atlas.facts["straits"]
    for strait in atlas.facts["straits"]:
        a, b = strait["between"]
        assert can_step(atlas, a, b) == can_step(atlas, b, a) == strait["passable"], strait


def can_step(atlas: Atlas, origin: str, end: str) -> bool:
    """Whether an army of a nation at home in neither place gets from one to the other."""
    hosts = (atlas.owner.get(origin), atlas.owner.get(end))
    foreigner = next(nation for nation in atlas.nations if nation not in hosts)
    return end in targets(standing_in(atlas, foreigner, [origin], set()), origin)


@pytest.mark.parametrize("game", GAMES)
def test_impassable_places_are_no_spaces(game: str) -> None:
    """R-ARM-4: Switzerland, polar regions and unnamed islands are in no list of ends."""
    atlas = ATLASES[game]
    closed = {place["id"] for place in atlas.facts["impassable"]}
    assert "switzerland" in closed
    seen: set[str] = set()
    for nation in atlas.nations:
        at_once = atlas.supply(nation, "armies")
        for first in range(0, len(atlas.lands), at_once):
            origins = atlas.lands[first : first + at_once]
            position = standing_in(atlas, nation, origins, set())
            seen = seen.union(*(targets(position, origin) for origin in origins))
    assert not seen & closed
    assert seen <= set(atlas.lands)
