"""The strategist: legal, the same for the same seed, in time, without secrets, and explained."""

from __future__ import annotations

from random import Random

import pytest

import rondel
from rondel.bots import BankerBot, Budget, StrategistBot
from rondel.engine import CHOICES
from tests.bots.strategists import FEW, Watch, bankers, decided, explained, middle, play
from tests.positions import GAMES, game_at

# Legal, always ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("game", GAMES)
def test_plays_legal_games_with_any_options(game: str, players: int) -> None:
    chance = Random(f"{game}/{players}")
    options = {name: chance.choice(values) for name, values in CHOICES.items()}
    names = [f"p{seat}" for seat in range(players)]
    table = rondel.Game.new(game, names, options, seed=players)
    bots = bankers(table) | {"p0": StrategistBot(chance, Budget(nodes=2))}
    assert play(table, bots).result is not None


def test_gives_what_a_factory_lacks() -> None:
    """A gift is no legal action, but may be answered where it opens a choice (R-DON-4)."""
    game = game_at("russia", treasuries={"russia": 1}, cash={"A": 30}, power={"russia": 2})
    game.apply({"choice": {"slot": "factory"}})
    choices = explained(game, StrategistBot(Random(1), FEW))
    assert {choice.action.kind for choice in choices} == {"donate", "build_factory"}
    for choice in choices:
        game.copy().apply(choice.action)


# The same for the same seed -----------------------------------------------------------------------


def test_same_seed_and_nodes_think_the_same() -> None:
    once = explained(middle(), StrategistBot(Random(5), FEW))
    assert explained(middle(), StrategistBot(Random(5), FEW)) == once
    assert explained(middle(), StrategistBot(Random(6), FEW)) != once


def test_asking_why_does_not_change_what_it_plays() -> None:
    asked, silent = StrategistBot(Random(5), FEW), StrategistBot(Random(5), FEW)
    game = middle(kind="army_order")
    for _ in range(3):
        explained(game, asked)
        choice = decided(game, silent)
        assert decided(game, asked) == choice
        game.apply(choice)


# In time ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tick", [0.001, 0.01, 0.03])
@pytest.mark.parametrize("kind", ["choose_slot", "army_order", "invest"])
def test_stops_when_its_time_is_up(kind: str, tick: float) -> None:
    watch = Watch(tick)
    bot = StrategistBot(Random(1), Budget(seconds=1), watch)
    assert decided(middle(kind=kind), bot) in middle(kind=kind).legal_actions()
    assert watch.time - 100 < 1.2


@pytest.mark.parametrize("budget", [Budget(nodes=1), Budget(seconds=0.001)])
def test_plays_like_the_banker_where_there_is_no_time_for_a_playout(budget: Budget) -> None:
    game = middle()
    bot = StrategistBot(Random(1), budget, Watch(0.1))
    assert decided(game, bot) == decided(game, BankerBot(Random(1), FEW))


# Without secrets ----------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_secret_cash_of_others_does_not_matter(game: str, jobs: int) -> None:
    nation = "russia" if game == "imperial2030" else "austria_hungary"
    seen = [
        game_at(
            nation,
            game=game,
            options={"secret_cash": True},
            treasuries={nation: 8},
            cash={"A": 9, "B": hidden, "C": 20 - hidden},
        )
        for hidden in (0, 17)
    ]
    assert seen[0].snapshot() != seen[1].snapshot()
    budget = Budget(nodes=16, jobs=jobs)
    poor, rich = (explained(one, StrategistBot(Random(3), budget)) for one in seen)
    assert [choice.shares for choice in poor] == [choice.shares for choice in rich]
    assert [choice.action.id for choice in poor] == [choice.action.id for choice in rich]


@pytest.mark.parametrize("jobs", [1, 2])
def test_thinks_the_same_of_a_game_that_was_resumed(jobs: int) -> None:
    whole = middle()
    resumed = rondel.Game.resume(whole.heading(), whole.snapshot(), len(whole))
    thought = []
    for game in (whole, resumed):
        bot = StrategistBot(Random(5), Budget(nodes=16, jobs=jobs))
        first = explained(game, bot)
        game.apply(first[0].action)
        thought += [first, explained(game, bot)]
    shares = [[choice.shares for choice in ranked] for ranked in thought]
    assert shares[:2] == shares[2:]


# Explained ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["choose_slot", "army_order", "invest", "fleet_order"])
def test_explains_its_choices_best_first(kind: str) -> None:
    game = middle(kind=kind)
    choices = explained(game, StrategistBot(Random(2), FEW))
    assert choices[0].action == decided(game, StrategistBot(Random(2), FEW))
    assert len(choices) > 1
    for choice in choices:
        assert choice.action in game.legal_actions()
        assert list(choice.shares) == game.players
        assert sum(choice.shares.values()) == pytest.approx(1)


def test_explains_what_it_has_not_played_out() -> None:
    choices = explained(middle(), StrategistBot(Random(2), Budget(nodes=1)))
    assert [sum(choice.shares.values()) for choice in choices] == [pytest.approx(1)]


@pytest.mark.parametrize("budget", [Budget(nodes=32), Budget(seconds=0.3)])
def test_sees_that_a_taxation_wins(budget: Budget) -> None:
    """One point short of the end, with most of its bonds: nothing else is better."""
    game = game_at(
        "russia",
        bonds={"russia": {"A": [30, 25], "B": [2]}},
        flags={"russia": ["iran", "turkey", "kazakhstan", "ukraine", "mongolia", "afghanistan"]},
        power={"russia": 24},
        rondel={"russia": "maneuver_2"},
        treasuries={"russia": 10},
    )
    choices = explained(game, StrategistBot(Random(1), budget, Watch(0.01)))
    assert choices[0].action.choice == {"slot": "taxation"}
    assert choices[0].shares["A"] > 0.5
