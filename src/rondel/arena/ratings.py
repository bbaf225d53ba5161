"""Ratings by the model of Plackett and Luce, on the scale of Elo, with intervals.

In the model every bot has a strength. Among those who have no place yet, the next best place goes
to each with a probability in proportion to its strength. The strengths that make the places of
all games most likely are found by minorisation and maximisation (Hunter 2004).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, permutations, product, repeat
from random import Random

from rondel.arena.match import Outcome
from rondel.arena.plan import Plan
from rondel.arena.statistics import ELO_SCALE, Interval, middle

RESAMPLES = 200
PRECISE = 1e-5
"""Change of a logarithm of strength with which the search ends: less than 0.01 Elo points."""
MOST_STEPS = 2000
AVERAGE = ""
"""A bot that does not exist. Each bot has drawn one game with it, so that ratings stay finite."""

Orders = Mapping[tuple[str, ...], float]
"""Bots from the first place to the last -> how often they came in like that."""


@dataclass(frozen=True)
class Rating:
    """How strong a bot is, in Elo points."""

    points: float
    interval: Interval | None
    """Of 95 %; None if a single block tells nothing about it."""


def rate(plan: Plan, outcomes: Iterable[Outcome]) -> dict[str, Rating]:
    """The rating of every bot of a plan.

    In a duel the first of the others has 0 points, in a ladder the first bot; in a round robin 0
    is the mean.
    """
    groups = _groups(plan, outcomes)
    strengths = fit(_sum(chain(*groups)), plan.bots)
    best = _anchored(plan, strengths)
    if min([len(group) for group in groups]) == 1:
        return {bot: Rating(points, None) for bot, points in best.items()}
    chance = Random(f"{plan.setting.seed}/ratings")
    blocks = [*chain(*groups)]
    drawn = []
    for _ in range(RESAMPLES):
        weights = [chance.expovariate(1) for _ in blocks]
        found = fit(_sum(blocks, weights), plan.bots, strengths, chance.expovariate(1))
        drawn.append(_anchored(plan, found))
    return {bot: Rating(best[bot], middle([points[bot] for points in drawn])) for bot in plan.bots}


def _groups(plan: Plan, outcomes: Iterable[Outcome]) -> list[list[Orders]]:
    """The orders of each block. In a ladder those of each pair are drawn from apart."""
    groups: dict[object, dict[int, dict[tuple[str, ...], float]]] = {}
    for outcome in outcomes:
        bots, block = outcome.fixture.bots, outcome.fixture.block
        blocks = groups.setdefault(frozenset(bots) if plan.mode == "ladder" else (), {})
        orders = blocks.setdefault(block, {})
        for order, number in orders_of(outcome).items():
            orders[order] = orders.get(order, 0) + number
    return [list(blocks.values()) for blocks in groups.values()]


def orders_of(outcome: Outcome) -> dict[tuple[str, ...], float]:
    """The order of a game; where places are shared, every order they leave open in equal parts."""
    bots = outcome.fixture.bots
    found: Counter[tuple[str, ...]] = Counter()
    ways = list(product(*[permutations(place) for place in outcome.ranking]))
    for way in ways:
        found[tuple([bots[seat] for seat in chain(*way)])] += 1
    return {order: number / len(ways) for order, number in found.items()}


def _sum(blocks: Iterable[Orders], weights: Iterable[float] = repeat(1.0)) -> Orders:
    total: dict[tuple[str, ...], float] = {}
    for block, weight in zip(blocks, weights, strict=False):
        for order, number in block.items():
            total[order] = total.get(order, 0) + weight * number
    return total


def _anchored(plan: Plan, strengths: Mapping[str, float]) -> dict[str, float]:
    """Strengths as Elo points from the zero of the plan's mode."""
    points = {bot: ELO_SCALE * math.log10(strengths[bot]) for bot in plan.bots}
    zero = sum(points.values()) / len(points)
    if plan.mode != "round_robin":
        zero = points[plan.bots[1 if plan.mode == "duel" else 0]]
    return {bot: points[bot] - zero for bot in plan.bots}


def fit(
    orders: Orders,
    bots: Sequence[str],
    start: Mapping[str, float] | None = None,
    drawn: float = 1.0,
) -> dict[str, float]:
    """The strengths that make the orders most likely; those of the bots have the product 1.

    `drawn` is how much the game counts that each bot has drawn with the average.
    """
    games = {**orders}
    for bot in bots:
        games[bot, AVERAGE] = games[AVERAGE, bot] = drawn / 2
    won = _times_chosen(games)
    strengths = dict(start or dict.fromkeys(bots, 1.0)) | {AVERAGE: 1.0}
    for _ in range(MOST_STEPS):
        chances = _chances(games, strengths)
        better = _scaled({bot: won[bot] / chances[bot] for bot in strengths}, bots)
        change = max([abs(math.log(better[bot] / strengths[bot])) for bot in bots])
        strengths = better
        if change < PRECISE:
            break
    return strengths


def _times_chosen(games: Orders) -> dict[str, float]:
    """How often each bot was given a place while others were left."""
    chosen: dict[str, float] = {}
    for order, number in games.items():
        for bot in order[:-1]:
            chosen[bot] = chosen.get(bot, 0) + number
        chosen.setdefault(order[-1], 0)
    return chosen


def _chances(games: Orders, strengths: Mapping[str, float]) -> dict[str, float]:
    """How often each bot would be chosen for each unit of its strength."""
    chances = dict.fromkeys(strengths, 0.0)
    for order, number in games.items():
        left, sums = 0.0, []
        for bot in reversed(order):
            left += strengths[bot]
            sums.append(left)
        part = 0.0
        for place, bot in enumerate(order):
            if place < len(order) - 1:
                part += number / sums[-1 - place]
            chances[bot] += part
    return chances


def _scaled(strengths: Mapping[str, float], bots: Sequence[str]) -> dict[str, float]:
    mean = sum([math.log(strengths[bot]) for bot in bots]) / len(bots)
    return {bot: strength / math.exp(mean) for bot, strength in strengths.items()}
