"""Convoys: clause by clause, and against a search through all assignments of sea paths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

import rondel
from rondel.engine import check_invariants
from tests.atlas import Atlas, SeaPath
from tests.positions import (
    GAMES,
    choices,
    do,
    kind,
    moving_armies,
    told,
)

ATLASES = {game: Atlas(game) for game in GAMES}
Order = tuple[str, str, tuple[str, ...]]
"""Origin, end and canals of an army's move."""


# The reference: every assignment is tried ---------------------------------------------------


class Carried:
    """An army convoyed earlier in the step: R-CVY-6 and -7 know no more of it."""

    def __init__(self, starts: set[str], ends: set[str], granted: Iterable[str]) -> None:
        self.starts = starts
        self.ends = ends
        self.granted = set(granted)


class ArmyStep:
    """What the rules say about the moves of one army step, worked out without the engine."""

    def __init__(self, atlas: Atlas, game: rondel.Game) -> None:
        snapshot = game.snapshot()
        self.atlas = atlas
        self.nation: str = snapshot["turn"]["nation"]
        own = snapshot["units"][self.nation]
        self.fleets = {s: own[s]["fleets"] for s in atlas.seas if s in own}
        self.unmoved = Counter({s: sum(own[s].values()) for s in own if s in atlas.lands})
        for port in self.unmoved:
            self.unmoved[port] -= own[port].get("fleets", 0)
        self.asking = {c: o for c, o in self.controllers(snapshot).items() if o is not None}
        self.carried: list[Carried] = []
        self.refused: set[tuple[str, str]] = set()

    def controllers(self, snapshot: dict[str, Any]) -> dict[str, str | None]:
        """Canal -> the nation to be asked for passage, None where it is free (R-CAN-2, -3)."""
        ruler = snapshot["governments"]
        found: dict[str, str | None] = {}
        for canal, region in self.atlas.canal_region.items():
            owners = [n for n in self.atlas.nations if region in snapshot["flags"][n]]
            asked = [n for n in owners if ruler[n] != ruler[self.nation]]
            found[canal] = asked[0] if asked else None
        return found

    def occupied(self, game: rondel.Game) -> set[str]:
        """The home provinces of the active nation with a hostile army in them now."""
        armies = game.snapshot()["units"]
        homes = self.atlas.homes[self.nation]
        return {p for p in homes for n in armies if "hostile_armies" in armies[n].get(p, {})}

    def free(self, path: SeaPath, granted: Iterable[str]) -> bool:
        """Whether a path needs no consent but those granted."""
        return not set(path.canals) & set(self.asking) - set(granted)

    def fleets_left(self) -> set[tuple[int, ...]]:
        """Free fleets by sea, for every way to route what was carried before."""
        seas = sorted(self.fleets)
        found = {tuple(self.fleets[s] for s in seas)}
        for army in self.carried:
            paths = {
                frozenset(path.seas)
                for path in self.atlas.sea_paths(army.starts, set(self.fleets))
                if path.seas[-1] in army.ends and self.free(path, army.granted)
            }
            used = [tuple(int(s in path) for s in seas) for path in paths]
            after = [tuple(a - b for a, b in zip(f, u, strict=True)) for f in found for u in used]
            found = {left for left in after if min(left) >= 0}
        assert found
        return found

    def orders(self, game: rondel.Game) -> set[Order]:
        """Every move an unmoved army may be ordered to make (R-ARM-2, -5, R-CVY-6, R-CAN-7)."""
        occupied, left = self.occupied(game), self.fleets_left()
        found: set[Order] = set()
        for origin in +self.unmoved:
            by_land = self.atlas.by_land(self.nation, occupied, origin)
            found |= {(origin, end, ()) for end in by_land}
            found |= {
                (origin, end, canals)
                for end, canals in self.convoys(origin, occupied, left)
                if end not in by_land and end != origin
            }
        return found

    def convoys(
        self, origin: str, occupied: set[str], left: set[tuple[int, ...]]
    ) -> set[tuple[str, tuple[str, ...]]]:
        """Ends of convoys, with the canals needing consent in the order of crossing."""
        seas = sorted(self.fleets)
        rails = {y: self.atlas.rail(self.nation, occupied, y) for y in self.atlas.lands}
        found: set[tuple[str, tuple[str, ...]]] = set()
        starts = self.atlas.coasts(self.nation, occupied, origin)
        for path in self.atlas.sea_paths(starts, set(self.fleets)):
            canals = tuple(c for c in path.canals if c in self.asking)
            used = [int(s in path.seas) for s in seas]
            fits = any(all(f >= u for f, u in zip(free, used, strict=True)) for free in left)
            if fits and not any((origin, c) in self.refused for c in canals):
                landings = self.atlas.land_of[path.seas[-1]]
                found |= {(end, canals) for y in landings for end in rails[y]}
        return found

    def book(self, game: rondel.Game, order: Order) -> bool:
        """Notes a move about to be made; whether it is a convoy."""
        origin, end, canals = order
        occupied = self.occupied(game)
        self.unmoved[origin] -= 1
        if end in self.atlas.by_land(self.nation, occupied, origin):
            return False
        starts, ends = (self.atlas.coasts(self.nation, occupied, s) for s in (origin, end))
        self.carried.append(Carried(starts, ends, canals))
        return True


# Random situations --------------------------------------------------------------------------


def random_position(atlas: Atlas, random: Random) -> rondel.Game:
    """An army step with a few fleets and armies, occupied provinces, bystanders and flags."""
    nation, *others = random.sample(atlas.nations, len(atlas.nations))
    occupied = random.sample(atlas.homes[nation], random.choice((0, 0, 1, 2)))
    seas = random_seas(atlas, random)
    forces: dict[str, dict[str, dict[str, int]]] = {
        nation: {**random_fleets(random, seas), **random_armies(atlas, random, nation, seas)},
        others[0]: {p: {"hostile_armies": 1} for p in occupied},
        others[1]: {p: {"friendly_armies": 1} for p in random.sample(atlas.homes[nation], 1)},
        others[2]: {r: {"armies": 1} for r in random.sample(atlas.lands[len(atlas.owner) :], 4)},
    }
    flags: dict[str, list[str]] = {n: [] for n in atlas.nations}
    for region in atlas.canal_region.values():
        owner = random.choice([nation, *others, *others[:2], None])
        if owner:
            flags[owner].append(region)
    return moving_armies(
        nation,
        game=atlas.facts["game"]["id"],
        players=random.choice((3, 4, 6, 6)),
        factories={n: atlas.homes[n] for n in atlas.nations},
        units=forces,
        flags=flags,
    )


def random_seas(atlas: Atlas, random: Random) -> list[str]:
    """Up to six seas, mostly next to each other, canals counted as borders."""
    border = {sea: set(atlas.sea_of[sea]) for sea in atlas.seas}
    for a, b in atlas.canals.values():
        border[a].add(b)
        border[b].add(a)
    found = [random.choice(atlas.seas)]
    for _ in range(random.randrange(6)):
        around = sorted({s for sea in found for s in border[sea]} - set(found))
        found.append(random.choice(around))
    return found[:3] + found[4:] if random.random() < 0.2 else found


def random_fleets(random: Random, seas: list[str]) -> dict[str, dict[str, int]]:
    """A fleet in each of these seas, a second one in some, six in all at most."""
    twice = random.sample(seas, random.randint(0, min(len(seas), 6 - len(seas))))
    return {sea: {"fleets": 1 + (sea in twice)} for sea in seas}


def random_armies(
    atlas: Atlas, random: Random, nation: str, seas: list[str]
) -> dict[str, dict[str, int]]:
    """Up to six armies at home, on the coasts of these seas, or anywhere."""
    coasts = sorted({space for sea in seas for space in atlas.land_of[sea]})
    found: dict[str, dict[str, int]] = {}
    for _ in range(random.randint(2, 4)):
        space = random.choice(random.choice((coasts, coasts, atlas.homes[nation], atlas.lands)))
        stance = "armies" if atlas.owner.get(space, nation) == nation else "friendly_armies"
        found[space] = {stance: random.choice((1, 1, 2)) if len(found) < 2 else 1}
    return found


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
        occupied = step.occupied(game)
        over_sea = [o for o in sorted(expected) if o[1] not in step_ends(step, occupied, o[0])]
        seen["convoys offered"] += len(over_sea)
        seen["canals offered"] += sum(bool(o[2]) for o in over_sea)
        attacks = [c for c in choices(game) if c["order"] == "attack"]
        if attacks and random.random() < 0.2:
            fight(step, game, random.choice(attacks))
        elif over_sea or (expected and random.random() < 0.7):
            order = random.choice([o for o in over_sea if o[2]] or over_sea or sorted(expected))
            seen[follow(step, game, order, random)] += 1
        else:
            do(game, order="done")
            break
    return seen


def step_ends(step: ArmyStep, occupied: set[str], origin: str) -> set[str]:
    """Ends that need no convoy."""
    return step.atlas.by_land(step.nation, occupied, origin)


def fight(step: ArmyStep, game: rondel.Game, attack: dict[str, Any]) -> None:
    """An attack in place, which may free a province for rail."""
    if attack["own"]["unit"] == "army":
        step.unmoved[attack["region"]] -= 1
    game.apply({"choice": attack})


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
        assert_sailed(step, moved["seas"], canals)
    while kind(game) in ("arrival", "battle_demand"):
        game.apply(random.choice(game.legal_actions()))
    return way


def assert_sailed(step: ArmyStep, seas: list[str], canals: tuple[str, ...]) -> None:
    """The route told is a path from coast to coast over the canals asked for and no others."""
    army = step.carried[-1]
    paths = step.atlas.sea_paths(army.starts, set(step.fleets))
    (path,) = [p for p in paths if list(p.seas) == seas]
    assert seas[-1] in army.ends
    assert tuple(c for c in path.canals if c in step.asking) == canals


@pytest.mark.parametrize("batch", range(10))
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
