"""An earlier entry put right: what followed is entered again as far as it still fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from rondel.engine import Game, IllegalAction
from rondel.engine.shapes import Entry

Way = Literal["change", "insert", "leave_out"]
WAYS: Final = ("change", "insert", "leave_out")
"""Another entry takes its place, one comes before it, or it never happened."""


@dataclass(frozen=True)
class Held:
    """An entry that waits to be entered again."""

    number: int
    """Its number before the correction."""
    turn: int
    """How many turns had begun when it was made."""
    entry: Entry


@dataclass
class Correction:
    """What followed the entry that is put right, and what became of it."""

    number: int
    """The entry that is put right."""
    way: Way
    before: list[Entry]
    """All entries as they were, to go back to."""
    held: list[Held]
    """What waits to be entered again, in order."""
    waits: bool
    """Whether something must be entered first."""
    kept: int = 0
    """So many entries were entered again."""
    left_out: list[Held] = field(default_factory=list)
    """Those that are no part of the game any more."""
    stopped: IllegalAction | None = None
    """Why the first of those that wait does not fit."""

    @staticmethod
    def of(way: Way, number: int, entries: Sequence[Entry], turns: Sequence[int]) -> Correction:
        """The correction of an entry; `turns` says for each how many had begun before it."""
        held = [Held(i + 1, turns[i], entry) for i, entry in enumerate(entries)]
        rest = held[number - 1 :] if way == "insert" else held[number:]
        return Correction(number, way, list(entries), rest, waits=way != "leave_out")

    def entered(self, answers: bool) -> None:
        """Something new was entered; it may answer what the first one that waits has answered."""
        if not self.waits and answers and self.held:
            self.left_out.append(self.held.pop(0))
        self.waits = False

    def skip(self) -> None:
        """Leaves out the first one that waits."""
        self.left_out.append(self.held.pop(0))

    def play_on(self, turn: Callable[[], int | None], play: Callable[[Entry], None]) -> None:
        """Enters what waits as far as it is legal, but nothing of a turn that is over.

        `turn` says how many have begun; None when the game is over.
        """
        self.stopped = None
        while self.held:
            first, begun = self.held[0], turn()
            if begun is None or first.turn < begun:
                self.skip()
                continue
            try:
                play(first.entry)
            except IllegalAction as error:
                self.stopped = error
                return
            self.held.pop(0)
            self.kept += 1


def answers_same(game: Game, entry: Entry) -> bool:
    """Whether an entry answers the pending decision: its kind, for its player and nation."""
    decision = game.decision
    if decision is None or decision.kind != entry["decision"]:
        return False
    return decision.player == entry["actor"] and decision.nation == entry.get("nation")
