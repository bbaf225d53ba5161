"""What people do who come and go: names, accounts, tokens."""

from __future__ import annotations

from typing import Any

import httpx

from tests.server.house import House

PASSWORD = "correct horse"


def with_token(house: House, token: str) -> httpx.AsyncClient:
    """Comes with a token, like a script."""
    return house.client(headers={"authorization": f"Bearer {token}"})


def from_address(house: House, address: str) -> httpx.AsyncClient:
    """Comes from another address than all the others."""
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(house.app, client=(address, 1)), base_url="http://test"
    )


async def guest(client: httpx.AsyncClient, name: str = "Ann") -> dict[str, Any]:
    """Takes a name; gives the person."""
    return person_in(await client.post("/api/me", json={"name": name}))


async def account(client: httpx.AsyncClient, login: str = "ann") -> dict[str, Any]:
    """Opens an account, as a guest if need be; gives the person."""
    await guest(client, login.capitalize())
    sent = {"login": login, "password": PASSWORD}
    return person_in(await client.post("/api/me/account", json=sent))


async def sign_in(
    client: httpx.AsyncClient, login: str = "ann", password: str = PASSWORD
) -> httpx.Response:
    return await client.post("/api/session", json={"login": login, "password": password})


async def me(client: httpx.AsyncClient) -> dict[str, Any] | None:
    """Who the server thinks is asking."""
    answer = await client.get("/api/me")
    assert answer.status_code == 200
    person: dict[str, Any] | None = answer.json()["user"]
    return person


async def token(client: httpx.AsyncClient, name: str = "my bot") -> str:
    """Makes an API token; gives its secret."""
    answer = await client.post("/api/me/tokens", json={"name": name})
    assert answer.status_code == 201
    secret: str = answer.json()["secret"]
    return secret


def person_in(answer: httpx.Response) -> dict[str, Any]:
    assert answer.status_code == 200, answer.text
    person: dict[str, Any] = answer.json()["user"]
    return person


def told(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal."""
    return answer.status_code, answer.json()["error"]["code"]
