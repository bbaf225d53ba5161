"""The course of a game, for charts."""

from __future__ import annotations

import pytest

from rondel.records import load
from tests.server.house import opened_house

pytestmark = pytest.mark.anyio

RECORD = "tests/games/imperial2030-3-players.rondel.json"


@pytest.mark.long
async def test_course_tells_every_turn_and_ends_with_the_result(sqlite_url: str) -> None:
    game = load(RECORD)
    async with opened_house(sqlite_url) as house:
        ann = await house.guest("Ann")
        table = (await ann.post("/api/records", game.record(), 201))["id"]
        moments = (await ann.get(f"/api/tables/{table}/course"))["moments"]
    assert game.result is not None
    assert moments[-1]["scores"] == game.result["scores"]
    assert moments[-1]["power"] == game.snapshot()["power"]
    assert [moment["entries"] for moment in moments] == sorted(
        {moment["entries"] for moment in moments}
    )
    middle = moments[len(moments) // 2]
    assert middle["treasuries"] == game.at(middle["entries"]).snapshot()["treasuries"]


@pytest.mark.long
async def test_scores_of_others_stay_secret(sqlite_url: str) -> None:
    async with opened_house(sqlite_url) as house:
        ann, bob = await house.guest("Ann"), await house.guest("Bob")
        opened = await ann.open_table("me", "open", options={"secret_cash": True})
        await bob.post(f"/api/tables/{opened['id']}/seats/1/take")
        await ann.post(f"/api/tables/{opened['id']}/start")
        [moment] = (await bob.get(f"/api/tables/{opened['id']}/course"))["moments"]
    assert moment["scores"]["Ann"] is None
    assert moment["scores"]["Bob"] is not None
