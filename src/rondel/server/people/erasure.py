"""Being forgotten: somebody's name goes from everywhere, and every game stays a game.

The account closes at once. Then one table after the other loses the name, each in a transaction
of its own; what an interruption left is taken up by the next cleaning.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast

import orjson
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.engine import title_of
from rondel.records.renaming import (
    Names,
    rename_entry,
    rename_event,
    rename_heading,
    rename_options,
    rename_result,
    rename_snapshot,
)
from rondel.server.model.loglines import CreatedBody, FreedBody, GoneBody, MovedBody, SeatBody
from rondel.server.model.passages import Stretch
from rondel.server.model.table import ENDED, EXPIRED, OPEN, RUNNING, Draft, Json, Seat, Table
from rondel.server.people.sessions import end_sessions
from rondel.server.people.welcome import OUT
from rondel.server.storage.database import Database
from rondel.server.storage.queries import json_text
from rondel.server.storage.rows import ratings, reviews, stretches, ties, tournaments
from rondel.server.storage.rows import tables as stored
from rondel.server.storage.schema import (
    channels,
    checkpoints,
    entries,
    hidden,
    log,
    notes,
    places,
    plans,
    resets,
    sanctions,
    table_wishes,
    tables,
    tokens,
    users,
    wishes,
)
from rondel.server.storage.store import Writing
from rondel.server.table import clocks, seating
from rondel.server.table.transactions import change_within, lock, tables_of
from rondel.server.upkeep import clearing

FORGOTTEN: Final = (
    tokens, notes, hidden, resets, sanctions, places, channels, wishes, table_wishes, plans,
)  # fmt: skip
"""What goes with an account."""
GONE: Final = "gone-"
"""What the names of those begin with who are gone."""
PAGE: Final = 200
"""Rows changed before others get a turn."""


async def forget(database: Database, user: str, now: float) -> None:
    """Closes somebody's account and takes the name out of everything; it cannot be undone."""
    async with database.writing() as writing:
        await close_account(writing, user, now)
    await erase(database, user, now)


async def close_account(writing: Writing, user: str, now: float) -> None:
    """Nobody can come in as this person any more, and the name is no longer known."""
    connection = writing.connection
    await connection.execute(
        users.update()
        .where(users.c.id == user, users.c.deleted_at.is_(None))
        .values(
            name=f"{GONE}{secrets.token_hex(3)}",
            login=None,
            login_look=None,
            password=None,
            role=None,
            profile=None,
            deleted_at=now,
        )
    )
    await end_sessions(connection, user)
    for kept in FORGOTTEN:
        await connection.execute(kept.delete().where(kept.c.user_id == user))
    name = await connection.scalar(sa.select(users.c.name).where(users.c.id == user))
    await tournaments.forget(connection, user, name or GONE, now)
    await ties.forget(connection, [user])
    await ratings.lose_person(connection, user)
    writing.announce(f"{user}:{OUT}")
    writing.announce(f"{user}:{ties.CHANGED}")


async def erase(database: Database, user: str, now: float) -> None:
    """Takes the name out of every table of somebody whose account is closed."""
    async with database.reading() as connection:
        known = await tables_of(connection, user)
    for id in known:
        async with database.writing() as writing:
            await _erase_at(writing, id, user, now)
    async with database.writing() as writing:
        done = users.update().where(users.c.id == user)
        await writing.connection.execute(done.values(erased_at=now))


async def erase_unfinished(database: Database, now: float) -> None:
    """Goes on where somebody's farewell was interrupted."""
    wanted = sa.select(users.c.id).where(users.c.deleted_at.is_not(None))
    async with database.reading() as connection:
        left = list(await connection.scalars(wanted.where(users.c.erased_at.is_(None))))
    for user in left:
        await erase(database, user, now)


# One table ----------------------------------------------------------------------------------


@dataclass
class Farewell:
    """What leaves a table with somebody."""

    ids: set[str]
    """The person, and the guests who turned out to be the same."""
    name: str
    """What the person is called from now on."""
    names: dict[str, str] = field(default_factory=dict)
    """The names in the game that were the person's, and those in their place."""
    spoken: set[str] = field(default_factory=set)
    """Names that must not be a part of what a table is called."""
    title: str = ""
    """What a table is called instead."""

    def untold(self, text: str) -> str:
        """What a table is called, without any name of the person."""
        return self.title if any(name in text for name in self.spoken) else text


async def _erase_at(writing: Writing, id: str, user: str, now: float) -> None:
    """Lets somebody leave a table, and takes the name out of it and of all studies of its game."""
    connection = writing.connection
    family = await _family(connection, id)
    await lock(connection, family)
    table = await stored.find(writing, id)
    if table is None:
        return
    if table.sandbox and table.host_id == user and len(family) == 1:
        await clearing.remove_tables(writing, [id])
        return
    # The game it was made of may have lost the name before, and this study with it.
    if await _is_erased(connection, id, user):
        return
    leaving = await _farewell(connection, table, user)

    def make(draft: Draft) -> None:
        if draft.id == id:
            get_up(draft, user, now)
        put_names(draft, leaving)
        draft.note(now, "gone", {"user": user, "name": leaving.name})

    for member in family if leaving.names else [id]:
        # It can be made anew, without the name.
        await reviews.remove(connection, member)
        await _rename_parts(connection, member, leaving)
        await change_within(writing, member, make)
    if leaving.names:
        await stretches.rewrite(connection, family, lambda one: renamed(one, leaving.names))


async def _is_erased(connection: AsyncConnection, id: str, user: str) -> bool:
    """Whether somebody has left a table before, in a farewell that was interrupted."""
    said = sa.select(log.c.body).where(log.c.table_id == id, log.c.kind == "gone")
    gone: list[GoneBody] = list(await connection.scalars(said))
    return user in [body["user"] for body in gone]


async def _family(connection: AsyncConnection, id: str) -> list[str]:
    """A table, the studies of its game, and theirs."""
    family = [id]
    for member in family:
        wanted = sa.select(tables.c.id).where(tables.c.parent_id == member)
        family += [one for one in await connection.scalars(wanted) if one not in family]
    return family


async def _farewell(connection: AsyncConnection, table: Table, user: str) -> Farewell:
    lines = [line async for line in _pages(connection, log, table.id, log.c.seq, _ABOUT_SEATS)]
    ids = same_people(lines, user)
    new = await connection.scalar(sa.select(users.c.name).where(users.c.id == user))
    await connection.execute(users.update().where(users.c.id.in_(ids)).values(name=new))
    leaving = Farewell(ids, new or GONE, title=title_of(table.game).name)
    first = await _first(connection, table.id)
    # A study is made of the names of others, which leave with the game it was made of.
    own = [] if table.sandbox else names_of(lines, table.seats, first, ids)
    for number, name in enumerate(own, 1):
        leaving.names[name] = leaving.name if number == 1 else f"{leaving.name}-{number}"
    openings = [cast(CreatedBody, line.body) for line in lines if _is_opening(line, ids)]
    hosts = [body["host"] for body in openings]
    leaving.spoken = {*own, *([] if table.sandbox else hosts)}
    return leaving


def _is_opening(line: Any, ids: set[str]) -> bool:
    return line.kind == "created" and line.user_id in ids


_ABOUT_SEATS: Final = log.c.kind.in_(["created", "seat", "started", "freed", "moved"])


def same_people(lines: Iterable[Any], user: str) -> set[str]:
    """A person, and the guests who have signed in as that person."""
    ids = {user}
    moves = [cast(MovedBody, line.body) for line in lines if line.kind == "moved"]
    for move in reversed(moves):
        if move["to"] in ids:
            ids.add(move["from"])
    return ids


async def _first(connection: AsyncConnection, id: str) -> dict[int, str]:
    """Who was the first person to decide for each seat."""
    first = (
        sa.select(sa.func.min(entries.c.number))
        .where(entries.c.table_id == id, entries.c.user_id.is_not(None))
        .group_by(entries.c.seat)
    )
    wanted = sa.select(entries.c.seat, entries.c.user_id).where(
        entries.c.table_id == id, entries.c.number.in_(first)
    )
    return {row.seat: row.user_id for row in await connection.execute(wanted)}


def names_of(
    lines: Iterable[Any], sitting: list[Seat], first: Mapping[int, str], ids: set[str]
) -> list[str]:
    """The names in the game that a person has brought: who takes a seat over keeps its name."""
    owners: dict[str, str | None] = {}
    started = False
    for line in lines:
        match line.kind:
            case "started":
                started = True
            case "seat":
                taken = cast(SeatBody, line.body)
                name, owner = taken["name"], taken["user"]
                if name and not started:
                    owners[name] = owner
                elif name and owner is None and line.user_id:
                    owners.setdefault(name, line.user_id)
            case "freed" if started:
                freed = cast(FreedBody, line.body)
                owners.setdefault(sitting[freed["seat"]].name or "", freed["user"])
            case _:
                pass
    named = [(seat, seat.name) for seat in sitting if seat.name is not None]
    return [
        name
        for seat, name in named
        if (owners[name] if name in owners else first.get(seat.number, seat.user_id)) in ids
    ]


def get_up(draft: Draft, user: str, now: float) -> None:
    """Leaves the seats of a game that goes on to bots, and the table to another host.

    A table where nobody else sits ends.
    """
    others = [person for seat in draft.seats if (person := seat.user_id) not in (None, user)]
    if draft.status in (OPEN, RUNNING) and not others:
        draft.status = ENDED if draft.status == RUNNING else EXPIRED
        draft.ended_at, draft.paused_at, draft.vote = now, None, None
        clocks.put_none(draft)
    elif draft.status in (OPEN, RUNNING):
        for seat in draft.seats_of(user):
            seating.vacate(draft, seat, user, now)
        seating.pass_hosting_on(draft, user)
    draft.visitors.pop(user, None)


def put_names(draft: Draft, leaving: Farewell) -> None:
    """Puts the new names in place of the old ones."""
    names = leaving.names
    for seat in draft.seats:
        seat.name = names.get(seat.name or "", seat.name)
    draft.heading = draft.heading and rename_heading(draft.heading, names)
    draft.options = rename_options(draft.options, names)
    draft.result = rename_result(draft.result, names)
    draft.name = leaving.untold(draft.name)
    for row in draft.rows:
        cast(Json, row.body).update(rename_line(row, leaving))


# Rows ---------------------------------------------------------------------------------------


def rename_line(line: Any, leaving: Farewell) -> Json:
    """The body of a line of the log without somebody's name; what the person said goes with it."""
    body, names = dict(line.body), leaving.names
    for key, rename in _IN_LINES.items():
        if body.get(key) is not None:
            body[key] = rename(body[key], names)
    own = line.user_id in leaving.ids
    match line.kind:
        case "seat":
            body["name"] = names.get(body["name"] or "", body["name"])
        case "chat" if own:
            body |= {"name": leaving.name, "text": ""}
        case "created":
            host = leaving.name if own else leaving.untold(body["host"])
            body |= {"name": leaving.untold(body["name"]), "host": host}
        case "changed":
            body["name"] = leaving.untold(body["name"])
        case _:
            pass
    return body


_IN_LINES: Final[dict[str, Callable[[Any, Names], Any]]] = {
    "entry": rename_entry,
    "player": lambda player, names: names.get(player, player),
    "events": lambda events, names: [rename_event(event, names) for event in events],
    "players": lambda players, names: [names.get(player, player) for player in players],
    "result": rename_result,
}
"""Parts of lines that tell of players."""


async def _pages(
    connection: AsyncConnection,
    rows: sa.Table,
    id: str,
    by: sa.Column[int],
    those: sa.ColumnElement[bool] | None = None,
) -> AsyncIterator[Any]:
    """The rows of a table in order; others get a turn now and then."""
    wanted = sa.select(rows).where(rows.c.table_id == id).order_by(by).limit(PAGE)
    if those is not None:
        wanted = wanted.where(those)
    last = -1
    while True:
        found = (await connection.execute(wanted.where(by > last))).all()
        for row in found:
            yield row
        if len(found) < PAGE:
            return
        last = found[-1]._mapping[by.name]
        await asyncio.sleep(0)


async def _rename_parts(connection: AsyncConnection, id: str, leaving: Farewell) -> None:
    """Rewrites what a table is made of, as far as somebody's name is in it."""
    names = leaving.names
    await _rewrite(connection, log, id, "body", lambda line: rename_line(line, leaving))
    if names:
        await _rewrite(
            connection, entries, id, "body", lambda entry: rename_entry(entry.body, names)
        )
        await _rewrite(
            connection,
            checkpoints,
            id,
            "snapshot",
            lambda taken: rename_snapshot(taken.snapshot, names),
        )


def renamed(stretch: Stretch, names: Names) -> Stretch:
    """Entries that several games share, with other names."""
    bodies = [rename_entry(body, names) for body in orjson.loads(stretch.bodies)]
    taken = stretch.snapshot and json_text(rename_snapshot(orjson.loads(stretch.snapshot), names))
    return replace(stretch, bodies=json_text(bodies), snapshot=taken)


async def _rewrite(
    connection: AsyncConnection,
    rows: sa.Table,
    id: str,
    column: str,
    renamed: Callable[[Any], Json],
) -> None:
    by = next(key for key in rows.primary_key if key.name != "table_id")
    put = (
        rows.update()
        .where(rows.c.table_id == id, by == sa.bindparam("known"))
        .values({column: sa.bindparam("new", type_=rows.c[column].type)})
    )
    changed: list[Json] = []
    async for row in _pages(connection, rows, id, by):
        new = renamed(row)
        if new != row._mapping[column]:
            changed.append({"known": row._mapping[by.name], "new": new})
    for first in range(0, len(changed), PAGE):
        await connection.execute(put, changed[first : first + PAGE])
        await asyncio.sleep(0)
