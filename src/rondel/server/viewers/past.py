"""The past of a game as each viewer may see it: earlier positions, entries, course, the record.

All of it is worked out in another process, from texts that are not read here, and kept a while:
what a game was after so many entries does not change.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from typing import Final, Protocol

import sqlalchemy as sa

from rondel.engine import SPECTATOR
from rondel.server.model.passages import Json, Passage
from rondel.server.model.table import Table
from rondel.server.storage import schema
from rondel.server.storage.database import Database
from rondel.server.storage.rows import stretches
from rondel.server.table.tables import PAGE, Tables
from rondel.server.viewers import jobs
from rondel.server.viewers.cards import Card
from rondel.server.viewers.display import check_entry, eyes_of
from rondel.server.viewers.workers import SECONDS_PER_BYTE, Asker, Workers, busy

MOST_ENTRIES: Final = 500
"""So many entries are replayed at once."""

MOST_POSITIONS: Final = 25
"""So many positions are told at once."""


class Sources(Protocol):
    """What the past is told from; a running server has all of it."""

    database: Database
    tables: Tables
    workers: Workers


async def _told(
    server: Sources, asker: Asker, table: Table, what: object, make: Callable[[], Awaitable[bytes]]
) -> bytes:
    """The answer that was made before for this position, or a new one."""
    # Players may be given other names.
    key = (table.id, table.position, table.status, *table.running.players, what)
    return await _kept(server, asker, key, make)


async def _kept(
    server: Sources, asker: Asker, key: Hashable, make: Callable[[], Awaitable[bytes]]
) -> bytes:
    workers = server.workers
    if (answer := workers.kept.get(key)) is None:
        async with workers.turn(asker):
            answer = await make()
        workers.kept.put(key, answer)
    workers.charge(asker, len(answer) * SECONDS_PER_BYTE)
    return answer


async def _passage(server: Sources, table: Table, first: int, last: int) -> Passage:
    passage = await stretches.passage(server.database, table, first, last)
    if await stretches.is_undone(server.database, table):
        raise busy()
    return passage


# Positions ----------------------------------------------------------------------------------


async def past_told(
    server: Sources, asker: Asker, table: Table, seat: int | None, entries: int
) -> bytes:
    """The position after so many entries, read-only.

    Raises: Refusal.
    """
    check_entry(table, entries)
    eyes, more = eyes_of(table, asker.user, seat), _place(table, asker.user, seat, entries)

    async def make() -> bytes:
        passage = await _passage(server, table, entries, entries)
        return await server.workers.do(jobs.past, passage, more, eyes)

    return await _told(server, asker, table, ("past", entries, more["viewer"], eyes), make)


async def stretch_told(
    server: Sources, asker: Asker, table: Table, seat: int | None, first: int
) -> bytes:
    """The position after so many entries, and what each of the next entries changed in it.

    Raises: Refusal.
    """
    check_entry(table, first)
    last = min(table.length, first + MOST_POSITIONS - 1)
    eyes, more = eyes_of(table, asker.user, seat), _place(table, asker.user, seat, first)

    async def make() -> bytes:
        passage = await _passage(server, table, first, last)
        return await server.workers.do(jobs.stretch, passage, first, more, eyes)

    return await _told(server, asker, table, ("stretch", first, more["viewer"], eyes), make)


async def changes_told(
    server: Sources, asker: Asker, table: Table, seat: int | None, moments: list[int]
) -> bytes:
    """What has changed from each of these moments to the next, as somebody may know it.

    Raises: Refusal.
    """
    for moment in moments:
        check_entry(table, moment)
    eyes = eyes_of(table, asker.user, seat)

    async def make() -> bytes:
        passage = await _passage(server, table, moments[0], moments[-1])
        return await server.workers.do(jobs.changes, passage, moments, eyes)

    return await _told(server, asker, table, ("changes", *moments, eyes), make)


async def picture_told(
    server: Sources, asker: Asker, table: Table, entries: int | None, card: Card
) -> bytes:
    """The position after so many entries, or as it is now, as a picture for everybody.

    Raises: Refusal.
    """
    if table.play is None:
        key = (table.id, "picture", card)
        return await _kept(server, asker, key, lambda: server.workers.do(jobs.picture, None, card))
    moment = table.length if entries is None else entries
    check_entry(table, moment)

    async def make() -> bytes:
        passage = await _passage(server, table, moment, moment)
        return await server.workers.do(jobs.picture, passage, card)

    return await _told(server, asker, table, ("picture", moment, card), make)


def _place(table: Table, user: str | None, seat: int | None, entries: int) -> Json:
    viewer = table.viewer(user, seat)
    return {"entries": entries, "viewer": None if viewer == SPECTATOR else viewer}


# Entries, the course, the record ------------------------------------------------------------


async def entries_told(
    server: Sources, asker: Asker, table: Table, after: int, last: int, lang: str | None = None
) -> bytes:
    """Entries of the record with what each of them brought about.

    Raises: Refusal.
    """
    check_entry(table, after)
    last = min(last, table.length, after + MOST_ENTRIES)

    async def make() -> bytes:
        passage = await _passage(server, table, after, max(after, last))
        return await server.workers.do(jobs.entries, passage, after, lang)

    return await _told(server, asker, table, ("entries", after, last, lang), make)


async def course_told(server: Sources, asker: Asker, table: Table, seat: int | None) -> bytes:
    """The figures at the start of every turn and now, as somebody may see them.

    Raises: Refusal.
    """
    check_entry(table, 0)
    eyes = eyes_of(table, asker.user, seat)

    async def make() -> bytes:
        passage = await _passage(server, table, 0, table.length)
        return await server.workers.do(jobs.course, passage, eyes)

    return await _told(server, asker, table, ("course", eyes), make)


async def record_told(server: Sources, asker: Asker, table: Table, seat: int | None) -> bytes:
    """The record: in full when the game is over, before that as the viewer may see it.

    Raises: Refusal.
    """
    check_entry(table, 0)
    eyes = eyes_of(table, asker.user, seat)

    async def make() -> bytes:
        passage = await _passage(server, table, 0, table.length)
        heading = table.running.heading(eyes)
        return await server.workers.do(jobs.record, heading, passage.chunks, table.result)

    return await _told(server, asker, table, ("record", eyes), make)


# The log ------------------------------------------------------------------------------------


async def log_told(
    server: Sources, asker: Asker, table: Table, since: int, lang: str | None
) -> bytes:
    """The next lines of the log that somebody may read, where these may be many.

    Raises: Refusal.
    """
    async with server.workers.turn(asker):
        raw, seq = await _raw_rows(server, asker, table, since)
        answer = await server.workers.do(jobs.rows, raw, seq, table.game, lang)
    server.workers.charge(asker, len(answer) * SECONDS_PER_BYTE)
    return answer


async def _raw_rows(
    server: Sources, asker: Asker, table: Table, since: int
) -> tuple[list[tuple[Json, str]], int]:
    """Lines without reading their bodies, and the number of the last line looked at."""
    log = schema.log
    wanted = (
        sa.select(log.c.seq, log.c.at, log.c.kind, log.c.audience, log.c.user_id)
        .add_columns(sa.cast(log.c.body, sa.Text).label("text"))
        .where(log.c.table_id == table.id, log.c.seq > since)
    )
    async with server.database.reading() as connection:
        rows = (await connection.execute(wanted.order_by(log.c.seq).limit(PAGE))).all()
    unheard = await server.tables.blocks.of(asker.user)
    raw = [
        ({"seq": row.seq, "at": row.at, "kind": row.kind, "user": row.user_id}, row.text)
        for row in rows
        if table.may_read(asker.user, row.audience)
        and not (row.kind == "chat" and row.user_id in unheard)
    ]
    return raw, rows[-1].seq if rows else since
