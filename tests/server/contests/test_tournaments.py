"""Tournaments from entry to the final: whoever leaves, and whatever is restarted meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from itertools import combinations

import pytest

from tests.server.admins import member
from tests.server.contests.games import end
from tests.server.house import House, Json, Person, opened_house
from tests.server.people.test_erasure import everything
from tests.server.people.test_export import export
from tests.server.visitors import PASSWORD

pytestmark = pytest.mark.anyio

PATIENCE = 300
"""Seconds for which a tournament of bots may stand still, on a busy machine."""

SAME = {"secret": "the same after a restart, as a host sets it"}
"""Else nobody would be known any more."""


@pytest.fixture
async def house(usual_url: str) -> AsyncIterator[House]:
    async with opened_house(usual_url, bot_processes=0) as house:
        yield house


async def opened(host: Person, **wanted: object) -> str:
    values = {"name": "Cup", "game": "imperial2030", "players": 3, "rounds": 2, "bot": "random"}
    told = await host.post("/api/tournaments", {**values, **wanted}, 201)
    id: str = told["id"]
    return id


async def look(person: Person, id: str) -> Json:
    told: Json = await person.get(f"/api/tournaments/{id}")
    return told


async def lead_on(house: House) -> None:
    await house.app.state.server.organiser.look()


async def end_round(house: House, person: Person, id: str) -> None:
    """Ends all games of the round, each in the order of the seats."""
    for table in (await look(person, id))["tables"]:
        told = await person.get(f"/api/tables/{table['table']}?invite={table['invite']}")
        if told["status"] == "running":
            await end(house, table["table"], [[seat["name"]] for seat in told["seats"]])


async def entered(house: House, id: str, *names: str) -> list[Person]:
    people = [await house.guest(name) for name in names]
    for person in people:
        await person.ask("PUT", f"/api/tournaments/{id}/entry")
    return people


async def test_a_tournament_goes_from_entry_to_the_final(house: House) -> None:
    host = await house.guest("Hal")
    id = await opened(host)
    people = await entered(house, id, "Ann", "Bob", "Cid", "Dan", "Eve")
    path = f"/api/tournaments/{id}"
    assert await people[0].refused("POST", f"{path}/start") == "tournament/not_host"
    await host.post(f"{path}/start")
    await lead_on(house)
    told = await look(people[0], id)
    assert (told["status"], told["round"], len(told["tables"])) == ("running", 1, 2)
    assert sorted([seat["name"] or "" for table in told["tables"] for seat in table["seats"]]) == [
        "", "Ann", "Bob", "Cid", "Dan", "Eve",
    ]  # fmt: skip
    for table in told["tables"]:
        seats = (await host.get(f"/api/tables/{table['table']}"))["seats"]
        assert [seat["name"] for seat in table["seats"] if seat["name"]] == [
            seat["name"] for seat in seats if seat["user"]
        ]
    late = (await entered(house, id, "Late"))[0]
    await end_round(house, host, id)
    await lead_on(house)
    told = await look(late, id)
    assert (told["round"], len(told["tables"])) == (2, 4)
    assert "Late" in str([table for table in told["tables"] if table["round"] == 2])
    assert await people[0].refused("PUT", f"{path}/entry") == "tournament/closed"
    await end_round(house, host, id)
    await lead_on(house)
    told = await look(host, id)
    [final] = [table for table in told["tables"] if table["round"] == 3]
    assert [seat["number"] for seat in final["seats"] if seat["number"]]
    best = {one["number"] for one in told["standings"][:3]}
    assert {seat["number"] for seat in final["seats"]} == best
    await end_round(house, host, id)
    await lead_on(house)
    told = await look(host, id)
    assert told["status"] == "finished"
    assert [one["final"] for one in told["standings"][:3]] == [1, 2, 3]
    assert told["standings"][0]["name"] == final["seats"][0]["name"]


async def test_who_leaves_is_replaced_by_a_bot_and_not_drawn_again(house: House) -> None:
    host = await house.guest("Hal")
    id = await opened(host, final=False)
    ann, bob, _ = await entered(house, id, "Ann", "Bob", "Cid")
    await host.post(f"/api/tournaments/{id}/start")
    await lead_on(house)
    await ann.ask("DELETE", f"/api/tournaments/{id}/entry")
    [table] = (await look(host, id))["tables"]
    seats = (await host.get(f"/api/tables/{table['table']}"))["seats"]
    assert [seat["user"] for seat in seats if seat["name"] == "Ann"] == [None]
    await end_round(house, host, id)
    await lead_on(house)
    second = (await look(host, id))["tables"][1]
    assert sorted([seat["name"] or "" for seat in second["seats"]]) == ["", "Bob", "Cid"]
    assert await ann.refused("DELETE", f"/api/tournaments/{id}/entry") == "tournament/not_entered"
    standing = {one["name"]: one for one in (await look(bob, id))["standings"]}
    assert standing["Ann"]["left"]
    assert standing["Bob"]["yours"]


async def test_bots_finish_what_takes_longer_than_a_round_may(house: House) -> None:
    host = await house.guest("Hal")
    id = await opened(host, round_seconds=3600, rounds=1, final=False)
    await entered(house, id, "Ann", "Bob", "Cid")
    await host.post(f"/api/tournaments/{id}/start")
    await lead_on(house)
    house.clock.now += 3601
    await lead_on(house)
    [table] = (await look(host, id))["tables"]
    seats = (await host.get(f"/api/tables/{table['table']}"))["seats"]
    assert all(seat["away"] for seat in seats)


async def test_a_tournament_begins_by_itself_and_tables_that_got_lost_are_opened(
    house: House,
) -> None:
    """As where a process is killed between the draw and the tables."""
    host = await house.guest("Hal")
    id = await opened(host, starts_at=house.clock() + 60)
    await entered(house, id, "Ann", "Bob")
    await lead_on(house)
    assert (await look(host, id))["status"] == "entry"
    house.clock.now += 61
    organiser = house.app.state.server.organiser
    assert await organiser.begin(id)
    assert await organiser._step(id)
    told = await look(host, id)
    assert [table["status"] for table in told["tables"]] == [None]
    await lead_on(house)
    await lead_on(house)
    told = await look(host, id)
    assert [table["status"] for table in told["tables"]] == ["running"]


async def test_tables_of_a_private_tournament_are_for_those_who_take_part(house: House) -> None:
    host, sam = await house.guest("Hal"), await house.guest("Sam")
    id = await opened(host, public=False)
    ann, bob, _ = await entered(house, id, "Ann", "Bob", "Cid")
    await host.post(f"/api/tournaments/{id}/start")
    await lead_on(house)
    for which in ("open", "running"):
        assert (await sam.get(f"/api/tournaments?list={which}"))["tournaments"] == []
    assert len((await ann.get("/api/tournaments?list=mine"))["tournaments"]) == 1
    [table] = (await look(sam, id))["tables"]
    assert table["invite"] is None
    assert await sam.refused("GET", f"/api/tables/{table['table']}") == "table/unknown"
    [table] = (await look(bob, id))["tables"]
    await sam.get(f"/api/tables/{table['table']}?invite={table['invite']}")


async def test_a_tournament_is_in_the_export_and_forgets_who_is_forgotten(house: House) -> None:
    xan = await member(house, "xanthippe")
    id = await opened(xan, name="Cup of Xanthippe")
    bob, _ = await entered(house, id, "Bob", "Cid")
    await xan.ask("PUT", f"/api/tournaments/{id}/entry")
    await xan.post(f"/api/tournaments/{id}/start")
    await lead_on(house)
    [told] = (await export(xan))["tournaments"]
    assert (told["id"], bool(told["host"]), told["left_at"]) == (id, True, None)
    await xan.post("/api/me/delete", {"password": PASSWORD}, 204)
    assert "anthippe" not in await everything(house)
    assert len((await look(bob, id))["standings"]) == 3


async def test_what_is_not_over_is_listed_first(house: House) -> None:
    host = await house.guest("Hal")
    going_on, ended = await opened(host), await opened(host)
    house.clock.now += 60
    await host.post(f"/api/tournaments/{ended}/close")
    mine = (await host.get("/api/tournaments?list=mine"))["tournaments"]
    assert [one["id"] for one in mine] == [going_on, ended]


# To the end, with bots that really play -----------------------------------------------------


async def seen(person: Person, id: str, is_so: Callable[[Json], bool]) -> Json:
    """The tournament when something is so; only one that stands still is given up."""
    told: Json = {}
    while True:
        async with asyncio.timeout(PATIENCE):
            while (now := await look(person, id)) == told:
                await asyncio.sleep(0.5)
        if is_so(told := now):
            return told


@pytest.mark.long
async def test_sixty_four_play_to_the_end_with_drop_outs_and_a_restart(usual_url: str) -> None:
    """56 bots and 8 people, who leave one after the other; the server is restarted in round 2."""
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(opened_house(usual_url, bot_processes=2, **SAME))
        host = await house.guest("Hal")
        id = await opened(
            host, game="imperial", players=4, rounds=3, bot="banker", round_seconds=3600
        )
        path = f"/api/tournaments/{id}"
        await host.ask("PUT", f"{path}/bots", {"bot": "banker", "number": 56})
        people = await entered(house, id, *[f"Person {number}" for number in range(8)])
        await host.post(f"{path}/start")
        await seen(host, id, lambda told: len(told["tables"]) >= 16)
        for person in people[:5]:
            await person.ask("DELETE", f"{path}/entry")
        house.clock.now += 3601
        await seen(host, id, lambda told: bool(told["round"] >= 2))
        host_again = host
        people_again = people
    async with opened_house(usual_url, bot_processes=2, **SAME) as house:
        house.clock.now += 3700
        host = house.again(host_again)
        for person in people_again[5:]:
            await house.again(person).ask("DELETE", f"{path}/entry")
        told = await seen(host, id, lambda told: bool(told["status"] == "finished"))
    check_whole(told)


def check_whole(told: Json) -> None:
    """Every round was played by everybody who took part in it, once, and the final by the best."""
    tables = told["tables"]
    first, second, third, final_tables = [
        len([one for one in tables if one["round"] == number]) for number in (1, 2, 3, 4)
    ]
    assert (first, third, final_tables) == (16, 14, 1)
    # Three leave in the second round: before its draw, or after it.
    assert second in (14, 15)
    assert all(seat["place"] is not None for table in tables for seat in table["seats"])
    met: dict[tuple[int, ...], int] = {}
    for table in tables[:-1]:
        numbers = sorted([seat["number"] for seat in table["seats"] if seat["number"]])
        for pair in combinations(numbers, 2):
            met[pair] = met.get(pair, 0) + 1
    assert max(met.values()) <= 2
    assert len([times for times in met.values() if times > 1]) <= len(met) / 50
    final = {seat["number"]: seat["place"] for seat in tables[-1]["seats"]}
    assert {one["number"]: one["final"] for one in told["standings"][:4]} == final
    assert len(told["standings"]) == 64
    assert len([one for one in told["standings"] if one["left"]]) == 8
