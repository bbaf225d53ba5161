"""People at their screens: clients of a running application, each with cookies of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from fastapi import FastAPI
from websockets.asyncio.client import connect

from rondel.server.app import create_app
from rondel.server.settings import Settings
from tests.server.clocks import Clock
from tests.server.documented import check_answer, document
from tests.server.serving import serving

Json = dict[str, Any]


class Person:
    """Somebody who plays through the interface."""

    def __init__(self, client: httpx.AsyncClient, id: str, name: str) -> None:
        self.client = client
        self.id = id
        self.name = name

    async def ask(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        """The answer to a request, which must have this status."""
        answer = await self.client.request(method, path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    async def get(self, path: str, status: int = 200) -> Any:
        """What is there."""
        return await self.ask("GET", path, status=status)

    async def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        """Does something."""
        return await self.ask("POST", path, {} if body is None else body, status)

    async def put(self, path: str, body: Any) -> Any:
        """What a change answers."""
        answer = await self.client.put(path, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def refused(self, method: str, path: str, body: Any = None) -> str:
        """The code of the refusal of a request."""
        answer = await self.client.request(method, path, json=body)
        assert 400 <= answer.status_code < 500, answer.text
        code: str = answer.json()["error"]["code"]
        return code

    async def open_table(self, *seats: str, **wanted: Any) -> Json:
        """A new table; seats are `me`, `open` or the name of a bot."""
        wishes = [_wish(seat) for seat in seats]
        table = {"game": "imperial2030", "seats": wishes, **wanted}
        opened: Json = await self.post("/api/tables", table, 201)
        return opened

    async def position(self, table: str) -> Json:
        """The current position as this person sees it."""
        told: Json = await self.get(f"/api/tables/{table}/position")
        return told

    async def decide(self, table: str, choice: int = 0, status: int = 200) -> Json:
        """Takes one of the choices there are."""
        told = await self.position(table)
        entry = told["choices"][choice]["entry"]
        body = {"position": told["position"], "entry": entry}
        done: Json = await self.post(f"/api/tables/{table}/actions", body, status)
        return done


def _wish(seat: str) -> Json:
    if seat in ("me", "open"):
        return {"kind": seat}
    return {"kind": "bot", "bot": seat}


def cookie_of(person: Person) -> str:
    """The header that shows who somebody is."""
    return "; ".join([f"{name}={value}" for name, value in person.client.cookies.items()])


class Door:
    """The way into a running server, and the clients of the people who come through it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.up = asyncio.Event()
        """Set while somebody answers behind it, for those who wait for that."""
        self.clients: list[httpx.AsyncClient] = []

    def client(self, **more: Any) -> httpx.AsyncClient:
        """A client that nobody knows yet."""
        # To load certificates, which nobody needs here, would take most of the time of many tests.
        base = f"http://{self.address}"
        hooks = {"response": [check_answer]}
        client = httpx.AsyncClient(
            base_url=base, timeout=60, verify=False, event_hooks=hooks, **more
        )
        self.clients.append(client)
        return client

    def live(self, person: Person | None, table: str, query: str = "") -> connect:
        """A WebSocket at a table, for `async with`."""
        headers = {"Cookie": cookie_of(person)} if person else {}
        uri = f"ws://{self.address}/api/tables/{table}/live?{query}"
        return connect(uri, additional_headers=headers, max_size=None)

    async def guest(self, name: str) -> Person:
        """Somebody who has given a name."""
        client = self.client()
        answer = await client.post("/api/me", json={"name": name})
        assert answer.status_code in (200, 201), answer.text
        return Person(client, answer.json()["user"]["id"], name)

    def again(self, person: Person) -> Person:
        """Somebody who has come in by another door, or before."""
        return Person(self.client(cookies=person.client.cookies), person.id, person.name)

    async def close(self) -> None:
        """Sends everybody home."""
        for client in self.clients:
            await client.aclose()


class House(Door):
    """An application that runs in the event loop of the test."""

    def __init__(self, app: FastAPI, address: str, clock: Clock) -> None:
        super().__init__(address)
        self.app = app
        self.clock = clock


@asynccontextmanager
async def opened_house(database: str, **settings: Any) -> AsyncIterator[House]:
    """An application on a database, without rate limits unless they are given."""
    clock = Clock()
    chosen = Settings(**{"database": database, "limits": None, **settings})
    app = create_app(chosen, clock)
    app.openapi_schema = document()
    async with serving(app, chosen) as address:
        house = House(app, address, clock)
        try:
            yield house
        finally:
            await house.close()
