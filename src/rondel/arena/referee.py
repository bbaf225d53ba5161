"""A referee between bots and their game: whoever fails forfeits, and the game goes on.

A bot that raises an error, chooses what is not legal or takes too long forfeits that decision: one
of the legal actions is drawn for it. With the third of these it forfeits the game: it is asked no
more, and comes last whatever it scores.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from types import FrameType
from typing import TypeVar

from rondel.arena.play import Answer, Seating
from rondel.bots import Bot, Finisher, Starter, Watcher
from rondel.engine import Action, Event, Game, IllegalAction

Value = TypeVar("Value")

MOST_FORFEITS = 3
"""So many forfeited decisions forfeit the game."""
LONGEST_REASON = 100
"""Characters of an error that are told."""
AGAIN = 1.0
"""Seconds after which a bot that does not heed the end of its time is told again."""


@dataclass
class Forfeits:
    """What a bot forfeited in one game."""

    decisions: int = 0
    game: bool = False
    reasons: dict[str, int] = field(default_factory=dict)
    """Why -> how often."""


class Overrun(BaseException):
    """The time is up; no bot should take it for an error of its own."""


class Referee:
    """Asks the bots of a game, tells them what happens, and keeps count of what they forfeit."""

    def __init__(self, game: Game, seating: Seating, limit: float | None) -> None:
        self._game = game
        self._limit = limit
        self._views = [game.view(player) for player in game.players]
        self._chance = Random(f"{seating.seed}/forfeits")
        self.forfeits = [Forfeits() for _ in game.players]
        """By seat."""
        self._bots: list[Bot | None] = [None for _ in game.players]
        for seat in range(len(seating.bots)):
            self._seat(seat, seating)

    def _seat(self, seat: int, seating: Seating) -> None:
        """Makes a bot and tells it that the game begins; one that cannot is not asked at all."""
        bot, reason = self._tried(partial(seating.make, seat))
        if bot is not None and isinstance(bot, Starter):
            _, reason = self._tried(partial(bot.on_start, self._views[seat]))
        self._bots[seat] = bot
        if reason:
            self._forfeit_game(seat, reason)

    def answer(self) -> Answer:
        """What whoever must decide has decided, or what was drawn for it."""
        # In a form that no bot can add to.
        seat, actions = self._game.state.actor, tuple(self._game.legal_actions())
        bot, view, began = self._bots[seat], self._views[seat], time.perf_counter()
        action, reason = None, ""
        if bot is not None:
            action, reason = self._tried(partial(bot.decide, view, actions))
            if not reason and not self._is_legal(action, actions):
                reason = "its choice is not legal"
        seconds = time.perf_counter() - began
        if reason:
            self._forfeit(seat, reason)
        if action is None or reason:
            action = self._chance.choice(actions)
        return Answer(self._bots[seat], seat, action, seconds)

    def tell(self, events: Sequence[Event]) -> None:
        """Tells those who listen what has happened."""
        for seat, (bot, view) in enumerate(zip(self._bots, self._views, strict=True)):
            if isinstance(bot, Watcher):
                self.heed(seat, partial(bot.on_events, view, events))

    def end(self) -> None:
        """Tells those who listen that the game is over."""
        result = self._game.result
        assert result is not None, "the game goes on"
        for seat, (bot, view) in enumerate(zip(self._bots, self._views, strict=True)):
            if isinstance(bot, Finisher):
                self.heed(seat, partial(bot.on_end, view, result))

    def ranking(self, places: list[list[int]]) -> list[list[int]]:
        """The places; those who forfeited the game share the last one."""
        out = [seat for seat, forfeits in enumerate(self.forfeits) if forfeits.game]
        kept = [[seat for seat in place if seat not in out] for place in places]
        return [place for place in [*kept, out] if place]

    def _is_legal(self, action: object, actions: Sequence[Action]) -> bool:
        """Whether an answer is one of the actions, or a donation that the rules allow now."""
        if not isinstance(action, Action) or action.kind != "donate":
            return action in actions
        try:
            self._game.copy().apply(action)
        except IllegalAction:
            return False
        return True

    def heed(self, seat: int, ask: Callable[[], None]) -> None:
        """Lets a bot do something besides deciding; one that fails forfeits a decision."""
        if reason := self._tried(ask)[1]:
            self._forfeit(seat, reason)

    def _tried(self, ask: Callable[[], Value]) -> tuple[Value | None, str]:
        """What somebody answers in time, or None and why not."""
        began = time.perf_counter()
        try:
            with limited(self._limit):
                answer = ask()
        except Overrun:
            return None, self._too_long()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot may do anything
            return None, f"{type(error).__name__}: {error}"[:LONGEST_REASON]
        if self._limit is not None and time.perf_counter() - began > self._limit:
            return None, self._too_long()
        return answer, ""

    def _too_long(self) -> str:
        return f"it took more than {self._limit:g} s"

    def _forfeit(self, seat: int, reason: str) -> None:
        forfeits = self.forfeits[seat]
        forfeits.decisions += 1
        forfeits.reasons[reason] = forfeits.reasons.get(reason, 0) + 1
        if forfeits.decisions >= MOST_FORFEITS:
            self._expel(seat)

    def _forfeit_game(self, seat: int, reason: str) -> None:
        self.forfeits[seat].reasons[reason] = 1
        self._expel(seat)

    def _expel(self, seat: int) -> None:
        self.forfeits[seat].game = True
        self._bots[seat] = None


@contextmanager
def limited(seconds: float | None) -> Iterator[None]:
    """Interrupts what goes on in here when so many seconds are over.

    That takes a signal, which Windows has not, nor any thread but the first.
    """
    if (
        seconds is None
        or not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(number: int, frame: FrameType | None) -> None:
    raise Overrun
