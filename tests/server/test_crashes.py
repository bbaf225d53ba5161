"""A server that is killed again and again while people play; `crashes.py` does it at length."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.samples import some
from tests.server.crashes import PLANS, crash

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("kills", some([1, 3]))
async def test_nothing_acknowledged_is_lost_when_the_server_is_killed(
    usual_url: str, tmp_path: Path, kills: int
) -> None:
    report = await crash(usual_url, tmp_path, kills=kills, plans=PLANS, work=(10, 40))
    assert report.is_fine, report
    assert report.kills == kills
    assert report.acknowledged >= kills * 10
    assert report.bot_decisions
