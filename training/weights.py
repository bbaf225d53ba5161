"""Weights as they ship: int8 rows with a factor each, in one file for a game. Needs NumPy alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rondel.engine import ENCODING_VERSION

FORMAT = 1
SEATS = 6
EPSILON = 1e-5
"""Keeps the norm of a row of zeros from dividing by zero."""
LARGEST = 127

Floats = npt.NDArray[np.float32]


def layer_names(blocks: int) -> list[str]:
    """The layers of a network, in the order of its calculation."""
    inner = [f"block{i}.{part}" for i in range(blocks) for part in ("first", "second")]
    return ["into", *inner, "policy", "judge", "win", "share"]


def rounded(matrix: Floats) -> tuple[npt.NDArray[np.int8], Floats]:
    """A matrix as rows of int8 and a factor for each of them."""
    factors = np.abs(matrix).max(axis=1).astype(np.float32) / LARGEST
    safe = np.where(factors > 0, factors, 1)
    rows = np.rint(matrix / safe[:, None]).clip(-LARGEST, LARGEST).astype(np.int8)
    return rows, factors


def write(path: Path, game: str, layers: Mapping[str, tuple[Floats, Floats]], made: str) -> None:
    """Writes weights and biases by layer; `made` says what they came from."""
    blocks = sum(name.endswith(".first") for name in layers)
    arrays: dict[str, Any] = {
        "format": FORMAT,
        "encoding": ENCODING_VERSION,
        "game": game,
        "made": made,
        "blocks": blocks,
    }
    for name in layer_names(blocks):
        matrix, bias = layers[name]
        arrays[f"{name}.rows"], arrays[f"{name}.factors"] = rounded(matrix)
        arrays[f"{name}.bias"] = bias.astype(np.float32)
    np.savez_compressed(path, **arrays)


def norm(values: Floats) -> Floats:
    """Rows brought to the same length."""
    length = np.sqrt((values * values).mean(axis=-1, keepdims=True) + EPSILON)
    scaled: Floats = values / length
    return scaled


def shares(scores: Floats, players: int) -> Floats:
    """Scores of the first seats as shares that add up to 1."""
    powers = np.exp(scores[..., :players] - scores[..., :players].max(axis=-1, keepdims=True))
    found: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return found


class Network:
    """What a file of weights computes, told as plainly as can be: the measure for faster ones."""

    def __init__(self, game: str, made: str, layers: Mapping[str, tuple[Floats, Floats]]) -> None:
        self.game = game
        self.made = made
        self.layers = layers
        self.blocks = sum(name.endswith(".first") for name in layers)
        self.width, self.inputs = layers["into"][0].shape
        self.entries = len(layers["policy"][1])

    @staticmethod
    def read(path: Path) -> Network:
        """What `write` has written.

        Raises: ValueError if it is for another format or encoding.
        """
        with np.load(path, allow_pickle=False) as found:
            if int(found["format"]) != FORMAT or int(found["encoding"]) != ENCODING_VERSION:
                raise ValueError(f"{path} is for another format, or another encoding")
            layers = {
                name: (
                    found[f"{name}.rows"] * found[f"{name}.factors"][:, None],
                    found[f"{name}.bias"],
                )
                for name in layer_names(int(found["blocks"]))
            }
            return Network(str(found["game"]), str(found["made"]), layers)

    def _of(self, name: str, values: Floats) -> Floats:
        matrix, bias = self.layers[name]
        found: Floats = values @ matrix.T + bias
        return found

    def scores(self, observations: npt.NDArray[np.uint8]) -> tuple[Floats, Floats, Floats]:
        """Of encoded positions, one in a row: the head's scores, and those of wins and shares."""
        inputs: Floats = np.divide(observations, 255, dtype=np.float32)
        values = self._of("into", inputs)
        for i in range(self.blocks):
            inner = np.maximum(self._of(f"block{i}.first", norm(values)), 0)
            values = values + self._of(f"block{i}.second", inner)
        values = norm(values)
        judged = np.maximum(self._of("judge", values), 0)
        return self._of("policy", values), self._of("win", judged), self._of("share", judged)
