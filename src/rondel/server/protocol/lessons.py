"""Lessons: what the page leads a learner by, and the tables he learns at."""

from __future__ import annotations

from rondel.engine.shapes import Entry
from rondel.lessons import ScoreRow, Step
from rondel.server.protocol.base import Asked, BotName, Count, Told, example
from rondel.server.protocol.declared import Declared


class LessonTable(Asked):
    """A table to learn at, or to play on from a lesson."""

    model_config = example({"entries": 43, "bot": "medium"})

    entries: Count
    """After so many entries of the lesson it begins."""
    bot: BotName | None = None
    """Who plays against you; left out: nobody, and all seats are yours."""


class LessonTold(Told):
    """A game that teaches: its decisions, and the steps that lead through them."""

    game: str
    """Which of the games."""
    player: str
    """Whom the learner plays."""
    seats: list[str]
    """All players, in the order of play."""
    play_on: int
    """After so many entries one may go on against bots."""
    steps: list[Declared[Step]]
    """The steps in order; where one does not begin where the last has ended, time has passed."""
    entries: list[Declared[Entry]]
    """What is decided in the course of the game."""
    cash: int
    """The cash of the learner there."""
    scores: list[Declared[ScoreRow]]
    """What his bonds would score there, nation by nation."""
