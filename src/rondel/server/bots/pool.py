"""Bots think in processes of their own: whatever becomes of one, its table goes on."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Final, TypeVar

from pebble import ProcessExpired, ProcessPool

from rondel.arena.play import interrupts_held
from rondel.bots import Budget, bot_names
from rondel.engine import shown
from rondel.engine.shapes import Entry
from rondel.server.bots.line import Line
from rondel.server.bots.worker import (
    FOREVER,
    MOST_GAMES,
    PART,
    GameForgotten,
    Memory,
    Question,
    begin_thinking,
    budget_of,
    decided,
    think,
    wake,
)
from rondel.server.errors import bad
from rondel.server.traces import span

T = TypeVar("T")

__all__ = ["Answer", "Question", "Thinkers", "check_bot"]

SIMPLER: Final = ("banker", "random")
"""The bots that decide, in this order, where the one asked for does not."""

PATIENCE: Final = 15.0
"""Seconds beyond the limit that a process may take to begin or to end before it is given up."""

HEARTBEAT: Final = 0.5
"""Seconds after which one looks again whether a process is lost."""

AGAIN: Final = 5.0
"""Seconds until one tries again to start a process, where none could be started."""

MOST_NODES: Final = 2000
"""The largest budget of a bot that counts nodes."""


@dataclass(frozen=True)
class Answer:
    """What was decided."""

    entry: Entry
    """The entry of the record; it may be a donation, upon which the decision is put again."""
    bot: str
    """Who decided: the bot asked for, or a simpler one."""
    seconds: float
    """How long it took, without waiting for a free process."""
    failure: str | None
    """Why the bot asked for did not decide, for the log."""


class Thinkers:
    """The processes that bots think in, and the line before them."""

    def __init__(self, processes: int, limit: float) -> None:
        self._limit = limit
        self._thinkers = [_Thinker() for _ in range(processes)]
        self._line = Line(self._thinkers)
        self._deciding: set[asyncio.Task[Answer]] = set()
        self._closed = False
        self.failure: str | None = None
        """Why no process can be thought in; None as long as the last one asked has answered."""

    @property
    def can_think(self) -> bool:
        """Whether there is a process to think in."""
        return bool(self._thinkers)

    @property
    def waiting(self) -> int:
        """Questions that wait for a process."""
        return self._line.waiting

    def expected(self, behind: float) -> float:
        """Seconds until a question that comes now is likely to be answered."""
        return self._line.expected(behind)

    async def decide(self, question: Question, behind: float = 0.0) -> Answer:
        """The answer of the bot asked for or, where that fails, of a simpler one.

        Questions are answered in the order they come, but for those that others have a head start
        over: so many seconds they are behind. The more wait, the shorter each thinks.

        Whoever is cancelled while he waits ends the thinking. Once closed, all are cancelled.

        Raises: RecordError or ValueError if there is no such decision; never because of a bot.
        """
        if self._closed:
            raise asyncio.CancelledError
        deciding = asyncio.create_task(self._decide(question, behind))
        self._deciding.add(deciding)
        deciding.add_done_callback(self._deciding.discard)
        return await deciding

    async def _decide(self, question: Question, behind: float) -> Answer:
        async with AsyncExitStack() as stack:
            with span("bot.queue"):
                turn = await stack.enter_async_context(self._line.turn(question.line, behind))
            with span("bot.think"):
                return await self._answer(turn.thinker, question, turn.share)

    async def _answer(self, thinker: _Thinker, question: Question, share: float) -> Answer:
        began, failures = time.perf_counter(), list[str]()
        for bot in dict.fromkeys((question.bot, *SIMPLER)):
            try:
                entry = await thinker.ask(question, bot, self._limit, share)
                self.failure = None
                break
            # What goes wrong with processes is an OSError or a RuntimeError, as is `BotFailed`.
            except (OSError, RuntimeError) as error:
                failures.append(f"{bot}: {_reason(error, self._limit)}")
        else:
            bot = SIMPLER[-1]
            entry = await asyncio.to_thread(decided, question, bot, Budget(), Memory())
            self.failure = failures[-1]
        return Answer(entry, bot, time.perf_counter() - began, "\n".join(failures) or None)

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

    @property
    def processes(self) -> int:
        """How many there are to think in."""
        return len(self._thinkers)

    async def watch(self) -> None:
        """Looks again and again whether there are processes, where there were none."""
        while True:
            await asyncio.sleep(AGAIN)
            if self.failure is not None:
                await self.try_again()

    async def try_again(self) -> None:
        """Looks whether there is a process to think in."""
        async with self._line.turn("", 0.0) as turn:
            try:
                await turn.thinker.call(self._limit, wake)
                self.failure = None
            except (OSError, RuntimeError) as error:
                self.failure = _reason(error, self._limit)

    async def close(self) -> None:
        """Ends all processes; what they think about now is dropped."""
        self._closed = True
        deciding = list(self._deciding)
        for task in deciding:
            task.cancel()
        await asyncio.gather(*deciding, return_exceptions=True)
        await asyncio.gather(*(thinker.close() for thinker in self._thinkers))


class _Thinker:
    """A process that answers one question at a time; another takes its place when it is lost.

    Each is a pool of its own: what it takes with it, even a lock, is no other's.
    """

    def __init__(self) -> None:
        self._pool = _started_pool()
        self._known: OrderedDict[str, int] = OrderedDict()
        """The lines it was asked about, and how many entries of them it knows."""

    def knows(self, line: str) -> bool:
        """Whether it was asked about a line lately."""
        return line in self._known

    async def ask(
        self, question: Question, bot: str, limit: float, share: float = FOREVER
    ) -> Entry:
        """The entry a bot decides on; only what is new is told to a process that knows the rest.

        Raises: BotFailed, TimeoutError, or another OSError or RuntimeError if its process is lost.
        """
        known = self._known.pop(question.line, None)
        asked = question
        if known is not None and question.game.first <= known <= question.game.length:
            asked = question.since(known)
        try:
            entry = await self.call(limit, think, asked, bot, limit, share)
        except GameForgotten:
            entry = await self.call(limit, think, question, bot, limit, share)
        self.remember(question.line, question.game.length)
        return entry

    def remember(self, line: str, length: int = 0) -> None:
        """Notes that it was asked about a line, as far as so many entries."""
        if line:
            self._known[line] = length
            while len(self._known) > MOST_GAMES:
                self._known.popitem(last=False)

    async def call(self, limit: float, work: Callable[..., T], *values: Any) -> T:
        """What a function gives that is carried out in the process.

        Raises: what it raises, TimeoutError, OSError or RuntimeError if the process is lost.
        """
        if not self._pool.active:
            lost, self._pool = self._pool, _started_pool()
            # Nobody waits for what is left of it.
            asyncio.get_running_loop().run_in_executor(None, _stop, lost)
        thought = asyncio.wrap_future(self._pool.schedule(work, values, timeout=limit))
        try:
            return await self._awaited(thought, time.monotonic() + limit + PATIENCE)
        finally:
            thought.cancel()

    async def _awaited(self, thought: asyncio.Future[T], end: float) -> T:
        """A thought, as long as there is still a process that it can come from.

        The pool times its process and tells when that ends. This is for what befalls the pool.
        """
        while not thought.done() and self._pool.active:
            await asyncio.wait([thought], timeout=HEARTBEAT)
            if time.monotonic() > end:
                self._pool.stop()
        if not thought.done():
            raise RuntimeError("its process is lost")
        return thought.result()

    async def close(self) -> None:
        """Ends the process."""
        await asyncio.to_thread(_stop, self._pool)


def _started_pool() -> ProcessPool:
    """A pool whose process has begun: it is ready before it is asked."""
    pool = ProcessPool(1, initializer=begin_thinking, context=get_context("spawn"))
    with interrupts_held():
        if not pool.active:
            raise RuntimeError("no process to think in could be started")
    return pool


def _stop(pool: ProcessPool) -> None:
    pool.stop()
    pool.join()


def _reason(error: OSError | RuntimeError, limit: float) -> str:
    """Why there is no decision."""
    match error:
        case ProcessExpired():
            return f"its process ended with {error.exitcode}"
        case TimeoutError():
            return f"it did not decide within {limit:g} seconds"
        case _:
            return str(error)


def check_bot(name: str, limit: float) -> None:
    """A bot that shall have a seat must exist and be able to decide in time.

    Raises: Refusal.
    """
    try:
        budget = budget_of(name, limit)
    except ValueError as error:
        how = "write a budget as 400 for nodes or 1.5s for seconds"
        raise bad("seat/unknown_bot", f"There is no bot {shown(name)}: {how}.") from error
    plain, _, _ = name.partition(":")
    if plain not in bot_names():
        known = ", ".join(bot_names())
        raise bad("seat/unknown_bot", f"There is no bot {shown(plain)}; known are {known}.")
    if (budget.nodes or 0) > MOST_NODES or (budget.seconds or 0) > limit * PART:
        allowed = f"{MOST_NODES} nodes or {limit * PART:g} seconds"
        raise bad("seat/bot_too_slow", f"{shown(name)} thinks too long: at most {allowed}.")
