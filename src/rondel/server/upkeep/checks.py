"""Looks at every game over time, and again at those that are set aside.

It does so in a thread with a connection of its own, and rests after every entry: people come
first, and nobody waits for this.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Final

from rondel.server.metrics import Metrics
from rondel.server.storage.outages import bridging_outages
from rondel.server.storage.rows.inspection import id_after, inspecting
from rondel.server.table.soundness import Unsound
from rondel.server.table.troubles import Troubles
from rondel.server.upkeep.doctor import Finding, examine

TICK: Final = 1.0
"""Seconds between two looks at what was set aside."""
EVERY: Final = 15
"""So many ticks until the next game is replayed."""
REST: Final = 0.001
"""Seconds of rest after every entry that is replayed."""


class Checks:
    """Replays the games of a store, one after the other."""

    def __init__(self, url: str, troubles: Troubles, metrics: Metrics) -> None:
        self._url = url
        self._troubles = troubles
        self._metrics = metrics
        self._ticks = 0
        self._stopped = False
        # Several processes begin at different places.
        self._last = secrets.token_hex(8)

    async def run(self) -> None:
        """Goes on until cancelled."""
        try:
            with bridging_outages(duty="checks"):
                await self._troubles.begin()
            while True:
                await asyncio.sleep(TICK)
                await self.tick()
        finally:
            self._stopped = True

    async def tick(self) -> None:
        """One round of what is due."""
        self._ticks += 1
        self._troubles.forget()
        with bridging_outages(duty="checks"):
            for id in self._troubles.due():
                await self.look_at(id)
            if self._ticks % EVERY == 0:
                await self._look_at_next()

    async def _look_at_next(self) -> None:
        id = await asyncio.to_thread(lambda: asyncio.run(self._next()))
        if id is not None:
            self._last = id
            await self.look_at(id)

    async def _next(self) -> str | None:
        async with inspecting(self._url) as connection:
            return await id_after(connection, self._last)

    async def look_at(self, id: str) -> None:
        """Replays a game; one that is not sound is set aside, and a sound one given back."""
        finding = await asyncio.to_thread(lambda: asyncio.run(self._examined(id)))
        self._metrics.tables_checked.labels("unsound" if finding else "sound").inc()
        if finding is None:
            await self._troubles.give_back(id)
        else:
            await self._troubles.set_aside(id, Unsound("; ".join(finding.faults)), closed=True)

    async def _examined(self, id: str) -> Finding | None:
        async with inspecting(self._url) as connection:
            return await examine(connection, id, self._rest)

    def _rest(self) -> None:
        """Lets others go first; a server that ends does not wait for this."""
        if self._stopped:
            raise asyncio.CancelledError
        time.sleep(REST)
