"""How notices are getting on, for those who look after the server."""

from __future__ import annotations

from typing import Any, Final

from rondel.server.storage.database import Database
from rondel.server.storage.rows import channels
from rondel.server.storage.rows import notices as stored

MOST: Final = 100
"""Channels that are listed."""


async def look(database: Database) -> dict[str, Any]:
    """The counts, and the channels by which something was given up; no addresses."""
    async with database.reading() as connection:
        counts = await stored.counts(connection)
        failing = await channels.failing(connection, MOST)
    return {
        "waiting": counts.get(stored.WAITING, 0),
        "sent": counts.get(stored.SENT, 0) + counts.get(stored.RECALLING, 0),
        "over": counts.get(stored.OVER, 0),
        "withdrawn": counts.get(stored.WITHDRAWN, 0),
        "failed": counts.get(stored.FAILED, 0),
        "failing": [
            {
                "id": one.id,
                "user": one.user_id,
                "kind": one.kind,
                "failed_at": one.failed_at,
                "failure": one.failure,
                "stopped": one.stopped,
            }
            for one in failing
        ],
    }
