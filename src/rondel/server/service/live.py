"""A WebSocket at a table: everything that happens, in order, and a way to act.

Each connection reads the log from where it stands. Nothing is queued for it: a slow one falls
behind and catches up, a new one begins where the old one ended.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import orjson
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from rondel.engine.shapes import Consequences
from rondel.server.errors import Refusal, bad, forbidden
from rondel.server.http.bodies import read_json
from rondel.server.http.handlers import invalid
from rondel.server.limits.limiter import Kind
from rondel.server.model.table import SHARED, Table
from rondel.server.parts import Server
from rondel.server.people.identity import User, known
from rondel.server.protocol.live import (
    READER,
    ActSent,
    AnySent,
    AskSent,
    BallotSent,
    ChatSent,
    LookSent,
    ProposalSent,
    Ref,
    ReturnSent,
    SeatSent,
    UndoSent,
)
from rondel.server.service import actions
from rondel.server.table.attendance import People
from rondel.server.viewers.display import check_entry, consequences_told, position_told, table_told

HEARTBEAT: Final = 20.0
"""Seconds after which one looks whether the person is still signed in, and says that one is there.
"""

ROWS_AT_ONCE: Final = 25
"""Lines of the log that are told before others are told theirs."""

GOING_AWAY: Final = 1012
"""The code that ends a connection when the server stops."""

ABOUT_THE_GAME: Final = {"action", "chat"}
"""Kinds of lines after which the table itself need not be told again."""


@dataclass
class Place:
    """Where a connection stands: at which table, as whom, and what it has been told."""

    server: Server
    websocket: WebSocket
    address: str
    table: str
    user: User | None
    invite: str | None
    seat: int | None
    facts: bool
    lang: str | None
    seq: int
    checked_at: float
    """When the person was known to be signed in."""
    position: int | None = None
    """The position told last."""
    present: People | None = None
    thinking: int | None = None
    """The position about which it was told last how long a bot will take."""

    @property
    def user_id(self) -> str | None:
        """Who is connected; None for a spectator without a name."""
        return self.user.id if self.user else None

    async def send(self, type: str, /, **values: Any) -> None:
        """Sends a message."""
        await self.websocket.send_text(orjson.dumps({"type": type, **values}).decode())


async def attend(place: Place) -> None:
    """Serves a connection until it ends.

    Raises: Refusal of somebody who may not be here any more.
    """
    await place.websocket.accept()
    async with place.server.attendance.present(place.table, place.user_id):
        doing = (receive(place), follow(place), leave_when_called(place))
        tasks = [asyncio.create_task(one) for one in doing]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
    raise_unusual(results)


def raise_unusual(results: Iterable[object]) -> None:
    """Raises what is no ordinary end of a connection."""
    # The second where one task notices before the other that nobody is there any more.
    usual = (WebSocketDisconnect, WebSocketDisconnected, asyncio.CancelledError)
    for result in results:
        if isinstance(result, BaseException) and not isinstance(result, usual):
            raise result


# Telling ------------------------------------------------------------------------------------


async def follow(place: Place) -> None:
    """Tells everything that happens at the table."""
    server = place.server
    with server.tables.watching(place.table) as stirred:
        await server.limiter.pace.step(place.address)
        await greet(place)
        while not server.stopping.is_set():
            stirred.clear()
            await server.limiter.pace.step(place.address)
            await check_may_look(place)
            await tell_news(place)
            if not await server.wait(stirred, HEARTBEAT):
                await place.send("beat")
    await place.websocket.close(GOING_AWAY, "server/stopping")


async def greet(place: Place) -> None:
    """Says where the connection begins: not before what another process has told."""
    table = await place.server.tables.newest(place.table)
    place.seq = min(place.seq, table.seq)
    told = table_told(table, place.user_id, place.server.clock())
    await place.send("hello", seq=place.seq, user=place.user_id, table=told)


async def tell_news(place: Place) -> None:
    """Tells the lines that are new, and what has changed with them."""
    server, changed = place.server, False
    # Of a table nothing is told before the lines that led to it.
    while place.seq < (table := await server.tables.get(place.table)).seq:
        changed |= await tell_rows(place)
        if place.seq < table.seq:
            # Who comes late hears a long log; the others have their turn in between.
            await asyncio.sleep(0)
    if changed:
        told = table_told(table, place.user_id, server.clock())
        await place.send("table", table=told)
    # What is known of a position depends on who sits where, and on votes and pauses.
    if table.play is not None and (changed or table.position != place.position):
        await tell_position(place, table)
    await tell_thinking(place, table)
    await tell_presence(place)


async def tell_rows(place: Place) -> bool:
    """Tells the next lines; says whether more than the game has changed with them."""
    await place.server.limiter.pace.step(place.address)
    rows, place.seq = await actions.readable_rows(
        place.server, place.user_id, place.table, place.seq, place.lang, ROWS_AT_ONCE
    )
    for row in rows:
        await place.send("row", row=row.text)
    return any(row.kind not in ABOUT_THE_GAME for row in rows)


async def tell_position(place: Place, table: Table, ref: Ref = None) -> None:
    """Tells the current position, because it is new or because somebody has asked for it."""
    check_entry(table, 0)
    place.position = table.position
    told = position_told(table, place.user_id, place.seat, place.facts, place.lang)
    await place.send("position", ref=ref, position=told)


async def tell_thinking(place: Place, table: Table) -> None:
    """Tells once for each decision how long a bot will take, where that is long."""
    seconds = place.server.steward.expected(table)
    if seconds is not None and place.thinking != table.position:
        place.thinking = table.position
        await place.send("thinking", position=table.position, seconds=round(seconds, 1))


async def tell_presence(place: Place) -> None:
    """Tells who is there, if that has changed."""
    present = await place.server.attendance.who(place.table)
    if present != place.present:
        place.present = present
        await place.send("presence", users=present)


async def check_may_look(place: Place) -> None:
    """Looks whether somebody may still see the table, and now and then who is there at all.

    Raises: Refusal.
    """
    await place.server.tables.seen(place.table, place.user_id, place.invite)
    # Nor may a clock that was set back put it off.
    if not 0 <= place.server.clock() - place.checked_at < HEARTBEAT:
        place.server.attendance.forget(place.table)
        await check_signed_in(place)


async def check_signed_in(place: Place) -> None:
    """Raises: Refusal of somebody who has signed out."""
    if place.user is not None and not await is_signed_in(place):
        raise forbidden("identity/signed_out", "You have signed out.")
    place.checked_at = place.server.clock()


async def leave_when_called(place: Place) -> None:
    """Looks whether somebody is still signed in as soon as sessions of his have ended.

    Raises: Refusal.
    """
    with place.server.doorkeeper.inside(place.user_id or "") as called:
        while await called.wait():
            called.clear()
            await check_signed_in(place)


async def is_signed_in(place: Place) -> bool:
    """Whether what the connection was opened with is still good."""
    try:
        return await place.server.identity.user_of(place.websocket) is not None
    except Refusal:
        return False


# Listening ----------------------------------------------------------------------------------


async def receive(place: Place) -> None:
    """Does what the client sends, one message after the other.

    Raises: Refusal of somebody who has signed out.
    """
    while True:
        ref = None
        text = await next_text(place.websocket)
        # Others do something before this, if it is only refused.
        await place.server.limiter.pace.step(place.address)
        await check_signed_in(place)
        try:
            count_message(place)
            sent = read(text)
            ref = sent.ref
            await do(place, sent)
        except Refusal as refusal:
            await place.send("refused", ref=ref, **refusal.to_json())


def count_message(place: Place) -> None:
    """Counts a message by address and by person.

    Raises: Refusal of somebody who is too fast.
    """
    limiter = place.server.limiter
    limiter.check("requests", place.address)
    limiter.check("messages", place.user_id or place.address)


async def next_text(websocket: WebSocket) -> str | None:
    """The next message; None if it was no text."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1000)
    text: str | None = message.get("text")
    return text


def read(text: str | None) -> AnySent:
    """What a client has sent.

    Raises: Refusal.
    """
    if text is None:
        raise bad("request/not_text", "Messages are JSON as text, not bytes.")
    value = read_json(text.encode("utf-8", "surrogatepass"))
    try:
        return READER.validate_python(value)
    except ValidationError as error:
        raise invalid(error.errors()) from None


async def do(place: Place, sent: AnySent) -> None:
    """Carries out what was sent and says so.

    Raises: Refusal.
    """
    match sent:
        case LookSent():
            table = await place.server.tables.get(place.table)
            await tell_position(place, table, sent.ref)
        case SeatSent():
            place.seat = SHARED if sent.seat is None else sent.seat
            table = await place.server.tables.get(place.table)
            await tell_position(place, table, sent.ref)
        case AskSent():
            told = await ask(place, sent)
            await place.send("consequences", ref=sent.ref, consequences=told)
        case _:
            table = await act(place, sent)
            await place.send(
                "done", ref=sent.ref, position=table.position, entries=table.length, seq=table.seq
            )


def named(place: Place, kind: Kind) -> User:
    """Who is connected, if that is somebody and not too fast.

    Raises: Refusal.
    """
    user = known(place.user)
    place.server.limiter.check(kind, user.id)
    return user


async def ask(place: Place, sent: AskSent) -> list[Consequences]:
    """What actions would do.

    Raises: Refusal.
    """
    named(place, "actions")
    table = await place.server.tables.get(place.table)
    check_entry(table, 0)
    return consequences_told(table, place.user_id, place.seat, sent.position, sent.entries)


async def act(place: Place, sent: AnySent) -> Any:
    """What only somebody with a name may do.

    Raises: Refusal.
    """
    server, table = place.server, place.table
    user = named(place, "chats" if isinstance(sent, ChatSent) else "actions")
    match sent:
        case ActSent():
            return await actions.act(server, user.id, table, sent)
        case UndoSent():
            return await actions.undo(server, user.id, table, sent)
        case ProposalSent():
            return await actions.propose(server, user.id, table, sent)
        case BallotSent():
            return await actions.answer(server, user.id, table, sent)
        case ReturnSent():
            return await actions.come_back(server, user.id, table)
        case ChatSent():
            return await actions.say(server, user.id, user.name, table, sent, place.invite)
        case _:
            raise AssertionError(sent)
