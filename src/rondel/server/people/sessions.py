"""Sessions: what the cookie carries, and what is kept of it."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

import sqlalchemy as sa
from itsdangerous import BadSignature, Signer
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.storage.rows import owners
from rondel.server.storage.schema import places, sessions

YEAR: Final = 365 * 86400
"""Seconds after which a session that nobody used is over."""
MOST: Final = 50
"""A person may have so many; with one more, the one that was not used for longest is over."""


MOST_HASHES: Final = 10_000
"""So many cookies of ours are remembered, so that they need not be checked with every request."""
MOST_PLACES: Final = 20
"""So many addresses are remembered of one account."""


def hash_of(secret: str) -> str:
    """What is kept of a secret; being random, it needs no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Cookies:
    """Signs secrets, so that made-up cookies are refused before anything is looked up."""

    def __init__(self, key: str) -> None:
        self._signer = Signer(
            key, salt="rondel.session", key_derivation="hmac", digest_method=hashlib.sha256
        )
        self._place_key = hashlib.sha256(f"rondel.place {key}".encode()).digest()
        self._hashes: dict[str, str] = {}

    def sign(self, secret: str) -> str:
        """The value of the cookie."""
        return self._signer.sign(secret).decode()

    def place_of(self, address: str) -> str:
        """What is kept of an address: nobody without the key can tell which it is."""
        return hashlib.blake2b(address.encode(), key=self._place_key, digest_size=16).hexdigest()

    def hash_in(self, value: str) -> str | None:
        """The hash of the secret in a cookie; None if we did not sign it."""
        if (kept := self._hashes.get(value)) is None and (kept := self._read(value)) is not None:
            if len(self._hashes) >= MOST_HASHES:
                self._hashes.clear()
            self._hashes[value] = kept
        return kept

    def _read(self, value: str) -> str | None:
        try:
            return hash_of(self._signer.unsign(value).decode())
        except (BadSignature, UnicodeError):
            return None


async def begin_session(connection: AsyncConnection, user_id: str, now: float) -> str:
    """Lets somebody in; gives the secret. Sessions that are over are cleared away."""
    await owners.lock(connection, user_id)
    await connection.execute(_over(user_id, now))
    secret = secrets.token_urlsafe(32)
    row = {"hash": hash_of(secret), "user_id": user_id, "created_at": now, "seen_at": now}
    await connection.execute(sa.insert(sessions).values(row))
    return secret


def _over(user_id: str, now: float) -> sa.Delete:
    """Ends the sessions of somebody that are too old, or too many for one more."""
    kept, own = sessions.c, sessions.c.user_id == user_id
    latest = sa.select(kept.hash).where(own).order_by(kept.seen_at.desc(), kept.created_at.desc())
    is_over = (kept.seen_at < now - YEAR) | kept.hash.not_in(latest.limit(MOST - 1))
    return sa.delete(sessions).where(own, is_over)


async def note_place(connection: AsyncConnection, user_id: str, place: str, now: float) -> None:
    """Remembers where somebody has signed in; what was not used for a year is forgotten."""
    own = places.c.user_id == user_id
    again = places.c.place == place
    old = places.c.seen_at < now - YEAR
    await connection.execute(sa.delete(places).where(own, again | old))
    await connection.execute(_forget_all_but_newest(user_id))
    row = {"user_id": user_id, "place": place, "seen_at": now}
    await connection.execute(sa.insert(places).values(row))


def _forget_all_but_newest(user_id: str) -> sa.Delete:
    newest = (
        sa.select(places.c.place)
        .where(places.c.user_id == user_id)
        .order_by(places.c.seen_at.desc())
        .limit(MOST_PLACES - 1)
    )
    return sa.delete(places).where(places.c.user_id == user_id, places.c.place.not_in(newest))


async def end_session(connection: AsyncConnection, hash_in_cookie: str | None) -> None:
    """Ends the session of a cookie, if there is one."""
    if hash_in_cookie is not None:
        await connection.execute(sa.delete(sessions).where(sessions.c.hash == hash_in_cookie))


async def end_sessions(connection: AsyncConnection, user_id: str, keep: str | None = None) -> None:
    """Ends all sessions of somebody, but for the one with the hash `keep`."""
    ended = sa.delete(sessions).where(sessions.c.user_id == user_id)
    await connection.execute(ended if keep is None else ended.where(sessions.c.hash != keep))
