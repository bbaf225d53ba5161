"""One bad table harms nobody: it is set aside with a reason, and heals."""

from __future__ import annotations

import logging
import re
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import InvalidStatus

from rondel.server.errors import Refusal
from rondel.server.storage.database import Database
from rondel.server.storage.rows.troubles import Trouble, noted
from rondel.server.storage.schema import log, seats, tables, troubles, visitors
from rondel.server.table.troubles import FIRST_REST, LONGEST_REST, Damaged
from tests.server import waiting
from tests.server.damage import Sound, damage, possible
from tests.server.house import House, Json, Person, opened_house
from tests.server.seated import Seated, pass_time, seated
from tests.server.visitors import account, sign_in, told

pytestmark = pytest.mark.anyio

SECRET = "the same for all servers"
CLOCK = {"per": "decision", "seconds": 60}
TAX: Json = {"slot": "taxation"}


def house_on(url: str, **settings: Any) -> Any:
    """A server whose visitors are known to the next one."""
    return opened_house(url, **{"secret": SECRET, "bot_processes": 0, **settings})


async def troubles_in(house: House) -> dict[str, Trouble]:
    """What is noted in the store."""
    async with house.app.state.server.database.reading() as connection:
        return {trouble.table: trouble for trouble in await noted(connection)}


async def metric(house: House, name: str) -> float:
    """A number of the server."""
    text = (await house.client().get("/metrics")).text
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found, name
    return float(found[1])


async def code_of(person: Person, path: str) -> tuple[int, str]:
    return told(await person.client.get(path))


async def look_again(house: House, table: str) -> None:
    """A host asks to look at a table again, and waits until it is given back."""
    found = house.app.state.server.tables.troubles
    found.look_again(table)
    await waiting.until(lambda: found.of(table) is None)


# Tables that cannot be read -----------------------------------------------------------------


@pytest.mark.long
async def test_bad_tables_are_set_aside_and_the_others_go_on(usual_url: str) -> None:
    """A bot must decide at each of the bad tables, and time is up there: the steward comes by."""
    kinds = possible(usual_url)
    async with house_on(usual_url) as house:
        bad = [(await seated(house, "Ann", bots=("banker",), clock=CLOCK))[0] for _ in kinds]
        for one in bad:
            await one.act(TAX)
        timed = await seated(house, "Cy", "Dan", clock=CLOCK)
        [played] = await seated(house, "Eve", bots=("banker", "random"))
        await played.act(TAX)
    sound = await damaged(usual_url, dict(zip(kinds, bad, strict=True)))

    async with house_on(usual_url, bot_processes=1) as house:
        cy, eve = house.again(timed[0].person), house.again(played.person)
        await pass_time(house, 60)
        assert (await Seated(cy, timed[0].table).look())["seats"][0]["away"]
        await go_on(eve, played.table, 12)
        for kind, one in zip(kinds, bad, strict=True):
            ann = house.again(one.person)
            assert await code_of(ann, one.path) == (503, "table/damaged"), kind
            assert await code_of(ann, f"{one.path}/position") == (503, "table/damaged"), kind
            mine = (await ann.get("/api/tables?list=mine"))["tables"]
            assert [table["id"] for table in mine] == [one.table], kind
        found = await troubles_in(house)
        assert set(found) == {one.table for one in bad}
        assert all(trouble.closed and trouble.reason for trouble in found.values())
        assert await metric(house, "rondel_tables_set_aside") == len(bad)
        assert (await house.client().get("/readyz")).status_code == 200
        await mended(house, sound)
        for kind, one in zip(kinds, bad, strict=True):
            ann = house.again(one.person)
            assert (await ann.get(one.path))["entries"] >= 1, kind
        assert await troubles_in(house) == {}
        assert await metric(house, "rondel_tables_set_aside") == 0


async def damaged(url: str, by_kind: dict[str, Seated]) -> list[tuple[str, Sound]]:
    """Damages each table in its way; gives what they were."""
    database = await Database.open(url)
    sound = []
    for kind, one in by_kind.items():
        sound.append((one.table, await Sound.of(database, one.table)))
        await damage(database, one.table, kind)
    await database.close()
    return sound


async def mended(house: House, sound: list[tuple[str, Sound]]) -> None:
    """Puts everything right, and waits until the server has found out."""
    for _, rows in sound:
        await rows.restore(house.app.state.server.database)
    for table, _ in sound:
        await look_again(house, table)


async def go_on(person: Person, table: str, entries: int) -> None:
    """Decides, between the decisions of bots, until there are so many entries."""

    async def is_so_long() -> bool:
        position = await person.position(table)
        if position["yours"]:
            await person.decide(table)
        return bool(position["entries"] >= entries)

    await waiting.eventually(is_so_long)


@pytest.mark.long
async def test_a_damaged_private_table_is_unknown_to_strangers(sqlite_url: str) -> None:
    async with house_on(sqlite_url) as house:
        [ann] = await seated(house, "Ann", bots=("banker",), public=False)
        await ann.act(TAX)
        invite = (await ann.look())["invite"]
    await damaged(sqlite_url, {"wrong entry": ann})
    async with house_on(sqlite_url) as house:
        stranger = await house.guest("Mallory")
        assert await code_of(stranger, ann.path) == (404, "table/unknown")
        guest = f"{ann.path}?invite={invite}"
        assert await code_of(stranger, guest) == (503, "table/damaged")
        with pytest.raises(InvalidStatus) as refused:
            async with house.live(house.again(ann.person), ann.table):
                pass
        assert refused.value.response.status_code == 503


@pytest.mark.long
async def test_a_guest_signs_in_though_a_table_of_his_is_damaged(sqlite_url: str) -> None:
    async with house_on(sqlite_url) as house:
        member = await account(house.client())
        [guest] = await seated(house, "Annie", bots=("banker",))
        await guest.act(TAX)
    await damaged(sqlite_url, {"no JSON": guest})
    async with house_on(sqlite_url) as house:
        person = house.again(guest.person)
        assert (await sign_in(person.client)).status_code == 200
        mine = (await person.get("/api/tables?list=mine"))["tables"]
        assert [table["id"] for table in mine] == [guest.table]
        assert mine[0]["host"] == member["id"]


# Games that do not replay -------------------------------------------------------------------


async def test_a_game_that_does_not_replay_is_closed_when_it_is_looked_at(
    usual_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It can still be read: what is wrong lies in the past."""
    async with house_on(usual_url) as house:
        [ann] = await seated(house, "Ann", bots=("banker",))
        await ann.act(TAX)
        server = house.app.state.server
        sound = await Sound.of(server.database, ann.table)
        async with house.live(ann.person, ann.table) as socket:
            async with server.database.writing() as writing:
                gone = log.delete().where(log.c.table_id == ann.table, log.c.seq == 2)
                await writing.connection.execute(gone)
            with caplog.at_level(logging.ERROR, "rondel.server.table.troubles"):
                server.tables.troubles.suspect(ann.table)
                await socket.wait_closed()
        assert (socket.close_code, socket.close_reason) == (1013, "table/damaged")
        reason = (await troubles_in(house))[ann.table].reason
        assert reason.startswith("lines of the log do not run from 1 to")
        [line] = [vars(one) for one in caplog.records if one.message == "table set aside"]
        assert (line["table"], line["reason"], line["closed"]) == (ann.table, reason, True)
        await sound.restore(server.database)
        await look_again(house, ann.table)
        assert (await ann.look())["entries"] == 1


@pytest.mark.long
async def test_what_was_set_aside_before_a_start_is_looked_at_again(sqlite_url: str) -> None:
    async with house_on(sqlite_url) as house:
        [ann] = await seated(house, "Ann", bots=("banker",))
        await ann.act(TAX)
    database = await Database.open(sqlite_url)
    async with database.writing() as writing:
        noted_before = {"table_id": ann.table, "at": 1.0, "reason": "long ago", "closed": True}
        await writing.connection.execute(troubles.insert(), noted_before)
    await database.close()
    async with house_on(sqlite_url) as house:

        async def is_forgotten() -> bool:
            return not await troubles_in(house)

        await waiting.eventually(is_forgotten)
        assert (await house.again(ann.person).get(ann.path))["entries"] == 1


@pytest.mark.long
async def test_a_request_that_meets_a_fault_has_its_table_looked_at(sqlite_url: str) -> None:
    """Damage before the last checkpoint is met by who looks back."""
    async with house_on(sqlite_url, bot_processes=1) as house:
        [ann] = await seated(house, "Ann", bots=("banker", "random"))
        await go_on(ann.person, ann.table, 61)
        async with house.app.state.server.database.writing() as writing:
            await writing.connection.execute(
                sa.text("UPDATE entries SET body = '{' WHERE table_id = :id AND number = 2"),
                {"id": ann.table},
            )
        answer = await ann.person.client.get(f"{ann.path}/positions/3")
        assert told(answer) == (500, "server/fault")
        aside = house.app.state.server.tables.troubles
        await waiting.until(lambda: aside.of(ann.table) is not None)

        async def is_told() -> bool:
            # A bot that has just moved lets the table be looked at once more.
            told = await code_of(ann.person, f"{ann.path}/positions/3")
            return told == (503, "table/damaged")

        await waiting.eventually(is_told)


# Work that fails ----------------------------------------------------------------------------


class Broken(Exception):
    """A mistake of ours."""


async def fail(guarded: AbstractAsyncContextManager[None], error: Exception) -> None:
    """Something goes wrong where one is on one's guard."""
    async with guarded:
        raise error


@pytest.mark.long
async def test_a_table_where_our_work_fails_is_left_alone_for_longer_and_longer(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with house_on(sqlite_url) as house:
        [ann] = await seated(house, "Ann", bots=("banker",))
        found = house.app.state.server.tables.troubles
        rests = []
        with caplog.at_level(logging.ERROR, "rondel.server.table.troubles"):
            for _ in range(10):
                await fail(found.working(ann.table), Broken("no such square"))
                rests.append(found.rest_of(ann.table))
                await look_again(house, ann.table)
        assert [round(rest) for rest in rests[:3]] == [FIRST_REST, 2 * FIRST_REST, 4 * FIRST_REST]
        assert round(rests[-1]) == LONGEST_REST
        assert sum(one.exc_info is not None for one in caplog.records) == 1
        assert (await ann.look())["entries"] == 0
        assert await metric(house, "rondel_table_troubles_total") == 10


async def test_refusals_and_outages_are_no_troubles(sqlite_url: str) -> None:
    async with house_on(sqlite_url) as house:
        [ann] = await seated(house, "Ann", bots=("banker",))
        found = house.app.state.server.tables.troubles
        await fail(found.working(ann.table), Refusal(409, "table/paused", "Not now."))
        for outage in (OSError("no disk"), TimeoutError()):
            for guarded in (found.working(ann.table), found.reading(ann.table)):
                with pytest.raises(type(outage)):
                    await fail(guarded, outage)
        assert found.of(ann.table) is None
        with pytest.raises(Damaged):
            await fail(found.reading(ann.table), KeyError("seats"))


@pytest.mark.long
async def test_people_play_on_where_only_our_work_fails(sqlite_url: str) -> None:
    """Whatever they do is a reason to try again."""
    async with house_on(sqlite_url) as house:
        ann, bob = await seated(house, "Ann", "Bob")
        found = house.app.state.server.tables.troubles
        await fail(found.working(ann.table), Broken("no such square"))
        assert not (await troubles_in(house))[ann.table].closed
        await ann.act(TAX)
        await waiting.until(lambda: found.of(ann.table) is None)
        await bob.act(TAX)


@pytest.mark.long
async def test_a_lost_table_row_is_no_trouble(sqlite_url: str) -> None:
    async with house_on(sqlite_url) as house:
        server = house.app.state.server
        server.tables.troubles.suspect("0123456789abcdef")
        await waiting.until(lambda: not server.tables.troubles.due())
        assert await troubles_in(house) == {}


async def test_a_deleted_table_takes_its_trouble_along(usual_url: str) -> None:
    async with house_on(usual_url) as house:
        ann = await house.guest("Ann")
        opened = await ann.open_table("me", "open")
        async with house.app.state.server.database.writing() as writing:
            connection = writing.connection
            row = {"table_id": opened["id"], "at": 1.0, "reason": "broken", "closed": True}
            await connection.execute(troubles.insert(), row)
            for part in (seats, visitors, log):
                await connection.execute(part.delete().where(part.c.table_id == opened["id"]))
            await connection.execute(tables.delete().where(tables.c.id == opened["id"]))
            assert await noted(connection) == []
