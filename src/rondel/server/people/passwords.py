"""Passwords, kept as argon2 hashes and compared outside the event loop."""

from __future__ import annotations

import asyncio
import unicodedata
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

PASSES: Final = 2
MEMORY: Final = 19 * 1024
"""In KiB."""
AT_ONCE: Final = 2
"""So many are worked on at the same time; the others wait, so that memory has a bound."""

# Looks like any other hash and costs the same to compare with, but no password is known to fit.
DECOY: Final = f"$argon2id$v=19$m={MEMORY},t={PASSES},p=1${'A' * 22}${'A' * 43}"


class Passwords:
    """Makes and compares hashes."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=PASSES, memory_cost=MEMORY, parallelism=1)
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def hash(self, password: str) -> str:
        """What to keep of a password."""
        async with self._turns:
            return await asyncio.to_thread(self._hasher.hash, _plain(password))

    async def fits(self, password: str, kept: str | None) -> bool:
        """Whether it is the password; if none is kept, no, after the same work."""
        async with self._turns:
            return await asyncio.to_thread(self._verify, kept or DECOY, _plain(password))

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except VerifyMismatchError:
            return False


def _plain(password: str) -> str:
    """Keyboards differ in how they compose the same letters."""
    return unicodedata.normalize("NFC", password)
