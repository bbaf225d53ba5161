"""Games to look at and to try things in: imported records, and positions of other games.

They are tables of their own, private, where one person holds all seats.
"""

from __future__ import annotations

import asyncio
from typing import Final

from rondel.engine import Event, Game, RecordError
from rondel.records import loads, replay
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
    try:
        game = await asyncio.to_thread(loads, text)
    except RecordError as error:
        refuse_record(error)
    return await _opened(tables, game, user, name or "Record")


async def from_position(
    tables: Tables, table: Table, user: str, entries: int, name: str | None
) -> Table:
    """A study that goes on from a moment of another game.

    Raises: Refusal, also while cash in it is secret.
    """
    check_entry(table, entries)
    if is_secret(table, user):
        raise conflict("study/secret", "Cash is secret here. Wait until this game is over.")
    async with tables.database.reading() as connection:
        bodies = await stored.entries_between(connection, table.id, 0, entries)
    record = {**table.running.heading(), "actions": bodies}
    game = await asyncio.to_thread(replay, record)
    return await _opened(tables, game, user, name or table.name, (table.id, entries))


async def _opened(
    tables: Tables, game: Game, user: str, name: str, parent: tuple[str, int] | None = None
) -> Table:
    if len(game) > MOST_ENTRIES:
        raise bad("record/too_long", f"A record here has at most {MOST_ENTRIES} entries.")
    now = tables.clock()
    agreed = Agreement(name, game.rules.game, game.options, public=False)
    study = new_table(agreed, user, name, now)
    study.sandbox = True
    study.seats = [Seat(i, player, user) for i, player in enumerate(game.players)]
    study.visitors = {user: Visitor()}
    if parent is not None:
        study.parent_id, study.parent_entry = parent
    study.new_checkpoints = await asyncio.to_thread(_checkpoints, game.record())
    study.checkpoint = max(study.new_checkpoints, default=0)
    _fill(study, game, user, now)
    return await tables.add(study)


def _fill(study: Table, game: Game, user: str, now: float) -> None:
    """Puts a whole game on a new table."""
    study.heading = game.heading()
    study.play, study.length, study.position = game, len(game), len(game)
    for number, body in enumerate(game.record()["actions"], 1):
        entry = Entry(number, body, game.players.index(body["actor"]), user, None)
        study.new_entries.append(entry)
        study.trail = study.trail.then(entry)
    study.status, study.started_at, study.result = RUNNING, now, game.result
    clocks.put_decision(study, now)
    study.note(now, "opened", {"entries": len(game)}, user)
    if game.over:
        study.status, study.ended_at = FINISHED, now


def _checkpoints(record: Json) -> dict[int, Json]:
    """Snapshots every so often, by the number of entries."""
    taken: dict[int, Json] = {}

    def watch(game: Game, number: int, events: list[Event]) -> None:
        if game.resumable and number - max(taken, default=0) >= CHECKPOINT_EVERY:
            taken[number] = game.snapshot()

    replay(record, watch)
    return taken
