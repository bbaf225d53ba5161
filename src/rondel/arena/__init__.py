"""Bots measured against each other: the same deals for all, figures with intervals."""

from rondel.arena.charts import Words, draw_charts, score_curves
from rondel.arena.cluster import ClusterError
from rondel.arena.match import Outcome, open_game, play_fixture, play_fixtures
from rondel.arena.merging import merged
from rondel.arena.plan import Fixture, Plan, PlanError, Setting, duel, ladder, round_robin
from rondel.arena.play import (
    Answer,
    BotFailed,
    Seating,
    answers,
    completed_options,
    drawn_options,
    places,
    play_to_end,
    seat_names,
    spread,
)
from rondel.arena.ratings import Rating, rate
from rondel.arena.referee import MOST_FORFEITS, Forfeits
from rondel.arena.skills import NEW as NEW_SKILL
from rondel.arena.skills import Skill, learnt
from rondel.arena.store import Store, StoreError
from rondel.arena.summary import COUNTED, summary_of

__all__ = [
    "COUNTED",
    "MOST_FORFEITS",
    "NEW_SKILL",
    "Answer",
    "BotFailed",
    "ClusterError",
    "Fixture",
    "Forfeits",
    "Outcome",
    "Plan",
    "PlanError",
    "Rating",
    "Seating",
    "Setting",
    "Skill",
    "Store",
    "StoreError",
    "Words",
    "answers",
    "completed_options",
    "draw_charts",
    "drawn_options",
    "duel",
    "ladder",
    "learnt",
    "merged",
    "open_game",
    "places",
    "play_fixture",
    "play_fixtures",
    "play_to_end",
    "rate",
    "round_robin",
    "score_curves",
    "seat_names",
    "spread",
    "summary_of",
]
