"""What the lobby does: lists of tables, new tables as somebody wants them."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Final

from pydantic import ValidationError

from rondel.bots import bot_names
from rondel.engine import title_of
from rondel.server.bots.pool import check_bot as check_bot_within
from rondel.server.errors import bad
from rondel.server.model.agreements import Clock
from rondel.server.model.table import Json, Seat, Table
from rondel.server.parts import Server
from rondel.server.people.identity import User
from rondel.server.protocol.tables import (
    Agreed,
    BotSeat,
    MySeat,
    NewTable,
    OpenSeat,
    TableList,
    TableListed,
)
from rondel.server.storage.columns import SEAT_COLUMNS
from rondel.server.storage.rows import lists
from rondel.server.table import seating
from rondel.server.table.seating import Agreement, Sitter
from rondel.server.viewers.display import pending_of, seat_told


def bots_offered() -> list[str]:
    """The bots that may sit down."""
    return bot_names()


def check_bot(server: Server, name: str) -> None:
    """Raises: Refusal if there is no such bot, or if it would think too long."""
    check_bot_within(name, server.settings.bot_limit)


def sitter_of(server: Server, wish: MySeat | OpenSeat | BotSeat) -> Sitter:
    """Who shall have a seat.

    Raises: Refusal for bots that cannot be.
    """
    match wish:
        case BotSeat():
            check_bot(server, wish.bot)
            return Sitter(bot=wish.bot, name=wish.name)
        case MySeat():
            return Sitter(me=True, name=wish.name)
        case OpenSeat():
            return Sitter()


async def create(server: Server, user: User, wanted: NewTable) -> Table:
    """A new table; it starts at once if that is wanted.

    Raises: Refusal.
    """
    await server.tables.catch_up()
    now = server.clock()
    sitters = [sitter_of(server, wish) for wish in wanted.seats]
    clock = Clock(**wanted.clock.model_dump()) if wanted.clock else None
    name = wanted.name or f"{user.name}: {title_of(wanted.game).name}"[: seating.MAX_NAME]
    agreed = Agreement(name, wanted.game, wanted.options, wanted.public, wanted.undo, clock)
    draft = seating.new_table(agreed, user.id, user.name, now)
    seating.seat_all(draft, sitters, user.id, user.name)
    if wanted.start:
        seating.start(draft, user.id, None, now)
    return await server.tables.add(draft)


def agreement_of(table: Table, agreed: Agreed) -> Agreement:
    """What is agreed on after some changes; a value that was not named stays."""
    old = {
        "name": table.name,
        "game": table.game,
        "options": table.options,
        "public": table.public,
        "undo": table.undo,
        "clock": table.clock,
    }
    named = agreed.model_dump(include=agreed.model_fields_set)
    if named.get("clock") is not None:
        named["clock"] = Clock(**named["clock"])
    kept = {key: value for key, value in named.items() if value is not None or key == "clock"}
    return Agreement(**{**old, **kept})


async def list_tables(
    server: Server, which: str, user: User | None, after: str | None, limit: int
) -> TableList:
    """A page of a list of tables.

    Raises: Refusal if `after` is not what an earlier page has given.
    """
    id = user.id if user else None
    place = None if after is None else read_place(after)
    async with server.database.reading() as connection:
        found = await lists.listed(connection, which, id, place, limit + 1)
    tables = [told for row in found[:limit] if (told := _told(server, _listed(row, id)))]
    more = write_place(found[limit - 1]) if len(found) > limit else None
    return TableList(tables=tables, more=more, now=server.clock())


PLACE: Final = re.compile(r"([01])_([0-9]+\.[0-9]+)_([0-9a-f]+)")


def write_place(row: Json) -> str:
    """The place of a table in a list."""
    return f"{int(row['waits_for_you'])}_{row['changed_at']!r}_{row['id']}"


def read_place(text: str) -> lists.Place:
    """A place that `write_place` has written.

    Raises: Refusal.
    """
    found = PLACE.fullmatch(text)
    if found is None:
        raise bad("table/no_such_page", "Give what `more` of the page before says.")
    return int(found[1]), float(found[2]), found[3]


def _told(server: Server, row: Json) -> TableListed | None:
    """A row of a list; of a damaged table what can be told of it, which may be nothing."""
    for told in (row, {**row, "options": {}, "clock": None, "result": None}):
        with suppress(ValidationError):
            return TableListed.model_validate(told)
    server.tables.troubles.suspect(row["id"])
    return None


def _listed(row: Json, user: str | None) -> Json:
    """A row of a list as it is told."""
    seats = [Seat(**{name: seat[name] for name in SEAT_COLUMNS}) for seat in row["seats"]]
    return {
        **row,
        "host": row["host_id"],
        "entries": row["length"],
        "paused": row["paused_at"] is not None,
        "pending": pending_of(row),
        "seats": [seat_told(seat, user) for seat in seats],
    }
