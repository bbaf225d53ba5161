"""Games to look at and to try things in: imported records, and positions of other games.

They are tables of their own, private, where one person holds all seats.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from rondel.engine import Event, Game, RecordError
from rondel.records import loads, replay
from rondel.records.saved import Watcher
from rondel.server import clocks
from rondel.server.errors import bad, conflict, refuse_record
from rondel.server.looking import check_entry, is_secret
from rondel.server.play import CHECKPOINT_EVERY
from rondel.server.seating import Agreement, new_table
from rondel.server.storage import tables as stored
from rondel.server.table import FINISHED, RUNNING, Entry, Json, Seat, Table, Visitor
from rondel.server.tables import Tables

MOST_ENTRIES: Final = 20_000
"""Longest record that is taken in."""


async def from_record(tables: Tables, text: str | bytes, user: str, name: str | None) -> Table:
    """A study of a record.

    Raises: Refusal if it does not replay.
    """

    def read(watch: Watcher) -> Game:
        return loads(text, watch)

    try:
        study = await asyncio.to_thread(_study, read, user, name or "Record", tables.clock())
    except RecordError as error:
        refuse_record(error)
    return await tables.add(study)


async def from_position(
    tables: Tables, table: Table, user: str, entries: int, name: str | None
) -> Table:
    """A study that goes on from a moment of another game.

    Raises: Refusal, also while cash in it is secret.
    """
    check_entry(table, entries)
    if is_secret(table, user):
        raise conflict("study/secret", "Cash is secret here. Wait until this game is over.")
    bodies = await stored.entries_between(tables.database, table.id, 0, entries)
    heading = table.running.heading()

    def read(watch: Watcher) -> Game:
        return replay({**heading, "actions": bodies}, watch)

    study = await asyncio.to_thread(_study, read, user, name or table.name, tables.clock())
    study.parent_id, study.parent_entry = table.id, entries
    return await tables.add(study)


def _study(read: Callable[[Watcher], Game], user: str, name: str, now: float) -> Table:
    """A table with a whole game, which may be long: this is done beside the event loop.

    Raises: Refusal, RecordError.
    """
    taken = Checkpoints()
    game = read(taken.watch)
    if len(game) > MOST_ENTRIES:
        raise bad("record/too_long", f"A record here has at most {MOST_ENTRIES} entries.")
    study = new_table(Agreement(name, game.rules.game, game.options, public=False), user, name, now)
    study.sandbox = True
    study.seats = [Seat(i, player, user) for i, player in enumerate(game.players)]
    study.visitors = {user: Visitor()}
    study.checkpoint, study.new_checkpoints = taken.last, taken.snapshots
    _fill(study, game, user, now)
    return study


def _fill(study: Table, game: Game, user: str, now: float) -> None:
    study.heading = game.heading()
    study.play, study.length, study.position = game, len(game), len(game)
    for number, body in enumerate(game.record()["actions"], 1):
        entry = Entry(number, body, game.players.index(body["actor"]), user, None)
        study.new_entries.append(entry)
        study.trail = study.trail.then(entry)
    study.status, study.started_at, study.result = RUNNING, now, game.result
    clocks.put_decision(study, now)
    opening = [event.to_json() for event in game.opening]
    study.note(now, "opened", {"entries": len(game), "events": opening}, user)
    if game.over:
        study.status, study.ended_at = FINISHED, now


class Checkpoints:
    """Complete positions every so often, taken while a game is replayed."""

    def __init__(self) -> None:
        self.last = 0
        """Entries at the last."""
        self.snapshots: dict[int, Json] = {}

    def watch(self, game: Game, number: int, events: Sequence[Event]) -> None:
        """Takes one if it is time."""
        if game.resumable and number - self.last >= CHECKPOINT_EVERY:
            self.last = number
            self.snapshots[number] = game.snapshot()
