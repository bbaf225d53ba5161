"""Bots at a table: asked in turn, and games spread over processes."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.resource_tracker import ensure_running
from random import Random
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from rondel.bots import Bot, Budget, make_bot
from rondel.engine import CHOICES, Action, Game, IllegalAction

Item = TypeVar("Item")
Result = TypeVar("Result")

LONGEST_NAME = 36
"""Characters of a bot's name that its seats are called by."""

AHEAD = 8
"""How many items each process may be ahead of the one waited for."""


class BotFailed(Exception):
    """A bot raised an error, or chose what is not legal."""


class Answer(NamedTuple):
    """What a bot decided."""

    bot: Bot | None
    """None if it is not asked any more."""
    seat: int
    """From 0."""
    action: Action
    seconds: float
    """How long it thought."""


CarryOut = Callable[[Answer], bool]
"""Carries out an answer on the game it belongs to, and says whether to go on."""


@dataclass(frozen=True)
class Seating:
    """Bots at a table."""

    name: str
    """What the game is called if something goes wrong in it."""
    seed: str
    """The bot in seat 2 makes its own choices from this and `/2`."""
    bots: Sequence[str]
    """The bot of each seat."""
    budget: Budget | None = None
    """For the bots whose name has none."""

    def make(self, seat: int) -> Bot:
        """The bot of a seat, from 0."""
        return make_bot(self.bots[seat], f"{self.seed}/{seat + 1}", self.budget)

    def take(self) -> list[Bot]:
        """The bots of all seats."""
        return [self.make(seat) for seat in range(len(self.bots))]


def play_to_end(game: Game, seating: Seating, carry_out: CarryOut) -> None:
    """Asks each bot whenever it must decide, until the game is over or shall not go on.

    Raises: BotFailed.
    """
    try:
        for answer in answers(game, seating.take()):
            if not carry_out(answer):
                return
    except IllegalAction as error:
        raise _failed(game, seating, str(error)) from error
    except BotFailed as error:
        raise _failed(game, seating, str(error)) from error.__cause__
    except Exception as error:
        error.add_note(f"in {seating.name}, after entry {len(game)}")
        raise


def _failed(game: Game, seating: Seating, reason: str) -> BotFailed:
    bot = seating.bots[game.state.actor]
    return BotFailed(f"the bot {bot} failed in {seating.name}, after entry {len(game)}: {reason}")


def answers(game: Game, bots: Sequence[Bot]) -> Iterator[Answer]:
    """Asks whoever must decide, until the game is over; the caller carries out each answer.

    Raises: BotFailed.
    """
    views = [game.view(player) for player in game.players]
    while not game.over:
        seat, actions = game.state.actor, game.legal_actions()
        began = time.perf_counter()
        try:
            action = bots[seat].decide(views[seat], actions)
        except Exception as error:
            raise BotFailed(f"{type(error).__name__}: {error}") from error
        yield Answer(bots[seat], seat, action, time.perf_counter() - began)


def places(game: Game) -> list[list[int]]:
    """The seats of a game that is over, from the first place on."""
    result = game.result
    assert result is not None, "the game goes on"
    return [[game.players.index(player) for player in place] for place in result["ranking"]]


def seat_names(bots: Sequence[str]) -> list[str]:
    """Names for players who are bots, by bot and seat."""
    return [f"{bot[:LONGEST_NAME]}-{seat}" for seat, bot in enumerate(bots, 1)]


def drawn_options(chance: Random) -> dict[str, Any]:
    """A value for every rule option; those that do not apply are ignored by the game."""
    return {name: chance.choice(values) for name, values in CHOICES.items()}


def completed_options(given: dict[str, Any], drawn: bool, seed: str) -> dict[str, Any]:
    """The options of a game: those given, and where wanted the others drawn from its seed."""
    return {**drawn_options(Random(f"{seed}/options")), **given} if drawn else given


def spread(work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    """The results in order, worked out by `jobs` processes.

    Whoever stops half-way, by Ctrl-C, an error or a kill, stops the processes at once.
    """
    if jobs == 1 or len(items) == 1:
        yield from map(work, items)
        return
    others, context = set(active_children()), get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=begin_work) as pool:
        try:
            yield from _in_order(pool, work, items, AHEAD * jobs)
        except BaseException:
            for process in set(active_children()) - others:
                process.terminate()
            raise


def _in_order(
    pool: ProcessPoolExecutor,
    work: Callable[[Item], Result],
    items: Sequence[Item],
    ahead: int,
) -> Iterator[Result]:
    given: deque[Future[Result]] = deque()
    for item in items:
        # This may start a process, which must not hear Ctrl-C from its first moment on.
        with interrupts_held():
            given.append(pool.submit(work, item))
        if len(given) > ahead:
            yield given.popleft().result()
    while given:
        yield given.popleft().result()


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Processes started in here do not hear Ctrl-C; this one hears it afterwards."""
    if sys.platform == "win32":
        yield
        return
    # Otherwise it is started by the first process started in here, and lets interrupts through.
    ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_work() -> None:
    """In a process that works for another: Ctrl-C is for that one, and its end is one's own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    giver = parent_process()
    assert giver is not None
    Thread(target=_end_with, args=(giver.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    """Waits for the end of a process, however it came, and ends this one."""
    wait([sentinel])
    os._exit(1)
