"""The compiled and the plain engine play the same games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rondel.compiled import engine_form
from rondel.engine import title_of
from tests.both_forms import trace
from tests.samples import daily

ROOT = Path(__file__).parent.parent.parent


GAMES = 6
"""How many games are played in one test."""


@pytest.mark.skipif(engine_form() == "plain", reason="the engine is not compiled")
@pytest.mark.parametrize("first", daily(range(5000, 5030, GAMES), of=5))
def test_both_forms_play_the_same_games(first: int) -> None:
    """Positions as told and as encoded, legal actions and events, with random options."""
    numbers = range(first, first + GAMES)
    other = subprocess.Popen(
        [sys.executable, "-m", "tests.both_forms", *map(str, numbers)],
        cwd=ROOT,
        env={**os.environ, "RONDEL_PURE": "1", "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        text=True,
    )
    ours = [line for number in numbers for line in trace(number)]
    theirs = other.communicate()[0].splitlines()
    assert theirs[0] == "plain"
    assert len(ours) > 1_000
    different = [a for a, b in zip(ours, theirs[1:], strict=True) if a != b]
    assert different[:1] == []


@pytest.mark.parametrize("region", range(62))
def test_sets_of_regions_are_exact_up_to_the_last(region: int) -> None:
    """Sets have up to 62 members: no shift may lose a high one, compiled or not."""
    board = title_of("imperial2030").board
    assert list(board.members(1 << region)) == [region]
    assert board.set_of([board.region_ids[region]]) == 1 << region
    assert board.ids(1 << region) == [board.region_ids[region]]
