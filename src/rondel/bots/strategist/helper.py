"""A process that helps to search: reads positions, makes playouts, writes what they found."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any, Final

from rondel.bots.strategist.messages import Part, Position, tally_to_json
from rondel.bots.strategist.playout import Clock
from rondel.bots.strategist.searcher import Searcher

MOST_BOTS: Final = 12
"""Bots whose trees are kept; of more, the one that has not asked for longest is forgotten."""


class Desk:
    """The game of one bot, and its tree."""

    def __init__(self, position: Position, clock: Clock) -> None:
        self.game = position.game.begun()
        self.searcher = Searcher(self.game.rules, clock)
        self.position = position

    def face(self, position: Position) -> None:
        """Turns to a later position of the game."""
        position.game.catch_up(self.game)
        self.position = position
        self.searcher.face(self.game.view(position.viewer).game(), position.seed)


class Office:
    """The desks of all bots that ask, and the work done at them."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.clock = Clock(now)
        self.desks: dict[int, Desk] = {}

    def face(self, position: Position) -> None:
        """Turns to the position of a bot; the parts that follow are about it."""
        desk = self.desks.pop(position.bot, None)
        if desk is None or not position.game.continues(desk.position.game):
            desk = Desk(position, self.clock)
        desk.face(position)
        self.desks[position.bot] = desk
        if len(self.desks) > MOST_BOTS:
            del self.desks[next(iter(self.desks))]

    def play_out(self, part: Part) -> list[Any]:
        """Makes playouts from the position and tells what they found."""
        self.clock.end = self.clock.now() + part.seconds
        searcher = list(self.desks.values())[-1].searcher
        found = searcher.sample(part.ids, part.first, part.step, part.count)
        return [tally_to_json(tally) for tally in found]


def main() -> None:
    """Serves the process that started this one, until it hangs up."""
    office = Office(time.perf_counter)
    tell([])
    for line in sys.stdin:
        message = json.loads(line)
        if "Position" in message:
            office.face(Position.from_json(message["Position"]))
        else:
            tell(office.play_out(Part(**message["Part"])))


def tell(found: list[Any]) -> None:
    """Writes an answer; the first says that this process is ready."""
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()
