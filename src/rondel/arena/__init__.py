"""Bots measured against each other: the same deals for all, figures with intervals."""

from rondel.arena.charts import Words, draw_charts, score_curves
from rondel.arena.match import Outcome, open_game, play_fixture, play_fixtures
from rondel.arena.plan import Fixture, Plan, PlanError, Setting, duel, ladder, round_robin
from rondel.arena.play import answers, drawn_options, seat_names, spread
from rondel.arena.ratings import Rating, rate
from rondel.arena.store import Store, StoreError
from rondel.arena.summary import COUNTED, summary_of

__all__ = [
    "COUNTED",
    "Fixture",
    "Outcome",
    "Plan",
    "PlanError",
    "Rating",
    "Setting",
    "Store",
    "StoreError",
    "Words",
    "answers",
    "draw_charts",
    "drawn_options",
    "duel",
    "ladder",
    "open_game",
    "play_fixture",
    "play_fixtures",
    "rate",
    "round_robin",
    "score_curves",
    "seat_names",
    "spread",
    "summary_of",
]
