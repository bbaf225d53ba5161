"""Positions, entries and records, as docs/contract.md has them, and the games themselves."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict

from rondel.server.protocol.base import GameId, Json, Told

DecisionKind = Literal[
    "draft_bond", "choose_slot", "swiss_force", "build_factory", "produce", "import_unit",
    "fleet_order", "canal_consent", "arrival", "ask_next", "battle_demand", "army_order",
    "place_flag", "invest", "donate",
]  # fmt: skip


class Result(Told):
    """How a game has ended."""

    scores: dict[str, int]
    """Player → points."""
    ranking: list[list[str]]
    """The players, best first; those who share a place share a list."""


class Entry(Told):
    """An entry of a record: what somebody has decided. Keys that begin with `x_` are kept."""

    model_config = ConfigDict(extra="allow")

    decision: DecisionKind
    """What was asked."""
    actor: str
    """The player who decides."""
    nation: str | None = None
    """The nation he decides for; left out where he decides for himself."""
    choice: Json
    """What is chosen, as section 9 of docs/rules.md lists it by decision."""


class Event(Told):
    """Something that has happened, as docs/contract.md lists it; it has the fields of its kind."""

    model_config = ConfigDict(extra="allow")

    event: str
    """The kind."""


# A position ---------------------------------------------------------------------------------


class Turn(Told):
    """Where the game stands."""

    round: int
    """From 1; grows when the order comes back to the first nation."""
    nation: str
    """The nation on turn; in the draft the nation on offer."""
    last_nation: str | None
    """The nation that has finished a turn last."""
    phase: Literal["draft", "slot", "force", "action", "investment"]
    """The part of the turn."""


class DecisionTold(Told):
    """What is to be decided, and by whom."""

    decision: DecisionKind
    """What is asked."""
    actor: str
    """The player who decides."""
    nation: str | None
    """The nation he decides for; null where he decides for himself."""
    context: Json
    """What the decision is about, as docs/contract.md lists it."""


class Units(Told):
    """Units of a nation in a region; kinds of which there are none are left out."""

    armies: int = 0
    """At home or on neutral land."""
    hostile_armies: int = 0
    """In a home province of another nation, hostile."""
    friendly_armies: int = 0
    """In a home province of another nation, friendly."""
    fleets: int = 0
    """At sea, or in port where the region is a home province."""


class Snapshot(Told):
    """A position, as docs/contract.md has it."""

    game: GameId
    """The game."""
    options: Json
    """Every rule option that applies, explicit."""
    players: list[str]
    """The players in seat order."""
    treasuries: dict[str, int]
    """Nation → millions."""
    cash: dict[str, int]
    """Player → millions; with secret cash only what the viewer may see."""
    bonds: dict[str, dict[str, list[int]]]
    """Player → nation → values of the bonds he holds, ascending."""
    power: dict[str, int]
    """Nation → power points."""
    tax_marker: dict[str, int]
    """Nation → field of the tax chart."""
    governments: dict[str, str | None]
    """Nation → the player who governs it."""
    investor_card: str | None
    """The player who holds the investor card."""
    swiss_banks: list[str]
    """The players who hold a Swiss Bank."""
    rondel: dict[str, str | None]
    """Nation → slot of its marker; null before its first turn."""
    factories: dict[str, list[str]]
    """Nation → home provinces with a factory."""
    units: dict[str, dict[str, Units]]
    """Nation → region → its units."""
    flags: dict[str, list[str]]
    """Nation → regions with its flag."""
    turn: Turn
    """Where the game stands."""
    decision: DecisionTold | None
    """What is to be decided; null after the end."""
    result: Result | None
    """Null before the end."""


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
    actions: list[Entry]
    """What has been decided, in order."""
    result: Result | None
    """Null before the end."""


class Reason(Told):
    """A choice that a person would look for and that is not legal, as docs/facts.md tells."""

    choice: Json
    """The choice as in a record."""
    code: str
    """Why not, stable, as docs/contract.md lists it."""
    clause: str
    """The clause of docs/rules.md that forbids it."""
    sentence: str
    """Why not, as a sentence in the language asked for, else in English."""
    values: Json
    """The ids and numbers in that sentence."""
    price: int | None
    """What it would cost."""
    holder: str | None
    """The player who holds the bond."""
    donation: Json | None
    """The smallest gift of who decides that would make it legal: `nation` and `amount`."""


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
    rules_version: int
    """The version of the rules that the facts are by."""
    newest_rules_version: int
    """The version that new games take."""
    facts: dict[str, Any]
    """Board, bonds, rondel, charts and supply, as in the package's data."""
    options: list[OptionTold]
    """What a table may agree on."""
