"""The magnate as a judge: its search says what is to be expected, and playouts how it ends.

The network alone tells who wins better than it tells shares, which it sees closer together than
they turn out; bankers that play on are nearer to them in the last third of a game, and both
together nowhere worse (docs/strength.md).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache
from math import exp
from random import Random
from typing import Final

from rondel.bots.magnate.bot import BARE
from rondel.bots.magnate.loading import reading_of, undisturbed
from rondel.bots.magnate.reading import Eye, Reading, end_of
from rondel.bots.magnate.reading import Sight as FirstSight
from rondel.bots.magnate.search import Search
from rondel.bots.magnate.tree import Node
from rondel.bots.strategist.luck import Luck
from rondel.bots.strategist.playout import Clock, Playout
from rondel.bots.strategist.prospects import shares_of
from rondel.engine import NOBODY, Game, RuleSet, State, act, decisions
from rondel.judging.judge import IN_ONE_GO, LONGEST_LINE, Found, Plan, Sight, Step

TOGETHER: Final = 32
"""Positions that the network sees at once, about."""

PLAYED: Final = 0.5
"""What a game that bankers play on counts for in a share; the network has the rest."""

STIR: Final = 0.25
"""How far the luck of a seed bends what the network likes: by a factor of about e to this power.
So another seed looks at other things, and finds out whether they matter."""

DOUBT: Final = 0.018
"""By what part of an even share searches differ of which one is eight times as long, and has other
luck, beyond chance in their playouts: as measured, about the same for two players as for six."""

LEAST_VISITS: Final = 3
"""Tries from which on an expected line follows them, and not what the network likes."""

OFTEN: Final = 2_000
"""Tries after which positions in the tree are forgotten, so that memory stays bounded."""

READINGS: Final = 8
"""Rule sets that are kept at hand."""


class Magnate:
    """The magnate as a judge."""

    name = "magnate"
    version = 4

    def face(self, game: Game, seed: int) -> Sight:
        """Turns to a position; all cash is known to it.

        Raises: NoNetwork.
        """
        return MagnateSight(game, seed)


class StirredEye:
    """Sees what the network does, and likes it a little otherwise."""

    def __init__(self, reading: Reading, seed: int) -> None:
        self._reading = reading
        self._chance = Random(seed)

    def see(self, states: list[State]) -> list[FirstSight]:
        """What is made of positions."""
        return [
            FirstSight(self._stirred(seen.policy), seen.wins, seen.shares)
            for seen in self._reading.see(states)
        ]

    def _stirred(self, policy: list[float]) -> list[float]:
        if len(policy) == 1:
            return policy
        gauss = self._chance.gauss
        return in_all_one([likely * exp(gauss(0.0, STIR)) for likely in policy])


def in_all_one(weights: list[float]) -> list[float]:
    """Weights brought to a sum of 1."""
    total = sum(weights)
    return [weight / total for weight in weights]


class Way:
    """A game on its way, as the network would play it."""

    def __init__(self, state: State, plan: Plan) -> None:
        self.state = state.copy()
        self.ids = list(plan)
        for id in plan:
            act(self.state, id)

    def go(self, id: int) -> None:
        """One decision on."""
        act(self.state, id)
        self.ids.append(id)


class MagnateSight:
    """A position as the magnate looks at it."""

    def __init__(self, game: Game, seed: int) -> None:
        self._state = game.state.copy()
        self._seed = seed
        self._reading = kept_reading(game.rules)
        self._search = Search(self._reading, Clock(time.perf_counter))
        with undisturbed():
            self._search.face(game)
        eye: Eye = StirredEye(self._reading, seed)
        self._search.eye = eye
        self._playout = Playout(self._reading.judge, Clock(time.perf_counter))
        self._luck = Luck()
        self._tries = 0
        root = self._search.root
        self._liking = dict(zip(root.ids, root.policy, strict=True))
        self.players = game.players
        self.nations = list(game.rules.board.nation_ids)
        self.choices = list(root.ids)
        self.doubt = DOUBT / len(game.players)

    def liking(self, id: int) -> float | None:
        """What its policy says."""
        return self._liking[id]

    # Plans ------------------------------------------------------------------------------------

    def plans(self, ids: Sequence[int]) -> list[Plan]:
        """What the network would go on with, until somebody else decides or something else."""
        ways = [Way(self._state, (id,)) for id in ids]
        player, composed = self._state.actor, self._state.kind in IN_ONE_GO
        going = ways if composed else []
        with undisturbed():
            while going := [way for way in going if _is_in_one_go(way.state, player)]:
                for way, seen in zip(going, self._seen(going), strict=True):
                    way.go(self._liked(way.state, seen.policy))
        return [tuple(way.ids) for way in ways]

    def _seen(self, ways: list[Way]) -> list[FirstSight]:
        found: list[FirstSight] = []
        for start in range(0, len(ways), TOGETHER):
            found += self._reading.see([way.state for way in ways[start : start + TOGETHER]])
        return found

    def _liked(self, state: State, policy: list[float]) -> int:
        """What the network would do.

        Many orders are about as good, and share what is likely among them; so it stops giving
        orders only where that is likelier than all of them.
        """
        table = self._reading.rules.table
        done = (table.produce_done, table.import_done, table.fleet_done, table.army_done)
        liked = dict(zip(state.legal, policy, strict=True))
        for id in done:
            if len(liked) > 1 and liked.get(id, 1.0) < 0.5:
                del liked[id]
        return max(liked, key=liked.__getitem__)

    # Tries ------------------------------------------------------------------------------------

    def play_out(self, plans: Sequence[Plan], numbers: range) -> list[Found]:
        """Visits to the tree below each plan, each played on from the new position it comes to."""
        tries = [Tries(numbers) for _ in plans]
        each = max(1, TOGETHER // len(plans)) if plans else 0
        with undisturbed():
            for plan in plans:
                self._open(plan)
            while wanted := [i for i in range(len(plans)) if tries[i].left]:
                self._try([(tries[i], self._way(plans[i])) for i in wanted], each)
        self._tidy(len(plans) * len(numbers))
        return [one.found for one in tries]

    def glimpse(self, ids: Sequence[int], numbers: range) -> list[Found]:
        """The same: a try is cheap."""
        return self.play_out([(id,) for id in ids], numbers)

    def play_on(self, numbers: range) -> Found:
        """Visits to the tree that choose from the position itself on."""
        tries = Tries(numbers)
        with undisturbed():
            while tries.left:
                self._try([(tries, [self._search.root])], TOGETHER)
        self._tidy(len(numbers))
        return tries.found

    def _try(self, starts: list[tuple[Tries, list[Node]]], each: int) -> None:
        """Visits below each of some nodes, several at once where they lead to other positions."""
        search, paths, owners = self._search, list[list[Node]](), list[Tries]()
        for tries, way in starts:
            for _ in range(min(each, tries.left)):
                path = list(way)
                search.descend(path)
                if path[-1].over:
                    search.finish(path)
                    tries.found.append(end_of(_at(path)).shares)
                elif path[-1].pending > 1:
                    for node in path:
                        node.pending -= 1
                    break
                else:
                    paths.append(path)
                    owners.append(tries)
        if paths:
            search.visit(paths)
        for tries, path in zip(owners, paths, strict=True):
            tries.found.append(self._played_on(path, tries.number))

    def _played_on(self, path: list[Node], number: int) -> list[float]:
        """The shares from a new position on: what the network sees, and how bankers end it."""
        state = _at(path).copy()
        self._luck.begin(self._seed, number)
        self._playout.run(state, self._luck)
        played = shares_of(self._playout.scores(state))
        seen = path[-1].shares
        return [
            PLAYED * end + (1.0 - PLAYED) * share for end, share in zip(played, seen, strict=True)
        ]

    def _way(self, plan: Plan) -> list[Node]:
        """The nodes from the root to the end of a plan."""
        way = [self._search.root]
        for id in plan:
            way.append(self._search.entered(way[-1], way[-1].ids.index(id)))
        return way

    def _open(self, plan: Plan) -> None:
        """Sees to it that a plan can be followed in the tree."""
        way = [self._search.root]
        for id in plan:
            if not way[-1].ids:
                for node in way:
                    node.pending += 1
                self._search.visit([list(way)])
            way.append(self._search.entered(way[-1], way[-1].ids.index(id)))

    def _tidy(self, tries: int) -> None:
        self._tries += tries
        if self._tries >= OFTEN:
            self._tries = 0
            self._search.tidy()

    # What comes -------------------------------------------------------------------------------

    def later(self, plan: Plan, numbers: range, turns: int) -> list[State]:
        """The positions that players come to who draw from the network's policy."""
        ways = [Drawn(self._state, plan, self._seed, number, turns) for number in numbers]
        with undisturbed():
            while going := [way for way in ways if way.goes_on()]:
                for way, seen in zip(going, self._seen([one.way for one in going]), strict=True):
                    way.draw(seen.policy)
        return [one.way.state for one in ways]

    def line(self, plan: Plan) -> list[Step]:
        """The way that most tries took; where few came by, what the network likes."""
        node, steps = self._after(plan), list[Step]()
        while node is not None and node.ids and len(steps) < LONGEST_LINE:
            step, node = _likeliest(node)
            steps.append(step)
        return steps

    def _after(self, plan: Plan) -> Node | None:
        node: Node | None = self._search.root
        for id in plan:
            node = None if node is None else node.after(id)
        return node


class Tries:
    """What tries of some numbers found so far."""

    def __init__(self, numbers: range) -> None:
        self._numbers = numbers
        self.found: Found = []

    @property
    def left(self) -> int:
        """How many are still to be made."""
        return len(self._numbers) - len(self.found)

    @property
    def number(self) -> int:
        """The number of the next."""
        return self._numbers[len(self.found)]


def _at(path: list[Node]) -> State:
    """The position that a visit came to."""
    state = path[-1].state
    assert state is not None, "it was just reached"
    return state


class Drawn:
    """A game on its way whose decisions are drawn."""

    def __init__(self, state: State, plan: Plan, seed: int, number: int, turns: int) -> None:
        self.way = Way(state, plan)
        self._luck = Luck()
        self._luck.begin(seed, number)
        self._turns = turns
        self._nation = NOBODY

    def goes_on(self) -> bool:
        """Whether there is another decision to make; luck is new in every turn."""
        state = self.way.state
        if state.kind == decisions.GAME_OVER:
            return False
        if state.nation != self._nation:
            if not self._turns:
                return False
            self._turns -= 1
            self._nation = state.nation
            self._luck.turn(state.round * state.rules.nations + state.nation)
        return True

    def draw(self, policy: list[float]) -> None:
        """Makes it."""
        state, left = self.way.state, self._luck.draw()
        likely = in_all_one([chance ** (1.0 / BARE) for chance in policy])
        place = 0
        while place < len(likely) - 1 and left >= likely[place]:
            left -= likely[place]
            place += 1
        self.way.go(state.legal[place])


def _is_in_one_go(state: State, player: int) -> bool:
    return state.actor == player and state.kind in IN_ONE_GO


def _likeliest(node: Node) -> tuple[Step, Node | None]:
    """The branch that most tries took, or the one that the network likes best."""
    visits = [0 if child is None else child.visits for child in node.children]
    best = max(range(len(visits)), key=visits.__getitem__)
    if visits[best] < LEAST_VISITS:
        best, visits = 0, []
    likelihood = visits[best] / sum(visits) if visits else node.policy[best]
    return Step(node.ids[best], likelihood), node.children[best]


@lru_cache(maxsize=READINGS)
def kept_reading(rules: RuleSet) -> Reading:
    """What sees positions of a rule set; made once.

    Raises: NoNetwork.
    """
    return reading_of(rules)
