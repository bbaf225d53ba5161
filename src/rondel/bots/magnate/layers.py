"""What the network computes, with NumPy; where the engine is compiled, `layers.c` stands for it."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

COMPILED: Final = False
"""Whether this is the form in C, which needs no other library."""

EPSILON: Final = 1e-5
"""Keeps the length of a row of zeros from dividing by zero."""

Floats = npt.NDArray[np.float32]
Layer = tuple[Floats, Floats]
"""A matrix with a row for each output, and what is added."""


class Layers:
    """A residual network, and what it makes of positions."""

    def __init__(
        self, size: int, width: int, inner: int, entries: int, layers: tuple[Layer, ...]
    ) -> None:
        """Takes the bytes of a position, three widths and all layers.

        The layers are the first, two for each block, and those of the policy, the judgement, wins
        and shares.
        """
        self._size = size
        self._entries = entries
        self._into, *blocks, self._policy, self._judge, self._win, self._share = layers
        self._blocks = list(zip(blocks[::2], blocks[1::2], strict=True))

    def judge(
        self, seen: bytearray, players: int, packed: list[int], counts: list[int]
    ) -> tuple[list[float], list[list[float]], list[list[float]]]:
        """As the search asks for it: see `reading.Network`."""
        lit: Floats = np.divide(np.frombuffer(seen, np.uint8), 255, dtype=np.float32)
        inner = self._trunk(lit.reshape(len(counts), self._size))
        judged = of(self._judge, inner)
        np.maximum(judged, 0, out=judged)
        wins = shares(of(self._win, judged)[:, :players])
        points = shares(of(self._share, judged)[:, :players])
        return self._chances(inner, packed, counts), wins.tolist(), points.tolist()

    def _trunk(self, values: Floats) -> Floats:
        inner = of(self._into, values)
        for first, second in self._blocks:
            between = of(first, normed(inner))
            np.maximum(between, 0, out=between)
            inner += of(second, between)
        return normed(inner)

    def _chances(self, inner: Floats, packed: list[int], counts: list[int]) -> list[float]:
        """How likely each legal action is the best: its two entries' scores, added."""
        entries, details = np.divmod(np.array(packed, np.int64), self._entries)
        rows, bias = self._policy
        weights = rows[entries]
        weights += rows[details]
        owners = np.repeat(np.arange(len(counts)), counts)
        scores = np.einsum("ij,ij->i", weights, inner[owners])
        scores += bias[entries]
        scores += bias[details]
        starts = np.cumsum([0, *counts[:-1]])
        scores -= np.maximum.reduceat(scores, starts)[owners]
        np.exp(scores, out=scores)
        scores /= np.add.reduceat(scores, starts)[owners]
        chances: list[float] = scores.tolist()
        return chances


def of(layer: Layer, values: Floats) -> Floats:
    """The outputs of a layer for rows of inputs."""
    rows, bias = layer
    found: Floats = values @ rows.T
    found += bias
    return found


def normed(values: Floats) -> Floats:
    """Rows brought to the same length."""
    squares = np.einsum("ij,ij->i", values, values)
    squares /= values.shape[1]
    squares += EPSILON
    scaled: Floats = values / np.sqrt(squares)[:, None]
    return scaled


def shares(scores: Floats) -> Floats:
    """Scores as shares that add up to 1, row by row."""
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    found: Floats = scores / scores.sum(axis=1, keepdims=True)
    return found
