"""Who may not talk, or not come in at all, and until when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.storage.schema import sanctions, users

Kind = Literal["mute", "ban"]

MUTE: Final = "mute"
BAN: Final = "ban"


@dataclass(frozen=True)
class Sanction:
    """What somebody may not do any more, or not for some time."""

    kind: Kind
    reason: str
    at: float
    until: float | None
    """None for good."""


async def find(connection: AsyncConnection, user: str, kind: Kind, now: float) -> Sanction | None:
    """The sanction of a kind that is in force against somebody."""
    return next((one for one in await find_all(connection, user, now) if one.kind == kind), None)


async def find_all(connection: AsyncConnection, user: str, now: float) -> list[Sanction]:
    """All that is in force against somebody."""
    kept = sanctions.c
    wanted = (
        sa.select(kept.kind, kept.reason, kept.at, kept.until)
        .where(kept.user_id == user, is_in_force(now))
        .order_by(kept.kind)
    )
    return [Sanction(*row) for row in await connection.execute(wanted)]


def is_in_force(now: float) -> sa.ColumnElement[bool]:
    """Whether a row still counts."""
    return sanctions.c.until.is_(None) | (sanctions.c.until > now)


async def put(connection: AsyncConnection, user: str, sanction: Sanction) -> None:
    """Writes a sanction in place of an older one of its kind."""
    await lift(connection, user, sanction.kind)
    await connection.execute(sanctions.insert(), {"user_id": user, **vars(sanction)})


async def lift(connection: AsyncConnection, user: str, kind: Kind) -> bool:
    """Ends a sanction; whether there was one."""
    mine = (sanctions.c.user_id == user) & (sanctions.c.kind == kind)
    return (await connection.execute(sanctions.delete().where(mine))).rowcount > 0


async def hold(connection: AsyncConnection, user: str) -> bool:
    """Whether there is such a person; nobody else changes what he is before the commit."""
    wanted = sa.select(users.c.id).where(users.c.id == user).with_for_update(key_share=True)
    return await connection.scalar(wanted) is not None
