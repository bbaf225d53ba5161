"""Limits that several processes share: each counts by itself, and all settle every second."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError

from rondel.server.limits.limiter import Buckets, Limiter
from rondel.server.storage.database import Database
from rondel.server.storage.errors import StoreError
from rondel.server.storage.schema import limits

logger = logging.getLogger(__name__)

EVERY: Final = 1.0
"""Seconds from one settlement to the next."""
CLEAR_EVERY: Final = 60
"""Settlements after which buckets that are empty are cleared away."""
AT_ONCE: Final = 1000
"""Buckets settled with one statement."""


@dataclass(frozen=True)
class Claim:
    """What this process has added to a bucket."""

    buckets: Buckets
    key: str
    added: float


class Settling:
    """Tells the store how full the buckets are, and hears what other processes have added."""

    def __init__(self, limiter: Limiter, database: Database, secret: str) -> None:
        self._limiter = limiter
        self._database = database
        self._key = hashlib.sha256(f"rondel.limits {secret}".encode()).digest()
        self._times = 0

    async def run(self) -> None:
        """Settles again and again, until it is cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.settle()
            except (StoreError, SQLAlchemyError, OSError) as error:
                # Each process still counts by itself.
                logger.warning("limits not settled", extra={"reason": type(error).__name__})

    async def settle(self) -> None:
        """Adds up what was counted since the last time.

        Raises: StoreError, and what the driver raises; then it is added up the next time.
        """
        claims = self._claims()
        for first in range(0, len(claims), AT_ONCE):
            await self._settle(dict(claims[first : first + AT_ONCE]))
        self._times += 1
        if self._times % CLEAR_EVERY == 0:
            async with self._database.writing() as writing:
                empty = limits.delete().where(limits.c.empty_at < self._limiter.clock())
                await writing.connection.execute(empty)

    def _claims(self) -> list[tuple[str, Claim]]:
        """By what is kept of a key, in an order that is the same for all processes."""
        claims = {
            self._kept_of(kind, key): Claim(buckets, key, added)
            for kind, buckets in self._limiter.buckets.items()
            for key, added in buckets.unsettled.items()
        }
        return sorted(claims.items(), key=lambda item: item[0])

    def _kept_of(self, kind: str, key: str) -> str:
        """Nobody without the secret can tell whose address it is."""
        text = f"{kind} {key}".encode()
        return hashlib.blake2b(text, key=self._key, digest_size=16).hexdigest()

    async def _settle(self, claims: dict[str, Claim]) -> None:
        now = self._limiter.clock()
        rows = [{"key": kept, "empty_at": now + claim.added} for kept, claim in claims.items()]
        upsert = insert(limits).values(rows)
        together = sa.func.greatest(limits.c.empty_at, now) + (upsert.excluded.empty_at - now)
        upsert = upsert.on_conflict_do_update(index_elements=["key"], set_={"empty_at": together})
        async with self._database.writing() as writing:
            found = await writing.connection.execute(upsert.returning(limits))
            settled = {row.key: row.empty_at for row in found}
        for kept, claim in claims.items():
            claim.buckets.settle(claim.key, claim.added, settled[kept])
