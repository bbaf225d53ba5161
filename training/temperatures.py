"""Plays bare policies at different temperatures against each other, many games in step.

    python -m training.temperatures --deals 72 "imperial2030 4 2.0 2.8" "imperial 4 banker 3.6"
    python -m training.temperatures "imperial2030 4 0.7@runs/6 0.7"

A contest is a game, a number of players, the hero, and who has all other seats: a temperature at
which the network's policy is drawn from, behind it the folder of its weights if they are not those
of the package, `banker`, or `erring`, the banker that misjudges. Every deal is played once from
each seat. All games ask the network together, so that one takes a small part of the time that it
takes in the arena.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import log10, sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev

import numpy as np

from rondel.bots.banker import Judge
from rondel.bots.levels import EASY_MISJUDGEMENT
from rondel.bots.magnate.loading import reading_of, undisturbed
from rondel.bots.magnate.network import Network
from rondel.bots.magnate.reading import Reading
from rondel.bots.magnate.tree import Node
from rondel.engine import Game, RuleSet, State, act, decisions, ranking
from training import bankers

TOGETHER = 256
"""Games that are played at the same time."""

LEAST_LIKELY = 1e-6
"""Nothing is taken to be less likely, as the magnate has it."""


@dataclass(frozen=True)
class Contest:
    """Who plays whom."""

    game: str
    players: int
    hero: str
    other: str


@dataclass
class Table:
    """A game that is being played."""

    deal: int
    hero: int
    """The hero's seat."""
    state: State
    chance: Random


class Players:
    """All who play without a search."""

    def __init__(self, rules: RuleSet) -> None:
        self.judge = Judge(rules)
        self._rules = rules
        self._readings: dict[str, Reading] = {"": reading_of(rules)}
        """By the folder of their weights."""

    def reading(self, folder: str) -> Reading:
        """The first sight by the weights in a folder."""
        if folder not in self._readings:
            with np.load(Path(folder) / f"{self._rules.game}.npz", allow_pickle=False) as found:
                network = Network(found, self._rules)
            own = self._readings[""]
            self._readings[folder] = Reading(self._rules, own.head, network, own.manner)
        return self._readings[folder]

    def move(self, asked: list[tuple[Table, str]]) -> None:
        """Lets somebody decide at each of some tables."""
        drawn: dict[str, list[Table]] = {}
        for table, who in asked:
            if who == "banker":
                bankers.play(self.judge, table.state, table.chance)
            elif who == "erring":
                self._err(table)
            else:
                drawn.setdefault(who, []).append(table)
        for who, waiting in drawn.items():
            temperature, _, folder = who.partition("@")
            self._draw(waiting, float(temperature), self.reading(folder))

    def _err(self, table: Table) -> None:
        worths = self.judge.worths(table.state)
        seeming = [worth + table.chance.gauss(0.0, EASY_MISJUDGEMENT) for worth in worths]
        act(table.state, table.state.legal[seeming.index(max(seeming))])

    def _draw(self, waiting: list[Table], temperature: float, reading: Reading) -> None:
        found = reading.see([table.state for table in waiting])
        for table, sight in zip(waiting, found, strict=True):
            node = Node(len(table.state.players))
            reading.open(node, table.state, sight.policy)
            weights = [(likely + LEAST_LIKELY) ** (1.0 / temperature) for likely in node.policy]
            act(table.state, table.chance.choices(node.ids, weights)[0])


def tables(contest: Contest, deals: int, seed: str) -> Iterator[Table]:
    """All games of a contest at their start."""
    names = [f"p{seat}" for seat in range(contest.players)]
    for deal in range(deals):
        start = Game.new(contest.game, names, seed=f"{seed}/{deal}").state
        for hero in range(contest.players):
            yield Table(deal, hero, start.copy(), Random(f"{seed}/{deal}"))


def shares(contest: Contest, deals: int, seed: str) -> list[float]:
    """The hero's win share by deal."""
    with undisturbed():
        return [wins / contest.players for wins in _won(contest, deals, seed)]


def _won(contest: Contest, deals: int, seed: str) -> list[float]:
    """The hero's wins by deal."""
    waiting = tables(contest, deals, seed)
    rules = next(tables(contest, 1, seed)).state.rules
    players, live, won = Players(rules), list[Table](), [0.0] * deals
    while True:
        live += islice(waiting, TOGETHER - len(live))
        if not live:
            return won
        players.move(
            [(one, contest.hero if one.state.actor == one.hero else contest.other) for one in live]
        )
        for one in live:
            if one.state.kind == decisions.GAME_OVER:
                winners = ranking(one.state)[0]
                won[one.deal] += (one.hero in winners) / len(winners)
        live = [one for one in live if one.state.kind != decisions.GAME_OVER]


def told(contest: Contest, found: list[float]) -> str:
    """The figures of a contest in one line."""
    share, margin = mean(found), 1.96 * stdev(found) / sqrt(len(found))
    points = [elo(number, contest.players) for number in (share, share - margin, share + margin)]
    return (
        f"{contest.game} {contest.players} {contest.hero} {contest.other}: "
        f"{len(found) * contest.players} games, win share {share:.3f} ± {margin:.3f}, "
        f"{points[0]:+.0f} points ({points[1]:+.0f} to {points[2]:+.0f})"
    )


def elo(share: float, players: int) -> float:
    """How many points a hero is above equal others if he wins such a share."""
    within = min(max(share, 0.001), 0.999)
    return 400.0 * log10(within * (players - 1) / (1.0 - within))


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Plays bare policies against each other.")
    parser.add_argument("contests", nargs="+", metavar="GAME PLAYERS HERO OTHER")
    parser.add_argument("--deals", type=int, default=72, help="each is played from every seat")
    parser.add_argument("--seed", default="temperatures")
    options = parser.parse_args()
    for one in options.contests:
        game, players, hero, other = one.split()
        contest = Contest(game, int(players), hero, other)
        print(told(contest, shares(contest, options.deals, options.seed)), flush=True)


if __name__ == "__main__":
    main()
