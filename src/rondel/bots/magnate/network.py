"""The network itself, computed with NumPy on one core."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rondel.engine import ENCODING_VERSION, Head, RuleSet, sections_of

FORMAT: Final = 1
"""The layout of a file of weights that is understood here."""

EPSILON: Final = 1e-5
"""Keeps the length of a row of zeros from dividing by zero."""

SEATS: Final = 6

Floats = npt.NDArray[np.float32]


class WeightsError(ValueError):
    """A file does not hold the weights of a network for this game; the message says why not."""


class Layer:
    """A matrix, turned so that rows of inputs are multiplied from the left, and what is added."""

    def __init__(self, found: Mapping[str, Any], name: str, inputs: int, outputs: int) -> None:
        rows, factors, bias = (found[f"{name}.{part}"] for part in ("rows", "factors", "bias"))
        if rows.shape != (outputs, inputs) or not len(factors) == len(bias) == outputs:
            raise WeightsError(f"its layer {name} has the shape {rows.shape}")
        self.rows: Floats = rows * factors[:, None].astype(np.float32)
        """One for each output."""
        self.matrix: Floats = np.ascontiguousarray(self.rows.T)
        self.bias: Floats = bias.astype(np.float32)

    def of(self, values: Floats) -> Floats:
        """The outputs for rows of inputs."""
        found: Floats = values @ self.matrix
        found += self.bias
        return found


class Network:
    """A residual network for the positions of one game."""

    def __init__(self, found: Mapping[str, Any], rules: RuleSet) -> None:
        """Takes the weights out of a file.

        Raises: WeightsError if they are not for this game, KeyError if one is missing.
        """
        head = Head(rules.table)
        checked(found, "format", FORMAT)
        checked(found, "encoding", ENCODING_VERSION)
        checked(found, "game", rules.game)
        self.made = str(found["made"])
        """What they came from."""
        self.size: int = sections_of(rules.table)[-1].stop
        """Bytes of an encoded position."""
        self._entries = head.size
        width, inner = len(found["into.bias"]), len(found["judge.bias"])
        self._into = Layer(found, "into", self.size, width)
        self._into.matrix /= 255
        self._blocks = [
            [Layer(found, f"block{i}.{part}", width, width) for part in ("first", "second")]
            for i in range(int(found["blocks"]))
        ]
        self._policy = Layer(found, "policy", width, head.size)
        self._judge = Layer(found, "judge", width, inner)
        self._win = Layer(found, "win", inner, SEATS)
        self._share = Layer(found, "share", inner, SEATS)

    def judge(
        self, seen: bytearray, players: int, packed: list[int], counts: list[int]
    ) -> tuple[list[float], list[list[float]], list[list[float]]]:
        """As the search asks for it: see `reading.Network`."""
        values = np.frombuffer(seen, np.uint8).reshape(len(counts), self.size)
        inner = self._trunk(values.astype(np.float32))
        judged = self._judge.of(inner)
        np.maximum(judged, 0, out=judged)
        wins = shares(self._win.of(judged)[:, :players])
        points = shares(self._share.of(judged)[:, :players])
        return self._chances(inner, packed, counts), wins.tolist(), points.tolist()

    def _trunk(self, values: Floats) -> Floats:
        inner = self._into.of(values)
        for first, second in self._blocks:
            between = first.of(normed(inner))
            np.maximum(between, 0, out=between)
            inner += second.of(between)
        return normed(inner)

    def _chances(self, inner: Floats, packed: list[int], counts: list[int]) -> list[float]:
        """How likely each legal action is the best: its two entries' scores, added."""
        entries, details = np.divmod(np.array(packed, np.int64), self._entries)
        rows, bias = self._policy.rows, self._policy.bias
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


def checked(found: Mapping[str, Any], key: str, wanted: object) -> None:
    """Raises: WeightsError if a file says something else than wanted."""
    if (value := found[key].item()) != wanted:
        raise WeightsError(f"its {key} is {value!r}, and not {wanted!r}")
