"""Who is at a table."""

from __future__ import annotations

import asyncio

import pytest

from rondel.server.table.attendance import Attendance, People
from rondel.server.table.tables import Tables
from tests.server.house import House, opened_house
from tests.server.waiting import DEADLINE, eventually

pytestmark = pytest.mark.anyio


async def new_table(house: House) -> str:
    ann = await house.guest("Ann")
    table: str = (await ann.open_table("me", "open"))["id"]
    return table


async def sees(attendance: Attendance, table: str, *people: str) -> None:
    """Waits until just these people are known to be there."""

    async def is_known() -> bool:
        return [person["id"] for person in await attendance.who(table)] == list(people)

    await eventually(is_known)


@pytest.mark.long
async def test_who_comes_while_one_looks_is_seen_the_next_time(database_url: str) -> None:
    async with opened_house(database_url) as house:
        table, bob = await new_table(house), await house.guest("Bob")
        attendance = house.app.state.server.attendance
        looking = asyncio.create_task(attendance.who(table))
        await asyncio.sleep(0)
        async with attendance.present(table, bob.id):
            assert len(await looking) <= 1
            await sees(attendance, table, bob.id)


class Slow(Attendance):
    """Looks, and takes its time to tell what it saw."""

    def __init__(self, tables: Tables, process: str) -> None:
        super().__init__(tables, process)
        self.looks: asyncio.Queue[asyncio.Event] = asyncio.Queue()

    async def look(self, table: str) -> People:
        found, told = await super().look(table), asyncio.Event()
        self.looks.put_nowait(told)
        await told.wait()
        return found


@pytest.mark.long
async def test_what_was_seen_before_somebody_came_is_not_believed(sqlite_url: str) -> None:
    async with opened_house(sqlite_url) as house, asyncio.timeout(DEADLINE):
        table, bob = await new_table(house), await house.guest("Bob")
        attendance = Slow(house.app.state.server.tables, "here")
        early = asyncio.create_task(attendance.who(table))
        empty = await attendance.looks.get()
        async with attendance.present(table, bob.id):
            late = asyncio.create_task(attendance.who(table))
            full = await attendance.looks.get()
            empty.set()
            (await attendance.looks.get()).set()
            full.set()
            assert [person["id"] for person in await early] == [bob.id]
            assert [person["id"] for person in await late] == [bob.id]


@pytest.mark.long
async def test_many_look_while_people_come_and_go(database_url: str) -> None:
    async with opened_house(database_url) as house:
        table, bob = await new_table(house), await house.guest("Bob")
        attendance = house.app.state.server.attendance

        async def come_and_go() -> None:
            async with attendance.present(table, bob.id):
                await attendance.who(table)

        await asyncio.gather(*(come_and_go() for _ in range(20)))
        await sees(attendance, table)
