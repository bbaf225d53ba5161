"""Positions compared: all of them, or only what outlasts the turn."""

from __future__ import annotations

from rondel.engine.model.state import State


def same_position(a: State, b: State) -> bool:
    """Whether two positions of one rule set are the same.

    Those that the same actions led to differ where games began differently, where one was taken
    back and went on otherwise, or where the cash of others had to be assumed.
    """
    return a.standing() == b.standing() and a.pending() == b.pending()


def same_standing(a: State, b: State) -> bool:
    """Whether two positions differ in nothing that outlasts the turn.

    The investor card only marks where the turn ended.
    """
    return a.standing() == b.standing()
