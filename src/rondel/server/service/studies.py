"""Games to look at and to try things in: imported records, and positions of other games.

They are tables of their own, private, where one person holds all seats.
"""

from __future__ import annotations

from dataclasses import dataclass

from rondel.engine import EventTold, Game
from rondel.server.errors import conflict
from rondel.server.model.passages import Json, Page, Passage, Stretch
from rondel.server.model.table import FINISHED, RUNNING, Draft, Seat, Table, Visitor
from rondel.server.parts import Server
from rondel.server.storage.rows import stretches
from rondel.server.storage.rows.stretches import trail_of
from rondel.server.table import clocks
from rondel.server.table.seating import Agreement, new_table
from rondel.server.viewers import jobs
from rondel.server.viewers.display import check_entry, is_secret
from rondel.server.viewers.workers import Asker, busy


@dataclass(frozen=True)
class Opponents:
    """Who plays against the one player of a person."""

    player: str
    bot: str


async def from_record(
    server: Server,
    asker: Asker,
    raw: bytes,
    user: str,
    name: str | None,
    opponents: Opponents | None = None,
) -> Table:
    """A study of a record; with opponents, a game against them that goes on where it stops.

    Raises: Refusal if it does not replay.
    """
    async with server.workers.turn(asker):
        found = await server.workers.do(jobs.take_in, raw)
        if isinstance(found, jobs.Refused):
            raise found.refusal()
        pages = [Page(one.after, one.last, one.id) for one in found.stretches]
        passage = _last_passage(found.heading, found.stretches)
        study = _study(passage, pages, user, name or "Record", server.clock())
        if opponents:
            _seat(study, opponents)
        _open(study, user, found.opening, server.clock())
        await stretches.keep(server.database, found.stretches)
        return await server.tables.add(study)


def _last_passage(heading: Json, kept: list[Stretch]) -> Passage:
    """The end of a game, from its last complete position on."""
    if not kept:
        return Passage(heading, None, 0, [])
    last = kept[-1]
    return Passage(heading, last.snapshot, last.after, [(last.bodies, 0, last.last - last.after)])


async def from_position(
    server: Server, asker: Asker, table: Table, user: str, entries: int, name: str | None
) -> Table:
    """A study that goes on from a moment of another game.

    Raises: Refusal, also while cash in it is secret.
    """
    check_entry(table, entries)
    if is_secret(table, user):
        raise conflict("study/secret", "Cash is secret here. Wait until this game is over.")
    async with server.workers.turn(asker):
        pages, new = await stretches.shared_by(server.database, table, entries)
        passage = await stretches.passage(server.database, table, entries, entries)
        if await stretches.is_undone(server.database, table):
            raise busy()
        study = _study(passage, pages, user, name or table.name, server.clock())
        study.parent_id, study.parent_entry = table.id, entries
        opening = [event.to_json() for event in _begun(passage).opening]
        _open(study, user, opening, server.clock())
        await stretches.keep(server.database, new)
        return await server.tables.add(study)


def _begun(passage: Passage) -> Game:
    return Passage(passage.heading, None, 0, []).begun()


def _study(passage: Passage, pages: list[Page], user: str, name: str, now: float) -> Draft:
    """A table with a game that begins with these pages.

    Raises: Refusal.
    """
    game = passage.game()
    study = new_table(Agreement(name, game.rules.game, game.options, public=False), user, name, now)
    study.sandbox = True
    study.seats = [Seat(i, player, user) for i, player in enumerate(game.players)]
    study.visitors = {user: Visitor()}
    study.heading, study.play = passage.heading, game
    study.length = study.position = study.shared = len(game)
    study.checkpoint, study.pages = passage.first, pages
    study.trail = trail_of(study, len(game))
    return study


def _seat(study: Draft, opponents: Opponents) -> None:
    """Leaves all players but one to a bot: that is a game, and no study any more."""
    study.sandbox = False
    for seat in study.seats:
        if seat.name != opponents.player:
            seat.user_id, seat.bot = None, opponents.bot


def _open(study: Draft, user: str, opening: list[EventTold], now: float) -> None:
    """Lets the study begin."""
    study.status, study.started_at, study.result = RUNNING, now, study.running.result
    clocks.put_decision(study, now)
    study.note(now, "opened", {"entries": study.length, "events": opening}, user)
    if study.running.over:
        study.status, study.ended_at = FINISHED, now
