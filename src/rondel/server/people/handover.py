"""What a guest has played moves to the account that the guest signs in to."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.model.table import Draft, Visitor
from rondel.server.storage.rows import owners, ties, tournaments
from rondel.server.storage.schema import (
    channels,
    entries,
    hidden,
    notes,
    notices,
    plans,
    sessions,
    table_wishes,
    tokens,
    wishes,
)
from rondel.server.storage.store import Writing
from rondel.server.table.transactions import change_within, lock, tables_of


async def hand_over(writing: Writing, guest: str, user: str, now: float) -> None:
    """Gives seats, hosted tables, decisions, notes, friends and blocks of the guest to the user.

    What the guest has hidden stays hidden, and whoever was reached as the guest still is.

    The guest remains as a name in the logs. Nobody can come back as the guest, and tokens of the
    guest are gone: whoever holds one has not proved to be that user. A guest who has opened an
    account meanwhile keeps everything.
    """
    connection = writing.connection
    if await owners.lock(connection, guest) is not None:
        return
    moved = await tables_of(connection, guest)
    await lock(connection, moved)

    def make(draft: Draft) -> None:
        replace_person(draft, guest, user)
        draft.note(now, "moved", {"from": guest, "to": user}, user)

    for id in moved:
        await change_within(writing, id, make)
    for own in (notes, hidden, table_wishes):
        await _move(connection, own, guest, user)
    for told in (channels, notices, plans):
        await connection.execute(
            sa.update(told).where(told.c.user_id == guest).values(user_id=user)
        )
    await connection.execute(sa.delete(wishes).where(wishes.c.user_id == guest))
    await ties.move(connection, guest, user)
    await tournaments.move(connection, guest, user)
    for one in (guest, user):
        writing.announce(f"{one}:{ties.CHANGED}")
    decided = sa.update(entries).where(entries.c.table_id.in_(moved), entries.c.user_id == guest)
    await connection.execute(decided.values(user_id=user))
    for kept in (sessions, tokens):
        await connection.execute(sa.delete(kept).where(kept.c.user_id == guest))


def replace_person(draft: Draft, old: str, new: str) -> None:
    """Puts one person in the place of another who was muted or sent away if either was."""
    for seat in draft.seats_of(old):
        seat.user_id = new
    if draft.host_id == old:
        draft.host_id = new
    if (was := draft.visitors.pop(old, None)) is not None:
        has = draft.visitors.get(new, Visitor())
        draft.visitors[new] = Visitor(was.muted or has.muted, was.kicked or has.kicked)
    if draft.vote is not None:
        draft.vote = draft.vote.with_person(old, new)


async def _move(connection: AsyncConnection, kept: sa.Table, guest: str, user: str) -> None:
    """Where the user has kept something of the same table, that of the guest goes."""
    own = sa.select(kept.c.table_id).where(kept.c.user_id == user)
    of_guest = kept.c.user_id == guest
    await connection.execute(sa.delete(kept).where(of_guest, kept.c.table_id.in_(own)))
    await connection.execute(sa.update(kept).where(of_guest).values(user_id=user))
