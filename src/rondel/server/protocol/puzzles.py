"""Puzzles: what the page asks and tells of them."""

from __future__ import annotations

from typing import Any

from rondel.engine.shapes import Chosen, Consequences, DecisionTold
from rondel.judging.tendencies import Tendency
from rondel.puzzles import Grade, Theme
from rondel.server.protocol.base import Asked, GameId, Told, example
from rondel.server.protocol.declared import Declared


class PuzzleRow(Told):
    """A puzzle among all."""

    id: str
    """Made of the position: the same puzzle keeps it."""
    number: int
    """From 1 on, the easiest first."""
    game: GameId
    """Which of the games."""
    players: int
    """How many play."""
    theme: Theme
    """What it is about."""
    heading: int
    """Which of the names of its theme it has, from 1 on."""
    grade: Grade
    """How hard it is, from 1 on."""


class PuzzleOfTheDay(Told):
    """Today's puzzle."""

    date: str
    """The day at the server, in UTC."""
    id: str
    """Which puzzle."""


class PuzzlesTold(Told):
    """All puzzles."""

    puzzles: list[PuzzleRow]
    """The easiest first."""
    daily: PuzzleOfTheDay
    """Today's."""


class PuzzleJudge(Told):
    """Who found a puzzle, and with how much work."""

    name: str
    """The name of the bot."""
    version: int
    """Grows with every change that changes judgements."""
    playouts: int
    """Playouts of the search that it holds in."""


class PuzzleTold(PuzzleRow):
    """A puzzle, without its solution."""

    of: int
    """How many there are."""
    seats: list[str]
    """All players, in the order of play."""
    player: str
    """Whom the solver plays."""
    decision: Declared[DecisionTold]
    """What is to be decided."""
    choices: int
    """How many choices there are."""
    judge: PuzzleJudge
    """Who found it."""


class Attempt(Asked):
    """A choice that somebody tries."""

    model_config = example({"choice": {"slot": "investor"}})

    choice: dict[str, Any]
    """The choice, as in a record."""


class TriedTold(Told):
    """A choice and what becomes of it."""

    choice: Declared[Chosen]
    """The choice as in a record."""
    consequences: Declared[Consequences]
    """What it does up to the next decision."""
    tendencies: list[Declared[Tendency]]
    """What is otherwise a round later: `did` after it, `better` after the best."""


class WeighedChoice(Told):
    """A choice and the share that is expected after it."""

    choice: Declared[Chosen]
    """The choice as in a record."""
    share: float
    """Expected share of the solver, 0 to 1."""
    error: float
    """So far above and below it the 95 % interval reaches."""


class SolutionTold(Told):
    """The solution of a puzzle."""

    best: TriedTold
    """The best choice; its tendencies compare it with the next best."""
    choices: list[WeighedChoice]
    """All choices, the best first."""
    margin: float
    """At least so far behind the next best is, in shares."""
    judge: PuzzleJudge
    """Who judged."""


class AttemptTold(Told):
    """What an attempt was worth."""

    solved: bool
    """Whether it was the best choice."""
    tried: TriedTold
    """What was tried."""
    solution: SolutionTold | None
    """The solution, for who has found it."""
