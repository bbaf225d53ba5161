"""What the lobby does: new tables as somebody wants them, and those that somebody is done with."""

from __future__ import annotations

from rondel.bots import bot_names
from rondel.bots.magnate import obstacle
from rondel.server.bots.pool import check_bot as check_bot_within
from rondel.server.errors import forbidden
from rondel.server.model.agreements import Clock
from rondel.server.model.table import Table
from rondel.server.parts import Server
from rondel.server.people.identity import User
from rondel.server.protocol.tables import (
    Agreed,
    BotSeat,
    MySeat,
    NewTable,
    OpenSeat,
)
from rondel.server.storage.rows import hidden as hiding
from rondel.server.storage.rows import tables as stored
from rondel.server.storage.rows import ties
from rondel.server.table import seating
from rondel.server.table.removal import check_removal
from rondel.server.table.seating import Agreement, Comer, Sitter
from rondel.server.table.tables import unknown_table
from rondel.server.table.transactions import lock
from rondel.server.upkeep.clearing import remove_tables


def bots_offered() -> list[str]:
    """The bots that may sit down."""
    return bot_names()


def has_network() -> bool:
    """Whether bots can play by the learned network here."""
    return not obstacle()


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
    name = wanted.name or seating.usual_name(user.name, wanted.game)
    if wanted.rated:
        check_account(user)
    agreed = Agreement(
        name, wanted.game, wanted.options, wanted.public, wanted.undo, clock, wanted.rated
    )
    draft = seating.new_table(agreed, user.id, user.name, now)
    seating.seat_all(draft, sitters, user.id, user.name)
    if wanted.start:
        seating.start(draft, user.id, None, now)
    return await server.tables.add(draft)


def check_account(user: User) -> None:
    """Raises: Refusal of a guest, who cannot be rated."""
    if user.login is None:
        raise seating.not_rated()


async def comer_of(server: Server, user: User) -> Comer:
    """Somebody who wants to sit down."""
    async with server.database.reading() as connection:
        apart = await ties.apart(connection, user.id)
    return Comer(user.id, user.name, user.login is not None, apart)


def agreement_of(table: Table, agreed: Agreed) -> Agreement:
    """What is agreed on after some changes; a value that was not named stays."""
    old = {
        "name": table.name,
        "game": table.game,
        "options": table.options,
        "public": table.public,
        "undo": table.undo,
        "clock": table.clock,
        "rated": table.rated,
    }
    named = agreed.model_dump(include=agreed.model_fields_set)
    if named.get("clock") is not None:
        named["clock"] = Clock(**named["clock"])
    kept = {key: value for key, value in named.items() if value is not None or key == "clock"}
    return Agreement(**{**old, **kept})


async def hide(server: Server, user: User, id: str, hidden: bool) -> None:
    """Takes a table out of somebody's own lists, or puts it back; nobody else notices.

    Raises: Refusal of whoever is not at the table.
    """
    table = await server.tables.seen(id, user.id, None)
    if not (table.is_player(user.id) or table.host_id == user.id):
        raise forbidden("seat/none", "Only those at this table have it in lists of their own.")
    async with server.database.writing() as writing:
        await hiding.put(writing.connection, id, user.id, hidden, server.clock())


async def delete(server: Server, user: User, id: str) -> None:
    """Removes a table with everything at it.

    Raises: Refusal, so that nobody else loses anything.
    """
    await server.tables.seen(id, user.id, None)
    async with server.database.writing() as writing:
        await lock(writing.connection, [id])
        table = await stored.find(writing, id)
        if table is None:
            raise unknown_table(id)
        await check_removal(writing.connection, table, user.id)
        await remove_tables(writing, [id])
    server.tables.drop(id)
