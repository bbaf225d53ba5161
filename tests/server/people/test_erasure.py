"""Being forgotten: the name is gone from everywhere, and every game is still a game."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from rondel.records import loads
from rondel.server.model.table import Draft, Seat
from rondel.server.people import erasure
from rondel.server.people.erasure import names_of, same_people
from rondel.server.storage import schema
from rondel.server.table.authority import act
from tests.server.admins import admin_of, database_of, member, seated
from tests.server.house import House, Json, Person, opened_house
from tests.server.stores import check_store
from tests.server.test_rights_end import heard, reason_of_end
from tests.server.visitors import PASSWORD, me, sign_in, token, told, with_token

pytestmark = pytest.mark.anyio

NAME = "Xanthippe"
"""A name that is nowhere by chance."""


@pytest.fixture
async def house(usual_url: str) -> AsyncIterator[House]:
    async with opened_house(usual_url, bot_processes=0) as house:
        yield house


async def everything(house: House) -> str:
    """All that is in the store."""
    async with database_of(house).reading() as connection:
        kept = [
            (await connection.execute(sa.select(rows))).all()
            for rows in schema.metadata.sorted_tables
        ]
    return json.dumps([[list(row) for row in rows] for rows in kept], ensure_ascii=False)


async def leave(person: Person, password: str | None = None) -> None:
    """Wishes to be forgotten."""
    await person.post("/api/me/delete", {"password": password}, 204)


async def played(house: House, *people: Person, decisions: int = 6, **wanted: Any) -> str:
    """A game that has gone on for a while."""
    table = await seated(house, *people, **wanted)
    await play_on(table, people, decisions)
    return table


async def play_on(table: str, people: tuple[Person, ...], decisions: int) -> None:
    by_id = {person.id: person for person in people}
    for _ in range(decisions):
        told = await people[0].get(f"/api/tables/{table}")
        if told["pending"] is None:
            return
        await by_id[told["seats"][told["pending"]["seat"]]["user"]].decide(table)


# What goes ----------------------------------------------------------------------------------


async def test_nothing_of_the_name_is_left(house: House) -> None:
    xan, bob = await house.guest(NAME), await house.guest("Bob")
    table = await played(house, xan, bob, options={"secret_cash": True})
    path = f"/api/tables/{table}"
    await xan.post(f"{path}/chat", {"room": "table", "text": f"I am {NAME}"}, 201)
    await xan.ask("PUT", f"{path}/note", {"text": f"{NAME}: buy India"})
    waiting = await xan.open_table("me", "open")
    await bob.post(f"/api/tables/{waiting['id']}/seats/1/take")
    assert NAME in await everything(house)
    await leave(xan)
    assert NAME not in await everything(house)
    assert await me(xan.client) is None
    assert await check_store(database_of(house)) == 2


@pytest.mark.long
async def test_the_game_goes_on_and_replays(house: House) -> None:
    xan, bob, cid = await house.guest(NAME), await house.guest("Bob"), await house.guest("Cid")
    table = await played(house, xan, bob, cid, decisions=55)
    await leave(xan)
    seats = (await bob.get(f"/api/tables/{table}"))["seats"]
    (gone,) = [seat for seat in seats if seat["name"].startswith(erasure.GONE)]
    assert (gone["user"], gone["offered"], gone["bot"]) == (None, True, "medium")
    record = await bob.client.get(f"/api/tables/{table}/record")
    assert gone["name"] in loads(record.content).players
    log = await bob.client.get(f"/api/tables/{table}/log?lang=en")
    assert NAME not in log.text + record.text
    dan = await house.guest("Dan")
    await dan.post(f"/api/tables/{table}/seats/{gone['seat']}/take")
    await play_on(table, (dan, bob, cid), 20)
    assert await check_store(database_of(house)) == 1


@pytest.mark.long
async def test_a_finished_game_keeps_its_result(house: House) -> None:
    xan, bob = await house.guest(NAME), await house.guest("Bob")
    table = await seated(house, xan, bob)
    await put_end(house, table)
    before = await bob.get(f"/api/tables/{table}")
    assert before["status"] == "finished"
    await leave(xan)
    after = await bob.get(f"/api/tables/{table}")
    names = {NAME: next(s["name"] for s in after["seats"] if s["name"] != "Bob"), "Bob": "Bob"}
    scores = {names[name]: score for name, score in before["result"]["scores"].items()}
    assert after["result"]["scores"] == scores
    assert NAME not in await everything(house)
    assert await check_store(database_of(house)) == 1


async def put_end(house: House, table: str) -> None:
    """Plays a game to its end at random, without asking anybody."""
    tables, chance = house.app.state.server.tables, random.Random(7)

    def make(draft: Draft) -> None:
        while draft.status == "running":
            seat, game = draft.deciding, draft.running
            assert seat is not None
            choice = chance.choice(game.legal_actions()).to_json()
            act(draft, seat.user_id or "", draft.position, choice, house.clock())

    await tables.change(table, make)


@pytest.mark.long
@pytest.mark.parametrize("name", ["russia", "factory", "player", "random"])
async def test_a_name_that_means_other_things_too_goes_alone(house: House, name: str) -> None:
    xan, bob = await house.guest(name), await house.guest("china")
    table = await played(house, xan, bob, decisions=55)
    await leave(xan)
    seats = (await bob.get(f"/api/tables/{table}"))["seats"]
    assert name not in [seat["name"] for seat in seats]
    assert await check_store(database_of(house)) == 1


@pytest.mark.long
async def test_drawn_options_and_seats_of_many_names(house: House) -> None:
    xan, bob = await house.guest(NAME), await house.guest("Bob")
    seats = [{"kind": "me"}, {"kind": "me", "name": f"{NAME}a"}, {"kind": "open"}]
    nations = {NAME: "russia", f"{NAME}a": "china", "Bob": "india"}
    wanted = {"game": "imperial2030", "seats": seats, "options": {"assignment": nations}}
    table = (await xan.post("/api/tables", wanted, 201))["id"]
    await bob.post(f"/api/tables/{table}/seats/2/take")
    await xan.post(f"/api/tables/{table}/start")
    await play_on(table, (xan, bob), 5)
    await leave(xan)
    assert NAME not in await everything(house)
    names = [seat["name"] for seat in (await bob.get(f"/api/tables/{table}"))["seats"]]
    assert len({*names}) == 3
    assert await check_store(database_of(house)) == 1


@pytest.mark.long
async def test_studies_of_the_game_lose_the_name_as_well(house: House) -> None:
    xan, bob, sam = await house.guest(NAME), await house.guest("Bob"), await house.guest("Sam")
    table = await played(house, xan, bob, decisions=55)
    study = await sam.post(f"/api/tables/{table}/studies", {"entries": 55}, 201)
    deeper = await sam.post(f"/api/tables/{study['id']}/studies", {"entries": 52}, 201)
    await sam.decide(deeper["id"])
    await leave(xan)
    assert NAME not in await everything(house)
    assert await check_store(database_of(house)) == 3
    await sam.decide(deeper["id"])
    assert await check_store(database_of(house)) == 3


@pytest.mark.long
async def test_ones_own_studies_go(house: House) -> None:
    xan, bob = await house.guest(NAME), await house.guest("Bob")
    table = await played(house, xan, bob)
    study = await xan.post(f"/api/tables/{table}/studies", {"entries": 2}, 201)
    await leave(xan)
    code = await bob.refused("GET", f"/api/tables/{study['id']}?invite={study['invite']}")
    assert code == "table/unknown"
    assert await check_store(database_of(house)) == 1


@pytest.mark.long
async def test_who_took_a_seat_over_does_not_take_its_name_along(house: House) -> None:
    """The name is Dan's, who brought it; Xanthippe only sat there."""
    dan, bob, xan = await house.guest("Dan"), await house.guest("Bob"), await house.guest(NAME)
    table = await played(house, dan, bob)
    (seat,) = [s for s in (await bob.get(f"/api/tables/{table}"))["seats"] if s["name"] == "Dan"]
    await dan.post(f"/api/tables/{table}/seats/{seat['seat']}/leave")
    await xan.post(f"/api/tables/{table}/seats/{seat['seat']}/take")
    await play_on(table, (xan, bob), 4)
    await leave(xan)
    names = [s["name"] for s in (await bob.get(f"/api/tables/{table}"))["seats"]]
    assert "Dan" in names
    await leave(dan)
    names = [s["name"] for s in (await bob.get(f"/api/tables/{table}"))["seats"]]
    assert "Dan" not in names
    assert await check_store(database_of(house)) == 1


@pytest.mark.long
async def test_what_was_played_as_a_guest_goes_with_the_account(house: House) -> None:
    await member(house, "ann")
    guest, bob = await house.guest(NAME), await house.guest("Bob")
    table = await played(house, guest, bob)
    assert (await sign_in(guest.client, "ann")).status_code == 200
    await leave(guest, PASSWORD)
    assert NAME not in await everything(house)
    assert table in await everything(house)
    assert await check_store(database_of(house)) == 1


@pytest.mark.long
async def test_a_table_without_anybody_else_ends(house: House) -> None:
    xan, bob = await house.guest(NAME), await house.guest("Bob")
    alone = (await xan.open_table("me", "banker", start=True))["id"]
    opened = (await xan.open_table("me", "open"))["id"]
    await leave(xan)
    statuses = [(await bob.get(f"/api/tables/{table}"))["status"] for table in (alone, opened)]
    assert statuses == ["ended", "expired"]
    assert await check_store(database_of(house)) == 2


@pytest.mark.long
async def test_the_table_gets_another_host(house: House) -> None:
    xan, bob = await house.guest(NAME), await house.guest("Bob")
    table = (await xan.open_table("me", "open", "open"))["id"]
    await bob.post(f"/api/tables/{table}/seats/1/take")
    await leave(xan)
    told = await bob.get(f"/api/tables/{table}")
    assert (told["host"], told["name"]) == (bob.id, "Imperial 2030")


# Who may ------------------------------------------------------------------------------------


@pytest.mark.long
async def test_an_account_goes_with_its_password_only(house: House) -> None:
    xan = await member(house, "xan")
    secret = await token(xan.client)
    for wrong in (None, "wrong"):
        code = await xan.refused("POST", "/api/me/delete", {"password": wrong})
        assert code == "identity/wrong_password"
    await leave(xan, PASSWORD)
    assert told(await sign_in(house.client(), "xan")) == (401, "identity/wrong_login")
    assert told(await with_token(house, secret).get("/api/me")) == (401, "identity/bad_token")
    assert "xan" not in (await everything(house)).lower()


@pytest.mark.long
async def test_open_connections_end(house: House) -> None:
    xan, bob = await house.guest(NAME), await house.guest("Bob")
    table = await seated(house, xan, bob)
    async with house.live(xan, table) as own, house.live(bob, table) as other:
        for live in (own, other):
            await heard(live, "presence")
        await leave(xan)
        assert await reason_of_end(own) == (1008, "identity/signed_out")
        rows: list[Json] = []
        while not rows or rows[-1]["kind"] != "gone":
            rows.append((await heard(other, "row"))["row"])
        position = (await heard(other, "position"))["position"]
        assert NAME not in json.dumps([rows, position])


@pytest.mark.long
async def test_an_interrupted_farewell_is_finished_later(house: House) -> None:
    xan, bob = await house.guest(NAME), await house.guest("Bob")
    for _ in range(2):
        await played(house, xan, bob)
    database, now = database_of(house), house.clock.now
    async with database.writing() as writing:
        await erasure.close_account(writing, xan.id, now)
    assert NAME in await everything(house)
    await house.app.state.server.steward.clean()
    assert NAME not in await everything(house)
    before = await everything(house)
    await erasure.erase(database, xan.id, now)
    assert await everything(house) == before


@pytest.mark.long
async def test_decisions_of_others_meanwhile_are_kept(house: House) -> None:
    xan, bob = await house.guest(NAME), await house.guest("Bob")
    tables = [await played(house, xan, bob, decisions=3) for _ in range(3)]

    async def talk(table: str) -> None:
        for number in range(10):
            await bob.post(f"/api/tables/{table}/chat", {"room": "table", "text": f"{number}"}, 201)

    await asyncio.gather(leave(xan), *[talk(table) for table in tables])
    for table in tables:
        rows = (await bob.get(f"/api/tables/{table}/log"))["rows"]
        said = [row["body"]["text"] for row in rows if row["kind"] == "chat"]
        assert said == [str(number) for number in range(10)]
    assert NAME not in await everything(house)
    assert await check_store(database_of(house)) == 3


@pytest.mark.long
async def test_other_processes_forget_the_name(postgresql_url: str) -> None:
    async with (
        opened_house(postgresql_url, bot_processes=0, secret="shared") as one,
        opened_house(postgresql_url, bot_processes=0, secret="shared") as other,
    ):
        xan, bob = await one.guest(NAME), await other.guest("Bob")
        table = await seated(one, xan, bob)
        path = f"/api/tables/{table}"
        async with other.live(bob, table) as live:
            await heard(live, "position")
            await leave(xan)
            while (await heard(live, "row"))["row"]["kind"] != "gone":
                pass
        answers = [await bob.client.get(f"{path}{what}") for what in ("", "/position", "/log")]
        assert NAME not in "".join(answer.text for answer in answers)


@pytest.mark.long
async def test_an_admin_sees_who_is_gone_and_nothing_more(house: House) -> None:
    root, xan = await admin_of(house), await house.guest(NAME)
    await leave(xan)
    told = await root.get(f"/api/admin/people/{xan.id}")
    assert told["deleted_at"] == house.clock.now
    assert (told["login"], told["guest"]) == (None, False)
    assert told["name"].startswith(erasure.GONE)


# Whose name it is ---------------------------------------------------------------------------


def line(kind: str, by: str | None = None, /, **body: Any) -> Any:
    return SimpleNamespace(kind=kind, user_id=by, body=body)


@pytest.mark.long
def test_guests_of_guests_are_the_same_person() -> None:
    moves = [line("moved", **{"from": "a", "to": "b"}), line("moved", **{"from": "b", "to": "c"})]
    assert same_people(moves, "c") == {"a", "b", "c"}
    assert same_people(moves, "b") == {"a", "b"}


@pytest.mark.long
def test_the_name_of_a_seat_that_was_set_free_is_still_its_owners() -> None:
    sitting = [Seat(0, "Ann", None, "medium", True), Seat(1, "Bob", "bob")]
    rows = [line("created", "ann"), line("started", "ann"), line("freed", seat=0, user="ann")]
    rows.append(line("seat", None, seat=0, name="Ann", user=None, bot="medium", offered=True))
    assert names_of(rows, sitting, {}, {"ann"}) == ["Ann"]
    assert names_of(rows, sitting, {0: "cid"}, {"cid"}) == []
    assert names_of(rows, sitting, {}, {"bob"}) == ["Bob"]
