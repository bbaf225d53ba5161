"""The luck of playouts: numbers that are drawn fast, and anew for every turn."""

from __future__ import annotations

from typing import Final

MASK: Final = 0x3FFFFFFF
"""Thirty bits, so that products stay small integers."""
STIR: Final = 0x45D9F3B
"""A factor that spreads the bits of small differences over the whole number."""
FACTOR: Final = 48271
MODULUS: Final = 2147483647
"""Factor and modulus of the generator of Lehmer, Park and Miller."""


class Luck:
    """Draws numbers; after `begin` with the same numbers it draws the same."""

    def __init__(self) -> None:
        self.seed = 0
        self.now = 1

    def begin(self, seed: int, number: int) -> None:
        """Begins a playout; `turn` comes before the first draw."""
        self.seed = stirred((seed & MASK) ^ stirred(number & MASK))

    def turn(self, number: int) -> None:
        """Begins a turn: its luck is the same however many decisions were made before."""
        self.now = stirred(self.seed ^ stirred(number)) + 1

    def draw(self) -> float:
        """A number from 0 to below 1."""
        self.now = self.now * FACTOR % MODULUS
        return self.now / MODULUS


def stirred(number: int) -> int:
    """Another number of thirty bits, unlike those of its neighbours."""
    number = ((number ^ number >> 15) * STIR) & MASK
    number = ((number ^ number >> 15) * STIR) & MASK
    return number ^ number >> 15
