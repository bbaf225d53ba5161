"""Puzzles: lists, attempts, solutions, and tables to solve them at."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rondel.puzzles import daily, game_at, library
from tests.positions import GAMES
from tests.server.house import House
from tests.server.seated import Seated

pytestmark = pytest.mark.anyio

PUZZLES = {
    game: next(one.puzzle for one in library().values() if one.puzzle["record"]["game"] == game)
    for game in GAMES
}


async def test_all_are_listed_without_their_solutions_and_one_is_of_today(house: House) -> None:
    ann = await house.guest("Ann")
    told = await ann.get("/api/puzzles")
    assert [row["id"] for row in told["puzzles"]] == list(library())
    assert set(told["puzzles"][0]) == {
        "id", "number", "game", "players", "theme", "heading", "grade",
    }  # fmt: skip
    day = datetime.fromtimestamp(house.clock(), UTC).date()
    assert told["daily"] == {"date": day.isoformat(), "id": daily(day).puzzle["id"]}


@pytest.mark.parametrize("game", GAMES)
async def test_puzzle_is_solved_by_its_best_choice_alone(house: House, game: str) -> None:
    """What is wrong is told by its consequences, and does not tell the solution."""
    ann, puzzle = await house.guest("Ann"), PUZZLES[game]
    path = f"/api/puzzles/{puzzle['id']}"
    told = await ann.get(path)
    assert told["player"] == puzzle["decision"]["actor"]
    assert told["choices"] == len(puzzle["choices"])
    best, *others = puzzle["choices"]
    for other in others:
        answer = await ann.post(f"{path}/attempts", {"choice": other["choice"]}, 200)
        assert answer["solved"] is False
        assert answer["solution"] is None
        assert answer["tried"]["consequences"]["choice"] == other["choice"]
        assert answer["tried"]["tendencies"] == other["tendencies"]
    answer = await ann.post(f"{path}/attempts", {"choice": best["choice"]}, 200)
    assert answer["solved"] is True
    assert answer["solution"] == await ann.get(f"{path}/solution")


async def test_solution_has_all_shares_the_margin_and_who_judged(house: House) -> None:
    ann, puzzle = await house.guest("Ann"), PUZZLES["imperial"]
    told = await ann.get(f"/api/puzzles/{puzzle['id']}/solution")
    assert told["best"]["choice"] == puzzle["choices"][0]["choice"]
    assert told["best"]["tendencies"] == puzzle["choices"][1]["tendencies"]
    assert [one["share"] for one in told["choices"]] == [one["share"] for one in puzzle["choices"]]
    assert told["margin"] == puzzle["margin"]
    assert told["judge"]["name"] == puzzle["made"]["judge"]


@pytest.mark.parametrize("game", GAMES)
async def test_puzzle_stands_at_a_table_of_ones_own(house: House, game: str) -> None:
    ann, puzzle = await house.guest("Ann"), PUZZLES[game]
    opened = await ann.post(f"/api/puzzles/{puzzle['id']}/tables", {}, 201)
    assert opened["sandbox"] is True
    assert [seat["name"] for seat in opened["seats"]] == puzzle["record"]["players"]
    position = await ann.get(f"{Seated(ann, opened['id']).path}/position")
    assert position["snapshot"]["decision"] == puzzle["decision"]
    ids = [choice["id"] for choice in position["choices"]]
    assert ids == list(game_at(puzzle["id"]).legal_ids())


@pytest.mark.long
async def test_what_is_no_puzzle_or_no_choice_of_it_is_refused(house: House) -> None:
    ann = await house.guest("Ann")
    path = f"/api/puzzles/{PUZZLES['imperial']['id']}"
    for known in ("", "/solution"):
        assert await ann.refused("GET", f"/api/puzzles/00000000{known}") == "puzzle/unknown"
    assert await ann.refused("POST", "/api/puzzles/00000000/tables", {}) == "puzzle/unknown"
    wrong = {"choice": {"nothing": True}}
    assert await ann.refused("POST", "/api/puzzles/0/attempts", wrong) == "puzzle/unknown"
    assert await ann.refused("POST", f"{path}/attempts", wrong) == "action/malformed"
