"""Intervals and Elo points, against values known otherwise."""

from __future__ import annotations

from random import Random

import pytest

from rondel.arena.statistics import bootstrap, elo_of_share, interval_of_share, middle, ratio


def test_mean_of_sums_weighs_by_their_number() -> None:
    assert ratio([(2, 4), (1, 1)]) == 0.6
    assert ratio([]) == 0


def test_middle_leaves_out_two_and_a_half_percent_on_either_side() -> None:
    assert middle([float(n) for n in range(1001)]) == (25, 975)
    assert middle([5.0]) == (5, 5)


def test_interval_is_as_wide_as_theory_says() -> None:
    """Half the width is 1.96 standard errors: of 400 fair coins 0.049."""
    blocks = [(float(n % 2), 1) for n in range(400)]
    low, high = bootstrap(blocks, ratio, "1")
    assert low == pytest.approx(0.451, abs=0.01)
    assert high == pytest.approx(0.549, abs=0.01)


@pytest.mark.long
def test_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    chance, covered = Random(5), 0
    for trial in range(200):
        blocks = [(sum([chance.random() < 0.3 for _ in range(4)]), 4) for _ in range(40)]
        low, high = bootstrap(blocks, ratio, str(trial), resamples=200)
        covered += low <= 0.3 <= high
    assert 180 <= covered <= 199


def test_interval_comes_from_its_own_seed() -> None:
    blocks = [(n * 1.01**n, 7) for n in range(30)]
    assert bootstrap(blocks, ratio, "1") == bootstrap(blocks, ratio, "1")
    assert bootstrap(blocks, ratio, "1") != bootstrap(blocks, ratio, "2")


def test_single_block_tells_nothing() -> None:
    assert interval_of_share([(3, 4)], "1") == (0, 1)


def test_blocks_that_all_say_the_same_leave_a_doubt() -> None:
    """As many trials as blocks, by the tables of Wilson's interval."""
    always, half, never = [interval_of_share([(won, 4)] * 20, "1") for won in (4.0, 2.0, 0.0)]
    assert always == pytest.approx((0.839, 1), abs=1e-3)
    assert half == pytest.approx((0.299, 0.701), abs=1e-3)
    assert never == pytest.approx((0, 0.161), abs=1e-3)


def test_interval_of_a_share_is_drawn_from_its_blocks() -> None:
    parts = [(1.0, 4), (3.0, 4), (2.0, 4)]
    assert interval_of_share(parts, "1") == bootstrap(parts, ratio, "1")


@pytest.mark.parametrize(
    ("share", "players", "elo"),
    [
        (0.5, 2, 0),
        (10 / 11, 2, 400),
        (0.64, 2, 99.95),
        (0.25, 4, 0),
        (10 / 13, 4, 400),
        (1 / 31, 4, -400),
        (1 / 6, 6, 0),
    ],
)
def test_elo_of_a_share_of_wins(share: float, players: int, elo: float) -> None:
    assert elo_of_share(share, players, 1000) == pytest.approx(elo, abs=0.01)


def test_all_and_nothing_stay_finite() -> None:
    assert elo_of_share(1, 2, 99) == pytest.approx(elo_of_share(0.995, 2, 99))
    assert elo_of_share(0, 2, 99) == pytest.approx(-elo_of_share(1, 2, 99))


def test_who_lost_the_only_game_is_behind() -> None:
    assert elo_of_share(0, 2, 1) < -150
