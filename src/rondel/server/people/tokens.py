"""API tokens: a person's own programs come with one instead of the cookie."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from rondel.server.errors import conflict, missing
from rondel.server.people.sessions import hash_of
from rondel.server.people.welcome import check_welcome
from rondel.server.storage.database import Database
from rondel.server.storage.rows import owners
from rondel.server.storage.schema import tokens

PREFIX: Final = "rondel_"
"""What every token begins with, so that one left lying about is recognised."""
MOST: Final = 20
"""A person may have so many."""


@dataclass(frozen=True)
class Token:
    """A token without its secret, which is told only once."""

    id: str
    name: str
    """What it is for, in the words of its owner."""
    created_at: float
    used_at: float | None
    """To the hour."""


class Tokens:
    """The tokens of everybody."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def of(self, user_id: str) -> list[Token]:
        """Somebody's tokens, oldest first."""
        kept = tokens.c
        found = (
            sa.select(kept.id, kept.name, kept.created_at, kept.used_at)
            .where(kept.user_id == user_id)
            .order_by(kept.created_at, kept.id)
        )
        async with self._database.reading() as connection:
            return [Token(*row) for row in await connection.execute(found)]

    async def add(self, user_id: str, name: str) -> tuple[Token, str]:
        """A new token and its secret.

        Raises: Refusal.
        """
        token = Token(secrets.token_hex(8), name, self._clock(), None)
        secret = PREFIX + secrets.token_urlsafe(32)
        row = {**vars(token), "user_id": user_id, "hash": hash_of(secret)}
        owned = sa.select(sa.func.count()).where(tokens.c.user_id == user_id)
        async with self._database.writing() as writing:
            await owners.lock(writing.connection, user_id)
            await check_welcome(writing.connection, user_id, self._clock())
            if (await writing.connection.scalar(owned) or 0) >= MOST:
                raise conflict("identity/too_many_tokens", f"You have {MOST} tokens already.")
            await writing.connection.execute(sa.insert(tokens).values(row))
        return token, secret

    async def withdraw(self, user_id: str, token_id: str) -> None:
        """Makes a token worth nothing.

        Raises: Refusal.
        """
        owned = sa.delete(tokens).where(tokens.c.id == token_id, tokens.c.user_id == user_id)
        async with self._database.writing() as writing:
            done = await writing.connection.execute(owned)
        if not done.rowcount:
            raise missing("identity/no_such_token", "You have no such token.")
