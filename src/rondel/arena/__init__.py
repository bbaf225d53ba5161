"""Bots measured against each other: the same deals for all, figures with intervals."""

from rondel.arena.match import Outcome, open_game, play_fixture, play_fixtures
from rondel.arena.plan import Fixture, Plan, PlanError, Setting, duel, ladder, round_robin
from rondel.arena.play import answers, drawn_options, seat_names, spread
from rondel.arena.summary import summary_of

__all__ = [
    "Fixture",
    "Outcome",
    "Plan",
    "PlanError",
    "Setting",
    "answers",
    "drawn_options",
    "duel",
    "ladder",
    "open_game",
    "play_fixture",
    "play_fixtures",
    "round_robin",
    "seat_names",
    "spread",
    "summary_of",
]
