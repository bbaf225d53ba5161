"""Convoys by joint feasibility (R-CVY-6): no order is refused because of a route taken earlier.

A convoy is known only by the seas it may start in and end in and the canals granted to it; the
routes are chosen anew, for all convoys of the army step together, whenever one is added.
"""

from __future__ import annotations

from rondel.engine.board import MEMO_LIMIT, Board

Sequence = tuple[int, ...]
"""Canals in the order of crossing."""
Route = tuple[int, ...]
"""Seas in the order of sailing."""


class Convoy:
    """One army carried this turn."""

    def __init__(self, starts: int, ends: int, granted: int) -> None:
        self.starts = starts
        """Seas it may embark on."""
        self.ends = ends
        """Seas it may land from."""
        self.granted = granted
        """Set of the canals it was allowed to cross."""


class SeaLanes:
    """Routes over the seas of a board, remembered by situation."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._landings: dict[tuple[int, int, int, int, int], int] = {}
        self._reach: dict[tuple[int, int, int], int] = {}
        self._plans: dict[tuple[object, ...], list[Route] | None] = {}
        self._routes: dict[tuple[int, int, int, int, Sequence], list[Route]] = {}

    def next_seas(self, sea: int, canals: int) -> int:
        """Seas one step from `sea` when the canals of the set `canals` are open."""
        found = self.board.sea_next[sea]
        for i, canal in enumerate(self.board.canals):
            if canals >> i & 1 and canal.mask >> sea & 1:
                found |= canal.mask & ~(1 << sea)
        return found

    def landings(self, nation: int, origin: int, occupied: int, fleets: int, canals: int) -> int:
        """Where the first convoy of a turn can bring an army from `origin` (R-CVY-1, -4)."""
        key = (nation, origin, occupied, fleets, canals)
        known = self._landings.get(key, -1)
        if known < 0:
            starts = self.board.coasts_of(nation, origin, occupied)
            reached = self.reach(starts, fleets, canals)
            known = self.board.landings(nation, reached, occupied)
            if len(self._landings) > MEMO_LIMIT:
                self._landings.clear()
            self._landings[key] = known
        return known

    def reach(self, starts: int, fleets: int, canals: int) -> int:
        """Seas with a fleet that can be sailed to from `starts` over seas with a fleet."""
        key = (starts & fleets, fleets, canals)
        known = self._reach.get(key, -1)
        if known < 0:
            known, frontier = 0, starts & fleets
            while frontier:
                known |= frontier
                step = 0
                for sea in self.board.members(frontier):
                    step |= self.next_seas(sea, canals)
                frontier = step & fleets & ~known
            if len(self._reach) > MEMO_LIMIT:
                self._reach.clear()
            self._reach[key] = known
        return known

    def reach_through(self, starts: int, fleets: int, canals: int, asked: Sequence) -> int:
        """As `reach`, crossing exactly the canals `asked` besides the open ones."""
        found = 0
        for sea in self.board.members(fleets):
            if self.routes(starts, fleets, canals, 1 << sea, asked):
                found |= 1 << sea
        return found

    def routes(
        self, starts: int, fleets: int, canals: int, ends: int, asked: Sequence
    ) -> list[Route]:
        """The shortest sets of seas, as routes, from `starts` to `ends` over seas in `fleets`.

        `canals` are open; those of `asked` are crossed all, in this order, and no other needs
        consent (R-CAN-7). A route is left out if the seas of another are among its own.
        """
        key = (starts & fleets, fleets, canals, ends & fleets, asked)
        known = self._routes.get(key)
        if known is None:
            found: list[Route] = []
            for sea in self.board.members(starts & fleets):
                self._extend((sea,), fleets & ~(1 << sea), canals, ends, asked, found)
            known = _minimal(found)
            if len(self._routes) > MEMO_LIMIT:
                self._routes.clear()
            self._routes[key] = known
        return known

    def _extend(
        self,
        route: Route,
        unused: int,
        canals: int,
        ends: int,
        asked: Sequence,
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

    def plan(
        self,
        convoys: list[Convoy],
        capacity: list[int],
        fleets: int,
        canals: int,
        asked: Sequence,
    ) -> list[Route] | None:
        """Routes for convoys that go together, the last crossing the canals `asked`, or None."""
        key = (
            *[(c.starts, c.ends, c.granted) for c in convoys],
            *capacity[self.board.land_count :],
            canals,
            asked,
        )
        if key in self._plans:
            return self._plans[key]
        choices = [
            self.routes(c.starts, fleets, canals | c.granted, c.ends, ()) for c in convoys[:-1]
        ]
        last = convoys[-1]
        choices.append(self.routes(last.starts, fleets, canals, last.ends, asked))
        if len(self._plans) > MEMO_LIMIT:
            self._plans.clear()
        self._plans[key] = found = self.assign(choices, capacity)
        return found

    def assign(self, choices: list[list[Route]], capacity: list[int]) -> list[Route] | None:
        """One route for each convoy within the fleets of every sea, or None (R-CVY-2, -6).

        `capacity` counts fleets by region; it is unchanged afterwards.
        """
        failed: set[tuple[int, ...]] = set()
        chosen: list[Route] = []
        if self._assign(choices, capacity, chosen, failed):
            return chosen
        return None

    def _assign(
        self,
        choices: list[list[Route]],
        capacity: list[int],
        chosen: list[Route],
        failed: set[tuple[int, ...]],
    ) -> bool:
        if len(chosen) == len(choices):
            return True
        key = (len(chosen), *capacity[self.board.land_count :])
        if key in failed:
            return False
        for route in choices[len(chosen)]:
            if min([capacity[sea] for sea in route]) > 0:
                for sea in route:
                    capacity[sea] -= 1
                chosen.append(route)
                fits = self._assign(choices, capacity, chosen, failed)
                for sea in route:
                    capacity[sea] += 1
                if fits:
                    return True
                chosen.pop()
        failed.add(key)
        return False


def _minimal(routes: list[Route]) -> list[Route]:
    kept: list[Route] = []
    for route in sorted(routes, key=len):
        if not any(set(other) <= set(route) for other in kept):
            kept.append(route)
    return kept
