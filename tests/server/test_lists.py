"""Lists of tables: what somebody finds there, and what nobody does."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.server.house import House, Json, Person, opened_house
from tests.server.seated import Seated, dealt, seated

pytestmark = pytest.mark.anyio

LISTS = ["open", "running", "finished", "mine", "played"]

TAX: Json = {"slot": "taxation"}


@pytest.fixture
async def empty_house(sqlite_url: str) -> AsyncIterator[House]:
    """A house where nobody has been before."""
    async with opened_house(sqlite_url, bot_processes=0) as house:
        yield house


async def test_somebody_without_a_name_finds_no_private_tables(usual_url: str) -> None:
    """Seats of bots and open seats are nobody's, which is not the same as his."""
    async with opened_house(usual_url, bot_processes=0) as house:
        ann, nobody = await house.guest("Ann"), house.client()
        await ann.open_table("me", "open", public=False)
        await ann.open_table("me", "banker", public=False, start=True)
        for which in LISTS:
            answer = await nobody.get(f"/api/tables?list={which}")
            assert answer.json()["tables"] == []


async def test_no_table_waits_for_somebody_without_a_name(usual_url: str) -> None:
    async with opened_house(usual_url, bot_processes=0) as house:
        ann, nobody = await house.guest("Ann"), house.client()
        await ann.open_table("banker", "banker", start=True)
        answer = await nobody.get("/api/tables?list=running")
        assert [table["waits_for_you"] for table in answer.json()["tables"]] == [False]


async def listed(person: Person, which: str) -> list[str]:
    """The ids of a list, in order."""
    return [table["id"] for table in (await person.get(f"/api/tables?list={which}"))["tables"]]


async def test_lists_are_empty_at_first(empty_house: House) -> None:
    ann = await empty_house.guest("Ann")
    for which in LISTS:
        told = await ann.get(f"/api/tables?list={which}")
        assert told == {"tables": [], "more": None, "now": empty_house.clock.now}


async def test_each_table_is_in_the_lists_it_belongs_to(empty_house: House) -> None:
    ann, bob = await empty_house.guest("Ann"), await empty_house.guest("Bob")
    waiting = (await ann.open_table("me", "open"))["id"]
    hidden = (await ann.open_table("me", "open", public=False))["id"]
    running = (await ann.open_table("me", "banker", start=True))["id"]
    ended = (await ann.open_table("me", "banker", start=True))["id"]
    await Seated(ann, ended).post("vote", {"kind": "end"})
    assert await listed(bob, "open") == [waiting]
    assert await listed(bob, "running") == [running]
    assert await listed(bob, "finished") == []
    assert await listed(bob, "mine") == await listed(bob, "played") == []
    assert set(await listed(ann, "mine")) == {waiting, hidden, running}
    assert await listed(ann, "played") == [ended]
    [table] = (await bob.get("/api/tables"))["tables"]
    assert (table["name"], table["host"]) == ("Ann: Imperial 2030", ann.id)
    assert [seat["name"] for seat in table["seats"]] == ["Ann", None]


async def test_tables_that_wait_for_somebody_come_first(empty_house: House) -> None:
    house = empty_house
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    own = (await ann.open_table("me", "me", start=True))["id"]
    others: list[str] = []
    for _ in range(2):
        house.clock.now += 1
        opened = await bob.open_table("me", "open", options={"assignment": dealt(["Bob", "Ann"])})
        await Seated(ann, opened["id"]).post("seats/1/take")
        await Seated(bob, opened["id"]).post("start")
        others.insert(0, opened["id"])
    assert await listed(ann, "mine") == [own, *others]
    told = (await ann.get("/api/tables?list=mine"))["tables"]
    assert [table["waits_for_you"] for table in told] == [True, False, False]
    house.clock.now += 1
    await Seated(bob, others[1]).act(TAX)
    assert await listed(ann, "mine") == [others[1], own, others[0]]
    assert await listed(bob, "mine") == [others[0], others[1]]


async def test_lists_tell_how_far_a_game_is(empty_house: House) -> None:
    ann, _ = await seated(empty_house, "Ann", "Bob", options={"tax_bonus": "increase"})
    await ann.act(TAX)
    empty_house.clock.now += 60
    told = await ann.person.get("/api/tables?list=mine")
    [table] = told["tables"]
    assert (table["round"], table["entries"]) == (1, 1)
    pending = table["pending"]
    assert (pending["seat"], pending["decision"], pending["nation"]) == (1, "choose_slot", "china")
    assert told["now"] - pending["since"] == 60
    assert table["options"]["tax_bonus"] == "increase"
    assert (await ann.look())["pending"] == pending


async def test_lists_are_read_page_by_page(usual_url: str) -> None:
    """Nothing is missed or doubled, though many have changed at the same moment."""
    async with opened_house(usual_url, bot_processes=0) as house:
        ann, bob = await house.guest("Ann"), await house.guest("Bob")
        for number in range(9):
            house.clock.now += number % 3 == 0
            await ann.open_table("me", "me", start=True)
            await bob.open_table("me", "me", start=True)
            await ann.open_table("me", "open")
        for person, which, count in ((bob, "running", 18), (ann, "mine", 18), (bob, "open", 9)):
            whole = await listed(person, which)
            assert len(whole) == count
            assert await paged(person, which, 4) == whole
            assert await paged(person, which, count) == whole


async def paged(person: Person, which: str, limit: int) -> list[str]:
    """A list, read page by page."""
    found: list[str] = []
    after: str | None = ""
    while after is not None:
        query = f"list={which}&limit={limit}" + (f"&after={after}" if after else "")
        page = await person.get(f"/api/tables?{query}")
        found += [table["id"] for table in page["tables"]]
        after = page["more"]
    return found


async def test_pages_that_cannot_be_are_refused(house: House) -> None:
    ann = await house.guest("Ann")
    for after in ("x", "1_2", "a_b_c", "1_2_3_4", f"{10**30}_1.0_a", "1_nan_a", "1_1e400_a"):
        path = f"/api/tables?list=mine&after={after}"
        assert await ann.refused("GET", path) == "table/no_such_page"
