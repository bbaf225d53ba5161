"""Profiles, friends and blocks: who sees what of whom, and who keeps away from whom."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest

from rondel.server.bots.openings import opening_of
from rondel.server.storage.rows import openings, stretches
from tests.server.admins import member, seated
from tests.server.contests.games import end, ended_game, settled
from tests.server.house import House, Json, Person, opened_house
from tests.server.people.test_erasure import everything, put_end
from tests.server.people.test_export import export
from tests.server.visitors import PASSWORD, sign_in

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house(usual_url: str) -> AsyncIterator[House]:
    async with opened_house(usual_url, bot_processes=0) as house:
        yield house


async def profile(viewer: Person, of: Person) -> Json:
    told: Json = await viewer.get(f"/api/people/{of.id}")
    return told


async def tie(person: Person, other: Person, kind: str | None) -> None:
    """Says what somebody thinks of another."""
    path = f"/api/people/{other.id}/tie"
    if kind is None:
        await person.ask("DELETE", path, status=204)
    else:
        await person.ask("PUT", path, {"kind": kind}, 204)


async def audience(person: Person, audience: str) -> None:
    await person.ask("PUT", "/api/me/profile", {"audience": audience}, 204)


async def people_of(person: Person) -> dict[str, str]:
    told = await person.get("/api/me/people")
    return {one["name"]: one["tie"] for one in told["people"]}


# What a profile tells -----------------------------------------------------------------------


async def test_a_profile_tells_results_nations_and_ratings(house: House) -> None:
    ann, bob, cid = [await member(house, name) for name in ("ann", "bob", "cid")]
    for order in ((ann, bob, cid), (bob, ann, cid), (ann, cid, bob)):
        await ended_game(house, *order)
    played = await seated(house, ann, bob, game="imperial")
    await put_end(house, played)
    await settled(house)
    told = await profile(cid, ann)
    by_kind = {(line["game"], line["players"]): line for line in told["results"]}
    assert by_kind["imperial2030", 3]["places"] == [2, 1, 0]
    assert by_kind["imperial", 2]["games"] == 1
    governed = [line for line in told["nations"] if line["game"] == "imperial"]
    record = await ann.get(f"/api/tables/{played}/record")
    turns = [
        entry["nation"]
        for entry in record["actions"]
        if entry["decision"] == "choose_slot" and entry["actor"] == "Ann"
    ]
    assert {line["nation"]: line["turns"] for line in governed} == {
        nation: turns.count(nation) for nation in turns
    }
    assert sum([line["part"] for line in governed]) == pytest.approx(1)
    [rating] = told["ratings"]
    assert (rating["players"], rating["games"], rating["won"]) == ("3-4", 3, 2)
    assert rating["course"][0]["mean"] == rating["mean"]
    assert len(rating["course"]) == 3


async def test_games_of_a_profile_are_those_one_may_know_of(house: House) -> None:
    ann, bob, cid = [await member(house, name) for name in ("ann", "bob", "cid")]
    open_one = await ended_game(house, ann, bob)
    secret = await ended_game(house, ann, bob, public=False)

    async def listed(viewer: Person) -> set[str]:
        told = await viewer.get(f"/api/people/{ann.id}/games")
        return {table["id"] for table in told["tables"]}

    assert await listed(ann) == await listed(bob) == {open_one, secret}
    assert await listed(cid) == {open_one}
    await audience(ann, "nobody")
    assert await listed(cid) == set()
    first = await ann.get(f"/api/people/{ann.id}/games?limit=1")
    rest = await ann.get(f"/api/people/{ann.id}/games?limit=1&after={first['more']}")
    assert {first["tables"][0]["id"], rest["tables"][0]["id"]} == {open_one, secret}
    assert rest["more"] is None


async def test_what_a_bot_has_finished_is_nobodys_result(house: House) -> None:
    ann, bob = await member(house, "ann"), await member(house, "bob")
    table = await seated(house, ann, bob, clock={"per": "decision", "seconds": 60})
    house.clock.now += 61
    await house.app.state.server.steward.tick()
    seats = (await ann.get(f"/api/tables/{table}"))["seats"]
    away = next(seat["user"] for seat in seats if seat["away"])
    await end(house, table, [["Ann"], ["Bob"]])
    await settled(house)
    games = {person.id: len((await profile(ann, person))["results"]) for person in (ann, bob)}
    assert games[away] == 0
    assert sorted(games.values()) == [0, 1]


async def test_openings_of_ones_own_games_are_told(house: House) -> None:
    ann, bob = await member(house, "ann"), await member(house, "bob")
    table = await seated(house, ann, bob)
    await put_end(house, table)
    await settled(house)
    server = house.app.state.server
    kept = await server.tables.get(table)
    passage = await stretches.passage(server.database, kept, 0, kept.length)
    async with server.database.writing() as writing:
        found = opening_of(passage, kept.result)
        await openings.put(writing.connection, table, kept.position, 1.0, found)
    told = (await profile(bob, ann))["openings"]
    assert told
    assert all(line["games"] == 1 and 1 <= len(line["spaces"]) <= 2 for line in told)


# Who sees it --------------------------------------------------------------------------------


async def test_accounts_are_seen_by_all_and_guests_by_nobody_until_they_choose(
    house: House,
) -> None:
    ann, gus, sam = await member(house, "ann"), await house.guest("Gus"), await house.guest("Sam")
    assert (await profile(sam, ann))["shown"]
    assert not (await profile(sam, gus))["shown"]
    assert (await profile(gus, gus))["audience"] == "nobody"
    await audience(gus, "all")
    told = await profile(sam, gus)
    assert told["shown"]
    assert told["audience"] is None
    nobody = await house.client().get(f"/api/people/{gus.id}")
    assert nobody.json()["shown"]


async def test_friends_see_what_is_for_friends_once_both_say_so(house: House) -> None:
    ann, bob = await member(house, "ann"), await member(house, "bob")
    await ended_game(house, ann, bob)
    await settled(house)
    await audience(ann, "friends")
    assert (await profile(bob, ann))["results"] == []
    await tie(bob, ann, "friend")
    assert (await people_of(bob), await people_of(ann)) == ({"Ann": "asked"}, {"Bob": "asking"})
    assert not (await profile(bob, ann))["shown"]
    board = "/api/ratings/imperial2030?players=2"
    assert [one["name"] for one in (await bob.get(board))["ranked"]] == ["Bob"]
    await tie(ann, bob, "friend")
    assert (await people_of(bob), await people_of(ann)) == ({"Ann": "friend"}, {"Bob": "friend"})
    assert (await profile(bob, ann))["results"] != []
    assert [one["name"] for one in (await bob.get(board))["ranked"]] == ["Ann", "Bob"]
    await tie(ann, bob, None)
    assert not (await profile(bob, ann))["shown"]


# Blocks -------------------------------------------------------------------------------------


async def test_who_is_blocked_cannot_sit_down_with_one(house: House) -> None:
    ann, bob, cid = [await house.guest(name) for name in ("Ann", "Bob", "Cid")]
    await tie(ann, bob, "friend")
    await tie(bob, ann, "friend")
    await tie(ann, bob, "block")
    assert await people_of(ann) == {"Bob": "blocked"}
    assert await people_of(bob) == {}
    table = await cid.open_table("open", "open", "open")
    path = f"/api/tables/{table['id']}/seats"
    await ann.post(f"{path}/0/take")
    assert await bob.refused("POST", f"{path}/1/take", {}) == "seat/blocked"
    await ann.post(f"{path}/0/leave")
    await bob.post(f"{path}/1/take")
    assert await ann.refused("POST", f"{path}/0/take", {}) == "seat/blocked"
    await tie(ann, bob, None)
    await ann.post(f"{path}/0/take")


async def test_who_is_blocked_is_not_heard_and_sees_no_private_table(house: House) -> None:
    ann, bob, cid = [await house.guest(name) for name in ("Ann", "Bob", "Cid")]
    table = await seated(house, ann, bob, public=False)
    path = f"/api/tables/{table}"
    invite = (await ann.get(path))["invite"]
    await cid.get(f"{path}?invite={invite}")
    await tie(ann, bob, "block")
    await tie(ann, cid, "block")
    await bob.post(f"{path}/chat", {"room": "table", "text": "Booh"}, 201)
    assert await cid.refused("GET", f"{path}?invite={invite}") == "table/unknown"
    await bob.get(path)
    for query in ("", "?lang=en", "?wait=1&since=3"):
        assert "Booh" not in (await ann.client.get(f"{path}/log{query}")).text
    assert "Booh" in (await bob.client.get(f"{path}/log")).text
    async with house.live(ann, table, "since=0") as live:
        seq = (await ann.get(path))["seq"]
        heard = []
        while '"presence"' not in (text := str(await live.recv())):
            heard.append(text)
    assert seq > 2
    assert "Booh" not in "".join(heard)
    await tie(ann, bob, None)
    assert "Booh" in (await ann.client.get(f"{path}/log")).text


async def test_one_is_tied_to_others_who_are_there(house: House) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    path = "/api/people/{}/tie"
    assert await ann.refused("PUT", path.format(ann.id), {"kind": "block"}) == "person/yourself"
    assert await ann.refused("PUT", path.format("abc"), {"kind": "block"}) == "person/unknown"
    await bob.post("/api/me/delete", {}, 204)
    assert await ann.refused("GET", f"/api/people/{bob.id}") == "person/unknown"


# Coming and going ---------------------------------------------------------------------------


async def test_what_a_guest_thinks_of_others_moves_to_the_account(house: House) -> None:
    ann = await member(house, "ann")
    bob, cid, gus = [await house.guest(name) for name in ("Bob", "Cid", "Gus")]
    await tie(ann, bob, "friend")
    await tie(gus, bob, "block")
    await tie(gus, cid, "friend")
    await tie(cid, gus, "friend")
    await tie(gus, ann, "friend")
    assert (await sign_in(gus.client)).status_code == 200
    assert await people_of(ann) == {"Bob": "blocked", "Cid": "friend"}
    assert await people_of(cid) == {"Ann": "friend"}


async def test_who_takes_all_along_has_friends_blocks_and_ratings(house: House) -> None:
    ann, bob, cid = [await member(house, name) for name in ("ann", "bob", "cid")]
    await ended_game(house, ann, bob)
    await settled(house)
    await tie(ann, bob, "friend")
    await tie(ann, cid, "block")
    await tie(bob, ann, "block")
    await audience(ann, "friends")
    told = await export(ann)
    assert told["profile"] == {"audience": "friends"}
    assert {one["name"]: one["own"] for one in told["people"]} == {"Cid": "block"}
    assert [one["pool"] for one in told["ratings"]] == ["people/imperial2030/2"]
    assert "block" not in json.dumps((await export(cid))["people"])


async def test_nothing_of_it_is_left_of_who_is_forgotten(house: House) -> None:
    ann, bob = await member(house, "ann"), await member(house, "bob")
    await ended_game(house, ann, bob)
    await settled(house)
    await tie(ann, bob, "friend")
    await tie(bob, ann, "friend")
    before = (await profile(bob, bob))["ratings"]
    await ann.post("/api/me/delete", {"password": PASSWORD}, 204)
    await settled(house)
    assert await people_of(bob) == {}
    assert (await profile(bob, bob))["ratings"] == before
    board = await bob.get("/api/ratings/imperial2030?players=2")
    assert [one["name"] for one in board["ranked"]] == ["Bob"]
    assert "Ann" not in await everything(house)
