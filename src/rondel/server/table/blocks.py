"""Whom people keep away from, known in this process for as long as nothing changes."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from rondel.server.storage.database import Database
from rondel.server.storage.hub import EVERYTHING
from rondel.server.storage.rows import ties

KEPT: Final = 5000
"""People whose blocks are remembered."""


class Blocks:
    """Remembers whom people have blocked, and hears when that changes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[str, frozenset[str]] = OrderedDict()
        self._looking: dict[str, object] = {}
        self._stop = database.listen(self._heard)

    def close(self) -> None:
        """Stops listening."""
        self._stop()

    async def of(self, user: str | None) -> frozenset[str]:
        """Those whom somebody has blocked; nobody has blocked nobody."""
        if user is None:
            return frozenset()
        while (known := self._known.get(user)) is None:
            begun = self._looking.setdefault(user, object())
            async with self._database.reading() as connection:
                found = await ties.blocked_by(connection, user)
            # What has changed meanwhile is read again.
            if self._looking.pop(user, None) is begun:
                self._keep(user, found)
                return found
        return known

    def forget(self, user: str) -> None:
        """Does not wait until it is announced what somebody has changed here."""
        self._known.pop(user, None)
        self._looking.pop(user, None)

    def _keep(self, user: str, found: frozenset[str]) -> None:
        self._known[user] = found
        while len(self._known) > KEPT:
            self._known.popitem(last=False)

    def _heard(self, message: str) -> None:
        user, _, what = message.partition(":")
        if message == EVERYTHING:
            self._known.clear()
            self._looking.clear()
        elif what == ties.CHANGED:
            self.forget(user)
