"""What is left when a process is killed while it writes."""

from __future__ import annotations

import pytest

from rondel.server.storage.database import Database
from tests.server.storage.people import names
from tests.server.storage.processes import writer

pytestmark = pytest.mark.anyio


async def test_killed_writers_leave_all_that_was_acknowledged(usual_url: str) -> None:
    acknowledged: set[str] = set()
    for name, number in (("a", 1), ("b", 7), ("c", 30)):
        with writer(usual_url, name) as told:
            acknowledged |= {told.readline().strip() for _ in range(number)}
    database = await Database.open(usual_url)
    written = await names(database)
    await database.close()
    assert {f"{name}-left" for name in acknowledged} <= written
    assert {name.partition("-")[0] + "-right" for name in written} <= written
    assert {name.partition("-")[0] + "-left" for name in written} <= written
