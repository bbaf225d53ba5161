"""What is forgotten is cleared away by the rules of the host, a few rows at a time."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.model.table import ENDED, EXPIRED, FINISHED
from rondel.server.settings import Retention
from rondel.server.storage.database import Database
from rondel.server.storage.rows import ratings, stretches, ties
from rondel.server.storage.schema import (
    annals,
    audit,
    channels,
    checkpoints,
    entrants,
    entries,
    hidden,
    log,
    notes,
    notices,
    openings,
    orders,
    places,
    plans,
    presence,
    rating_changes,
    reports,
    resets,
    reviews,
    sanctions,
    seats,
    sessions,
    table_wishes,
    tables,
    tokens,
    tournaments,
    users,
    visitors,
    wishes,
)
from rondel.server.storage.store import Writing

DAY: Final = 86400.0
BATCH: Final = 50
"""So much is cleared in one transaction, so that nobody waits for long."""
BATCHES: Final = 20
"""So many transactions in one cleaning; the rest is for the next."""

OF_A_TABLE: Final = (
    seats, visitors, log, entries, checkpoints, notes, hidden, presence, reviews, openings,
    annals, rating_changes, notices, channels, table_wishes, plans,
)  # fmt: skip
OF_A_PERSON: Final = (
    sessions, tokens, resets, places, visitors, notes, hidden, presence, channels, wishes,
    table_wishes, plans,
)  # fmt: skip

Found = sa.Select[tuple[Any]]
Remove = Callable[[Writing, Sequence[Any]], Awaitable[None]]


async def clear(database: Database, rules: Retention, now: float) -> dict[str, int]:
    """Clears away what is older than the rules allow; tells how much of what."""
    return {
        kind: await _clear(database, found, remove)
        for kind, (found, remove) in duties(rules, now).items()
    }


async def count(database: Database, rules: Retention, now: float) -> dict[str, int]:
    """How much of what there is to be cleared away."""
    told: dict[str, int] = {}
    async with database.reading() as connection:
        for kind, (found, _) in duties(rules, now).items():
            number = sa.select(sa.func.count()).select_from(found.subquery())
            told[kind] = await connection.scalar(number) or 0
    return told


async def _clear(database: Database, found: Found, remove: Remove) -> int:
    cleared = 0
    for _ in range(BATCHES):
        async with database.writing() as writing:
            # Another process that clears away at the same time takes others.
            batch = found.limit(BATCH).with_for_update(skip_locked=True)
            ids = list(await writing.connection.scalars(batch))
            await remove(writing, ids)
        cleared += len(ids)
        if len(ids) < BATCH:
            break
        await asyncio.sleep(0)
    return cleared


# The rules ----------------------------------------------------------------------------------


def duties(rules: Retention, now: float) -> dict[str, tuple[Found, Remove]]:
    """What is to be cleared away: how it is found, and how it goes. Without days nothing is."""
    every: dict[str, tuple[float, Callable[[float], Found], Remove]] = {
        "studies": (rules.studies, _studies, remove_tables),
        "expired": (rules.expired, _expired, remove_tables),
        "guest_games": (rules.guest_games, _guest_games, remove_tables),
        "guests": (rules.guests, _guests, remove_people),
        "audit": (rules.audit, _audit, _remove_from(audit)),
        "reports": (rules.audit, _settled, _remove_from(reports)),
    }
    return {
        kind: (found(now - days * DAY), remove)
        for kind, (days, found, remove) in every.items()
        if days > 0
    }


def _tables(*those: sa.ColumnElement[bool]) -> Found:
    """Tables whose game no study goes back to."""
    study = tables.alias("study")
    return sa.select(tables.c.id).where(
        *those, ~sa.exists().where(study.c.parent_id == tables.c.id)
    )


def _studies(before: float) -> Found:
    return _tables(tables.c.sandbox, tables.c.changed_at < before)


def _expired(before: float) -> Found:
    return _tables(tables.c.status == EXPIRED, ~tables.c.sandbox, tables.c.ended_at < before)


def _guest_games(before: float) -> Found:
    """Games that are over, at which nobody with an account was host or sat."""
    account = users.c.login.is_not(None)
    sat = (seats.c.table_id == tables.c.id) & (seats.c.user_id == users.c.id)
    return _tables(
        tables.c.status.in_([FINISHED, ENDED]),
        ~tables.c.sandbox,
        tables.c.ended_at < before,
        ~sa.exists().where(sat, account),
        ~sa.exists().where(users.c.id == tables.c.host_id, account),
    )


def _guests(before: float) -> Found:
    """Guests who have no seat and no table; who is banned stays banned."""
    return sa.select(users.c.id).where(
        users.c.login.is_(None),
        users.c.seen_at < before,
        ~sa.exists().where(seats.c.user_id == users.c.id),
        ~sa.exists().where(tables.c.host_id == users.c.id),
        ~sa.exists().where(sanctions.c.user_id == users.c.id),
        ~sa.exists().where(reports.c.by == users.c.id),
        ~sa.exists().where(entrants.c.user_id == users.c.id),
        ~sa.exists().where(tournaments.c.host_id == users.c.id),
    )


def _audit(before: float) -> Found:
    return sa.select(audit.c.id).where(audit.c.at < before)


def _settled(before: float) -> Found:
    return sa.select(reports.c.id).where(reports.c.settled_at < before)


# Going --------------------------------------------------------------------------------------


async def remove_tables(writing: Writing, ids: Sequence[str]) -> None:
    """Removes tables with everything at them; all processes forget them."""
    await ratings.lose_games(writing.connection, ids)
    await stretches.remove(writing.connection, ids)
    for part in OF_A_TABLE:
        await writing.connection.execute(part.delete().where(part.c.table_id.in_(ids)))
    await writing.connection.execute(tables.delete().where(tables.c.id.in_(ids)))
    for id in ids:
        writing.announce(f"{id}:{sys.maxsize}")


async def remove_people(writing: Writing, ids: Sequence[str]) -> None:
    """Removes people of whom nothing else is left."""
    await ties.forget(writing.connection, list(ids))
    for part in OF_A_PERSON:
        await writing.connection.execute(part.delete().where(part.c.user_id.in_(ids)))
    await writing.connection.execute(users.delete().where(users.c.id.in_(ids)))


def _remove_from(rows: sa.Table) -> Remove:
    async def remove(writing: Writing, ids: Sequence[int]) -> None:
        await writing.connection.execute(rows.delete().where(rows.c.id.in_(ids)))

    return remove


async def drop_orders(connection: AsyncConnection, before: float) -> None:
    """Drops orders that nobody waits for any more."""
    await connection.execute(orders.delete().where(orders.c.at < before))
