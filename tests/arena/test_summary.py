"""The figures of a plan, computed by hand."""

from __future__ import annotations

import pytest

from rondel.arena import Fixture, Forfeits, Outcome, Setting, duel, round_robin, summary_of
from rondel.arena.behaviour import Tally
from rondel.arena.clock import Clock
from rondel.arena.statistics import elo_of_share

SETTING = Setting("imperial2030", "7")


def clock(ms: float) -> Clock:
    made = Clock()
    made.add(ms / 1e3)
    return made


def outcome(fixture: Fixture, winners: list[int], scores: list[int]) -> Outcome:
    losers = [[seat] for seat in range(len(scores)) if seat not in winners]
    slots = {"a": {"taxation": 3, "investor": 1}, "b": {"factory": 1}}
    tallies = [
        Tally(slots[bot], factories_built=n, interest_taken=10 * n)
        for n, bot in enumerate(fixture.bots)
    ]
    clocks = [clock(2 if bot == "a" else 4) for bot in fixture.bots]
    forfeits = [Forfeits() for _ in fixture.bots]
    return Outcome(fixture, [winners, *losers], 9, [[1, 1], scores], tallies, clocks, forfeits)


def test_figures_of_a_duel() -> None:
    plan = duel(SETTING, "a", ["b"], 2)
    wins = {("a", "b"): [0], ("b", "a"): [0, 1]}
    outcomes = [outcome(f, wins[f.bots[0], f.bots[1]], [30, 10]) for f in plan.fixtures()]
    summary = summary_of(plan, outcomes)
    assert (summary["games"], summary["blocks"]) == (4, 2)
    assert summary["win_share"] == 0.75
    low, high = summary["interval"]
    assert 0 < low < 0.5 < 0.9 < high < 1
    assert summary["score_share"] == 0.5
    assert summary["elo"] == pytest.approx(elo_of_share(0.75, 2, 4), abs=0.1)
    assert summary["ms_per_decision"]["mean"] == 2
    assert summary["bots"]["b"]["win_share"] == 0.25
    assert summary["bots"]["b"]["games"] == 4
    met = summary["head_to_head"]
    assert (met["a"]["b"]["games"], met["a"]["b"]["share"]) == (4, 0.75)
    assert met["b"]["a"]["share"] == 0.25
    assert summary["bots"]["b"]["ms_per_decision"]["mean"] == 4
    hero = summary["behaviour"]["a"]
    assert hero["slots"] == {
        "factory": 0,
        "production": 0,
        "maneuver": 0,
        "investor": 0.25,
        "import": 0,
        "taxation": 0.75,
    }
    assert (hero["factories_built"], hero["interest_taken"]) == (0.5, 5)
    assert hero["game_length"] == {"turns": 1, "rounds": 9}


def test_par_is_the_same_for_one_seat_and_for_many() -> None:
    """A share is that of one seat: 0.5 for both where the same bots win."""
    plan = round_robin(SETTING, ["a", "b"], 2, 1)
    outcomes = [outcome(f, [0, 1], [10, 10]) for f in plan.fixtures()]
    summary = summary_of(plan, outcomes)
    assert [line["win_share"] for line in summary["bots"].values()] == [0.5, 0.5]
    assert [line["interval"] for line in summary["bots"].values()] == [[0, 1], [0, 1]]
    assert summary["ratings"]["a"] == {"rating": 0, "interval": None}
    assert "elo" not in summary


def test_interval_for_a_seat_is_within_what_one_seat_can_win() -> None:
    """Three seats that win every game together win a third of them each."""
    plan = duel(SETTING, "a", ["b", "b", "b"], 20)
    outcomes = [won_by_b(fixture) for fixture in plan.fixtures()]
    line = summary_of(plan, outcomes)["bots"]["b"]
    assert line["win_share"] == pytest.approx(1 / 3, abs=1e-4)
    low, high = line["interval"]
    assert 0.25 < low < high == pytest.approx(1 / 3, abs=1e-4)


def won_by_b(fixture: Fixture) -> Outcome:
    winner = (fixture.bots.index("a") + 1) % 4
    return outcome(fixture, [winner], [10] * 4)
