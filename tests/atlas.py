"""The map read anew from the facts, with plain searches to check the engine against.

Nothing here is shared with the engine: spaces are names, sets are sets, and every search tries
everything.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Set
from importlib.resources import files
from typing import Any, NamedTuple


class SeaPath(NamedTuple):
    """A simple path over seas."""

    seas: tuple[str, ...]
    """The seas in the order of sailing."""
    canals: tuple[str, ...]
    """The canals crossed, in order."""


class Atlas:
    """Spaces, borders, rail and canals of one game by name."""

    def __init__(self, game: str) -> None:
        text = (files("rondel.games") / "data" / f"{game}.json").read_text(encoding="utf-8")
        self.facts: dict[str, Any] = json.loads(text)
        self.nations: list[str] = [n["id"] for n in self.facts["nations"]]
        homes = self.facts["home_provinces"]
        self.owner: dict[str, str] = {p["id"]: p["nation"] for p in homes}
        self.homes = {n: [p for p in self.owner if self.owner[p] == n] for n in self.nations}
        self.port_sea: dict[str, str] = {p["id"]: p["port_sea"] for p in homes if p["port_sea"]}
        self.lands = [*self.owner, *(r["id"] for r in self.facts["land_regions"])]
        self.seas: list[str] = [r["id"] for r in self.facts["sea_regions"]]
        neighbours = self.facts["neighbours"]
        self.land_of: dict[str, set[str]] = {r: set(neighbours[r]["land"]) for r in neighbours}
        self.sea_of: dict[str, set[str]] = {r: set(neighbours[r]["sea"]) for r in neighbours}
        self.canals: dict[str, tuple[str, str]] = {
            c["id"]: tuple(c["seas"]) for c in self.facts["canals"]
        }
        self.canal_region: dict[str, str] = {
            c["id"]: c["controlled_by"] for c in self.facts["canals"]
        }

    def supply(self, nation: str, piece: str) -> int:
        """Pieces of a kind (`armies`, `fleets`, `flags`) a nation has."""
        counts: dict[str, int] = self.facts["nations"][self.nations.index(nation)]["supply"]
        return counts[piece]

    def rail(self, nation: str, occupied: Set[str], space: str) -> set[str]:
        """`rail(x)` of R-ARM-2, breadth first."""
        reached, found = {space}, [space]
        if self.owner.get(space) != nation or space in occupied:
            return reached
        for x in found:
            for pair in self.facts["rail"][nation]:
                if x in pair:
                    (y,) = set(pair) - {x}
                    if y not in occupied and y not in reached:
                        reached.add(y)
                        found.append(y)
        return reached

    def by_land(self, nation: str, occupied: Set[str], origin: str) -> set[str]:
        """The ends of R-ARM-2 that need no convoy."""
        ends = set(self.rail(nation, occupied, origin))
        for x in self.rail(nation, occupied, origin):
            for y in self.land_of[x]:
                ends |= self.rail(nation, occupied, y)
        return ends - {origin}

    def coasts(self, nation: str, occupied: Set[str], space: str) -> set[str]:
        """The seas on the coast of some space in `rail(space)`."""
        return {s for x in self.rail(nation, occupied, space) for s in self.sea_of[x]}

    def sea_paths(self, starts: Iterable[str], fleets: Set[str]) -> Iterator[SeaPath]:
        """Every simple path over seas with fleets, whatever canals it crosses."""
        for sea in sorted(fleets & set(starts)):
            yield from self._extended(SeaPath((sea,), ()), fleets)

    def _extended(self, path: SeaPath, fleets: Set[str]) -> Iterator[SeaPath]:
        yield path
        last = path.seas[-1]
        steps: list[tuple[str, tuple[str, ...]]] = [(s, ()) for s in sorted(self.sea_of[last])]
        for canal, (a, b) in self.canals.items():
            if last in (a, b):
                steps.append((b if last == a else a, (canal,)))
        for sea, crossed in steps:
            if sea in fleets and sea not in path.seas:
                longer = SeaPath((*path.seas, sea), path.canals + crossed)
                yield from self._extended(longer, fleets)
