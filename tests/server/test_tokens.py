"""A token makes a program its owner, but not the owner's account its own."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
import sqlalchemy as sa
from fastapi import FastAPI, WebSocket
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from rondel.server.dependencies import Someone
from rondel.server.settings import Settings
from rondel.server.storage.database import Database
from rondel.server.storage.schema import tokens
from rondel.server.tokens import MOST
from tests.server.clocks import Clock
from tests.server.serving import serving
from tests.server.visitors import (
    Parts,
    account,
    browser,
    guest,
    people_app,
    token,
    told,
    with_token,
)

pytestmark = pytest.mark.anyio


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def app(database: Database, clock: Clock) -> FastAPI:
    return people_app(Parts(Settings(limits=None), database, clock))


@pytest.fixture
async def ann(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as client:
        await guest(client, "Ann")
        yield client


async def test_a_program_with_a_token_is_its_owner(app: FastAPI, ann: httpx.AsyncClient) -> None:
    secret = await token(ann)
    assert secret.startswith("rondel_")
    async with with_token(app, secret) as script:
        answer = await script.get("/api/me")
        assert answer.json() == (await ann.get("/api/me")).json()
        assert "set-cookie" not in answer.headers
        assert (await script.post("/api/me", json={"name": "Bot"})).json()["user"]["name"] == "Bot"


async def test_a_token_is_told_once_and_kept_as_a_hash(
    ann: httpx.AsyncClient, database: Database, clock: Clock
) -> None:
    answer = await ann.post("/api/me/tokens", json={"name": "my bot"})
    secret, made = answer.json()["secret"], answer.json()["token"]
    assert made == {"id": made["id"], "name": "my bot", "created_at": clock.now, "used_at": None}
    listed = await ann.get("/api/me/tokens")
    assert listed.json() == {"tokens": [made]}
    async with database.reading() as connection:
        kept = list(await connection.execute(sa.select(tokens)))
    assert secret not in str(kept)


async def test_the_list_tells_to_the_hour_when_a_token_was_used(
    app: FastAPI, ann: httpx.AsyncClient, clock: Clock
) -> None:
    used = clock.now
    async with with_token(app, await token(ann)) as script:
        for later in (0, 3599):
            clock.now = used + later
            await script.get("/api/me")
        listed = await script.get("/api/me/tokens")
        assert listed.json()["tokens"][0]["used_at"] == used
        clock.now = used + 3600
        await script.get("/api/me")
        listed = await script.get("/api/me/tokens")
        assert listed.json()["tokens"][0]["used_at"] == used + 3600


@pytest.mark.parametrize(
    "header", ["Bearer wrong", "Bearer", "Bearer ", "bearer rondel_x", "BEARER \xff"]
)
async def test_a_wrong_token_is_refused_even_beside_a_good_cookie(
    ann: httpx.AsyncClient, header: str
) -> None:
    headers = {b"authorization": header.encode("latin-1")}
    for path in ("/api/me", "/api/me/tokens"):
        answer = await ann.get(path, headers=headers)
        assert told(answer) == (401, "identity/bad_token")
        assert answer.headers["www-authenticate"] == "Bearer"


async def test_other_ways_to_authenticate_are_none_of_our_business(
    ann: httpx.AsyncClient,
) -> None:
    """A proxy may ask for a password of its own."""
    answer = await ann.get("/api/me", headers={"authorization": "Basic eDp5"})
    assert answer.json()["user"]["name"] == "Ann"


async def test_a_hash_or_a_cookie_is_no_token(
    app: FastAPI, ann: httpx.AsyncClient, database: Database
) -> None:
    await token(ann)
    async with database.reading() as connection:
        kept = await connection.scalar(sa.select(tokens.c.hash))
    for wrong in (str(kept), ann.cookies["rondel"], ann.cookies["rondel"].partition(".")[0]):
        async with with_token(app, wrong) as script:
            assert told(await script.get("/api/me")) == (401, "identity/bad_token")


async def test_a_withdrawn_token_is_worth_nothing(app: FastAPI, ann: httpx.AsyncClient) -> None:
    secret = await token(ann)
    [listed] = (await ann.get("/api/me/tokens")).json()["tokens"]
    assert (await ann.delete(f"/api/me/tokens/{listed['id']}")).status_code == 204
    async with with_token(app, secret) as script:
        assert told(await script.get("/api/me")) == (401, "identity/bad_token")
    answer = await ann.delete(f"/api/me/tokens/{listed['id']}")
    assert told(answer) == (404, "identity/no_such_token")


async def test_nobody_can_withdraw_the_token_of_another(
    app: FastAPI, ann: httpx.AsyncClient
) -> None:
    secret = await token(ann)
    [listed] = (await ann.get("/api/me/tokens")).json()["tokens"]
    async with browser(app) as bob:
        await guest(bob, "Bob")
        assert (await bob.get("/api/me/tokens")).json() == {"tokens": []}
        answer = await bob.delete(f"/api/me/tokens/{listed['id']}")
        assert told(answer) == (404, "identity/no_such_token")
    async with with_token(app, secret) as script:
        assert (await script.get("/api/me")).status_code == 200


async def test_tokens_have_an_end(ann: httpx.AsyncClient) -> None:
    for number in range(MOST):
        await token(ann, f"bot {number}")
    answer = await ann.post("/api/me/tokens", json={"name": "one more"})
    assert told(answer) == (409, "identity/too_many_tokens")


@pytest.mark.parametrize(
    ("method", "path", "sent"),
    [
        ("POST", "/api/me/account", {"login": "evil", "password": "x" * 8}),
        ("PUT", "/api/me/password", {"old": "correct horse", "new": "x" * 8}),
        ("POST", "/api/me/tokens", {"name": "more"}),
        ("DELETE", "/api/sessions", None),
    ],
)
async def test_a_token_is_not_enough_to_take_over_an_account(
    app: FastAPI, ann: httpx.AsyncClient, method: str, path: str, sent: object
) -> None:
    await account(ann)
    async with with_token(app, await token(ann)) as script:
        answer = await script.request(method, path, json=sent)
    assert told(answer) == (403, "identity/not_by_token")


async def test_tokens_outlive_a_guest_that_becomes_an_account(
    app: FastAPI, ann: httpx.AsyncClient
) -> None:
    secret = await token(ann)
    person = await account(ann)
    async with with_token(app, secret) as script:
        assert (await script.get("/api/me")).json()["user"] == person


async def test_websockets_know_people_by_token_and_by_cookie(
    app: FastAPI, ann: httpx.AsyncClient
) -> None:
    async def greet(websocket: WebSocket, user: Someone) -> None:
        await websocket.accept()
        await websocket.send_text(f"{user.name} by {user.via}")

    async def greeting(host: str, **headers: str) -> str | bytes:
        async with connect(f"ws://{host}/greet", additional_headers=headers) as websocket:
            return await websocket.recv()

    app.add_api_websocket_route("/greet", greet)
    secret, cookie = await token(ann), f"rondel={ann.cookies['rondel']}"
    async with serving(app) as host:
        assert await greeting(host, authorization=f"Bearer {secret}") == "Ann by token"
        assert await greeting(host, cookie=cookie) == "Ann by cookie"
        both = {"authorization": "Bearer wrong", "cookie": cookie}
        foreign = {"origin": "http://evil.example", "cookie": cookie}
        for headers, status in (({}, 401), (both, 401), (foreign, 403)):
            with pytest.raises(InvalidStatus) as refused:
                await greeting(host, **headers)
            assert refused.value.response.status_code == status
