"""The tree of a search: what playouts found after each decision they went through."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from rondel.bots.strategist.tally import Tally
from rondel.engine import NOBODY

EXPLORATION: Final = 0.35
"""How strongly a rarely tried branch draws playouts; prospects lie between 0 and 1."""

UNTRIED: Final = 0.02
"""How much worse than its siblings a branch is taken to be until a playout tries it."""

BREADTH: Final = 8
"""Branches looked at below the root: those the banker likes best."""

HEAT: Final = 2.0
"""Millions by which a branch must be worse in the banker's eyes to draw e times less at first."""


class Node:
    """A decision that playouts have reached, or the end of the game."""

    def __init__(self, players: int) -> None:
        self.tally = Tally(players)
        """The playouts that went through."""
        self.actor = NOBODY
        """Who decides here; NOBODY until the node is opened."""
        self.ids: list[int] = []
        """The branches: actions, the one the banker likes best first."""
        self.worths: list[float] = []
        """What each branch is worth in the banker's eyes."""
        self.priors: list[float] = []
        """How promising each branch looked at first; they add up to 1."""
        self.children: list[Node | None] = []

    def open(self, actor: int, ids: list[int], worths: list[float], breadth: int) -> None:
        """Gives the node its branches: the best `breadth` by worth; those it has, it keeps."""
        known, children = self.ids, self.children
        order = best_first(worths)[:breadth]
        self.actor = actor
        self.ids = [ids[i] for i in order]
        self.worths = [worths[i] for i in order]
        self.priors = priors_of(self.worths)
        self.children = [None] * len(order)
        for i in range(len(known)):
            self.children[self.ids.index(known[i])] = children[i]

    def branch(self, i: int) -> Node:
        """The node after a branch, made when it is first needed."""
        child = self.children[i]
        if child is None:
            child = Node(len(self.tally.prospects))
            self.children[i] = child
        return child

    def after(self, id: int) -> Node | None:
        """The node after an action; None if no branch stands for it."""
        return self.branch(self.ids.index(id)) if id in self.ids else None

    def choose(self) -> int:
        """The branch the next playout takes: good for who decides here, or little known.

        Each player goes for his own prospects (max^n).
        """
        actor, visits = self.actor, self.tally.visits
        untried = self.tally.mean(actor) - UNTRIED
        urge = EXPLORATION * sqrt(visits + 1)
        best, highest = 0, -1.0
        for i in range(len(self.ids)):
            child = self.children[i]
            if child is None or child.tally.visits == 0:
                value = untried + urge * self.priors[i]
            else:
                value = child.tally.mean(actor) + urge * self.priors[i] / (child.tally.visits + 1)
            if value > highest:
                best, highest = i, value
        return best


def best_first(worths: list[float]) -> list[int]:
    """The places of the worths, from the highest on; among equals the first goes first."""
    pairs = sorted([(-worths[i], i) for i in range(len(worths))])
    return [pair[1] for pair in pairs]


def priors_of(worths: list[float]) -> list[float]:
    """Weights that fall with the worths, which are sorted; they add up to 1."""
    top = worths[0]
    weights = [exp((worth - top) / HEAT) for worth in worths]
    total = sum(weights)
    return [weight / total for weight in weights]
