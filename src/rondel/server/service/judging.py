"""Who may have judged what: games that are over, and studies that help nobody in a running game."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import orjson

from rondel.engine.shapes import Entry
from rondel.judging import strongest
from rondel.judging.shapes import Judgement, Review
from rondel.narration import narrator_of
from rondel.server.bots import judges
from rondel.server.errors import Refusal, conflict
from rondel.server.model.passages import Json
from rondel.server.model.table import Table
from rondel.server.parts import Server
from rondel.server.protocol.judging import AnalysisAsked
from rondel.server.service.fairness import is_played_by_others
from rondel.server.storage.rows import reviews, stretches
from rondel.server.storage.rows.reviews import DONE, Kept
from rondel.server.viewers.display import check_entry, is_over
from rondel.server.viewers.workers import Asker, busy

THINKING: Final = 0.4
"""Seconds of thinking for one answer: the figures change at most twice a second."""

SLOW: Final = 1.0
"""Seconds of waiting for other work from which on it is said."""


def still_played() -> Refusal:
    """The refusal to judge what is still played."""
    return conflict(
        "analysis/running",
        "This game is still being played with other people. It can be analyzed when it has ended.",
    )


async def check_over(server: Server, table: Table, user: str) -> None:
    """Whether a game may be reviewed.

    Raises: Refusal.
    """
    check_entry(table, 0)
    if not is_over(table):
        raise conflict("table/not_over", "A game is reviewed when it is over.")
    if await is_played_by_others(server, table, user, table.length):
        raise still_played()


async def check_open(server: Server, table: Table, user: str, entries: int) -> None:
    """Whether a moment of a game may be analysed.

    Raises: Refusal.
    """
    check_entry(table, entries)
    if not (is_over(table) or table.sandbox):
        raise still_played()
    if await is_played_by_others(server, table, user, entries):
        raise still_played()


# Reviews ------------------------------------------------------------------------------------


async def review_told(server: Server, table: Table, lang: str | None) -> bytes:
    """The review of a game, or how far it is; what is played on has none any more."""
    async with server.database.reading() as connection:
        kept = await reviews.find(connection, table.id) if is_over(table) else None
    judge = strongest()
    kept = kept or Kept("none", 0, table.length, None, None, None, None)
    told: Json = {
        "state": kept.state,
        "done": kept.done,
        "of": kept.of or table.length,
        "judge": {"name": judge.name, "version": judge.version},
        "outdated": kept.body is not None and not _is_by(kept, judge.name, judge.version),
        "seconds": kept.seconds,
        "review": None if kept.body is None else orjson.Fragment(kept.body),
    }
    if lang is not None and kept.body is not None:
        told["labels"] = _cost_labels(table, orjson.loads(kept.body), lang)
    return orjson.dumps(told)


def _is_by(kept: Kept, name: str, version: int) -> bool:
    return (kept.judge, kept.version) == (name, version)


def _cost_labels(table: Table, review: Review, lang: str) -> list[Json]:
    label = _labeller(table, lang)
    return [
        {"did": label(cost["did"]["entry"]), "better": label(cost["better"]["entry"])}
        for cost in review["costs"]
    ]


def _labeller(table: Table, lang: str) -> Callable[[Entry], str]:
    """What puts an entry into a few words."""
    rules = table.running.rules
    return narrator_of(rules.game, lang, rules.version).alone


async def ask_for_review(server: Server, table: Table, anew: bool) -> None:
    """Has a review made, unless the present judge has made it or it is on its way.

    Raises: Refusal if there is nothing to review.
    """
    judge = strongest()
    async with server.database.writing() as writing:
        kept = await reviews.find(writing.connection, table.id)
        fresh = kept is not None and kept.state == DONE and _is_by(kept, judge.name, judge.version)
        if anew or not fresh:
            await reviews.ask(writing.connection, table.id, table.length, server.clock())
    server.reviewer.stir()


# Analysis -----------------------------------------------------------------------------------


async def analysis_told(
    server: Server, asker: Asker, table: Table, wanted: AnalysisAsked, lang: str | None
) -> bytes:
    """What the judge thinks of a moment of a game, after some more thinking.

    Raises: Refusal.
    """
    entries = entries_of(table, wanted)
    if not server.judges.can_think:
        raise busy()
    for key in asker.keys:
        server.limiter.check_room("work", key)
    passage = await stretches.passage(server.database, table, entries, entries)
    key, began = f"analysis {table.id} {table.position} {entries}", time.monotonic()
    try:
        found = await server.judges.work(
            0.0, key, judges.pondered, key, passage, THINKING, wanted.sequences
        )
    except (OSError, RuntimeError) as error:
        raise busy() from error
    waited = time.monotonic() - began - THINKING
    told: Json = {"entries": entries, "judgement": found, "slow": waited > SLOW}
    if lang is not None:
        told |= _labels(table, found, lang)
    return orjson.dumps(told)


def entries_of(table: Table, wanted: AnalysisAsked) -> int:
    """The moment that somebody asks about."""
    return table.length if wanted.entries is None else wanted.entries


def _labels(table: Table, found: Judgement, lang: str) -> Json:
    label, choices = _labeller(table, lang), found["choices"]
    return {
        "labels": [[label(entry) for entry in one["entries"]] for one in choices],
        "lines": [[label(step["entry"]) for step in one["line"]] for one in choices],
    }
