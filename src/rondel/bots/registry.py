"""What a bot is, and the bots by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from rondel.bots.uniform import RandomBot
from rondel.engine import Action, View


class Bot(Protocol):
    """A player that is a program."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        """Answers the pending decision, which is its own, with one of the legal actions.

        `view` shows what a player in its seat may see.
        """
        ...


BOTS: dict[str, Callable[[Random], Bot]] = {"random": RandomBot}
"""Name -> what makes such a bot from its own source of chance."""


class UnknownBot(ValueError):
    """There is no bot of that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no bot {name!r}; known are {', '.join(BOTS)}")


def make_bot(name: str, seed: int | str) -> Bot:
    """The bot of that name; the same seed makes a bot that plays the same.

    Raises: UnknownBot.
    """
    if name not in BOTS:
        raise UnknownBot(name)
    return BOTS[name](Random(seed))
