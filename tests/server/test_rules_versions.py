"""Games of every version of the rules on one server: the old go on as they were begun.

The store is one of version 1, and the server knows a version more than was published, in which a
factory costs more. It is a process of its own, as are those in which it works and bots think.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

import rondel
from rondel.engine import RULES_VERSION
from rondel.records import Transcript, loads
from rondel.server.bots.worker import Question
from rondel.server.upkeep.doctor import examine_store
from tests.made_up_rules import DEARER, NEW_COST, NEXT, OLD_COST, published
from tests.server.house import Door, House, Json, Person, opened_house
from tests.server.processes import server_process
from tests.server.releases.rules_1 import GAMES, LONG, RECORDS, SHORT, SQLITE, STUDIED
from tests.server.visitors import person_in, sign_in

pytestmark = pytest.mark.anyio

TOMORROW = "tests.rondel_of_tomorrow"
BEGUN = ("short", "study", "long", "bot")
"""Tables whose games go on: without a complete position kept, of a study, with one, with a bot."""


@pytest.fixture
def store(tmp_path: Path) -> str:
    """The address of a copy of the store."""
    path = tmp_path / "store"
    path.write_bytes(gzip.decompress(SQLITE.read_bytes()))
    return f"sqlite:///{path}"


async def ann_at(door: Door) -> Person:
    """Whose games they are."""
    client = door.client()
    found = person_in(await sign_in(client, "ann"))
    return Person(client, found["id"], found["name"])


async def tables_of(person: Person) -> dict[str, Json]:
    """All tables of somebody by name."""
    listed = [await person.get(f"/api/tables?list={which}") for which in ("mine", "played")]
    ids = {table["id"] for found in listed for table in found["tables"]}
    tables = [await person.get(f"/api/tables/{id}") for id in ids]
    return {table["name"]: table for table in tables}


async def paid_for_factory(person: Person, table: str) -> int:
    """Plays on until a nation builds a factory; gives what it paid."""
    told = await person.position(table)
    while True:
        if told["yours"]:
            await person.decide(table, liked([choice["entry"] for choice in told["choices"]]))
        log = await person.get(f"/api/tables/{table}/log?since={told['seq']}&wait=1")
        for event in [event for row in log["rows"] for event in row["body"].get("events", [])]:
            if event["event"] == "factory_built":
                return int(event["cost"])
        told = await person.position(table)


def liked(entries: list[Json]) -> int:
    """The choice of somebody who wants factories, and money for them."""
    wishes: list[Json] = [{"slot": "factory"}, {"slot": "taxation"}]
    for number, entry in enumerate(entries):
        if "province" in entry["choice"] and entry["decision"] == "build_factory":
            return number
    for wish in wishes:
        for number, entry in enumerate(entries):
            if entry["choice"] == wish:
                return number
    return 0


async def test_games_begun_before_a_fix_go_on_as_they_were(store: str, tmp_path: Path) -> None:
    """What happened is told as it was, and what happens is by the old rule."""
    async with server_process(store, tmp_path, program=TOMORROW, bot_processes=1) as server:
        ann = await ann_at(server)
        tables = await tables_of(ann)
        for game in GAMES:
            await look_back(ann, tables, game)
            for name in [f"{game} {which}" for which in BEGUN]:
                assert tables[name]["rules_version"] == RULES_VERSION == 1
                assert await paid_for_factory(ann, tables[name]["id"]) == OLD_COST, name
                record = await ann.client.get(f"/api/tables/{tables[name]['id']}/record")
                assert loads(record.content).rules.version == RULES_VERSION


async def look_back(person: Person, tables: dict[str, Json], game: str) -> None:
    """The games are as the store was made, over or not."""
    finished = tables[f"{game} finished"]
    assert (finished["status"], finished["rules_version"]) == ("finished", RULES_VERSION)
    record = await person.client.get(f"/api/tables/{finished['id']}/record")
    assert record.content == RECORDS[game].read_bytes()
    for name, entries in (("study", STUDIED), ("short", SHORT), ("long", LONG)):
        id = tables[f"{game} {name}"]["id"]
        past = await person.get(f"/api/tables/{id}/positions/{entries}")
        assert past["snapshot"] == (await person.position(id))["snapshot"]
        assert await version_of_study(person, id) == RULES_VERSION


async def version_of_study(person: Person, table: str) -> int:
    """The version of the rules by which a study of a game goes on."""
    study = await person.post(f"/api/tables/{table}/studies", {"entries": 1}, 201)
    past = await person.get(f"/api/tables/{table}/positions/1")
    assert (await person.position(study["id"]))["snapshot"] == past["snapshot"]
    return int(study["rules_version"])


async def test_games_begun_after_it_take_the_new_rule(store: str, tmp_path: Path) -> None:
    """Those at tables that were open before, too; and a server that is started anew goes on."""
    ids = await begun_tomorrow(store)
    async with server_process(store, tmp_path, program=TOMORROW, bot_processes=1) as server:
        ann = await ann_at(server)
        for id in ids:
            assert await paid_for_factory(ann, id) == NEW_COST
            assert await version_of_study(ann, id) == NEXT
        await take_in_records(ann)


async def begun_tomorrow(store: str) -> list[str]:
    """Tables whose games are begun by a server that knows the fix."""
    with published(DEARER):
        async with opened_house(store, bot_processes=0) as house:
            ann = await ann_at(house)
            ids = [(await tables_of(ann))[f"{game} open"]["id"] for game in GAMES]
            ids += [(await ann.open_table("me", "random"))["id"]]
            for id in ids:
                assert (await ann.post(f"/api/tables/{id}/start"))["rules_version"] == NEXT
    return ids


async def take_in_records(person: Person) -> None:
    """Records come in by the version they name, if it is known."""
    with published(DEARER):
        new = rondel.Game.new("imperial", ["A", "B"], seed=1).record()
    old = json.loads(RECORDS["imperial"].read_bytes())
    for record, version in ((old, RULES_VERSION), (new, NEXT)):
        assert (await person.post("/api/records", record, 201))["rules_version"] == version
    refused = await person.client.post("/api/records", json={**new, "rules_version": NEXT + 1})
    error, known = refused.json()["error"], ", ".join(map(str, range(1, NEXT + 1)))
    assert error["code"] == "record/unreadable"
    assert f"version {NEXT + 1} of the rules is unknown; known are {known}" in error["message"]


async def test_bots_think_by_the_rules_of_the_game() -> None:
    """What is sent to the process where they think names the version."""
    with published(DEARER):
        for version in (RULES_VERSION, NEXT):
            game = rondel.Game.new("imperial", ["A", "B"], seed=1, rules_version=version)
            question = Question(Transcript.of(game), "A", "random", "chance")
            assert question.game.begun().rules.version == version


async def test_the_facts_of_a_game_are_told_by_version(house: House) -> None:
    ann = await house.guest("Ann")
    with published(DEARER):
        for game in GAMES:
            newest = await ann.get(f"/api/games/{game}")
            assert newest == await ann.get(f"/api/games/{game}?rules_version={NEXT}")
            old = await ann.get(f"/api/games/{game}?rules_version={RULES_VERSION}")
            assert [told["rules_version"] for told in (old, newest)] == [RULES_VERSION, NEXT]
            assert {told["newest_rules_version"] for told in (old, newest)} == {NEXT}
            costs = [told["facts"]["rules"]["factory_cost"] for told in (old, newest)]
            assert costs == [OLD_COST, NEW_COST]
            path = f"/api/games/{game}?rules_version={NEXT + 1}"
            assert await ann.refused("GET", path) == "rules/unknown"


@pytest.mark.long
async def test_a_program_without_the_fix_leaves_new_games_alone(store: str) -> None:
    """It goes on with the others; where the rules of all are known, all are sound."""
    new = await begun_tomorrow(store)
    async with opened_house(store, bot_processes=0) as house:
        ann = await ann_at(house)
        for id in new:
            refused = await ann.client.get(f"/api/tables/{id}")
            assert refused.json()["error"]["code"] == "table/damaged"
        listed = (await ann.get("/api/tables?list=mine"))["tables"]
        (old,) = [table["id"] for table in listed if table["name"] == "imperial short"]
        assert await paid_for_factory(ann, old) == OLD_COST
    unknown = f"version {NEXT} of the rules is unknown; known are {RULES_VERSION}"
    assert await faults_in(store) == dict.fromkeys(new, unknown)
    with published(DEARER):
        assert await faults_in(store) == {}


async def faults_in(store: str) -> dict[str, str]:
    """What is wrong with the tables of a store, as far as it concerns versions."""
    report = await examine_store(store)
    said = [(finding.table, " ".join(finding.faults)) for finding in report.findings]
    return {table: faults.rpartition("rules_version: ")[2] for table, faults in said}
