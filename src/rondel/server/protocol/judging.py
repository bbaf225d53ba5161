"""Judgements: reviews of games that are over, and analysis of positions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rondel.judging.shapes import Judgement, Review
from rondel.server.protocol.base import Asked, Count, Json, Told, example
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


Sequence = Annotated[list[Json], Field(min_length=1, max_length=60)]
"""What is chosen in one go, as it was told."""


class AnalysisAsked(Asked):
    """A moment to think about."""

    model_config = example({"entries": 40})

    entries: Count | None = None
    """After so many entries; left out: as the game stands now."""
    compare: Annotated[list[Sequence], Field(min_length=2, max_length=2)] | None = None
    """Two of the choices that were told, each with all that is chosen in one go."""

    @property
    def sequences(self) -> tuple[list[Json], list[Json]]:
        """The two, or nothing twice."""
        first, second = self.compare or ([], [])
        return first, second


class AnalysisTold(Told):
    """What the judge thinks of a position so far."""

    entries: int
    """After so many entries."""
    judgement: Declared[Judgement]
    """The judgement; ask again, and it is surer."""
    slow: bool
    """Whether it had to wait for bots that play."""
    labels: list[list[str]] | None = None
    """What each of the choices consists of in words; left out without a language."""
    lines: list[list[str]] | None = None
    """The expected line after each choice in words; left out without a language."""
