"""The games for OpenSpiel: its own tests, and what they leave open."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is an extra of its own")

from open_spiel.python.algorithms import generate_playthrough  # noqa: E402

from rondel.envs import spiel  # noqa: E402

pytestmark = pytest.mark.long

LOADED = [
    "rondel_imperial(players=2,max_turns=20)",
    "rondel_imperial2030(players=3,max_turns=20)",
    "rondel_imperial2030(players=4,max_turns=12,setup=draft)",
]


@pytest.mark.parametrize("name", LOADED)
def test_random_simulation_of_openspiel_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", LOADED)
def test_playthrough_can_be_played_again(name: str) -> None:
    text = generate_playthrough.playthrough(name, action_sequence=None, seed=7)
    assert text == generate_playthrough.playthrough(name, action_sequence=None, seed=7)
    assert "IsTerminal() = True" in text


@pytest.mark.parametrize("name", LOADED)
def test_whole_game_pays_nothing_before_its_end(name: str) -> None:
    game, chance = pyspiel.load_game(name), Random(2)
    state = game.new_initial_state()
    observer = game.make_py_observer()
    assert state.is_chance_node()
    assert abs(sum([weight for _, weight in state.chance_outcomes()]) - 1) < 1e-9
    while not state.is_terminal():
        assert not any(state.returns())
        if not state.is_chance_node():
            observer.set_from(state, state.current_player())
            assert 0 <= observer.tensor.min() <= observer.tensor.max() <= 1
            assert observer.string_from(state, 0)
            twin = state.clone()
            twin.apply_action(twin.legal_actions()[0])
            assert twin.history() != state.history()
        state.apply_action(chance.choice(state.legal_actions()))
    assert abs(sum(state.returns())) < 1e-9
    assert np.isclose(max(state.returns()), game.max_utility()) or min(state.returns()) < 0


def test_parameters_have_defaults() -> None:
    game = pyspiel.load_game("rondel_imperial")
    assert game.num_players() == spiel.DEFAULTS["players"] == 4
    assert game.num_distinct_actions() == 11641
