"""What goes on in a process that thinks: a question comes in, an entry or a failure goes out."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from rondel.arena.play import begin_work
from rondel.bots import Adjustable, Bot, Budget, is_kept, make_bot, read_budget
from rondel.bots.levels import EXPERT, HARD, MASTER_SECONDS, MEDIUM
from rondel.bots.magnate.bot import DEFAULT_NODES as MAGNATE_NODES
from rondel.bots.strategist.bot import DEFAULT_NODES as STRATEGIST_NODES
from rondel.engine import Action, Game, shown
from rondel.engine.shapes import Entry
from rondel.records import Transcript

BUDGETS: Final = {
    "strategist": Budget(nodes=STRATEGIST_NODES),
    "magnate": Budget(nodes=MAGNATE_NODES),
    "medium": MEDIUM,
    "hard": HARD,
    "expert": EXPERT,
    "master": Budget(seconds=MASTER_SECONDS),
}
"""For bots named without a budget: their own, but with no processes beside the one they are in."""

PART: Final = 0.5
"""Part of the limit that a bot may plan to use; the rest is for a machine that is busy."""

MOST_GAMES: Final = 64
"""So many games a process remembers, with the bots that think in them: those asked about last."""

MOMENT: Final = 0.02
"""Seconds that a bot may think however many wait: enough for what the banker likes best."""

LAST: Final = 19
"""The niceness of who stands back behind everything."""

FOREVER: Final = float("inf")

FRAMES: Final = -4
"""What a failure tells of the way to it: the last calls."""

LONGEST_FAILURE: Final = 2000
"""Characters of a failure; its end says most."""


@dataclass(frozen=True)
class Question:
    """What a bot is asked, in plain values: it goes to another process."""

    game: Transcript
    player: str
    """Who decides."""
    bot: str
    """Who thinks for him, as `make_bot` reads it."""
    seed: str
    """The chance of this decision: the same question with a budget of nodes, the same answer."""
    line: str = ""
    """Names the course of a game: of two questions of one line, the game of the later one goes on
    from that of the earlier one. Without it nothing is remembered."""

    def since(self, known: int) -> Question:
        """The same for who knows the game after so many entries."""
        return replace(self, game=self.game.since(known))


class BotFailed(RuntimeError):
    """A bot did not decide; the message says why. It travels well between processes."""


class GameForgotten(RuntimeError):
    """The process does not know the game any more: it has to be told the whole."""


@dataclass
class Remembered:
    """A game that a process was asked about."""

    game: Game
    bots: dict[tuple[str, str], Bot] = field(default_factory=dict)
    """The bots that go on thinking from decision to decision, by player and name."""


class Memory:
    """The games that a process was asked about lately, and the bots with what they found."""

    def __init__(self, most: int = MOST_GAMES) -> None:
        self._most = most
        self._lines: OrderedDict[str, Remembered] = OrderedDict()

    def recall(self, question: Question) -> Remembered:
        """The game at a decision.

        Raises: RecordError or IllegalAction if there is no such game, GameForgotten.
        """
        told, known = question.game, self._lines.pop(question.line, None)
        if known is None or not told.first <= len(known.game) <= told.length:
            if told.heading is None:
                raise GameForgotten
            known = Remembered(told.begun())
        told.catch_up(known.game)
        if question.line:
            self._lines[question.line] = known
            while len(self._lines) > self._most:
                self._lines.popitem(last=False)
        return known


MEMORY: Final = Memory()
"""Of this process."""


def begin_thinking(niceness: int) -> None:
    """In a new process: it ends with the server or when told to, and gives way to others."""
    begin_work()
    # At once, and not when a bot that computes something next lets Python look at signals.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    stand_back(niceness)
    with suppress(OSError):
        # Should memory run out, Linux ends this process and not the server.
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")


def stand_back(niceness: int) -> None:
    """Lets others go first; who stands back as far as that goes, runs only where nobody else does.

    Linux lets a process of the lowest priority still finish its turn before one that wakes up,
    which is milliseconds; one that is idle gives way at once.
    """
    if sys.platform != "win32":
        os.nice(niceness)
    if sys.platform == "linux" and niceness >= LAST:
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def wake() -> None:
    """Does nothing: whoever hears that it was done knows that the process works."""


def think(question: Question, bot: str, limit: float, share: float) -> Entry:
    """As `decided`, for the process that asked: errors of bots need not survive the journey.

    Raises: GameForgotten, BotFailed whatever else happens.
    """
    try:
        return decided(question, bot, budget_of(bot, limit, share), MEMORY)
    except GameForgotten:
        raise
    except BaseException:  # noqa: BLE001 - a bot may do anything, and its table goes on
        raise BotFailed(traceback.format_exc(FRAMES)[-LONGEST_FAILURE:].strip()) from None


def decided(question: Question, bot: str, budget: Budget, memory: Memory) -> Entry:
    """The entry with which a bot, the one asked for or another, answers a question.

    Raises: GameForgotten, whatever the bot raises, TypeError or ValueError if its answer is not
    legal.
    """
    known = memory.recall(question)
    # Copies, for what a bot does to them must not count.
    game, view = known.game.copy(), known.game.copy().view(question.player)
    key = (question.player, bot)
    thinker = known.bots.pop(key, None) or make_bot(bot.partition(":")[0], question.seed, budget)
    if isinstance(thinker, Adjustable):
        thinker.budget = budget
    entry = checked(game, question.player, thinker.decide(view, view.legal_actions()))
    if is_kept(thinker):
        known.bots[key] = thinker
    return entry


def checked(game: Game, player: str, action: object) -> Entry:
    """The entry of a bot's answer, carried out on `game`.

    Raises: TypeError if it is no action, ValueError if it is not legal for that player.
    """
    if not isinstance(action, Action):
        raise TypeError(f"{shown(action)} is no action")
    if action.player != player:
        raise ValueError(f"{player} was asked, not {shown(action.player)}")
    game.apply(action.to_json())
    return game.actions()[-1].to_json()


def budget_of(bot: str, limit: float, share: float = FOREVER) -> Budget:
    """How much a bot of that name may think; one that counts nodes watches the clock, too.

    Nobody who has a budget thinks for longer than `share`, but for a moment.

    Raises: ValueError for a budget that cannot be read.
    """
    name, _, given = bot.partition(":")
    budget = read_budget(given) if given else BUDGETS.get(name, Budget())
    if budget.nodes is None and budget.seconds is None:
        return budget
    own = limit * PART if budget.seconds is None else budget.seconds
    return replace(budget, seconds=min(own, max(share, MOMENT)))
