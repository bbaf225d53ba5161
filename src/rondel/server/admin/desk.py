"""Where somebody looks after the server: whatever is done there leaves a line in the audit log."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.errors import Refusal, forbidden, missing
from rondel.server.storage.database import Database
from rondel.server.storage.rows.audit import Act, note
from rondel.server.storage.schema import users
from rondel.server.storage.store import Writing

ADMIN: Final = "admin"
"""The role of who looks after the server."""


@dataclass(frozen=True)
class Desk:
    """Where an admin, or the command line, works."""

    database: Database
    clock: Callable[[], float]
    by: str | None = None
    """The admin, by id; None for the command line and the server itself."""

    @asynccontextmanager
    async def acting(self, act: Act) -> AsyncIterator[Writing]:
        """A transaction that does something and tells of it, or neither.

        Raises: Refusal of somebody who is no admin any more.
        """
        async with self.database.writing() as writing:
            await self._check_role(writing.connection)
            yield writing
            await note(writing.connection, self.clock(), self.by, act)

    async def _check_role(self, connection: AsyncConnection) -> None:
        if self.by is not None and not await is_admin(connection, self.by, locked=True):
            raise not_admin()


async def is_admin(connection: AsyncConnection, user: str, locked: bool = False) -> bool:
    """Whether somebody looks after the server; if locked, it stays so until the commit."""
    wanted = sa.select(users.c.role).where(users.c.id == user)
    if locked:
        wanted = wanted.with_for_update(key_share=True)
    return await connection.scalar(wanted) == ADMIN


def not_admin() -> Refusal:
    """What everybody else is told."""
    return forbidden("admin/only", "Only those who look after this server may do that.")


def no_such_person(who: str) -> Refusal:
    """What is told of people who do not exist."""
    return missing("admin/no_such_person", f"Nobody here has the id or login {who!r}.")
