"""Requests that make no sense to the real app: a 4xx in the one shape, and nothing changes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import closing

import pytest

from rondel.server.http.bodies import LARGER_LIMITS, USUAL_LIMIT
from tests.server.house import House, Person, cookie_of, opened_house
from tests.server.stores import StoreWatch
from tests.server.wires import Answer, exchange

pytestmark = pytest.mark.anyio

ANYWHERE = "/api/tables/0123456789abcdef"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('store')}/rondel.sqlite3"


@pytest.fixture(scope="module")
async def house(store: str) -> AsyncIterator[House]:
    async with opened_house(store, bot_processes=0) as house:
        yield house


@pytest.fixture(scope="module")
async def ann(house: House) -> Person:
    return await house.guest("Ann")


@pytest.fixture
def watch(house: House, store: str) -> Iterator[StoreWatch]:
    """Sees to it that nothing changes during a test."""
    with closing(StoreWatch(store)) as watch:
        before = watch.version()
        yield watch
        assert watch.version() == before


async def ask(
    house: House,
    ann: Person,
    method: str,
    path: str,
    body: bytes = b"",
    kind: str = "application/json",
    *headers: str,
) -> Answer:
    """The answer to a request of Ann's, sent as it is."""
    lines = [f"{method} {path} HTTP/1.1", "Host: x", f"Cookie: {cookie_of(ann)}", *headers]
    if body:
        lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
    head = "\r\n".join([*lines, "", ""]).encode("latin-1")
    return await exchange(house.address, head + body)


async def code_of(
    house: House, ann: Person, method: str, path: str, body: bytes = b""
) -> tuple[int, str]:
    answer = await ask(house, ann, method, path, body)
    assert answer.headers["content-type"] == "application/json"
    return answer.status, answer.error["code"]


# Paths --------------------------------------------------------------------------------------

NOWHERE = [
    "/api/", "/api/tables/", "//api/tables", "/API/tables", "/api/tables.json",
    "/api/../../etc/passwd", "/api/tables/../../../etc/passwd", "/.git/config", "/.env",
    "/api/tables/..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/etc/passwd", "/api%2ftables%2f",
    "/api/tables//position", "/docs", "/openapi.json",
]  # fmt: skip


@pytest.mark.parametrize("path", NOWHERE)
async def test_path_that_leads_nowhere(
    house: House, ann: Person, watch: StoreWatch, path: str
) -> None:
    assert await code_of(house, ann, "GET", path) == (404, "request/no_such_path")


@pytest.mark.parametrize(
    "id", ["%zz", "%ff", "%C0%AF", "%ED%A0%80", "ABCDEF", "x", "-1", "a" * 33, "a" * 10_000, "%20"]
)
async def test_id_that_cannot_be(house: House, ann: Person, watch: StoreWatch, id: str) -> None:
    assert await code_of(house, ann, "GET", f"/api/tables/{id}") == (422, "request/invalid")
    assert await code_of(house, ann, "POST", f"/api/tables/{id}/rematch") == (
        422,
        "request/invalid",
    )


@pytest.mark.parametrize("path", ["/api/tables/%00", "/api/tables?list=%00", "/api/me?%00"])
async def test_nul_in_an_address(house: House, ann: Person, watch: StoreWatch, path: str) -> None:
    assert await code_of(house, ann, "GET", path) == (422, "request/bad_text")


@pytest.mark.parametrize("method", ["PROPFIND", "TRACE", "OPTIONS", "PUT", "M-SEARCH", "PURGE"])
async def test_method_that_is_not_for_this(
    house: House, ann: Person, watch: StoreWatch, method: str
) -> None:
    answer = await ask(house, ann, method, "/api/me")
    assert (answer.status, answer.error["code"]) == (405, "request/wrong_method")
    assert answer.headers["allow"].split(", ") == ["GET", "POST"]


async def test_head_gives_no_body(house: House, ann: Person, watch: StoreWatch) -> None:
    answer = await ask(house, ann, "HEAD", "/api/me")
    assert (answer.status, answer.body) == (405, b"")


QUERIES = [
    "tables?limit=0", "tables?limit=101", "tables?limit=1e1", "tables?limit=" + "9" * 400,
    "tables?limit=%D9%A3", "tables?limit=1&limit=x", "tables?limit", "tables?list=all",
    "tables?list=%FF", "tables?list=open&list=", "tables?after=" + "x" * 81,
    "tables/0a/log?wait=nan", "tables/0a/log?wait=inf", "tables/0a/log?wait=-0.1",
    "tables/0a/log?wait=1e400", "tables/0a/log?since=-1", "tables/0a/log?since=1.5",
    "tables/0a/log?since=2147483648", "tables/0a/position?seat=6", "tables/0a/position?facts=maybe",
    "tables/0a/position?lang=xx", "tables/0a/entries?after=-1", "tables/0a/positions/-1",
    "tables/0a/positions?first=-1", "tables/0a/positions/2147483648",
    "tables/0a?invite=" + "x" * 65, "games/chess", "games/imperial/words?lang=",
]  # fmt: skip


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query[:40])
async def test_query_that_cannot_be(
    house: House, ann: Person, watch: StoreWatch, query: str
) -> None:
    assert await code_of(house, ann, "GET", f"/api/{query}") == (422, "request/invalid")


# Who asks -----------------------------------------------------------------------------------

COOKIES = [
    "rondel=\xff\xfe",
    "rondel",
    "=;;;=",
    "rondel=",
    "rondel=a.b.c.d",
    "rondel=" + "." * 9999,
]


@pytest.mark.parametrize("cookie", COOKIES, ids=range(len(COOKIES)))
async def test_cookie_of_nobody(house: House, watch: StoreWatch, cookie: str) -> None:
    head = f"POST /api/tables HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n\r\n"
    answer = await exchange(house.address, head.encode("latin-1"))
    assert (answer.status, answer.error["code"]) == (401, "identity/nobody")


@pytest.mark.parametrize("token", ["", " ", "\xff\xfe", "rondel_", "x" * 9999, "a b c"])
async def test_token_of_nobody(house: House, ann: Person, watch: StoreWatch, token: str) -> None:
    head = f"Authorization: Bearer {token}"
    answer = await ask(house, ann, "GET", "/api/me", b"", "", head)
    assert (answer.status, answer.error["code"]) == (401, "identity/bad_token")


@pytest.mark.parametrize("origin", ["null", "\xff://[", "http://[::1", "x", "http://x.evil"])
async def test_origin_of_others(house: House, ann: Person, watch: StoreWatch, origin: str) -> None:
    answer = await ask(
        house, ann, "POST", "/api/me", b"{}", "application/json", f"Origin: {origin}"
    )
    assert (answer.status, answer.error["code"]) == (403, "request/other_origin")


# Bodies -------------------------------------------------------------------------------------

BODIES = {
    b"": (422, "request/invalid"),
    b"{": (400, "request/not_json"),
    b'{"name": "\xff"}': (400, "request/not_json"),
    b'\xef\xbb\xbf{"name": "Ann"}': (400, "request/not_json"),
    '{"name": "Ann"}'.encode("utf-16"): (400, "request/not_json"),
    b'{"name": NaN}': (400, "request/not_json"),
    b'{"name": "a\\u0000b"}': (422, "request/bad_text"),
    b'{"name": "\\udc00"}': (422, "request/bad_text"),
    b'{"name": 1e999}': (422, "request/bad_number"),
    b'{"name": 100000000000000000000}': (422, "request/bad_number"),
    b"[" * 1000: (422, "request/too_deep"),
    b"null": (422, "request/invalid"),
    b'"name"': (422, "request/invalid"),
    b'[{"name": "Ann"}]': (422, "request/invalid"),
    b'{"name": ["Ann"]}': (422, "request/invalid"),
    b'{"name": "   "}': (422, "request/invalid"),
    b'{"name": "a\\nb"}': (422, "request/invalid"),
    b'{"name": "Ann", "id": "0"}': (422, "request/invalid"),
}


@pytest.mark.parametrize(("body", "told"), BODIES.items(), ids=range(len(BODIES)))
async def test_body_that_cannot_be(
    house: House, ann: Person, watch: StoreWatch, body: bytes, told: tuple[int, str]
) -> None:
    assert await code_of(house, ann, "POST", "/api/me", body) == told


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "\xff", "*/*"],
)
async def test_body_of_another_kind(
    house: House, ann: Person, watch: StoreWatch, kind: str
) -> None:
    answer = await ask(house, ann, "POST", "/api/me", b'{"name": "Ann"}', kind)
    assert (answer.status, answer.error["code"]) == (415, "request/wrong_type")


@pytest.mark.parametrize("path", ["/api/tables", f"{ANYWHERE}/actions", "/api/records"])
async def test_body_over_the_limit_in_chunks(
    house: House, ann: Person, watch: StoreWatch, path: str
) -> None:
    limit = LARGER_LIMITS.get(("POST", path), USUAL_LIMIT)
    head = (
        f"POST {path} HTTP/1.1\r\nHost: x\r\nCookie: {cookie_of(ann)}\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    chunk = b"%x\r\n" % (limit + 1) + b"x" * (limit + 1)
    answer = await exchange(house.address, head.encode() + chunk)
    assert (answer.status, answer.error["code"]) == (413, "request/too_large")


async def test_key_given_twice_counts_as_the_last(house: House, ann: Person) -> None:
    answer = await ask(house, ann, "POST", "/api/me", b'{"name": "A", "name": "Ann"}')
    assert answer.status == 200
    assert b'"name":"Ann"' in answer.body


def new_table(seats: str, options: str) -> bytes:
    return f'{{"game": "imperial", "seats": [{seats}], "options": {{{options}}}}}'.encode()


LONG = {
    "request/invalid": new_table(",".join(['{"kind": "me", "x": 1}'] * 1000), ""),
    "table/options": new_table(
        '{"kind": "me"}, {"kind": "open"}', ",".join(f'"option{n}": {n}' for n in range(3000))
    ),
}


@pytest.mark.parametrize(("code", "body"), LONG.items(), ids=LONG.keys())
async def test_many_faults_give_a_short_answer(
    house: House, ann: Person, watch: StoreWatch, code: str, body: bytes
) -> None:
    answer = await ask(house, ann, "POST", "/api/tables", body)
    assert (answer.status, answer.error["code"]) == (422, code)
    assert len(answer.body) < 3000
