"""Bots that go wrong, each in its own way, and one that gives."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

from rondel.bots import Budget
from rondel.engine import Action, RecordError, View

NAMES = (
    "raising",
    "unpicklable",
    "leaving",
    "exiting",
    "crashing",
    "killed",
    "hanging_up",
    "speechless",
    "cheating",
    "impersonating",
    "overspending",
    "tampering",
    "unbuildable",
    "unimportable",
)
"""Those that fail without taking long."""


class Troubled:
    """What they have in common."""

    def __init__(self, chance: Random, budget: Budget) -> None:
        self.chance = chance
        self.budget = budget


class Raising(Troubled):
    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        raise LookupError("lost my notes")


class Unpicklable(Troubled):
    """Raises what cannot be made again from its message in another process."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        raise RecordError("actions[3]", "no such thing")


class Leaving(Troubled):
    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        sys.exit(0)


class Exiting(Troubled):
    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        os._exit(3)


class Crashing(Troubled):
    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        ctypes.string_at(0)
        raise AssertionError("unreachable")


class Killed(Troubled):
    """Ends as a process does that Linux ends when memory runs out."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("unreachable")


class HangingUp(Troubled):
    """Closes what it could answer through."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        os.closerange(3, 100)
        return legal_actions[0]


class Looping(Troubled):
    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        while True:
            pass


class Speechless(Troubled):
    def decide(self, view: View, legal_actions: Sequence[Action]) -> Any:
        return None


class Cheating(Troubled):
    """Answers with an action that would be legal a move later."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        game = view.game()
        game.apply(legal_actions[0])
        return game.legal_actions()[0]


class Impersonating(Troubled):
    """Gives away what belongs to somebody else."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        others = [player for player in view.game().players if player != view.viewer]
        return donation(view, others[0], 1)


class Overspending(Troubled):
    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        return donation(view, view.viewer, 1000)


class Tampering(Troubled):
    """Plays on in the game it looks at, and answers what is legal only there."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        view._game.apply(legal_actions[0])
        return view._game.legal_actions()[0]


class Unbuildable(Troubled):
    def __init__(self, chance: Random, budget: Budget) -> None:
        raise ValueError("no weights")


class Giving(Troubled):
    """Gives a million to a nation, though it was asked for something else."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        return donation(view, view.viewer, 1)


class Telling(Troubled):
    """Fails with what it knows about its process."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        raise RuntimeError(f"niceness {os.nice(0)}, {self.budget}")


def donation(view: View, player: str, amount: int) -> Action:
    """A donation to the first nation, whether legal or not."""
    game = view.game()
    choice = {"nation": next(iter(view.snapshot()["governments"])), "amount": amount}
    return game.action(game.read({"decision": "donate", "actor": player, "choice": choice}))
