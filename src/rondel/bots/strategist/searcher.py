"""One process's part of a search: a tree, grown by playouts and kept from move to move."""

from __future__ import annotations

from typing import Final

from rondel.bots.banker import Judge
from rondel.bots.strategist.luck import Luck
from rondel.bots.strategist.playout import Clock, Playout
from rondel.bots.strategist.prospects import prospects_of, shares_of
from rondel.bots.strategist.tally import Tally
from rondel.bots.strategist.tree import BREADTH, Node
from rondel.engine import NOBODY, Game, RuleSet, State, act, decisions, same_position

PACE: Final = 0.005
"""Seconds for a playout, until some have been timed."""

UNLIMITED: Final = 1_000_000
"""More playouts, or branches, than there can be."""

MOST_KEPT: Final = 50_000
"""A tree that more playouts went through is not kept, so that memory stays bounded."""


class Searcher:
    """Grows a tree from the position it faces."""

    def __init__(self, rules: RuleSet, clock: Clock) -> None:
        self.rules = rules
        self.clock = clock
        self.judge = Judge(rules)
        self.playout = Playout(self.judge, clock)
        self.state: State | None = None
        """The position it faces, after `entries` entries of the record."""
        self.entries = 0
        self.root = Node(0)
        self.luck = Luck()
        self.seed = 0
        self.playouts = 1
        self.seconds = PACE
        """Time all playouts so far have taken."""

    def face(self, game: Game, seed: int) -> None:
        """Turns to a position; what the search before found about it is kept.

        `seed` decides the errors in its playouts.
        """
        state = game.state.copy()
        self.root = self.node_of(game)
        self.open(self.root, state, UNLIMITED)
        self.state = state
        self.entries = len(game)
        self.seed = seed

    def is_at(self, game: Game) -> bool:
        """Whether it faces this very position."""
        if self.state is None or self.entries != len(game):
            return False
        return same_position(self.state, game.state)

    def node_of(self, game: Game) -> Node:
        """The node of a position: of the tree if it comes after the one faced before, or new."""
        new = Node(len(game.state.players))
        follows = game.first <= self.entries <= len(game)
        if self.state is None or not follows or self.root.tally.visits > MOST_KEPT:
            return new
        node: Node | None = self.root
        state = self.state.copy()
        for action in game.actions()[self.entries - game.first :]:
            node = node.after(action.id) if node is not None else None
            if node is None:
                return new
            act(state, action.id)
        return node if node is not None and same_position(state, game.state) else new

    def sample(self, ids: list[int], first: int, step: int, count: int) -> list[Tally]:
        """Plays out each action `count` times, or until the time is up.

        The playouts have the numbers `first`, `first + step` and so on. Those of one number
        have the same luck after every action, so that luck does not decide between them.
        """
        begin = self.clock.now()
        players = len(self.root.tally.shares)
        tallies = [Tally(players) for _ in ids]
        for i in range(count * len(ids)):
            round, k = divmod(i, len(ids))
            if self.clock.is_up() or not self.play(ids[k], first + round * step, tallies[k]):
                break
            self.playouts += 1
        self.seconds += self.clock.now() - begin
        return tallies

    def within(self, seconds: float) -> int:
        """About how many playouts it makes in a time."""
        return int(min(seconds * self.playouts / self.seconds, UNLIMITED))

    def play(self, id: int, number: int, tally: Tally) -> bool:
        """One playout after an action; False if the time was up before it ended."""
        assert self.state is not None, "a search faces a position first"
        state = self.state.copy()
        self.luck.begin(self.seed, number)
        act(state, id)
        path = [self.root, self.root.branch(self.root.ids.index(id))]
        self.descend(state, path)
        if not self.playout.run(state, self.luck):
            return False
        scores = self.playout.scores(state)
        prospects, shares = prospects_of(scores), shares_of(scores)
        for node in path:
            node.tally.count(prospects, shares)
        tally.count(prospects, shares)
        return True

    def descend(self, state: State, path: list[Node]) -> None:
        """Goes down the tree to a node that no playout has been through."""
        node = path[-1]
        while node.tally.visits and state.kind != decisions.GAME_OVER:
            if node.actor == NOBODY:
                self.open(node, state, BREADTH)
            i = node.choose()
            act(state, node.ids[i])
            node = node.branch(i)
            path.append(node)

    def open(self, node: Node, state: State, breadth: int) -> None:
        """Gives a node its branches; among them a gift where one would pay."""
        ids, worths = state.legal, self.judge.worths(state)
        gift = self.judge.gift(state)
        if gift:
            ids = [self.rules.table.donate_id(state.actor, state.nation, gift), *ids]
            worths = [worths[0], *worths]
        node.open(state.actor, ids, worths, breadth)
