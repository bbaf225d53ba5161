"""Entries and records, as docs/contract.md has them, and the games themselves."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from rondel.engine.shapes import Chosen, DecisionKind, FactoryKind, Result
from rondel.server.protocol.base import Asked, GameId, Json, Told
from rondel.server.protocol.declared import Declared
from rondel.server.protocol.names import Name


class RecordEntry(Told):
    """An entry of a record: what somebody has decided. Keys that begin with `x_` are kept."""

    model_config = ConfigDict(extra="allow")

    decision: DecisionKind
    """What was asked."""
    actor: str
    """The player who decides."""
    nation: str | None = None
    """The nation he decides for; left out where he decides for himself."""
    choice: Declared[Chosen]
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
    result: Declared[Result] | None
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


class Fact(Told):
    """A part of the facts of a game; the package's data may hold more than is told here."""

    model_config = ConfigDict(extra="allow")


class TitleFact(Fact):
    """What game it is."""

    id: GameId
    """The game."""
    title: str
    """What it is called."""


class SupplyFact(Fact):
    """The pieces of a nation."""

    armies: int
    """Armies."""
    fleets: int
    """Fleets."""
    flags: int
    """Flags."""


class NationFact(Fact):
    """A nation."""

    id: str
    """The nation."""
    color: str
    """Its colour on the board."""
    supply: SupplyFact
    """Its pieces."""


class RegionFact(Fact):
    """A region of the board."""

    id: str
    """The region."""


class HomeFact(RegionFact):
    """A home province."""

    nation: str
    """The nation whose home it is."""
    city_type: FactoryKind
    """The factory that can be built there."""
    port_sea: str | None
    """The sea region of its port."""


class NeighboursFact(Fact):
    """The neighbours of a region."""

    land: list[str]
    """Those on land."""
    sea: list[str]
    """Those at sea."""


class BondFact(Fact):
    """A bond."""

    value: int
    """Its price."""
    interest: int
    """What it pays."""


class FactorFact(Fact):
    """A section of the power track."""

    min: int
    """Its first power points."""
    max: int
    """Its last power points."""
    factor: int
    """Its power factor."""


class TrackFact(Fact):
    """The power track."""

    max_points: int
    """Where the game ends."""
    factors: list[FactorFact]
    """Its sections."""


class RondelFact(Fact):
    """The rondel."""

    slots: list[str]
    """Its slots in order."""
    actions: dict[str, str]
    """Slot → its action."""
    free_steps: int
    """Steps that cost nothing."""


class DealFact(Fact):
    """What is dealt to so many players."""

    starting_cash: int
    """The cash everybody begins with."""
    dealt: list[str]
    """The nations whose flag cards are dealt."""
    also: dict[str, list[str]]
    """Nation dealt → the nations that go with it."""


class CardBondFact(Fact):
    """A bond on the back of a flag card."""

    nation: str
    """Whose bond it is."""
    value: int
    """Its price."""


class ChosenFact(Fact):
    """What begins a game whose first bonds are chosen in turn."""

    starting_cash: dict[str, int]
    """Number of players → the cash everybody begins with."""


class SetupFact(Fact):
    """The set-up."""

    by_players: dict[str, DealFact]
    """Number of players → what is dealt."""
    flag_card_bonds: dict[str, list[CardBondFact]]
    """Nation → the bonds on the back of its flag card."""
    experienced: ChosenFact
    """Where bonds are chosen in turn."""


class TaxColumnFact(Fact):
    """A column of the tax chart."""

    min_tax: int
    """The smallest revenue that counts there."""
    max_tax: int | None
    """The greatest one; null in the last column."""
    bonus: int | None
    """What the government gets; null where that follows from the increase."""
    power: int
    """The power points it brings."""


class TaxChartFact(Fact):
    """The tax chart."""

    columns: list[TaxColumnFact]
    """From the smallest revenue to the greatest."""


class GameFacts(Fact):
    """Board, bonds, rondel, charts and supply of a game."""

    game: TitleFact
    """What game it is."""
    nations: list[NationFact]
    """The nations in turn order."""
    home_provinces: list[HomeFact]
    """Their home provinces."""
    land_regions: list[RegionFact]
    """The other regions on land."""
    sea_regions: list[RegionFact]
    """The regions at sea."""
    neighbours: dict[str, NeighboursFact]
    """Region → its neighbours."""
    bonds: list[BondFact]
    """The bonds of a nation, ascending."""
    power_track: TrackFact
    """The power track."""
    rondel: RondelFact
    """The rondel."""
    setup: SetupFact
    """The set-up."""
    tax_chart: TaxChartFact
    """The tax chart."""


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
    facts: GameFacts
    """Board, bonds, rondel, charts and supply, as in the package's data."""
    options: list[OptionTold]
    """What a table may agree on."""


class PositionAsked(Asked):
    """A position that was set up by hand."""

    options: Json = Field(default_factory=dict)
    """Rule options by name; what is left out is as usual."""
    players: Annotated[list[Name], Field(min_length=2, max_length=6)]
    """In seat order."""
    position: Json
    """The position at the start of a nation's turn, as docs/contract.md has it."""


class BreachTold(Told):
    """Something that a position must not be."""

    code: str
    """What is wrong, stable."""
    clause: str | None
    """The clause of the rules that it breaks; null where it is no matter of rules."""
    message: str
    """What is wrong, as a sentence."""
    values: Json
    """The ids and numbers in it."""


class PositionChecked(Told):
    """Whether a game can begin with a position."""

    breaches: list[BreachTold]
    """Everything that is wrong with it; nothing if a game can begin with it."""
    rules_version: int
    """The version of the rules it was held against."""
