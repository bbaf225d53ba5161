"""Rewards: shares of a finished game, centred."""

from __future__ import annotations

import pytest

from rondel.envs import REWARDS, rewards_of
from rondel.envs.rewards import checked
from tests.positions import game_at
from tests.starts import ORDER

SCORES = {"A": 30, "B": 10, "C": 0, "D": 0}


def test_winner_takes_what_the_others_lose() -> None:
    state = game_at("russia", cash=SCORES).state
    assert rewards_of(state, "win") == [0.75, -0.25, -0.25, -0.25]


def test_shared_first_place_shares_the_reward() -> None:
    bonds = {nation: {"A": [9]} for nation in ORDER["imperial2030"]}
    state = game_at("russia", bonds=bonds, cash={"C": 5, "D": 5}).state
    assert rewards_of(state, "win") == [-0.25, -0.25, 0.25, 0.25]


def test_score_rewards_the_share_of_all_points() -> None:
    state = game_at("russia", cash=SCORES).state
    assert rewards_of(state, "score") == [0.5, 0, -0.25, -0.25]


def test_nobody_gains_where_nobody_scores() -> None:
    assert rewards_of(game_at("russia").state, "score") == [0, 0, 0, 0]


def test_unknown_reward_is_named_with_those_there_are() -> None:
    assert [checked(name) for name in REWARDS] == ["win", "score"]
    with pytest.raises(ValueError, match="there is no reward 'points'; known are win, score"):
        checked("points")
