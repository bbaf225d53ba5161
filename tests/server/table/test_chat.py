"""Talking at a table, in the gallery, and to oneself."""

from __future__ import annotations

import pytest

from rondel.server.settings import Limits
from tests.server.house import House, Json, Person, opened_house
from tests.server.seated import Seated, seated

pytestmark = pytest.mark.anyio


async def say(player: Seated, room: str, text: str) -> None:
    await player.post("chat", {"room": room, "text": text}, 201)


async def heard(player: Seated) -> list[str]:
    """What somebody may read of what was said."""
    return [row["body"]["text"] for row in await player.rows() if row["kind"] == "chat"]


async def watching(house: House, name: str, table: str) -> Seated:
    """Somebody who does not play."""
    return Seated(await house.guest(name), table)


async def mute(host: Seated, whom: Seated, muted: bool = True) -> None:
    body = {"user": whom.id, "muted": muted}
    await host.person.ask("PUT", f"{host.path}/mute", body)


# Rooms --------------------------------------------------------------------------------------


async def test_what_players_say_all_may_read(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    sam = await watching(house, "Sam", ann.table)
    await say(ann, "table", "Good luck")
    for reader in (ann, bob, sam):
        assert await heard(reader) == ["Good luck"]
    row = (await bob.rows())[-1]
    assert (row["user"], row["body"]["name"], row["body"]["room"]) == (ann.id, "Ann", "table")
    nobody = await house.client().get(f"{ann.path}/log")
    assert nobody.json()["rows"][-1] == row


async def test_players_read_the_gallery_only_after_the_end(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    sam, tom = [await watching(house, name, ann.table) for name in ("Sam", "Tom")]
    await say(sam, "gallery", "Bob will lose")
    assert await heard(tom) == ["Bob will lose"]
    for player in (ann, bob):
        assert await heard(player) == []
    await ann.post("vote", {"kind": "end"})
    await bob.post("vote/answer", {"agree": True})
    for player in (ann, bob):
        assert await heard(player) == ["Bob will lose"]


async def test_numbers_of_lines_that_one_may_not_read_are_passed_over(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    sam = await watching(house, "Sam", ann.table)
    await say(sam, "gallery", "Psst")
    told = await ann.person.get(f"{ann.path}/log")
    assert told["seq"] == told["rows"][-1]["seq"] + 1
    assert (await ann.person.get(f"{ann.path}/log?since={told['seq']}"))["rows"] == []


async def test_everybody_has_a_room(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    sam = await watching(house, "Sam", ann.table)
    assert await sam.refused("chat", {"room": "table", "text": "Hello"}) == "chat/room"
    assert await ann.refused("chat", {"room": "gallery", "text": "Hello"}) == "chat/room"
    assert await ann.refused("chat", {"room": "kitchen", "text": "Hello"}) == "request/invalid"


async def test_host_who_does_not_play_speaks_at_the_table(house: House) -> None:
    ann = await house.guest("Ann")
    here = Seated(ann, (await ann.open_table("open", "open"))["id"])
    await say(here, "table", "Sit down, please")
    assert await heard(await watching(house, "Sam", here.table)) == ["Sit down, please"]


async def test_who_sits_down_changes_rooms(house: House) -> None:
    ann = await house.guest("Ann")
    table = (await ann.open_table("me", "open"))["id"]
    bob = await watching(house, "Bob", table)
    await say(bob, "gallery", "May I?")
    await bob.post("seats/1/take")
    await say(bob, "table", "Here I am")
    assert await heard(bob) == ["Here I am"]


async def test_private_table_is_for_who_has_the_invite(house: House) -> None:
    ann = await house.guest("Ann")
    opened = await ann.open_table("me", "open", public=False)
    sam = await watching(house, "Sam", opened["id"])
    hello = {"room": "gallery", "text": "Hello"}
    assert await sam.refused("chat", hello) == "table/unknown"
    await sam.post(f"chat?invite={opened['invite']}", hello, 201)


# Limits -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 501, "bell \x07", "turn \u202e round"])
async def test_what_cannot_be_said(house: House, text: str) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    assert await ann.refused("chat", {"room": "table", "text": text}) == "request/invalid"


@pytest.mark.parametrize("text", ["x" * 500, "two\nlines", "Привет, świat, 世界 🎲"])
async def test_what_can_be_said(house: House, text: str) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    await say(ann, "table", text)
    assert await heard(bob) == [text]


async def test_nobody_talks_without_end(sqlite_url: str) -> None:
    limits = Limits(chats="3/minute")
    async with opened_house(sqlite_url, bot_processes=0, limits=limits) as house:
        ann, bob = await seated(house, "Ann", "Bob")
        for _ in range(3):
            await say(ann, "table", "And another thing")
        again = {"room": "table", "text": "And"}
        assert await ann.refused("chat", again) == "request/too_many"
        await say(bob, "table", "Peace")
        house.clock.now += 60
        await say(ann, "table", "Sorry")


# Muting -------------------------------------------------------------------------------------


async def test_host_mutes_and_lets_talk_again(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    sam = await watching(house, "Sam", ann.table)
    await say(sam, "gallery", "Boo")
    for noisy, room in ((bob, "table"), (sam, "gallery")):
        await mute(ann, noisy)
        assert await noisy.refused("chat", {"room": room, "text": "Boo"}) == "chat/muted"
        row = (await ann.rows())[-1]
        assert (row["kind"], row["body"]) == ("muted", {"user": noisy.id, "muted": True})
        await mute(ann, noisy, muted=False)
        await say(noisy, room, "Thank you")


async def test_muted_player_may_still_play(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    await mute(ann, bob)
    await ann.act({"slot": "taxation"})
    await bob.act({"slot": "taxation"})


async def test_only_the_host_mutes_and_only_others(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    sam = await watching(house, "Sam", ann.table)

    async def refused(by: Person, user: str) -> str:
        return await by.refused("PUT", f"{ann.path}/mute", {"user": user, "muted": True})

    assert await refused(bob.person, ann.id) == "table/not_host"
    assert await refused(ann.person, ann.id) == "chat/nobody"
    assert await refused(ann.person, sam.id) == "chat/nobody"
    assert await refused(ann.person, "somebody") == "chat/nobody"


# Notes --------------------------------------------------------------------------------------


async def test_notes_are_for_oneself(house: House) -> None:
    ann, bob = await seated(house, "Ann", "Bob")
    sam = await watching(house, "Sam", ann.table)
    rows = len(await ann.rows())

    async def note(player: Seated, text: str | None = None) -> str:
        path = f"{player.path}/note"
        if text is not None:
            await player.person.ask("PUT", path, {"text": text})
        told: str = (await player.person.get(path))["text"]
        return told

    assert await note(ann) == ""
    assert await note(ann, "Bob has 4 M.\nTake China.") == "Bob has 4 M.\nTake China."
    assert [await note(bob), await note(sam)] == ["", ""]
    assert await note(bob, "Ann knows.") == "Ann knows."
    assert await note(ann, "") == ""
    assert await note(bob) == "Ann knows."
    assert len(await ann.rows()) == rows


async def test_notes_have_a_length(house: House) -> None:
    ann, _ = await seated(house, "Ann", "Bob")
    path = f"{ann.path}/note"
    await ann.person.ask("PUT", path, {"text": "x" * 10_000})
    too_long: Json = {"text": "x" * 10_001}
    assert await ann.person.refused("PUT", path, too_long) == "request/invalid"
    answer = await house.client().get(path)
    assert answer.status_code == 401
