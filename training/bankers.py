"""The banker in training: as it plays in the arena, where it draws among equals."""

from __future__ import annotations

from random import Random

from rondel.bots.banker import Judge
from rondel.engine import State, answer, donate


def chosen(judge: Judge, state: State, chance: Random) -> int:
    """A legal action of the greatest worth."""
    worths = judge.worths(state)
    best = max(worths)
    return chance.choice(
        [id for id, worth in zip(state.legal, worths, strict=True) if worth == best]
    )


def play(judge: Judge, state: State, chance: Random) -> None:
    """Carries out what the banker would do, after a gift that pays.

    Playouts take the first of equals instead. A network that learned against such bankers knew
    them by heart: it won 0.88 against three of them, and 0.73 to 0.81 against those that draw.
    """
    gift = judge.gift(state)
    if gift:
        donate(state, state.actor, state.nation, gift)
    answer(state, chosen(judge, state, chance))
