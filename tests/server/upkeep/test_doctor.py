"""The doctor on both databases: finds what is damaged, and nothing else."""

from __future__ import annotations

import pytest

from rondel.server.storage.database import Database
from rondel.server.storage.upgrading import VERSION
from rondel.server.upkeep.doctor import Report, examine_store
from tests.server import waiting
from tests.server.damage import Sound, damage, possible
from tests.server.house import Json, opened_house
from tests.server.seated import seated
from tests.server.stores import check_store

pytestmark = pytest.mark.anyio

TAX: Json = {"slot": "taxation"}


async def test_it_finds_every_kind_of_damage(usual_url: str) -> None:
    kinds = possible(usual_url)
    async with opened_house(usual_url, bot_processes=0) as house:
        damaged = [(await seated(house, "Ann", bots=("banker",)))[0] for _ in kinds]
        for one in damaged:
            await one.act(TAX)
        [sound] = await seated(house, "Bob", bots=("banker",))
        await sound.act(TAX)
    assert await found_in(usual_url) == []
    database = await Database.open(usual_url)
    before = [await Sound.of(database, one.table) for one in damaged]
    for one, kind in zip(damaged, kinds, strict=True):
        await damage(database, one.table, kind)
    await database.close()
    assert await found_in(usual_url) == sorted(one.table for one in damaged)
    database = await Database.open(usual_url)
    for rows in before:
        await rows.restore(database)
    assert await check_store(database) == len(kinds) + 1
    await database.close()


async def found_in(url: str) -> list[str]:
    """The tables that are not sound."""
    report = await examine_store(url)
    assert (report.version, report.store) == (VERSION, [])
    return [finding.table for finding in report.findings]


@pytest.mark.long
async def test_a_game_that_goes_on_is_sound_at_every_moment(usual_url: str) -> None:
    """What it reads belongs together, whatever is decided and taken back meanwhile."""
    async with opened_house(usual_url, bot_processes=1) as house:
        [ann] = await seated(house, "Ann", bots=("random", "banker"))
        done = 0

        async def play_on() -> bool:
            nonlocal done
            position = await ann.position()
            number = position["position"]
            if position["undo"]["possible"] and done % 5 == 4:
                await ann.person.client.post(f"{ann.path}/undo", json={"position": number})
            elif position["yours"]:
                body = {"position": number, "entry": position["choices"][0]["entry"]}
                await ann.person.client.post(f"{ann.path}/actions", json=body)
            done += 1
            report: Report = await examine_store(usual_url)
            assert report.findings == []
            return done >= 40

        await waiting.eventually(play_on)


async def test_it_tells_how_far_it_is(sqlite_url: str) -> None:
    async with opened_house(sqlite_url, bot_processes=0) as house:
        ann = await house.guest("Ann")
        for _ in range(3):
            await ann.open_table("me", "open")
        heard: list[tuple[int, int]] = []
        report = await examine_store(sqlite_url, lambda done, of: heard.append((done, of)))
    assert heard == [(1, 3), (2, 3), (3, 3)]
    assert (report.ok, report.tables) == (True, 3)
