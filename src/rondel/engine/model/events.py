"""What happened, as values: enough to animate a move and to narrate it without comparing positions.

Events carry ids as in records. They are built only for a caller who asked for them
(`Game.apply`); `Game.play` builds none. `rondel.engine.payments` tells what money each moved.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypedDict, Union, get_type_hints

from rondel.engine.shapes import FactoryKind, Stance, UnitKind, Way


@dataclass(slots=True)
class Event:
    """Something that happened: a value, not to be changed. JSON: `{"event": kind, …fields}`."""

    def to_json(self) -> EventTold:
        """The event with its kind first."""
        named: EventTold = {"event": self.kind}
        for field in fields(self):
            named[field.name] = getattr(self, field.name)
        return named

    @property
    def kind(self) -> str:
        """Name in snake case, as in the JSON form and the log catalogues."""
        return KIND_OF[type(self)]


# Set-up, turns and the rondel ---------------------------------------------------------------


@dataclass(slots=True)
class StartingCash(Event):
    """A player received his starting cash from the bank."""

    player: str
    amount: int


@dataclass(slots=True)
class InvestorCardPlaced(Event):
    """The investor card was handed out at set-up (R-IVC-1)."""

    player: str


@dataclass(slots=True)
class DraftPassed(Event):
    """A player took no bond of the nation on offer (R-DRF-4, -8)."""

    player: str
    nation: str


@dataclass(slots=True)
class TurnStarted(Event):
    """A nation's turn began."""

    nation: str
    player: str
    round: int


@dataclass(slots=True)
class NationSkipped(Event):
    """A nation without government was skipped (R-TRN-2)."""

    nation: str


@dataclass(slots=True)
class MarkerPlaced(Event):
    """A nation's marker was put on the rondel for the first time (R-RON-1)."""

    nation: str
    slot: str


@dataclass(slots=True)
class MarkerMoved(Event):
    """A nation's marker moved on the rondel (R-RON-2)."""

    nation: str
    origin: str
    slot: str
    steps: int
    passes_investor: bool


@dataclass(slots=True)
class RondelPaid(Event):
    """A player paid the bank for extra steps (R-RON-3, -4)."""

    player: str
    nation: str
    amount: int
    steps: int


@dataclass(slots=True)
class SwissBankForced(Event):
    """A player forced a nation to stop on Investor (R-SWF-5)."""

    player: str
    nation: str


@dataclass(slots=True)
class SwissBankDeclined(Event):
    """A player who was asked let a nation pass Investor (R-SWF-7)."""

    player: str
    nation: str


# Factory, Production, Import ----------------------------------------------------------------


@dataclass(slots=True)
class FactoryBuilt(Event):
    """A nation built a factory (R-FAC)."""

    nation: str
    region: str
    factory: FactoryKind
    cost: int


@dataclass(slots=True)
class FactoryDeclined(Event):
    """A nation on Factory built nothing (R-FAC-4)."""

    nation: str


@dataclass(slots=True)
class UnitProduced(Event):
    """A factory produced a unit (R-PRO-1)."""

    nation: str
    region: str
    unit: UnitKind


@dataclass(slots=True)
class UnitImported(Event):
    """A nation bought a unit (R-IMP-1)."""

    nation: str
    region: str
    unit: UnitKind
    cost: int


# Maneuver -----------------------------------------------------------------------------------


@dataclass(slots=True)
class UnitMoved(Event):
    """A unit moved; `way` is `sea`, `port`, `canal`, `land`, `rail` or `convoy`.

    `canals` are the canals crossed, `seas` the route of a convoy in order of sailing.
    `stance` is the stance an army abroad had before it left, or null.
    """

    nation: str
    unit: UnitKind
    origin: str
    target: str
    way: Way
    stance: Stance | None
    canals: list[str]
    seas: list[str]


@dataclass(slots=True)
class CanalAsked(Event):
    """A nation asked for passage of a canal (R-CAN-4)."""

    nation: str
    owner: str
    player: str
    canal: str


@dataclass(slots=True)
class CanalAnswered(Event):
    """The government of the canal's controller allowed or denied passage (R-CAN-5)."""

    nation: str
    owner: str
    player: str
    canal: str
    allowed: bool


@dataclass(slots=True)
class BattleDemanded(Event):
    """An inactive nation demanded a battle with the unit that moved in (R-BAT-7)."""

    nation: str
    region: str


@dataclass(slots=True)
class BattleDeclined(Event):
    """An inactive nation that was asked demanded no battle (R-BAT-7)."""

    nation: str
    region: str


@dataclass(slots=True)
class BattleFought(Event):
    """Two units were removed; `nation` is the active nation (R-BAT-1)."""

    region: str
    nation: str
    unit: UnitKind
    stance: Stance | None
    enemy: str
    enemy_unit: UnitKind
    enemy_stance: Stance | None


@dataclass(slots=True)
class UnitsStayed(Event):
    """A unit moved in beside foreign ones and nobody fought (R-BAT-10)."""

    nation: str
    region: str


@dataclass(slots=True)
class ArmyEntered(Event):
    """An army entered a home province of another nation (R-HOM-1)."""

    nation: str
    region: str
    stance: Stance


@dataclass(slots=True)
class StanceChanged(Event):
    """An army changed its stance instead of moving (R-HOM-8)."""

    nation: str
    region: str
    stance: Stance


@dataclass(slots=True)
class FactoryDestroyed(Event):
    """A nation destroyed a factory of `owner` and lost its armies for it (R-DES)."""

    nation: str
    region: str
    owner: str
    factory: FactoryKind
    hostile_armies: int
    friendly_armies: int


@dataclass(slots=True)
class FlagPlaced(Event):
    """A nation placed a flag (R-FLG-4)."""

    nation: str
    region: str


@dataclass(slots=True)
class FlagLost(Event):
    """A flag went back to its owner's supply; `to` holds the region now (R-FLG-3)."""

    nation: str
    region: str
    to: str


# Investor -----------------------------------------------------------------------------------


@dataclass(slots=True)
class InterestPaid(Event):
    """A player received interest on the bonds of a nation (R-INT).

    `by_treasury` and `by_government` (the government's own cash) add up to `amount`.
    """

    nation: str
    player: str
    amount: int
    by_treasury: int
    by_government: int
    government: str


@dataclass(slots=True)
class InterestCovered(Event):
    """A government paid `amount` of the interest above from its own cash (R-INT-3)."""

    nation: str
    player: str
    amount: int


@dataclass(slots=True)
class InvestorPaid(Event):
    """The holder of the investor card received his bonus from the bank (R-INV-4)."""

    player: str
    amount: int


@dataclass(slots=True)
class BondBought(Event):
    """A player bought a bond (R-BND-1, R-STD-5, R-DRF-4)."""

    player: str
    nation: str
    value: int
    interest: int


@dataclass(slots=True)
class BondUpgraded(Event):
    """A player exchanged a bond for a higher one (R-BND-2)."""

    player: str
    nation: str
    old: int
    new: int
    price: int


@dataclass(slots=True)
class InvestPassed(Event):
    """A player did not invest, by choice or because he could afford nothing (R-INV-5)."""

    player: str


@dataclass(slots=True)
class GovernmentChanged(Event):
    """A flag card changed hands; `before` is null for a first government (R-GOV-3)."""

    nation: str
    before: str | None
    after: str


@dataclass(slots=True)
class SwissBankGained(Event):
    """A player without government received a Swiss Bank (R-GOV-6)."""

    player: str


@dataclass(slots=True)
class SwissBankReturned(Event):
    """A player who governs again returned his Swiss Bank (R-GOV-6)."""

    player: str


@dataclass(slots=True)
class InvestorCardPassed(Event):
    """The investor card went to the player on the left (R-INV-8)."""

    before: str
    after: str


# Taxation, gifts, the end -------------------------------------------------------------------


@dataclass(slots=True)
class TaxCollected(Event):
    """A nation's tax revenue; `to_treasury` is what the bank paid in (R-TAX-1, -20, -22)."""

    nation: str
    revenue: int
    factories: int
    flags: int
    to_treasury: int


@dataclass(slots=True)
class SoldiersPaid(Event):
    """Soldiers' pay; `from_treasury` is false where it was kept from revenue (R-TAX-3, -22)."""

    nation: str
    amount: int
    units: int
    from_treasury: bool


@dataclass(slots=True)
class TaxMarkerMoved(Event):
    """The tax marker moved on the chart (R-VTB-2, R-TAX-20)."""

    nation: str
    before: int
    after: int


@dataclass(slots=True)
class BonusPaid(Event):
    """The government received its success bonus; `payer` is `treasury` or `bank`."""

    nation: str
    player: str
    amount: int
    payer: Literal["treasury", "bank"]


@dataclass(slots=True)
class PowerGained(Event):
    """A nation gained power points (R-TAX-7, -23)."""

    nation: str
    points: int
    total: int


@dataclass(slots=True)
class Donated(Event):
    """A player gave cash to a treasury (R-DON-1)."""

    player: str
    nation: str
    amount: int


@dataclass(slots=True)
class GameEnded(Event):
    """A nation reached the end of the power track (R-END-1)."""

    nation: str
    points: int
    scores: dict[str, int]
    ranking: list[list[str]]


KIND_OF: dict[type, str] = {}
"""Event class -> its name in snake case."""


def _snake(name: str) -> str:
    return "".join(["_" + c.lower() if c.isupper() else c for c in name])[1:]


for _name, _class in list(globals().items()):
    if isinstance(_class, type) and issubclass(_class, Event) and _class is not Event:
        KIND_OF[_class] = _snake(_name)


# The JSON form ------------------------------------------------------------------------------

FIELDS: Final = {
    "after": "Who has it then, or the new field.",
    "allowed": "Whether the fleet may pass.",
    "amount": "How much.",
    "before": "Who had it, or the old field.",
    "by_government": "What the government paid from its own cash.",
    "by_treasury": "What came out of the treasury.",
    "canal": "The canal.",
    "canals": "The canals crossed.",
    "cost": "What it cost.",
    "enemy": "The nation it fought.",
    "enemy_stance": "The stance of that nation's army abroad, or null.",
    "enemy_unit": "The unit of that nation.",
    "factories": "The factories that count.",
    "factory": "The kind of the factory.",
    "flags": "The flags that count.",
    "friendly_armies": "The friendly armies lost.",
    "from_treasury": "Whether the treasury paid it.",
    "government": "The player who governs.",
    "hostile_armies": "The hostile armies lost.",
    "interest": "What the bond pays.",
    "nation": "The nation.",
    "new": "The bond taken.",
    "old": "The bond handed in.",
    "origin": "Where it came from.",
    "owner": "The nation it belongs to.",
    "passes_investor": "Whether Investor was passed.",
    "payer": "Who paid.",
    "player": "The player.",
    "points": "Power points.",
    "price": "What was paid.",
    "ranking": "The players, best first; those who share a place share a list.",
    "region": "The region.",
    "revenue": "Tax revenue.",
    "round": "The round, from 1.",
    "scores": "Player → points.",
    "seas": "The route of a convoy, in order of sailing.",
    "slot": "The slot of the rondel.",
    "stance": "The stance of an army abroad; null where it has none.",
    "steps": "Steps on the rondel.",
    "target": "Where it went.",
    "to": "The nation that holds the region now.",
    "to_treasury": "What the bank paid in.",
    "total": "Where the nation stands then.",
    "unit": "An army or a fleet.",
    "units": "The units that are paid.",
    "value": "The price of the bond.",
    "way": "How it went.",
}
"""What the fields of events hold: one name stands for one thing in all of them."""


def shape_of(event: type[Event]) -> Any:
    """The JSON form of an event as a shape, for those who describe it."""
    hints = get_type_hints(event)
    fields: Any = {name: Annotated[hint, FIELDS[name]] for name, hint in hints.items()}
    made: Any = TypedDict
    shape = made(event.__name__, {"event": Literal[KIND_OF[event]], **fields})
    shape.__doc__ = event.__doc__
    return shape


# A type checker cannot know what is made of the classes above; who describes events reads it.
if TYPE_CHECKING:
    EventTold = dict[str, Any]
    """An event in its JSON form; at run time the union of the shapes of all kinds."""
else:
    EventTold = Union[tuple(shape_of(event) for event in KIND_OF)]  # noqa: UP007
