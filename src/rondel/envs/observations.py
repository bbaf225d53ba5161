"""Encoded positions and legal actions as arrays: the engine's encoder behind NumPy."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rondel.engine import Encoder, RuleSet, State

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]
Mask = npt.NDArray[np.int8]

SCALE = np.float32(1 / 255)
"""What turns the bytes of an encoded position into numbers from 0 to 1."""


class Observer:
    """Positions of one rule set as arrays, one at a time."""

    def __init__(self, rules: RuleSet) -> None:
        self.encoder = Encoder(rules)
        """What writes them."""
        self.size: int = self.encoder.size
        """Length of an observation."""
        self.actions: int = rules.table.size
        """Length of a mask: ids of actions, donations left out."""

    def observe(self, state: State, seat: int) -> Floats:
        """What the player in a seat sees, as numbers from 0 to 1."""
        return np.frombuffer(self.encoder.encoded(state, seat), np.uint8) * SCALE

    def mask(self, state: State, seat: int) -> Mask:
        """1 for each legal action of the player in a seat: none unless he must decide."""
        mask = np.zeros(self.actions, np.int8)
        if seat == state.actor:
            mask[state.legal] = 1
        return mask
