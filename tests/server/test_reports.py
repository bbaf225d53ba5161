"""Reports: what people ask those to look at who look after the server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from rondel.server.admin import reports
from tests.server.admins import admin_of, audited, seated
from tests.server.house import House, Person, opened_house

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house(usual_url: str) -> AsyncIterator[House]:
    async with opened_house(usual_url, bot_processes=0) as house:
        yield house


async def say(person: Person, table: str, text: str, room: str = "table") -> int:
    """Says something; gives the number of the line."""
    told = await person.post(f"/api/tables/{table}/chat", {"room": room, "text": text}, 201)
    seq: int = told["seq"]
    return seq


@pytest.mark.long
async def test_a_line_of_the_chat_is_shown_with_what_is_around_it(house: House) -> None:
    root, ann, bob = await admin_of(house), await house.guest("Ann"), await house.guest("Bob")
    table = await seated(house, ann, bob)
    lines = [await say(bob, table, f"line {number}") for number in range(20)]
    body = {"reason": "Insults", "table": table, "seq": lines[10]}
    await ann.post("/api/reports", body, 201)
    [report] = (await root.get("/api/admin/reports"))["reports"]
    assert (report["by_name"], report["user_id"], report["user_name"]) == ("Ann", bob.id, "Bob")
    assert [said["seq"] for said in report["context"]] == lines[5:16]
    assert report["context"][5]["text"] == "line 10"


async def test_it_is_settled_once_and_its_author_is_told(house: House) -> None:
    root, ann, bob = await admin_of(house), await house.guest("Ann"), await house.guest("Bob")
    number = (await ann.post("/api/reports", {"reason": "Insults", "user": bob.id}, 201))["id"]
    path = f"/api/admin/reports/{number}/settle"
    [mine] = (await ann.get("/api/me/reports"))["reports"]
    assert (mine["settled_at"], mine["note"]) == (None, None)
    await root.post(path, {"note": "Bob was warned"}, 204)
    [mine] = (await ann.get("/api/me/reports"))["reports"]
    assert (mine["settled_at"], mine["note"]) == (house.clock.now, "Bob was warned")
    assert (await bob.get("/api/me/reports"))["reports"] == []
    assert await root.refused("POST", path, {"note": "Again"}) == "report/settled"
    code = await root.refused("POST", "/api/admin/reports/99/settle", {"note": "What?"})
    assert code == "report/unknown"
    assert (await root.get("/api/admin/reports"))["reports"] == []
    assert len((await root.get("/api/admin/reports?settled=true"))["reports"]) == 1
    last = (await audited(root))[-1]
    assert (last["act"], last["user_id"], last["details"]) == ("settle", bob.id, {"report": number})


async def test_what_cannot_be_reported(house: House) -> None:
    ann, bob, sam = await house.guest("Ann"), await house.guest("Bob"), await house.guest("Sam")
    table = await seated(house, ann, bob)
    in_gallery = await say(sam, table, "Hello", "gallery")
    hidden = await seated(house, bob, bob, public=False)
    why = {"reason": "Insults"}
    for code, body in (
        ("report/yourself", {**why, "user": ann.id}),
        ("report/nobody", {**why, "user": "abc"}),
        ("report/no_such_line", {**why, "table": table, "seq": 1}),
        ("report/no_such_line", {**why, "table": table, "seq": in_gallery}),
        ("report/no_such_line", {**why, "seq": 1}),
        ("table/unknown", {**why, "table": hidden}),
        ("table/unknown", {**why, "table": "abc"}),
        ("request/invalid", {"reason": " "}),
    ):
        assert await ann.refused("POST", "/api/reports", body) == code


async def test_only_so_many_wait_at_once(house: House) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    body = {"reason": "Insults", "user": bob.id}
    sent = [ann.client.post("/api/reports", json=body) for _ in range(reports.MOST + 3)]
    statuses = [answer.status_code for answer in await asyncio.gather(*sent)]
    assert sorted(statuses) == [201] * reports.MOST + [409] * 3
