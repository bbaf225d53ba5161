"""Memos stay bounded and do not change what is found."""

from __future__ import annotations

import pytest

from rondel.engine.model import memo
from tests.positions import moving_armies, targets


def test_a_full_memo_is_emptied(monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest value is always there."""
    monkeypatch.setattr(memo, "MOST_REMEMBERED", 3)
    kept: dict[int, int] = {}
    for number in range(10):
        assert memo.remember(kept, number, number * number) == number * number
        assert kept[number] == number * number
        assert len(kept) <= 3


def test_reach_is_the_same_when_nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """R-ARM-2, R-CVY-1: forgetting costs time, never a move."""
    units = {"vladivostok": {"armies": 1}, "sea_of_japan": {"fleets": 1}}
    before = targets(moving_armies("russia", units={"russia": units}), "vladivostok")
    monkeypatch.setattr(memo, "MOST_REMEMBERED", 0)
    assert targets(moving_armies("russia", units={"russia": units}), "vladivostok") == before
    assert "japan" in before
