"""Playouts: a position played on quickly by bankers that sometimes err."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rondel.bots.banker import Judge
from rondel.bots.strategist.luck import Luck
from rondel.engine import NOBODY, State, answer, decisions, score_of

ERROR: Final = 0.1
"""Share of the decisions in which a playout does not take the banker's choice.

Without errors all playouts from a position would be one; with many the players forget what
the position was about.
"""

TURNS: Final = 30
"""Turns of nations after which a playout stops and is judged by the position reached."""

LOOK: Final = 8
"""Decisions between two looks at the clock."""


class Clock:
    """The time by which a search must stop."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.end = float("inf")

    def is_up(self) -> bool:
        """Whether the time has passed."""
        return self.now() >= self.end


class Playout:
    """Plays positions on; one for every rule set."""

    def __init__(self, judge: Judge, clock: Clock) -> None:
        self.judge = judge
        self.clock = clock

    def run(self, state: State, luck: Luck) -> bool:
        """Plays on to the end or for `TURNS` turns; False if the time was up before."""
        turns, nation, steps = 0, NOBODY, 0
        while state.kind != decisions.GAME_OVER:
            if state.nation != nation:
                if turns == TURNS:
                    break
                nation = state.nation
                turns += 1
                luck.turn(state.round * state.rules.nations + nation)
            steps += 1
            if steps % LOOK == 0 and self.clock.is_up():
                return False
            if luck.draw() < ERROR:
                legal = state.legal
                answer(state, legal[int(luck.draw() * len(legal))])
            else:
                self.judge.play(state)
        return True

    def scores(self, state: State) -> list[float]:
        """Final or expected scores, by seat."""
        if state.kind != decisions.GAME_OVER:
            return self.judge.values(state)
        return [float(score_of(state, seat)) for seat in range(len(state.players))]
