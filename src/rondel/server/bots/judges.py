"""What judges do in the processes that bots think in: parts of reviews, whiles of analyses."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

import orjson

from rondel.judging import Finding, Glance, strongest, write_review
from rondel.judging.analysis import ponder
from rondel.judging.shapes import Judgement
from rondel.records import Transcript
from rondel.server.model.passages import Passage

MOST_POSITIONS: Final = 6
"""Positions that a process goes on thinking about: those asked about last."""


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
        self._thoughts = ponder(strongest(), passage.game())
        self._last: Judgement | None = None

    def think(self, seconds: float) -> Judgement:
        """Thinks on for a while, but not where nothing is left to find out."""
        end = time.perf_counter() + seconds
        while self._last is None or time.perf_counter() < end:
            found = next(self._thoughts, None)
            if found is None:
                break
            self._last = found
        assert self._last is not None, "the first thought always comes"
        return self._last


DESK: Final = Desk()
"""Of this process."""


def pondered(key: str, passage: Passage, seconds: float) -> Judgement:
    """What the judge thinks of a position after some more seconds."""
    return DESK.at(key, passage).think(seconds)
