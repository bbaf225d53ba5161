"""The search: which actions are played out how often, and which is best in the end."""

from __future__ import annotations

from math import sqrt
from typing import Final

from rondel.bots.strategist.messages import Part
from rondel.bots.strategist.searcher import UNLIMITED, Searcher
from rondel.bots.strategist.tally import Tally
from rondel.bots.strategist.team import Team

MOST_CANDIDATES: Final = 12
"""Actions that are played out at all: those the banker likes best."""

LEAST_TRIES: Final = 8
"""Playouts there should be for each candidate; with a small budget there are fewer candidates."""

TRUST: Final = 10.0
"""The banker's judgement of an action counts as much as so many playouts."""

LAG_COST: Final = 0.03
"""Prospects that a million in the banker's judgement is taken to cost."""

CLEAR: Final = 4.0
"""Standard errors by which the best must lead to be chosen before the budget is spent."""

GRACE: Final = 0.02
"""Seconds after which the answer of a helper that is late is not waited for."""

FOREVER: Final = float("inf")


class Limits:
    """What a search may use."""

    def __init__(self, nodes: int, end: float, jobs: int) -> None:
        self.nodes = nodes
        """Playouts; `UNLIMITED` for as many as the time allows."""
        self.end = end
        """When it must stop by the clock; may be `FOREVER`."""
        self.jobs = jobs
        """Processes."""


class Candidate:
    """An action under consideration, and what playouts found after it."""

    def __init__(self, id: int, lag: float, players: int) -> None:
        self.id = id
        self.lag = lag
        """Millions by which the banker likes it less than its favourite."""
        self.tally = Tally(players)

    def value(self, actor: int, mean: float) -> float:
        """What it is taken to be worth: its playouts, and a little of the banker's judgement.

        `mean` is the average of all candidates.
        """
        tally = self.tally
        guess = max(0.0, mean - LAG_COST * self.lag)
        return (tally.prospects[actor] + TRUST * guess) / (tally.visits + TRUST)


class Search:
    """Sequential halving: all candidates get the same playouts, then the worse half goes."""

    def __init__(self, searcher: Searcher, team: Team, limits: Limits) -> None:
        self.searcher = searcher
        self.team = team
        self.limits = limits

    def rank(self) -> list[Candidate]:
        """The actions it thought about, the best first."""
        found, dropped = self.candidates(), list[Candidate]()
        rounds = (len(found) - 1).bit_length()
        for number in range(rounds):
            count = UNLIMITED
            if self.limits.nodes < UNLIMITED:
                count = self.limits.nodes // rounds // len(found)
            self.play_out(found, number * UNLIMITED, count, rounds - number)
            found = self.ordered(found)
            if self.is_clear(found) or self.searcher.clock.now() >= self.limits.end:
                break
            half = (len(found) + 1) // 2
            found, dropped = found[:half], found[half:] + dropped
        return found + dropped

    def candidates(self) -> list[Candidate]:
        """The actions to play out, the one the banker likes best first."""
        root, searcher = self.searcher.root, self.searcher
        nodes = min(
            self.limits.nodes,
            searcher.within(self.limits.end - searcher.clock.now()) * self.limits.jobs,
        )
        most = max(1, min(2, nodes), min(MOST_CANDIDATES, nodes // LEAST_TRIES))
        found: list[Candidate] = []
        for i, id in enumerate(root.ids[:most]):
            found.append(Candidate(id, root.worths[0] - root.worths[i], len(root.tally.shares)))
            found[i].tally.add(root.branch(i).tally)
        return found

    def play_out(self, found: list[Candidate], first: int, count: int, rounds_left: int) -> None:
        """One round: plays out each candidate `count` times, or for its part of the time left."""
        clock, jobs = self.searcher.clock, self.limits.jobs
        now = clock.now()
        clock.end = now + (self.limits.end - now) / rounds_left
        seconds = clock.end - now
        ids = [candidate.id for candidate in found]
        counts = [(count + jobs - 1 - job) // jobs for job in range(jobs)]
        parts = [Part(ids, first + job, jobs, counts[job], seconds) for job in range(jobs)]
        left = self.team.give(parts[1:], wait=seconds == FOREVER)
        for part in [parts[0], *left]:
            self.add(found, self.searcher.sample(part.ids, part.first, part.step, part.count))
        for tallies in self.team.collect(clock.end - clock.now() + GRACE):
            self.add(found, tallies)

    def add(self, found: list[Candidate], tallies: list[Tally]) -> None:
        """Adds what one process has found."""
        for candidate, tally in zip(found, tallies, strict=True):
            candidate.tally.add(tally)

    def ordered(self, found: list[Candidate]) -> list[Candidate]:
        """The best first; of equals, the one the banker likes better."""
        root = self.searcher.root
        mean = root.tally.mean(root.actor)
        order = sorted([(-found[i].value(root.actor, mean), i) for i in range(len(found))])
        return [found[pair[1]] for pair in order]

    def is_clear(self, found: list[Candidate]) -> bool:
        """Whether the first leads the second by more than chance explains."""
        actor, first, second = self.searcher.root.actor, found[0].tally, found[1].tally
        doubt = sqrt(first.doubt(actor) ** 2 + second.doubt(actor) ** 2)
        return first.mean(actor) - second.mean(actor) > CLEAR * doubt
