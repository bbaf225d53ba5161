"""What people do in a game, whether by HTTP or by WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import Container
from dataclasses import dataclass

from orjson import Fragment

from rondel.server.model.table import Draft, Json, Row, Table
from rondel.server.parts import Server
from rondel.server.people.welcome import check_may_talk
from rondel.server.protocol.play import Act, Ballot, Proposal, TakeBack
from rondel.server.protocol.talk import Message
from rondel.server.table import authority, chat, clocks, votes
from rondel.server.table import undo as undoing
from rondel.server.table.tables import PAGE
from rondel.server.viewers.display import position_told, row_told


async def act(server: Server, user: str, table: str, wanted: Act) -> Table:
    """Carries out a decision.

    Raises: Refusal.
    """
    await server.tables.seen(table, user, None)

    def make(draft: Draft) -> None:
        authority.act(draft, user, wanted.position, wanted.entry, server.clock())

    try:
        changed = await server.tables.change(table, make)
    except authority.Stale as stale:
        newest = await server.tables.get(table)
        stale.details["current"] = position_told(newest, user, seat_in(newest, wanted.entry))
        raise
    server.metrics.actions_acknowledged.labels("person").inc()
    return changed


def seat_in(table: Table, entry: Json) -> int | None:
    """The seat somebody wanted to decide for; None if the entry does not say it."""
    seat = table.seat_named(str(entry.get("actor")))
    return None if seat is None else seat.number


async def undo(server: Server, user: str, table: str, wanted: TakeBack) -> Table:
    """Takes back, or asks the others.

    Raises: Refusal.
    """
    await server.tables.seen(table, user, None)
    return await undoing.take_back(server.tables, table, user, wanted.position, wanted.to)


async def propose(server: Server, user: str, table: str, wanted: Proposal) -> Table:
    """Puts something to the vote.

    Raises: Refusal.
    """
    await server.tables.seen(table, user, None)
    return await server.tables.change(
        table, lambda draft: votes.propose(draft, user, wanted.kind, server.clock())
    )


async def answer(server: Server, user: str, table: str, ballot: Ballot) -> Table:
    """Answers what is put to the vote.

    Raises: Refusal.
    """
    await server.tables.seen(table, user, None)
    return await undoing.answer_vote(server.tables, table, user, ballot.vote, ballot.agree)


async def come_back(server: Server, user: str, table: str) -> Table:
    """Gives somebody his seats again.

    Raises: Refusal.
    """
    await server.tables.seen(table, user, None)
    return await server.tables.change(
        table, lambda draft: clocks.take_part(draft, user, server.clock())
    )


async def say(
    server: Server, user: str, name: str, table: str, message: Message, invite: str | None
) -> Table:
    """Says something at a table.

    Raises: Refusal.
    """
    await server.tables.seen(table, user, invite)
    await check_may_talk(server.database, user, server.clock())

    def make(draft: Draft) -> None:
        chat.say(draft, user, name, message.room, message.text, server.clock())

    return await server.tables.change(table, make)


@dataclass(frozen=True)
class Told:
    """A line of the log for a reader."""

    kind: str
    text: Fragment


# Following ----------------------------------------------------------------------------------


async def readable_rows(
    server: Server,
    user: str | None,
    table: str,
    since: int,
    lang: str | None = None,
    most: int = PAGE,
) -> tuple[list[Told], int]:
    """The next lines that somebody may read, and the number of the last line looked at."""
    rows = await server.tables.rows_after(table, since, most)
    found = await server.tables.get(table)
    unheard = await server.tables.blocks.of(user)
    readable = [
        Told(row.kind, row_told(row, found.game, lang))
        for row in rows
        if found.may_read(user, row.audience) and not is_unheard(row, unheard)
    ]
    return readable, rows[-1].seq if rows else since


def is_unheard(row: Row, unheard: Container[str]) -> bool:
    """Whether a line is something that somebody says whom the reader keeps away from."""
    return row.kind == "chat" and row.user_id in unheard


async def rows_when_there(
    server: Server,
    user: str | None,
    table: str,
    invite: str | None,
    since: int,
    until: float,
    lang: str | None = None,
) -> Json:
    """The next lines that somebody may read, as soon as there are some.

    Raises: Refusal, also of somebody who may not see the table any more.
    """
    loop = asyncio.get_running_loop()
    with server.tables.watching(table) as stirred:
        while True:
            stirred.clear()
            await server.tables.seen(table, user, invite)
            rows, since = await readable_rows(server, user, table, since, lang)
            if rows or loop.time() >= until or server.stopping.is_set():
                return {"rows": [row.text for row in rows], "seq": since}
            await server.wait(stirred, until - loop.time())
