"""Lets people play from notices alone, while the server is killed and receivers fail.

    python -m tests.server.notices.storm [--database sqlite|postgresql] [--decisions 1000]
                                         [--kills 12] [--seed 1]

Everybody has three channels: a browser, a program and a mailbox. Whoever is told of a decision
makes it; now and then somebody goes on without waiting to be told. The receivers refuse, break off
before they have read or after they have taken a message, and the server is ended by SIGKILL, or
stopped, again and again. In the end every decision that waited long enough to be told was told
once by each channel, or was taken back; nothing was told twice by a server that knew it had
arrived, and no message holds a figure of anybody's cash.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from rondel.server.storage.rows.inspection import inspecting
from rondel.server.storage.schema import channels, notices
from tests.server.crashes import fresh_store
from tests.server.house import Json, Person
from tests.server.notices.receivers import Browser, Mailbox, Taken, Web, mailbox, web
from tests.server.processes import ServerProcess, server_process
from tests.server.scripted import OUTAGES, PAUSE
from tests.server.waiting import until

TABLES: Final = 16
FAILING: Final = 0.2
"""How often a receiver does not take a message properly."""
HASTY: Final = 0.25
"""How often somebody goes on without waiting to be told."""
SETTLING: Final = 300.0
"""Seconds in which what was not taken is sent once more."""
LINK: Final = re.compile(r"/t/([0-9a-f]+)")


@dataclass
class Report:
    """The counts."""

    database: str
    decisions: int = 0
    kills: int = 0
    stops: int = 0
    notices: int = 0
    """One for each decision and channel that the server came to tell of."""
    told: int = 0
    withdrawn: int = 0
    unsettled: int = 0
    """Neither told nor taken back in the end."""
    failed: int = 0
    missing: int = 0
    """Told, as the server has it, and not received."""
    refused: int = 0
    """Attempts that a receiver did not acknowledge."""
    again: int = 0
    """Sent once more after the server was killed before it could write down that it arrived."""
    doubled: int = 0
    """Acknowledged twice within one life of the server."""
    late: int = 0
    """Told after it was taken back."""
    leaks: int = 0

    @property
    def is_fine(self) -> bool:
        """Whether each was told once or taken back, and nothing leaked."""
        faults = self.missing + self.doubled + self.late + self.leaks + self.failed
        return not faults and not self.unsettled and self.told > 0


class Came(NamedTuple):
    """A message that a receiver took, whether or not its sender heard of that."""

    tag: str
    event: str
    life: int
    """Of the server: so often it had been started."""
    answered: bool
    text: str


@dataclass
class Storm:
    """Everything that goes on."""

    server: ServerProcess
    web: Web
    mail: Mailbox
    chance: Random
    life: int = 1
    decisions: int = 0
    refused: int = 0
    came: list[Came] = field(default_factory=list)
    inbox: dict[str, asyncio.Queue[str]] = field(default_factory=dict)
    """Tables of which somebody was told, by the path or name of his channel."""
    browsers: dict[str, Browser] = field(default_factory=dict)
    over: bool = False
    failing: float = FAILING

    # Receiving --------------------------------------------------------------------------------

    def take(self, taken: Taken) -> tuple[int, dict[str, str], bytes]:
        """Takes a request, or fails in one of three ways."""
        fate = self.chance.random()
        if fate < self.failing / 3:
            self.refused += 1
            return 503, {}, b""
        if fate < self.failing * 2 / 3:
            self.refused += 1
            return 0, {}, b""
        answered = fate >= self.failing
        self.refused += not answered
        told = self._read(taken)
        self._note(told, taken.path.rpartition("/")[2], answered, taken.body)
        return (201 if answered else 0), {}, b""

    def _read(self, taken: Taken) -> Json:
        browser = self.browsers.get(taken.path)
        if browser is not None:
            return browser.opened(taken)
        told = taken.json
        return {**told, "tables": [one["table"] for one in told["decisions"]], "body": told["text"]}

    def _note(self, told: Json, who: str, answered: bool, body: bytes) -> None:
        text = f"{told['title']} {told['body']}"
        self.came.append(Came(told["id"], told["event"], self.life, answered, text))
        if told["event"] == "decision":
            for table in told["tables"]:
                self.inbox[who].put_nowait(table)

    def refuse(self) -> str | None:
        """What a mail server says."""
        fate = self.chance.random()
        if fate >= self.failing:
            return None
        self.refused += 1
        return "451 not now" if fate < self.failing / 2 else "cut"

    def mails_read(self) -> None:
        """Reads what the mailbox has taken."""
        for mail in self.mail.mails:
            tag = str(mail["Message-ID"]).strip("<>").partition("@")[0]
            text = mail.get_content()
            found = LINK.search(text)
            assert found
            self.came.append(Came(tag, "decision", self.life, True, mail["Subject"]))
            self.inbox[str(mail["To"]).partition("@")[0]].put_nowait(found[1])
        self.mail.mails.clear()

    # Playing ----------------------------------------------------------------------------------

    async def sit_down(self, number: int) -> list[Person]:
        """People at a table of their own, with all their channels."""
        names = [f"p{number}x{seat}" for seat in range(2 + number % 2)]
        people = [await self.server.guest(name) for name in names]
        for person in people:
            await self._connect(person)
        host, *others = people
        game = ("imperial", "imperial2030")[number % 2]
        opened = await host.open_table(
            "me", *["open" for _ in others], game=game, name="Storm", public=False,
            options={"secret_cash": True},
        )  # fmt: skip
        path = f"/api/tables/{opened['id']}"
        for seat, person in enumerate(others, 1):
            await person.post(f"{path}/seats/{seat}/take?invite={opened['invite']}")
        await host.post(f"{path}/start")
        return people

    async def _connect(self, person: Person) -> None:
        name = person.name
        self.inbox[name] = asyncio.Queue()
        browser = Browser(self.web, f"/push/{name}")
        self.browsers[browser.path] = browser
        hook = {"kind": "webhook", "name": name, "address": f"{self.web.address}/hook/{name}"}
        box = {"kind": "email", "name": name, "address": f"{name}@example.org"}
        path = "/api/me/notices/channels"
        await person.put("/api/me/notices/wishes", {"always": True})
        await person.post(path, browser.subscription, 201)
        await person.post(path, {**hook, "form": "json"}, 201)
        channel = await person.post(path, box, 201)
        [mail] = [one for one in self.mail.mails if str(one["To"]) == box["address"]]
        self.mail.mails.remove(mail)
        code = re.search(r"\d{6}", mail["Subject"])
        assert code
        await person.post(f"{path}/{channel['id']}/confirm", {"code": code[0]})

    async def play(self, person: Person) -> None:
        """Decides whenever he is told to."""
        inbox = self.inbox[person.name]
        while not self.over:
            table = await inbox.get()
            while await self._decide(person, table) and self.chance.random() < HASTY:
                pass

    async def _decide(self, person: Person, table: str) -> bool:
        """Whether there was something to decide."""
        while not self.over:
            try:
                told = await person.get(f"/api/tables/{table}/position?facts=false")
                if not told["yours"]:
                    return False
                entry = self.chance.choice(told["choices"])["entry"]
                body = {"position": told["position"], "entry": entry}
                done = await person.client.post(f"/api/tables/{table}/actions", json=body)
                self.decisions += done.status_code == 200
            except OUTAGES:
                await asyncio.sleep(PAUSE)
                await self.server.up.wait()
            else:
                return done.status_code == 200
        return False

    async def fetch_mail(self) -> None:
        """Looks into the mailbox again and again."""
        while True:
            self.mails_read()
            await asyncio.sleep(0.05)


async def storm(
    database: str,
    folder: Path,
    decisions: int,
    kills: int,
    seed: int = 1,
    tables: int = TABLES,
) -> Report:
    """Lets people play until so many decisions are made, and counts."""
    report = Report(database.partition(":")[0])
    async with (
        web() as receiver,
        mailbox() as mail,
        server_process(
            database, folder, bot_processes=0, reach="127.0.0.0/8", smtp=mail.address,
            mail_from="rondel@example.org",
        ) as server,
        asyncio.TaskGroup() as tasks,
    ):  # fmt: skip
        here = Storm(server, receiver, mail, Random(seed))
        receiver.answer = here.take
        people = [person for i in range(tables) for person in await here.sit_down(i)]
        mail.refuse = here.refuse
        playing = [tasks.create_task(here.play(person)) for person in people]
        playing.append(tasks.create_task(here.fetch_mail()))
        for life in range(1, kills + 1):
            enough = decisions * life // (kills + 1)
            await patiently(here, enough)
            await restart(here, report)
        await patiently(here, decisions)
        here.over = True
        report.decisions = here.decisions
        await settled(here, database)
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
        here.mails_read()
        await examine(here, database, report)
    return report


async def patiently(here: Storm, decisions: int) -> None:
    """Waits until so many decisions are made; only when none is for a minute it is given up."""
    while here.decisions < decisions:
        before = here.decisions
        await until(lambda: here.decisions > before)  # noqa: B023 - it is waited for at once


async def restart(here: Storm, report: Report) -> None:
    """Ends the server in the middle of what it does, or in order, and starts it again."""
    await asyncio.sleep(here.chance.uniform(0, 0.5))
    if here.chance.random() < 0.8:
        await here.server.kill()
        report.kills += 1
    else:
        await here.server.stop()
        report.stops += 1
    here.mails_read()
    here.life += 1
    await here.server.start()


async def settled(here: Storm, database: str) -> None:
    """Waits until the server has nothing more to tell or to take back; nobody fails any more."""
    here.failing = 0.0
    left = sa.select(sa.func.count()).where(notices.c.state.in_(("waiting", "recalling")))

    async def is_settled() -> bool:
        async with inspecting(database) as connection:
            return await connection.scalar(left) == 0

    async with asyncio.timeout(SETTLING):
        while not await is_settled():
            await asyncio.sleep(0.5)


# Examining ----------------------------------------------------------------------------------


async def examine(here: Storm, database: str, report: Report) -> None:
    """Compares what the server has written down with what came."""
    async with inspecting(database) as connection:
        wanted = sa.select(notices, channels.c.kind.label("way")).join(
            channels, channels.c.id == notices.c.channel_id
        )
        rows: Sequence[Any] = (await connection.execute(wanted)).all()
    told = [one for one in here.came if one.event == "decision"]
    received = {one.tag for one in told}
    report.notices, report.refused = len(rows), here.refused
    for row in rows:
        match row.state:
            case "sent" | "over" | "recalling":
                report.told += 1
                report.missing += row.tag not in received
            case "withdrawn":
                report.withdrawn += 1
            case "failed":
                report.failed += 1
            case _:
                report.unsettled += 1
    _count_repeated(told, report)
    _count_late(here.came, report)
    report.leaks = sum(bool(re.search(r"\d", one.text)) for one in here.came)


def _count_repeated(told: Sequence[Came], report: Report) -> None:
    """A server that heard that a message arrived never sends it again."""
    lives: dict[str, Counter[int]] = {}
    for one in told:
        if one.answered:
            lives.setdefault(one.tag, Counter())[one.life] += 1
    for counted in lives.values():
        report.again += len(counted) - 1
        report.doubled += sum(times - 1 for times in counted.values())


def _count_late(came: Sequence[Came], report: Report) -> None:
    over: set[str] = set()
    for one in came:
        if one.event == "decided":
            over.add(one.tag)
        elif one.tag in over:
            report.late += 1


def main() -> int:
    """Prints the counts; the status is 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--decisions", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="rondel-") as name,
        fresh_store(wanted.database, Path(name)) as url,
    ):
        report = asyncio.run(storm(url, Path(name), wanted.decisions, wanted.kills, wanted.seed))
    print(json.dumps(asdict(report), indent=2))
    return 0 if report.is_fine else 1


if __name__ == "__main__":
    sys.exit(main())
