"""Games go on by themselves: bots decide, whatever happens to them, and never twice."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from rondel.records import dumps, loads
from rondel.server.errors import Refusal
from rondel.server.model.table import Draft
from rondel.server.table import authority
from tests.positions import game_at
from tests.server import waiting
from tests.server.house import House, Json, Person, opened_house
from tests.server.seated import Seated, pass_time, seated

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("troubled_package")]

TAX: Json = {"slot": "taxation"}


@pytest.fixture(scope="module")
async def lively(
    tmp_path_factory: pytest.TempPathFactory, troubled_package: None
) -> AsyncIterator[House]:
    """An application where bots decide: one for all tests that can share it."""
    store = f"sqlite:///{tmp_path_factory.mktemp('lively')}/rondel.sqlite3"
    async with opened_house(store, bot_limit=2.0) as house:
        yield house


async def until(player: Seated, holds: Callable[[Json], bool]) -> Json:
    """The table as soon as something holds, which others bring about; they never rest long."""
    while not holds(told := await player.look()):
        news = await player.person.get(f"{player.path}/log?since={told['seq']}&wait=50")
        assert news["rows"], told
    return told


async def until_asked(player: Seated, seat: int = 0, entries: int = 0) -> Json:
    """The table as soon as a seat must decide, after so many entries at least."""

    def is_asked(told: Json) -> bool:
        return bool(told["pending"]["seat"] == seat and told["entries"] >= entries)

    return await until(player, is_asked)


async def until_long(player: Seated, entries: int) -> None:
    """Waits for so many entries."""
    await until(player, lambda told: bool(told["entries"] >= entries))


async def actions(player: Seated) -> list[Json]:
    """What was decided, from the log."""
    seq, found = 0, list[Json]()
    while rows := await player.rows(seq):
        found += [row["body"] for row in rows if row["kind"] == "action"]
        seq = rows[-1]["seq"]
    return found


def check_each_once(decided: list[Json]) -> None:
    """Every entry was made once, each on the position before it."""
    numbers = list(range(1, len(decided) + 1))
    assert [entry["number"] for entry in decided] == numbers
    assert [entry["position"] for entry in decided] == numbers


# Bots at a table ----------------------------------------------------------------------------


async def test_game_of_bots_runs_to_its_end(lively: House) -> None:
    ann = await lively.guest("Ann")
    opened = await ann.open_table("banker", "random", game="imperial", start=True)
    here = Seated(ann, opened["id"])
    told = await until(here, lambda told: bool(told["status"] != "running"))
    assert (told["status"], told["pending"]) == ("finished", None)
    decided = await actions(here)
    check_each_once(decided)
    assert len(decided) == told["entries"]
    assert {entry["bot"] for entry in decided} == {"banker", "random"}
    text = (await ann.client.get(f"{here.path}/record")).text
    game = loads(text)
    assert (dumps(game), game.result) == (text, told["result"])
    [listed] = (await ann.get("/api/tables?list=finished"))["tables"]
    assert (listed["id"], listed["result"]) == (here.table, told["result"])


async def test_bots_decide_between_the_decisions_of_a_person(lively: House) -> None:
    [ann] = await seated(lively, "Ann", bots=("banker", "random"))
    for _ in range(2):
        await until_asked(ann)
        await ann.send((await ann.position())["choices"][0]["entry"])
    told = await until_asked(ann)
    assert told["entries"] > 2
    decided = await actions(ann)
    check_each_once(decided)
    assert {(entry["seat"], entry["bot"]) for entry in decided} == {
        (0, None),
        (1, "banker"),
        (2, "random"),
    }


async def test_bots_agree_to_take_back(lively: House) -> None:
    [ann] = await seated(lively, "Ann", bots=("banker",))
    await ann.act(TAX)
    await until_asked(ann, entries=2)
    undo = (await ann.position())["undo"]
    assert undo == {"possible": True, "to": 0, "free": 0, "asks": [], "reason": None}
    assert (await ann.undo())["entries"] == 0
    await ann.act(TAX)
    await until_asked(ann, entries=2)


async def test_bot_decides_for_who_is_away_until_he_returns(lively: House) -> None:
    clock = {"per": "decision", "seconds": 60}
    ann, _ = await seated(lively, "Ann", "Bob", clock=clock)
    await pass_time(lively, 60)
    await until_asked(ann, seat=1)
    assert all(entry["bot"] for entry in await actions(ann))
    assert not (await ann.post("return"))["seats"][0]["away"]


@pytest.mark.long
async def test_bot_takes_over_from_who_resigns(lively: House) -> None:
    ann, bob = await seated(lively, "Ann", "Bob")
    await ann.post("seats/0/leave")
    await until_asked(bob, seat=1)
    await bob.send((await bob.position())["choices"][0]["entry"])
    await until_asked(bob, seat=1)
    check_each_once(await actions(bob))


# Bots that fail -----------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("bot", ["raising", "killed", "cheating", "looping"])
async def test_simpler_bot_decides_where_one_fails(
    lively: House, caplog: pytest.LogCaptureFixture, bot: str
) -> None:
    with caplog.at_level(logging.ERROR, "rondel.server.bots.steward"):
        [ann] = await seated(lively, "Ann", bots=(bot,))
        await ann.act(TAX)
        await until_long(ann, 2)
    decided = await actions(ann)
    assert (decided[1]["seat"], decided[1]["bot"]) == (1, "banker")
    assert ("bot failed", bot, "banker") in said_of(caplog, ann.table, "bot", "instead")
    await ann.post("vote", {"kind": "end"})


def said_of(caplog: pytest.LogCaptureFixture, table: str, *keys: str) -> set[tuple[Any, ...]]:
    """What the log says about a table: sentences and some values."""
    lines = [vars(record) for record in caplog.records if vars(record).get("table") == table]
    return {(line["message"], *[line.get(key) for key in keys]) for line in lines}


@pytest.mark.long
async def test_person_who_returns_while_the_bot_thinks_keeps_his_decision(
    lively: House, caplog: pytest.LogCaptureFixture
) -> None:
    """The only process is busy with a bot that never ends, so Ann's stand-in has to wait."""
    [cy] = await seated(lively, "Cy", bots=("looping",))
    clock = {"per": "decision", "seconds": 60}
    ann, bob = await seated(lively, "Ann", "Bob", clock=clock)
    with caplog.at_level(logging.INFO, "rondel.server.bots.steward"):
        await cy.act(TAX)
        await pass_time(lively, 60)
        assert (await ann.look())["seats"][0]["away"]
        await ann.act(TAX)
        await until_long(cy, 2)
        await cy.post("vote", {"kind": "end"})
        overtaken = ("bot overtaken", "position/stale")
        await waiting.until(lambda: overtaken in said_of(caplog, ann.table, "code"))
    [entry] = await actions(ann)
    assert (entry["entry"]["choice"], entry["bot"]) == (TAX, None)
    await bob.act(TAX)


@pytest.mark.long
async def test_who_waits_for_a_bot_is_told_how_long_it_takes(sqlite_url: str) -> None:
    """A line of bots that never decide is before this one."""
    async with opened_house(sqlite_url, bot_limit=2.0) as house:
        before = [(await seated(house, "Cy", bots=("looping",)))[0] for _ in range(4)]
        [ann] = await seated(house, "Ann", bots=("banker",))
        async with asyncio.timeout(60), house.live(ann.person, ann.table) as socket:
            for one in before:
                await one.act(TAX)
            acted = await ann.act(TAX)
            while (told := json.loads(await socket.recv()))["type"] != "thinking":
                pass
        assert told["position"] == acted["position"]
        assert told["seconds"] >= 2
        await until_long(ann, 2)


async def test_bots_stand_back_behind_those_that_people_wait_for(house: House) -> None:
    server = house.app.state.server
    [ann] = await seated(house, "Ann", bots=("banker",))
    opened = await ann.person.open_table("random", "random", start=True)

    async def behind(table: str) -> float:
        return float(server.steward._behind(await server.tables.get(table)))

    assert await behind(opened["id"]) > await behind(ann.table) > 0
    async with house.live(ann.person, ann.table) as socket:
        await socket.recv()
        assert await behind(ann.table) == 0


# Never twice --------------------------------------------------------------------------------


async def test_answer_of_a_bot_counts_once_and_only_while_it_is_asked(house: House) -> None:
    [ann] = await seated(house, "Ann", bots=("banker",))
    await ann.act(TAX)
    tables = house.app.state.server.tables

    async def code_of_refusal(position: int) -> str | None:
        def make(draft: Draft) -> None:
            authority.act_for_bot(draft, position, {"choice": TAX}, "banker", house.clock.now)

        try:
            await tables.change(ann.table, make)
        except Refusal as refusal:
            return refusal.code
        return None

    await ann.post("vote", {"kind": "pause"})
    assert await code_of_refusal(1) == "table/paused"
    await ann.post("vote", {"kind": "resume"})
    assert await code_of_refusal(0) == "position/stale"
    assert await code_of_refusal(1) is None
    assert await code_of_refusal(1) == "position/stale"
    assert await code_of_refusal(2) == "seat/not_a_bot"


@pytest.mark.long
async def test_bots_of_two_servers_decide_each_once(postgresql_url: str) -> None:
    secret = "the same for both"
    async with (
        opened_house(postgresql_url, secret=secret) as one,
        opened_house(postgresql_url, secret=secret) as other,
    ):
        [ann] = await seated(one, "Ann", bots=("banker", "random"))
        there = Seated(other.again(ann.person), ann.table)
        entries = 0
        while entries < 40:
            for player in (ann, there):
                # Not before this server has heard of what was decided at the other.
                await until_asked(player, entries=entries)
                done = await player.send((await player.position())["choices"][-1]["entry"])
                entries = done["entries"]
        check_each_once(await actions(there))
        told = await until_asked(there, entries=entries)
        assert [entry["number"] for entry in await actions(there)][-1] == told["entries"]


@pytest.mark.long
async def test_server_without_bots_leaves_them_to_others(postgresql_url: str) -> None:
    async with opened_house(postgresql_url, bot_processes=0) as front:
        [ann] = await seated(front, "Ann", bots=("banker",))
        await ann.act(TAX)
        async with opened_house(postgresql_url):
            await until_asked(ann)
    assert {entry["bot"] for entry in await actions_after(postgresql_url, ann)} == {None, "banker"}


async def actions_after(url: str, player: Seated) -> list[Json]:
    """What was decided at a table, asked of a server that starts now."""
    async with opened_house(url, bot_processes=0) as house:
        return await actions(Seated(house.again(player.person), player.table))


# Restarts -----------------------------------------------------------------------------------


@pytest.mark.long
async def test_bots_go_on_after_a_restart(sqlite_url: str) -> None:
    """Once before they have begun, and twice in the middle of their game."""
    secret = "the same for all"
    async with opened_house(sqlite_url, bot_processes=0, secret=secret) as house:
        ann = await house.guest("Ann")
        opened = await ann.open_table("banker", "random", "banker", start=True)
    for entries in (20, 40):
        async with opened_house(sqlite_url, secret=secret) as house:
            here = Seated(house.again(ann), opened["id"])
            await until_long(here, entries)
            decided = await actions(here)
            check_each_once(decided)
            assert len(decided) >= entries


@pytest.mark.long
async def test_study_may_be_played_against_bots(lively: House) -> None:
    """Who leaves a seat of a study leaves it to a bot."""
    ann: Person = await lively.guest("Ann")
    opened = await ann.post("/api/records", game_at("russia", players=2).record(), 201)
    here = Seated(ann, opened["id"])
    await here.post("seats/1/leave")
    await here.act({"slot": "maneuver_1"})
    told = await until_asked(here)
    assert told["entries"] > 1
