"""The levels for people: easy errs, and budgets given count before their own."""

from __future__ import annotations

from random import Random

import pytest

from rondel.bots import BankerBot, Budget, EasyBot, make_bot
from rondel.bots.levels import HARD_SECONDS, given_or
from tests.bots.strategists import FEW, decided, explained, middle


def test_easy_often_but_not_always_plays_like_the_banker() -> None:
    game = middle()
    best = decided(game, BankerBot(Random(1), FEW))
    same = sum(decided(game, EasyBot(Random(seed), FEW)) == best for seed in range(100))
    assert 20 < same < 90


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_levels_explain_themselves(level: str) -> None:
    game = middle()
    bots = [make_bot(level, 3, Budget(nodes=16)) for _ in range(2)]
    choices = explained(game, bots[0])  # type: ignore[arg-type]
    assert choices[0].action == decided(game, bots[1])
    for choice in choices:
        assert sum(choice.shares.values()) == pytest.approx(1)


def test_a_budget_given_counts_before_the_own() -> None:
    own = Budget(seconds=HARD_SECONDS, jobs=2)
    assert given_or(Budget(), own) == own
    assert given_or(Budget(jobs=4), own) == own
    assert given_or(Budget(nodes=5), own) == Budget(nodes=5)
    assert given_or(Budget(seconds=0.5), own) == Budget(seconds=0.5)


def test_hard_thinks_less_than_two_seconds() -> None:
    assert HARD_SECONDS * 1.2 <= 2
