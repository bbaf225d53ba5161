"""The shapes of forecasts and facts."""

from __future__ import annotations

from typing import Annotated, TypedDict

from rondel.engine.shapes.positions import (
    Chosen,
    Units,
)

# Forecasts ----------------------------------------------------------------------------------


class TaxForecast(TypedDict):
    """What Taxation brings a nation."""

    nation: str
    """The nation that taxes."""
    revenue: int
    """Tax revenue."""
    factories: int
    """The factories it comes from, which are not occupied."""
    flags: int
    """The flags it comes from."""
    units: int
    """The units that are paid."""
    pay: int
    """Soldiers' pay, as far as it is paid."""
    treasury: int
    """By how much the treasury changes in all."""
    bonus: int
    """Success bonus."""
    bonus_payee: str
    """The player who gets it."""
    tax_marker: int
    """Field of the tax marker afterwards."""
    power: int
    """Power points gained."""
    ends_game: bool
    """Whether that ends the game."""


class TaxSum(TypedDict):
    """The sum that makes what a nation would tax now, and what follows from it."""

    per_factory: int
    """What a factory brings that is not occupied."""
    from_factories: int
    """What all of them bring."""
    per_flag: int
    """What a flag brings."""
    from_flags: int
    """What all of them bring."""
    treasury_after: int
    """The treasury when soldiers and bonus are paid."""
    next_revenue: int | None
    """The least revenue that would bring more power points; null where none does."""
    next_power: int | None
    """The power points it would bring."""


class InterestForecast(TypedDict):
    """What an Investor stop of a nation would pay now."""

    due: dict[str, int]
    """Player → interest on his bonds of the nation."""
    total: int
    """Interest on all of them."""
    government_pays: int
    """What the government must add for the others from its own cash."""


class FactoryForecast(TypedDict):
    """What Factory could do."""

    cost: int
    """What a factory costs."""
    affordable: bool
    """Whether the treasury has it."""
    sites: list[str]
    """Where the nation may build."""


class ProductionForecast(TypedDict):
    """What Production could do, or which units a Maneuver may move."""

    armies: int
    """Armies."""
    fleets: int
    """Fleets."""


class ImportForecast(TypedDict):
    """What Import could do."""

    cost: int
    """What a unit costs."""
    units: int
    """The most units that treasury, supply and provinces allow."""
    armies: int
    """The most armies among them."""
    fleets: int
    """The most fleets among them."""


Lane = TypedDict(
    "Lane",
    {
        "from": Annotated[str, "Where the army stands."],
        "seas": Annotated[list[str], "Where it embarks."],
        "to": Annotated[list[str], "The regions to which no land way leads."],
    },
)
Lane.__doc__ = "A convoy open to an army."


class ManeuverFacts(TypedDict):
    """What a Maneuver that is going on can still do."""

    unmoved: dict[str, Units]
    """Region → units of the active nation that have no order yet."""
    lanes: list[Lane]
    """Convoys open to its unmoved armies, if no further fleet moves."""


SlotForecast = FactoryForecast | ImportForecast | ProductionForecast
"""What the action of a slot could do, by its action."""

ActionFacts = FactoryForecast | ImportForecast | ProductionForecast | ManeuverFacts
"""What the action that is going on can still do."""

# Facts --------------------------------------------------------------------------------------


class Supply(TypedDict):
    """What a nation can still bring onto the board."""

    armies: int
    """Armies that are left."""
    fleets: int
    """Fleets that are left."""
    flags: int
    """Flags that are left."""


class Takeover(TypedDict):
    """The cheapest single investment that gives a player more credit than anybody."""

    choice: Chosen
    """The investment."""
    price: int
    """What it costs."""
    affordable: bool | None
    """Whether he has the cash now; null where that is secret."""


class NextFactor(TypedDict):
    """The next section of the power track."""

    points: int
    """The power points at which it begins."""
    factor: int
    """Its factor."""


class NationFacts(TypedDict):
    """What helps to judge a nation."""

    government: str | None
    """The player who governs."""
    power_factor: int
    """Factor of its section of the power track."""
    next_factor: NextFactor | None
    """The section that comes next; null in the last one."""
    tax: TaxForecast | None
    """What Taxation would do now; null without government."""
    tax_sum: TaxSum | None
    """The sum that makes it, row by row; null without government."""
    interest: InterestForecast | None
    """What an Investor stop would pay now; null without government."""
    supply: Supply
    """What is left in its supply."""
    occupied: list[str]
    """Home provinces that hold a hostile army."""
    free_factories: list[str]
    """Home provinces with a factory that is not occupied."""
    margin: int
    """By how much the government's credit leads the next player's."""
    tied: list[str]
    """The players whose credit is as high as the government's."""
    takeovers: dict[str, Takeover | None]
    """Every other player → what would make him the government; empty in the draft."""


class PlayerFacts(TypedDict):
    """What helps to judge a player."""

    cash: int | None
    """His cash; null where it is secret."""
    credit: dict[str, int]
    """Nation → his credit."""
    governs: list[str]
    """The nations he governs."""
    interest: int
    """What he gets if every nation pays its interest once."""
    bond_interest: dict[str, int]
    """Nation → the part of that interest its bonds bear."""
    score: int | None
    """His score if the game ended now; null where his cash is secret."""
    bond_score: dict[str, int]
    """Nation → the part of that score its bonds bring."""


class NationToCome(TypedDict):
    """A turn to come."""

    nation: str
    """The nation."""
    player: str | None
    """Its government."""
    round: int
    """The round of that turn."""
    skipped: bool
    """Whether it has no government and is skipped."""
    investment_round: bool
    """Whether an investment round for it comes first, since it has no government."""


class InvestorToCome(TypedDict):
    """Somebody who may invest."""

    player: str
    """Who."""
    nation: str | None
    """In which nation; null for any."""


class OrderToCome(TypedDict):
    """Who comes when."""

    nations: list[NationToCome]
    """The nations from the one on turn; in the draft those still on offer."""
    investors: list[InvestorToCome]
    """Those who still invest, or of the next Investor stop."""


class Gifts(TypedDict):
    """What a player may donate."""

    most: int
    """The largest gift."""
    nations: list[str]
    """To whose treasuries."""


class CanalFacts(TypedDict):
    """Who controls a canal; both are null where passage is free."""

    nation: str | None
    """The nation."""
    player: str | None
    """Its government."""


class Facts(TypedDict):
    """What helps to judge a position, as docs/facts.md tells."""

    nations: dict[str, NationFacts]
    """Nation → what helps to judge it."""
    players: dict[str, PlayerFacts]
    """Player → what helps to judge him."""
    order: OrderToCome
    """Who comes when."""
    donations: dict[str, Gifts]
    """Player → what he may give now; who cannot, or whose cash is secret, is left out."""
    canals: dict[str, CanalFacts]
    """Canal → who controls it."""
    action: ActionFacts | None
    """What the action that is going on can still do; null where there is none."""
