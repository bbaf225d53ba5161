"""So many may come in at once, and who comes in does not stand in the doorway."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import pytest
from websockets.frames import Frame, Opcode

from rondel.server.http import door, wire
from rondel.server.http.bodies import KIB
from rondel.server.http.door import RESERVE, Door, raise_file_limit
from rondel.server.http.proxies import Proxies
from rondel.server.settings import Settings
from tests.server.house import House, opened_house
from tests.server.probes import probe_app
from tests.server.serving import serving
from tests.server.waiting import DEADLINE
from tests.server.wires import HANDSHAKE, Wire, wired

pytestmark = pytest.mark.anyio

STRANGER = "127.0.0.9"
ASKING = b"GET /page HTTP/1.1\r\nHost: x\r\n\r\n"
HALF_A_BODY = (
    b"POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b'Content-Length: 30\r\n\r\n{"name"'
)


@pytest.fixture
async def address() -> AsyncIterator[str]:
    async with serving(probe_app(Settings())) as address:
        yield address


@asynccontextmanager
async def stranger(address: str, source: str = STRANGER) -> AsyncIterator[Wire]:
    """A connection from an address that is no proxy's."""
    host, _, port = address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(source, 0))
    try:
        yield Wire(reader, writer)
    finally:
        writer.close()
        await asyncio.gather(writer.wait_closed(), return_exceptions=True)


async def is_hung_up(wire: Wire) -> bytes:
    """What still comes before the server hangs up; a test that waits in vain fails."""
    async with asyncio.timeout(DEADLINE):
        try:
            return await wire.reader.read()
        except ConnectionError:
            return b""


async def until_hung_up_on(wire: Wire, sent: bytes) -> None:
    """Goes on sending, and reads nothing, until the server has had enough."""
    with suppress(ConnectionError):
        async with asyncio.timeout(DEADLINE):
            while not wire.writer.transport.is_closing():
                wire.send(sent)
                await wire.writer.drain()
                await asyncio.sleep(0.001)


# How many -----------------------------------------------------------------------------------


@pytest.mark.long
def test_as_many_files_may_be_open_as_the_system_allows() -> None:
    if sys.platform == "win32":
        pytest.skip("there is no such limit")
    import resource  # noqa: PLC0415 - not on every system

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(1000, hard), hard))
        assert raise_file_limit() == (door.UNKNOWN if hard == resource.RLIM_INFINITY else hard)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_reserve_of_files_is_kept() -> None:
    assert Door(1024, 10, Proxies("")).most == 1024 - RESERVE
    assert Door(10, 10, Proxies("")).most == 1


def test_one_address_holds_so_many_connections() -> None:
    counted = Door(10_000, 2, Proxies("10.0.0.1"))
    assert counted.enter("192.0.2.1") is counted.enter("192.0.2.1") is None
    refused = counted.enter("192.0.2.1")
    assert refused is not None
    assert (refused.status, refused.code) == (429, "request/too_many")
    counted.leave("192.0.2.1")
    assert counted.enter("192.0.2.2") is None
    counted.leave("192.0.2.1")
    assert counted.enter("192.0.2.1") is None


def test_proxies_bring_any_number() -> None:
    counted = Door(10_000, 2, Proxies("10.0.0.1"))
    assert [counted.enter("10.0.0.1") for _ in range(50)] == [None] * 50


def test_networks_of_ipv6_are_one_address() -> None:
    counted = Door(10_000, 1, Proxies(""))
    assert counted.enter("2001:db8::1") is None
    assert counted.enter("2001:db8::2") is not None


def test_a_full_house_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    counted = Door(RESERVE + 3, 1000, Proxies(""))
    answers = [counted.enter(f"192.0.2.{number}") for number in range(50)]
    assert answers[:3] == [None] * 3
    codes = {(answer.status, answer.code) for answer in answers[3:] if answer}
    assert codes == {(503, "server/busy")}
    assert caplog.messages == ["connections refused"]


@pytest.mark.long
def test_who_takes_much_time_with_frames_waits_as_much_longer() -> None:
    counted = Door(10_000, 10, Proxies(""))
    first = counted.pause_after("192.0.2.1", 0.5)
    assert 1.9 < first <= 2.0
    assert counted.pause_after("192.0.2.1", 0.5) > 2 * first - 0.1
    assert counted.pause_after("192.0.2.2", 0.001) < 0.1


@pytest.mark.long
async def test_the_next_connection_of_an_address_is_refused_and_the_one_after_may_come() -> None:
    settings = Settings(connections=3)
    async with serving(probe_app(settings), settings) as address, AsyncExitStack() as stack:
        wires = [await stack.enter_async_context(stranger(address)) for _ in range(3)]
        for wire in wires:
            wire.send(ASKING)
            assert (await wire.answer()).status == 200
        async with stranger(address) as wire:
            answer = await wire.answer()
            assert (answer.status, answer.error["code"]) == (429, "request/too_many")
        async with stranger(address, "127.0.0.10") as wire:
            wire.send(ASKING)
            assert (await wire.answer()).status == 200
        wires[0].writer.close()
        await until_let_in(address)


async def until_let_in(address: str) -> None:
    """Comes again until there is room."""
    async with asyncio.timeout(DEADLINE):
        while True:
            async with stranger(address) as wire:
                wire.send(ASKING)
                if (await wire.answer()).status == 200:
                    return


async def test_a_websocket_counts_as_one_connection() -> None:
    settings = Settings(connections=2)
    async with serving(probe_app(settings), settings) as address, AsyncExitStack() as stack:
        for _ in range(2):
            wire = await stack.enter_async_context(stranger(address))
            wire.send(HANDSHAKE % b"/socket" + b"\r\n")
            assert (await wire.answer()).status == 101
        async with stranger(address) as wire:
            assert (await wire.answer()).status == 429


# How long -----------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", [b"G", b"GET / HTTP/1.1\r\nHost: x\r\nA: "])
async def test_half_a_head_is_not_waited_for(
    address: str, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "HEAD_SECONDS", 0.1)
    async with wired(address) as slow:
        slow.send(sent)
        answer = await slow.answer()
        assert (answer.status, answer.error["code"]) == (408, "request/too_slow")
        assert await is_hung_up(slow) == b""


@pytest.mark.long
async def test_a_head_that_grows_by_the_byte_is_not_waited_for(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "HEAD_SECONDS", 0.3)
    async with wired(address) as slow:
        slow.send(b"GET / HTTP/1.1\r\nA: ")

        async def trickle() -> None:
            while True:
                slow.send(b"b")
                await asyncio.sleep(0.02)

        trickling = asyncio.create_task(trickle())
        try:
            assert (await slow.answer()).status == 408
        finally:
            trickling.cancel()


@pytest.mark.long
async def test_who_says_nothing_is_hung_up_on(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "HEAD_SECONDS", 0.1)
    async with wired(address) as silent:
        assert await is_hung_up(silent) == b""


@pytest.mark.long
async def test_the_second_head_is_not_waited_for_either(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with wired(address) as slow:
        slow.send(ASKING)
        assert (await slow.answer()).status == 200
        monkeypatch.setattr(wire, "HEAD_SECONDS", 0.1)
        slow.send(b"GET / HTT")
        assert (await slow.answer()).status == 408


async def test_half_a_body_is_not_waited_for(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "STALL_SECONDS", 0.1)
    async with wired(address) as slow:
        slow.send(HALF_A_BODY)
        answer = await slow.answer()
        assert (answer.status, answer.error["code"]) == (408, "request/too_slow")
        assert await is_hung_up(slow) == b""


@pytest.mark.long
async def test_a_body_that_grows_by_the_byte_is_not_waited_for(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "BODY_SECONDS", 0.3)
    async with wired(address) as slow:
        slow.send(HALF_A_BODY.replace(b"30", b"30000"))

        async def trickle() -> None:
            while True:
                slow.send(b" ")
                await asyncio.sleep(0.02)

        trickling = asyncio.create_task(trickle())
        try:
            assert (await slow.answer()).status == 408
        finally:
            trickling.cancel()


@pytest.mark.long
async def test_whole_requests_may_take_their_time_to_be_answered(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "STALL_SECONDS"):
        monkeypatch.setattr(wire, name, 0.1)
    ann = await house.guest("Ann")
    table = await ann.open_table("me", "open")
    polled = await ann.get(f"/api/tables/{table['id']}/log?since={table['seq']}&wait=0.5")
    assert polled["rows"] == []


async def test_answers_that_nobody_reads_are_not_kept(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "UNREAD_SECONDS", 0.1)
    async with opened_house(sqlite_url, bot_processes=0) as house, wired(house.address) as deaf:
        deaf.pause()
        asked = b"GET /api/games/imperial2030 HTTP/1.1\r\nHost: x\r\n\r\n"
        await until_hung_up_on(deaf, asked * 100)


# WebSockets ---------------------------------------------------------------------------------


@asynccontextmanager
async def socket_of(address: str) -> AsyncIterator[Wire]:
    async with wired(address) as shaken:
        shaken.send(HANDSHAKE % b"/socket" + b"\r\n")
        assert (await shaken.answer()).status == 101
        yield shaken


@pytest.mark.long
async def test_pongs_that_nobody_reads_are_not_kept(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "MOST_UNREAD", 64 * KIB)
    monkeypatch.setattr(door, "SHARE", 1.0)
    async with socket_of(address) as socket:
        socket.pause()
        ping = Frame(Opcode.PING, b"!" * 125).serialize(mask=True)
        await until_hung_up_on(socket, ping * 200)


@pytest.mark.long
async def test_a_flood_of_frames_lets_others_do_something(address: str) -> None:
    async with socket_of(address) as flooding, wired(address) as other:
        for _ in range(20_000):
            flooding.send_frame(Opcode.PING, b"")
        other.send(ASKING)
        assert (await other.answer()).status == 200
        assert not flooding.reader.at_eof()
        for _ in range(20):
            async with asyncio.timeout(DEADLINE):
                assert await flooding.reader.readexactly(2) == b"\x8a\x00"


@pytest.mark.long
async def test_messages_in_many_slices_arrive_whole(address: str) -> None:
    text = "x" * 60_000
    async with socket_of(address) as socket:
        socket.send_frame(Opcode.TEXT, text.encode())
        async with asyncio.timeout(DEADLINE):
            head = await socket.reader.readexactly(4)
            assert head[:2] == b"\x81\x7e"
            assert (await socket.reader.readexactly(60_000)).decode() == text
