"""Lets a server's database fail again and again under load and looks whether anything is lost.

    python -m tests.server.faults --database sqlite|postgresql [--faults 1000] [--seed 1]

People play at a dozen tables as in `crashes.py`. Meanwhile single calls to the disk fail under
SQLite, and the disk is full for a while; connections to PostgreSQL break at any message, its
processes are ended, frozen, and crash. The server itself goes on. What was acknowledged must be in
the logs, everybody must be told of a database that fails as such, and in the end every record is
checked by `rondel verify`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

import httpx

from tests.server.crashes import PLANS, Evening, Plan, Report, count, fresh_postgresql, verified
from tests.server.cutting import proxy_to
from tests.server.failing_disk import FailingDisk
from tests.server.failing_postgresql import FailingPostgresql
from tests.server.house import Person
from tests.server.processes import ServerProcess
from tests.server.scripted import raise_not_ready
from tests.server.waiting import eventually, until

WORK: Final = (0, 4)
"""So many things are acknowledged, at least and at most, between two faults."""
AUDITS: Final = 100
"""So many faults until everybody's account is compared with the logs."""
LEASE: Final = 3


class Failing(Protocol):
    """A database that fails when it is told to."""

    environment: dict[str, str]
    """What the server must find there."""

    async def strike(self, chance: Random) -> str | None:
        """Lets something fail; gives the name of the fault, None if there was none."""
        ...


@dataclass
class FaultReport(Report):
    """The counts."""

    faults: int = 0
    by_kind: dict[str, int] = field(default_factory=dict)


class HardyServer(ServerProcess):
    """A server whose clients know that its database may fail."""

    def client(self, **more: Any) -> httpx.AsyncClient:
        """A client for which an answer that there is no database is none."""
        client = super().client(**more)
        client.event_hooks["response"].append(raise_not_ready)
        return client

    async def is_ready(self) -> bool:
        """Whether it says so itself."""
        async with httpx.AsyncClient(verify=False) as client:
            answer = await client.get(f"http://{self.address}/readyz")
        assert answer.status_code in (200, 503), answer.text
        return answer.is_success


@asynccontextmanager
async def hardy_server(database: str, folder: Path, failing: Failing) -> AsyncIterator[HardyServer]:
    """A running server on a database that may fail; its log is in the folder."""
    server = HardyServer(database, folder / "server.log", bot_lease=LEASE)
    server.environment = failing.environment
    await server.start()
    try:
        yield server
    finally:
        await server.close()
        await server.stop()


async def suffer(
    database: str,
    folder: Path,
    failing: Failing,
    faults: int,
    seed: int = 1,
    plans: Sequence[Plan] = PLANS * 2,
) -> FaultReport:
    """Lets people play while so many faults happen, and counts."""
    report = FaultReport(database.partition(":")[0])
    async with (
        hardy_server(database, folder, failing) as server,
        asyncio.TaskGroup() as tasks,
    ):
        evening, auditor = Evening(server, Random(seed)), await server.guest("Auditor")
        groups = [await evening.group(f"{chr(65 + i)}", plan) for i, plan in enumerate(plans)]
        playing = [tasks.create_task(evening.play(group)) for group in groups]
        while report.faults < faults:
            await one_trial(evening, failing, report)
            if report.faults % AUDITS == 0:
                await check(evening, auditor)
        await check(evening, auditor)
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
        count(report, evening, await evening.audit(auditor))
        report.verified = await verified(evening, auditor, folder)
    return report


async def one_trial(evening: Evening, failing: Failing, report: FaultReport) -> None:
    """One fault, and then some work that is done all the same."""
    fault = await failing.strike(evening.chance)
    if fault is not None:
        report.faults += 1
        report.by_kind[fault] = report.by_kind.get(fault, 0) + 1
    enough = evening.acknowledged + evening.chance.randint(*WORK)
    await until(lambda: evening.acknowledged >= enough)


async def check(evening: Evening, auditor: Person) -> None:
    """It works again by itself, nothing is lost so far, and bots go on."""
    assert isinstance(evening.server, HardyServer)
    await eventually(evening.server.is_ready)
    await evening.bots_go_on(auditor)
    found = await evening.audit(auditor)
    assert found.is_fine, found


# The command --------------------------------------------------------------------------------


async def suffer_on(kind: str, folder: Path, faults: int, seed: int) -> FaultReport:
    """The whole of it, on a fresh store."""
    if kind == "sqlite":
        store = f"sqlite:///{folder}/rondel.sqlite3"
        return await suffer(store, folder, FailingDisk(folder), faults, seed)
    with fresh_postgresql() as postgresql:
        async with proxy_to(postgresql.get_uri("rondel")) as proxy:
            failing = FailingPostgresql(postgresql, proxy)
            return await suffer(proxy.url, folder, failing, faults, seed)


def main() -> int:
    """Prints the counts; the status is 1 if anything is lost."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--faults", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rondel-") as name:
        report = asyncio.run(suffer_on(wanted.database, Path(name), wanted.faults, wanted.seed))
    print(json.dumps(asdict(report), indent=2))
    return 0 if report.is_fine else 1


if __name__ == "__main__":
    sys.exit(main())
