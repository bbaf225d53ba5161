"""The bot that searches with a learned network."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import log
from random import Random
from typing import Final

from rondel.bots.interface import Budget, Ranked
from rondel.bots.magnate.loading import reading_of, require_network, undisturbed
from rondel.bots.magnate.search import MANY, Search
from rondel.bots.strategist.playout import Clock
from rondel.engine import Action, Game, View, decisions

DEFAULT_NODES: Final = 200
"""Positions looked at without a budget: much better than the bare policy, at once."""

THINKING: Final = 0.95
"""Part of the time that is searched; the rest is for what comes before and after."""

DETAIL: Final = 0.4
"""Part of the budget for a detail of an action: there are many, and each matters less."""

WEIGHTY: Final = (
    decisions.DRAFT_BOND,
    decisions.CHOOSE_SLOT,
    decisions.SWISS_FORCE,
    decisions.BUILD_FACTORY,
    decisions.INVEST,
)
"""The decisions that are no such details."""

FOREVER: Final = float("inf")

SEED_BITS: Final = 48

PATIENCE: Final = 50
"""Rounds after which a game stands still, for nobody gains by ending it: who can end it then does.
Games last about twenty rounds."""

LEAST_LIKELY: Final = 1e-6
"""Nothing is taken to be less likely."""

BARE: Final = 0.7
"""Temperature without a search: many orders to units are about as good, and
together likelier than the single likeliest, which is often to give none."""


class MagnateBot:
    """Searches the tree of decisions by a learned policy and learned values, in one process."""

    def __init__(
        self,
        chance: Random,
        budget: Budget,
        now: Callable[[], float] = time.perf_counter,
        temperature: float = BARE,
    ) -> None:
        """`temperature` is for decisions without a search: the higher, the more it strays."""
        require_network()
        self.budget = budget
        """How much it may think; it may be changed from one decision to the next."""
        self._clock = Clock(now)
        self._seed = chance.getrandbits(SEED_BITS)
        self._temperature = temperature
        self.search: Search | None = None
        """What it has found, once it was asked something."""
        self._order: list[int] = []
        """The choices it has found, the one it takes first."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        """The action, or gift, that the search came back to most often within the budget."""
        start = self._clock.now()
        game = view.game()
        search = self._thought(game, start)
        return game.action(search.root.ids[self._order[0]])

    def explain(self, view: View, legal_actions: Sequence[Action]) -> list[Ranked]:
        """All choices, the one it would take first; each was judged at least once."""
        start = self._clock.now()
        game = view.game()
        search = self._thought(game, start)
        with undisturbed():
            search.look_at_all()
        return [self._ranked(game, search, i) for i in self._order]

    def _ordered(self, search: Search) -> list[int]:
        """The branches of the root, the one it takes first.

        Without a search the order is drawn: noise is added to the logarithm of each likelihood.
        """
        if search.has_looked_ahead():
            return search.order
        chance = Random((search.entries << SEED_BITS) + self._seed)
        seeming = [
            log(likely + LEAST_LIKELY) - self._temperature * log(-log(drawn(chance)))
            for likely in search.root.policy
        ]
        return sorted(search.order, key=lambda i: -seeming[i])

    def _ranked(self, game: Game, search: Search, i: int) -> Ranked:
        """A branch of the root, as it is told."""
        child = search.root.branch(i)
        return Ranked(
            game.action(search.root.ids[i]),
            _by_player(game, child.shares, child.visits),
            search.root.policy[i],
            _by_player(game, child.wins, child.visits),
        )

    def _thought(self, game: Game, start: float) -> Search:
        """The search after it has thought about a position; once is enough."""
        search = self.search
        if search is None or search.rules is not game.rules:
            self.search = search = Search(reading_of(game.rules), self._clock)
        elif search.is_at(game):
            return search
        nodes, end = self._limits(start, game.state.kind)
        with undisturbed():
            search.face(game)
            search.think(nodes, end)
            self._order = self._ordered(search)
            if game.state.round > PATIENCE:
                self._order = sorted(self._order, key=lambda i: not search.ends_game(i))
        search.tidy()
        return search

    def _limits(self, start: float, kind: int) -> tuple[int, float]:
        """Nodes it may visit beside the position itself, and when it must stop."""
        part = 1.0 if kind in WEIGHTY else DETAIL
        nodes, seconds = self.budget.nodes, self.budget.seconds
        if nodes is None and seconds is None:
            nodes = DEFAULT_NODES
        return (
            MANY if nodes is None else int((nodes - 1) * part),
            FOREVER if seconds is None else start + seconds * part * THINKING,
        )


def _by_player(game: Game, sums: list[float], visits: int) -> dict[str, float]:
    return {player: number / visits for player, number in zip(game.players, sums, strict=True)}


def drawn(chance: Random) -> float:
    """A number between 0 and 1, and neither of them."""
    return (chance.getrandbits(SEED_BITS) + 0.5) / (1 << SEED_BITS)
