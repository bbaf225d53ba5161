"""Bots that fail, cheat, sleep, or listen."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from random import Random

from rondel.bots import Budget, RandomBot
from rondel.engine import Action, Event, Game, Result, View


class Failing(RandomBot):
    """Fails at every decision about the rondel."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        if legal_actions[0].kind == "choose_slot":
            raise ValueError("lost my way")
        return super().decide(view, legal_actions)


class Cheating(RandomBot):
    """Takes what was legal in another game."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        other = Game.new("imperial", ["x", "y"], seed=1)
        return other.legal_actions()[0]


class Forging(RandomBot):
    """Adds to what is legal, or leaves the program where it cannot."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        other = Game.new("imperial", ["x", "y"], seed=1).legal_actions()[0]
        if isinstance(legal_actions, list):
            legal_actions.append(other)
            return other
        raise SystemExit(3)


class Sleeping(RandomBot):
    """Falls asleep over its fifth decision."""

    def __init__(self, chance: Random, budget: Budget) -> None:
        super().__init__(chance, budget)
        self.asked = 0

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        self.asked += 1
        if self.asked == 5:
            with suppress(Exception):
                time.sleep(3600)
        return super().decide(view, legal_actions)


class Unborn(RandomBot):
    """Cannot even be made."""

    def __init__(self, chance: Random, budget: Budget) -> None:
        raise RuntimeError("no weights")


class Listening(RandomBot):
    """Writes down what it is told."""

    heard: list[str]

    def on_start(self, view: View) -> None:
        self.heard = [f"start {view.viewer}"]

    def on_events(self, view: View, events: Sequence[Event]) -> None:
        self.heard += [event.kind for event in events]

    def on_end(self, view: View, result: Result) -> None:
        self.heard.append(f"end {len(result['ranking'])}")
        BOOKS.append(self.heard)


BOOKS: list[list[str]] = []
"""What listening bots have written, a book a game."""
