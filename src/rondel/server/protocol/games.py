"""Entries and records, as docs/contract.md has them, and the games themselves."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict

from rondel.engine import shapes
from rondel.server.protocol.base import GameId, Json, Told
from rondel.server.protocol.declared import Declared


class RecordEntry(Told):
    """An entry of a record: what somebody has decided. Keys that begin with `x_` are kept."""

    model_config = ConfigDict(extra="allow")

    decision: shapes.DecisionKind
    """What was asked."""
    actor: str
    """The player who decides."""
    nation: str | None = None
    """The nation he decides for; left out where he decides for himself."""
    choice: Declared[shapes.Chosen]
    """What is chosen."""


class Record(Told):
    """A saved game, as docs/contract.md has it. Keys that begin with `x_` are kept."""

    model_config = ConfigDict(extra="allow")

    format: Literal["rondel-record"]
    """What this is."""
    version: int
    """Version of the format."""
    game: GameId
    """The game."""
    rules_version: int
    """Version of the rules it is played by."""
    options: Json
    """Every rule option that applies, explicit."""
    players: list[str]
    """The players in seat order."""
    start: Json
    """How it began: `deal`, `start_player` or `position`."""
    actions: list[RecordEntry]
    """What has been decided, in order."""
    result: Declared[shapes.Result] | None
    """Null before the end."""


# The games ----------------------------------------------------------------------------------


class Named(Told):
    """The name of something on the board."""

    name: str
    """In full."""
    short: str
    """For where there is little room."""


class Words(Told):
    """The names of everything on the board, by id."""

    nations: dict[str, Named]
    """The six nations."""
    regions: dict[str, Named]
    """Home provinces, land and sea regions."""
    slots: dict[str, Named]
    """The slots of the rondel."""
    canals: dict[str, Named]
    """The canals, where there are some."""


class OptionTold(Told):
    """Something a table may agree on, as docs/rule-options.md tells."""

    name: str
    """The name of the option."""
    values: list[bool | str]
    """What may be chosen."""
    default: bool | str
    """What holds if nothing is said."""


class GameTold(Told):
    """A game: its facts and its options."""

    id: GameId
    """The game."""
    name: str
    """What people call it."""
    facts: dict[str, Any]
    """Board, bonds, rondel, charts and supply, as in the package's data."""
    options: list[OptionTold]
    """What a table may agree on."""
