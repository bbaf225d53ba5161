"""The bot that plays by searching."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import Final

from rondel.bots.interface import Budget, Ranked
from rondel.bots.strategist.messages import Position
from rondel.bots.strategist.playout import Clock
from rondel.bots.strategist.prospects import shares_of
from rondel.bots.strategist.search import FOREVER, Candidate, Limits, Search
from rondel.bots.strategist.searcher import UNLIMITED, Searcher
from rondel.bots.strategist.team import borrow_team, give_back
from rondel.engine import Action, Game, View, act, decisions
from rondel.records import Transcript

DEFAULT_NODES: Final = 400
"""Playouts without a budget: well above the banker, and under a second when compiled."""

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

SEED_BITS: Final = 48

_NUMBERS = count(1)
"""Bots of this process are numbered: helpers keep a tree for each."""


class StrategistBot:
    """Searches the tree of decisions with playouts by the banker."""

    def __init__(
        self, chance: Random, budget: Budget, now: Callable[[], float] = time.perf_counter
    ) -> None:
        self.budget = budget
        """How much it may think; it may be changed from one decision to the next."""
        self._clock = Clock(now)
        self._seed = chance.getrandbits(SEED_BITS)
        self._number = next(_NUMBERS)
        self._searcher: Searcher | None = None
        self._ranking: list[Candidate] = []
        """What the last search found."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        """The action, or gift, with the best prospects it finds within its budget."""
        start = self._clock.now()
        game = view.game()
        return game.action(self._ranked(game, view.viewer, start)[0].id)

    def explain(self, view: View, legal_actions: Sequence[Action]) -> list[Ranked]:
        """The choices it played out, the one it would take first."""
        start = self._clock.now()
        game = view.game()
        found = self._ranked(game, view.viewer, start)
        return [Ranked(game.action(one.id), self._shares(game, one)) for one in found]

    def _ranked(self, game: Game, viewer: str, start: float) -> list[Candidate]:
        """The choices, the best first; a position it has just thought about it knows."""
        searcher = self._searcher
        if searcher is None or searcher.rules is not game.rules:
            self._searcher = searcher = Searcher(game.rules, self._clock)
        elif searcher.is_at(game):
            return self._ranking
        # Seeds of different decisions lie far apart: playouts count on from them.
        seed = (len(game) << SEED_BITS) + self._seed
        searcher.face(game, seed)
        limits = self._limits(start, game.state.kind)
        team = borrow_team(limits.jobs - 1, wait=limits.end == FOREVER)
        try:
            if team.helpers:
                team.face(Position(self._number, viewer, seed, Transcript.of(game)))
            self._ranking = Search(searcher, team, limits).rank()
        finally:
            give_back(team)
        return self._ranking

    def _limits(self, start: float, kind: int) -> Limits:
        part = 1.0 if kind in WEIGHTY else DETAIL
        nodes, seconds = self.budget.nodes, self.budget.seconds
        if nodes is None and seconds is None:
            nodes = DEFAULT_NODES
        return Limits(
            UNLIMITED if nodes is None else max(1, int(nodes * part)),
            FOREVER if seconds is None else start + seconds * part * THINKING,
            self.budget.jobs,
        )

    def _shares(self, game: Game, candidate: Candidate) -> dict[str, float]:
        """Each player's expected share of all points."""
        tally = candidate.tally
        if tally.visits:
            shares = [share / tally.visits for share in tally.shares]
        else:
            shares = self._foreseen(game, candidate.id)
        return dict(zip(game.players, shares, strict=True))

    def _foreseen(self, game: Game, id: int) -> list[float]:
        """The banker's forecast, for what was not played out."""
        assert self._searcher is not None
        state = game.state.copy()
        act(state, id)
        return shares_of(self._searcher.playout.scores(state))
