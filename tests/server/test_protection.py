"""The limits of a server as it is installed, and the headers on every kind of answer."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from math import ceil
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from rondel.server.http.bodies import USUAL_LIMIT
from rondel.server.http.middleware import HEADERS
from rondel.server.limits.limiter import Kind, Rate
from rondel.server.settings import Limits
from tests.server.house import House, Person, opened_house
from tests.server.listening import listening
from tests.server.stages import FINISHED
from tests.server.visitors import from_address
from tests.server.wires import wired

pytestmark = pytest.mark.anyio

LIMITS = Limits(actions="60/minute")


@pytest.fixture
async def house(sqlite_url: str) -> AsyncIterator[House]:
    """A house with the limits that everybody has who sets none, but for one that is wide."""
    async with opened_house(sqlite_url, bot_processes=0, limits=LIMITS) as house:
        yield house


# Limits -------------------------------------------------------------------------------------

Deed = tuple[str, str, Any]
"""Method, path and body of something a person does."""


@dataclass(frozen=True)
class Counted:
    """Things that are counted together."""

    kind: Kind
    deeds: list[Deed]

    @property
    def rate(self) -> Rate:
        return Rate.parse(getattr(LIMITS, self.kind))


SEATS = [{"kind": "me"}, {"kind": "open"}]

PERSONAL = [
    Counted(
        "tables",
        [
            ("POST", "/api/tables", {"game": "imperial", "seats": SEATS}),
            ("POST", "/api/tables", {"game": "chess"}),
            ("POST", "/api/records", json.loads(FINISHED.read_bytes())),
            ("POST", "/api/tables/{table}/studies", {"entries": 0}),
            ("POST", "/api/tables/{table}/rematch", None),
        ],
    ),
    Counted(
        "joins",
        [
            ("POST", "/api/tables/{table}/seats/1/take", {}),
            ("POST", "/api/tables/{table}/seats/1/leave", None),
            ("PUT", "/api/tables/{table}/seats/1", {"kind": "open"}),
            ("PATCH", "/api/tables/{table}", {"public": False}),
            ("POST", "/api/tables/{table}/start", {}),
            ("POST", "/api/tables/nowhere/start", {}),
        ],
    ),
    Counted(
        "chats",
        [
            ("POST", "/api/tables/{table}/chat", {"room": "table", "text": "hello"}),
            ("PUT", "/api/tables/{table}/note", {"text": "for me"}),
            ("PUT", "/api/tables/{table}/mute", {"user": "bob", "muted": True}),
        ],
    ),
    Counted(
        "actions",
        [
            ("POST", "/api/tables/{table}/actions", {"position": 0, "entry": {}}),
            ("POST", "/api/tables/{table}/consequences", {"position": 0, "entries": [{}]}),
            ("POST", "/api/tables/{table}/undo", {"position": 0}),
            ("POST", "/api/tables/{table}/vote", {"kind": "pause"}),
            ("POST", "/api/tables/{table}/vote/answer", {"agree": True}),
            ("POST", "/api/tables/{table}/return", None),
        ],
    ),
]


async def check_limit(
    clock: Any, rate: Rate, do: Callable[[int], Awaitable[httpx.Response]]
) -> None:
    """So many pass, the next is told how long to wait, and whoever waits so long may go on."""
    for number in range(rate.count):
        answer = await do(number)
        assert answer.status_code != 429, number
    answer = await do(0)
    assert answer.status_code == 429
    error = answer.json()["error"]
    assert error["code"] == "request/too_many"
    assert error["retry_after"] == ceil(rate.period / rate.count)
    assert answer.headers["retry-after"] == str(error["retry_after"])
    clock.now += error["retry_after"]
    assert (await do(0)).status_code != 429


@pytest.mark.long
@pytest.mark.parametrize("counted", PERSONAL, ids=lambda counted: counted.kind)
async def test_person_may_do_so_much_and_no_more(house: House, counted: Counted) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    table = (await ann.open_table("me", "open"))["id"]
    if counted.kind == "tables":
        house.clock.now += 3600

    async def do(person: Person, number: int) -> httpx.Response:
        method, path, body = counted.deeds[number % len(counted.deeds)]
        return await person.client.request(method, path.format(table=table), json=body)

    await check_limit(house.clock, counted.rate, lambda number: do(ann, number))
    for number in range(len(counted.deeds)):
        assert (await do(bob, number)).status_code != 429


@pytest.mark.long
async def test_address_may_bring_so_many_guests(house: House) -> None:
    async def come(number: int) -> httpx.Response:
        return await house.client().post("/api/me", json={"name": f"Guest {number}"})

    await check_limit(house.clock, Rate.parse(Limits().guests), come)
    async with from_address(house, "192.0.2.7") as other:
        assert (await other.post("/api/me", json={"name": "Ann"})).status_code == 200


@pytest.mark.long
async def test_address_may_try_so_many_logins(house: House) -> None:
    client = house.client()

    async def try_login(number: int) -> httpx.Response:
        sent = {"login": f"ann{number}", "password": "guess"}
        return await client.post("/api/session", json=sent)

    await check_limit(house.clock, Rate.parse(Limits().sign_ins), try_login)


@pytest.mark.long
async def test_login_may_be_tried_so_often_from_anywhere(house: House) -> None:
    async def try_login(number: int) -> httpx.Response:
        async with from_address(house, f"192.0.2.{number}") as client:
            return await client.post("/api/session", json={"login": "Ann", "password": "guess"})

    await check_limit(house.clock, Rate.parse(Limits().logins), try_login)


@pytest.mark.long
async def test_address_may_send_so_many_requests(sqlite_url: str) -> None:
    limits = Limits(requests="60/minute")
    rate = Rate.parse(limits.requests)
    async with (
        opened_house(sqlite_url, bot_processes=0, limits=limits) as house,
        wired(house.address) as wire,
    ):
        wire.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * (rate.count + 1))
        answers = [await wire.answer() for _ in range(rate.count + 1)]
    assert {answer.status for answer in answers[:-1]} == {200}
    assert (answers[-1].status, answers[-1].error["code"]) == (429, "request/too_many")


async def test_http_and_websocket_are_counted_together(house: House) -> None:
    ann = await house.guest("Ann")
    table = (await ann.open_table("me", "open"))["id"]
    said = {"room": "table", "text": "hello"}
    count = Rate.parse(Limits().chats).count
    async with listening(house, ann, table) as here:
        for _ in range(count // 2):
            await ann.post(f"/api/tables/{table}/chat", said, 201)
            assert (await here.ask("chat", **said))["type"] == "done"
        assert (await here.ask("chat", **said))["error"]["code"] == "request/too_many"
        assert await ann.refused("POST", f"/api/tables/{table}/chat", said) == "request/too_many"


@pytest.mark.long
async def test_person_may_send_so_many_messages_by_websocket(sqlite_url: str) -> None:
    limits = Limits(messages="5/minute")
    async with opened_house(sqlite_url, bot_processes=0, limits=limits) as house:
        ann, bob = await house.guest("Ann"), await house.guest("Bob")
        table = (await ann.open_table("me", "open"))["id"]
        said = {"room": "table", "text": "hello"}
        async with listening(house, ann, table) as here, listening(house, ann, table) as there:
            for _ in range(5):
                assert (await here.ask("chat", **said))["type"] == "done"
            for place in (here, there):
                await place.send("chat", **said)
                refused = await place.until("refused")
                assert refused["error"]["code"] == "request/too_many"
            house.clock.now += 60
            assert (await there.ask("chat", **said))["type"] == "done"
        async with listening(house, bob, table) as other:
            assert (await other.ask("chat", room="gallery", text="hello"))["type"] == "done"


# Headers ------------------------------------------------------------------------------------


def check_headers(headers: Any) -> None:
    for name, value in HEADERS.items():
        assert headers[name] == value
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-request-id"]
    assert not [name for name in headers if name.lower().startswith("access-control")]


ANSWERS = [
    (200, "GET", "/healthz", {}),
    (200, "GET", "/", {}),
    (200, "GET", "/api/me", {}),
    (200, "GET", "/metrics", {}),
    (200, "GET", "/api/openapi.json", {}),
    (200, "GET", "/api/games/imperial", {}),
    (204, "DELETE", "/api/session", {}),
    (400, "POST", "/api/me", {"content": b"{", "headers": {"content-type": "application/json"}}),
    (401, "POST", "/api/tables", {"json": {}}),
    (403, "POST", "/api/me", {"json": {}, "headers": {"origin": "https://evil.example"}}),
    (404, "GET", "/nowhere", {}),
    (404, "GET", "/api/tables/0123456789abcdef", {}),
    (405, "PUT", "/api/me", {}),
    (413, "POST", "/api/me", {"content": b"x" * (USUAL_LIMIT + 1)}),
    (415, "POST", "/api/me", {"content": b"name=Ann"}),
    (422, "POST", "/api/me", {"json": {"name": 7}}),
]


@pytest.mark.parametrize(("status", "method", "path", "more"), ANSWERS)
async def test_answer_of_every_kind_is_guarded(
    house: House, status: int, method: str, path: str, more: Any
) -> None:
    answer = await house.client().request(method, path, **more)
    assert answer.status_code == status
    check_headers(answer.headers)


async def test_answer_to_who_is_too_fast_is_guarded(sqlite_url: str) -> None:
    limits = Limits(requests="1/hour")
    async with opened_house(sqlite_url, bot_processes=0, limits=limits) as house:
        answers = [await house.client().get("/healthz") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]
    check_headers(answers[1].headers)


async def test_answer_after_a_fault_is_guarded_and_tells_nothing(
    house: House, sqlite_url: str
) -> None:
    ann = await house.guest("Ann")
    store = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))
    store.execute("ALTER TABLE users RENAME TO nobody")
    store.close()
    answer = await ann.client.get("/api/me")
    assert answer.status_code == 500
    check_headers(answer.headers)
    assert answer.json()["error"]["code"] == "server/fault"
    assert "users" not in answer.text


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/api/tables/0123456789abcdef/live", {}, 404),
        ("/api/tables/nonsense/live", {}, 422),
        ("/api/me", {}, 404),
        ("/api/tables/0123456789abcdef/live", {"Origin": "https://evil.example"}, 403),
        ("/api/tables/0123456789abcdef/live", {"Authorization": "Bearer rondel_x"}, 401),
    ],
)
async def test_refused_websocket_is_guarded(
    house: House, path: str, headers: dict[str, str], status: int
) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with connect(f"ws://{house.address}{path}", additional_headers=headers):
            pass
    answer = refused.value.response
    assert answer.status_code == status
    check_headers(answer.headers)
    assert list(json.loads(answer.body or b"")) == ["error"]
