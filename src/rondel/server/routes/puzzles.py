"""Puzzles: all of them, one, attempts at it, and tables to solve it at."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response

from rondel.server.http.answers import JsonAnswer
from rondel.server.http.intake import Route
from rondel.server.protocol.puzzles import (
    Attempt,
    AttemptTold,
    PuzzlesTold,
    PuzzleTold,
    SolutionTold,
)
from rondel.server.protocol.refusals import refusals
from rondel.server.protocol.tables import TableTold
from rondel.server.routes.common import Here, told
from rondel.server.routes.dependencies import Asking, Limited, Someone
from rondel.server.service import puzzles

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"], route_class=Route)

PuzzleId = Annotated[
    str,
    Path(
        min_length=1,
        max_length=32,
        pattern="^[0-9a-f]+$",
        description="Id of the puzzle.",
        examples=["5f0c2a9e"],
    ),
]


@router.get("", summary="List the puzzles", response_model=PuzzlesTold, responses=refusals())
async def list_puzzles(server: Here) -> Response:
    """All puzzles, the easiest first, and today's."""
    return JsonAnswer(puzzles.puzzles_told(server.clock()))


@router.get(
    "/{puzzle}",
    summary="Read a puzzle",
    response_model=PuzzleTold,
    responses=refusals("puzzle/unknown"),
)
async def read_puzzle(puzzle: PuzzleId) -> Response:
    """A puzzle, without its solution."""
    return JsonAnswer(puzzles.puzzle_told(puzzle))


@router.post(
    "/{puzzle}/attempts",
    summary="Try a choice",
    response_model=AttemptTold,
    responses=refusals("puzzle/unknown", "puzzle/no_choice", by_rules=True),
)
async def try_choice(puzzle: PuzzleId, wanted: Attempt) -> Response:
    """Whether a choice solves a puzzle, and what becomes of it; nothing is kept."""
    return JsonAnswer(puzzles.attempt_told(puzzle, wanted.choice))


@router.get(
    "/{puzzle}/solution",
    summary="Read the solution of a puzzle",
    response_model=SolutionTold,
    responses=refusals("puzzle/unknown"),
)
async def read_solution(puzzle: PuzzleId) -> Response:
    """The best choice and why, and the expected share after every choice."""
    return JsonAnswer(puzzles.solution_told(puzzle))


@router.post(
    "/{puzzle}/tables",
    summary="Open a table to solve a puzzle at",
    status_code=201,
    dependencies=[Depends(Limited("puzzles"))],
    responses=refusals("identity/nobody", "puzzle/unknown", "server/busy"),
)
async def open_puzzle_table(
    server: Here, user: Someone, asker: Asking, puzzle: PuzzleId
) -> TableTold:
    """A table of your own at the position of the puzzle, with all seats."""
    opened = await puzzles.open_table(server, asker, puzzle, user.id)
    return told(server, opened, user.id)
