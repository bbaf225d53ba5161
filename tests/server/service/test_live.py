"""Everything that happens at a table, by WebSocket and by polling, in order and exactly once."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from starlette.websockets import WebSocketDisconnect, WebSocketDisconnected
from websockets.exceptions import ConnectionClosed

from rondel.server.service.live import raise_unusual
from rondel.server.settings import Settings
from rondel.server.storage.rows.presence import BELIEVED
from tests.server.house import House, Json, Person, opened_house
from tests.server.listening import Listener, listening
from tests.server.seated import Seated, seated
from tests.server.waiting import eventually

pytestmark = pytest.mark.anyio

TAX: Json = {"slot": "taxation"}


async def say(player: Seated, text: str) -> None:
    await player.post("chat", {"room": "table", "text": text}, 201)


def ids(told: Json) -> set[str]:
    """Who is there."""
    return {user["id"] for user in told["users"]}


# What is told -------------------------------------------------------------------------------


async def test_connection_begins_with_everything_there_is(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    async with listening(house, ann.person, ann.table) as ear:
        presence = await ear.until("presence")
    types = [told["type"] for told in ear.told]
    rows = len(await ann.rows())
    assert types == ["hello", *["row"] * rows, "table", "position", "presence"]
    hello = ear.told[0]
    assert (hello["seq"], hello["user"]) == (0, ann.id)
    assert hello["table"] == ear.told[rows + 1]["table"] == await ann.look()
    assert ear.rows == await ann.rows()
    assert ear.told[-2]["position"] == await ann.position()
    assert presence["users"] == [{"id": ann.id, "name": "Ann"}]


async def test_table_that_has_not_started_has_no_position(house: House) -> None:
    ann = await house.guest("Ann")
    here = Seated(ann, (await ann.open_table("me", "me"))["id"])
    async with listening(house, ann, here.table) as ear:
        await ear.until("presence")
        assert "position" not in [told["type"] for told in ear.told]
        await here.post("start")
        assert (await ear.until("position"))["yours"]


async def test_actions_of_others_are_told_with_the_new_position(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob", clock={"per": "player", "seconds": 60})
    async with listening(house, bob.person, bob.table) as ear:
        await ear.until("presence")
        house.clock.now += 7
        await ann.act(TAX)
        row, position = (await ear.hear())["row"], (await ear.hear())["position"]
    assert (row["kind"], row["user"]) == ("action", ann.id)
    assert row["body"]["events"][1]["event"] == "tax_collected"
    assert (position["position"], position["yours"]) == (1, True)
    assert position["clocks"] == [53, 60]
    assert position["pending"]["deadline"] == house.clock.now + 60


async def test_a_quiet_connection_is_heard_now_and_then(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page cannot see pings: who wakes up on a dead connection must notice the silence."""
    monkeypatch.setattr("rondel.server.service.live.HEARTBEAT", 0.01)
    ann, _ = await seated(house, "Ann", "Bob")
    async with listening(house, ann.person, ann.table) as ear:
        assert await ear.until("beat")
        assert await ear.until("beat")


async def test_position_is_told_again_when_more_can_be_done(house: House) -> None:
    """A vote forbids to ask for an undo, its end allows it again."""
    ann, bob = await seated(house, "Ann", "Bob")
    await ann.act(TAX)
    await bob.act(TAX)
    async with listening(house, ann.person, ann.table) as ear:
        assert (await ear.until("position"))["undo"]["asks"] == [bob.id]
        await bob.post("vote", {"kind": "end"})
        assert (await ear.until("table"))["vote"]["waits_for"] == [ann.id]
        assert (await ear.until("position"))["undo"]["reason"] == "vote/pending"
        await bob.post("vote/answer", {"agree": False})
        assert (await ear.until("position"))["undo"]["possible"]


async def test_spectators_are_told_what_all_may_know(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob", options={"secret_cash": True})
    sam = await house.guest("Sam")
    for watcher in (sam, None):
        async with listening(house, watcher, ann.table) as ear:
            position = await ear.until("position")
        assert (position["viewer"], position["yours"], position["undo"]) == (None, False, None)
        assert (position["snapshot"]["cash"], position["choices"]) == ({}, [])
        assert ear.rows == await bob.rows()
        assert ear.told[0]["table"]["invite"] is None


async def test_gallery_is_told_to_the_gallery(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    sam = Seated(await house.guest("Sam"), ann.table)
    async with (
        listening(house, ann.person, ann.table) as player,
        listening(house, None, ann.table) as watcher,
    ):
        for ear in (player, watcher):
            await ear.until("presence")
        await sam.post("chat", {"room": "gallery", "text": "Psst"}, 201)
        await say(ann, "Hello")
        heard = [
            await ear.until("row", lambda row: row["kind"] == "chat") for ear in (player, watcher)
        ]
    assert [row["body"]["text"] for row in heard] == ["Hello", "Psst"]


async def test_private_table_is_for_who_has_the_invite(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", public=False)
    sam, invite = await house.guest("Sam"), (await ann.look())["invite"]
    async with listening(house, sam, ann.table, f"invite={invite}") as ear:
        await ear.until("position")


# Nothing missed, nothing doubled ------------------------------------------------------------


async def test_connection_goes_on_where_the_last_one_ended(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    seq = (await ann.look())["seq"]
    await say(ann, "One")
    await say(ann, "Two")
    async with listening(house, ann.person, ann.table, f"since={seq + 1}") as ear:
        await ear.until("presence")
    assert ear.told[0]["seq"] == seq + 1
    assert [row["body"]["text"] for row in ear.rows] == ["Two"]
    assert [told["type"] for told in ear.told] == ["hello", "row", "position", "presence"]


async def test_who_has_heard_all_is_told_no_line(house: House) -> None:
    """Also who claims to have heard more than there is."""
    ann, _ = await seated(house, "Ann", "Bob")
    seq = (await ann.look())["seq"]
    for since in (seq, seq + 1, 2**31 - 1):
        async with listening(house, ann.person, ann.table, f"since={since}") as ear:
            await ear.until("presence")
            assert (ear.told[0]["seq"], ear.rows) == (seq, [])
            await say(ann, "Now")
            seq += 1
            assert (await ear.until("row"))["seq"] == seq


async def test_nothing_is_missed_or_doubled_while_the_table_changes(database_url: str) -> None:
    """Connections are killed and made again while two people talk and play."""
    async with opened_house(database_url, bot_processes=0) as house:
        ann, bob = await seated(house, "Ann", "Bob")
        sam = await house.guest("Sam")
        readers = [
            follow_with_breaks(house, reader, ann.table) for reader in (bob.person, sam, None)
        ]
        following = asyncio.gather(*readers)
        await asyncio.gather(chatter(ann), chatter(bob), play(ann, bob))
        last = await ann.post("chat", {"room": "table", "text": "END"}, 201)
        expected = await ann.rows()
        assert [row["seq"] for row in expected] == list(range(1, last["seq"] + 1))
        for heard in await following:
            assert heard == expected


async def chatter(player: Seated) -> None:
    for number in range(30):
        await say(player, f"Number {number}")


async def play(*players: Seated) -> None:
    for number in range(6):
        await players[number % 2].act(TAX)


async def follow_with_breaks(house: House, person: Person | None, table: str) -> list[Json]:
    """All lines up to the last, by connections that end after a few of them."""
    heard: list[Json] = []
    seq = 0
    while True:
        async with listening(house, person, table, f"since={seq}") as ear:
            await hear_some(ear)
            heard += ear.rows
            seq = ear.seq
            if heard and heard[-1]["body"].get("text") == "END":
                return heard
            ear.kill()


async def hear_some(ear: Listener) -> None:
    """Seven lines, or up to the last."""
    for _ in range(7):
        row = await ear.until("row")
        if row["body"].get("text") == "END":
            return


async def test_two_connections_of_one_person_hear_the_same(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    async with (
        listening(house, ann.person, ann.table) as one,
        listening(house, ann.person, ann.table) as other,
    ):
        await ann.act(TAX)
        await say(bob, "Well played")
        for ear in (one, other):
            await ear.until("row", lambda row: row["body"].get("text") == "Well played")
    assert one.rows == other.rows == await ann.rows()


# Presence -----------------------------------------------------------------------------------


async def test_presence_appears_and_disappears(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    sam = await house.guest("Sam")
    async with listening(house, ann.person, ann.table) as ear:
        assert ids(await ear.until("presence")) == {ann.id}
        async with listening(house, bob.person, ann.table), listening(house, None, ann.table):
            assert ids(await ear.until("presence")) == {ann.id, bob.id}
            async with listening(house, sam, ann.table) as watcher:
                await ear.until("presence", lambda told: ids(told) == {ann.id, bob.id, sam.id})
                watcher.kill()
                await ear.until("presence", lambda told: ids(told) == {ann.id, bob.id})
        await ear.until("presence", lambda told: ids(told) == {ann.id})


async def test_who_holds_two_connections_is_there_until_both_have_ended(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    async with listening(house, ann.person, ann.table) as ear:
        async with listening(house, bob.person, ann.table):
            async with listening(house, bob.person, ann.table) as second:
                await second.until("presence", lambda told: ids(told) == {ann.id, bob.id})
            await say(ann, "Still there?")
            await ear.until("row", lambda row: row["kind"] == "chat")
            assert ids(await bob.person.get(f"{bob.path}/presence")) == {ann.id, bob.id}
        await ear.until("presence", lambda told: ids(told) == {ann.id})


async def test_presence_is_told_by_http_as_well(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob", public=False)
    sam = await house.guest("Sam")
    assert await ann.person.get(f"{ann.path}/presence") == {"users": []}
    async with listening(house, ann.person, ann.table) as ear:
        await ear.until("presence")
        told = await ann.person.get(f"{ann.path}/presence")
        assert told == {"users": [{"id": ann.id, "name": "Ann"}]}
        assert await sam.refused("GET", f"{ann.path}/presence") == "table/unknown"


@pytest.mark.long
async def test_presence_is_believed_only_as_long_as_it_is_confirmed(postgresql_url: str) -> None:
    """A process that was killed says nothing any more, also not that somebody has gone."""
    async with (
        opened_house(postgresql_url, bot_processes=0) as house,
        opened_house(postgresql_url, bot_processes=0) as other,
    ):
        ann, _ = await seated(house, "Ann", "Bob")
        elsewhere = other.app.state.server.attendance

        async def is_seen() -> bool:
            return ids({"users": await elsewhere.look(ann.table)}) == {ann.id}

        async with listening(house, ann.person, ann.table):
            await eventually(is_seen)
            other.clock.now += BELIEVED + 1
            assert not await is_seen()
            house.clock.now = other.clock.now
            for _ in range(int(Settings.bot_lease)):
                await house.app.state.server.steward.tick()
            assert await is_seen()


# Polling ------------------------------------------------------------------------------------


async def test_polling_tells_the_same_lines(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    async with listening(house, bob.person, ann.table) as ear:
        polled: list[Json] = []
        seq = 0
        for number in range(6):
            await (ann, bob)[number % 2].act(TAX)
            await say(ann, f"Number {number}")
            told = await bob.person.get(f"{bob.path}/log?since={seq}&wait=30")
            polled, seq = polled + told["rows"], told["seq"]
        await ear.until("row", lambda row: row["seq"] == seq)
    assert polled == ear.rows


async def test_poll_waits_for_the_next_line(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    seq = (await ann.look())["seq"]
    path = f"{bob.path}/log?since={seq}"
    assert await bob.person.get(path) == {"rows": [], "seq": seq}
    waiting = asyncio.create_task(bob.person.get(f"{path}&wait=50"))
    await ann.act(TAX)
    told = await waiting
    assert ([row["kind"] for row in told["rows"]], told["seq"]) == (["action"], seq + 1)


async def test_poll_is_not_woken_by_lines_that_one_may_not_read(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    sam = Seated(await house.guest("Sam"), ann.table)
    seq = (await ann.look())["seq"]
    waiting = asyncio.create_task(ann.person.get(f"{ann.path}/log?since={seq}&wait=50"))
    await sam.post("chat", {"room": "gallery", "text": "Psst"}, 201)
    await say(ann, "Hello")
    told = await waiting
    assert ([row["body"]["text"] for row in told["rows"]], told["seq"]) == (["Hello"], seq + 2)


# Acting by WebSocket ------------------------------------------------------------------------


async def test_everything_can_be_done_by_websocket(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    async with (
        listening(house, ann.person, ann.table) as here,
        listening(house, bob.person, ann.table) as there,
    ):
        await here.until("presence")
        asked = await here.ask("consequences", position=0, entries=[{"choice": TAX}])
        assert asked["consequences"][0]["next"]["actor"] == "Bob"
        done = await here.ask("act", position=0, entry={"choice": TAX})
        assert (done["type"], done["position"], done["entries"]) == ("done", 1, 1)
        assert (await here.ask("undo", position=1))["position"] == 2
        assert (await here.ask("act", position=2, entry={"choice": TAX}))["entries"] == 1
        await here.ask("chat", room="table", text="Your turn")
        await here.ask("propose", kind="pause")
        vote = (await there.until("table", lambda told: told["vote"] is not None))["vote"]
        number = vote["number"]
        assert (await there.ask("answer", vote=number, agree=True))["type"] == "done"
        await here.until("table", lambda told: bool(told["paused"]))
        assert (await here.ask("return"))["type"] == "done"
        assert (await here.ask("position"))["position"]["position"] == 3


async def test_refusal_names_what_it_refuses(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    async with listening(house, bob.person, ann.table) as ear:
        refused = await ear.ask("act", position=0, entry={"choice": TAX})
        assert (refused["type"], refused["error"]["code"]) == ("refused", "seat/not_yours")
        await ann.act(TAX)
        stale = await ear.ask("act", position=0, entry={"choice": TAX})
        assert stale["error"]["code"] == "position/stale"
        assert stale["error"]["current"]["position"] == 1
        again = await ear.ask("act", position=1, entry={"choice": TAX})
        assert again["type"] == "done"


async def test_connection_ends_with_the_server(sqlite_url: str) -> None:
    async with opened_house(sqlite_url, bot_processes=0) as house:
        ann, _ = await seated(house, "Ann", "Bob")
        async with house.live(ann.person, ann.table) as socket:
            await socket.recv()
            polling = asyncio.create_task(ann.person.get(f"{ann.path}/log?since=99&wait=50"))
            await ann.look()
            house.app.state.server.stop()
            with suppress(ConnectionClosed):
                async for _ in socket:
                    pass
            assert (socket.close_code, socket.close_reason) == (1012, "server/stopping")
            assert (await polling)["rows"] == []


def test_who_is_gone_before_something_could_be_told_is_no_mistake() -> None:
    """Both what is told and what is answered may find it out, in either order."""
    raise_unusual([WebSocketDisconnect(1006), WebSocketDisconnected("gone")])
