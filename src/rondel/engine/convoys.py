"""Convoys by joint feasibility (R-CVY-6): no order is refused because of a route taken earlier.

A convoy is known only by the seas it may start in and end in and the canals granted to it; the
routes are chosen anew, for all convoys of the army step together, whenever one is added.
"""

from __future__ import annotations

from rondel.engine.board import Board
from rondel.engine.memo import remember

Passages = tuple[int, ...]
"""Canals that need consent, in the order of crossing."""
Route = tuple[int, ...]
"""Seas in the order of sailing."""
Convoy = tuple[int, int, int]
"""An army carried: seas it may embark on, seas it may land from, canals granted (all sets)."""
Fleets = tuple[int, ...]
"""Number of fleets by sea region."""


class SeaLanes:
    """Routes over the seas of a board, remembered by situation."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._landings: dict[tuple[int, int, int, int, int], int] = {}
        self._joint: dict[tuple[object, ...], int] = {}
        self._reach: dict[tuple[int, int, int], int] = {}
        self._routes: dict[tuple[int, int, int, int, Passages], list[Route]] = {}

    # Where an army can land --------------------------------------------------------------------

    def landings(self, nation: int, origin: int, occupied: int, at_sea: int, canals: int) -> int:
        """Where the first convoy of a turn can bring an army from `origin` (R-CVY-1, -4).

        `at_sea` are the seas with a fleet, `canals` those open without consent.
        """
        key = (nation, origin, occupied, at_sea, canals)
        known = self._landings.get(key, -1)
        if known < 0:
            starts = self.board.coasts_of(nation, origin, occupied)
            reached = self.reach(starts, at_sea, canals)
            known = self.board.landings(nation, reached, occupied)
            remember(self._landings, key, known)
        return known

    def joint_landings(
        self,
        nation: int,
        origin: int,
        occupied: int,
        convoys: tuple[Convoy, ...],
        fleets: Fleets,
        canals: int,
        asked: Passages,
    ) -> int:
        """As `landings`, beside earlier convoys and crossing exactly the canals `asked`."""
        key = (nation, origin, occupied, convoys, fleets, canals, asked)
        known = self._joint.get(key, -1)
        if known < 0:
            known = self._find_landings(nation, origin, occupied, convoys, fleets, canals, asked)
            remember(self._joint, key, known)
        return known

    def _find_landings(
        self,
        nation: int,
        origin: int,
        occupied: int,
        convoys: tuple[Convoy, ...],
        fleets: Fleets,
        canals: int,
        asked: Passages,
    ) -> int:
        starts = self.board.coasts_of(nation, origin, occupied)
        reached = self.reach_through(starts, self.seas_with(fleets), canals, asked)
        found, fits = 0, {0: False}
        for end in self.board.members(self.board.landings(nation, reached, occupied)):
            seas = self.board.coasts_of(nation, end, occupied) & reached
            if seas not in fits:
                together = (*convoys, (starts, seas, 0))
                fits[seas] = self.plan(together, fleets, canals, asked) is not None
            if fits[seas]:
                found |= 1 << end
        return found

    # Reach and routes --------------------------------------------------------------------------

    def seas_with(self, fleets: Fleets) -> int:
        """The set of the seas with a fleet."""
        found = 0
        for i, count in enumerate(fleets):
            if count:
                found |= 1 << self.board.land_count + i
        return found

    def next_seas(self, sea: int, canals: int) -> int:
        """Seas one step from `sea` when the canals of the set `canals` are open."""
        found = self.board.sea_next[sea]
        for i, canal in enumerate(self.board.canals):
            if canals >> i & 1 and canal.mask >> sea & 1:
                found |= canal.mask & ~(1 << sea)
        return found

    def reach(self, starts: int, at_sea: int, canals: int) -> int:
        """Seas with a fleet that can be sailed to from `starts` over seas with a fleet."""
        key = (starts & at_sea, at_sea, canals)
        known = self._reach.get(key, -1)
        if known < 0:
            known, frontier = 0, starts & at_sea
            while frontier:
                known |= frontier
                step = 0
                for sea in self.board.members(frontier):
                    step |= self.next_seas(sea, canals)
                frontier = step & at_sea & ~known
            remember(self._reach, key, known)
        return known

    def reach_through(self, starts: int, at_sea: int, canals: int, asked: Passages) -> int:
        """As `reach`, crossing exactly the canals `asked` besides the open ones."""
        if not asked:
            return self.reach(starts, at_sea, canals)
        found = 0
        for sea in self.board.members(at_sea):
            if self.routes(starts, at_sea, canals, 1 << sea, asked):
                found |= 1 << sea
        return found

    def routes(
        self, starts: int, at_sea: int, canals: int, ends: int, asked: Passages
    ) -> list[Route]:
        """The shortest sets of seas, as routes, from `starts` to `ends` over seas in `at_sea`.

        `canals` are open; those of `asked` are crossed all, in this order, and no other needs
        consent (R-CAN-7). A route is left out if the seas of another are among its own.
        """
        key = (starts & at_sea, at_sea, canals, ends & at_sea, asked)
        known = self._routes.get(key)
        if known is None:
            found: list[Route] = []
            for sea in self.board.members(starts & at_sea):
                self._extend((sea,), at_sea & ~(1 << sea), canals, ends, asked, found)
            known = _minimal(found)
            remember(self._routes, key, known)
        return known

    def _extend(
        self,
        route: Route,
        unused: int,
        canals: int,
        ends: int,
        asked: Passages,
        found: list[Route],
    ) -> None:
        last = route[-1]
        if not asked and ends >> last & 1:
            found.append(route)
            return
        for sea in self.board.members(self.next_seas(last, canals) & unused):
            self._extend((*route, sea), unused & ~(1 << sea), canals, ends, asked, found)
        if asked and self.board.canals[asked[0]].mask >> last & 1:
            other = self.board.canals[asked[0]].mask & ~(1 << last)
            if other & unused:
                sea = self.board.members(other)[0]
                self._extend((*route, sea), unused & ~other, canals, ends, asked[1:], found)

    # Routes for all convoys together -----------------------------------------------------------

    def plan(
        self, convoys: tuple[Convoy, ...], fleets: Fleets, canals: int, asked: Passages
    ) -> list[Route] | None:
        """A route for each convoy, the last crossing the canals `asked`, or None (R-CVY-6).

        No sea is used by more convoys than there are fleets in it (R-CVY-2).
        """
        at_sea = self.seas_with(fleets)
        choices = [
            self.routes(starts, at_sea, canals | granted, ends, ())
            for starts, ends, granted in convoys[:-1]
        ]
        starts, ends, _ = convoys[-1]
        choices.append(self.routes(starts, at_sea, canals, ends, asked))
        left = [0] * self.board.land_count + list(fleets)
        chosen: list[Route] = []
        return chosen if self._assign(choices, left, chosen, set()) else None

    def _assign(
        self,
        choices: list[list[Route]],
        left: list[int],
        chosen: list[Route],
        failed: set[tuple[int, ...]],
    ) -> bool:
        """Adds a route for each further convoy to `chosen`, within the fleets `left`."""
        if len(chosen) == len(choices):
            return True
        key = (len(chosen), *left[self.board.land_count :])
        if key in failed:
            return False
        for route in choices[len(chosen)]:
            if min([left[sea] for sea in route]) > 0:
                for sea in route:
                    left[sea] -= 1
                chosen.append(route)
                if self._assign(choices, left, chosen, failed):
                    return True
                chosen.pop()
                for sea in route:
                    left[sea] += 1
        failed.add(key)
        return False


def _minimal(routes: list[Route]) -> list[Route]:
    kept: list[Route] = []
    for route in sorted(routes, key=len):
        if not any(set(other) <= set(route) for other in kept):
            kept.append(route)
    return kept
