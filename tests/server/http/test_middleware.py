"""What every request passes and every answer carries."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Close

from rondel.server.http.bodies import LARGER_LIMITS, USUAL_LIMIT
from rondel.server.settings import Limits, Settings
from tests.server.probes import probe_app
from tests.server.serving import serving
from tests.server.waiting import DEADLINE, until

pytestmark = pytest.mark.anyio

JSON = {"content-type": "application/json"}


@pytest.fixture
def app() -> FastAPI:
    return probe_app(Settings())


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(app) as client:
        yield client


def client_of(app: FastAPI, base: str = "http://test") -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=base)


def error_of(answer: httpx.Response) -> dict[str, Any]:
    """The error in an answer, which holds nothing else."""
    assert list(answer.json()) == ["error"]
    error: dict[str, Any] = answer.json()["error"]
    assert error["message"].endswith(".")
    return error


def told(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, error_of(answer)["code"]


# The one shape -----------------------------------------------------------------------------


async def test_a_refusal_has_code_sentence_and_details(client: httpx.AsyncClient) -> None:
    answer = await client.get("/refused")
    assert answer.status_code == 409
    assert error_of(answer) == {
        "code": "table/full",
        "message": "All seats are taken.",
        "seats": 4,
    }


async def test_unknown_paths_and_methods_have_the_same_shape(client: httpx.AsyncClient) -> None:
    assert told(await client.get("/nowhere")) == (404, "request/no_such_path")
    answer = await client.put("/page")
    assert told(answer) == (405, "request/wrong_method")
    assert answer.headers["allow"] == "GET, DELETE"


async def test_faults_are_told_by_place_and_without_values(client: httpx.AsyncClient) -> None:
    sent = {"name": "no", "number": "hunter2", "extra": "hunter3"}
    answer = await client.post("/api/echo", json=sent)
    assert told(answer) == (422, "request/invalid")
    assert [fault["place"] for fault in error_of(answer)["faults"]] == [
        "body.name",
        "body.number",
        "body.extra",
    ]
    assert "hunter" not in answer.text


async def test_not_all_of_many_faults_are_told(client: httpx.AsyncClient) -> None:
    sent = {"x" * 900 + str(number): 1 for number in range(50)}
    answer = await client.post("/api/echo", json=sent)
    assert len(error_of(answer)["faults"]) == 5
    assert len(answer.content) < 3000


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 422, "request/invalid"),
        (b"null", 422, "request/invalid"),
        (b"[]", 422, "request/invalid"),
        (b"{", 400, "request/not_json"),
        (b'{"name": "\xff"}', 400, "request/not_json"),
        (b'{"name": "a\\u0000b"}', 422, "request/bad_text"),
        (b'{"name": "Ann", "number": 9223372036854775808}', 422, "request/bad_number"),
        (b"[" * 20_000, 422, "request/too_deep"),
    ],
)
async def test_bad_bodies_are_refused(
    client: httpx.AsyncClient, body: bytes, status: int, code: str
) -> None:
    assert told(await client.post("/api/echo", content=body, headers=JSON)) == (status, code)


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonp"]
)
async def test_bodies_of_other_kinds_are_refused(client: httpx.AsyncClient, kind: str) -> None:
    headers = {"content-type": kind} if kind else {}
    answer = await client.post("/api/echo", content=b'{"name": "Ann"}', headers=headers)
    assert told(answer) == (415, "request/wrong_type")


async def test_the_kind_may_name_its_characters(client: httpx.AsyncClient) -> None:
    headers = {"content-type": "application/json; charset=utf-8"}
    answer = await client.post("/api/echo", content=b'{"name": "Ann"}', headers=headers)
    assert answer.json() == {"name": "Ann", "number": 0}


@pytest.mark.parametrize("path", ["/api/secret/a%00b", "/page?a=%00", "/page?%00=1"])
async def test_addresses_must_not_hold_nul(client: httpx.AsyncClient, path: str) -> None:
    assert told(await client.get(path)) == (422, "request/bad_text")


# Sizes -------------------------------------------------------------------------------------


def body_of(size: int) -> bytes:
    frame = b'{"name": ""}'
    return frame[:-2] + b"x" * (size - len(frame)) + frame[-2:]


async def chunks(body: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(body), 10_000):
        yield body[start : start + 10_000]


@pytest.mark.parametrize("path", ["/api/echo", "/api/records"])
@pytest.mark.parametrize("chunked", [False, True])
async def test_bodies_have_a_largest_size(app: FastAPI, path: str, chunked: bool) -> None:
    limit = LARGER_LIMITS.get(("POST", path), USUAL_LIMIT)
    async with serving(app) as host, httpx.AsyncClient(base_url=f"http://{host}") as client:
        for size, status in ((limit, 200), (limit + 1, 413)):
            content = chunks(body_of(size)) if chunked else body_of(size)
            answer = await client.post(path, content=content, headers=JSON)
            assert answer.status_code == status
        assert told(answer) == (413, "request/too_large")


async def test_a_large_size_is_refused_before_it_is_sent(app: FastAPI) -> None:
    async with serving(app) as host:
        reader, writer = await asyncio.open_connection(*host.split(":"))
        writer.write(b"POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000000\r\n\r\n")
        answer = await asyncio.wait_for(reader.readuntil(b"}}"), DEADLINE)
        writer.close()
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"request/too_large" in answer


async def test_who_leaves_while_sending_causes_no_fault(
    app: FastAPI, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "rondel")
    async with serving(app) as host:
        _, writer = await asyncio.open_connection(*host.split(":"))
        writer.write(b"POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{")
        await writer.drain()
        writer.transport.abort()
        await handled(caplog)
    assert "fault" not in caplog.messages
    assert 'status="499"' in app.state.metrics.text().decode()


# Headers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/page", "/refused", "/nowhere", "/fault", "/api/secret/1", "/page?a=%00"]
)
async def test_every_answer_tells_browsers_to_be_careful(
    client: httpx.AsyncClient, path: str
) -> None:
    headers = (await client.get(path)).headers
    policy = headers["content-security-policy"].split("; ")
    assert policy[:3] == ["default-src 'none'", "script-src 'self'", "style-src 'self'"]
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert headers.get("cache-control") == ("no-store" if path.startswith("/api") else None)
    assert not [name for name in headers if name.startswith("access-control")]


async def test_only_https_is_to_stay_https(app: FastAPI) -> None:
    async with client_of(app) as plain, client_of(app, "https://test") as secure:
        assert "strict-transport-security" not in (await plain.get("/page")).headers
        assert "strict-transport-security" in (await secure.get("/page")).headers
    behind = probe_app(Settings(origin="https://play.example"))
    async with client_of(behind) as client:
        assert "strict-transport-security" in (await client.get("/page")).headers


async def test_a_preflight_of_another_site_gets_no_leave(client: httpx.AsyncClient) -> None:
    headers = {"origin": "https://evil.example", "access-control-request-method": "POST"}
    answer = await client.options("/api/echo", headers=headers)
    assert answer.status_code == 405
    assert not [name for name in answer.headers if name.startswith("access-control")]


# Limits and origins ------------------------------------------------------------------------


async def test_requests_are_limited_by_address() -> None:
    app = probe_app(Settings(limits=replace(Limits(), requests="2/minute")))
    async with client_of(app) as client:
        assert [(await client.get("/page")).status_code for _ in range(2)] == [200, 200]
        answer = await client.get("/page")
    assert told(answer) == (429, "request/too_many")
    assert answer.headers["retry-after"] == "30"
    assert error_of(answer)["retry_after"] == 30
    other = httpx.ASGITransport(app, client=("192.0.2.1", 5))
    async with httpx.AsyncClient(transport=other, base_url="http://test") as client:
        assert (await client.get("/page")).status_code == 200


async def test_another_origin_is_refused_and_nothing_runs(client: httpx.AsyncClient) -> None:
    sent = {"name": "Ann"}
    answer = await client.post("/api/echo", json=sent, headers={"origin": "http://evil.example"})
    assert told(answer) == (403, "request/other_origin")
    answer = await client.post("/api/echo", json=sent, headers={"origin": "http://test"})
    assert answer.status_code == 200


# WebSockets --------------------------------------------------------------------------------


async def handled(caplog: pytest.LogCaptureFixture) -> None:
    """Waits until a request is over."""
    await until(lambda: "request" in caplog.messages)


async def denied(address: str, **headers: str) -> tuple[int, str]:
    """Status and code of the answer to a handshake."""
    with pytest.raises(InvalidStatus) as refused:
        async with connect(address, additional_headers=headers):
            pass
    answer = refused.value.response
    assert answer.headers["x-content-type-options"] == "nosniff"
    return answer.status_code, json.loads(answer.body or b"")["error"]["code"]


async def test_a_handshake_is_refused_in_the_same_shape(app: FastAPI) -> None:
    async with serving(app) as host:
        at = f"ws://{host}/socket"
        assert await denied(f"{at}/refused") == (403, "table/private")
        assert await denied(f"{at}/fault") == (500, "server/fault")
        assert await denied(f"{at}/seven") == (422, "request/invalid")
        assert await denied(f"{at}/%00") == (422, "request/bad_text")
        assert await denied(at, origin="http://evil.example") == (403, "request/other_origin")
        assert await denied(at, origin="null") == (403, "request/other_origin")


async def test_our_own_page_may_open_a_websocket(app: FastAPI) -> None:
    async with serving(app) as host:
        headers = {"origin": f"http://{host}"}
        async with connect(f"ws://{host}/socket", additional_headers=headers) as websocket:
            await websocket.send("hello")
            assert await websocket.recv() == "hello"


@pytest.mark.parametrize(
    ("text", "code", "reason"),
    [
        ("refuse", 1008, "seat/not_yours"),
        ("lose", 1013, "server/not_ready"),
        ("break", 1011, "server/fault"),
    ],
)
async def test_an_open_websocket_is_closed_with_a_reason(
    app: FastAPI, text: str, code: int, reason: str
) -> None:
    async with serving(app) as host, connect(f"ws://{host}/socket") as websocket:
        await websocket.send(text)
        with pytest.raises(ConnectionClosed) as closed:
            await websocket.recv()
    assert closed.value.rcvd == Close(code, reason)


async def test_who_leaves_a_websocket_causes_no_fault(
    app: FastAPI, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "rondel")
    async with serving(app) as host, connect(f"ws://{host}/socket") as websocket:
        websocket.transport.abort()
        await handled(caplog)
    assert "fault" not in caplog.messages


# Observation -------------------------------------------------------------------------------


async def test_a_bug_is_answered_with_the_number_of_the_request(
    client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    answer = await client.get("/fault")
    assert told(answer) == (500, "server/fault")
    assert error_of(answer)["request"] == answer.headers["x-request-id"]
    assert "a bug" not in answer.text
    fault = next(record for record in caplog.records if record.message == "fault")
    assert fault.exc_text or fault.exc_info


async def test_a_bug_in_the_middle_of_an_answer_ends_it(app: FastAPI) -> None:
    async with serving(app) as host, httpx.AsyncClient(base_url=f"http://{host}") as client:
        with pytest.raises(httpx.RemoteProtocolError):
            await client.get("/half")


async def test_requests_are_logged_by_template_without_what_is_in_the_path(
    client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", logger="rondel")
    await client.get("/api/secret/xyzzy?invite=plugh", headers={"cookie": "rondel=plover"})
    [line] = [vars(record) for record in caplog.records if record.name.startswith("rondel")]
    assert line["message"] == "request"
    assert (line["method"], line["status"], line["user"]) == ("GET", 200, "u1")
    assert line["path"] == "/api/secret/{secret}"
    assert line["ms"] >= 0
    assert not {"xyzzy", "plugh", "plover"} & set(str(line).replace("=", " ").split())


async def test_requests_are_counted_by_template(app: FastAPI, client: httpx.AsyncClient) -> None:
    for path in ("/api/secret/1", "/api/secret/2", "/wp-login.php", "/fault"):
        await client.get(path)
    await client.request("FROB", "/page")
    text = app.state.metrics.text().decode()
    counts = {line for line in text.splitlines() if line.startswith("rondel_requests_total")}
    assert counts == {
        'rondel_requests_total{method="GET",route="/api/secret/{secret}",status="200"} 2.0',
        'rondel_requests_total{method="GET",route="none",status="404"} 1.0',
        'rondel_requests_total{method="GET",route="/fault",status="500"} 1.0',
        'rondel_requests_total{method="OTHER",route="/page",status="405"} 1.0',
    }
    assert "rondel_request_seconds_bucket" in text


async def test_open_websockets_are_counted(app: FastAPI) -> None:
    def counted() -> str:
        text: str = app.state.metrics.text().decode()
        return text.partition("\nrondel_websockets ")[2].partition("\n")[0]

    async with serving(app) as host:
        async with connect(f"ws://{host}/socket"):
            assert counted() == "1.0"
        await until(lambda: counted() == "0.0")
