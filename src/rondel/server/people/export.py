"""Everything the server keeps about somebody, for that person: one JSON document, in parts."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.model.passages import Passage, bodies_in
from rondel.server.model.table import RUNNING, Json
from rondel.server.storage.database import Database
from rondel.server.storage.rows import profiles, ratings, ties, tournaments
from rondel.server.storage.rows import sanctions as sanctioned
from rondel.server.storage.rows.hidden import is_hidden
from rondel.server.storage.rows.stretches import chunks_between
from rondel.server.storage.schema import (
    channels,
    log,
    notes,
    plans,
    reports,
    seats,
    sessions,
    table_wishes,
    tables,
    tokens,
    users,
    wishes,
)
from rondel.server.table.transactions import tables_of

FORMAT: Final = "rondel-export"
VERSION: Final = 1
PAGE: Final = 500
"""Rows read at once."""


async def exported(database: Database, user: str, now: float) -> AsyncIterator[bytes]:
    """The document, table by table, so that it costs little however much there is."""
    async with database.reading() as connection:
        head = await _head(connection, user, now)
        known = await tables_of(connection, user)
    # The tables stand last: the document is left open for them.
    yield _bytes({**head, "tables": []})[:-2]
    for number, id in enumerate(known):
        yield b",\n" if number else b"\n"
        async for part in _table(database, id, user):
            yield part
    yield b"\n]}\n"


def _bytes(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


async def _head(connection: AsyncConnection, user: str, now: float) -> Json:
    own = sa.select(users.c.id, users.c.name, users.c.login, users.c.created_at, users.c.seen_at)
    person = (await connection.execute(own.where(users.c.id == user))).mappings().one()
    person_known = await profiles.find(connection, user)
    return {
        "format": FORMAT,
        "version": VERSION,
        "made_at": now,
        "person": dict(person),
        "sessions": await _rows(
            connection,
            sa.select(sessions.c.created_at, sessions.c.seen_at).where(sessions.c.user_id == user),
        ),
        "tokens": await _rows(
            connection,
            sa.select(tokens.c.name, tokens.c.created_at, tokens.c.used_at).where(
                tokens.c.user_id == user
            ),
        ),
        "sanctions": [vars(one) for one in await sanctioned.find_all(connection, user, now)],
        "profile": {"audience": person_known.profile} if person_known else None,
        "people": [
            {"id": tie.id, "name": tie.name, "own": tie.own, "at": tie.at}
            for tie in await ties.of(connection, user)
            if tie.own is not None
        ],
        "ratings": [vars(one) for one in await ratings.of_subject(connection, user)],
        "tournaments": await tournaments.of_person(connection, user),
        "reports": await _rows(
            connection,
            sa.select(*[reports.c[name] for name in ("at", "reason", "settled_at", "note")]).where(
                reports.c.by == user
            ),
        ),
        "notices": await _notices(connection, user),
    }


async def _notices(connection: AsyncConnection, user: str) -> Json:
    """Where somebody is reached, and how and when."""
    ways = [
        channels.c[name]
        for name in ("kind", "form", "name", "address", "table_id", "created_at", "confirmed_at",
                     "reached_at", "failed_at", "failure", "stopped")
    ]  # fmt: skip
    wished = [column for column in wishes.columns if column.name != "user_id"]
    by_table = sa.select(table_wishes.c.table_id, table_wishes.c.mode)
    return {
        "channels": await _rows(connection, sa.select(*ways).where(channels.c.user_id == user)),
        "wishes": await _rows(connection, sa.select(*wished).where(wishes.c.user_id == user)),
        "tables": await _rows(connection, by_table.where(table_wishes.c.user_id == user)),
    }


async def _rows(connection: AsyncConnection, wanted: sa.Select[Any]) -> list[Json]:
    return [dict(row) for row in (await connection.execute(wanted)).mappings()]


_OF_A_TABLE: Final = [
    tables.c[name]
    for name in (
        "id", "name", "game", "status", "public", "sandbox", "created_at", "started_at",
        "ended_at", "host_id", "heading", "result", "length", "shared",
    )
]  # fmt: skip


_NOT_TOLD: Final = ("heading", "host_id", "length", "shared")


async def _table(database: Database, id: str, user: str) -> AsyncIterator[bytes]:
    """A table: seats, notes and chat of the person, and the record of the game if he played."""
    async with database.reading() as connection:
        wanted = sa.select(*_OF_A_TABLE).where(tables.c.id == id)
        row = (await connection.execute(wanted)).mappings().one_or_none()
        if row is None:
            yield b"null"
            return
        own = sa.select(seats.c.number, seats.c.name).where(
            seats.c.table_id == id, seats.c.user_id == user
        )
        held = await _rows(connection, own)
        note = sa.select(notes.c.text).where(notes.c.table_id == id, notes.c.user_id == user)
        told = {key: value for key, value in row.items() if key not in _NOT_TOLD}
        told |= {"host": row["host_id"] == user, "seats": held}
        hidden = sa.select(is_hidden(sa.literal(id), user))
        told |= {"hidden": bool(await connection.scalar(hidden))}
        of_plans = [plans.c[name] for name in ("kind", "seat", "body", "made_at", "state")]
        mine = sa.select(*of_plans).where(plans.c.table_id == id, plans.c.user_id == user)
        told |= {"plans": await _rows(connection, mine)}
        told |= {"note": await connection.scalar(note), "chat": []}
    yield _bytes(told)[:-2]
    async for part in _listed(_Said(database, id, user)):
        yield part
    if row["heading"] is None or not held:
        yield b'],"record":null}'
        return
    heading = heading_for(dict(row), held[0]["name"])
    yield b'],"record":' + _bytes({**heading, "actions": []})[:-2]
    async for part in _listed(_Entries(database, id, row["shared"], row["length"])):
        yield part
    yield b'],"result":' + _bytes(row["result"]) + b"}}"


def heading_for(table: Json, player: str) -> Json:
    """The heading of a record as a player may see it."""
    heading: Json = table["heading"]
    if table["status"] == RUNNING and heading["options"].get("secret_cash"):
        return Passage(heading, None, 0, []).begun().heading(player)
    return heading


@dataclass(frozen=True)
class _Said:
    """What somebody has said at a table."""

    database: Database
    table: str
    user: str

    async def after(self, last: int) -> list[tuple[int, Json]]:
        """The next lines."""
        wanted = (
            sa.select(log.c.seq, log.c.at, log.c.body)
            .where(log.c.table_id == self.table, log.c.kind == "chat", log.c.user_id == self.user)
            .where(log.c.seq > last)
            .order_by(log.c.seq)
            .limit(PAGE)
        )
        async with self.database.reading() as connection:
            rows = await connection.execute(wanted)
            return [(row.seq, {"at": row.at, **row.body}) for row in rows]


@dataclass(frozen=True)
class _Entries:
    """The entries of the record of a table."""

    database: Database
    table: str
    shared: int
    length: int

    async def after(self, last: int) -> list[tuple[int, Json]]:
        """The next entries."""
        until = min(last + PAGE, self.length)
        if last >= until:
            return []
        chunks = await chunks_between(self.database, self.table, self.shared, last, until)
        return [(number, {**body}) for number, body in enumerate(bodies_in(chunks), last + 1)]


async def _listed(source: _Said | _Entries) -> AsyncIterator[bytes]:
    """What goes between the brackets of a list, by pages."""
    last = 0
    while page := await source.after(last):
        yield (b"," if last else b"") + b",".join(_bytes(value) for _, value in page)
        last = page[-1][0]
