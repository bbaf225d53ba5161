"""What a judge is: a player that is asked for shares and not for moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from rondel.bots.strategist.prospects import shares_of
from rondel.engine import Game, RuleSet, State, decisions, score_of
from rondel.judging.estimates import Shares

LONGEST_LINE: Final = 6
"""Decisions of an expected line."""

IN_ONE_GO: Final = (
    decisions.PRODUCE, decisions.IMPORT_UNIT, decisions.FLEET_ORDER, decisions.ARRIVAL,
    decisions.ASK_NEXT, decisions.ARMY_ORDER, decisions.PLACE_FLAG,
)  # fmt: skip
"""Decisions of which one player makes several in a row, and thinks of all of them at once."""

Plan = tuple[int, ...]
"""Actions that one player takes in one go; mostly it is a single one."""

Found = list[list[float]]
"""The shares by seat that tries found, one after the other."""


@dataclass(frozen=True)
class Step:
    """A decision that a judge expects."""

    id: int
    likelihood: float
    """Part of the tries that went this way, of those that came here."""


class Sight(Protocol):
    """A position that a judge looks at; what it finds it remembers.

    It looks ahead by tries, which have numbers.
    """

    players: list[str]
    """By seat."""
    nations: list[str]
    choices: list[int]
    """The legal actions, and a gift where one may pay; the most promising first."""
    doubt: float
    """The standard error of a share, or of a lead, that more tries do not take away: that of
    searches of other lengths and luck."""

    def liking(self, id: int) -> float | None:
        """How likely it takes one of the choices to be the best at first sight, if it says so."""
        ...

    def plans(self, ids: Sequence[int]) -> list[Plan]:
        """Some of the choices, each with what is best added to it in the same go."""
        ...

    def play_out(self, plans: Sequence[Plan], numbers: range) -> list[Found]:
        """What tries of these numbers find after each plan; exact if it ends the game.

        Where there is luck in tries, those of one number have the same after every plan.
        """
        ...

    def glimpse(self, ids: Sequence[int], numbers: range) -> list[Found]:
        """The same after single choices, cheaper and rougher where that can be."""
        ...

    def play_on(self, numbers: range) -> Found:
        """What tries from the position itself find."""
        ...

    def later(self, plan: Plan, numbers: range, turns: int) -> list[State]:
        """Positions so many turns of nations after a plan, one for each number."""
        ...

    def line(self, plan: Plan) -> list[Step]:
        """What the judge expects after a plan, as far as it has looked."""
        ...


class Judge(Protocol):
    """A player that is asked how it sees positions."""

    name: str
    version: int
    """Grows with every change that changes judgements."""

    def face(self, game: Game, seed: int) -> Sight:
        """Turns to a position that is not the end; `seed` decides the luck of its tries."""
        ...


def no_shares(sight: Sight) -> Shares:
    """Where what its tries find is counted."""
    return Shares(len(sight.players), sight.doubt)


def final_shares(state: State) -> list[float]:
    """The shares of a game that is over."""
    return shares_of([float(score_of(state, seat)) for seat in range(len(state.players))])


def even_share(rules: RuleSet) -> float:
    """What everybody has if nobody has more than another."""
    return 1.0 / rules.players
