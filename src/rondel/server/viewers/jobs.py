"""What is worked out in a process beside the server: plain values come in, JSON goes out.

Whole games are replayed and written here, so that nobody waits for them but who asked.
"""

from __future__ import annotations

import os
import secrets
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import orjson

from rondel.arena.play import begin_work
from rondel.engine import Event, EventTold, Game, RecordError
from rondel.engine.shapes import Entry, Result
from rondel.narration import Walk, changes_told, course_told, entries_told, stretch_told
from rondel.records import replay, write
from rondel.records.documents import unique
from rondel.server.errors import Refusal, bad, refuse_record
from rondel.server.http.bodies import MOST_IN_RECORD, read_json
from rondel.server.model.loglines import Body
from rondel.server.model.passages import CHECKPOINT_EVERY, Chunk, Json, Passage, Stretch, bodies_in
from rondel.server.viewers import narration
from rondel.server.viewers.cards import Card, blank_scene, scene_of
from rondel.server.viewers.pictures import drawn

MOST_ENTRIES: Final = 20_000
"""Longest record that is taken in."""

ID_BYTES: Final = 8
NICENESS: Final = 5


def begin_job() -> None:
    """In a new process: it ends with the server or when told to, and gives way to it."""
    begin_work()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        os.nice(NICENESS)


@dataclass(frozen=True)
class Refused:
    """A refusal on its way between processes."""

    status: int
    code: str
    message: str

    @staticmethod
    def of(refusal: Refusal) -> Refused:
        """The same, ready to travel."""
        return Refused(refusal.status, refusal.code, refusal.message)

    def refusal(self) -> Refusal:
        """The same, to be raised."""
        return Refusal(self.status, self.code, self.message)


# Positions ----------------------------------------------------------------------------------


def past(passage: Passage, more: Json, eyes: str | None) -> bytes:
    """The position after a passage, as `GET …/positions/{entries}` tells it."""
    walk = Walk(passage.begun())
    for body in passage.bodies():
        walk.play(body)
    return orjson.dumps({**more, **walk.moment(eyes)})


def stretch(passage: Passage, first: int, more: Json, eyes: str | None) -> bytes:
    """The position after entry `first`, and what each of the later entries changed in it."""
    bodies, lead = passage.bodies(), first - passage.first
    told = stretch_told(passage.begun(), bodies[:lead], bodies[lead:], more, eyes)
    return orjson.dumps(told)


def changes(passage: Passage, moments: list[int], eyes: str | None) -> bytes:
    """What has changed from each of these moments to the next."""
    game, bodies = _game_after(passage, moments[0])
    return orjson.dumps(changes_told(game, bodies, moments, eyes))


def _game_after(passage: Passage, first: int) -> tuple[Game, list[Entry]]:
    """The game after entry `first`, and the later entries of the passage."""
    game, bodies = passage.begun(), passage.bodies()
    lead = first - passage.first
    for body in bodies[:lead]:
        game.play(game.read(body))
    return game, bodies[lead:]


def picture(passage: Passage | None, shown: Card) -> bytes:
    """The position after a passage as a picture; of a game that has not begun, the board."""
    return drawn(blank_scene(shown) if passage is None else scene_of(passage.game(), shown))


# Entries, the course, the record ------------------------------------------------------------


def entries(passage: Passage, after: int, lang: str | None) -> bytes:
    """Entries of the record with what each of them brought about."""
    game, bodies = _game_after(passage, after)
    return orjson.dumps(entries_told(game, bodies, after, lang))


def course(passage: Passage, eyes: str | None) -> bytes:
    """The figures at the start of every turn and at the end of the passage."""
    return orjson.dumps(course_told(passage.begun(), passage.bodies(), eyes))


def record(heading: Json, chunks: list[Chunk], result: Result | None) -> bytes:
    """The record, canonical; extra keys are written last."""
    extras = {key: value for key, value in heading.items() if key.startswith("x_")}
    known = {key: value for key, value in heading.items() if key not in extras}
    return write({**known, "actions": bodies_in(chunks), "result": result, **extras}).encode()


def rows(raw: list[tuple[Json, str]], seq: int, game: str, lang: str | None) -> bytes:
    """Lines of the log; each comes with its body as a text of its own."""
    told = []
    for line, text in raw:
        body: Body = orjson.loads(text)
        told.append({**line, "body": body})
        if lang is not None and (sentences := narration.sentences_in(game, lang, body)) is not None:
            told[-1]["sentences"] = sentences
    return orjson.dumps({"rows": told, "seq": seq})


# Records that are taken in ------------------------------------------------------------------


@dataclass(frozen=True)
class Imported:
    """A game that was taken in."""

    game: str
    heading: Json
    options: Json
    players: list[str]
    length: int
    stretches: list[Stretch]
    opening: list[EventTold]
    """What happened before the first entry."""


def take_in(raw: bytes) -> Imported | Refused:
    """The game of a record, replayed with every check on."""
    try:
        return _taken_in(raw)
    except Refusal as refusal:
        return Refused.of(refusal)


def _taken_in(raw: bytes) -> Imported:
    kept = Positions()
    try:
        value = read_json(raw, MOST_IN_RECORD, unique)
        _check_length(value)
        game = replay(value, kept.watch)
    except RecordError as error:
        refuse_record(error)
    return Imported(
        game.rules.game,
        game.heading(),
        game.options,
        game.players,
        len(game),
        kept.stretches(game.record()["actions"]),
        [event.to_json() for event in game.opening],
    )


def _check_length(value: object) -> None:
    """Refuses a record that is too long before anything of it is replayed."""
    actions = value.get("actions") if isinstance(value, dict) else None
    if isinstance(actions, list) and len(actions) > MOST_ENTRIES:
        raise bad("record/too_long", f"A record here has at most {MOST_ENTRIES} entries.")


class Positions:
    """Complete positions every so often, taken while a game is replayed."""

    def __init__(self) -> None:
        self._snapshots: dict[int, Any] = {0: None}
        self._last = 0

    def watch(self, game: Game, number: int, events: Sequence[Event]) -> None:
        """Takes one if it is time."""
        if game.resumable and number - self._last >= CHECKPOINT_EVERY:
            self._last = number
            self._snapshots[number] = orjson.dumps(game.snapshot()).decode()

    def stretches(self, bodies: list[Json]) -> list[Stretch]:
        """The game, cut at these positions."""
        bounds = [*[after for after in self._snapshots if after < len(bodies)], len(bodies)]
        return [
            Stretch(
                secrets.token_hex(ID_BYTES),
                after,
                last,
                self._snapshots[after],
                orjson.dumps(bodies[after:last]).decode(),
            )
            for after, last in pairwise(bounds)
        ]
