"""Ratings: for those who agreed to it, and always what the logs of all games say."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa

from rondel.arena import NEW_SKILL, learnt
from rondel.server.admin.acts import carry_out
from rondel.server.storage.schema import annals, pools, rating_changes, ratings, tables
from tests.server.admins import command_line, database_of, member, seated
from tests.server.contests.games import end, ended_game, ratings_of, settled
from tests.server.house import House, Json, Person, opened_house
from tests.server.visitors import PASSWORD

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house(usual_url: str) -> AsyncIterator[House]:
    async with opened_house(usual_url, bot_processes=0) as house:
        yield house


async def members(house: House, *logins: str) -> list[Person]:
    return [await member(house, login) for login in logins]


async def kept(house: House) -> list[list[tuple[object, ...]]]:
    """All that is kept of ratings, in order."""
    async with database_of(house).reading() as connection:
        return [
            [tuple(row) for row in await connection.execute(sa.select(rows).order_by(*rows.c[:3]))]
            for rows in (ratings, rating_changes, pools)
        ]


async def board(person: Person, query: str = "players=3-4") -> list[Json]:
    told: Json = await person.get(f"/api/ratings/imperial2030?{query}")
    ranked: list[Json] = told["ranked"]
    return ranked


async def test_a_game_moves_those_who_played_it_by_their_places(house: House) -> None:
    ann, bob, cid = await members(house, "ann", "bob", "cid")
    table = await ended_game(house, bob, cid, ann)
    await settled(house)
    should = learnt({}, [[bob.id], [cid.id], [ann.id]])
    found = await board(ann)
    assert [one["id"] for one in found] == [bob.id, cid.id, ann.id]
    for one in found:
        skill = should[one["id"]]
        assert one["rating"]["mean"] == skill.mean
        assert (one["rating"]["low"], one["rating"]["high"]) == skill.interval
        assert one["rating"]["games"] == 1
    changes = (await ann.get(f"/api/tables/{table}/ratings"))["changes"]
    assert {one["id"]: one["mean"] for one in changes} == {
        id: skill.mean for id, skill in should.items()
    }
    assert {one["before"] for one in changes} == {NEW_SKILL.mean}
    assert await board(ann, "players=2") == await board(ann, "players=5-6") == []


async def test_what_is_kept_is_what_the_logs_say(house: House) -> None:
    """Games come to light in any order, one is deleted, one is left, somebody is forgotten."""
    chance = random.Random(17)
    people = await members(house, *[f"player{number}" for number in range(7)])
    for number in range(12):
        some = chance.sample(people, chance.choice([2, 3, 4]))
        table = await ended_game(house, *some)
        if number == 5:
            await tell_late(house, table)
        if chance.random() < 0.4:
            await ratings_of(house).settle()
    left = await seated(house, *people[:3], rated=True)
    await leave(people[1], left)
    await end(house, left, [[person.name] for person in people[:3]])
    mixed = await people[0].open_table("me", "easy", "banker", "easy", start=True)
    named = [seat["name"] for seat in mixed["seats"]]
    await end(house, mixed["id"], [[name] for name in named])
    gone = await people[0].open_table("me", "medium", "banker", start=True)
    await end(house, gone["id"], [[seat["name"]] for seat in gone["seats"]])
    await settled(house)
    await people[0].ask("DELETE", f"/api/tables/{gone['id']}", status=204)
    await people[6].post("/api/me/delete", {"password": PASSWORD}, 204)
    await settled(house)
    before = await kept(house)
    assert before[0]
    assert await carry_out(command_line(house), "ratings", {}) == 14
    assert await kept(house) == before
    assert people[6].id not in str(before)
    assert "medium" not in str(before)


async def tell_late(house: House, table: str) -> None:
    """A game that ended long ago comes to light only now, as where its process was stopped."""
    async with database_of(house).writing() as writing:
        earlier = tables.update().where(tables.c.id == table).values(ended_at=house.clock() - 150)
        await writing.connection.execute(earlier)


async def leave(person: Person, table: str) -> None:
    seats = (await person.get(f"/api/tables/{table}"))["seats"]
    own = next(seat["seat"] for seat in seats if seat["yours"])
    await person.post(f"/api/tables/{table}/seats/{own}/leave")


async def test_a_game_that_a_bot_has_finished_counts_for_the_leaver_alone(house: House) -> None:
    ann, bob, cid = await members(house, "ann", "bob", "cid")
    table = await seated(house, ann, bob, cid, rated=True)
    await leave(bob, table)
    await end(house, table, [["Bob"], ["Ann"], ["Cid"]])
    await settled(house)
    [only] = await board(ann)
    assert only["id"] == bob.id
    assert only["rating"]["mean"] < NEW_SKILL.mean
    assert only["rating"]["won"] == 0
    [change] = (await ann.get(f"/api/tables/{table}/ratings"))["changes"]
    assert change["left"]


async def test_who_is_away_at_the_end_has_left_and_who_came_back_has_not(house: House) -> None:
    ann, bob = await members(house, "ann", "bob")
    clock = {"per": "decision", "seconds": 60}
    table = await seated(house, ann, bob, rated=True, clock=clock)
    steward = house.app.state.server.steward
    house.clock.now += 61
    await steward.tick()
    seats = (await ann.get(f"/api/tables/{table}"))["seats"]
    [away] = [seat["user"] for seat in seats if seat["away"]]
    late, other = (ann, bob) if away == ann.id else (bob, ann)
    await late.post(f"/api/tables/{table}/return")
    await end(house, table, [[late.name], [other.name]])
    await settled(house)
    assert len(await board(ann, "players=2")) == 2
    table = await seated(house, ann, bob, rated=True, clock=clock)
    house.clock.now += 61
    await steward.tick()
    await end(house, table, [["Ann"], ["Bob"]])
    await settled(house)
    changes = (await ann.get(f"/api/tables/{table}/ratings"))["changes"]
    assert [one["left"] for one in changes] == [True]


async def test_bots_are_in_a_list_of_their_own(house: House) -> None:
    ann = await member(house, "ann")
    table = await ann.open_table("me", "easy", "banker", start=True)
    by_bot = {seat["bot"]: seat["name"] for seat in table["seats"]}
    await end(house, table["id"], [[by_bot["banker"]], ["Ann"], [by_bot["easy"]]])
    await settled(house)
    assert await board(ann) == []
    found = await board(ann, "players=3-4&of=bots")
    assert [(one["name"], one["id"]) for one in found] == [("banker", None), ("easy", None)]


async def test_games_that_nobody_agreed_to_rate_count_for_nobody(house: House) -> None:
    ann, bob = await members(house, "ann", "bob")
    table = await seated(house, ann, bob)
    await end(house, table, [["Ann"], ["Bob"]])
    await settled(house)
    assert await board(ann, "players=2") == []
    async with database_of(house).reading() as connection:
        assert list(await connection.scalars(sa.select(annals.c.people_pool))) == [None]


# Agreeing -----------------------------------------------------------------------------------


async def test_a_rated_table_is_for_accounts_with_one_seat_each(house: House) -> None:
    ann, guest = await member(house, "ann"), await house.guest("Gus")
    wanted = {"game": "imperial", "rated": True}
    for seats in (["me", "me"], ["me", "bot"]):
        wishes = [{"kind": kind, **({"bot": "easy"} if kind == "bot" else {})} for kind in seats]
        assert (
            await ann.refused("POST", "/api/tables", {**wanted, "seats": wishes}) == "table/rated"
        )
    table = await ann.open_table("me", "open", "open", rated=True)
    path = f"/api/tables/{table['id']}"
    assert (await guest.get(path))["rated"] is True
    assert await guest.refused("POST", f"{path}/seats/1/take", {}) == "table/rated"
    assert await ann.refused("POST", f"{path}/seats/1/take", {}) == "table/rated"
    bot = {"kind": "bot", "bot": "easy"}
    assert await ann.refused("PUT", f"{path}/seats/1", bot) == "table/rated"
    assert await ann.refused("POST", f"{path}/start", {"fill": "easy"}) == "table/open_seats"
    assert await guest.refused("POST", "/api/tables", {
        **wanted, "seats": [{"kind": "me"}, {"kind": "open"}]
    }) == "table/rated"  # fmt: skip


async def test_what_others_agreed_to_by_sitting_down_stays(house: House) -> None:
    ann, bob = await members(house, "ann", "bob")
    table = await ann.open_table("me", "open")
    path = f"/api/tables/{table['id']}"
    assert (await ann.ask("PATCH", path, {"rated": True}))["rated"] is True
    await bob.post(f"{path}/seats/1/take")
    assert await ann.refused("PATCH", path, {"rated": False}) == "table/rated_agreed"
    assert (await ann.ask("PATCH", path, {"name": "Friday"}))["rated"] is True


async def test_a_rematch_of_a_rated_game_is_agreed_on_anew(house: House) -> None:
    ann, bob = await members(house, "ann", "bob")
    table = await ended_game(house, ann, bob)
    again = await ann.post(f"/api/tables/{table}/rematch", status=201)
    assert again["rated"] is True
    assert sorted([(seat["user"] or "", seat["offered"]) for seat in again["seats"]]) == [
        ("", True),
        (ann.id, False),
    ]
