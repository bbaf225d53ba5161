"""The tree of a search: what the network and the search below found after each decision."""

from __future__ import annotations

from math import sqrt

from rondel.bots.magnate.manner import Manner
from rondel.engine import NOBODY, State


class Node:
    """A decision that the search has reached, or the end of the game."""

    def __init__(self, players: int) -> None:
        self.visits = 0
        """How often the search came through."""
        self.pending = 0
        """How often it is on its way through: those visits count as lost until they end."""
        self.wins: list[float] = [0.0] * players
        """Sums over the visits, by seat: how likely each player wins."""
        self.shares: list[float] = [0.0] * players
        """The same of their shares of all points."""
        self.actor = NOBODY
        """Who decides here; NOBODY until the node is opened, and at the end of the game."""
        self.over = False
        """Whether the game has ended here."""
        self.ids: list[int] = []
        """The branches: actions, the likeliest first."""
        self.policy: list[float] = []
        """How likely the network takes each to be the best; they add up to 1."""
        self.children: list[Node | None] = []
        self.state: State | None = None
        """The position, where it is at hand."""

    def open(self, actor: int, ids: list[int], policy: list[float]) -> None:
        """Gives the node its branches."""
        order = likeliest_first(policy)
        self.actor = actor
        self.ids = [ids[i] for i in order]
        self.policy = [policy[i] for i in order]
        self.children = [None] * len(order)

    def branch(self, i: int) -> Node:
        """The node after a branch, made when it is first needed; its position is at hand."""
        child = self.children[i]
        if child is None:
            child = Node(len(self.wins))
            self.children[i] = child
        return child

    def after(self, id: int) -> Node | None:
        """The node after an action; None if the search has none."""
        return self.children[self.ids.index(id)] if id in self.ids else None

    def count(self, wins: list[float], shares: list[float]) -> None:
        """Ends a visit with what it found."""
        self.visits += 1
        self.pending -= 1
        for seat in range(len(wins)):
            self.wins[seat] = self.wins[seat] + wins[seat]
            self.shares[seat] = self.shares[seat] + shares[seat]

    def worth(self, seat: int, points: float) -> float:
        """What a player makes of all visits together; `points` is that of a `Manner`."""
        return (1.0 - points) * self.wins[seat] + points * self.shares[seat]

    def choose(self, manner: Manner) -> int:
        """The branch to visit next: good for who decides here, likely, or little known.

        Branches are sorted, so the first that was never tried is the best of those.
        """
        actor, points = self.actor, manner.points
        urge = manner.exploration * sqrt(float(self.visits + self.pending))
        best, highest, known = 0, -1.0, 0.0
        for i in range(len(self.ids)):
            likely = self.policy[i]
            child = self.children[i]
            tries = 0 if child is None else child.visits + child.pending
            if child is None or tries == 0:
                here = self.worth(actor, points) / self.visits
                value = here - manner.untried * sqrt(known) + urge * likely
                return i if value > highest else best
            value = child.worth(actor, points) / tries + urge * likely / (tries + 1)
            known += likely
            if value > highest:
                best, highest = i, value
        return best

    def expect(self) -> int:
        """The branch to visit next where somebody else decides: each as often as it is likely."""
        best, highest = 0, -1.0
        for i in range(len(self.ids)):
            child = self.children[i]
            tries = 0 if child is None else child.visits + child.pending
            due = self.policy[i] / (tries + 1)
            if due > highest:
                best, highest = i, due
            if tries == 0:
                return best
        return best

    def forget_positions(self) -> None:
        """Lets go of all positions below; they are made anew where they are needed."""
        waiting = [self]
        while waiting:
            for child in waiting.pop().children:
                if child is not None:
                    child.state = None
                    waiting.append(child)


def likeliest_first(policy: list[float]) -> list[int]:
    """The places of the chances, from the greatest on; among equals the first goes first."""
    pairs = sorted([(-policy[i], i) for i in range(len(policy))])
    return [pair[1] for pair in pairs]
