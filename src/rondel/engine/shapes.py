"""The shapes of what a game tells as JSON values: positions, facts, consequences, reasons.

They are declared here once, for the engine that builds such values, for the server that describes
them and for the page that reads them; the values themselves are plain dicts and cost nothing more.
Players, nations, regions, slots and canals are ids as in records; money is in millions. Events
declare their shapes themselves. This module is not compiled, since others read its types.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

GameId = Literal["imperial", "imperial2030"]
DecisionKind = Literal[
    "draft_bond", "choose_slot", "swiss_force", "build_factory", "produce", "import_unit",
    "fleet_order", "canal_consent", "arrival", "ask_next", "battle_demand", "army_order",
    "place_flag", "invest", "donate",
]  # fmt: skip
Phase = Literal["draft", "slot", "force", "action", "investment"]
UnitKind = Literal["army", "fleet"]
UnitCount = Literal["armies", "hostile_armies", "friendly_armies", "fleets"]
FactoryKind = Literal["armaments", "shipyard"]
Stance = Literal["hostile", "friendly"]
Way = Literal["sea", "port", "canal", "land", "rail", "convoy"]
Order = Literal["move", "attack", "set_stance", "destroy_factory", "done"]
Answer = Literal["attack", "stay", "hostile", "friendly", "buy", "upgrade", "pass"]

# Choices and decisions ----------------------------------------------------------------------


class UnitTold(TypedDict):
    """A unit, as choices name it (R-DEC-1)."""

    nation: NotRequired[str]
    """Whose it is; left out where the decision says it."""
    unit: UnitKind
    """An army or a fleet."""
    stance: NotRequired[Stance]
    """The stance of an army abroad, where it matters."""


_Chosen = TypedDict(
    "_Chosen",
    {
        "pass": Annotated[Literal[True], "To take no bond in the draft."],
        "all": Annotated[Literal[True], "To produce in all factories."],
        "from": Annotated[str | int, "The region a unit leaves, or the bond handed in."],
        "with": Annotated[UnitTold, "The unit that fights."],
    },
    total=False,
)


class Chosen(_Chosen, total=False):
    """A choice as in a record; it has the keys of its decision, as section 9 of the rules lists."""

    slot: str
    """The slot of the rondel."""
    value: int
    """The bond taken."""
    force: bool
    """Whether the nation has to stop on Investor."""
    province: str
    """The home province."""
    decline: Literal[True]
    """To build nothing."""
    done: Literal[True]
    """To end producing or importing."""
    unit: UnitKind
    """The unit imported."""
    order: Order
    """The order to a unit, or `done`."""
    to: str | int
    """The region a unit goes to, the stance it takes, or the bond wanted."""
    canal: str
    """The canal a fleet passes."""
    canals: list[str]
    """The canals of a convoy, in order."""
    stance: Stance
    """Which of the armies there is meant."""
    region: str
    """The region of a battle or a flag."""
    own: UnitTold
    """The unit that attacks."""
    target: UnitTold
    """The unit attacked."""
    allow: bool
    """Whether the fleet may pass."""
    choice: Answer
    """What to do on arrival, or with one's money."""
    nation: str
    """The nation asked, invested in or given to."""
    demand: bool
    """Whether there has to be a battle."""
    amount: int
    """How much is given."""


class Entry(TypedDict):
    """An entry of a record: what somebody has decided."""

    decision: DecisionKind
    """What was asked."""
    actor: str
    """The player who decides."""
    nation: NotRequired[str]
    """The nation he decides for; left out where he decides for himself."""
    choice: Chosen
    """What is chosen."""


class Context(TypedDict, total=False):
    """What a decision is about (R-DEC-10); it has the keys that apply."""

    slot: str
    """The slot announced."""
    canal: str
    """The canal that is asked for."""
    order: Chosen
    """The order that waits for the answer."""
    place: str
    """The region where a unit has arrived."""
    unit: UnitTold
    """The unit that has arrived."""
    round_for: str
    """The nation that an investment round is held for."""


class DecisionTold(TypedDict):
    """What is to be decided, and by whom."""

    decision: DecisionKind
    """What is asked."""
    actor: str
    """The player who decides."""
    nation: str | None
    """The nation he decides for; null where he decides for himself."""
    context: Context
    """What the decision is about."""


# Positions ----------------------------------------------------------------------------------


class Result(TypedDict):
    """How a game has ended."""

    scores: dict[str, int]
    """Player → points."""
    ranking: list[list[str]]
    """The players, best first; those who share a place share a list."""


class Turn(TypedDict):
    """Where the game stands."""

    round: int
    """From 1; grows when the order comes back to the first nation."""
    nation: str
    """The nation on turn; in the draft the nation on offer."""
    last_nation: str | None
    """The nation that has finished a turn last."""
    phase: Phase
    """The part of the turn."""


class Units(TypedDict, total=False):
    """Units of a nation in a region; kinds of which there are none are left out."""

    armies: int
    """At home or on neutral land."""
    hostile_armies: int
    """In a home province of another nation, hostile."""
    friendly_armies: int
    """In a home province of another nation, friendly."""
    fleets: int
    """At sea, or in port where the region is a home province."""


class Snapshot(TypedDict):
    """A position, as docs/contract.md has it."""

    game: GameId
    """The game."""
    options: dict[str, str | bool]
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


class NationFacts(TypedDict):
    """What helps to judge a nation."""

    government: str | None
    """The player who governs."""
    power_factor: int
    """Factor of its section of the power track."""
    tax: TaxForecast | None
    """What Taxation would do now; null without government."""
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


class OfGovernments(TypedDict):
    """Governments."""

    governments: dict[str, GovernmentChange]
    """Nation → its government."""
    answers: dict[str, Takeover | None]
    """Those who invest after him and do not lead → what would give them the nation."""
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
