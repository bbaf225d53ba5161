"""Order of legal actions and sequences by depth, compared with committed files."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.engine import KINDS
from tests.fixed_positions import COUNT_FOLDER, ORDER_FOLDER, counts_by_depth, described, read

ORDER_FILES = sorted(ORDER_FOLDER.glob("*.json"))
COUNT_FILES = sorted(COUNT_FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", ORDER_FILES, ids=lambda path: path.stem)
def test_legal_actions_come_in_the_same_order(path: Path) -> None:
    """R-DEC-5: the list of choices of every kind of decision is complete and ordered."""
    game, expected = read(path)
    assert described(game) == expected
    assert list(game.legal_ids()) == sorted(set(game.legal_ids()))


@pytest.mark.parametrize("path", COUNT_FILES, ids=lambda path: path.stem)
def test_sequences_by_depth_are_the_same(path: Path) -> None:
    """R-DEC-7: so many sequences of 1, 2, … actions follow from a fixed position."""
    game, expected = read(path)
    assert counts_by_depth(game) == expected["counts"]


def test_every_kind_of_decision_has_a_file() -> None:
    """Canals, and so consent, exist only in 2030; donations answer no decision."""
    names = {path.stem for path in ORDER_FILES}
    kinds = [kind for kind in KINDS if kind != "donate"]
    assert {f"imperial2030-{kind}" for kind in kinds} <= names
    assert {f"imperial-{kind}" for kind in kinds if kind != "canal_consent"} <= names
