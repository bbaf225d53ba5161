"""Everything about me, as one document."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest

from rondel.records import loads
from rondel.server.people import export as exporting
from tests.server.admins import admin_of, member, seated
from tests.server.house import House, Json, Person, opened_house
from tests.server.visitors import token

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house(usual_url: str) -> AsyncIterator[House]:
    async with opened_house(usual_url, bot_processes=0) as house:
        yield house


async def export(person: Person) -> Json:
    answer = await person.client.get("/api/me/export")
    assert answer.status_code == 200
    assert "rondel-export.json" in answer.headers["content-disposition"]
    told: Json = answer.json()
    return told


async def test_everything_is_in_it_and_nothing_of_others(house: House) -> None:
    root, ann, bob = await admin_of(house), await member(house, "ann"), await house.guest("Bob")
    secret = await token(ann.client, "my bot")
    table = await seated(house, ann, bob)
    path = f"/api/tables/{table}"
    for person, words in ((ann, "mine"), (bob, "his")):
        await person.post(f"{path}/chat", {"room": "table", "text": words}, 201)
        await person.ask("PUT", f"{path}/note", {"text": f"a note of {words}"})
    await ann.post("/api/reports", {"reason": "Insults", "user": bob.id}, 201)
    await root.ask("PUT", f"/api/admin/people/{ann.id}/mute", {"reason": "Shouts"}, 204)
    told = await export(ann)
    text = json.dumps(told)
    assert (told["person"]["name"], told["person"]["login"]) == ("Ann", "ann")
    assert [one["name"] for one in told["tokens"]] == ["my bot"]
    assert len(told["sessions"]) == 1
    assert [one["kind"] for one in told["sanctions"]] == ["mute"]
    assert [one["reason"] for one in told["reports"]] == ["Insults"]
    [kept] = told["tables"]
    assert (kept["id"], kept["host"], kept["note"]) == (table, True, "a note of mine")
    assert [line["text"] for line in kept["chat"]] == ["mine"]
    for hidden in (secret, "a note of his", ann.client.cookies["rondel"], "password"):
        assert hidden not in text


@pytest.mark.long
async def test_records_are_whole_however_long(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "PAGE", 2)
    ann = await house.guest("Ann")
    table = await seated(house, ann, ann)
    for _ in range(5):
        await ann.decide(table)
    for number in range(3):
        said = {"room": "table", "text": f"{number}"}
        await ann.post(f"/api/tables/{table}/chat", said, 201)
    [kept] = (await export(ann))["tables"]
    assert [line["text"] for line in kept["chat"]] == ["0", "1", "2"]
    record = await ann.client.get(f"/api/tables/{table}/record")
    assert len(loads(json.dumps(kept["record"]))) == 5
    assert kept["record"] == record.json()


@pytest.mark.long
async def test_a_start_with_secret_cash_is_told_as_one_may_see_it(house: House) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    table = await seated(house, ann, bob, options={"secret_cash": True})
    [kept] = (await export(ann))["tables"]
    record = await ann.client.get(f"/api/tables/{table}/record")
    assert kept["record"] == record.json()


@pytest.mark.long
async def test_who_only_watched_gets_no_record(house: House) -> None:
    ann, sam = await house.guest("Ann"), await house.guest("Sam")
    table = await seated(house, ann, ann)
    await sam.post(f"/api/tables/{table}/chat", {"room": "gallery", "text": "Hello"}, 201)
    [kept] = (await export(sam))["tables"]
    assert (kept["record"], kept["seats"], kept["host"]) == (None, [], False)
    assert [line["text"] for line in kept["chat"]] == ["Hello"]


async def test_it_is_for_the_person_and_not_for_programs(house: House) -> None:
    ann = await house.guest("Ann")
    bearer = {"authorization": f"Bearer {await token(ann.client)}"}
    answer = await house.client().get("/api/me/export", headers=bearer)
    assert answer.json()["error"]["code"] == "identity/not_by_token"
