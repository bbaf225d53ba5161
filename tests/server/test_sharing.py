"""Studies share what they begin with, and nothing that happens elsewhere changes it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa

from rondel.records import loads
from rondel.server.model.passages import CHECKPOINT_EVERY
from rondel.server.storage import schema
from tests.server.house import House, Json, Person, opened_house
from tests.server.stores import check_store
from tests.server.test_records import recorded

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house(usual_url: str) -> AsyncIterator[House]:
    """A house on either database; in the end its store is looked through."""
    async with opened_house(usual_url, bot_processes=0) as house:
        yield house
        assert await check_store(house.app.state.server.database)


async def count(house: House, rows: sa.Table, **wanted: str) -> int:
    """How many rows of the store are like that."""
    conditions = [rows.c[name] == value for name, value in wanted.items()]
    async with house.app.state.server.database.reading() as connection:
        found = await connection.execute(
            sa.select(sa.func.count()).select_from(rows).where(*conditions)
        )
        return int(found.scalar_one())


async def record_of(person: Person, table: str) -> Json:
    answer = await person.client.get(f"/api/tables/{table}/record")
    assert answer.status_code == 200, answer.text
    loads(answer.content)
    record: Json = answer.json()
    return record


async def study_of(person: Person, table: str, entries: int) -> str:
    opened = await person.post(f"/api/tables/{table}/studies", {"entries": entries}, 201)
    return str(opened["id"])


async def played(ann: Person, entries: int) -> str:
    """A table where Ann plays for both, with so many entries."""
    table: str = (await ann.open_table("me", "me", start=True))["id"]
    for _ in range(entries):
        await decide(ann, table)
    return table


async def decide(ann: Person, table: str) -> None:
    told = await ann.get(f"/api/tables/{table}/position?facts=false")
    entry = told["choices"][len(told["choices"]) // 2]["entry"]
    await ann.post(f"/api/tables/{table}/actions", {"position": told["position"], "entry": entry})


async def take_back(ann: Person, table: str, to: int) -> None:
    position = (await ann.get(f"/api/tables/{table}"))["position"]
    await ann.post(f"/api/tables/{table}/undo", {"position": position, "to": to})


@pytest.mark.long
async def test_studies_of_an_imported_game_copy_nothing(house: House) -> None:
    ann = await house.guest("Ann")
    game = recorded("imperial2030-4-players")
    source = (await ann.post("/api/records", game.record(), 201))["id"]
    kept = await count(house, schema.stretches)
    studies = [await study_of(ann, source, entries) for entries in (0, 7, 120, len(game))]
    assert await count(house, schema.stretches) == kept
    assert await count(house, schema.entries) == 0
    for study, entries in zip(studies, (0, 7, 120, len(game)), strict=True):
        record = await record_of(ann, study)
        assert record["actions"] == game.record()["actions"][:entries]


@pytest.mark.long
async def test_a_played_game_is_copied_once_for_all_studies(house: House) -> None:
    ann = await house.guest("Ann")
    source = await played(ann, CHECKPOINT_EVERY + 20)
    actions = (await record_of(ann, source))["actions"]
    first = await study_of(ann, source, len(actions))
    kept = await count(house, schema.stretches)
    others = [await study_of(ann, source, entries) for entries in (3, CHECKPOINT_EVERY, 60)]
    assert await count(house, schema.stretches) == kept
    assert (await record_of(ann, first))["actions"] == actions
    for study, entries in zip(others, (3, CHECKPOINT_EVERY, 60), strict=True):
        assert (await record_of(ann, study))["actions"] == actions[:entries]


@pytest.mark.long
async def test_taking_back_in_the_source_changes_no_study(house: House) -> None:
    ann = await house.guest("Ann")
    source = await played(ann, 30)
    actions = (await record_of(ann, source))["actions"]
    before = await study_of(ann, source, 25)
    await take_back(ann, source, 10)
    for _ in range(20):
        await ann.decide(source)
    after = await study_of(ann, source, 25)
    assert (await record_of(ann, before))["actions"] == actions[:25]
    changed = (await record_of(ann, source))["actions"]
    assert changed[:10] == actions[:10]
    assert changed[10:] != actions[10:]
    assert (await record_of(ann, after))["actions"] == changed[:25]


@pytest.mark.long
async def test_a_study_is_taken_back_and_gone_on_with_by_itself(house: House) -> None:
    ann = await house.guest("Ann")
    game = recorded("imperial2030-4-players")
    source = (await ann.post("/api/records", game.record(), 201))["id"]
    actions = game.record()["actions"]
    study, other = await study_of(ann, source, 130), await study_of(ann, source, 130)
    await take_back(ann, study, 61)
    assert (await record_of(ann, study))["actions"] == actions[:61]
    for _ in range(CHECKPOINT_EVERY + 10):
        await decide(ann, study)
    record = await record_of(ann, study)
    assert record["actions"][:61] == actions[:61]
    assert len(record["actions"]) == 61 + CHECKPOINT_EVERY + 10
    assert (await record_of(ann, other))["actions"] == actions[:130]
    past = await ann.get(f"/api/tables/{study}/positions/70")
    assert past["entries"] == 70


@pytest.mark.long
async def test_the_last_decision_of_a_study_is_ones_own(house: House) -> None:
    ann = await house.guest("Ann")
    source = await played(ann, 12)
    study = await study_of(ann, source, 12)
    told = await ann.position(study)
    assert told["undo"]["possible"]
    assert told["undo"]["to"] == 11
    await ann.post(f"/api/tables/{study}/undo", {"position": told["position"]})
    assert len((await record_of(ann, study))["actions"]) == 11
    await take_back(ann, study, 0)
    assert (await record_of(ann, study))["actions"] == []
    await decide(ann, study)


@pytest.mark.long
async def test_studies_of_studies_share_too(house: House) -> None:
    ann = await house.guest("Ann")
    table = await played(ann, 15)
    for _ in range(4):
        table = await study_of(ann, table, len((await record_of(ann, table))["actions"]))
        for _ in range(5):
            await decide(ann, table)
    record = await record_of(ann, table)
    assert len(record["actions"]) == 35
    kept = await count(house, schema.pages, table_id=table)
    assert kept == 4
    half = await study_of(ann, table, 18)
    assert (await record_of(ann, half))["actions"] == record["actions"][:18]


@pytest.mark.long
async def test_studies_outlast_a_restart(usual_url: str) -> None:
    async with opened_house(usual_url, bot_processes=0) as house:
        ann = await house.guest("Ann")
        study = await study_of(ann, await played(ann, 20), 17)
        record = await record_of(ann, study)
        cookies = ann.client.cookies
        secret = house.app.state.settings.secret
    async with opened_house(usual_url, bot_processes=0, secret=secret) as house:
        again = Person(house.client(cookies=cookies), ann.id, "Ann")
        assert await record_of(again, study) == record
        await decide(again, study)
        assert await check_store(house.app.state.server.database)


@pytest.mark.long
async def test_studies_opened_while_the_source_is_taken_back_are_whole(house: House) -> None:
    ann = await house.guest("Ann")
    source = await played(ann, 12)

    async def study() -> None:
        path = f"/api/tables/{source}/studies"
        answer = await ann.client.post(path, json={"entries": 5})
        assert answer.status_code in (201, 422, 503), answer.text

    async def go_back_and_forth() -> None:
        for _ in range(4):
            await take_back(ann, source, 3)
            for _ in range(6):
                await ann.decide(source)

    await asyncio.gather(go_back_and_forth(), *[study() for _ in range(10)])
