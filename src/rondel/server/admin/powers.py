"""What may be done to people: roles, muting, banning, and the way back in."""

from __future__ import annotations

import secrets
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.admin.desk import ADMIN, Desk, no_such_person
from rondel.server.admin.people import find_person
from rondel.server.errors import conflict
from rondel.server.model.table import OPEN, RUNNING, Draft
from rondel.server.people.sessions import end_sessions, hash_of
from rondel.server.people.welcome import OUT
from rondel.server.storage.rows import sanctions
from rondel.server.storage.rows.audit import Act
from rondel.server.storage.rows.sanctions import BAN, MUTE, Kind, Sanction
from rondel.server.storage.schema import resets, tokens, users
from rondel.server.storage.store import Writing
from rondel.server.table import clocks, seating, votes
from rondel.server.table.transactions import change_within, tables_of

RESET_SECONDS: Final = 86400.0
"""How long a link for a new password is good."""


async def id_of(desk: Desk, who: str) -> str:
    """The id of the person with an id or a login.

    Raises: Refusal.
    """
    async with desk.database.reading() as connection:
        return await find_person(connection, who)


async def _hold(connection: AsyncConnection, user: str) -> None:
    """Lets nobody else change somebody before the commit.

    Raises: Refusal.
    """
    if not await sanctions.hold(connection, user):
        raise no_such_person(user)


# Roles --------------------------------------------------------------------------------------


async def grant(desk: Desk, who: str) -> None:
    """Lets an account look after the server.

    Raises: Refusal.
    """
    user = await id_of(desk, who)
    async with desk.acting(Act("grant", user)) as writing:
        await _hold(writing.connection, user)
        account = sa.select(users.c.login).where(users.c.id == user)
        if await writing.connection.scalar(account) is None:
            raise conflict("admin/guest", "Only somebody with an account can look after a server.")
        await _set_role(writing.connection, user, ADMIN)


async def revoke(desk: Desk, who: str) -> None:
    """Takes the role away.

    Raises: Refusal.
    """
    user = await id_of(desk, who)
    async with desk.acting(Act("revoke", user)) as writing:
        await _hold(writing.connection, user)
        await _set_role(writing.connection, user, None)


async def _set_role(connection: AsyncConnection, user: str, role: str | None) -> None:
    await connection.execute(users.update().where(users.c.id == user).values(role=role))


# Sanctions ----------------------------------------------------------------------------------


async def mute(desk: Desk, who: str, reason: str, until: float | None) -> None:
    """Lets somebody talk at no table.

    Raises: Refusal.
    """
    user = await id_of(desk, who)
    async with desk.acting(_sanction(MUTE, user, reason, until)) as writing:
        await _put(desk, writing.connection, user, Sanction(MUTE, reason, desk.clock(), until))


async def ban(desk: Desk, who: str, reason: str, until: float | None) -> str:
    """Shows somebody out: sessions and tokens end at once, bots stand in; gives the id.

    Raises: Refusal.
    """
    user = await id_of(desk, who)
    async with desk.acting(_sanction(BAN, user, reason, until)) as writing:
        await _put(desk, writing.connection, user, Sanction(BAN, reason, desk.clock(), until))
        await show_out(writing, user)
        for table in await tables_of(writing.connection, user, [OPEN, RUNNING]):
            await change_within(writing, table, lambda draft: stand_in(draft, user, desk.clock()))
    return user


def _sanction(kind: Kind, user: str, reason: str, until: float | None) -> Act:
    return Act(kind, user, reason=reason, details={"until": until})


async def _put(desk: Desk, connection: AsyncConnection, user: str, sanction: Sanction) -> None:
    await _hold(connection, user)
    role = await connection.scalar(sa.select(users.c.role).where(users.c.id == user))
    if role == ADMIN:
        raise conflict("admin/is_admin", "Take the role away from this person first.")
    await sanctions.put(connection, user, sanction)


async def show_out(writing: Writing, user: str) -> None:
    """Ends all sessions and tokens of somebody, and connections with them."""
    await end_sessions(writing.connection, user)
    await writing.connection.execute(tokens.delete().where(tokens.c.user_id == user))
    await writing.connection.execute(resets.delete().where(resets.c.user_id == user))
    writing.announce(f"{user}:{OUT}")


def stand_in(draft: Draft, user: str, now: float) -> None:
    """Lets nobody wait for somebody who cannot come: bots decide until he may.

    Before the start the seat is free again. Where nobody else plays, nobody waits.
    """
    if draft.people == [user]:
        return
    for seat in draft.seats_of(user):
        if draft.status == OPEN:
            seating.vacate(draft, seat, None, now)
        elif not seat.away:
            _leave_to_bot(draft, seat.number, now)
    votes.recount(draft, now)


def _leave_to_bot(draft: Draft, number: int, now: float) -> None:
    if number == draft.decider:
        clocks.stop_clock(draft, draft.paused_at or now)
        draft.deadline = None
    draft.seats[number].away = True
    draft.note(now, "away", {"seat": number})


async def lift(desk: Desk, who: str, kind: Kind) -> None:
    """Ends a sanction.

    Raises: Refusal.
    """
    user = await id_of(desk, who)
    async with desk.acting(Act(f"un{kind}", user)) as writing:
        await _hold(writing.connection, user)
        if not await sanctions.lift(writing.connection, user, kind):
            raise conflict("admin/no_sanction", "There is nothing of that kind to lift.")


# A new password -----------------------------------------------------------------------------


async def make_reset(desk: Desk, who: str, secret_hash: str) -> float:
    """Lets whoever holds a secret give an account a new password, once; gives until when.

    Raises: Refusal.
    """
    user, until = await id_of(desk, who), desk.clock() + RESET_SECONDS
    async with desk.acting(Act("reset", user, details={"until": until})) as writing:
        connection = writing.connection
        await _hold(connection, user)
        if await connection.scalar(sa.select(users.c.login).where(users.c.id == user)) is None:
            raise conflict("identity/no_account", "A guest has no password.")
        await connection.execute(resets.delete().where(resets.c.user_id == user))
        row = {"user_id": user, "hash": secret_hash, "until": until}
        await connection.execute(resets.insert(), row)
    return until


def new_secret() -> tuple[str, str]:
    """A secret for a link, and what is kept of it."""
    secret = secrets.token_urlsafe(32)
    return secret, hash_of(secret)
