"""Weights ship as small whole numbers, and are read as they were written."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from training import weights

SHAPES = {
    "into": (8, 20),
    "block0.first": (8, 8),
    "block0.second": (8, 8),
    "policy": (30, 8),
    "judge": (5, 8),
    "win": (6, 5),
    "share": (6, 5),
}


def drawn_layers() -> dict[str, tuple[weights.Floats, weights.Floats]]:
    chance = np.random.default_rng(1)
    return {
        name: (
            chance.normal(size=shape).astype(np.float32),
            chance.normal(size=shape[0]).astype(np.float32),
        )
        for name, shape in SHAPES.items()
    }


def test_a_row_is_off_by_at_most_half_a_step_of_its_own(tmp_path: Path) -> None:
    layers = drawn_layers()
    weights.write(tmp_path / "some.npz", "imperial", layers, "by hand")
    read = weights.Network.read(tmp_path / "some.npz")
    assert (read.game, read.made, read.blocks) == ("imperial", "by hand", 1)
    for name, (matrix, bias) in layers.items():
        found, found_bias = read.layers[name]
        step = np.abs(matrix).max(axis=1, keepdims=True) / weights.LARGEST
        assert (np.abs(found - matrix) <= step * 0.51).all()
        assert (found_bias == bias).all()


def test_scores_of_a_position_do_not_depend_on_its_neighbours() -> None:
    network = weights.Network("imperial", "by hand", drawn_layers())
    seen = np.random.default_rng(2).integers(0, 256, (4, 20)).astype(np.uint8)
    together = network.scores(seen)
    for i in range(4):
        for one, all_of_them in zip(network.scores(seen[i : i + 1]), together, strict=True):
            assert np.allclose(one[0], all_of_them[i], atol=1e-4)


def test_shares_are_of_those_who_play() -> None:
    scores = np.array([[1.0, 2.0, 3.0, 50.0, 50.0, 50.0]], np.float32)
    assert weights.shares(scores, 3).sum() == pytest.approx(1)
    assert weights.shares(scores, 3).shape == (1, 3)


def test_weights_for_another_encoding_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.npz"
    weights.write(path, "imperial", drawn_layers(), "by hand")
    with np.load(path) as found:
        arrays = {**found, "encoding": np.array(99)}
    np.savez(path, **arrays)
    with pytest.raises(ValueError, match="another encoding"):
        weights.Network.read(path)
