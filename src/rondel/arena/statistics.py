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

    Nothing is known from a single block. If all blocks say all or nothing, drawing from them says
    the same; the other bound is then the share that would give so many blocks one time in twenty.
    """
    if len(parts) < 2:
        return 0.0, 1.0
    doubt = 1 - (1 - CONFIDENCE) ** (1 / len(parts))
    if all(total == 0 for total, _ in parts):
        return 0.0, doubt
    if all(total == number for total, number in parts):
        return 1 - doubt, 1.0
    return bootstrap(parts, ratio, seed)


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
    if half a game had gone the other way.
    """
    least = 0.5 / games
    share = min(max(share, least), 1 - least)
    return ELO_SCALE * math.log10(share * (players - 1) / (1 - share))
