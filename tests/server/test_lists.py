"""Lists of tables: what somebody finds there, and what nobody does."""

from __future__ import annotations

import pytest

from tests.server.people import Json, opened_house

pytestmark = pytest.mark.anyio

LISTS = ["open", "running", "finished", "mine", "played"]


async def test_somebody_without_a_name_finds_no_private_tables(database_url: str) -> None:
    """Seats of bots and open seats are nobody's, which is not the same as his."""
    async with opened_house(database_url, bot_processes=0) as house:
        ann, nobody = await house.guest("Ann"), house.client()
        await ann.open_table("me", "open", public=False)
        await ann.open_table("me", "banker", public=False, start=True)
        for which in LISTS:
            answer = await nobody.get(f"/api/tables?list={which}")
            assert answer.json()["tables"] == []


async def test_no_table_waits_for_somebody_without_a_name(database_url: str) -> None:
    async with opened_house(database_url, bot_processes=0) as house:
        ann, nobody = await house.guest("Ann"), house.client()
        await ann.open_table("banker", "banker", start=True)
        listed: list[Json] = (await nobody.get("/api/tables?list=running")).json()["tables"]
        assert [table["waits_for_you"] for table in listed] == [False]
