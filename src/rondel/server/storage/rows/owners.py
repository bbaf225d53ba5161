"""What belongs to one person is counted and changed by one request at a time."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.storage.schema import users


async def lock(connection: AsyncConnection, user_id: str) -> str | None:
    """Lets others who want to change what is this person's wait for the end of the transaction.

    Gives the login, None for a guest.
    """
    # Rows that only name the person need not wait, or two might wait for each other.
    found = sa.select(users.c.login).where(users.c.id == user_id).with_for_update(key_share=True)
    login: str | None = await connection.scalar(found)
    return login
