"""An app with nothing but people in it, and browsers that visit it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
from fastapi import FastAPI

from rondel.server.handlers import add_handlers
from rondel.server.identity import Identity
from rondel.server.limits import Limiter
from rondel.server.metrics import Metrics
from rondel.server.middleware import add_middleware
from rondel.server.routes import people, system
from rondel.server.settings import Settings
from rondel.server.storage.database import Database

PASSWORD = "correct horse"


@dataclass
class Parts:
    """The parts of the server that people need."""

    settings: Settings
    database: Database
    clock: Callable[[], float]
    metrics: Metrics = field(default_factory=Metrics)
    identity: Identity = field(init=False)
    limiter: Limiter = field(init=False)

    def __post_init__(self) -> None:
        self.identity = Identity(self.database, self.settings.secret, self.clock)
        self.limiter = Limiter(self.settings.limits, self.clock)


def people_app(parts: Parts) -> FastAPI:
    app = FastAPI()
    app.state.server = parts
    add_handlers(app)
    add_middleware(app, parts.settings, parts.metrics, parts.limiter)
    app.include_router(people.router)
    app.include_router(system.router)
    return app


def browser(app: FastAPI, **headers: str) -> httpx.AsyncClient:
    """Keeps cookies, like a browser."""
    transport = httpx.ASGITransport(app)
    return httpx.AsyncClient(transport=transport, base_url="http://test", headers=headers)


def with_token(app: FastAPI, token: str) -> httpx.AsyncClient:
    """Comes with a token, like a script."""
    return browser(app, authorization=f"Bearer {token}")


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
