"""A token makes a program its owner, but not the owner's account its own."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import httpx
import pytest
import sqlalchemy as sa
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from rondel.server.people.tokens import MOST
from rondel.server.storage.schema import tokens
from tests.server.house import House, opened_house
from tests.server.visitors import account, guest, token, told, with_token

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house(sqlite_url: str) -> AsyncIterator[House]:
    async with opened_house(sqlite_url, bot_processes=0) as house:
        yield house


@pytest.fixture
async def ann(house: House) -> httpx.AsyncClient:
    client = house.client()
    await guest(client, "Ann")
    return client


async def hashes(house: House) -> list[str]:
    """What is kept of the tokens."""
    async with house.app.state.server.database.reading() as connection:
        return list(await connection.scalars(sa.select(tokens.c.hash)))


async def test_a_program_with_a_token_is_its_owner(house: House, ann: httpx.AsyncClient) -> None:
    secret = await token(ann)
    assert secret.startswith("rondel_")
    async with with_token(house, secret) as script:
        answer = await script.get("/api/me")
        assert answer.json() == (await ann.get("/api/me")).json()
        assert "set-cookie" not in answer.headers
        assert (await script.post("/api/me", json={"name": "Bot"})).json()["user"]["name"] == "Bot"


async def test_a_token_is_told_once_and_kept_as_a_hash(
    house: House, ann: httpx.AsyncClient
) -> None:
    answer = await ann.post("/api/me/tokens", json={"name": "my bot"})
    secret, made = answer.json()["secret"], answer.json()["token"]
    assert made == {
        "id": made["id"],
        "name": "my bot",
        "created_at": house.clock.now,
        "used_at": None,
    }
    listed = await ann.get("/api/me/tokens")
    assert listed.json()["tokens"][0].items() >= made.items()
    [kept] = await hashes(house)
    assert kept not in (secret, secret.removeprefix("rondel_"))


async def test_the_list_tells_to_the_hour_when_a_token_was_used(
    house: House, ann: httpx.AsyncClient
) -> None:
    used = house.clock.now
    async with with_token(house, await token(ann)) as script:
        for later in (0, 3599):
            house.clock.now = used + later
            await script.get("/api/me")
        listed = await script.get("/api/me/tokens")
        assert listed.json()["tokens"][0]["used_at"] == used
        house.clock.now = used + 3600
        await script.get("/api/me")
        listed = await script.get("/api/me/tokens")
        assert listed.json()["tokens"][0]["used_at"] == used + 3600


async def test_a_wrong_token_is_refused_even_beside_a_good_cookie(
    ann: httpx.AsyncClient,
) -> None:
    for header in (b"Bearer wrong", b"Bearer", b"bearer rondel_x", b"BEARER \xff"):
        for path in ("/api/me", "/api/me/tokens"):
            answer = await ann.get(path, headers={b"authorization": header})
            assert told(answer) == (401, "identity/bad_token")
            assert answer.headers["www-authenticate"] == "Bearer"


async def test_other_ways_to_authenticate_are_none_of_our_business(
    ann: httpx.AsyncClient,
) -> None:
    """A proxy may ask for a password of its own."""
    answer = await ann.get("/api/me", headers={"authorization": "Basic eDp5"})
    assert answer.json()["user"]["name"] == "Ann"


async def test_a_hash_or_a_cookie_is_no_token(house: House, ann: httpx.AsyncClient) -> None:
    await token(ann)
    [kept] = await hashes(house)
    for wrong in (kept, ann.cookies["rondel"], ann.cookies["rondel"].partition(".")[0]):
        async with with_token(house, wrong) as script:
            assert told(await script.get("/api/me")) == (401, "identity/bad_token")


async def test_a_withdrawn_token_is_worth_nothing(house: House, ann: httpx.AsyncClient) -> None:
    secret = await token(ann)
    [listed] = (await ann.get("/api/me/tokens")).json()["tokens"]
    assert (await ann.delete(f"/api/me/tokens/{listed['id']}")).status_code == 204
    async with with_token(house, secret) as script:
        assert told(await script.get("/api/me")) == (401, "identity/bad_token")
    answer = await ann.delete(f"/api/me/tokens/{listed['id']}")
    assert told(answer) == (404, "identity/no_such_token")


async def test_nobody_can_withdraw_the_token_of_another(
    house: House, ann: httpx.AsyncClient
) -> None:
    secret = await token(ann)
    [listed] = (await ann.get("/api/me/tokens")).json()["tokens"]
    bob = house.client()
    await guest(bob, "Bob")
    assert (await bob.get("/api/me/tokens")).json() == {"tokens": []}
    answer = await bob.delete(f"/api/me/tokens/{listed['id']}")
    assert told(answer) == (404, "identity/no_such_token")
    async with with_token(house, secret) as script:
        assert (await script.get("/api/me")).status_code == 200


async def test_tokens_have_an_end(ann: httpx.AsyncClient) -> None:
    for number in range(MOST):
        await token(ann, f"bot {number}")
    answer = await ann.post("/api/me/tokens", json={"name": "one more"})
    assert told(answer) == (409, "identity/too_many_tokens")


async def test_a_token_is_not_enough_to_take_over_an_account(
    house: House, ann: httpx.AsyncClient
) -> None:
    await account(ann)
    script = with_token(house, await token(ann))
    for method, path, sent in (
        ("POST", "/api/me/account", {"login": "evil", "password": "x" * 8}),
        ("PUT", "/api/me/password", {"old": "correct horse", "new": "x" * 8}),
        ("POST", "/api/me/tokens", {"name": "more"}),
        ("DELETE", "/api/sessions", None),
    ):
        answer = await script.request(method, path, json=sent)
        assert told(answer) == (403, "identity/not_by_token")


async def test_tokens_outlive_a_guest_that_becomes_an_account(
    house: House, ann: httpx.AsyncClient
) -> None:
    secret = await token(ann)
    person = await account(ann)
    async with with_token(house, secret) as script:
        assert (await script.get("/api/me")).json()["user"] == person


async def test_websockets_know_people_by_token_and_by_cookie(
    house: House, ann: httpx.AsyncClient
) -> None:
    opened = await ann.post("/api/tables", json={"game": "imperial", "seats": [{"kind": "me"}] * 2})
    uri = f"ws://{house.address}/api/tables/{opened.json()['id']}/live"

    async def greeted(**headers: str) -> str | None:
        """Whom the server takes the sender of these headers for."""
        async with connect(uri, additional_headers=headers) as websocket:
            user: str | None = json.loads(await websocket.recv())["user"]
            return user

    secret, cookie = await token(ann), f"rondel={ann.cookies['rondel']}"
    person = (await ann.get("/api/me")).json()["user"]["id"]
    assert await greeted(authorization=f"Bearer {secret}") == person
    assert await greeted(cookie=cookie) == person
    assert await greeted() is None
    for headers, status in (
        ({"authorization": "Bearer wrong", "cookie": cookie}, 401),
        ({"origin": "http://evil.example", "cookie": cookie}, 403),
    ):
        with pytest.raises(InvalidStatus) as refused:
            await greeted(**headers)
        assert refused.value.response.status_code == status
