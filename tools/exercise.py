"""What the engine does most, in some seconds: so a compiler learns what is worth its while.

Random games of both titles are played by ids and by actions, as programs loop through them; a few
of their positions are told as people are told them, judged by a bot, and encoded.
"""

from __future__ import annotations

from random import Random

import rondel
from rondel.bots import make_bot
from rondel.engine import TITLES, Encoder, play_out

GAMES = 10
"""Of each title and number of players."""
TOLD = 200
"""One position in so many is told, judged and encoded."""


def exercise() -> None:
    """Plays all of it."""
    for title in TITLES:
        for players in range(2, 7):
            for seed in range(GAMES):
                play(title, list("abcdef")[:players], seed)


def play(title: str, players: list[str], seed: int) -> None:
    """Plays a game by ids, and another by actions."""
    chance = Random(seed)
    play_out(rondel.Game.new(title, players, seed=seed).state, chance.random)
    game = rondel.Game.new(title, players, seed=seed)
    encoder = Encoder(game.rules)
    while not game.over:
        if chance.randrange(TOLD) == 0:
            tell(game, seed)
            encoder.encoded(game.state, game.state.actor)
        actions = game.legal_actions()
        game.apply(actions[int(chance.random() * len(actions))])


def tell(game: rondel.Game, seed: int) -> None:
    """What people are told before they decide, and what a bot would do."""
    assert game.decision is not None
    view = game.view(game.decision.player)
    game.facts()
    game.all_consequences()
    game.refused()
    game.snapshot()
    make_bot("banker", seed).decide(view, view.legal_actions())
