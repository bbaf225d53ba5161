"""The games for OpenSpiel: its own tests, which come with it, and what they leave open."""

from __future__ import annotations

import subprocess
import sys
import unittest
from pathlib import Path
from random import Random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is an extra of its own")

from absl import flags  # noqa: E402
from open_spiel.integration_tests import api_test, playthrough_test  # noqa: E402
from open_spiel.python.algorithms.generate_playthrough import playthrough  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

from rondel.engine import RuleSetError  # noqa: E402
from rondel.envs.spiel import RondelState, defaults_of  # noqa: E402
from tests.positions import GAMES  # noqa: E402

pytestmark = pytest.mark.long

LOADED = [
    "rondel_imperial(players=2,max_turns=20)",
    "rondel_imperial(players=6,max_turns=6,later_edition=True)",
    "rondel_imperial2030(players=3,max_turns=12,investor_card=False)",
    "rondel_imperial2030(players=5,max_turns=6,setup=draft)",
]
loaded = pytest.mark.parametrize("name", LOADED)


def failures(case: type[unittest.TestCase]) -> list[Any]:
    """What fails of a test case of OpenSpiel."""
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun
    return result.errors + result.failures


@loaded
def test_api_test_of_openspiel_passes(name: str) -> None:
    base = api_test.EnforceAPIOnPartialTreeBase
    case = type("Case", (base,), {"game": pyspiel.load_game(name), "game_name": name})
    assert not failures(case)


@loaded
def test_simulation_of_openspiel_passes(name: str) -> None:
    """With copies, pickles and texts of games and of positions."""
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@loaded
def test_playthrough_test_of_openspiel_passes(name: str, tmp_path: Path) -> None:
    text = playthrough(name, action_sequence=None, seed=7)
    assert "IsTerminal() = True" in text
    flags.FLAGS.mark_as_parsed()
    (tmp_path / "played.txt").write_text(text, encoding="utf-8")
    playthrough_test.PlaythroughTest().run_test(str(tmp_path), "played.txt")


@loaded
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
        state.apply_action(chance.choice(state.legal_actions()))
    assert abs(sum(state.returns())) < 1e-9


def legal_everywhere(state: RondelState, steps: int) -> None:
    """OpenSpiel's legal actions are those of the engine, and copies live on by themselves."""
    chance = Random(3)
    for _ in range(steps):
        position = state.position
        assert position is not None
        assert state.legal_actions() == position.legal
        assert state.current_player() == position.actor
        twin = state.clone()
        twin.apply_action(chance.choice(twin.legal_actions()))
        assert twin.history() != state.history()
        state = twin


@pytest.mark.parametrize("title", GAMES)
def test_positions_are_those_of_the_engine(title: str) -> None:
    state = pyspiel.load_game(f"rondel_{title}").new_initial_state()
    state.apply_action(0)
    legal_everywhere(state, 20)


@pytest.mark.parametrize("title", GAMES)
def test_parameters_are_the_rule_options(title: str) -> None:
    game = pyspiel.load_game(f"rondel_{title}")
    assert game.get_parameters() == defaults_of(title)
    assert game.num_players() == 4
    for name, value in (("setup", "draft"), ("investor_card", False), ("players", 2)):
        other = pyspiel.load_game(f"rondel_{title}", {name: value})
        assert other.get_parameters()[name] == value
        assert other.table.rules is not game.table.rules


def test_unknown_values_are_refused() -> None:
    with pytest.raises(RuleSetError, match="setup"):
        pyspiel.load_game("rondel_imperial(setup=none)")
    with pytest.raises(ValueError, match="at least one turn, not 0"):
        pyspiel.load_game("rondel_imperial(max_turns=0)")


def test_program_that_uses_it_ends_well() -> None:
    """The registry of OpenSpiel outlives Python."""
    script = "import pyspiel, rondel.envs.spiel; pyspiel.load_game('rondel_imperial')"
    subprocess.run([sys.executable, "-c", script], check=True)
