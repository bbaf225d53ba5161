"""The shapes of puzzles as they are kept and told."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, get_args

from rondel.engine.shapes import Chosen, DecisionTold
from rondel.judging.tendencies import Tendency

Theme = Literal[
    "government",
    "kept",
    "investment",
    "patience",
    "investor",
    "swiss_bank",
    "taxation",
    "race",
    "factory",
    "saved",
    "convoy",
    "flags",
    "march",
    "battle",
    "arms",
]
"""What a puzzle is about: a government won or kept, a good investment, money kept back, an
Investor stop, a Swiss Bank, a taxation, the race to the last power points, a factory built or
saved, a convoy, flags, a Maneuver, a battle, new units."""

THEMES: tuple[Theme, ...] = get_args(Theme)

Grade = Literal[1, 2, 3, 4, 5]
"""How hard a puzzle is."""


class MadeBy(TypedDict):
    """Who found a puzzle and where."""

    judge: str
    """The judge's name."""
    version: int
    """Its version."""
    bots: str
    """The bot in all seats of the game."""
    seed: str
    """What the game was drawn from."""
    entry: int
    """The number of the entry that answered the decision."""


class Weighed(TypedDict):
    """What is expected after a choice."""

    choice: Chosen
    """The choice as in a record."""
    share: float
    """Expected share of who decides, 0 to 1."""
    error: float
    """So far above and below it the 95 % interval reaches."""
    behind: float
    """By how much it is worse than the best, playout by playout."""
    behind_error: float
    """How far that may be off."""
    playouts: int
    """How often it was played out."""
    tendencies: list[Tendency]
    """What is otherwise a round later: `did` after this choice, `better` after the best."""


class Puzzle(TypedDict):
    """A position with one choice that is clearly the best."""

    id: str
    """Made of the position and the decision: the same puzzle keeps it."""
    theme: Theme
    """What it is about."""
    grade: Grade
    """How hard it is."""
    missed: int
    """How many of `grading.CROWD` miss it."""
    margin: float
    """At least so far behind the next best is, in shares."""
    playouts: int
    """The search that states the margin; it held in one ten times as long."""
    made: MadeBy
    """Who found it."""
    record: dict[str, Any]
    """The position as a record that ends with the decision."""
    decision: DecisionTold
    """Who decides what."""
    choices: list[Weighed]
    """All choices, the best first, as the search ten times as long found them."""
