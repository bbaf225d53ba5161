"""The search: the policy says where to look, values and ends of games say what is there."""

from __future__ import annotations

from typing import Final

from rondel.bots.magnate.reading import Eye, Reading, end_of
from rondel.bots.magnate.tree import Node
from rondel.bots.strategist.playout import Clock
from rondel.engine import Game, State, act, decisions, same_position

MOST_TOGETHER: Final = 16
"""Positions that go through the network at once, at most."""

PART_TOGETHER: Final = 8
"""At most one in so many visits is under way at a time: many at once would miss the point."""

MOST_KEPT: Final = 20_000
"""A tree with more visits is not kept, so that memory stays bounded."""

MANY: Final = 1_000_000_000
"""More visits than there can be."""

SURE: Final = 0.97
"""Where the policy is so sure of a choice, it is looked at with a part of the budget alone."""

SURE_PART: Final = 0.1

LEAST_PACE: Final = 1e-6
"""Seconds for a visit, at least."""


class Search:
    """Grows a tree from the position it faces."""

    def __init__(self, reading: Reading, clock: Clock) -> None:
        self.reading = reading
        self.eye: Eye = reading
        """Who sees new positions."""
        self.rules = reading.rules
        self.clock = clock
        self.manner = reading.manner
        self.seed = 0
        """Decides the luck of its playouts."""
        self.seen = 0
        """Positions it has seen so far."""
        self.root = Node(0)
        self.state: State | None = None
        """The position it faces, after `entries` entries of the record."""
        self.entries = 0

    def is_at(self, game: Game) -> bool:
        """Whether it faces this very position."""
        if self.state is None or self.entries != len(game):
            return False
        return same_position(self.state, game.state)

    def face(self, game: Game, seed: int) -> None:
        """Turns to a position; what the search before found about it is kept.

        `seed` decides the luck of its playouts.
        """
        self.seed, self.seen = seed, 0
        self.root = self.node_of(game)
        self.state = game.state.copy()
        self.entries = len(game)
        self.root.state = self.state
        if not self.root.ids:
            self.root.pending = 1
            self.visit([[self.root]])

    def node_of(self, game: Game) -> Node:
        """The node of a position: of the tree if it comes after the one faced before, or new."""
        new = Node(len(game.state.players))
        follows = game.first <= self.entries <= len(game)
        if self.state is None or not follows or self.root.visits > MOST_KEPT:
            return new
        node: Node | None = self.root
        state = self.state.copy()
        for action in game.actions()[self.entries - game.first :]:
            node = node.after(action.id) if node is not None else None
            if node is None:
                return new
            act(state, action.id)
        return node if node is not None and same_position(state, game.state) else new

    def think(self, nodes: int, end: float) -> None:
        """Visits so many nodes, or as many as it can until the clock shows `end`."""
        start, begun = self.clock.now(), self.root.visits
        if self.root.policy[0] > SURE:
            nodes = max(1, int(nodes * SURE_PART))
            end = start + (end - start) * SURE_PART
        made = 0
        while made < nodes:
            now = self.clock.now()
            if made:
                pace = (now - start) / made
                left = min(float(nodes - made), (end - now) / max(pace, LEAST_PACE))
                if left <= 0.0 or self.is_settled(left):
                    break
            elif now >= end:
                break
            self.grow(min(nodes - made, self.together()))
            made = self.root.visits - begun

    def together(self) -> int:
        """How many positions to judge at once."""
        return max(1, min(MOST_TOGETHER, self.root.visits // PART_TOGETHER))

    def is_settled(self, left: float) -> bool:
        """Whether so many more visits cannot change which branch has most."""
        most, second = 0, 0
        for child in self.root.children:
            visits = 0 if child is None else child.visits
            if visits > most:
                most, second = visits, most
            elif visits > second:
                second = visits
        return most - second > left

    def grow(self, most: int) -> None:
        """Visits up to so many nodes, whose positions are judged together."""
        paths: list[list[Node]] = []
        ended = 0
        while len(paths) + ended < most:
            path = [self.root]
            self.descend(path)
            leaf = path[-1]
            if leaf.over:
                self.finish(path)
                ended += 1
            elif leaf.pending > 1:
                for node in path:
                    node.pending -= 1
                break
            else:
                paths.append(path)
        if paths:
            self.visit(paths)

    def descend(self, path: list[Node]) -> None:
        """Goes on down the tree to a node that is new, or an end of the game."""
        for node in path:
            node.pending += 1
        node = path[-1]
        while node.ids:
            node = self.entered(node, node.choose(self.manner))
            node.pending += 1
            path.append(node)

    def entered(self, node: Node, i: int) -> Node:
        """The node after a branch, with its position at hand."""
        child = node.branch(i)
        if child.state is None:
            assert node.state is not None, "positions are made on the way"
            state = node.state.copy()
            act(state, node.ids[i])
            child.state = state
            child.over = state.kind == decisions.GAME_OVER
        return child

    def finish(self, path: list[Node]) -> None:
        """Ends a visit to an end of the game."""
        state = path[-1].state
        assert state is not None
        found = end_of(state)
        for node in path:
            node.count(found.wins, found.shares)

    def visit(self, paths: list[list[Node]]) -> None:
        """Ends visits to new nodes."""
        states: list[State] = []
        seeds: list[int] = []
        for path in paths:
            state = path[-1].state
            assert state is not None, "who is to be seen is at hand"
            states.append(state)
            seeds.append(self.seed + self.seen)
            self.seen += 1
        found = self.eye.see(states, seeds)
        for i in range(len(paths)):
            sight = found[i]
            self.reading.open(paths[i][-1], states[i], sight.policy)
            for node in paths[i]:
                node.count(sight.wins, sight.shares)

    # What was found -----------------------------------------------------------------------------

    def ranking(self) -> list[int]:
        """The branches of the root, the best first: those that drew most visits."""
        visits = [0 if child is None else child.visits for child in self.root.children]
        pairs = sorted([(-visits[i], i) for i in range(len(visits))])
        return [pair[1] for pair in pairs]

    def has_looked_ahead(self) -> bool:
        """Whether it has looked at more than the position itself."""
        return any(child is not None and child.visits > 0 for child in self.root.children)

    def worths(self) -> list[float]:
        """How good each branch of the root looks: its part of the visits, and of the policy."""
        visits = [0 if child is None else child.visits for child in self.root.children]
        total = sum(visits) + 1
        return [(visits[i] + self.root.policy[i]) / total for i in range(len(visits))]

    def look_at_all(self) -> None:
        """Judges what follows each branch of the root that was never visited."""
        root, paths = self.root, list[list[Node]]()
        for i in range(len(root.ids)):
            if root.branch(i).visits == 0:
                path = [self.entered(root, i)]
                path[0].pending += 1
                if path[0].over:
                    self.finish(path)
                else:
                    paths.append(path)
        for start in range(0, len(paths), MOST_TOGETHER):
            self.visit(paths[start : start + MOST_TOGETHER])

    def tidy(self) -> None:
        """Lets go of what is not needed until the next search."""
        self.root.forget_positions()
