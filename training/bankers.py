"""The banker in training: as it plays in the arena, where it draws among equals."""

from __future__ import annotations

from random import Random

from rondel.bots.banker import Judge
from rondel.engine import State


def chosen(judge: Judge, state: State, chance: Random) -> int:
    """A legal action of the greatest worth."""
    worths = judge.worths(state)
    best = max(worths)
    return chance.choice(
        [id for id, worth in zip(state.legal, worths, strict=True) if worth == best]
    )
