"""Processes beside the server, and the line before them: whatever becomes of one, others go on."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from multiprocessing import get_context
from typing import Any, Final, TypeVar

from pebble import ProcessPool

from rondel.arena.play import interrupts_held
from rondel.server.bots.line import Line
from rondel.server.bots.worker import MOST_GAMES, begin_thinking

T = TypeVar("T")

PATIENCE: Final = 15.0
"""Seconds beyond the limit that a process may take to begin or to end before it is given up."""

HEARTBEAT: Final = 0.5
"""Seconds after which one looks again whether a process is lost."""


class Process:
    """A process that does one thing at a time; another takes its place when it is lost.

    Each is a pool of its own: what it takes with it, even a lock, is no other's.
    """

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._pool: ProcessPool | None = None
        self._known: OrderedDict[str, int] = OrderedDict()
        """The lines it was asked about, and how many entries of them it knows."""

    def start(self) -> None:
        """Begins the process, so that it is ready before it is asked."""
        self._pool = _new_pool(self._niceness)
        _begin(self._pool)

    async def _ready(self) -> ProcessPool:
        """The pool; it begins with the first work, and anew where it was lost."""
        if self._pool is None or not self._pool.active:
            lost, self._pool = self._pool, _new_pool(self._niceness)
            if lost is not None:
                # Nobody waits for what is left of it.
                asyncio.get_running_loop().run_in_executor(None, _stop, lost)
            await asyncio.to_thread(_begin, self._pool)
        return self._pool

    def knows(self, line: str) -> bool:
        """Whether it was asked about a line lately."""
        return line in self._known

    def remember(self, line: str, length: int = 0) -> None:
        """Notes that it was asked about a line, as far as so many entries."""
        if line:
            self._known[line] = length
            while len(self._known) > MOST_GAMES:
                self._known.popitem(last=False)

    def forget(self, line: str) -> int | None:
        """How many entries of a line it knows, which is not noted any longer."""
        return self._known.pop(line, None)

    async def call(self, limit: float, work: Callable[..., T], *values: Any) -> T:
        """What a function gives that is carried out in the process.

        Raises: what it raises, TimeoutError, OSError or RuntimeError if the process is lost.
        """
        pool = await self._ready()
        result = asyncio.wrap_future(pool.schedule(work, values, timeout=limit))
        try:
            return await _awaited(pool, result, time.monotonic() + limit + PATIENCE)
        finally:
            result.cancel()

    async def close(self) -> None:
        """Ends the process."""
        if self._pool is not None:
            await asyncio.to_thread(_stop, self._pool)


async def _awaited(pool: ProcessPool, result: asyncio.Future[T], end: float) -> T:
    """A result, as long as there is still a process that it can come from.

    The pool times its process and tells when that ends. This is for what befalls the pool.
    """
    while not result.done() and pool.active:
        await asyncio.wait([result], timeout=HEARTBEAT)
        if time.monotonic() > end:
            pool.stop()
    if not result.done():
        raise RuntimeError("its process is lost")
    return result.result()


class Processes:
    """Some processes, and the line before them."""

    def __init__(self, number: int, limit: float, niceness: int) -> None:
        self._limit = limit
        self._processes = [Process(niceness) for _ in range(number)]
        self._line = Line(self._processes)
        self._closed = False

    def __len__(self) -> int:
        """How many there are."""
        return len(self._processes)

    @property
    def can_think(self) -> bool:
        """Whether there is one at all."""
        return bool(self._processes)

    @property
    def waiting(self) -> int:
        """How many wait for one."""
        return self._line.waiting

    def expected(self, behind: float) -> float:
        """Seconds until who comes now is likely to be answered."""
        return self._line.expected(behind)

    async def work(self, behind: float, line: str, work: Callable[..., T], *values: Any) -> T:
        """What a function gives that is carried out in one of the processes, when its turn comes.

        `line` names what it is about: it goes to a process that knows it, if that is free.

        Raises: what it raises, TimeoutError, OSError or RuntimeError if the process is lost.
        """
        if self._closed:
            raise asyncio.CancelledError
        async with self._line.turn(line, behind) as turn:
            found = await turn.thinker.call(self._limit, work, *values)
            turn.thinker.remember(line)
        return found

    async def close(self) -> None:
        """Ends all processes; what they do now is dropped."""
        self._closed = True
        await asyncio.gather(*(process.close() for process in self._processes))


def _new_pool(niceness: int) -> ProcessPool:
    context = get_context("spawn")
    return ProcessPool(1, initializer=begin_thinking, initargs=(niceness,), context=context)


def _begin(pool: ProcessPool) -> None:
    """Begins the process of a pool."""
    with interrupts_held():
        if not pool.active:
            raise RuntimeError("no process to think in could be started")


def _stop(pool: ProcessPool) -> None:
    pool.stop()
    pool.join()
