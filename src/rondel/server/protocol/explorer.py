"""The explorer: openings of many games, and games of bots to look at."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rondel.explorer.settings import Setup
from rondel.explorer.shapes import Explored
from rondel.server.protocol.base import Asked, Told, example
from rondel.server.protocol.declared import Declared

Step = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[a-z0-9_:/]+$")]
MOST_STEPS = 4


class ExplorerTold(Told):
    """A page of the explorer."""

    found: Declared[Explored]
    """What was begun with, or chosen after a path."""


class ExplorerTable(Asked):
    """A game of bots that somebody wants to see on the board."""

    model_config = example(
        {"setup": "standard", "players": 4, "number": 3, "nation": "china", "turn": 1}
    )

    setup: Setup
    """How it was set up."""
    players: Annotated[int, Field(ge=2, le=6)]
    """How many played."""
    number: Annotated[int, Field(ge=1, le=1_000_000)]
    """The number of the game, as a line of the explorer has it."""
    nation: Annotated[str, Field(max_length=30, pattern=r"^[a-z_]+$")] | None = None
    """The game is opened where this nation chooses its space; left out: as it ended."""
    turn: Annotated[int, Field(ge=1, le=2)] = 1
    """In its first turn or in its second."""
