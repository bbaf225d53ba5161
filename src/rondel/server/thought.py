"""What goes on in a process that thinks: a question comes in, an entry or a failure goes out."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from rondel.arena.play import begin_work
from rondel.bots import Budget, make_bot, read_budget
from rondel.bots.levels import HARD_SECONDS
from rondel.bots.strategist.bot import DEFAULT_NODES
from rondel.engine import Action, Game, shown

BUDGETS: Final = {
    "strategist": Budget(nodes=DEFAULT_NODES),
    "hard": Budget(seconds=HARD_SECONDS),
}
"""For bots named without a budget: their own, but with no processes beside the one they are in."""

PART: Final = 0.5
"""Part of the limit that a bot may plan to use; the rest is for a machine that is busy."""

NICENESS: Final = 10
"""So much the thinking of bots stands back behind the answers to people."""

FRAMES: Final = -4
"""What a failure tells of the way to it: the last calls."""

LONGEST_FAILURE: Final = 2000
"""Characters of a failure; its end says most."""


@dataclass(frozen=True)
class Question:
    """What a bot is asked, in plain values: it goes to another process."""

    heading: dict[str, Any]
    """What `Game.heading` gives: the record without its entries."""
    checkpoint: dict[str, Any] | None
    """A snapshot to go on from, made when the game was `resumable`; None goes from the start."""
    first: int
    """Entries before the checkpoint."""
    entries: list[dict[str, Any]]
    """The entries after it."""
    player: str
    """Who decides."""
    bot: str
    """Who thinks for him, as `make_bot` reads it."""
    seed: str
    """The chance of this decision: the same question with a budget of nodes, the same answer."""

    def game(self) -> Game:
        """The game at the decision.

        Raises: RecordError or IllegalAction if there is no such game.
        """
        game = self._resumed()
        for entry in self.entries:
            game.play(game.read(entry))
        return game

    def _resumed(self) -> Game:
        """The game before the entries that are given."""
        heading = self.heading
        if self.checkpoint is not None:
            return Game.resume(heading, self.checkpoint, self.first)
        return Game.new(
            heading["game"], heading["players"], heading["options"], start=heading["start"]
        )


class BotFailed(RuntimeError):
    """A bot did not decide; the message says why. It travels well between processes."""


def begin_thinking() -> None:
    """In a new process: it ends with the server or when told to, and is the first to give way."""
    begin_work()
    # At once, and not when a bot that computes something next lets Python look at signals.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        os.nice(NICENESS)
    with suppress(OSError):
        # Should memory run out, Linux ends this process and not the server.
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")


def think(question: Question, bot: str, limit: float) -> dict[str, Any]:
    """As `decided`, for the process that asked: errors of bots need not survive the journey.

    Raises: BotFailed, whatever happens.
    """
    try:
        return decided(question, bot, limit)
    except BaseException:  # noqa: BLE001 - a bot may do anything, and its table goes on
        raise BotFailed(traceback.format_exc(FRAMES)[-LONGEST_FAILURE:].strip()) from None


def decided(question: Question, bot: str, limit: float) -> dict[str, Any]:
    """The entry with which a bot, the one asked for or another, answers a question.

    Raises: whatever the bot raises, TypeError or ValueError if its answer is not legal.
    """
    game = question.game()
    # A copy, for what a bot does to it must not count.
    view = game.copy().view(question.player)
    name, _, _ = bot.partition(":")
    thinker = make_bot(name, question.seed, budget_of(bot, limit))
    return checked(game, question.player, thinker.decide(view, view.legal_actions()))


def checked(game: Game, player: str, action: object) -> dict[str, Any]:
    """The entry of a bot's answer, carried out on `game`.

    Raises: TypeError if it is no action, ValueError if it is not legal for that player.
    """
    if not isinstance(action, Action):
        raise TypeError(f"{shown(action)} is no action")
    if action.player != player:
        raise ValueError(f"{player} was asked, not {shown(action.player)}")
    game.apply(action.to_json())
    return game.actions()[-1].to_json()


def budget_of(bot: str, limit: float) -> Budget:
    """How much a bot of that name may think; one that counts nodes watches the clock, too.

    Raises: ValueError for a budget that cannot be read.
    """
    name, _, given = bot.partition(":")
    budget = read_budget(given) if given else BUDGETS.get(name, Budget())
    return budget if budget.nodes is None else replace(budget, seconds=limit * PART)
