"""A process that hears of another's actions repeats them, and is where the store is."""

from __future__ import annotations

from random import Random

import pytest

from rondel.server.model.table import Table, values_of
from rondel.server.storage.columns import TABLE_COLUMNS
from rondel.server.table.tables import Tables, read_table
from tests.samples import some
from tests.server.house import House, Json, opened_house
from tests.server.waiting import eventually

pytestmark = pytest.mark.anyio

CLOCKS: list[Json | None] = [
    None,
    {"per": "decision", "seconds": 600},
    {"per": "player", "seconds": 3600, "increment": 5},
]


OTHERS = [
    ("imperial", CLOCKS[0]), ("imperial", CLOCKS[1]),
    ("imperial2030", CLOCKS[0]), ("imperial2030", CLOCKS[2]),
]  # fmt: skip


def told(table: Table) -> Json:
    """All that a process knows of a table."""
    return {
        **values_of(table, TABLE_COLUMNS),
        "seats": table.seats,
        "visitors": table.visitors,
        "trail": table.trail,
        "checkpoint": table.checkpoint,
        "snapshot": table.running.snapshot(),
        "first": table.running.first,
    }


def tables_of(house: House) -> Tables:
    tables: Tables = house.app.state.server.tables
    return tables


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "clock"),
    some([("imperial2030", CLOCKS[1]), ("imperial", CLOCKS[2]), *OTHERS]),
)
async def test_a_process_follows_another_line_by_line(
    postgresql_url: str, game: str, clock: Json | None
) -> None:
    chance = Random(game)
    async with (
        opened_house(postgresql_url, bot_processes=0) as here,
        opened_house(postgresql_url, bot_processes=0) as there,
    ):
        ann = await here.guest("Ann")
        table = await ann.open_table("me", "me", "me", game=game, clock=clock, start=True)
        id: str = table["id"]
        known = await tables_of(there).get(id)
        for number in range(70):
            here.clock.now += 1
            choices = (await ann.position(id))["choices"]
            await ann.decide(id, chance.randrange(len(choices)))
            if number % 20 == 5:
                body = {"room": "table", "text": f"Number {number}"}
                await ann.post(f"/api/tables/{id}/chat", body, 201)
            seq = (await tables_of(here).get(id)).seq

            async def has_followed(seq: int = seq) -> bool:
                return (await tables_of(there).get(id)).seq == seq

            await eventually(has_followed)
            followed = await tables_of(there).get(id)
            # It went on from what it had, and did not read it anew.
            assert followed.invite is known.invite
            stored = await read_table(tables_of(there).database, id)
            mine, theirs = told(followed), told(stored)
            assert theirs.pop("first") <= mine.pop("first")
            assert theirs.pop("checkpoint") <= mine.pop("checkpoint")
            assert mine == theirs


async def test_what_a_line_does_not_tell_is_read_anew(postgresql_url: str) -> None:
    async with (
        opened_house(postgresql_url, bot_processes=0) as here,
        opened_house(postgresql_url, bot_processes=0) as there,
    ):
        ann = await here.guest("Ann")
        id: str = (await ann.open_table("me", "me", start=True))["id"]
        await tables_of(there).get(id)
        await ann.decide(id)
        position = (await ann.position(id))["position"]
        await ann.post(f"/api/tables/{id}/undo", {"position": position})
        seq = (await tables_of(here).get(id)).seq

        async def has_followed() -> bool:
            return (await tables_of(there).get(id)).seq == seq

        await eventually(has_followed)
        followed = await tables_of(there).get(id)
        assert told(followed) == told(await read_table(tables_of(there).database, id))
