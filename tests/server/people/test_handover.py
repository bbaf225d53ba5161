"""Who signs in takes along what was played as a guest."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
from websockets.asyncio.client import ClientConnection

from rondel.server.model.agreements import Vote
from rondel.server.model.table import Draft, Seat, Visitor
from rondel.server.people.handover import replace_person
from rondel.server.table.seating import Agreement, new_table
from tests.server import visitors
from tests.server.house import House, Json, Person, opened_house
from tests.server.visitors import account, sign_in, told
from tests.server.waiting import DEADLINE

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house(usual_url: str) -> AsyncIterator[House]:
    """A house where the account `ann` exists, signed in elsewhere."""
    async with opened_house(usual_url, bot_processes=0) as house:
        yield house


async def ann_elsewhere(house: House) -> Person:
    """An account, signed in at another screen."""
    client = house.client()
    return Person(client, (await account(client))["id"], "Ann")


async def sign_in_as(person: Person, login: str = "ann") -> Person:
    """The same screen, now with the account."""
    answer = await sign_in(person.client, login)
    return Person(person.client, visitors.person_in(answer)["id"], person.name)


def holders(table: Json) -> list[str | None]:
    return [seat["user"] for seat in table["seats"]]


async def row_told(live: ClientConnection, kind: str) -> Json:
    """Waits for a line of the log."""
    async with asyncio.timeout(DEADLINE):
        while True:
            message: Json = json.loads(await live.recv())
            if message["type"] == "row" and message["row"]["kind"] == kind:
                row: Json = message["row"]
                return row


async def test_seats_and_hosted_tables_move_with_the_guest(house: House) -> None:
    ann, guest, bob = await ann_elsewhere(house), await house.guest("G"), await house.guest("Bob")
    own = await guest.open_table("me", "open", "open", public=False)
    joined = await bob.open_table("me", "open", "open")
    await guest.post(f"/api/tables/{joined['id']}/seats/1/take", {})
    signed_in = await sign_in_as(guest)
    assert signed_in.id == ann.id
    for person in (ann, signed_in):
        assert holders(await person.get(f"/api/tables/{own['id']}")) == [ann.id, None, None]
        assert holders(await person.get(f"/api/tables/{joined['id']}")) == [bob.id, ann.id, None]
    await ann.post(f"/api/tables/{own['id']}/start", {"fill": "random"})
    assert len((await ann.get("/api/tables?list=mine"))["tables"]) == 2


async def test_one_person_may_then_hold_several_seats(house: House) -> None:
    ann, guest = await ann_elsewhere(house), await house.guest("G")
    table = await ann.open_table("me", "open", "open")
    await guest.post(f"/api/tables/{table['id']}/seats/2/take", {})
    await sign_in_as(guest)
    assert holders(await ann.get(f"/api/tables/{table['id']}")) == [ann.id, None, ann.id]


async def test_decisions_move_too_and_can_be_taken_back(house: House) -> None:
    await ann_elsewhere(house)
    guest = await house.guest("G")
    table = await guest.open_table("me", "me", "me")
    await guest.post(f"/api/tables/{table['id']}/start", {})
    before = await guest.position(table["id"])
    await guest.decide(table["id"])
    signed_in = await sign_in_as(guest)
    now = await signed_in.position(table["id"])
    assert now["position"] == before["position"] + 1
    await signed_in.post(f"/api/tables/{table['id']}/undo", {"position": now["position"]})
    again = await signed_in.position(table["id"])
    assert again["choices"] == before["choices"]
    await signed_in.decide(table["id"])


async def test_notes_move_unless_the_account_has_its_own(house: House) -> None:
    ann, guest = await ann_elsewhere(house), await house.guest("G")
    notes = [f"/api/tables/{(await ann.open_table(*['me'] * 3))['id']}/note" for _ in range(2)]
    await ann.ask("PUT", notes[0], {"text": "by ann"})
    for note in notes:
        await guest.ask("PUT", note, {"text": "by guest"})
    await sign_in_as(guest)
    assert [(await ann.get(note))["text"] for note in notes] == ["by ann", "by guest"]


async def test_who_was_sent_away_as_a_guest_stays_away(house: House) -> None:
    await ann_elsewhere(house)
    guest, bob = await house.guest("G"), await house.guest("Bob")
    seat = f"/api/tables/{(await bob.open_table('me', 'open', 'open'))['id']}/seats/1"
    await guest.post(f"{seat}/take", {})
    await bob.ask("PUT", seat, {"kind": "open"})
    signed_in = await sign_in_as(guest)
    assert await signed_in.refused("POST", f"{seat}/take", {}) == "seat/kicked"


async def test_everybody_at_the_table_is_told(house: House) -> None:
    ann, guest, bob = await ann_elsewhere(house), await house.guest("G"), await house.guest("Bob")
    table = await guest.open_table("me", "open", "open")
    async with house.live(bob, table["id"]) as live:
        await sign_in_as(guest)
        moved = await row_told(live, "moved")
    assert moved["body"] == {"from": guest.id, "to": ann.id}


async def test_nobody_comes_back_as_the_guest(house: House) -> None:
    await ann_elsewhere(house)
    guest = await house.guest("G")
    secret = await visitors.token(guest.client)
    replayed = house.client(headers={"cookie": f"rondel={guest.client.cookies['rondel']}"})
    await sign_in_as(guest)
    assert await visitors.me(replayed) is None
    answer = await visitors.with_token(house, secret).get("/api/me")
    assert told(answer) == (401, "identity/bad_token")


async def test_a_failed_attempt_moves_nothing(house: House) -> None:
    await ann_elsewhere(house)
    guest = await house.guest("G")
    table = await guest.open_table("me", "open", "open")
    assert told(await sign_in(guest.client, "ann", "wrong")) == (401, "identity/wrong_login")
    assert holders(await guest.get(f"/api/tables/{table['id']}")) == [guest.id, None, None]


async def test_between_accounts_nothing_moves(house: House) -> None:
    await ann_elsewhere(house)
    client = house.client()
    bob = Person(client, (await account(client, "bob"))["id"], "Bob")
    table = await bob.open_table("me", "open", "open")
    await sign_in_as(bob)
    assert holders(await bob.get(f"/api/tables/{table['id']}")) == [bob.id, None, None]


@pytest.mark.long
async def test_other_processes_see_it(postgresql_url: str) -> None:
    async with (
        opened_house(postgresql_url, bot_processes=0, secret="shared") as one,
        opened_house(postgresql_url, bot_processes=0, secret="shared") as other,
    ):
        ann, guest = await ann_elsewhere(one), await one.guest("G")
        table = await guest.open_table("me", "open", "open")
        here = f"/api/tables/{table['id']}"
        watcher = await other.guest("W")
        assert holders(await watcher.get(here)) == [guest.id, None, None]
        async with other.live(watcher, table["id"]) as live:
            await sign_in_as(guest)
            await row_told(live, "moved")
        assert holders(await watcher.get(here)) == [ann.id, None, None]


# One table ---------------------------------------------------------------------------------


def table_of(*users: str | None) -> Draft:
    table = new_table(Agreement("Friday", "imperial", {}), "host", "Host", 0.0)
    table.seats = [Seat(number, user_id=user) for number, user in enumerate(users)]
    return table


@pytest.mark.long
def test_votes_follow_the_person() -> None:
    table = table_of("guest", "ann", "bob")
    table.vote = Vote(1, "end", "guest", None, ["guest", "bob", "ann"])
    replace_person(table, "guest", "ann")
    assert table.vote == Vote(1, "end", "ann", None, ["ann", "bob"])


@pytest.mark.long
@pytest.mark.parametrize("muted", [False, True])
@pytest.mark.parametrize("kicked", [False, True])
def test_a_ban_holds_whichever_of_the_two_it_was_for(muted: bool, kicked: bool) -> None:
    table = table_of()
    table.visitors = {"guest": Visitor(muted, False), "ann": Visitor(False, kicked)}
    replace_person(table, "guest", "ann")
    assert table.visitors == {"ann": Visitor(muted, kicked)}


def test_others_stay_as_they_are() -> None:
    table = table_of("ann", "bob", None)
    table.visitors = {"bob": Visitor(True, True)}
    replace_person(table, "guest", "ann")
    assert [seat.user_id for seat in table.seats] == ["ann", "bob", None]
    assert table.visitors == {"bob": Visitor(True, True)}
    assert table.host_id == "host"
