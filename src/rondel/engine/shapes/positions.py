"""The shapes of choices, decisions and positions."""

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
