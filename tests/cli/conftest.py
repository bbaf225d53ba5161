"""What the tests of the command line share."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.cli.simulation import Plan, play_game
from tests.cli.running import Run, runner


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs the program in a folder of its own."""
    return runner(tmp_path)


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a finished game."""
    folder = tmp_path_factory.mktemp("records")
    play_game(Plan("imperial2030", ("random",) * 4, "7", out=folder), 1)
    return folder / "game-00001.rondel.json"
