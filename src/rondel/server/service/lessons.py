"""Lessons: games that teach, and tables to learn at."""

from __future__ import annotations

import json

from rondel.engine import title_of
from rondel.lessons import Lesson, cash_of, lesson_of, score_rows
from rondel.lessons.library import entries_of, record_until
from rondel.server.errors import bad
from rondel.server.model.table import Table
from rondel.server.parts import Server
from rondel.server.protocol.base import Json
from rondel.server.protocol.lessons import LessonTable
from rondel.server.service import studies
from rondel.server.service.lobby import check_bot
from rondel.server.viewers.workers import Asker


def lesson_told(game: str) -> Json:
    """A lesson as it is sent."""
    lesson = lesson_of(game)
    return {
        "game": game,
        "player": lesson["player"],
        "seats": lesson["record"]["players"],
        "play_on": lesson["play_on"],
        "steps": lesson["steps"],
        "entries": entries_of(lesson),
        "cash": cash_of(game),
        "scores": score_rows(game),
    }


async def open_table(
    server: Server, asker: Asker, game: str, user: str, wanted: LessonTable
) -> Table:
    """A table of one's own at a moment of a lesson, alone or against a bot.

    Raises: Refusal if there is no such moment, or no such bot.
    """
    lesson = lesson_of(game)
    if wanted.entries > len(entries_of(lesson)):
        raise bad("position/number", "This lesson has no such moment.")
    record = json.dumps(record_until(lesson, wanted.entries)).encode()
    opponents = _opponents(server, lesson, wanted.bot)
    return await studies.from_record(server, asker, record, user, title_of(game).name, opponents)


def _opponents(server: Server, lesson: Lesson, bot: str | None) -> studies.Opponents | None:
    if bot is None:
        return None
    check_bot(server, bot)
    return studies.Opponents(lesson["player"], bot)
