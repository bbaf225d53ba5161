"""The strategist as a judge: it plays positions on to the end, or nearly."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from rondel.bots.strategist.luck import Luck
from rondel.bots.strategist.playout import ERROR, TURNS, Clock
from rondel.bots.strategist.prospects import prospects_of, shares_of
from rondel.bots.strategist.searcher import UNLIMITED, Searcher
from rondel.bots.strategist.tree import BREADTH, Node
from rondel.engine import NOBODY, Game, State, act, answer, decisions
from rondel.judging.judge import IN_ONE_GO, LONGEST_LINE, Found, Plan, Sight, Step

GLIMPSE_TURNS: Final = 14
"""Turns of nations that a glimpse plays: much less work than a whole playout for the same
certainty, but it misses what comes late."""

LEAST_VISITS: Final = 3
"""Playouts that must have gone through a decision of an expected line."""


class Strategist:
    """The strategist as a judge: bankers that sometimes err play on from its tree."""

    name = "strategist"
    version = 1

    def face(self, game: Game, seed: int) -> Sight:
        """Turns to a position; all cash is known to it."""
        return StrategistSight(game, seed)


class StrategistSight:
    """A position as the strategist looks at it."""

    def __init__(self, game: Game, seed: int) -> None:
        self._state = game.state.copy()
        self._seed = seed
        self._searcher = Searcher(game.rules, Clock(time.perf_counter))
        self._searcher.face(game, seed)
        self._luck = Luck()
        self.players = game.players
        self.nations = list(game.rules.board.nation_ids)
        self.choices = list(self._searcher.root.ids)
        self.doubt = 0.0

    def liking(self, id: int) -> float | None:
        """It has no opinion at first sight that could be told."""
        return None

    def plans(self, ids: Sequence[int]) -> list[Plan]:
        """What the banker would go on with, until somebody else decides or something else."""
        return [self._plan(id) for id in ids]

    def _plan(self, id: int) -> Plan:
        state, ids = self._state.copy(), [id]
        player, composed = state.actor, state.kind in IN_ONE_GO
        act(state, id)
        while composed and state.actor == player and state.kind in IN_ONE_GO:
            ids.append(self._searcher.judge.choose(state))
            act(state, ids[-1])
        return tuple(ids)

    def play_out(self, plans: Sequence[Plan], numbers: range) -> list[Found]:
        """Playouts by way of the tree."""
        found: list[Found] = [[] for _ in plans]
        for number in numbers:
            for plan, own in zip(plans, found, strict=True):
                own.append(self._played_out(plan, number))
        return found

    def _played_out(self, plan: Plan, number: int) -> list[float]:
        searcher, state = self._searcher, self._state.copy()
        searcher.luck.begin(self._seed, number)
        path = [searcher.root]
        for id in plan:
            path.append(self._entered(path[-1], state, id))
            act(state, id)
        searcher.descend(state, path)
        searcher.playout.run(state, searcher.luck)
        scores = searcher.playout.scores(state)
        prospects, shares = prospects_of(scores), shares_of(scores)
        for node in path:
            node.tally.count(prospects, shares)
        return shares

    def _entered(self, node: Node, state: State, id: int) -> Node:
        """The node after an action of a plan."""
        if node.actor == NOBODY:
            self._searcher.open(node, state, BREADTH)
        if id not in node.ids:
            self._searcher.open(node, state, UNLIMITED)
        return node.branch(node.ids.index(id))

    def glimpse(self, ids: Sequence[int], numbers: range) -> list[Found]:
        """Playouts of few turns, judged by what the banker then expects."""
        return [
            [self._shares(state) for state in self.later((id,), numbers, GLIMPSE_TURNS)]
            for id in ids
        ]

    def play_on(self, numbers: range) -> Found:
        """Playouts without the tree."""
        return [self._shares(state) for state in self.later((), numbers, TURNS)]

    def later(self, plan: Plan, numbers: range, turns: int) -> list[State]:
        """The positions that bankers that sometimes err come to."""
        return [self._later(plan, number, turns) for number in numbers]

    def _later(self, plan: Plan, number: int, turns: int) -> State:
        state = self._state.copy()
        self._luck.begin(self._seed, number)
        for id in plan:
            act(state, id)
        self._play(state, turns)
        return state

    def line(self, plan: Plan) -> list[Step]:
        """The way through the tree that most playouts took."""
        node, steps = self._after(plan), list[Step]()
        while node is not None and len(steps) < LONGEST_LINE:
            step, node = _likeliest(node)
            if step is not None:
                steps.append(step)
        return steps

    def _after(self, plan: Plan) -> Node | None:
        node: Node | None = self._searcher.root
        for id in plan:
            node = None if node is None else node.after(id)
        return node

    def _play(self, state: State, turns: int) -> None:
        luck, judge, nation = self._luck, self._searcher.judge, NOBODY
        while state.kind != decisions.GAME_OVER:
            if state.nation != nation:
                if not turns:
                    return
                turns -= 1
                nation = state.nation
                luck.turn(state.round * state.rules.nations + nation)
            if luck.draw() < ERROR:
                answer(state, state.legal[int(luck.draw() * len(state.legal))])
            else:
                judge.play(state)

    def _shares(self, state: State) -> list[float]:
        return shares_of(self._searcher.playout.scores(state))


def _likeliest(node: Node) -> tuple[Step | None, Node | None]:
    """The branch that most playouts took, where enough came by."""
    visits = [0 if child is None else child.tally.visits for child in node.children]
    best = max(range(len(visits)), key=visits.__getitem__, default=None)
    if best is None or visits[best] < LEAST_VISITS:
        return None, None
    return Step(node.ids[best], visits[best] / sum(visits)), node.children[best]
