"""Lessons: how each game teaches itself, and tables to learn at."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Response

from rondel.server.http.answers import JsonAnswer
from rondel.server.http.intake import Route
from rondel.server.protocol.lessons import LessonTable, LessonTold
from rondel.server.protocol.refusals import refusals
from rondel.server.protocol.tables import TableTold
from rondel.server.routes.common import GameId, Here, told
from rondel.server.routes.dependencies import Asking, Limited, Someone
from rondel.server.routes.games import KEPT
from rondel.server.routes.lobby import BOT
from rondel.server.service import lessons

router = APIRouter(prefix="/api/lessons", tags=["lessons"], route_class=Route)


@router.get("/{game}", summary="Read a lesson", response_model=LessonTold, responses=refusals())
async def read_lesson(game: GameId) -> Response:
    """The lesson of a game: what is decided in it, and the steps that lead through it."""
    return JsonAnswer(lessons.lesson_told(game), headers=KEPT)


@router.post(
    "/{game}/tables",
    summary="Open a table at a moment of a lesson",
    status_code=201,
    dependencies=[Depends(Limited("tables"))],
    responses=refusals("identity/nobody", "position/number", "server/busy", *BOT),
)
async def open_lesson_table(
    server: Here, user: Someone, asker: Asking, game: GameId, wanted: LessonTable
) -> TableTold:
    """A table of your own that goes on from a moment of the lesson.

    All seats are yours, or with a `bot` all but the learner's are the bot's.
    """
    opened = await lessons.open_table(server, asker, game, user.id, wanted)
    return told(server, opened, user.id)
