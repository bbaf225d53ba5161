"""Bots: every one plays whole games, its own seed decides, and unknown names are told."""

from __future__ import annotations

from random import Random

import pytest

import rondel
from rondel.bots import BOTS, Budget, RandomBot, UnknownBot, make_bot
from tests.positions import GAMES, game_at


def played(bot: str, game: str, seed: int) -> rondel.Game:
    """A game with the same bot in every seat, and the views they are entitled to."""
    options = {"secret_cash": True}
    table = rondel.Game.new(game, players=["a", "b", "c"], options=options, seed=seed)
    bots = {player: make_bot(bot, f"{seed}/{player}") for player in table.players}
    while table.decision is not None:
        player = table.decision.player
        view = table.view(player)
        table.apply(bots[player].decide(view, view.legal_actions()))
    return table


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", BOTS)
def test_bot_plays_legal_games_to_the_end(bot: str, game: str) -> None:
    assert played(bot, game, 1).result is not None


@pytest.mark.parametrize("bot", BOTS)
def test_same_seed_plays_the_same_game(bot: str) -> None:
    assert played(bot, "imperial", 1).record() == played(bot, "imperial", 1).record()
    assert played(bot, "imperial", 1).record() != played(bot, "imperial", 2).record()


def test_random_bot_takes_every_action_about_as_often() -> None:
    game = game_at("russia")
    actions = game.legal_actions()
    bot = RandomBot(Random(5), Budget())
    taken = [bot.decide(game.view("A"), actions) for _ in range(8000)]
    assert all(850 < taken.count(action) < 1150 for action in actions)


def test_unknown_bot_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownBot, match="there is no bot 'deep'; known are random"):
        make_bot("deep", 1)
