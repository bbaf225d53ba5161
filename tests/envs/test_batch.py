"""Batches: many games at once play as each of them would alone."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import rondel
from rondel.envs import Batch, Observer, rewards_of
from tests.positions import GAMES


def play(batch: Batch, chance: Random) -> None:
    """One random action in each game."""
    batch.step([chance.choice(ids) if ids else 0 for ids in batch.legal_ids()])


@pytest.mark.parametrize("game", GAMES)
def test_games_of_a_batch_are_those_of_consecutive_seeds(game: str) -> None:
    batch = Batch(game, players=3, size=4, seed=10)
    names = ["player_0", "player_1", "player_2"]
    alone = [rondel.Game.new(game, names, seed=seed) for seed in range(10, 14)]
    chance = Random(1)
    for _ in range(60):
        ids = [chance.choice(legal) for legal in batch.legal_ids()]
        batch.step(np.array(ids))
        for single, id in zip(alone, ids, strict=True):
            single.play(id)
    assert len(batch) == 4
    assert [one.record() for one in batch.games] == [one.record() for one in alone]


@pytest.mark.parametrize("game", GAMES)
def test_masks_and_observations_are_those_of_who_decides(game: str) -> None:
    batch, chance = Batch(game, players=4, size=5, options={"secret_cash": True}), Random(2)
    for _ in range(150):
        play(batch, chance)
    for _ in range(3):
        play(batch, chance)
        masks, seen = batch.masks(), batch.observations()
        for place, one in enumerate(batch.games):
            assert one.decision is not None
            seat = one.players.index(one.decision.player)
            assert batch.deciders[place] == seat
            assert np.flatnonzero(masks[place]).tolist() == one.legal_ids()
            observer = Observer(one.rules)
            alone = np.empty(observer.size, np.float32)
            observer.write(one.state, seat, alone)
            assert (seen[place] == alone).all()


def test_ended_games_are_replaced_and_paid() -> None:
    batch, chance = Batch("imperial", players=2, size=3, reward="score"), Random(3)
    ended: list[rondel.Game] = []
    while len(ended) < 5:
        play(batch, chance)
        assert np.flatnonzero(batch.done).tolist() == sorted(batch.ended)
        assert (batch.rewards.any(axis=1) <= batch.done).all()
        for place, game in batch.ended.items():
            expected = np.array(rewards_of(game.state, "score"), np.float32)
            assert (batch.rewards[place] == expected).all()
            assert len(batch.games[place]) == 0
            ended.append(game)
    assert all(game.over for game in ended)
    assert len({str(game.record()) for game in ended}) == len(ended)
    assert (batch.deciders >= 0).all()


def test_batch_without_restart_plays_each_game_once() -> None:
    batch, chance = Batch("imperial", players=2, size=3, restart=False), Random(4)
    ended = 0
    while (batch.deciders >= 0).any():
        play(batch, chance)
        ended += len(batch.ended)
    assert ended == 3
    assert not batch.masks().any()
    assert batch.legal_ids() == [[], [], []]
    assert batch.observations().any()
    play(batch, chance)
    assert not batch.done.any()
    assert not batch.rewards.any()


def test_illegal_action_changes_no_game() -> None:
    batch = Batch("imperial2030", size=3)
    slots = [ids[0] for ids in batch.legal_ids()]
    with pytest.raises(ValueError, match="action 0 is not legal in game 2"):
        batch.step([*slots[:2], 0])
    with pytest.raises(ValueError, match="there are 3 games, not 2"):
        batch.step(slots[:2])
    with pytest.raises(ValueError, match="there is no reward 'points'"):
        Batch("imperial2030", reward="points")
    assert [len(game) for game in batch.games] == [0, 0, 0]
