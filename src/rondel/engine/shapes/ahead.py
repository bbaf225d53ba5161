"""The shapes of changes, consequences and reasons."""

from __future__ import annotations

from typing import Annotated, TypedDict

from rondel.engine.shapes.facts import (
    InterestForecast,
    SlotForecast,
    Takeover,
    TaxForecast,
)
from rondel.engine.shapes.positions import (
    Chosen,
    DecisionTold,
    FactoryKind,
    Result,
    Stance,
    UnitKind,
    Way,
)

# Changes ------------------------------------------------------------------------------------


class NumberChange(TypedDict):
    """A number that changes."""

    before: int
    """What it was."""
    after: int
    """What it is then."""


class HolderChange(TypedDict):
    """Something that changes hands."""

    before: str | None
    """The player who had it."""
    after: str | None
    """The player who has it then."""


class GovernmentChange(HolderChange):
    """A government that changes."""

    sure: bool
    """False where it holds only if everybody still to invest passes."""


class PaymentTold(TypedDict):
    """A payment; payer and payee are `bank`, `cash:player` or `treasury:nation`."""

    payer: str
    """Who pays."""
    payee: str
    """Who is paid."""
    amount: int
    """How much."""
    event: str
    """The kind of the event it belongs to."""


BondTaken = TypedDict(
    "BondTaken",
    {
        "player": Annotated[str, "Who takes it."],
        "nation": Annotated[str, "Whose bond it is."],
        "from": Annotated[int | None, "The bond handed in; null if there is none."],
        "to": Annotated[int, "The bond taken."],
    },
)
BondTaken.__doc__ = "A bond taken."


class PlacedUnit(TypedDict):
    """A unit gained or lost."""

    nation: str
    """Whose it is."""
    unit: UnitKind
    """An army or a fleet."""
    region: str
    """Where."""


MovedUnit = TypedDict(
    "MovedUnit",
    {
        "nation": Annotated[str, "Whose it is."],
        "unit": Annotated[UnitKind, "An army or a fleet."],
        "from": Annotated[str, "The region it leaves."],
        "to": Annotated[str, "The region it reaches."],
        "way": Annotated[Way, "How it goes."],
        "canals": Annotated[list[str], "The canals crossed."],
        "seas": Annotated[list[str], "The route of a convoy."],
    },
)
MovedUnit.__doc__ = "A unit that moves."


class ChangedUnits(TypedDict):
    """Units that change."""

    gained: list[PlacedUnit]
    """New ones."""
    lost: list[PlacedUnit]
    """Those that are removed."""
    moved: list[MovedUnit]
    """Those that move."""


class StanceTaken(TypedDict):
    """An army that enters a foreign home province or changes its stance there."""

    nation: str
    """Whose it is."""
    region: str
    """Where."""
    stance: Stance
    """Its stance then."""


class ChangedProvinces(TypedDict):
    """Home provinces whose occupation changes."""

    occupied: list[str]
    """Those that become occupied."""
    freed: list[str]
    """Those that become free."""


class FactoryTold(TypedDict):
    """A factory."""

    nation: str
    """The nation it belongs to."""
    region: str
    """Where."""
    factory: FactoryKind
    """Its kind."""


class ChangedFactories(TypedDict):
    """Factories that change."""

    built: list[FactoryTold]
    """New ones."""
    destroyed: list[FactoryTold]
    """Those that are destroyed."""


class FlagTold(TypedDict):
    """A flag."""

    nation: str
    """Whose it is."""
    region: str
    """Where."""


class ChangedFlags(TypedDict):
    """Flags that change."""

    won: list[FlagTold]
    """New ones."""
    lost: list[FlagTold]
    """Those that are lost."""


class FlagsAtEnd(ChangedFlags):
    """Flags that would change if the Maneuver ended here."""

    revenue: dict[str, NumberChange]
    """Nation → tax revenue before and after."""


class Demand(TypedDict):
    """A nation that may demand a battle with the unit that has arrived."""

    nation: str
    """The nation."""
    player: str | None
    """Its government."""


class ChangedBanks(TypedDict):
    """Swiss Banks that change hands."""

    gained: list[str]
    """Players who get one."""
    returned: list[str]
    """Players who return theirs."""


class RondelMove(TypedDict):
    """A move on the rondel."""

    steps: int
    """Its steps; 0 for a first turn."""
    step_price: int
    """The price of each step beyond the free ones."""
    passes_investor: bool
    """Whether it passes Investor."""


# Consequences -------------------------------------------------------------------------------


class OfTheChoice(TypedDict):
    """The choice itself."""

    choice: Chosen
    """The choice as in a record."""
    price: int
    """What the player, or the nation he decides for, pays for it at once."""
    rondel: RondelMove | None
    """For a slot: the move there."""
    forecast: SlotForecast | None
    """For a slot whose action asks further: what it could do."""


class OfMoney(TypedDict):
    """Money and paper."""

    payments: list[PaymentTold]
    """All payments in order."""
    cash: dict[str, NumberChange]
    """Player → his cash."""
    treasuries: dict[str, NumberChange]
    """Nation → its treasury."""
    bonds: list[BondTaken]
    """Bonds taken."""
    interest: dict[str, NumberChange]
    """Player → interest of one payout of all nations."""
    scores: dict[str, NumberChange]
    """Player → score if the game ended."""


class OfTheBoard(TypedDict):
    """The board."""

    units: ChangedUnits
    """Units gained, lost and moved."""
    stances: list[StanceTaken]
    """Stances of armies abroad."""
    provinces: ChangedProvinces
    """Home provinces occupied and freed."""
    factories: ChangedFactories
    """Factories built and destroyed."""
    flags: ChangedFlags
    """Flags won and lost."""
    flags_at_end: FlagsAtEnd | None
    """The flags if the Maneuver ended here; null outside of one."""
    demands: list[Demand]
    """Who may demand a battle."""
    revenue: dict[str, NumberChange]
    """Nation → tax revenue."""
    tax: TaxForecast | None
    """The taxation, if one happens."""
    power: dict[str, NumberChange]
    """Nation → power points."""


class Issuer(TypedDict):
    """The nation of a bond that is taken, if everybody still to be asked passes."""

    nation: str
    """Which nation."""
    interest: InterestForecast | None
    """What an Investor stop of it would pay then; null without government."""
    takeovers: dict[str, Takeover | None]
    """Every player but its government → what would give it to him then."""


class OfGovernments(TypedDict):
    """Governments."""

    governments: dict[str, GovernmentChange]
    """Nation → its government."""
    answers: dict[str, Takeover | None]
    """Those who invest after him and do not lead → what would give them the nation."""
    issuer: Issuer | None
    """For a bond that is taken: what its nation owes then, and who could take it."""
    swiss_banks: ChangedBanks
    """Swiss Banks gained and returned."""
    investor_card: HolderChange | None
    """Who holds the investor card, if that changes."""


class OfWhatFollows(TypedDict):
    """What follows."""

    next: DecisionTold | None
    """The next decision; null when the game is over."""
    ends_game: bool
    """Whether the game is over."""
    result: Result | None
    """Scores and ranking then; null before the end and where cash is secret."""


class Brought(OfTheChoice, OfMoney, OfTheBoard, OfGovernments, OfWhatFollows):
    """What an action would do up to the next decision, if no Swiss Bank forces the nation."""

    does_nothing: bool
    """Whether nothing changes but the place on the rondel and whose turn it is."""


class Consequences(Brought):
    """What an action would do up to the next decision, as docs/facts.md tells."""

    unless_forced: Brought | None
    """Where Swiss Banks are now asked to stop the nation: the same, if all decline."""


# Reasons ------------------------------------------------------------------------------------


class Gift(TypedDict):
    """A donation."""

    nation: str
    """To whose treasury."""
    amount: int
    """How much."""


class Reason(TypedDict):
    """A choice that a person would look for and that is not legal, as docs/facts.md tells."""

    choice: Chosen
    """The choice as in a record."""
    code: str
    """Why not, stable, as docs/contract.md lists it."""
    clause: str
    """The clause of docs/rules.md that forbids it."""
    sentence: str
    """Why not, as a sentence in the language asked for, else in English."""
    values: dict[str, object]
    """The ids and numbers in that sentence."""
    price: int | None
    """What it would cost."""
    holder: str | None
    """The player who holds the bond."""
    donation: Gift | None
    """The smallest gift of who decides that would make it legal."""
