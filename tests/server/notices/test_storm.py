"""Notices while the server is killed and receivers fail; `storm.py` does it at length."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.notices.storm import storm

pytestmark = [pytest.mark.anyio, pytest.mark.long]


async def test_each_decision_is_told_once_or_taken_back(usual_url: str, tmp_path: Path) -> None:
    report = await storm(usual_url, tmp_path, decisions=40, kills=2, tables=6)
    assert report.is_fine, report
    assert report.refused
