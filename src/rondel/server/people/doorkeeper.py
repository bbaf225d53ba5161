"""Shows people out at once: connections end when the sessions do that they were opened with."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from rondel.server.people.welcome import OUT
from rondel.server.storage.database import Database
from rondel.server.storage.hub import EVERYTHING


class Doorkeeper:
    """Knows who is connected to this process, and hears whose sessions have ended."""

    def __init__(self, database: Database) -> None:
        self._calls: dict[str, set[asyncio.Event]] = {}
        self._stop = database.listen(self._heard)

    def close(self) -> None:
        """Stops listening."""
        self._stop()

    @contextmanager
    def inside(self, user: str) -> Iterator[asyncio.Event]:
        """Somebody is connected for so long; the event is set when he may have to leave."""
        call = asyncio.Event()
        calls = self._calls.setdefault(user, set())
        calls.add(call)
        try:
            yield call
        finally:
            calls.discard(call)
            if not calls:
                self._calls.pop(user, None)

    def _heard(self, message: str) -> None:
        user, _, what = message.partition(":")
        if what == OUT:
            self._call(user)
        elif message == EVERYTHING:
            for user in list(self._calls):
                self._call(user)

    def _call(self, user: str) -> None:
        for call in self._calls.get(user, ()):
            call.set()
