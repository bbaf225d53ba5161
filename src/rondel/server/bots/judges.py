"""Judges work in processes that give way to everything: parts of reviews, whiles of analyses.

Bots think in others. Reviews go on for long, and what stands back only a little behind the answers
to people is felt by them.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

import orjson

from rondel.judging import Finding, Glance, strongest, write_review
from rondel.judging.analysis import Sequence, analysis_of, over_told
from rondel.judging.shapes import Judgement
from rondel.records import Transcript
from rondel.server.bots.processes import Processes
from rondel.server.bots.worker import LAST
from rondel.server.model.passages import Passage

Compared = tuple[Sequence, Sequence]
"""Two choices, or plans, that are held against each other; empty for none."""

LIMIT: Final = 120.0
"""Seconds after which work is given up; it is short, but everybody else goes first."""

MOST_POSITIONS: Final = 6
"""Positions that a process goes on thinking about: those asked about last."""


class Judges(Processes):
    """The processes that judges work in; they begin when they are first needed."""

    def __init__(self, processes: int) -> None:
        super().__init__(processes, LIMIT, LAST)


def transcribed(passage: Passage) -> Transcript:
    """A whole game as judges read it."""
    game = passage.game()
    return Transcript.of(game)


def written(transcript: Transcript, seen: list[Glance], found: list[Finding]) -> str:
    """The review as JSON."""
    return orjson.dumps(write_review(strongest(), transcript, seen, found)).decode()


class Desk:
    """The positions that a process thinks about."""

    def __init__(self) -> None:
        self._open: OrderedDict[str, Pondered] = OrderedDict()

    def at(self, key: str, passage: Passage) -> Pondered:
        """A position, with what was found about it before."""
        known = self._open.pop(key, None) or Pondered(passage)
        self._open[key] = known
        while len(self._open) > MOST_POSITIONS:
            self._open.popitem(last=False)
        return known


class Pondered:
    """A position that is thought about."""

    def __init__(self, passage: Passage) -> None:
        self._game = passage.game()
        self._analysis = analysis_of(strongest(), self._game)

    def think(self, seconds: float, compared: Compared) -> Judgement:
        """Thinks on for a while, but not where nothing is left to find out.

        What is found at once is told at once.
        """
        if self._analysis is None:
            return over_told(strongest(), self._game)
        self._analysis.compare(*compared)
        end = time.perf_counter() + (seconds if self._analysis.rounds else 0.0)
        self._analysis.think()
        while time.perf_counter() < end and not self._analysis.is_full:
            self._analysis.think()
        return self._analysis.told()


DESK: Final = Desk()
"""Of this process."""


def pondered(key: str, passage: Passage, seconds: float, compared: Compared) -> Judgement:
    """What the judge thinks of a position after some more seconds, and of two of its choices."""
    return DESK.at(key, passage).think(seconds, compared)
