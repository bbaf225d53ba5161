"""Bots think in processes of their own: whatever becomes of one, its table goes on."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Final

from pebble import ProcessExpired

from rondel.bots import Budget, bot_names
from rondel.engine import shown
from rondel.engine.shapes import Entry
from rondel.server.bots.processes import Process, Processes
from rondel.server.bots.worker import (
    PART,
    GameForgotten,
    Memory,
    Question,
    budget_of,
    decided,
    think,
    wake,
)
from rondel.server.errors import bad
from rondel.server.traces import span

__all__ = ["Answer", "Question", "Thinkers", "check_bot"]

SIMPLER: Final = ("banker", "random")
"""The bots that decide, in this order, where the one asked for does not."""

NICENESS: Final = 10
"""So much the thinking of bots stands back behind the answers to people."""

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


class Thinkers(Processes):
    """The processes that bots think in, and the line before them."""

    def __init__(self, processes: int, limit: float) -> None:
        super().__init__(processes, limit, NICENESS)
        for process in self._processes:
            process.start()
        self._deciding: set[asyncio.Task[Answer]] = set()
        self.failure: str | None = None
        """Why no process can be thought in; None as long as the last one asked has answered."""

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

    async def _answer(self, process: Process, question: Question, share: float) -> Answer:
        began, failures = time.perf_counter(), list[str]()
        for bot in dict.fromkeys((question.bot, *SIMPLER)):
            try:
                entry = await _ask(process, question, bot, self._limit, share)
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
        await super().close()


async def _ask(process: Process, question: Question, bot: str, limit: float, share: float) -> Entry:
    """The entry a bot decides on; only what is new is told to a process that knows the rest.

    Raises: BotFailed, TimeoutError, or another OSError or RuntimeError if its process is lost.
    """
    known, asked = process.forget(question.line), question
    if known is not None and question.game.first <= known <= question.game.length:
        asked = question.since(known)
    try:
        entry = await process.call(limit, think, asked, bot, limit, share)
    except GameForgotten:
        entry = await process.call(limit, think, question, bot, limit, share)
    process.remember(question.line, question.game.length)
    return entry


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
