"""The past of a game as each viewer may see it: earlier positions, entries, the record."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Final

from rondel.engine import SPECTATOR, Game
from rondel.records import write
from rondel.server import telling
from rondel.server.looking import check_entry, eyes_of
from rondel.server.storage import tables as stored
from rondel.server.table import Json, Table
from rondel.server.tables import Tables, game_at

MOST_ENTRIES: Final = 500
"""So many entries are replayed at once."""

MOST_POSITIONS: Final = 25
"""So many positions are told at once."""


# Positions ----------------------------------------------------------------------------------


async def past_told(
    tables: Tables, table: Table, user: str | None, seat: int | None, entries: int
) -> Json:
    """The position after so many entries, read-only.

    Raises: Refusal.
    """
    check_entry(table, entries)
    game = await game_at(tables.database, table, entries)
    return _past(table, user, seat, game)


async def stretch_told(
    tables: Tables, table: Table, user: str | None, seat: int | None, first: int
) -> Json:
    """The position after so many entries, and what each of the next entries changed in it.

    Raises: Refusal.
    """
    check_entry(table, first)
    last = min(table.length, first + MOST_POSITIONS - 1)
    game = await game_at(tables.database, table, first)
    bodies = await stored.entries_between(tables.database, table.id, first, last)
    past = _past(table, user, seat, game)
    eyes = eyes_of(table, user, seat)
    return {"first": past, "steps": await asyncio.to_thread(_steps, game, bodies, eyes)}


def _past(table: Table, user: str | None, seat: int | None, game: Game) -> Json:
    viewer = table.viewer(user, seat)
    return {
        "entries": len(game),
        "viewer": None if viewer == SPECTATOR else viewer,
        **_moment(game, eyes_of(table, user, seat)),
    }


def _moment(game: Game, eyes: str | None) -> Json:
    return {"snapshot": game.snapshot(eyes), "facts": game.facts(eyes)}


def _steps(game: Game, bodies: list[Json], eyes: str | None) -> list[list[Json]]:
    steps = []
    before = _moment(game, eyes)
    for body in bodies:
        game.play(game.read(body))
        after = _moment(game, eyes)
        steps.append(list(differences(before, after)))
        before = after
    return steps


def differences(before: Json, after: Json, path: tuple[str, ...] = ()) -> Iterator[Json]:
    """What to put where to make one object the other; objects with other keys are put whole."""
    for key, value in after.items():
        old, place = before[key], (*path, key)
        if old == value:
            continue
        if isinstance(old, dict) and isinstance(value, dict) and old.keys() == value.keys():
            yield from differences(old, value, place)
        else:
            yield {"path": place, "value": value}


# Entries and the record ---------------------------------------------------------------------


async def entries_told(
    tables: Tables, table: Table, after: int, last: int, lang: str | None = None
) -> list[Json]:
    """Entries of the record with what each of them brought about.

    Raises: Refusal.
    """
    check_entry(table, after)
    last = min(last, table.length, after + MOST_ENTRIES)
    game = await game_at(tables.database, table, after)
    bodies = await stored.entries_between(tables.database, table.id, after, last)
    return [entry_told(game, after + i, body, lang) for i, body in enumerate(bodies, 1)]


def entry_told(game: Game, number: int, body: Json, lang: str | None) -> Json:
    """Carries out an entry and tells what happened."""
    events: list[dict[str, Any]] = [event.to_json() for event in game.apply(body)]
    told = {"number": number, "entry": body, "events": events}
    if lang is not None:
        told["sentences"] = telling.sentences_of(game.rules.game, lang, events)
    return told


async def record_told(tables: Tables, table: Table, user: str | None, seat: int | None) -> str:
    """The record: in full when the game is over, before that as the viewer may see it.

    Raises: Refusal.
    """
    check_entry(table, 0)
    bodies = await stored.entries_between(tables.database, table.id, 0, table.length)
    heading = table.running.heading(eyes_of(table, user, seat))
    # Extra keys are written last.
    extras = {key: heading.pop(key) for key in list(heading) if key.startswith("x_")}
    return write({**heading, "actions": bodies, "result": table.result, **extras})
