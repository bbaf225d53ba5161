"""The PettingZoo environments: PettingZoo's own tests, and what they leave open."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from pettingzoo.test.api_test import api_test
from pettingzoo.test.seed_test import seed_test

import rondel
from rondel.envs import imperial2030_v1, imperial_v1
from rondel.envs.aec import RondelEnv
from tests.pages import SOURCE

MAKERS: list[Callable[..., RondelEnv]] = [imperial2030_v1.env, imperial_v1.env]

both_games = pytest.mark.parametrize("make", MAKERS, ids=["2030", "classic"])


def play_on(env: RondelEnv, seed: int = 1) -> None:
    """Plays at random until the game is over."""
    chance = Random(seed)
    while not env.game.over:
        env.step(chance.choice(env.legal_ids()))


def run_api_test(env: RondelEnv, cycles: int) -> None:
    """PettingZoo's test, without its advice that does not fit observations with a mask."""
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    with warnings.catch_warnings():
        for advice in (
            "Observation is not a NumPy array",
            "Observation space for each agent probably should be",
            "Action mask numpy array is all zeros",
        ):
            warnings.filterwarnings("ignore", message=advice)
        api_test(env, num_cycles=cycles)


@both_games
@pytest.mark.parametrize("players", range(2, 7))
def test_api_test_passes(make: Callable[..., RondelEnv], players: int) -> None:
    run_api_test(make(players=players), 100)


@both_games
def test_api_test_passes_over_a_whole_game(make: Callable[..., RondelEnv]) -> None:
    run_api_test(make(players=2, options={"secret_cash": True}, reward="score"), 1500)


@both_games
@pytest.mark.parametrize("players", [2, 3, 6])
def test_seed_test_passes(make: Callable[..., RondelEnv], players: int) -> None:
    seed_test(lambda: make(players=players, options={"setup": "draft"}), num_cycles=50)


@both_games
def test_seed_is_that_of_the_game(make: Callable[..., RondelEnv]) -> None:
    env = make(players=3)
    env.reset(seed=5)
    same = rondel.Game.new(env.game.rules.game, env.possible_agents, seed=5)
    assert env.game.record() == same.record()


def test_resets_without_seed_follow_from_the_last_seed() -> None:
    env = imperial2030_v1.env()
    starts = []
    for seed in (7, None, None, 7, None, None):
        env.reset(seed=seed)
        starts.append(env.game.start)
    assert starts[:3] == starts[3:]
    assert starts[0] != starts[1] != starts[2]


def test_reset_takes_a_start_as_in_a_record() -> None:
    env = imperial_v1.env(players=2)
    start = {"deal": {"player_0": ["italy"], "player_1": ["austria_hungary"]}}
    env.reset(options={"start": start})
    assert env.game.start == start


@both_games
def test_only_who_must_decide_has_legal_actions(make: Callable[..., RondelEnv]) -> None:
    env = make(players=3)
    env.reset(seed=1)
    assert env.game.decision is not None
    assert env.agent_selection == env.game.decision.player
    for agent in env.agents:
        mask = env.observe(agent)["action_mask"]
        legal = env.legal_ids() if agent == env.agent_selection else []
        assert np.flatnonzero(mask).tolist() == legal


def test_observations_do_not_change_afterwards() -> None:
    env = imperial2030_v1.env()
    env.reset(seed=1)
    seen = env.observe("player_0")
    kept = {key: part.copy() for key, part in seen.items()}
    play_on(env)
    env.observe("player_0")
    assert all((seen[key] == kept[key]).all() for key in kept)


@both_games
def test_game_over_pays_everybody_once(make: Callable[..., RondelEnv]) -> None:
    env = make(players=4)
    env.reset(seed=3)
    play_on(env)
    assert env.game.result is not None
    [winner] = env.game.result["ranking"][0]
    paid = {}
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last(observe=False)
        assert terminated
        assert not truncated
        assert info["score"] == env.game.result["scores"][agent]
        assert (info["place"] == 1) == (agent == winner)
        paid[agent] = reward
        env.step(None)
    assert paid == {agent: 0.75 if agent == winner else -0.25 for agent in env.possible_agents}
    assert env.agents == []


def test_game_is_cut_off_after_so_many_turns() -> None:
    env = imperial_v1.env(players=3, max_turns=7)
    env.reset(seed=3)
    chance = Random(5)
    while not any(env.truncations.values()):
        env.step(chance.choice(env.legal_ids()))
    assert not env.game.over
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert abs(sum(env.rewards.values())) < 1e-9
    with pytest.raises(ValueError, match="a game lasts at least one turn, not 0"):
        imperial_v1.env(max_turns=0)


def test_rewards_are_zero_before_the_end() -> None:
    env = imperial2030_v1.env()
    env.reset(seed=1)
    env.step(env.legal_ids()[0])
    assert set(env.rewards.values()) == {0}
    assert env.last(observe=False)[1:] == (0, False, False, {})


def test_illegal_action_changes_nothing() -> None:
    env = imperial2030_v1.env()
    env.reset(seed=1)
    with pytest.raises(rondel.IllegalAction, match="The pending decision is choose_slot"):
        env.step(0)
    assert len(env.game) == 0


def test_donations_are_not_in_the_action_space() -> None:
    env = imperial2030_v1.env()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="action 45175 is not in the action space"):
        env.step(45175)
    assert not env.action_space("player_0").contains(45175)


def test_step_needs_a_game() -> None:
    with pytest.raises(ValueError, match="call reset first"):
        imperial2030_v1.env().step(10)


def test_pickle_carries_the_settings() -> None:
    env = imperial_v1.env(players=5, options={"secret_cash": True})
    twin = pickle.loads(pickle.dumps(env))
    twin.reset(seed=1)
    assert len(twin.agents) == 5
    assert twin.game.options["secret_cash"] is True


def test_ansi_gives_the_last_action_and_the_question() -> None:
    env = imperial2030_v1.env(render_mode="ansi")
    env.reset(seed=3)
    first = env.agent_selection
    env.step(env.legal_ids()[0])
    told = env.render()
    assert told is not None
    assert told.splitlines()[0] == f"{first}: Factory"
    assert told.splitlines()[1].startswith(f"Waiting for {env.agent_selection}")


def test_human_prints_after_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = imperial_v1.env(players=2, render_mode="human")
    env.reset(seed=3)
    assert capsys.readouterr().out.startswith("Waiting for")
    play_on(env)
    assert env.game.result is not None
    score = env.game.result["scores"]["player_1"]
    assert capsys.readouterr().out.endswith(f"player_1: {score}\n")


def test_render_needs_a_mode() -> None:
    env = imperial_v1.env()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="choose a render mode: ansi or human"):
        env.render()
    with pytest.raises(ValueError, match="there is no render mode 'rgb_array'"):
        imperial_v1.env(render_mode="rgb_array")


@pytest.mark.long
@pytest.mark.parametrize(
    ("missing", "wanted"),
    [("numpy", "rondel.envs"), ("pettingzoo", "rondel.envs.imperial_v1")],
)
def test_missing_extra_is_told_in_one_line(missing: str, wanted: str) -> None:
    start = f"import sys; sys.modules[{missing!r}] = None; import {wanted}"
    ran = subprocess.run(
        [sys.executable, "-c", start],
        env={"PYTHONPATH": str(SOURCE.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr.splitlines()[-1] == (
        "ModuleNotFoundError: rondel.envs needs packages that are not installed: "
        "pip install 'rondel[envs]'"
    )


@pytest.mark.long
def test_vector_does_without_pettingzoo() -> None:
    start = "import sys; sys.modules['pettingzoo'] = None; from rondel.envs import VectorEnv"
    subprocess.run(
        [sys.executable, "-c", start], env={"PYTHONPATH": str(SOURCE.parent)}, check=True
    )
