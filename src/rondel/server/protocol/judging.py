"""Judgements: reviews of games that are over, and analysis of positions."""

from __future__ import annotations

from typing import Literal

from rondel.judging.shapes import Judgement, Review
from rondel.server.protocol.base import Asked, Count, Told, example
from rondel.server.protocol.declared import Declared


class ReviewAsked(Asked):
    """Whether a review that is there shall be made anew."""

    model_config = example({"anew": False})

    anew: bool = False
    """Makes it anew even if the same judge has made it."""


class JudgeNamed(Told):
    """A judge."""

    name: str
    """The name of the bot."""
    version: int
    """Grows with every change that changes judgements."""


class CostLabels(Told):
    """A costly decision in the language asked for."""

    did: str
    """What was chosen."""
    better: str
    """What would have been better."""


class ReviewTold(Told):
    """The review of a game, or how far it is."""

    state: Literal["none", "waiting", "running", "done", "failed"]
    """Whether it is made; a review that is made anew is still told meanwhile."""
    done: int
    """Entries that were looked at."""
    of: int
    """Entries of the game."""
    judge: JudgeNamed
    """Who would judge now."""
    outdated: bool
    """Whether the review was made by another judge."""
    seconds: float | None
    """How long it took to make."""
    review: Declared[Review] | None
    """The review; null before there is one."""
    labels: list[CostLabels] | None = None
    """The costs of the review in words, in their order; left out without a language."""


class AnalysisAsked(Asked):
    """A moment to think about."""

    model_config = example({"entries": 40})

    entries: Count | None = None
    """After so many entries; left out: as the game stands now."""


class AnalysisTold(Told):
    """What the judge thinks of a position so far."""

    entries: int
    """After so many entries."""
    judgement: Declared[Judgement]
    """The judgement; ask again, and it is surer."""
    labels: list[str] | None = None
    """The choices in words, in their order; left out without a language."""
    lines: list[list[str]] | None = None
    """The expected line after each choice in words; left out without a language."""
