"""What a player wants of the end of a game, in numbers that can be averaged."""

from __future__ import annotations

from math import exp
from typing import Final

SHARPNESS: Final = 12.0
"""A lead of one twelfth of the average score makes the win e times likelier.

Scores of playouts miss the truth by about that much, so a bare win or loss would waste most of
what a playout tells, and the bare share would not care who is first.
"""

LEAST: Final = 1.0
"""Below one million nobody has more than another."""


def shares_of(scores: list[float]) -> list[float]:
    """Each player's share of all points; they add up to 1."""
    raised = [max(LEAST, score) for score in scores]
    total = sum(raised)
    return [score / total for score in raised]


def prospects_of(scores: list[float]) -> list[float]:
    """How near each player is to the win, from 0 to 1; they add up to 1."""
    top = max(scores)
    scale = SHARPNESS * len(scores) / max(LEAST, sum(scores))
    weights = [exp((score - top) * scale) for score in scores]
    total = sum(weights)
    return [weight / total for weight in weights]
