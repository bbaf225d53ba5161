"""What one person does at the same moment many times, through one server or several."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import httpx
import pytest
import sqlalchemy as sa

from rondel.server.people import sessions, tokens
from rondel.server.storage import schema
from tests.server.house import House, Person, opened_house
from tests.server.visitors import PASSWORD, account, guest, me, sign_in

pytestmark = pytest.mark.anyio

SECRET = "the same for both servers"
MANY = 40


@pytest.fixture
async def houses(usual_url: str) -> AsyncIterator[list[House]]:
    """One server on SQLite, two on PostgreSQL."""
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(opened_house(usual_url, bot_processes=0, secret=SECRET))
            for _ in range(2 if usual_url.startswith("postgresql") else 1)
        ]


def at_each(houses: list[House], client: httpx.AsyncClient) -> list[httpx.AsyncClient]:
    """The same person at every server, many times over."""
    doors = [house.client(cookies=client.cookies) for house in houses]
    return [doors[number % len(doors)] for number in range(MANY)]


async def count(houses: list[House], rows: sa.Table) -> int:
    """So many rows are in the store."""
    async with houses[0].app.state.server.database.reading() as connection:
        return int(await connection.scalar(sa.select(sa.func.count()).select_from(rows)) or 0)


@pytest.mark.long
async def test_nobody_has_too_many_tokens(houses: list[House]) -> None:
    ann = houses[0].client()
    await guest(ann)
    asked = [c.post("/api/me/tokens", json={"name": "bot"}) for c in at_each(houses, ann)]
    told = Counter(answer.status_code for answer in await asyncio.gather(*asked))
    assert told == {201: tokens.MOST, 409: MANY - tokens.MOST}
    assert await count(houses, schema.tokens) == tokens.MOST


@pytest.mark.long
async def test_nobody_has_too_many_sessions(houses: list[House]) -> None:
    ann = houses[0].client()
    await account(ann)
    screens = [houses[number % len(houses)].client() for number in range(sessions.MOST + 10)]
    # Passwords are compared slowly, so not all at once.
    for number in range(0, len(screens), 10):
        await asyncio.gather(*(sign_in(screen) for screen in screens[number : number + 10]))
        for house in houses:
            house.clock.now += 1
    assert await count(houses, schema.sessions) == sessions.MOST
    assert await me(ann) is None
    known = [await me(screen) is not None for screen in screens]
    # Only those go that were used longest ago.
    assert known[10:] == [True] * sessions.MOST
    assert not any(known[:10])


@pytest.mark.long
async def test_many_notes_at_once_are_one(houses: list[House]) -> None:
    ann = await houses[0].guest("Ann")
    opened = await ann.open_table("me", "open")
    path = f"/api/tables/{opened['id']}/note"
    asked = [c.put(path, json={"text": "x"}) for c in at_each(houses, ann.client)]
    assert {answer.status_code for answer in await asyncio.gather(*asked)} == {200}
    assert await count(houses, schema.notes) == 1


@pytest.mark.long
async def test_a_guest_moves_to_one_account_only(houses: list[House]) -> None:
    for login in ("ann", "bea"):
        await account(houses[0].client(), login)
    guest = await houses[0].guest("G")
    opened = await guest.open_table("me", "open", "open")
    screens = [houses[0].client(cookies=guest.client.cookies)]
    screens += [houses[-1].client(cookies=guest.client.cookies)]
    signing = [
        sign_in(screen, login) for screen, login in zip(screens, ["ann", "bea"], strict=True)
    ]
    assert [answer.status_code for answer in await asyncio.gather(*signing)] == [200, 200]
    table = f"/api/tables/{opened['id']}"
    asking = Person(screens[0], "", "")
    moved = [row for row in (await asking.get(f"{table}/log"))["rows"] if row["kind"] == "moved"]
    seats = (await asking.get(table))["seats"]
    assert [row["body"]["to"] for row in moved] == [seats[0]["user"]]


@pytest.mark.long
async def test_a_guest_who_opens_an_account_meanwhile_keeps_it(houses: list[House]) -> None:
    """Whichever is first: nothing is taken from an account."""
    await account(houses[0].client(), "bea")
    guest = await houses[0].guest("Ann")
    opened = await guest.open_table("me", "open", "open")
    other = houses[-1].client(cookies=guest.client.cookies)
    sent = {"login": "ann", "password": PASSWORD}
    made, signed = await asyncio.gather(
        guest.client.post("/api/me/account", json=sent), sign_in(other, "bea")
    )
    assert signed.status_code == 200
    [seat] = [
        seat
        for seat in (await Person(other, "", "").get(f"/api/tables/{opened['id']}"))["seats"]
        if seat["user"]
    ]
    moved = seat["user"] == signed.json()["user"]["id"]
    assert moved or (made.status_code == 200 and seat["user"] == guest.id)
