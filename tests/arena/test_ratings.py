"""The fit finds the strengths that results were drawn from."""

from __future__ import annotations

import math
from random import Random

import pytest

from rondel.arena import Fixture, Outcome, Plan, Rating, Setting, duel, ladder, rate, round_robin
from rondel.arena.ratings import AVERAGE, fit, orders_of

SETTING = Setting("imperial2030", "7")


def drawn_order(strengths: dict[str, float], bots: list[str], chance: Random) -> list[int]:
    """Seats from the first place on, drawn as the model says."""
    left, order = list(range(len(bots))), []
    while left:
        [seat] = chance.choices(left, [strengths[bots[seat]] for seat in left])
        left.remove(seat)
        order.append(seat)
    return order


def outcome_of(fixture: Fixture, ranking: list[list[int]]) -> Outcome:
    return Outcome(fixture, ranking, 1, [[1] * len(fixture.bots)], [], [])


def results(plan: Plan, elo: dict[str, float], seed: int) -> list[Outcome]:
    """Outcomes of all games of a plan for bots that are so strong."""
    chance, strengths = Random(seed), {bot: 10 ** (points / 400) for bot, points in elo.items()}
    return [
        outcome_of(f, [[seat] for seat in drawn_order(strengths, list(f.bots), chance)])
        for f in plan.fixtures()
    ]


def points(strengths: dict[str, float], bot: str, other: str) -> float:
    return 400 * math.log10(strengths[bot] / strengths[other])


def test_two_bots_differ_by_the_odds_of_their_games() -> None:
    """3 to 1 is 190.8 points; the one drawn game with the average hardly counts."""
    strengths = fit({("a", "b"): 3000, ("b", "a"): 1000}, ["a", "b"])
    assert points(strengths, "a", "b") == pytest.approx(400 * math.log10(3), abs=0.5)


def test_likelihood_is_highest_at_the_fit() -> None:
    orders: dict[tuple[str, ...], float]
    orders = {tuple("abc"): 9.0, tuple("bac"): 4.0, tuple("cab"): 2.0, tuple("aab"): 3.0}
    drawn = {order: 0.5 for bot in "abc" for order in ((bot, AVERAGE), (AVERAGE, bot))}
    games = orders | drawn

    def likelihood(strengths: dict[str, float]) -> float:
        total = 0.0
        for order, number in games.items():
            for place, bot in enumerate(order):
                left = sum([strengths[other] for other in order[place:]])
                total += number * math.log(strengths[bot] / left)
        return total

    best = fit(orders, ["a", "b", "c"])
    for bot in best:
        for factor in (0.98, 1.02):
            assert likelihood(best | {bot: best[bot] * factor}) < likelihood(best)


def test_places_that_are_shared_count_in_every_order() -> None:
    outcome = outcome_of(Fixture(1, 0, ("a", "b", "c", "c")), [[2], [0, 1], [3]])
    assert orders_of(outcome) == {("c", "a", "b", "c"): 0.5, ("c", "b", "a", "c"): 0.5}
    same = outcome_of(Fixture(1, 0, ("a", "c", "c")), [[1, 2], [0]])
    assert orders_of(same) == {("c", "c", "a"): 1}


def test_fit_recovers_known_strengths() -> None:
    elo = {"a": -300.0, "b": -100.0, "c": 50.0, "d": 150.0, "e": 200.0}
    plan = round_robin(SETTING, list(elo), 4, 600)
    ratings = rate(plan, results(plan, elo, 1))
    for bot, rating in ratings.items():
        assert rating.points == pytest.approx(elo[bot], abs=25)
        assert rating.interval is not None
        low, high = rating.interval
        assert low < rating.points < high < low + 80
    assert sum([rating.points for rating in ratings.values()]) == pytest.approx(0, abs=1e-6)


@pytest.mark.long
def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    elo, covered = {"a": 60.0, "b": 0.0}, 0
    for seed in range(40):
        plan = duel(Setting("imperial2030", str(seed)), "a", ["b", "b"], 40)
        interval = rate(plan, results(plan, elo, seed))["a"].interval
        assert interval is not None
        covered += interval[0] <= 60 <= interval[1]
    assert 34 <= covered <= 40


@pytest.mark.long
def test_ladder_starts_at_nought_and_adds_up_its_rungs() -> None:
    elo = {"a": 0.0, "b": 200.0, "c": 500.0}
    plan = ladder(SETTING, list(elo), 4, 400)
    ratings = rate(plan, results(plan, elo, 3))
    assert ratings["a"] == Rating(0, (0, 0))
    assert ratings["b"].points == pytest.approx(200, abs=25)
    assert ratings["c"].points == pytest.approx(500, abs=40)


@pytest.mark.long
def test_who_always_wins_stays_finite_and_ahead() -> None:
    plan = duel(SETTING, "a", ["b", "b", "b"], 25)
    ratings = rate(plan, results(plan, {"a": 9000.0, "b": 0.0}, 1))
    assert ratings["b"].points == 0
    assert 600 < ratings["a"].points < 2000
    interval = ratings["a"].interval
    assert interval is not None
    assert interval[0] < ratings["a"].points < interval[1]


def test_one_block_tells_nothing_about_the_interval() -> None:
    plan = duel(SETTING, "a", ["b"], 1)
    assert rate(plan, results(plan, {"a": 0.0, "b": 0.0}, 1))["a"].interval is None


def test_ratings_are_the_same_for_the_same_results() -> None:
    plan = round_robin(SETTING, ["a", "b", "c"], 3, 10)
    outcomes = results(plan, {"a": 0.0, "b": 100.0, "c": 0.0}, 1)
    assert rate(plan, outcomes) == rate(plan, outcomes)


def test_orders_are_weighed_by_their_number() -> None:
    few, many = [fit({("a", "b"): 7.0 * n, ("b", "a"): 3.0 * n}, ["a", "b"]) for n in (1, 10)]
    assert 0 < points(few, "a", "b") < points(many, "a", "b") < 400 * math.log10(7 / 3)
