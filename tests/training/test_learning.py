"""Decisions are worth what their own deciders see next, or the result."""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="training alone needs PyTorch")

from training.acting import Moment  # noqa: E402
from training.learning import Recipe, set_targets  # noqa: E402
from training.weights import SEATS  # noqa: E402

RECIPE = Recipe(advantage_decay=0.5, judgement_decay=1.0)


def moment(actor: int, expected: list[float], result: list[float] | None = None) -> Any:
    """A decision at one table of two; `result` is of a game that ended before it."""
    rest = [0.0] * (SEATS - 2)
    wins = torch.tensor([[*expected, *rest]])
    ended = torch.tensor([result is not None])
    results = torch.tensor([[*(result or [0.0, 0.0]), *rest] * 2])
    number = torch.tensor
    return Moment(
        seen=torch.zeros(1, 3, dtype=torch.uint8), packed=number([0, 1]), counts=number([2]),
        actors=number([actor]), players=number([2]), who=number([0]), pure=number([True]),
        seated=number([[0, 0, -1, -1, -1, -1]]),
        kinds=number([1]), labels=number([-1]), ended=ended, results=results,
        chosen=number([0]), logs=number([0.0]), wins=wins, shares=wins.clone(),
    )  # fmt: skip


def test_what_the_decider_sees_next_counts_and_not_what_others_see() -> None:
    moments = [moment(0, [0.5, 0.5]), moment(1, [0.1, 0.9]), moment(0, [0.7, 0.3])]
    set_targets(moments, 1, RECIPE)
    assert moments[0].target.advantage.tolist() == pytest.approx([0.2])
    assert moments[0].target.known.tolist() == [1.0]


def test_expectations_fade_the_further_they_are() -> None:
    moments = [moment(0, [0.5, 0.5]), moment(0, [0.6, 0.4]), moment(0, [0.9, 0.1])]
    set_targets(moments, 1, RECIPE)
    assert moments[0].target.advantage.tolist() == pytest.approx([0.5 * 0.6 + 0.5 * 0.9 - 0.5])


def test_the_result_is_what_everybody_sees_at_the_end() -> None:
    moments = [moment(0, [0.5, 0.5]), moment(1, [0.4, 0.6]), moment(1, [0.2, 0.8], [1.0, 0.0])]
    set_targets(moments, 2, RECIPE)
    assert moments[0].target.wins[0, :2].tolist() == [1.0, 0.0]
    assert moments[1].target.wins[0, :2].tolist() == [0.0, 1.0], "the decider comes first"
    assert moments[1].target.advantage.tolist() == pytest.approx([-0.6])


def test_nothing_is_learned_from_a_decision_whose_outcome_is_not_seen() -> None:
    moments = [moment(0, [0.5, 0.5]), moment(1, [0.1, 0.9])]
    set_targets(moments, 1, RECIPE)
    assert moments[0].target.known.tolist() == [0.0]
    assert moments[0].target.advantage.tolist() == [0.0]
