"""Skills that are learnt game by game: who is stronger comes out stronger, as surely as it says."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import combinations

import pytest

from rondel.arena.skills import NEW, UNIT, Skill, learnt, solved
from rondel.arena.statistics import NORMAL


def test_the_winner_gains_what_the_loser_loses() -> None:
    after = learnt({}, [["ann"], ["bob"]])
    assert after["ann"].mean > NEW.mean > after["bob"].mean
    assert after["ann"].mean + after["bob"].mean == pytest.approx(2 * NEW.mean)
    assert after["ann"].deviation == pytest.approx(after["bob"].deviation)
    assert after["ann"].deviation < NEW.deviation


def test_places_that_are_shared_are_worth_the_same() -> None:
    after = learnt({}, [["ann", "bob"], ["cid"]])
    assert after["ann"].mean == pytest.approx(after["bob"].mean)
    assert after["bob"].mean > after["cid"].mean


def test_a_win_against_somebody_unknown_tells_less() -> None:
    known = {"old": Skill(1500, 40)}
    new, old = learnt(known, [["new"], ["old"]]), learnt({}, [["new"], ["other"]])
    assert new["new"].deviation < old["new"].deviation
    assert new["old"].mean > 1490


def test_a_win_that_was_expected_tells_little() -> None:
    skills = {"strong": Skill(2000, 60), "weak": Skill(1200, 60)}
    expected = learnt(skills, [["strong"], ["weak"]])
    surprise = learnt(skills, [["weak"], ["strong"]])
    assert abs(expected["strong"].mean - 2000) < 2
    assert surprise["strong"].mean < 1980


def test_a_bot_on_several_seats_is_one_bot() -> None:
    twice = learnt({}, [["a"], ["a"], ["b"]])
    once = learnt({}, [["a"], ["b"]])
    assert set(twice) == {"a", "b"}
    assert twice["a"].mean > once["a"].mean


def test_nobody_is_ever_quite_sure() -> None:
    skills = {"a": NEW, "b": NEW}
    for number in range(400):
        skills |= learnt(skills, [["a"], ["b"]] if number % 2 else [["b"], ["a"]])
    assert 30 < skills["a"].deviation < 80


def test_linear_equations_are_solved() -> None:
    found = solved([[4.0, 1.0], [1.0, 3.0]], [1.0, 2.0])
    assert found == pytest.approx([1 / 11, 7 / 11])


# A population of known strength -------------------------------------------------------------


def drawn_ranking(true: dict[str, float], some: Sequence[str], chance: random.Random) -> list[str]:
    """Places as the model of Plackett and Luce draws them."""
    luck = {name: -math.log(-math.log(chance.random())) for name in some}
    return sorted(some, key=lambda name: -(true[name] / UNIT + luck[name]))


def covers(skill: Skill, off: float) -> bool:
    """Whether the interval of a skill reaches so far."""
    return abs(off) <= NORMAL * skill.deviation


@pytest.mark.parametrize(
    "players", [2, pytest.param(4, marks=pytest.mark.long), pytest.param(6, marks=pytest.mark.long)]
)
def test_a_population_of_known_strength_is_ordered_rightly(players: int) -> None:
    """24 bots, 40 points from one to the next, 1200 games: whoever the ratings call stronger with
    95 % confidence is stronger, but for one pair in twenty at most; and the true strengths lie in
    the intervals, as often as these say."""
    chance = random.Random(f"population/{players}")
    true = {f"bot{number}": 1040.0 + 40 * number for number in range(24)}
    skills = dict.fromkeys(true, NEW)
    for _ in range(1200):
        order = drawn_ranking(true, chance.sample(list(true), players), chance)
        skills |= learnt(skills, [[name] for name in order])
    sure = wrong = 0
    for weak, strong in combinations(true, 2):
        ahead = skills[strong].mean - skills[weak].mean
        if abs(ahead) > NORMAL * math.hypot(skills[weak].deviation, skills[strong].deviation):
            sure, wrong = sure + 1, wrong + (ahead < 0)
    assert sure > 150
    assert wrong <= sure / 20
    # Ratings have no zero of their own.
    zero = sum([skill.mean for skill in skills.values()]) / 24 - sum(true.values()) / 24
    off = [skills[name].mean - true[name] - zero for name in true]
    within = [by for by, skill in zip(off, skills.values(), strict=True) if covers(skill, by)]
    assert len(within) >= 22
