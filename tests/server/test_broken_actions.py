"""Actions whose statements fail: the table in memory is the one in the store."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import count

import httpx
import pytest

from rondel.server.model.table import Json, Table, values_of
from rondel.server.parts import Server
from rondel.server.storage.columns import TABLE_COLUMNS
from rondel.server.storage.errors import StoreAway
from rondel.server.table.tables import read_table
from tests.server.cutting import CUTS, Cut, Fate, Message, proxy_to
from tests.server.house import House, opened_house
from tests.server.seated import Seated
from tests.server.storage.breaking import Breaker, FileLimit, Interruption, writing_connection
from tests.server.storage.deeds import commits_ended
from tests.server.visitors import told

pytestmark = pytest.mark.anyio

TABLES = 4
STEP = 4
"""Not every message is tried in every way."""


def server_of(house: House) -> Server:
    """What the routes of a house work with."""
    server: Server = house.app.state.server
    return server


async def players_of(house: House) -> list[Seated]:
    """Somebody at each table who decides for everybody there."""
    people = [await house.guest(f"Ann {number}") for number in range(TABLES)]
    tables = [(await person.open_table("me", "me", start=True))["id"] for person in people]
    return [Seated(person, table) for person, table in zip(people, tables, strict=True)]


async def wanted_by(player: Seated) -> Json:
    """The first thing that can be done."""
    told = await player.position()
    return {"position": told["position"], "entry": told["choices"][0]["entry"]}


async def act(player: Seated, body: Json) -> httpx.Response:
    """Decides, or tries to."""
    return await player.person.client.post(f"{player.path}/actions", json=body)


def described(table: Table) -> tuple[Json, object, int]:
    """What makes a table what it is."""
    return values_of(table, TABLE_COLUMNS), table.seats, len(table.running)


async def check_memory(house: House, player: Seated) -> None:
    """What the server knows of a table is what the store holds."""
    tables = server_of(house).tables
    stored = await read_table(tables.database, player.table)
    assert described(await tables.get(player.table)) == described(stored)
    assert [row["seq"] for row in await player.rows()] == list(range(1, stored.seq + 1))


@pytest.mark.parametrize("breaker", [Interruption, pytest.param(FileLimit, marks=pytest.mark.long)])
async def test_whichever_statement_fails_an_action_is_kept_or_can_be_repeated(
    sqlite_url: str, breaker: type[Breaker]
) -> None:
    answers = Counter[int]()
    async with opened_house(sqlite_url, bot_processes=0) as house:
        players, database = await players_of(house), server_of(house).database
        for at in count(1):
            bodies = [await wanted_by(player) for player in players]
            with breaker(writing_connection(database), at) as broken:
                answered = await asyncio.gather(*map(act, players, bodies))
                await commits_ended(database)
            for player, body, answer in zip(players, bodies, answered, strict=True):
                answers[answer.status_code] += 1
                if not answer.is_success:
                    assert told(answer) == (503, "server/not_ready")
                    assert (await act(player, body)).status_code == 200
                assert (await player.look())["position"] == body["position"] + 1
                await check_memory(house, player)
            if not broken.has_struck:
                break
    assert answers[503] > TABLES


@pytest.mark.long
@pytest.mark.parametrize(
    "fate", [CUTS[0], *(pytest.param(fate, marks=pytest.mark.long) for fate in CUTS[1:])]
)
async def test_at_whichever_message_it_is_cut_an_action_is_kept_once(
    postgresql_url: str, fate: Fate
) -> None:
    answers = Counter[int]()
    async with (
        proxy_to(postgresql_url) as proxy,
        opened_house(proxy.url, bot_processes=0) as house,
    ):
        players = await players_of(house)
        for at in count(1, STEP):
            bodies = [await wanted_by(player) for player in players]
            proxy.judge = cut = Cut(at, fate)
            answered = await asyncio.gather(*map(act, players, bodies))
            proxy.judge = lambda message: Fate.PASSES
            for player, body, answer in zip(players, bodies, answered, strict=True):
                answers[answer.status_code] += 1
                if not answer.is_success:
                    assert told(answer) == (503, "server/not_ready")
                    # It may have been done: then it is told as an action that came too late.
                    again = await act(player, body)
                    assert again.is_success or told(again) == (409, "position/stale")
                assert (await player.look())["position"] == body["position"] + 1
                await check_memory(house, player)
            if not cut.has_struck:
                break
    assert answers[503] > 1


def deaf(message: Message) -> Fate:
    """Nothing that was done is told, neither to who did it nor to who listens."""
    if message.to_server:
        return Fate.PASSES
    return {"C": Fate.CUT_BEFORE, "A": Fate.VANISHES}.get(message.kind, Fate.PASSES)


@pytest.mark.long
async def test_what_was_kept_without_an_answer_is_seen_as_soon_as_it_can_be_read(
    postgresql_url: str,
) -> None:
    async with (
        proxy_to(postgresql_url) as proxy,
        opened_house(proxy.url, bot_processes=0) as house,
    ):
        player, tables = (await players_of(house))[0], server_of(house).tables
        before = (await tables.get(player.table)).seq
        proxy.judge = deaf
        with pytest.raises(StoreAway):
            await tables.change(player.table, lambda draft: draft.note(1.0, "expired", {}))
        with pytest.raises(StoreAway):
            await tables.get(player.table)
        proxy.judge = lambda message: Fate.PASSES
        assert (await tables.get(player.table)).seq == before + 1
        await check_memory(house, player)
