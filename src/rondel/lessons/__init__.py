"""Lessons: games that teach, each a record and the steps that lead a learner through it."""

from rondel.lessons.library import Guess, Lesson, Step, lesson_of
from rondel.lessons.scores import ScoreRow, cash_of, score_rows

__all__ = ["Guess", "Lesson", "ScoreRow", "Step", "cash_of", "lesson_of", "score_rows"]
