"""What was done by those who look after the server, in the store: lines that stay."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.model.table import Json
from rondel.server.storage.schema import audit


@dataclass
class Act:
    """What is done, for the audit log."""

    what: str
    user: str | None = None
    """Whom it is about, by id."""
    table: str | None = None
    """What table it is about, by id."""
    reason: str = ""
    details: Json = field(default_factory=dict)


async def note(connection: AsyncConnection, at: float, by: str | None, act: Act) -> None:
    """Writes a line to the audit log."""
    row = {
        "at": at,
        "by": by,
        "act": act.what,
        "user_id": act.user,
        "table_id": act.table,
        "reason": act.reason,
        "details": act.details,
    }
    await connection.execute(audit.insert(), row)
