"""Bad messages and requests: each is refused in the one shape, and nothing and nobody is harmed."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, replace

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Opcode

from rondel.server.settings import Limits
from tests.samples import daily
from tests.server.house import House, Json, Person, cookie_of, opened_house
from tests.server.listening import Listener, listening
from tests.server.stores import StoreWatch
from tests.server.wires import shaken_hands

pytestmark = pytest.mark.anyio


@dataclass
class Company:
    """Two people at a table of theirs, both by WebSocket; it is Ann's decision."""

    ann: Person
    bob: Person
    table: str
    here: Listener
    """Ann's connection."""
    there: Listener
    """Bob's."""

    async def check_well(self) -> None:
        """Ann can decide by her connection, and Bob hears of it."""
        told = await self.ann.get(f"/api/tables/{self.table}/position?facts=false")
        entry = told["choices"][0]["entry"]
        done = await self.here.ask("act", position=told["position"], entry=entry)
        assert done["type"] == "done"
        await self.there.until("row", lambda row: row["user"] == self.ann.id)


def are_there(*people: Person) -> Callable[[Json], bool]:
    """Whether these are at the table, and nobody else."""
    ids = {person.id for person in people}
    return lambda told: {user["id"] for user in told["users"]} == ids


@asynccontextmanager
async def company(house: House) -> AsyncIterator[Company]:
    """A table where it makes no difference which of the two is called Ann."""
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    table: str = (await ann.open_table("me", "me", "open"))["id"]
    await bob.post(f"/api/tables/{table}/seats/2/take")
    told = await ann.post(f"/api/tables/{table}/start")
    if not told["seats"][told["pending"]["seat"]]["yours"]:
        ann, bob = bob, ann
    async with listening(house, ann, table) as here, listening(house, bob, table) as there:
        await here.until("presence", are_there(ann, bob))
        await there.until("presence", are_there(ann, bob))
        yield Company(ann, bob, table, here, there)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('store')}/rondel.sqlite3"


@pytest.fixture(scope="module")
async def house(store: str) -> AsyncIterator[House]:
    """One for all tests: each has people and tables of its own."""
    async with opened_house(store, bot_processes=0) as house:
        yield house


@pytest.fixture
def watch(house: House, store: str) -> Iterator[StoreWatch]:
    with closing(StoreWatch(store)) as watch:
        yield watch


# Messages -----------------------------------------------------------------------------------


def act(position: str = "0", entry: str = "{}") -> str:
    return f'{{"type": "act", "position": {position}, "entry": {entry}}}'


def chat(text: str) -> str:
    return f'{{"type": "chat", "room": "table", "text": "{text}"}}'


MESSAGES: dict[str, tuple[str | bytes, str]] = {
    "bytes": (b"\x00\xff", "request/not_text"),
    "JSON as bytes": (b'{"type": "position"}', "request/not_text"),
    "no bytes": (b"", "request/not_text"),
    "nothing": ("", "request/not_json"),
    "no JSON": ("position", "request/not_json"),
    "half of it": ('{"type": "position"', "request/not_json"),
    "more than it": ('{"type": "position"}{}', "request/not_json"),
    "single quotes": ("{'type': 'position'}", "request/not_json"),
    "a byte order mark": ('\ufeff{"type": "position"}', "request/not_json"),
    "NaN": (act(position="NaN"), "request/not_json"),
    "infinity": (act(position="-Infinity"), "request/not_json"),
    "5000 digits": (act(position="1" * 5000), "request/not_json"),
    "null": ("null", "request/invalid"),
    "a number": ("7", "request/invalid"),
    "a text": ('"position"', "request/invalid"),
    "a list": ('[{"type": "position"}]', "request/invalid"),
    "no type": ("{}", "request/invalid"),
    "an unknown type": ('{"type": "fly"}', "request/invalid"),
    "a type of null": ('{"type": null}', "request/invalid"),
    "a type that is a list": ('{"type": ["position"]}', "request/invalid"),
    "a type that is an object": ('{"type": {}}', "request/invalid"),
    "what only the server sends": ('{"type": "hello"}', "request/invalid"),
    "an extra key": ('{"type": "position", "extra": 1}', "request/invalid"),
    "an important extra key": ('{"type": "return", "user": "bob"}', "request/invalid"),
    "a prototype": ('{"type": "position", "__proto__": {}}', "request/invalid"),
    "NUL": (chat("a\\u0000b"), "request/bad_text"),
    "NUL in a key": ('{"type": "position", "a\\u0000": 1}', "request/bad_text"),
    "half a surrogate pair": (chat("\\ud83d"), "request/bad_text"),
    "10^30": (act(position="1" + "0" * 30), "request/bad_number"),
    "2^63": (act(position=str(2**63)), "request/bad_number"),
    "1e999": (act(position="1e999"), "request/bad_number"),
    "2^31": (act(position=str(2**31)), "request/invalid"),
    "a negative number": (act(position="-1"), "request/invalid"),
    "a float for an int": (act(position="0.0"), "request/invalid"),
    "a text for an int": (act(position='"0"'), "request/invalid"),
    "a bool for an int": (act(position="false"), "request/invalid"),
    "null for an int": (act(position="null"), "request/invalid"),
    "a list for an object": (act(entry="[]"), "request/invalid"),
    "an int for a bool": ('{"type": "answer", "agree": 1}', "request/invalid"),
    "a ref that is an object": ('{"type": "position", "ref": {}}', "request/invalid"),
    "a ref that is too long": (f'{{"type": "position", "ref": "{"x" * 65}"}}', "request/invalid"),
    "lists without end": ("[" * 60_000, "request/too_deep"),
    "objects within objects": ('{"a":' * 40 + "1" + "}" * 40, "request/too_deep"),
    "a deep entry": (act(entry='{"choice":' * 32 + "{}" + "}" * 32), "request/too_deep"),
    "nothing to say": (chat(""), "request/invalid"),
    "only blanks to say": (chat(" \\n "), "request/invalid"),
    "too much to say": (chat("x" * 501), "request/invalid"),
    "what nobody can see": (chat("a\\u202eb"), "request/invalid"),
    "too much to ask": (
        f'{{"type": "consequences", "position": 0, "entries": [{"{}," * 64}{{}}]}}',
        "request/invalid",
    ),
    "an entry of nothing": (act(), "action/malformed"),
    "an entry of nonsense": (act(entry='{"choice": {"slot": 10000000000}}'), "action/malformed"),
    "a donation of nobody": (act(entry='{"decision": "donate", "actor": []}'), "seat/unknown"),
    "another position": (act(position="7"), "position/stale"),
    "a vote on nothing": ('{"type": "answer", "agree": true}', "vote/none"),
    "another room": ('{"type": "chat", "room": "gallery", "text": "hi"}', "chat/room"),
    "taking back nothing": ('{"type": "undo", "position": 0}', "undo/nothing"),
    "taking back too much": ('{"type": "undo", "position": 0, "to": 9}', "undo/nothing"),
}


@pytest.mark.parametrize(("sent", "code"), daily(MESSAGES.values(), of=3), ids=MESSAGES.keys())
async def test_bad_message_is_refused_and_play_goes_on(
    house: House, watch: StoreWatch, sent: str | bytes, code: str
) -> None:
    async with company(house) as met:
        before = watch.contents()
        await met.here.socket.send(sent)
        told = await met.here.until("refused")
        assert told["error"]["code"] == code
        assert told["error"]["message"].endswith(".")
        assert len(json.dumps(told["error"]["message"])) < 1000
        assert watch.contents() == before
        await met.check_well()


async def test_refusals_name_the_message_they_are_about(house: House) -> None:
    async with company(house) as met:
        for ref in ("a", 7, -(2**53), ""):
            await met.here.send("answer", agree=True, ref=ref)
            assert (await met.here.until("refused"))["ref"] == ref


async def test_message_over_the_limit_ends_only_its_own_connection(
    house: House, watch: StoreWatch
) -> None:
    async with company(house) as met:
        await met.here.socket.send(chat("x" * 70_000))
        with pytest.raises(ConnectionClosed) as closed:
            await met.here.until("refused")
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1009
        await met.there.until("presence", are_there(met.bob))
        async with listening(house, met.ann, met.table) as met.here:
            await met.check_well()


async def test_garbage_in_one_go_is_answered_in_order(house: House) -> None:
    async with company(house) as met:
        for number in range(200):
            await met.here.socket.send(f'{{"type": "answer", "agree": true, "ref": {number}}}')
            await met.here.socket.send("garbage")
        told = [await met.here.until("refused") for _ in range(400)]
        assert [one["ref"] for one in told[::2]] == list(range(200))
        assert {one["error"]["code"] for one in told[1::2]} == {"request/not_json"}
        await met.check_well()


async def test_who_sends_too_much_is_told_to_wait_and_may_go_on(sqlite_url: str) -> None:
    limits = replace(Limits(), requests="100/minute")
    async with (
        opened_house(sqlite_url, bot_processes=0, limits=limits) as house,
        company(house) as met,
    ):
        for _ in range(200):
            await met.here.socket.send("garbage")
        told = [await met.here.until("refused") for _ in range(200)]
        codes = [one["error"]["code"] for one in told]
        assert codes == sorted(codes)
        assert set(codes) == {"request/not_json", "request/too_many"}
        assert told[-1]["error"]["retry_after"] == 1
        house.clock.now += 60
        await met.check_well()


# Connections that end in a bad way ----------------------------------------------------------


async def test_connection_that_breaks_takes_nobody_with_it(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    async with company(house) as met:
        met.here.kill()
        await met.there.until("presence", are_there(met.bob))
        async with listening(house, met.ann, met.table) as met.here:
            await met.check_well()
    assert "fault" not in caplog.messages


async def test_message_that_never_ends_harms_nobody(house: House) -> None:
    async with company(house) as met:
        path = f"/api/tables/{met.table}/live"
        async with shaken_hands(house.address, path, cookie_of(met.ann)) as wire:
            wire.send_frame(Opcode.TEXT, b'{"type": ', fin=False)
            wire.send_frame(Opcode.CONT, b'"pos', fin=False)
            await met.check_well()


async def test_who_never_reads_harms_nobody(house: House) -> None:
    async with company(house) as met:
        path = f"/api/tables/{met.table}/live"
        async with shaken_hands(house.address, path, cookie_of(met.ann)) as wire:
            wire.pause()
            for _ in range(300):
                wire.send_frame(Opcode.TEXT, b'{"type": "position"}')
            await met.check_well()
