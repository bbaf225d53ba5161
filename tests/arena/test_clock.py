"""Times: their mean is exact, their percentile nearly."""

from __future__ import annotations

from random import Random

import pytest

from rondel.arena.clock import Clock, together


def clock_of(*seconds: float) -> Clock:
    clock = Clock()
    for second in seconds:
        clock.add(second)
    return clock


def test_mean_is_in_milliseconds() -> None:
    assert clock_of(0.001, 0.003).mean() == pytest.approx(2)


def test_percentile_is_near_the_true_one() -> None:
    chance = Random(1)
    times = [10 ** chance.uniform(-6, 2) for _ in range(2000)]
    true = 1e3 * sorted(times)[int(0.95 * len(times)) - 1]
    assert clock_of(*times).percentile(0.95) == pytest.approx(true, rel=0.025)


def test_clocks_are_added_up() -> None:
    first, second = clock_of(0.001, 0.002), clock_of(0.002, 0.4)
    assert together([first, second, Clock()]) == clock_of(0.001, 0.002, 0.002, 0.4)


def test_no_decision_takes_no_time() -> None:
    assert (Clock().mean(), Clock().percentile(0.95)) == (0, 0)
    assert clock_of(0.0).percentile(0.95) == pytest.approx(1e-6, rel=0.03)
