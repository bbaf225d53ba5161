"""Lessons: what is told of them, tables to learn at, and going on against bots."""

from __future__ import annotations

import pytest

from tests.positions import GAMES
from tests.server.house import House
from tests.server.seated import Seated

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("game", GAMES)
async def test_lesson_is_played_to_its_end_at_one_table(house: House, game: str) -> None:
    """Where no time passes between steps, its decisions lead from one to the next."""
    ann = await house.guest("Ann")
    lesson = await ann.get(f"/api/lessons/{game}")
    begin = lesson["steps"][0]["begin"]
    opened = await ann.post(f"/api/lessons/{game}/tables", {"entries": begin}, 201)
    assert opened["sandbox"] is True
    assert [seat["name"] for seat in opened["seats"]] == lesson["seats"]
    table = Seated(ann, opened["id"])
    for number in range(begin, lesson["play_on"]):
        body = {"position": number, "entry": lesson["entries"][number]}
        assert (await ann.post(f"{table.path}/actions", body))["entries"] == number + 1


@pytest.mark.parametrize("game", GAMES)
async def test_learner_plays_on_against_bots(house: House, game: str) -> None:
    ann = await house.guest("Ann")
    lesson = await ann.get(f"/api/lessons/{game}")
    wish = {"entries": lesson["play_on"], "bot": "random"}
    opened = await ann.post(f"/api/lessons/{game}/tables", wish, 201)
    assert opened["sandbox"] is False
    for seat in opened["seats"]:
        assert seat["yours"] == (seat["name"] == lesson["player"])
        assert seat["bot"] == (None if seat["yours"] else "random")


@pytest.mark.long
async def test_moment_beyond_the_lesson_is_refused(house: House) -> None:
    ann = await house.guest("Ann")
    wish = {"entries": 1000}
    assert await ann.refused("POST", "/api/lessons/imperial/tables", wish) == "position/number"
