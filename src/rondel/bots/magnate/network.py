"""The network of a game, out of its file of weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from rondel.bots.magnate.layers import Layers
from rondel.engine import ENCODING_VERSION, Head, RuleSet, sections_of

if TYPE_CHECKING:
    from rondel.bots.magnate.layers import Layer

FORMAT: Final = 1
"""The layout of a file of weights that is understood here."""

SEATS: Final = 6


class WeightsError(ValueError):
    """A file does not hold the weights of a network for this game; the message says why not."""


class Network:
    """A residual network for the positions of one game."""

    def __init__(self, found: Mapping[str, Any], rules: RuleSet) -> None:
        """Takes the weights out of a file.

        Raises: WeightsError if they are not for this game, KeyError if one is missing.
        """
        checked(found, "format", FORMAT)
        checked(found, "encoding", ENCODING_VERSION)
        checked(found, "game", rules.game)
        self.made = str(found["made"])
        """What they came from."""
        self.size: int = sections_of(rules.table)[-1].stop
        """Bytes of an encoded position."""
        entries = Head(rules.table).size
        width, inner = len(found["into.bias"]), len(found["judge.bias"])
        blocks = [f"block{i}" for i in range(int(found["blocks"]))]
        parts = [f"{block}.{part}" for block in blocks for part in ("first", "second")]
        layers = (
            layer(found, "into", self.size, width),
            *(layer(found, name, width, width) for name in parts),
            layer(found, "policy", width, entries),
            layer(found, "judge", width, inner),
            layer(found, "win", inner, SEATS),
            layer(found, "share", inner, SEATS),
        )
        self.judge = Layers(self.size, width, inner, entries, layers).judge
        """As the search asks for it: see `reading.Network`."""


def layer(found: Mapping[str, Any], name: str, inputs: int, outputs: int) -> Layer:
    """A matrix with a row for each output, and what is added.

    Raises: WeightsError if it has another shape.
    """
    rows, factors, bias = (found[f"{name}.{part}"] for part in ("rows", "factors", "bias"))
    if rows.shape != (outputs, inputs) or not len(factors) == len(bias) == outputs:
        raise WeightsError(f"its layer {name} has the shape {rows.shape}")
    matrix = rows * factors[:, None].astype(np.float32)
    return np.ascontiguousarray(matrix, np.float32), np.ascontiguousarray(bias, np.float32)


def checked(found: Mapping[str, Any], key: str, wanted: object) -> None:
    """Raises: WeightsError if a file says something else than wanted."""
    if (value := found[key].item()) != wanted:
        raise WeightsError(f"its {key} is {value!r}, and not {wanted!r}")
