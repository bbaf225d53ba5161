"""What the explorer tells apart: the game, how it is set up, and how many play."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Final, Literal, get_args

from rondel.engine import TITLES, title_of

Setup = Literal["standard", "draft"]
SETUPS: Final[tuple[Setup, ...]] = get_args(Setup)
"""The bonds are dealt with the flag cards, or drafted."""

FREE: Final = ("setup", "secret_cash")
"""Options that may differ in games of one setting; all others are as they are by default."""


@dataclass(frozen=True, order=True)
class Setting:
    """Games that may be compared."""

    game: str
    """The id of the game."""
    setup: str
    """One of `SETUPS`."""
    players: int

    @property
    def even(self) -> float:
        """The share of all points that everybody has if nobody has more than another."""
        return 1.0 / self.players

    @property
    def nations(self) -> list[str]:
        """The nations in turn order."""
        title = title_of(self.game)
        return list(title.rules(title.options({}), self.players).board.nation_ids)


def all_settings() -> list[Setting]:
    """Every setting there is."""
    counts = range(2, 7)
    return [Setting(*one) for one in product(TITLES, SETUPS, counts)]
