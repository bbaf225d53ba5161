"""The lessons that come with the package, one for each game."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NotRequired, TypedDict

from rondel.engine import Game, title_of
from rondel.engine.shapes import Entry
from rondel.records import replay

Kind = Literal["read", "do", "watch", "guess"]


class Guess(TypedDict):
    """What the learner says before or after others have moved."""

    first: bool
    """Whether it is asked before they move."""
    answers: list[str]
    """What can be said: amounts of money or ids of regions."""
    right: str
    """The answer that comes true in the record."""


class Step(TypedDict):
    """One idea of a lesson, and the stretch of the record that shows it."""

    id: str
    """The idea: pages have their texts by this name."""
    kind: Kind
    """Whether the learner reads, decides, watches, or says what will be."""
    begin: int
    """After so many entries it begins."""
    own: int
    """After so many entries the learner decides; what comes before is played for him."""
    until: int
    """After so many entries it is over."""
    seat: NotRequired[str]
    """Whose decisions the learner makes; his own player's if none is named."""
    guess: NotRequired[Guess]
    """What is asked, in a step of that kind."""


class Lesson(TypedDict):
    """A game that teaches."""

    game: str
    """Which of the games."""
    player: str
    """Whom the learner plays."""
    play_on: int
    """After so many entries the learner may go on against bots."""
    steps: list[Step]
    """The steps in order; where one does not begin where the last has ended, time has passed."""
    record: dict[str, Any]
    """The whole game, as docs/contract.md has records."""


@cache
def lesson_of(game: str) -> Lesson:
    """The lesson of a game; do not change it.

    Raises: RuleSetError if there is no such game.
    """
    title_of(game)
    text = files("rondel.lessons").joinpath(f"data/{game}.json").read_text(encoding="utf-8")
    lesson: Lesson = json.loads(text)
    return lesson


def record_until(lesson: Lesson, entries: int) -> dict[str, Any]:
    """The record of a lesson as far as so many entries."""
    return {**lesson["record"], "actions": entries_of(lesson)[:entries]}


def entries_of(lesson: Lesson) -> list[Entry]:
    """What is decided in the course of a lesson."""
    entries: list[Entry] = lesson["record"]["actions"]
    return entries


def game_at(lesson: Lesson, entries: int) -> Game:
    """The game after so many entries."""
    return replay(record_until(lesson, entries))
