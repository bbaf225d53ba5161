"""What a bot is: it answers decisions within a budget, and may say why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, runtime_checkable

from rondel.engine import Action, Event, Result, View


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one decision; a bot that needs no thought ignores it.

    With both limits the one reached first counts, with none the bot's own default.
    """

    nodes: int | None = None
    """Playouts. The same number gives the same play on every machine."""
    seconds: float | None = None
    """Time by the clock."""
    jobs: int = 1
    """Processes it may think with."""


@dataclass(frozen=True)
class Ranked:
    """One of a bot's choices, and how it expects the game to end after it."""

    action: Action
    shares: dict[str, float]
    """Player -> expected share of all points at the end; they add up to 1."""
    likelihood: float | None = None
    """How likely the bot took it to be the best at first sight, if it tells; all choices together
    have 1."""
    wins: dict[str, float] | None = None
    """Player -> how likely he wins, if the bot tells; they add up to 1."""


class Bot(Protocol):
    """A player that is a program."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        """Answers the pending decision, which is its own, with one of the legal actions.

        `view` shows what a player in its seat may see. Instead of an answer it may return a
        donation of its own that the rules allow now; the decision is then put again.
        """
        ...


@runtime_checkable
class Explainer(Bot, Protocol):
    """A bot that says how it sees a decision."""

    def explain(self, view: View, legal_actions: Sequence[Action]) -> list[Ranked]:
        """The legal actions it thought about, the one it would take first."""
        ...


@runtime_checkable
class Starter(Bot, Protocol):
    """A bot that is told when a game begins."""

    def on_start(self, view: View) -> None:
        """A game begins, seen from its seat."""
        ...


@runtime_checkable
class Watcher(Bot, Protocol):
    """A bot that is told what happens, whoever has decided."""

    def on_events(self, view: View, events: Sequence[Event]) -> None:
        """Something has happened; the view shows the position after it."""
        ...


@runtime_checkable
class Finisher(Bot, Protocol):
    """A bot that is told how a game ended."""

    def on_end(self, view: View, result: Result) -> None:
        """The game is over."""
        ...


@runtime_checkable
class Adjustable(Bot, Protocol):
    """A bot that may be told before each decision how much it may think."""

    budget: Budget


def is_kept(bot: Bot) -> bool:
    """Whether a bot stays with its seat, to go on at its next decision from what it has found.

    One that counts nodes does not: its answer depends on the question alone.
    """
    if not isinstance(bot, Adjustable):
        return False
    return bot.budget.nodes is None and bot.budget.seconds is not None


Maker = Callable[[Random, Budget], Bot]
"""Makes a bot from its own source of chance and its budget."""
