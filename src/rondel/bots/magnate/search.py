"""The search: the policy says where to look, values and ends of games say what is there."""

from __future__ import annotations

from math import log
from typing import Final

from rondel.bots.magnate.reading import Eye, Reading, end_of
from rondel.bots.magnate.tree import Node
from rondel.bots.strategist.playout import Clock
from rondel.engine import Game, State, act, decisions, same_position

MOST_CANDIDATES: Final = 12
"""Branches of the root that are looked at: those that the policy likes best."""

LEAST_TRIES: Final = 8
"""Visits there should be for each candidate; with a small budget there are fewer candidates."""

TOGETHER: Final = 8
"""Positions that are judged at once, where there are no more candidates."""

MOST_TOGETHER: Final = 32
"""Positions that are judged at once where all are wanted anyway."""

MOST_KEPT: Final = 20_000
"""A tree with more visits is not kept, so that memory stays bounded."""

MANY: Final = 1_000_000_000
"""More visits than there can be."""

SURE: Final = 0.97
"""Where the policy is so sure of a choice, it is looked at with a part of the budget alone."""

SURE_PART: Final = 0.1

PACE: Final = 0.001
"""Seconds for a visit, until some have been timed."""

LEAST: Final = 1e-6
"""What is less likely than this is no less likely than another."""


class Search:
    """Grows a tree from the position it faces."""

    def __init__(self, reading: Reading, clock: Clock) -> None:
        self.reading = reading
        self.eye: Eye = reading
        """Who sees new positions."""
        self.rules = reading.rules
        self.clock = clock
        self.manner = reading.manner
        self.order: list[int] = []
        """The branches of the root, the best first."""
        self.made = 1
        self.seconds = PACE
        """Visits so far, and the time they took."""
        self.root = Node(0)
        self.state: State | None = None
        """The position it faces, after `entries` entries of the record."""
        self.entries = 0

    def is_at(self, game: Game) -> bool:
        """Whether it faces this very position."""
        if self.state is None or self.entries != len(game):
            return False
        return same_position(self.state, game.state)

    def face(self, game: Game) -> None:
        """Turns to a position; what the search before found about it is kept."""
        self.root = self.node_of(game)
        self.state = game.state.copy()
        self.entries = len(game)
        self.root.state = self.state
        if not self.root.ids:
            self.root.pending = 1
            self.visit([[self.root]])
        self.order = list(range(len(self.root.ids)))

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
        """Ranks the branches of the root, by so many visits or until the clock shows `end`.

        Sequential halving: all candidates get the same visits, then the worse half goes.
        """
        if self.root.policy[0] > SURE:
            now = self.clock.now()
            nodes, end = int(nodes * SURE_PART), now + (end - now) * SURE_PART
        found, dropped = self.candidates(nodes, end), list[int]()
        rounds = (len(found) - 1).bit_length()
        rest = list(range(len(found), len(self.root.ids)))
        for number in range(rounds):
            count = MANY if nodes >= MANY else nodes // rounds // len(found)
            now = self.clock.now()
            self.try_all(found, count, now + (end - now) / (rounds - number))
            found = self.ordered(found)
            if self.clock.now() >= end:
                break
            half = (len(found) + 1) // 2
            found, dropped = found[:half], found[half:] + dropped
        self.order = found + dropped + rest

    def candidates(self, nodes: int, end: float) -> list[int]:
        """The branches to look at: those that the policy likes best."""
        within = min(float(nodes), (end - self.clock.now()) * self.made / self.seconds)
        expected = int(max(0.0, within))
        most = min(MOST_CANDIDATES, expected // LEAST_TRIES)
        return list(range(min(len(self.root.ids), max(1, min(2, expected), most))))

    def try_all(self, found: list[int], count: int, end: float) -> None:
        """Visits each of some branches so many times, or until the clock shows `end`."""
        at_once = max(1, TOGETHER // len(found))
        begin, made = self.clock.now(), 0
        while made < count and self.clock.now() < end:
            rounds = min(at_once, count - made)
            self.try_once(found, rounds)
            made += rounds
            self.made += rounds * len(found)
        self.seconds += self.clock.now() - begin

    def try_once(self, found: list[int], rounds: int) -> None:
        """Visits each of some branches; all these positions are judged together."""
        paths: list[list[Node]] = []
        for _ in range(rounds):
            for i in found:
                path = [self.root, self.entered(self.root, i)]
                self.descend(path)
                if path[-1].over:
                    self.finish(path)
                elif path[-1].pending > 1:
                    for node in path:
                        node.pending -= 1
                else:
                    paths.append(path)
        if paths:
            self.visit(paths)

    def ordered(self, found: list[int]) -> list[int]:
        """The best of some branches first; of equals, the likelier."""
        pairs = sorted([(-self.value(i), i) for i in found])
        return [pair[1] for pair in pairs]

    def value(self, i: int) -> float:
        """What a branch is taken to be worth: what was found, and a little of the policy."""
        root, points = self.root, self.manner.points
        child, actor = root.branch(i), root.actor
        mean = root.worth(actor, points) / root.visits
        lag = log((root.policy[0] + LEAST) / (root.policy[i] + LEAST))
        trust = self.manner.trust
        guess = max(0.0, mean - self.manner.lag * lag)
        return (child.worth(actor, points) + trust * guess) / (child.visits + trust)

    def descend(self, path: list[Node]) -> None:
        """Goes on down the tree to a node that is new, or an end of the game.

        Who thinks goes for his own good; the others are expected to play as the network would.
        """
        for node in path:
            node.pending += 1
        node, thinker = path[-1], self.root.actor
        while node.ids:
            i = node.choose(self.manner) if node.actor == thinker else node.expect()
            node = self.entered(node, i)
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
        for path in paths:
            state = path[-1].state
            assert state is not None, "who is to be seen is at hand"
            states.append(state)
        found = self.eye.see(states)
        for i in range(len(paths)):
            sight = found[i]
            self.reading.open(paths[i][-1], states[i], sight.policy)
            for node in paths[i]:
                node.count(sight.wins, sight.shares)

    # What was found -----------------------------------------------------------------------------

    def has_looked_ahead(self) -> bool:
        """Whether it has looked at more than the position itself."""
        return any(child is not None and child.visits > 0 for child in self.root.children)

    def ends_game(self, i: int) -> bool:
        """Whether a branch of the root ends the game."""
        return self.entered(self.root, i).over

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
