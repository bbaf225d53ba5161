"""The magnate as a judge: its network sees a position, and its tree looks on from there."""

from __future__ import annotations

import time

from rondel.bots.magnate.loading import on_one_core, reading_of
from rondel.bots.magnate.search import Search
from rondel.bots.magnate.tree import Node
from rondel.bots.strategist.playout import Clock
from rondel.engine import Game, act
from rondel.judging.judge import (
    IN_ONE_GO,
    LEAST_VISITS,
    LONGEST_LINE,
    Plan,
    Sight,
    Step,
    StrategistSight,
)


class Magnate:
    """The magnate as a judge: every playout looks one decision further."""

    name = "magnate"
    version = 1

    def face(self, game: Game, seed: int) -> Sight:
        """Turns to a position; all cash is known to it."""
        return MagnateSight(game, seed)


class MagnateSight(StrategistSight):
    """A position as the magnate looks at it; what comes many turns later it leaves to bankers."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        self._search = Search(reading_of(game.rules), Clock(time.perf_counter))
        with on_one_core():
            self._search.face(game, seed)
        self.choices = list(self._search.root.ids)

    def plan(self, id: int) -> Plan:
        """What the network would go on with, until somebody else decides or something else."""
        node, ids = self._search.root, [id]
        state = self._state.copy()
        player, composed = state.actor, state.kind in IN_ONE_GO
        act(state, id)
        while composed and state.actor == player and state.kind in IN_ONE_GO:
            node = self._opened(self._next(node, ids[-1]))
            ids.append(node.ids[0])
            act(state, ids[-1])
        return tuple(ids)

    def play_out(self, plan: Plan, number: int) -> list[float]:
        """What the network expects where the tree leads to next, after a plan."""
        path = [self._search.root]
        for id in plan:
            path.append(self._next(self._opened(path[-1]), id))
        return self._looked(path, number)

    def glimpse(self, id: int, number: int) -> list[float]:
        """What the network expects right after an action."""
        node = self._next(self._search.root, id)
        if not node.visits:
            self._looked([node], 0)
        return [share / node.visits for share in node.shares]

    def play_on(self, number: int) -> list[float]:
        """What is expected where the tree leads to next."""
        return self._looked([self._search.root], number)

    def line(self, plan: Plan) -> list[Step]:
        """The way through the tree that was taken most."""
        node: Node | None = self._search.root
        for id in plan:
            node = None if node is None else node.after(id)
        steps = list[Step]()
        while node is not None and len(steps) < LONGEST_LINE:
            step, node = _likeliest(node)
            if step is not None:
                steps.append(step)
        return steps

    def _looked(self, path: list[Node], number: int) -> list[float]:
        """Goes on from a path to something new, and tells the shares expected there."""
        search = self._search
        with on_one_core():
            search.descend(path)
            leaf = path[-1]
            before = list(leaf.shares)
            if leaf.over:
                search.finish(path)
            else:
                search.visit([path], [number])
        return [after - share for after, share in zip(leaf.shares, before, strict=True)]

    def _next(self, node: Node, id: int) -> Node:
        """The node after an action, with its position at hand."""
        return self._search.entered(node, node.ids.index(id))

    def _opened(self, node: Node) -> Node:
        """A node with its branches."""
        if not node.ids:
            self._looked([node], 0)
        return node


def _likeliest(node: Node) -> tuple[Step | None, Node | None]:
    """The branch that was taken most, where enough came by."""
    visits = [0 if child is None else child.visits for child in node.children]
    best = max(range(len(visits)), key=visits.__getitem__, default=None)
    if best is None or visits[best] < LEAST_VISITS:
        return None, None
    return Step(node.ids[best], visits[best] / sum(visits)), node.children[best]
