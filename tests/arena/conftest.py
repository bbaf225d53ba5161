"""What the tests of the arena share."""

from __future__ import annotations

import pytest

from rondel.bots import BOTS
from tests.arena.taxman import Taxman


@pytest.fixture(autouse=True)
def taxman(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second bot, in this process only."""
    monkeypatch.setitem(BOTS, "taxman", Taxman)
