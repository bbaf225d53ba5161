"""Judgements of positions and of whole games: expected shares, and how sure they are."""

from rondel.judging.analysis import ponder
from rondel.judging.judge import Judge, Sight
from rondel.judging.making import Made, make_review, parts_of
from rondel.judging.passes import Finding, Glance, glances, look_closely, suspects
from rondel.judging.review import write_review
from rondel.judging.strongest import strongest

__all__ = [
    "Finding",
    "Glance",
    "Judge",
    "Made",
    "Sight",
    "glances",
    "look_closely",
    "make_review",
    "parts_of",
    "ponder",
    "strongest",
    "suspects",
    "write_review",
]
