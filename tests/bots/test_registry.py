"""Bots: every one plays whole games, its own seed decides, and unknown names are told."""

from __future__ import annotations

from random import Random

import pytest

import rondel
from rondel.bots import BOTS, Budget, RandomBot, UnknownBot, make_bot
from tests.bots.strategists import play
from tests.positions import GAMES, game_at


def played(bot: str, game: str, seed: int, nodes: int, most: int) -> rondel.Game:
    """A game of a bot against bankers, all with the views they are entitled to."""
    options = {"secret_cash": True}
    table = rondel.Game.new(game, players=["a", "b", "c"], options=options, seed=seed)
    names = {"a": bot, "b": "banker", "c": "banker"}
    bots = {p: make_bot(name, f"{seed}/{p}", Budget(nodes=nodes)) for p, name in names.items()}
    return play(table, bots, most)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", BOTS)
def test_bot_plays_legal_games_to_the_end(bot: str, game: str) -> None:
    assert played(bot, game, 1, nodes=1, most=10_000).result is not None


@pytest.mark.parametrize("bot", BOTS)
def test_same_seed_plays_the_same_game(bot: str) -> None:
    once = played(bot, "imperial", 1, nodes=2, most=90).record()
    assert played(bot, "imperial", 1, nodes=2, most=90).record() == once
    assert played(bot, "imperial", 2, nodes=2, most=90).record() != once


def test_random_bot_takes_every_action_about_as_often() -> None:
    game = game_at("russia")
    actions = game.legal_actions()
    bot = RandomBot(Random(5), Budget())
    taken = [bot.decide(game.view("A"), actions) for _ in range(8000)]
    assert all(850 < taken.count(action) < 1150 for action in actions)


def test_unknown_bot_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownBot, match="there is no bot 'deep'; known are random"):
        make_bot("deep", 1)
