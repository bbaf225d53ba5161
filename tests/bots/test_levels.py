"""The levels for people: gentle ones stray, and budgets given count before their own."""

from __future__ import annotations

from random import Random

import pytest

from rondel.bots import (
    LEVELS,
    BankerBot,
    Budget,
    EasyBot,
    MagnateBot,
    StrategistBot,
    make_bot,
)
from rondel.bots.levels import LONGEST, given_or
from rondel.bots.magnate import loading
from tests.bots.strategists import FEW, decided, explained, middle


def test_the_easy_banker_often_but_not_always_plays_like_the_banker() -> None:
    game = middle()
    best = decided(game, BankerBot(Random(1), FEW))
    same = sum(decided(game, EasyBot(Random(seed), FEW)) == best for seed in range(100))
    assert 20 < same < 90


def test_a_temperature_lets_the_magnate_stray_the_more_the_higher_it_is() -> None:
    game, few = middle(kind="invest"), Budget(nodes=24)
    best = decided(game, MagnateBot(Random(1), few))
    same = [
        sum(
            decided(game, MagnateBot(Random(seed), few, temperature=heat)) == best
            for seed in range(20)
        )
        for heat in (0.0, 1.0, 9.0)
    ]
    assert same[0] >= same[1] >= same[2]
    assert same[0] > same[2]


@pytest.mark.parametrize("level", LEVELS)
def test_levels_explain_themselves(level: str) -> None:
    game = middle()
    bots = [make_bot(level, 3, Budget(nodes=16)) for _ in range(2)]
    choices = explained(game, bots[0])  # type: ignore[arg-type]
    assert choices[0].action == decided(game, bots[1])
    for choice in choices:
        assert sum(choice.shares.values()) == pytest.approx(1)


def test_levels_do_without_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "NEEDED", ("no_such_package",))
    game, playing = middle(), list[type]()
    for level in LEVELS:
        bot = make_bot(level, 3, Budget(nodes=4))
        assert decided(game, bot) in game.legal_actions()
        playing.append(type(bot))
    assert playing == [EasyBot, BankerBot, StrategistBot, StrategistBot, StrategistBot]


def test_a_budget_given_counts_before_the_own() -> None:
    own = Budget(seconds=LONGEST, jobs=2)
    assert given_or(Budget(), own) == own
    assert given_or(Budget(jobs=4), own) == own
    assert given_or(Budget(nodes=5), own) == Budget(nodes=5)
    assert given_or(Budget(seconds=0.5), own) == Budget(seconds=0.5)


def test_no_level_thinks_for_two_seconds() -> None:
    for level in LEVELS.values():
        for budget in (level.budget, level.budget_instead):
            assert budget.nodes == 1 or budget == Budget() or (budget.seconds or 9.0) * 1.2 <= 2
