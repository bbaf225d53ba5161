"""What is no HTTP, or too much of it, is refused like everything else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest
from fastapi import FastAPI
from websockets.frames import Close, Opcode

from rondel.server.http.middleware import HEADERS
from rondel.server.http.wire import LARGEST_HEAD
from rondel.server.settings import Settings
from tests.server.probes import probe_app
from tests.server.serving import serving
from tests.server.wires import HANDSHAKE, Answer, exchange, shaken_hands, wired

pytestmark = pytest.mark.anyio

POST = b"POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


@pytest.fixture
async def address() -> AsyncIterator[str]:
    app: FastAPI = probe_app(Settings())
    async with serving(app) as address:
        yield address


async def code_of(address: str, sent: bytes) -> tuple[int, str]:
    answer = await exchange(address, sent)
    check_headers(answer)
    return answer.status, answer.error["code"]


def check_headers(answer: Answer) -> None:
    assert answer.headers["content-type"] == "application/json"
    assert {name: answer.headers[name.lower()] for name in HEADERS} == HEADERS


NO_HTTP = {
    "garbage": b"\x00\x01\x02\xff\r\n\r\n",
    "the beginning of TLS": b"\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03" + b"x" * 200,
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "an unknown method": b"FROB /page HTTP/1.1\r\nHost: x\r\n\r\n",
    "a method in small letters": b"get /page HTTP/1.1\r\nHost: x\r\n\r\n",
    "no path": b"CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n",
    "a blank in the path": b"GET /pa ge HTTP/1.1\r\nHost: x\r\n\r\n",
    "a path that is not ASCII": b"GET /p\xc3\xa4ge HTTP/1.1\r\nHost: x\r\n\r\n",
    "a path of 100 KB": b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "a header without a colon": b"GET /page HTTP/1.1\r\nHost x\r\n\r\n",
    "NUL in a header": b"GET /page HTTP/1.1\r\nHost: x\r\nA: a\0b\r\n\r\n",
    "two lengths": POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "length and chunks": POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a negative length": POST + b"Content-Length: -5\r\n\r\n",
    "a length of letters": POST + b"Content-Length: five\r\n\r\n",
    "a length beyond all numbers": POST + b"Content-Length: " + b"9" * 30 + b"\r\n\r\n",
    "a chunk without a size": POST + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
    "an unknown encoding": POST + b"Transfer-Encoding: gzip\r\n\r\n",
}


@pytest.mark.parametrize("sent", NO_HTTP.values(), ids=NO_HTTP.keys())
async def test_what_is_no_http_is_refused(address: str, sent: bytes) -> None:
    assert await code_of(address, sent) == (400, "request/not_http")


@pytest.mark.parametrize("size", [1, 70_000, LARGEST_HEAD])
async def test_a_head_without_end_is_refused(address: str, size: int) -> None:
    line = b"A: " + b"b" * size + b"\r\n"
    head = b"GET /page HTTP/1.1\r\nHost: x\r\n" + line * (LARGEST_HEAD // size + 1)
    # Were there more to read, the server would hang up before its answer is read.
    assert await code_of(address, head[: LARGEST_HEAD + 1]) == (431, "request/head_too_large")


async def test_every_request_of_a_connection_has_a_head_of_its_own(address: str) -> None:
    padding = b"A: " + b"b" * (LARGEST_HEAD // 3) + b"\r\n"
    async with wired(address) as wire:
        for _ in range(5):
            wire.send(POST + padding + b'Content-Length: 15\r\n\r\n{"name": "Ann"}')
            assert (await wire.answer()).status == 200


# WebSockets --------------------------------------------------------------------------------

HANDSHAKES = {
    "a long path": HANDSHAKE % (b"/socket?" + b"a" * 9000) + b"\r\n",
    "a long header": HANDSHAKE % b"/socket" + b"Cookie: " + b"a" * 20_000 + b"\r\n\r\n",
    "many headers": HANDSHAKE % b"/socket" + b"A: b\r\n" * 500 + b"\r\n",
}


@pytest.mark.parametrize("sent", HANDSHAKES.values(), ids=HANDSHAKES.keys())
async def test_a_handshake_without_end_is_refused(address: str, sent: bytes) -> None:
    assert await code_of(address, sent) == (400, "request/not_http")


@pytest.mark.parametrize("header", [b"Key: !!", b"Key: \xff", b"Version: 8", b"Protocol: \xff"])
async def test_a_bad_handshake_is_refused_by_the_library(address: str, header: bytes) -> None:
    name = header.partition(b":")[0]
    lines = (HANDSHAKE % b"/socket").split(b"\r\n")
    kept = [line for line in lines if not line.startswith(b"Sec-WebSocket-" + name)]
    sent = b"\r\n".join([*kept[:-1], b"Sec-WebSocket-" + header, b"", b""])
    assert (await exchange(address, sent)).status == 400


async def test_a_refused_handshake_is_no_error_in_the_log(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    assert await code_of(address, HANDSHAKE % b"/socket/refused" + b"\r\n") == (
        403,
        "table/private",
    )
    assert await code_of(address, HANDSHAKE % b"/nowhere" + b"\r\n") == (
        404,
        "request/no_such_path",
    )
    assert not caplog.messages


FRAMES = {
    "a text that is not UTF-8": (b"\x81\x82\x00\x00\x00\x00\xff\xfe", 1007),
    "a text with a lone surrogate": (b"\x81\x83\x00\x00\x00\x00\xed\xa0\x80", 1007),
    "a frame without a mask": (b"\x81\x02{}", 1002),
    "an unknown kind of frame": (b"\x83\x80\x00\x00\x00\x00", 1002),
    "an unknown extension": (b"\xc1\x80\x00\x00\x00\x00", 1002),
    "the rest of nothing": (b"\x80\x80\x00\x00\x00\x00", 1002),
    "a ping in two parts": (b"\x09\x80\x00\x00\x00\x00", 1002),
    "a ping that is too long": (b"\x89\xfe\x00\x7e\x00\x00\x00\x00" + b"x" * 126, 1002),
    "a message of 8 EiB": (b"\x81\xff\x7f" + b"\xff" * 7 + b"\x00\x00\x00\x00", 1009),
    "a message over the limit": (b"\x81\xff" + (65_537).to_bytes(8) + b"\x00" * 4, 1009),
    "an end with half a code": (b"\x88\x81\x00\x00\x00\x00\x03", 1002),
    "an end with a code that is none": (b"\x88\x82\x00\x00\x00\x00\x00\x07", 1002),
}


@pytest.mark.parametrize(("sent", "code"), FRAMES.values(), ids=FRAMES.keys())
async def test_frames_that_cannot_be_end_the_connection(
    address: str, sent: bytes, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    async with shaken_hands(address, "/socket", "") as wire:
        wire.send(sent)
        last = await wire.last_frame()
    assert last.opcode is Opcode.CLOSE
    assert Close.parse(bytes(last.data)).code == code
    assert "fault" not in caplog.messages


async def test_what_comes_after_the_end_is_not_heard(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with shaken_hands(address, "/socket", "") as wire:
        wire.send_frame(Opcode.CLOSE, Close(1000, "").serialize())
        wire.send_frame(Opcode.TEXT, b"break")
        last = await wire.last_frame()
    assert last.opcode is Opcode.CLOSE
    assert "fault" not in caplog.messages


async def test_thousands_of_pings_are_answered(address: str) -> None:
    async with shaken_hands(address, "/socket", "") as wire, asyncio.timeout(30):
        for _ in range(3000):
            wire.send_frame(Opcode.PING, b"!")
        assert await wire.reader.readexactly(3 * 3000) == b"\x8a\x01!" * 3000
        wire.send_frame(Opcode.TEXT, b"still here")
        assert await wire.reader.readexactly(12) == b"\x81\x0astill here"
