"""Shares, their intervals, and what a share of wins is worth in Elo points."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

Block = TypeVar("Block")
Interval = tuple[float, float]

RESAMPLES = 1000
CONFIDENCE = 0.95
NORMAL = 1.96
"""Standard deviations of the normal distribution that hold 95 % of it on either side."""
ELO_SCALE = 400
"""Elo points between a bot and one ten times as strong."""


def bootstrap(
    blocks: Sequence[Block],
    figure: Callable[[Sequence[Block]], float],
    seed: str,
    resamples: int = RESAMPLES,
) -> Interval:
    """The 95 % interval of a figure, from blocks drawn anew with replacement.

    Blocks are drawn, not games, because the games of one deal resemble each other.
    """
    chance = Random(seed)
    drawn = [figure(chance.choices(blocks, k=len(blocks))) for _ in range(resamples)]
    return middle(drawn)


def interval_of_share(parts: Sequence[tuple[float, int]], seed: str) -> Interval:
    """The 95 % interval of a share, from its sums and numbers in each block.

    Nothing is known from a single block. If all blocks say the same, drawing from them says nothing
    new: the interval is then that of Wilson, for as many trials as there are blocks.
    """
    if len(parts) < 2:
        return 0.0, 1.0
    if len({total / number for total, number in parts}) == 1:
        return wilson(ratio(parts), len(parts))
    return bootstrap(parts, ratio, seed)


def wilson(share: float, trials: int) -> Interval:
    """The 95 % interval of a share that was found in so many trials (Wilson 1927)."""
    doubt = NORMAL**2 / trials
    centre = (share + doubt / 2) / (1 + doubt)
    half = math.sqrt(doubt * (share * (1 - share) + doubt / 4)) / (1 + doubt)
    return max(0.0, centre - half), min(1.0, centre + half)


def middle(values: Sequence[float]) -> Interval:
    """The bounds between which 95 % of some values lie."""
    ordered, outside = sorted(values), (1 - CONFIDENCE) / 2
    last = len(ordered) - 1
    return ordered[round(outside * last)], ordered[round((1 - outside) * last)]


def ratio(parts: Sequence[tuple[float, int]]) -> float:
    """The mean of values that come as sums with their numbers."""
    number = sum([number for _, number in parts])
    return sum([total for total, _ in parts]) / number if number else 0.0


def elo_of_share(share: float, players: int, games: int) -> float:
    """How many Elo points ahead of equal opponents a player is who wins that share of games.

    By the model of Plackett and Luce someone `d` points ahead of each of the others wins
    `10^(d/400) / (10^(d/400) + players - 1)`. All and nothing would be infinite: they count as
    if half of one game more had gone the other way.
    """
    least = 0.5 / (games + 1)
    share = min(max(share, least), 1 - least)
    return ELO_SCALE * math.log10(share * (players - 1) / (1 - share))
