"""Whether somebody is welcome on this server, and may talk."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.errors import Refusal, forbidden
from rondel.server.storage.database import Database
from rondel.server.storage.rows import sanctions
from rondel.server.storage.rows.sanctions import BAN, MUTE, Sanction

OUT = "out"
"""Announced with the id of a person whose sessions have ended."""


async def check_welcome(connection: AsyncConnection, user: str, now: float) -> None:
    """Lets nobody in who is banned; it stays so until the commit.

    Raises: Refusal.
    """
    await sanctions.hold(connection, user)
    ban = await sanctions.find(connection, user, BAN, now)
    if ban is not None:
        raise banned(ban)


def banned(ban: Sanction) -> Refusal:
    """What somebody is told who may not come in."""
    sentence = f"The host of this server has banned you{_until(ban)}: {ban.reason}"
    return Refusal(403, "identity/banned", sentence, until=ban.until)


async def check_may_talk(database: Database, user: str, now: float) -> None:
    """Raises: Refusal of somebody who is muted at all tables."""
    async with database.reading() as connection:
        mute = await sanctions.find(connection, user, MUTE, now)
    if mute is not None:
        sentence = f"The host of this server has muted you{_until(mute)}: {mute.reason}"
        raise forbidden("chat/muted_everywhere", sentence)


def _until(sanction: Sanction) -> str:
    if sanction.until is None:
        return ""
    return f" until {datetime.fromtimestamp(sanction.until, UTC):%Y-%m-%d %H:%M} UTC"
