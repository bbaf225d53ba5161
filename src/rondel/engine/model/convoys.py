"""Convoys by joint feasibility (R-CVY-6): no order is refused because of a route taken earlier.

A convoy is known only by the seas it may start in and end in and the canals granted to it; the
routes are chosen anew, for all convoys of the army step together, whenever one is added.

How many fleets there are in each sea is one `int`, a few bits for each sea, and so is what a
route needs: one fleet in each of its seas. Whether a route fits is then a subtraction.
"""

from __future__ import annotations

from typing import Final

from rondel.engine.model.board import Board
from rondel.engine.model.memo import remember

Passages = tuple[int, ...]
"""Canals that need consent, in the order of crossing."""
Route = tuple[int, ...]
"""Seas in the order of sailing."""
Convoy = tuple[int, int, int]
"""An army carried: seas it may embark on, seas it may land from, canals granted (all sets)."""
Fleets = int
"""Number of fleets by sea region, `SEA_BITS` for each."""

SEA_BITS: Final = 5
"""Bits for the fleets in one sea; the highest stays 0, to notice when there are too few."""

PASSAGE_BITS: Final = 4
"""Bits for the number of a sequence of canals."""


NATION_BITS: Final = 3
"""Bits for a nation."""

MOST_STILL: Final = 4_000
"""Steps without convoys that are remembered."""


class Voyage:
    """The beginning of a route."""

    def __init__(self, last: int, seas: int, crossed: int) -> None:
        self.last = last
        """The sea reached."""
        self.seas = seas
        """All seas so far."""
        self.crossed = crossed
        """Canals crossed of those asked for."""


class SeaLanes:
    """Routes over the seas of a board, remembered by situation."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.spare = 0
        """The highest bit of every sea in `Fleets`."""
        for sea in range(board.sea_count):
            self.spare |= 1 << SEA_BITS * sea + SEA_BITS - 1
        self._still: dict[int, Sailing] = {}
        """What was found out for steps without convoys."""
        self._last: Sailing | None = None
        """What was asked for last: most orders are of the same step as the one before."""
        self._reach: dict[int, int] = {}
        self._ways: dict[int, list[Fleets]] = {}

    def sailing(
        self,
        nation: int,
        occupied: int,
        at_sea: int,
        canals: int,
        convoys: tuple[Convoy, ...],
        fleets: Fleets,
    ) -> Sailing:
        """What armies can do in such a step; the same for the same step as long as it is known."""
        last = self._last
        if last is None or not last.suits(nation, occupied, at_sea, canals, convoys, fleets):
            if convoys:
                last = Sailing(self, nation, occupied, at_sea, canals, convoys, fleets)
            else:
                last = self._without_convoys(nation, occupied, at_sea, canals)
            self._last = last
        return last

    def _without_convoys(self, nation: int, occupied: int, at_sea: int, canals: int) -> Sailing:
        key = self._key(0, at_sea, canals, 0) << self.board.home_count | occupied
        key = key << NATION_BITS | nation
        known = self._still.get(key)
        if known is None:
            if len(self._still) >= MOST_STILL:
                self._still.clear()
            known = Sailing(self, nation, occupied, at_sea, canals, (), 0)
            self._still[key] = known
        return known

    # Reach and routes --------------------------------------------------------------------------

    def seas_with(self, fleets: Fleets) -> int:
        """The set of the seas with a fleet."""
        found, sea = 0, 1 << self.board.land_count
        while fleets:
            if fleets & (1 << SEA_BITS) - 1:
                found |= sea
            fleets >>= SEA_BITS
            sea <<= 1
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
        key = self._key(starts & at_sea, at_sea, canals, 0)
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

    def _key(self, starts: int, at_sea: int, canals: int, ends: int) -> int:
        """One number for three sets of seas and one of canals."""
        shift, width = self.board.land_count, self.board.sea_count
        key = (starts >> shift << width | at_sea >> shift) << width | ends >> shift
        return key << len(self.board.canals) | canals

    def ways(
        self, starts: int, at_sea: int, canals: int, ends: int, asked: Passages
    ) -> list[Fleets]:
        """What fleets the shortest routes need from `starts` to `ends` over seas in `at_sea`.

        `canals` are open; those of `asked` are crossed all, in this order, and no other needs
        consent (R-CAN-7). A route is left out if the seas of another are among its own.
        """
        crossed = 0
        for canal in asked:
            crossed = crossed * (len(self.board.canals) + 1) + canal + 1
        key = self._key(starts & at_sea, at_sea, canals, ends & at_sea) << PASSAGE_BITS | crossed
        known = self._ways.get(key)
        if known is None:
            found = self._shortest(starts, at_sea, canals, ends, asked)
            known = [self._needs(seas) for seas in found]
            remember(self._ways, key, known)
        return known

    def _needs(self, seas: int) -> Fleets:
        """One fleet in each of a set of seas."""
        needs = 0
        for sea in self.board.members(seas):
            needs |= 1 << SEA_BITS * (sea - self.board.land_count)
        return needs

    def _shortest(
        self, starts: int, at_sea: int, canals: int, ends: int, asked: Passages
    ) -> list[int]:
        """The sets of seas of all routes that hold no other; all routes grow together."""
        found: list[int] = []
        growing = [Voyage(sea, 1 << sea, 0) for sea in self.board.members(starts & at_sea)]
        while growing:
            longer: list[Voyage] = []
            for voyage in growing:
                if _holds_one_of(found, voyage.seas):
                    continue
                if voyage.crossed == len(asked) and ends >> voyage.last & 1:
                    found.append(voyage.seas)
                else:
                    self._extend(voyage, at_sea, canals, asked, longer)
            growing = longer
        return found

    def _extend(
        self, voyage: Voyage, at_sea: int, canals: int, asked: Passages, longer: list[Voyage]
    ) -> None:
        """Adds the voyages that go on by one sea."""
        last, seas, crossed = voyage.last, voyage.seas, voyage.crossed
        for sea in self.board.members(self.next_seas(last, canals) & at_sea & ~seas):
            longer.append(Voyage(sea, seas | 1 << sea, crossed))
        if crossed < len(asked):
            passage = self.board.canals[asked[crossed]].mask
            other = passage & ~(1 << last) & at_sea & ~seas
            if passage >> last & 1 and other:
                longer.append(Voyage(self.board.members(other)[0], seas | other, crossed + 1))

    # Routes for all convoys together -----------------------------------------------------------

    def last_route(
        self, convoys: tuple[Convoy, ...], fleets: Fleets, canals: int, asked: Passages
    ) -> Route:
        """A route for the last of the convoys, beside the others, across the canals `asked`.

        There must be one: the convoys have been ordered.
        """
        at_sea = self.seas_with(fleets)
        choices = self.choices(convoys[:-1], at_sea, canals)
        starts, ends, _ = convoys[-1]
        choices.append(self.ways(starts, at_sea, canals, ends, asked))
        chosen: list[Fleets] = []
        fit = self._assign(choices, 0, fleets | self.spare, chosen, set())
        assert fit
        return self._ordered(self.seas_with(chosen[-1]), starts, ends, canals, asked)

    def _ordered(self, seas: int, starts: int, ends: int, canals: int, asked: Passages) -> Route:
        """The seas of a shortest route in the order of sailing."""
        routes: list[Route] = [(sea,) for sea in self.board.members(seas & starts)]
        voyages = [Voyage(route[0], 1 << route[0], 0) for route in routes]
        while voyages[0].seas != seas:
            longer: list[Voyage] = []
            further: list[Route] = []
            for voyage, route in zip(voyages, routes, strict=True):
                before = len(longer)
                self._extend(voyage, seas, canals, asked, longer)
                further += [(*route, step.last) for step in longer[before:]]
            voyages, routes = longer, further
        return next(
            route
            for voyage, route in zip(voyages, routes, strict=True)
            if ends >> voyage.last & 1 and voyage.crossed == len(asked)
        )

    def choices(self, convoys: tuple[Convoy, ...], at_sea: int, canals: int) -> list[list[Fleets]]:
        """What the ways open to each of the convoys need."""
        return [
            self.ways(starts, at_sea, canals | granted, ends, ())
            for starts, ends, granted in convoys
        ]

    def fit(self, choices: list[list[Fleets]], fleets: Fleets) -> bool:
        """Whether the fleets suffice for one out of each choice."""
        return self._assign(choices, 0, fleets | self.spare, [], set())

    def _assign(
        self,
        choices: list[list[Fleets]],
        number: int,
        left: int,
        chosen: list[Fleets],
        failed: set[int],
    ) -> bool:
        """Chooses for each convoy from `number` on, within the fleets `left` (R-CVY-2).

        In `left` the spare bits are 1: a sea that lacks a fleet borrows its own.
        """
        if number == len(choices):
            return True
        key = number << SEA_BITS * self.board.sea_count | left
        if key in failed:
            return False
        for needs in choices[number]:
            rest = left - needs
            if rest & self.spare == self.spare:
                chosen.append(needs)
                if self._assign(choices, number + 1, rest, chosen, failed):
                    return True
                chosen.pop()
        failed.add(key)
        return False


class Sailing:
    """What a further convoy can do in an army step, beside those ordered before (R-CVY-6)."""

    def __init__(
        self,
        lanes: SeaLanes,
        nation: int,
        occupied: int,
        at_sea: int,
        canals: int,
        convoys: tuple[Convoy, ...],
        fleets: Fleets,
    ) -> None:
        self.lanes = lanes
        self.nation = nation
        self.occupied = occupied
        """The nation's own provinces that are occupied."""
        self.at_sea = at_sea
        """The seas with a fleet."""
        self.canals = canals
        """The canals open without consent."""
        self.fleets = fleets
        self.convoys = convoys
        """The convoys ordered before."""
        self.choices = lanes.choices(convoys, at_sea, canals)
        """The ways open to them."""
        self.ids: list[list[int] | None] = [None] * lanes.board.land_count
        """Origin -> its moves as actions, for those who list them."""
        self._ends: list[int] = [-1] * lanes.board.land_count
        self._landings: dict[int, int] | None = None

    def suits(
        self,
        nation: int,
        occupied: int,
        at_sea: int,
        canals: int,
        convoys: tuple[Convoy, ...],
        fleets: Fleets,
    ) -> bool:
        """Whether this is the same step."""
        return (
            self.convoys is convoys
            and self.fleets == fleets
            and self.at_sea == at_sea
            and self.occupied == occupied
            and self.canals == canals
            and self.nation == nation
        )

    def ends(self, origin: int) -> int:
        """Where an army can end its move, by land, rail or convoy (R-ARM-1…5)."""
        found = self._ends[origin]
        if found < 0:
            board, nation, occupied = self.lanes.board, self.nation, self.occupied
            found = board.land_ends(nation, occupied)[origin]
            if self.at_sea:
                found |= self.landings(board.coasts(nation, occupied)[origin]) & ~(1 << origin)
            self._ends[origin] = found
        return found

    def landings(self, starts: int) -> int:
        """Where an army can land that embarks in one of the seas `starts`."""
        memo = self._landings
        if memo is None:
            self._landings = memo = {}
        known = memo.get(starts, -1)
        if known < 0:
            if self.choices:
                known = self.landings_through(starts, ())
            else:
                seas = self.lanes.reach(starts, self.at_sea, self.canals)
                known = self.lanes.board.landings(self.nation, seas, self.occupied)
            memo[starts] = known
        return known

    def landings_through(self, starts: int, asked: Passages) -> int:
        """As `landings`, crossing exactly the canals `asked` besides the open ones."""
        seas = self._reach_through(starts, asked)
        return self.lanes.board.landings(self.nation, seas, self.occupied)

    def _reach_through(self, starts: int, asked: Passages) -> int:
        found, seas = 0, self.at_sea
        if not asked:
            seas = self.lanes.reach(starts, self.at_sea, self.canals)
        while seas:
            sea = seas & -seas
            seas ^= sea
            ways = self.lanes.ways(starts, self.at_sea, self.canals, sea, asked)
            if ways and self._fits(ways):
                found |= sea
        return found

    def _fits(self, ways: list[Fleets]) -> bool:
        if not self.choices:
            return True
        self.choices.append(ways)
        fits = self.lanes.fit(self.choices, self.fleets)
        self.choices.pop()
        return fits


def _holds_one_of(found: list[int], seas: int) -> bool:
    """Whether a set of seas holds one of those found before."""
    return any(not shorter & ~seas for shorter in found)
