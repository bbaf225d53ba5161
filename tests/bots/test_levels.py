"""The levels for people: gentle ones stray, budgets given count, and all play without a network."""

from __future__ import annotations

from random import Random

import pytest

from rondel.bots import BankerBot, Budget, EasyBot, MagnateBot, StrategistBot, levels, make_bot
from rondel.bots.levels import LEVELS, MASTER_SECONDS, given_or
from rondel.engine import Game
from tests.bots.strategists import FEW, decided, explained, middle


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "obstacle", lambda: "it is not installed")


def liked(game: Game, level: str) -> float:
    """How likely the network takes the choices of a level to be the best, on average."""
    view = game.view(game.players[game.state.actor])
    seen = MagnateBot(Random(1), Budget(nodes=1)).explain(view, view.legal_actions())
    likely = {choice.action: choice.likelihood or 0.0 for choice in seen}
    chosen = [decided(game, make_bot(level, seed)) for seed in range(60)]
    return sum(likely[action] for action in chosen) / len(chosen)


def test_gentler_levels_stray_further_from_what_the_network_likes() -> None:
    game = middle()
    novice, easy, medium = (liked(game, level) for level in ("novice", "easy", "medium"))
    assert novice < easy < medium


@pytest.mark.parametrize("level", ["novice", "easy", "medium"])
def test_levels_that_only_look_ignore_a_budget(level: str) -> None:
    game = middle()
    for seed in range(5):
        thoughtful = make_bot(level, seed, Budget(nodes=200))
        assert decided(game, thoughtful) == decided(game, make_bot(level, seed))


def explains_itself(level: str) -> bool:
    game = middle()
    bots = [make_bot(level, 3, Budget(nodes=16)) for _ in range(2)]
    choices = explained(game, bots[0])  # type: ignore[arg-type]
    assert choices[0].action == decided(game, bots[1])
    return all(sum(choice.shares.values()) == pytest.approx(1) for choice in choices)


@pytest.mark.parametrize("level", LEVELS)
def test_levels_explain_themselves(level: str) -> None:
    assert explains_itself(level)


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize("level", LEVELS)
def test_levels_explain_themselves_without_a_network(level: str) -> None:
    assert explains_itself(level)


def test_the_upper_levels_search_with_the_network() -> None:
    assert all(isinstance(make_bot(level, 1), MagnateBot) for level in ("hard", "expert", "master"))


@pytest.mark.usefixtures("no_network")
def test_the_upper_levels_are_strategists_without_a_network() -> None:
    found = [make_bot(level, 1) for level in ("medium", "hard", "expert", "master")]
    assert all(isinstance(bot, StrategistBot) for bot in found)


@pytest.mark.usefixtures("no_network")
def test_gentle_levels_err_more_or_less_without_a_network() -> None:
    game = middle()
    best = decided(game, BankerBot(Random(1), FEW))
    novice, easy = (
        sum(decided(game, make_bot(level, seed)) == best for seed in range(100))
        for level in ("novice", "easy")
    )
    assert 5 < novice < easy < 90


def test_the_bot_that_errs_is_the_same_with_a_network() -> None:
    game = middle()
    named = decided(game, make_bot("rondel.bots:EasyBot", 3))
    assert named == decided(game, EasyBot(Random(3), Budget()))


def test_a_budget_given_counts_before_the_own() -> None:
    own = Budget(seconds=MASTER_SECONDS, jobs=2)
    assert given_or(Budget(), own) == own
    assert given_or(Budget(jobs=4), own) == own
    assert given_or(Budget(nodes=5), own) == Budget(nodes=5)
    assert given_or(Budget(seconds=0.5), own) == Budget(seconds=0.5)


def test_the_strongest_thinks_less_than_two_seconds() -> None:
    assert MASTER_SECONDS * 1.2 <= 2
