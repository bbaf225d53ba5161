"""One seat against bots, as Gymnasium wants it."""

from __future__ import annotations

import warnings
from random import Random

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from rondel.envs.seat import SeatEnv
from tests.positions import GAMES
from tests.samples import some


@pytest.mark.parametrize("game", some(GAMES))
def test_checker_of_gymnasium_passes(game: str) -> None:
    with warnings.catch_warnings():
        # Ids are drawn from all there are, and most are never legal: that gives the game up.
        warnings.filterwarnings("ignore", message=".*render.*")
        check_env(SeatEnv(game, ("random", "random")), skip_render_check=True)


@pytest.mark.parametrize("game", some(GAMES))
def test_only_the_own_decisions_are_put(game: str) -> None:
    env = SeatEnv(game, ("random",), seat=1, reward="score")
    chance = Random(1)
    seen, _ = env.reset(seed=4)
    over, paid = False, 0.0
    while not over:
        assert env.game.state.actor == env.seat == 1
        assert np.flatnonzero(seen["action_mask"]).tolist() == env.legal_ids()
        seen, paid, over, cut, info = env.step(chance.choice(env.legal_ids()))
        assert not cut
    assert env.game.result is not None
    scores = env.game.result["scores"]
    assert info["score"] == scores["player_1"]
    assert paid == pytest.approx(scores["player_1"] / sum(scores.values()) - 1 / 2)
    assert (info["place"] == 1) == (env.game.result["ranking"][0] == ["player_1"])
    with pytest.raises(ValueError, match="call reset first"):
        env.step(0)


def test_game_is_cut_off_after_so_many_turns() -> None:
    env = SeatEnv("imperial2030", ("random", "random"), max_turns=12)
    env.reset(seed=1)
    chance, cut = Random(2), False
    while not cut:
        _, _, over, cut, _ = env.step(chance.choice(env.legal_ids()))
        assert not over


def test_illegal_action_gives_the_game_up() -> None:
    env = SeatEnv("imperial", ("random", "random"))
    env.reset(seed=1)
    _, reward, over, cut, info = env.step(env.game.rules.table.size - 1)
    assert (reward, over, cut) == (-1 / 3, True, False)
    assert info == {"illegal": env.game.rules.table.size - 1}


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="there are 2 seats, the first is 0; not 2"):
        SeatEnv("imperial", ("random",), seat=2)
    with pytest.raises(ValueError, match="there is no bot 'nobody'"):
        SeatEnv("imperial", ("nobody",))
