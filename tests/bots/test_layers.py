"""Both forms of the network compute the same: the plain one is the reference."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from rondel.bots.magnate import layers
from rondel.compiled import PACKAGE, engine_form

SIZE, ENTRIES, SEATS = 50, 70, 6


def plain_form() -> ModuleType:
    """The reference, whichever form the engine has."""
    path = PACKAGE / "bots" / "magnate" / "layers.py"
    spec = importlib.util.spec_from_file_location("plain_layers", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PLAIN = plain_form()


def drawn_layers(width: int, inner: int, blocks: int, seed: int = 1) -> tuple[Any, ...]:
    """What both forms are made from."""
    luck = np.random.default_rng(seed)
    inputs = [SIZE, *[width] * (2 * blocks), width, width, inner, inner]
    outputs = [*[width] * (2 * blocks + 1), ENTRIES, inner, SEATS, SEATS]
    found = tuple(
        (
            luck.normal(0, one**-0.5, (other, one)).astype(np.float32),
            luck.normal(0, 0.5, other).astype(np.float32),
        )
        for one, other in zip(inputs, outputs, strict=True)
    )
    return SIZE, width, inner, ENTRIES, found


def asked(rows: int, players: int, seed: int) -> tuple[bytearray, int, list[int], list[int]]:
    """A question about positions, most of whose bytes are 0."""
    luck = np.random.default_rng(seed)
    seen = luck.integers(1, 256, rows * SIZE) * (luck.random(rows * SIZE) < 0.2)
    counts = luck.integers(1, 9, rows).tolist()
    packed = luck.integers(0, ENTRIES**2, sum(counts)).tolist()
    return bytearray(seen.astype(np.uint8).tobytes()), players, packed, counts


def test_the_network_has_the_form_of_the_engine() -> None:
    compiled = Path(str(layers.__file__)).suffix != ".py"
    assert compiled == layers.COMPILED == (engine_form() == "compiled")


@pytest.mark.skipif(engine_form() == "plain", reason="there is but one form")
@pytest.mark.parametrize(("width", "inner"), [(480, 128), (384, 128), (96, 24), (31, 7)])
@pytest.mark.parametrize("rows", [1, 2, 3, 4, 5, 12, 33])
def test_both_forms_compute_the_same(width: int, inner: int, rows: int) -> None:
    """Widths that fill registers and such that do not, any number of positions."""
    made = drawn_layers(width, inner, blocks=2)
    question = asked(rows, players=2 + rows % 5, seed=rows)
    found: Any = layers.Layers(*made).judge(*question)
    for one, other in zip(found, PLAIN.Layers(*made).judge(*question), strict=True):
        assert np.allclose(one, other, atol=1e-5)


def test_chances_and_shares_add_up() -> None:
    seen, players, packed, counts = asked(3, players=4, seed=5)
    made = layers.Layers(*drawn_layers(64, 16, blocks=1))
    policy, wins, points = made.judge(seen, players, packed, counts)
    first = 0
    for row, count in enumerate(counts):
        assert sum(policy[first : first + count]) == pytest.approx(1)
        assert sum(wins[row]) == pytest.approx(1)
        assert sum(points[row]) == pytest.approx(1)
        first += count
    assert first == len(policy)


@pytest.mark.skipif(engine_form() == "plain", reason="NumPy has words of its own for it")
def test_a_question_that_does_not_fit_is_refused() -> None:
    """Memory that is not its own is never read."""
    made = layers.Layers(*drawn_layers(64, 16, blocks=1))
    seen, players, packed, counts = asked(3, players=4, seed=5)
    with pytest.raises(ValueError, match="positions"):
        made.judge(seen[:-1], players, packed, counts)
    with pytest.raises(ValueError, match="positions"):
        made.judge(seen, 7, packed, counts)
    with pytest.raises(ValueError, match="counts"):
        made.judge(seen, players, packed[:-1], counts)
    with pytest.raises(ValueError, match="counts"):
        made.judge(seen, players, packed, [len(packed), 0, 0])
    with pytest.raises(ValueError, match="no such entry"):
        made.judge(seen, players, [ENTRIES**2, *packed[1:]], counts)


@pytest.mark.skipif(engine_form() == "plain", reason="NumPy has words of its own for it")
def test_layers_that_do_not_fit_are_refused() -> None:
    size, width, inner, entries, made = drawn_layers(64, 16, blocks=1)
    with pytest.raises(ValueError, match="another shape"):
        layers.Layers(size, width + 1, inner, entries, made)
    doubled = ((made[0][0].astype(np.float64), made[0][1]), *made[1:])
    with pytest.raises(ValueError, match="another shape"):
        layers.Layers(size, width, inner, entries, doubled)
    with pytest.raises(ValueError, match="so many layers"):
        layers.Layers(size, width, inner, entries, made[:-1])
