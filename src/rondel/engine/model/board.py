"""The map as integers: every region has an index, a set of regions is one `int`.

Indices: home provinces first, then land regions, then sea regions, each in the order of the
facts, so that `r < home_count` means "home province" and `r < land_count` "land space".
Reachability is computed once for each situation that occurs and remembered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rondel.engine.model.material import Material, Passage, Province

if TYPE_CHECKING:
    from mypy_extensions import i64

MODULUS: Final = 67
"""The powers of two up to 2 ** 65 all differ modulo this prime."""


def size_of(regions: int) -> int:
    """How many regions a set has; `bit_count` is slow when compiled."""
    left: i64 = regions
    size: i64 = 0
    while left != 0:
        left &= left - 1
        size += 1
    return size


class Canal:
    """A passage between two seas, under the control of whoever has a flag in one region."""

    def __init__(self, id: str, name: str, seas: tuple[int, int], controlled_by: int) -> None:
        self.id = id
        """Id as in the facts."""
        self.name = name
        """Display name."""
        self.seas = seas
        """The two seas it joins."""
        self.controlled_by = controlled_by
        """The region whose flag decides (R-CAN-2)."""
        self.mask = 1 << seas[0] | 1 << seas[1]
        """The two seas as a set."""


class Board:
    """Regions, borders, rail and canals of one game."""

    def __init__(self, material: Material) -> None:
        homes, lands, seas = material.home_provinces, material.land_regions, material.sea_regions
        neutral = lands + seas
        self.nation_ids: list[str] = [nation.id for nation in material.nations]
        self.nation_names: list[str] = [nation.name for nation in material.nations]
        self.nation_index: dict[str, int] = {id: i for i, id in enumerate(self.nation_ids)}
        self.region_ids: list[str] = [r.id for r in homes] + [r.id for r in neutral]
        self.region_names: list[str] = [r.name for r in homes] + [r.name for r in neutral]
        self.region_index: dict[str, int] = {id: i for i, id in enumerate(self.region_ids)}
        self.home_count: int = len(homes)
        self.land_count: int = len(homes) + len(lands)
        self.region_count: int = len(homes) + len(neutral)
        self.sea_count: int = len(seas)
        self.all_homes: int = (1 << self.home_count) - 1
        self.seas: int = ((1 << self.region_count) - 1) ^ ((1 << self.land_count) - 1)
        self.neutral: int = ((1 << self.region_count) - 1) ^ self.all_homes
        """Regions that can carry a flag: neutral land and sea."""
        self._region_of: list[int] = [0] * MODULUS
        """A set of one region, modulo `MODULUS` -> the region."""
        for region in range(self.region_count):
            self._region_of[(1 << region) % MODULUS] = region
        self._set_homes(homes)
        self._set_borders(material)
        self.canals: list[Canal] = [self._canal(c) for c in material.canals]
        self.canal_seas: int = 0
        """The seas at the ends of canals."""
        for canal in self.canals:
            self.canal_seas |= canal.mask
        self.canal_between: dict[int, int] = {c.mask: i for i, c in enumerate(self.canals)}
        """Set of two seas -> the canal that joins them."""
        nations = range(len(self.nation_ids))
        self._rails: list[dict[int, list[int]]] = [{} for _ in nations]
        self._ends: list[dict[int, list[int]]] = [{} for _ in nations]
        self._landings: list[dict[int, int]] = [{} for _ in nations]
        self._coasts: list[dict[int, list[int]]] = [{} for _ in nations]

    def _set_homes(self, homes: list[Province]) -> None:
        self.owner: list[int] = [-1] * self.region_count
        """Nation of a home province, -1 elsewhere."""
        self.home: list[int] = [0] * len(self.nation_ids)
        """Nation -> its home provinces."""
        self.abroad: list[int] = []
        """Nation -> the home provinces of the others."""
        self.shipyards: int = 0
        """Home provinces whose city is of the shipyard kind (ports)."""
        self.starting_factories: int = 0
        self.port_sea: list[int] = [-1] * self.region_count
        for r, province in enumerate(homes):
            nation = self.nation_index[province.nation]
            self.owner[r] = nation
            self.home[nation] |= 1 << r
            if province.port_sea is not None:
                self.shipyards |= 1 << r
                self.port_sea[r] = self.region_index[province.port_sea]
            if province.starting_factory:
                self.starting_factories |= 1 << r
        self.abroad = [self.all_homes & ~home for home in self.home]

    def _set_borders(self, material: Material) -> None:
        neighbours = material.neighbours
        self.land_next: list[int] = [self.set_of(neighbours[r].land) for r in self.region_ids]
        """Land spaces next to a region: for a land space a step away, for a sea its coasts."""
        self.sea_next: list[int] = [self.set_of(neighbours[r].sea) for r in self.region_ids]
        """Seas next to a region: for a land space its coasts, for a sea one move without canal."""
        self.fleet_next: list[int] = [
            self.sea_next[r] if r >= self.land_count else self._port_of(r)
            for r in range(self.region_count)
        ]
        """Seas a fleet can enter without canal: from port its own, at sea the next ones."""
        self.rail_next: list[int] = [0] * self.region_count
        for pairs in material.rail.values():
            for a, b in pairs:
                self.rail_next[self.region_index[a]] |= 1 << self.region_index[b]
                self.rail_next[self.region_index[b]] |= 1 << self.region_index[a]

    def _port_of(self, province: int) -> int:
        return 0 if self.port_sea[province] < 0 else 1 << self.port_sea[province]

    def _canal(self, canal: Passage) -> Canal:
        a, b = canal.seas
        seas = (self.region_index[a], self.region_index[b])
        return Canal(canal.id, canal.name, seas, self.region_index[canal.controlled_by])

    def set_of(self, ids: list[str]) -> int:
        """The set of the regions with these ids."""
        mask = 0
        for id in ids:
            mask |= 1 << self.region_index[id]
        return mask

    def lowest(self, regions: int) -> int:
        """The first region of a set that is not empty.

        `left &= left - 1` takes it out: so the hottest loops do without the list of `members`.
        """
        left: i64 = regions
        return self._region_of[(left & -left) % MODULUS]

    def members(self, regions: int) -> list[int]:
        """The regions in a set, ascending."""
        found: list[int] = []
        left: i64 = regions
        while left != 0:
            rest = left & (left - 1)
            found.append(self._region_of[(left ^ rest) % MODULUS])
            left = rest
        return found

    def ids(self, mask: int) -> list[str]:
        """The ids of the regions in a set, sorted."""
        return sorted([self.region_ids[r] for r in self.members(mask)])

    def rails(self, nation: int, occupied: int) -> list[int]:
        """Region -> the spaces an army of `nation` can be in by rail alone (R-ARM-2, R-RAI).

        `occupied` is the set of the nation's own provinces that are occupied: cut off.
        """
        known = self._rails[nation].get(occupied)
        if known is None:
            known = [1 << r for r in range(self.region_count)]
            for r in self.members(self.home[nation] & ~occupied):
                known[r] = self._connected(r, self.home[nation] & ~occupied)
            self._rails[nation][occupied] = known
        return known

    def _connected(self, start: int, usable: int) -> int:
        reached, frontier = 0, 1 << start
        while frontier:
            reached |= frontier
            step = 0
            for r in self.members(frontier):
                step |= self.rail_next[r]
            frontier = step & usable & ~reached
        return reached

    def land_ends(self, nation: int, occupied: int) -> list[int]:
        """Origin -> where a move of an army can end without convoy (R-ARM-1, -2)."""
        known = self._ends[nation].get(occupied)
        if known is None:
            rails = self.rails(nation, occupied)
            known = [self._land_ends(origin, rails) for origin in range(self.land_count)]
            self._ends[nation][occupied] = known
        return known

    def _land_ends(self, origin: int, rails: list[int]) -> int:
        found = rails[origin]
        for x in self.members(rails[origin]):
            for y in self.members(self.land_next[x]):
                found |= rails[y]
        return found & ~(1 << origin)

    def coasts(self, nation: int, occupied: int) -> list[int]:
        """Space -> the seas an army there can embark on, or land from to end there (R-CVY-6)."""
        known = self._coasts[nation].get(occupied)
        if known is None:
            known = []
            for reached in self.rails(nation, occupied)[: self.land_count]:
                seas = 0
                for x in self.members(reached):
                    seas |= self.sea_next[x]
                known.append(seas)
            self._coasts[nation][occupied] = known
        return known

    def landings(self, nation: int, seas: int, occupied: int) -> int:
        """Where an army can end that is landed from one of these seas (R-CVY-4)."""
        key = seas >> self.land_count << self.home_count | occupied
        known = self._landings[nation].get(key, -1)
        if known < 0:
            rails = self.rails(nation, occupied)
            known = 0
            for sea in self.members(seas):
                for y in self.members(self.land_next[sea]):
                    known |= rails[y]
            self._landings[nation][key] = known
        return known
