"""Puzzles: positions of real games with one choice that is clearly the best."""

from rondel.puzzles.checking import Checked, check
from rondel.puzzles.library import Numbered, daily, game_at, library, read, weighed, written
from rondel.puzzles.making import Plan, Progress, made_anew, make
from rondel.puzzles.shapes import THEMES, Grade, Puzzle, Theme, Weighed

__all__ = [
    "THEMES",
    "Checked",
    "Grade",
    "Numbered",
    "Plan",
    "Progress",
    "Puzzle",
    "Theme",
    "Weighed",
    "check",
    "daily",
    "game_at",
    "library",
    "made_anew",
    "make",
    "read",
    "weighed",
    "written",
]
