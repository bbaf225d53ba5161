"""Bare policies against each other: every game counts once, and who strays far loses."""

from __future__ import annotations

import pytest

from tests.positions import GAMES
from training import temperatures
from training.temperatures import Contest, elo, shares


@pytest.mark.parametrize("game", GAMES)
def test_every_game_counts_once(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bankers play a deal the same whoever is called the hero, so each seat wins its part."""
    monkeypatch.setattr(temperatures, "TOGETHER", 3)
    assert shares(Contest(game, 3, "banker", "banker"), 2, "tests") == pytest.approx([1 / 3] * 2)


@pytest.mark.long
def test_who_strays_far_loses() -> None:
    found = shares(Contest("imperial", 2, "0.7", "8.0"), 4, "tests")
    assert sum(found) / len(found) > 0.7


def test_an_even_share_is_worth_no_points() -> None:
    assert elo(0.25, 4) == pytest.approx(0.0)
    assert elo(0.5, 2) == pytest.approx(0.0)
