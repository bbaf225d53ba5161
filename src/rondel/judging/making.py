"""A review made from beginning to end, by one process or several."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from rondel.arena.play import spread
from rondel.judging.passes import Finding, Glance, glances, look_closely, suspects
from rondel.judging.review import write_review
from rondel.judging.shapes import Review
from rondel.judging.strongest import strongest
from rondel.records import Transcript

PART: Final = 8
"""Entries that are glanced at in one go: about a quarter of a second of work."""


@dataclass(frozen=True)
class Made:
    """How far a review is."""

    done: int
    """Entries that were glanced at."""
    of: int
    """Entries of the game."""


def parts_of(transcript: Transcript) -> list[tuple[int, int]]:
    """The game in parts: the numbers of the first and last entry of each."""
    length = transcript.length
    return [(first, min(first + PART - 1, length)) for first in range(1, length + 1, PART)]


def glance_at(transcript: Transcript, part: tuple[int, int]) -> list[Glance]:
    """The first pass over a part of a game."""
    return glances(strongest(), transcript, *part)


def look_at(transcript: Transcript, suspect: Glance) -> Finding:
    """The second pass at one decision."""
    return look_closely(strongest(), transcript, suspect)


def make_review(
    transcript: Transcript, jobs: int = 1, tell: Callable[[Made], None] | None = None
) -> Review:
    """The review of a game from its start on, made by so many processes."""
    seen: list[Glance] = []
    parts = parts_of(transcript)
    for part, found in zip(parts, spread(partial(glance_at, transcript), parts, jobs), strict=True):
        seen += found
        if tell is not None:
            tell(Made(part[1], transcript.length))
    looks = spread(partial(look_at, transcript), suspects(seen), jobs)
    return write_review(strongest(), transcript, seen, list(looks))
