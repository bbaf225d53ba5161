"""What somebody may do or see ends with the reason for it, for an open connection too."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from rondel.server.service.live import HEARTBEAT
from tests.server.house import House, Json, Person, opened_house
from tests.server.visitors import token

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """One for all tests: each has a table and people of its own."""
    store = f"sqlite:///{tmp_path_factory.mktemp('store')}/rondel.sqlite3"
    async with opened_house(store, bot_processes=0) as house:
        yield house


async def heard(socket: ClientConnection, kind: str) -> Json:
    """The next message of a kind."""
    while True:
        told: Json = json.loads(await socket.recv())
        if told["type"] == kind:
            return told


async def reason_of_end(socket: ClientConnection) -> tuple[int | None, str | None]:
    """Code and reason with which the server ends a connection."""
    with suppress(ConnectionClosed):
        async for _ in socket:
            pass
    return socket.close_code, socket.close_reason


async def secret_game(ann: Person, bob: Person, *seats: str) -> str:
    """A running game with secret cash; Bob sits on the seats that were open."""
    options = {"secret_cash": True}
    table = await ann.open_table(*seats, options=options)
    for seat in table["seats"]:
        if seat["offered"]:
            await bob.post(f"/api/tables/{table['id']}/seats/{seat['seat']}/take")
    await ann.post(f"/api/tables/{table['id']}/start")
    id: str = table["id"]
    return id


# Signing out --------------------------------------------------------------------------------


async def test_who_has_signed_out_can_send_nothing_more(house: House) -> None:
    ann, sam = await house.guest("Ann"), await house.guest("Sam")
    table = (await ann.open_table("me", "banker", start=True))["id"]
    async with house.live(ann, table) as looks, house.live(ann, table) as proposes:
        for socket in (looks, proposes):
            await heard(socket, "position")
        await ann.ask("DELETE", "/api/session", status=204)
        await looks.send(json.dumps({"type": "position"}))
        await proposes.send(json.dumps({"type": "propose", "kind": "end"}))
        for socket in (looks, proposes):
            assert await reason_of_end(socket) == (1008, "identity/signed_out")
    assert (await sam.get(f"/api/tables/{table}"))["status"] == "running"


async def test_who_has_signed_out_is_told_nothing_more_even_at_a_busy_table(house: House) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    table = await secret_game(ann, bob, "me", "open")
    async with house.live(bob, table) as socket:
        await heard(socket, "position")
        await bob.ask("DELETE", "/api/session", status=204)
        house.clock.now += HEARTBEAT
        await ann.post(f"/api/tables/{table}/chat", {"room": "table", "text": "Well?"}, 201)
        assert await reason_of_end(socket) == (1008, "identity/signed_out")


async def test_a_connection_ends_with_its_token(house: House) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    table = await secret_game(ann, bob, "me", "open")
    headers = {"Authorization": f"Bearer {await token(bob.client)}"}
    uri = f"ws://{house.address}/api/tables/{table}/live"
    async with connect(uri, additional_headers=headers) as socket:
        await heard(socket, "position")
        [kept] = (await bob.get("/api/me/tokens"))["tokens"]
        await bob.ask("DELETE", f"/api/me/tokens/{kept['id']}", status=204)
        await socket.send(json.dumps({"type": "position"}))
        assert await reason_of_end(socket) == (1008, "identity/signed_out")


# Tables that become private -----------------------------------------------------------------


async def test_who_may_not_see_a_table_any_more_is_told_nothing_more(house: House) -> None:
    ann, sam = await house.guest("Ann"), await house.guest("Sam")
    table = (await ann.open_table("me", "open"))["id"]
    async with house.live(sam, table) as by_name, house.live(None, table) as by_none:
        for socket in (by_name, by_none):
            await heard(socket, "hello")
        seq = (await ann.get(f"/api/tables/{table}/log"))["seq"]
        polling = asyncio.create_task(
            sam.refused("GET", f"/api/tables/{table}/log?since={seq}&wait=30")
        )
        await ann.get(f"/api/tables/{table}")
        await ann.ask("PATCH", f"/api/tables/{table}", {"public": False})
        for socket in (by_name, by_none):
            assert await reason_of_end(socket) == (1008, "table/unknown")
        assert await polling == "table/unknown"


async def test_who_has_the_invite_may_go_on_watching(house: House) -> None:
    ann, sam = await house.guest("Ann"), await house.guest("Sam")
    opened = await ann.open_table("me", "open")
    async with house.live(sam, opened["id"], f"invite={opened['invite']}") as socket:
        await heard(socket, "hello")
        await ann.ask("PATCH", f"/api/tables/{opened['id']}", {"public": False})
        while (await heard(socket, "table"))["table"]["public"]:
            pass


# Seats --------------------------------------------------------------------------------------


async def test_who_is_sent_away_from_a_private_table_needs_the_invite_to_watch(
    house: House,
) -> None:
    ann, fay = await house.guest("Ann"), await house.guest("Fay")
    opened = await ann.open_table("me", "open", public=False)
    table, invite = f"/api/tables/{opened['id']}", f"?invite={opened['invite']}"
    await fay.post(f"{table}/seats/1/take{invite}")
    assert (await fay.get(table))["invite"] == opened["invite"]
    async with house.live(fay, opened["id"]) as socket:
        await heard(socket, "hello")
        await ann.ask("PUT", f"{table}/seats/1", {"kind": "open"})
        assert await reason_of_end(socket) == (1008, "table/unknown")
    assert await fay.refused("GET", table) == "table/unknown"
    assert (await fay.get(f"{table}{invite}"))["invite"] is None
    assert await fay.refused("POST", f"{table}/seats/1/take{invite}", {}) == "seat/kicked"


async def test_who_was_sent_away_is_so_at_the_rematch(house: House) -> None:
    ann, fay = await house.guest("Ann"), await house.guest("Fay")
    opened = await ann.open_table("me", "open", public=False)
    table = f"/api/tables/{opened['id']}"
    await fay.post(f"{table}/seats/1/take?invite={opened['invite']}")
    await ann.ask("PUT", f"{table}/seats/1", {"kind": "bot", "bot": "banker"})
    await ann.post(f"{table}/start")
    await ann.post(f"{table}/vote", {"kind": "end"})
    again = (await ann.post(f"{table}/rematch", status=201))["id"]
    assert await fay.refused("GET", f"/api/tables/{again}") == "table/unknown"


async def test_who_has_left_a_seat_sees_its_cash_no_more(house: House) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    table = await secret_game(ann, bob, "me", "open")
    async with house.live(bob, table) as socket:
        assert set((await heard(socket, "position"))["position"]["snapshot"]["cash"]) == {"Bob"}
        await bob.post(f"/api/tables/{table}/seats/1/leave")
        await socket.send(json.dumps({"type": "position"}))
        told = (await heard(socket, "position"))["position"]
        assert (told["viewer"], told["snapshot"]["cash"]) == (None, {})


async def test_who_takes_a_seat_over_sees_from_it_at_once(house: House) -> None:
    ann, bob, eve = [await house.guest(name) for name in ("Ann", "Bob", "Eve")]
    table = await secret_game(ann, bob, "me", "open")
    await bob.post(f"/api/tables/{table}/seats/1/leave")
    async with house.live(eve, table) as socket:
        assert (await heard(socket, "position"))["position"]["snapshot"]["cash"] == {}
        await eve.post(f"/api/tables/{table}/seats/1/take")
        told = (await heard(socket, "position"))["position"]
        assert (told["viewer"], set(told["snapshot"]["cash"])) == ("Bob", {"Bob"})


async def test_nobody_takes_back_for_a_seat_that_he_has_left(house: House) -> None:
    """Ann has decided for her first seat and kept the second: the first is Bob's now."""
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    nations = {"Ann": "russia", "Ann 2": "china", "Fugger": "india"}
    seats = [{"kind": "me"}, {"kind": "me"}, {"kind": "bot", "bot": "banker", "name": "Fugger"}]
    body = {"game": "imperial2030", "seats": seats, "options": {"assignment": nations}}
    table = f"/api/tables/{(await ann.post('/api/tables', {**body, 'start': True}, 201))['id']}"
    position = (await ann.decide(table.rpartition("/")[2]))["position"]
    await ann.post(f"{table}/seats/0/leave")
    await bob.post(f"{table}/seats/0/take")
    asked = await ann.post(f"{table}/undo", {"position": position})
    assert (asked["entries"], asked["vote"]["kind"]) == (1, "undo")
    assert (await bob.post(f"{table}/vote/answer", {"agree": True}))["entries"] == 0


async def test_only_players_come_back(house: House) -> None:
    ann, sam = await house.guest("Ann"), await house.guest("Sam")
    opened = await ann.open_table("me", "banker")
    path = f"/api/tables/{opened['id']}/return"
    assert await ann.refused("POST", path) == "table/not_running"
    await ann.post(f"/api/tables/{opened['id']}/start")
    assert await sam.refused("POST", path) == "seat/none"
    await ann.post(path)
