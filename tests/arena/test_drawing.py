"""Scales have round ticks, and words keep their distance."""

from __future__ import annotations

import pytest

from rondel.arena.drawing import Drawing, Scale, spread_apart


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([0, 0.62], [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]),
        ([-387, 0, 630], [-400, -200, 0, 200, 400, 600, 800]),
        ([0, 20], [0, 2.5, 5, 7.5, 10, 12.5, 15, 17.5, 20]),
        ([0, 0], [0]),
    ],
)
def test_scale_has_round_ticks_round_its_values(values: list[float], ticks: list[float]) -> None:
    scale = Scale.over(values, 100, 200)
    assert list(scale.ticks) == pytest.approx(ticks)
    assert 100 <= scale.at(min(values)) <= scale.at(max(values)) <= 200


def test_whole_scale_ends_at_the_last_value() -> None:
    scale = Scale.over([0, 130], 10, 140, whole=True)
    assert list(scale.ticks) == [0, 20, 40, 60, 80, 100, 120]
    assert scale.at(130) == 140


def test_scale_may_run_upwards() -> None:
    scale = Scale.over([0, 1], 300, 100)
    assert (scale.at(0), scale.at(1)) == (300, 100)


def test_places_are_spread_in_their_order_within_bounds() -> None:
    spread = spread_apart({"a": 50, "b": 51, "c": 99, "d": 98}, 10, 0, 100)
    assert spread == {"a": 50, "b": 60, "d": 90, "c": 100}


def test_names_cannot_break_the_document() -> None:
    drawing = Drawing(10, 10)
    drawing.text(0, 0, "<b> & c")
    assert "&lt;b&gt; &amp; c" in drawing.svg()
