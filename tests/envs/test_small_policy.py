"""The example of a policy that learns by playing itself."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rondel
from rondel.bots import make_bot
from tests.pages import ROOT
from tests.positions import GAMES


@pytest.fixture(scope="module")
def example() -> Any:
    path = ROOT / "docs" / "examples" / "small_policy.py"
    spec = spec_from_file_location("small_policy", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.long
def test_weights_change_when_games_end(example: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(example, "BATCH", 40)
    play = example.SelfPlay("imperial", size=4)
    before = {name: weight.copy() for name, weight in play.policy.weights.items()}
    while not play.games:
        play.step()
    for name, weight in play.policy.weights.items():
        assert (weight != before[name]).any()
        assert np.isfinite(weight).all()


def test_what_went_well_becomes_more_likely(example: Any) -> None:
    """One decision between two actions, taken now and then; the second brings more."""
    policy = example.Policy(inputs=3, entries=5)
    learner, seen = example.Learner(policy), np.array([255, 0, 255], np.uint8)
    entries, details = np.array([0, 1]), np.array([4, 4])

    def chance() -> float:
        hidden = policy.hidden(seen[None])
        return float(policy.chances(hidden, np.zeros(2, np.intp), entries, details)[1])

    before = chance()
    first = (seen, entries, details, 0, 1 - before, -0.25)
    learner.ready = [first, (seen, entries, details, 1, before, 0.75)]
    for _ in range(5):
        learner.learn()
    assert chance() > before


@pytest.mark.parametrize("game", GAMES)
def test_bot_plays_a_game_by_saved_weights(example: Any, game: str, tmp_path: Path) -> None:
    table = rondel.Game.new(game, ["policy", "random"], seed=1)
    policy = example.SelfPlay(game, size=1).policy
    policy.save(tmp_path / "weights.npz")
    bots = {
        "policy": example.PolicyBot(example.Policy.load(tmp_path / "weights.npz")),
        "random": make_bot("random", 1),
    }
    for _ in range(60):
        assert table.decision is not None
        view = table.view(table.decision.player)
        table.apply(bots[table.decision.player].decide(view, view.legal_actions()))


def test_weights_of_another_encoding_are_refused(example: Any, tmp_path: Path) -> None:
    policy = example.Policy(3, 5)
    np.savez(tmp_path / "old.npz", version=0, **policy.weights)
    with pytest.raises(ValueError, match="is for version 0 of the encoding"):
        example.Policy.load(tmp_path / "old.npz")


@pytest.mark.long
def test_match_gives_a_share(example: Any) -> None:
    policy = example.SelfPlay("imperial", size=1).policy
    assert 0 <= example.match("imperial", policy, games=4) <= 1
