"""How hard a puzzle is: how many weaker players miss it."""

from __future__ import annotations

from typing import Final

from rondel.bots import make_bot
from rondel.engine import Game
from rondel.puzzles.shapes import Grade

CROWD: Final = (*("rondel.bots:EasyBot",) * 4, "banker", *("strategist:16",) * 5)
"""Those who try it, each with luck of its own."""

BOUNDS: Final[tuple[tuple[int, Grade], ...]] = ((1, 1), (3, 2), (5, 3), (7, 4))
"""If at most so many miss it, it has the grade; the last grade has no bound."""


def missed_by(game: Game, best: int, seed: str) -> int:
    """How many of the crowd would choose something else."""
    view, legal = game.view(game.players[game.state.actor]), game.legal_actions()
    answers = [
        make_bot(name, f"{seed}/{number}").decide(view, legal) for number, name in enumerate(CROWD)
    ]
    return sum(answer.id != best for answer in answers)


def grade_of(missed: int) -> Grade:
    """The grade of a puzzle that so many miss."""
    for most, grade in BOUNDS:
        if missed <= most:
            return grade
    return 5
