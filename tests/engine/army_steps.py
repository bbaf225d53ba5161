"""Army steps worked out without the engine, and random ones to try them on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import rondel
from rondel.engine.shapes import Snapshot
from tests.atlas import Atlas, SeaPath
from tests.positions import moving_armies

Order = tuple[str, str, tuple[str, ...]]
"""Origin, end and canals of an army's move."""


class Carried:
    """An army convoyed earlier in the step: R-CVY-6 and -7 know no more of it."""

    def __init__(self, starts: set[str], ends: set[str], granted: Iterable[str]) -> None:
        self.starts = starts
        self.ends = ends
        self.granted = set(granted)


class ArmyStep:
    """What the rules say about the moves of one army step: every assignment is tried."""

    def __init__(self, atlas: Atlas, game: rondel.Game) -> None:
        snapshot = game.snapshot()
        self.atlas = atlas
        self.nation: str = snapshot["turn"]["nation"]
        own: dict[str, Any] = {**snapshot["units"][self.nation]}
        self.fleets = {s: own[s]["fleets"] for s in atlas.seas if s in own}
        self.unmoved = Counter({s: sum(own[s].values()) for s in own if s in atlas.lands})
        for port in self.unmoved:
            self.unmoved[port] -= own[port].get("fleets", 0)
        self.asking = {c: o for c, o in self.controllers(snapshot).items() if o is not None}
        self.carried: list[Carried] = []
        self.refused: set[tuple[str, str]] = set()

    def controllers(self, snapshot: Snapshot) -> dict[str, str | None]:
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

    def over_sea(self, game: rondel.Game, orders: Iterable[Order]) -> list[Order]:
        """Those of the orders that need a convoy now, sorted (R-ARM-5)."""
        occupied = self.occupied(game)
        near = {o: self.atlas.by_land(self.nation, occupied, o) for o in self.unmoved}
        return sorted([order for order in orders if order[1] not in near[order[0]]])

    def book(self, game: rondel.Game, order: Order) -> bool:
        """Notes a move about to be made; whether it is a convoy."""
        origin, end, canals = order
        self.unmoved[origin] -= 1
        if not self.over_sea(game, [order]):
            return False
        occupied = self.occupied(game)
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
