"""Work in the background that must not end: what meets a mistake of ours is taken up again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from rondel.server.metrics import Metrics
from rondel.server.storage.outages import bridging_outages

logger = logging.getLogger(__name__)

SHORTEST_REST: Final = 1.0
LONGEST_REST: Final = 60.0
"""Seconds until the work is taken up again; each time it fails they double."""

Work = Callable[[], Awaitable[None]]


async def kept_running(task: str, work: Work, metrics: Metrics) -> None:
    """Does work that has no end, until cancelled."""
    loop, rest = asyncio.get_running_loop(), SHORTEST_REST
    while True:
        began = loop.time()
        try:
            await work()
        except Exception:  # noqa: BLE001 - whatever it is, games go on
            report_bug(task, metrics)
        rest = SHORTEST_REST if loop.time() - began > LONGEST_REST else rest
        await asyncio.sleep(rest)
        rest = min(2 * rest, LONGEST_REST)


def report_bug(task: str, metrics: Metrics) -> None:
    """Logs and counts the mistake that is being handled."""
    logger.exception("task failed", extra={"task": task})
    metrics.task_restarts.labels(task).inc()


@dataclass
class Duty:
    """Something that is done every so many rounds; where it fails, the others are done."""

    name: str
    every: int
    """Rounds from one time to the next."""
    work: Work
    rest: int = 0
    """Rounds for which it is left alone after it failed."""
    failures: int = 0
    """In a row."""

    async def do(self, round: int, metrics: Metrics) -> None:
        """Does it if it is due; a database that does not answer has it done the next time."""
        if round % self.every:
            return
        if self.rest:
            self.rest -= 1
            return
        try:
            with bridging_outages(duty=self.name):
                await self.work()
            self.failures = 0
        except Exception:  # noqa: BLE001 - whatever it is, the other duties are done
            report_bug(self.name, metrics)
            self.failures += 1
            self.rest = min(2**self.failures, int(LONGEST_REST) // self.every)
