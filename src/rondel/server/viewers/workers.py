"""Heavy work: in a process beside the server, one after the other, within everybody's budget."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Final, ParamSpec, TypeVar

from pebble import ProcessPool

from rondel.arena.play import interrupts_held
from rondel.server.errors import Refusal
from rondel.server.limits.limiter import Limiter, too_many
from rondel.server.viewers.jobs import begin_job

Args = ParamSpec("Args")
Result = TypeVar("Result")

MOST_OF_ONE: Final = 16
"""So many requests of one address may wait for their turn."""
MOST_WAITING: Final = 64
"""So many may wait in all."""
LONGEST: Final = 20.0
"""Seconds after which work is given up."""
JOBS_OF_PROCESS: Final = 200
"""After so many a new process begins, and what the old one held of memory is given back."""
SECONDS_PER_BYTE: Final = 1 / 20e6
"""What it costs to send an answer."""
MOST_KEPT: Final = 16 * 2**20
"""Bytes of answers that are kept."""


@dataclass(frozen=True)
class Asker:
    """Whose budget work is taken from."""

    address: str
    user: str | None

    @property
    def keys(self) -> list[str]:
        """By which limits know the address and the person."""
        return [f"address {self.address}", *([f"person {self.user}"] if self.user else [])]


class Workers:
    """The process that works, who waits for it, and what it has lately answered."""

    def __init__(self, limiter: Limiter) -> None:
        self.kept = Kept()
        self._limiter = limiter
        # Without limits one address may be all there is.
        self._line = Line(MOST_OF_ONE if limiter.buckets else MOST_WAITING)
        self._pool: ProcessPool | None = None

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        """Waits until nobody else works; the time it takes from then on is the asker's.

        Raises: Refusal of who has used up his budget, or if too many wait.
        """
        for key in asker.keys:
            self._limiter.check_room("work", key)
        async with self._line.turn(asker.address):
            begun = time.perf_counter()
            try:
                yield
            finally:
                self.charge(asker, time.perf_counter() - begun)

    def charge(self, asker: Asker, seconds: float) -> None:
        """Takes so many seconds from the budget of somebody."""
        for key in asker.keys:
            self._limiter.spend("work", key, seconds)

    async def do(
        self, job: Callable[Args, Result], /, *args: Args.args, **more: Args.kwargs
    ) -> Result:
        """What a function gives in the other process, for who has the turn.

        Raises: Refusal, `server/busy`, if the process is lost or takes too long.
        """
        pool = await self._started()
        # Pickling what it is given and gets is as fast as copying: these are texts.
        future = pool.schedule(job, args=args, kwargs=more, timeout=LONGEST)
        try:
            return await asyncio.wrap_future(future)
        except (OSError, RuntimeError) as error:
            raise busy() from error

    async def _started(self) -> ProcessPool:
        """The pool; it begins with the first work, and anew where it was lost."""
        if self._pool is None or not self._pool.active:
            self._pool = await asyncio.to_thread(_started_pool)
        return self._pool

    async def close(self) -> None:
        """Ends the process."""
        if self._pool is not None:
            await asyncio.to_thread(_stop, self._pool)


def _started_pool() -> ProcessPool:
    context = get_context("spawn")
    pool = ProcessPool(1, JOBS_OF_PROCESS, initializer=begin_job, context=context)
    with interrupts_held():
        if not pool.active:
            raise RuntimeError("no process to work in could be started")
    return pool


def _stop(pool: ProcessPool) -> None:
    pool.stop()
    pool.join()


class Line:
    """Those who wait: addresses take turns, however many requests one of them has made."""

    def __init__(self, most_of_one: int = MOST_OF_ONE) -> None:
        self._most_of_one = most_of_one
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._taken = False

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Waits for a turn, and has it.

        Raises: Refusal if too many wait.
        """
        if self._taken:
            await self._wait(address)
        self._taken = True
        try:
            yield
        finally:
            self._next()

    async def _wait(self, address: str) -> None:
        own = self._waiting.get(address, ())
        if len(own) >= self._most_of_one:
            raise too_many(1)
        if sum(map(len, self._waiting.values())) >= MOST_WAITING:
            raise busy()
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                # The turn had just come.
                self._next()
            raise

    def _next(self) -> None:
        """Gives the turn to the first of the address that has waited longest for one."""
        self._taken = False
        while self._waiting:
            address, places = self._waiting.popitem(last=False)
            place = places.popleft()
            if places:
                self._waiting[address] = places
            if not place.done():
                self._taken = True
                place.set_result(None)
                return


def busy() -> Refusal:
    """The refusal of work while too much is to do."""
    return Refusal(503, "server/busy", "Too much is to do here. Try again later.", retry_after=5)


class Kept:
    """Answers that stay the same, those used last."""

    def __init__(self) -> None:
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()
        self._bytes = 0

    def get(self, key: Hashable) -> bytes | None:
        """The answer, if it is kept."""
        if key in self._answers:
            self._answers.move_to_end(key)
        return self._answers.get(key)

    def put(self, key: Hashable, answer: bytes) -> None:
        """Keeps an answer, and forgets others for it."""
        self._bytes += len(answer) - len(self._answers.pop(key, b""))
        self._answers[key] = answer
        while self._bytes > MOST_KEPT:
            _, gone = self._answers.popitem(last=False)
            self._bytes -= len(gone)
