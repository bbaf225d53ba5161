"""Many games at once play as each of them would alone, in arrays."""

from __future__ import annotations

import numpy as np
import pytest

import rondel
from rondel.engine import Encoder, first_nation
from rondel.envs import VectorEnv, rewards_of
from tests.positions import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_arrays_tell_what_each_game_alone_tells(game: str) -> None:
    env = VectorEnv(game, 5, players=[2, 4, 6], seed=10, policy=True, options={"setup": "draft"})
    numbers = [2, 4, 6, 2, 4]
    alone = [
        rondel.Game.new(game, [f"player_{s}" for s in range(n)], {"setup": "draft"}, seed=10 + i)
        for i, n in enumerate(numbers)
    ]
    chance = np.random.default_rng(1)
    for _ in range(60):
        for place, one in enumerate(alone):
            state, count = one.state, env.counts[place]
            assert env.actors[place] == state.actor
            assert env.legal_ids[place, :count].tolist() == one.legal_ids()
            seen = Encoder(one.rules).encoded(state, state.actor)
            assert env.observations[place].tobytes() == seen
            entries = [env.head.entries(id, first_nation(state)) for id in one.legal_ids()]
            assert env.entries[place, :count].tolist() == [entry for entry, _ in entries]
            assert env.details[place, :count].tolist() == [detail for _, detail in entries]
        actions = env.drawn(chance)
        env.step(actions)
        for one, id in zip(alone, actions.tolist(), strict=True):
            one.play(id)
    assert len(env) == 5


def test_ended_games_are_paid_and_begun_anew() -> None:
    env, chance = VectorEnv("imperial", 3, players=2, reward="score"), np.random.default_rng(3)
    ended = 0
    while ended < 4:
        before = [env.state(place).copy() for place in range(3)]
        actions = env.drawn(chance)
        env.step(actions)
        assert not env.truncated.any()
        for place in range(3):
            if not env.ended[place]:
                assert not env.rewards[place].any()
                continue
            game = before[place]
            rondel.engine.answer(game, int(actions[place]))
            expected = np.array(rewards_of(game, "score"), np.float32)
            assert (env.rewards[place] == expected).all()
            assert env.state(place).round == 1
            ended += 1


def test_games_are_cut_off_after_so_many_turns() -> None:
    env = VectorEnv("imperial2030", 4, max_turns=8)
    chance = np.random.default_rng(4)
    while not env.ended.any():
        assert all(env.state(place).round <= 2 for place in range(4))
        env.step(env.drawn(chance))
    assert (env.truncated == env.ended).all()
    place = int(np.flatnonzero(env.ended)[0])
    assert abs(env.rewards[place].sum()) < 1e-6
    assert env.state(place).round == 1


def test_masks_are_the_lists_as_ones_and_zeros() -> None:
    env = VectorEnv("imperial2030", 3)
    masks = env.masks()
    for place in range(3):
        legal = env.legal_ids[place, : env.counts[place]].tolist()
        assert np.flatnonzero(masks[place]).tolist() == legal


def test_long_lists_are_cut_to_the_room_there_is() -> None:
    env = VectorEnv("imperial2030", 1, most_legal=3)
    assert env.counts.tolist() == [3]
    assert env.legal_ids.shape == (1, 3)


def test_illegal_action_changes_no_game() -> None:
    env = VectorEnv("imperial2030", 3)
    slots = env.legal_ids[:, 0].copy()
    seen = env.observations.copy()
    with pytest.raises(ValueError, match="action 0 is not legal in game 2"):
        env.step([*slots[:2], 0])
    for wrong in (slots[:2], slots.astype(float), [["a"]]):
        with pytest.raises(ValueError, match="there must be 3 ids of actions, one for each game"):
            env.step(wrong)
    assert (env.observations == seen).all()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"reward": "points"}, "there is no reward 'points'"),
        ({"max_turns": 0}, "a game lasts at least one turn, not 0"),
        ({"size": 0}, "there must be a game to play"),
        ({"players": []}, "there must be a game to play"),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        VectorEnv("imperial", **{"size": 1, **wrong})  # type: ignore[arg-type]
