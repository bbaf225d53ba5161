"""The material of a game: map, pieces, bonds, charts and set-up, as the facts tell them.

Fields are named after the keys of the facts; what else stands there is for readers.
"""

from __future__ import annotations

from dataclasses import dataclass

# The map ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Supply:
    """The pieces of a nation."""

    armies: int
    fleets: int
    flags: int


@dataclass(frozen=True, slots=True)
class Nation:
    """A nation; they are listed in turn order."""

    id: str
    name: str
    supply: Supply


@dataclass(frozen=True, slots=True)
class Province:
    """A home province with its city."""

    id: str
    name: str
    nation: str
    city_type: str
    """`armaments` or `shipyard`."""
    starting_factory: bool
    port_sea: str | None
    """The sea that its fleets are launched into, for a shipyard."""


@dataclass(frozen=True, slots=True)
class Region:
    """A land region or a sea region."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Borders:
    """What a region borders on."""

    land: list[str]
    sea: list[str]


@dataclass(frozen=True, slots=True)
class Passage:
    """A canal."""

    id: str
    name: str
    seas: list[str]
    controlled_by: str


# Bonds and charts ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bond:
    """A bond that every nation issues once."""

    value: int
    interest: int


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the tax chart, for revenues from `min_tax` on."""

    field: int
    min_tax: int
    bonus: int | None
    """None where the bonus goes by fields gained."""
    power: int


@dataclass(frozen=True, slots=True)
class TaxChart:
    """What a tax revenue brings."""

    columns: list[Column]
    bonus_mode: str
    bonus_paid_by: str


@dataclass(frozen=True, slots=True)
class Section:
    """Power points with the same factor."""

    min: int
    max: int
    factor: int


@dataclass(frozen=True, slots=True)
class PowerTrack:
    """The track whose end ends the game."""

    max_points: int
    factors: list[Section]


# The rondel ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StepCost:
    """What each step beyond the free ones costs."""

    base: int
    per_power_factor: int


@dataclass(frozen=True, slots=True)
class Wheel:
    """The rondel, its slots clockwise."""

    slots: list[str]
    actions: dict[str, str]
    free_steps: int
    max_steps: int
    extra_step_cost: StepCost


# Set-up and prices --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardBond:
    """A bond on the back of a flag card."""

    nation: str
    value: int


@dataclass(frozen=True, slots=True)
class Deal:
    """The standard set-up for one number of players."""

    starting_cash: int
    dealt: list[str]
    also: dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Draft:
    """The set-up for experienced players."""

    starting_cash: dict[str, int]


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game begins."""

    flag_card_bonds: dict[str, list[CardBond]]
    by_players: dict[str, Deal]
    experienced: Draft


@dataclass(frozen=True, slots=True)
class Figures:
    """Prices, limits and the rights that the games differ in."""

    factory_cost: int
    unit_cost: int
    import_limit: int
    army_pay: int
    fleet_pay: int
    tax_per_factory: int
    tax_per_flag: int
    investor_bonus: int
    armies_to_destroy_factory: int
    swiss_bank_can_force_investor: bool
    canal_owner_may_block: bool
    soldier_pay_capped_at_tax_revenue: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """What a game is called, and for how many it is."""

    id: str
    title: str
    min_players: int
    max_players: int


@dataclass(frozen=True, slots=True)
class Material:
    """Everything in the box of one edition of a game."""

    game: Heading
    nations: list[Nation]
    home_provinces: list[Province]
    land_regions: list[Region]
    sea_regions: list[Region]
    neighbours: dict[str, Borders]
    canals: list[Passage]
    rail: dict[str, list[list[str]]]
    bonds: list[Bond]
    tax_chart: TaxChart
    power_track: PowerTrack
    rondel: Wheel
    setup: Setup
    rules: Figures
