"""Everything a game is played by: the map, the figures of the facts and the chosen options.

The two games differ by what this object holds; the steps never ask which game it is.
"""

from __future__ import annotations

from typing import Any, Final

from rondel.engine.model.actions import ActionTable
from rondel.engine.model.board import Board
from rondel.engine.model.convoys import SeaLanes
from rondel.engine.model.errors import RuleSetError, shown
from rondel.engine.model.finance import Bonds
from rondel.engine.model.material import Column, Figures, Material, Setup, Wheel

CHOICES: dict[str, tuple[Any, ...]] = {
    "setup": ("standard", "draft"),
    "investor_card": (True, False),
    "tax_bonus": ("chart", "increase"),
    "swiss_bank_force": (True, False),
    "no_card_extra_investment": ("extra", "instead"),
    "investor_shortfall": ("forbid", "pay_available"),
    "donations": ("own", "any", "off"),
    "stance_change": ("on_maneuver", "never"),
    "battle_query_order": ("turn_order", "mover_chooses"),
    "secret_cash": (False, True),
    "edition": ("2006", "later"),
}
"""Options that shape play and their values, the default first (Rules: Options)."""

ACTIONS: Final = ("factory", "production", "maneuver", "investor", "import", "taxation")
"""The actions of the rondel (Rules: section 3)."""
FACTORY: Final = 0
PRODUCTION: Final = 1
MANEUVER: Final = 2
INVESTOR: Final = 3
IMPORT: Final = 4
TAXATION: Final = 5

DRAWS: tuple[str, ...] = ("seating", "assignment", "start_player")
"""Options that only say how the set-up is drawn; a record holds the outcome instead."""


class Options:
    """The options of one game, complete (Rules: 1.1, R-OPT).

    Options that do not apply keep their default and are not written.
    """

    def __init__(self, values: dict[str, Any], applies: list[str]) -> None:
        chosen = {name: choices[0] for name, choices in CHOICES.items()}
        chosen.update({name: values[name] for name in CHOICES if name in values})
        self.setup: str = chosen["setup"]
        """`standard` deal or `draft`."""
        self.investor_card: bool = chosen["investor_card"]
        """False: the variant without investor card."""
        self.tax_bonus: str = chosen["tax_bonus"]
        """`chart`, or `increase`: bonus only for tax increases."""
        self.swiss_bank_force: bool = chosen["swiss_bank_force"]
        """Whether players without government may force a stop on Investor."""
        self.no_card_extra_investment: str = chosen["no_card_extra_investment"]
        """Without card: flagless players invest `extra` or freely `instead`."""
        self.investor_shortfall: str = chosen["investor_shortfall"]
        """`forbid` an Investor turn that cannot pay, or `pay_available`."""
        self.donations: str = chosen["donations"]
        """Gifts to `own` treasuries, `any`, or `off`."""
        self.stance_change: str = chosen["stance_change"]
        """`on_maneuver` or `never`."""
        self.battle_query_order: str = chosen["battle_query_order"]
        """`turn_order` or `mover_chooses`."""
        self.secret_cash: bool = chosen["secret_cash"]
        """Whether other players' cash is hidden."""
        self.edition: str = chosen["edition"]
        """Edition of the 2006 game."""
        self._written = {name: chosen[name] for name in CHOICES if name in applies}

    def to_json(self) -> dict[str, Any]:
        """Every option that applies, explicit, in the order of the rules."""
        return dict(self._written)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._written == other._written

    def __hash__(self) -> int:
        return hash(tuple(self._written.values()))

    def __repr__(self) -> str:
        return f"Options({self._written})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Options, (self._written, list(self._written))


def read_options(
    values: dict[str, Any], not_offered: tuple[str, ...], defaults: dict[str, Any]
) -> Options:
    """Checks option values and completes them.

    `not_offered` are options the game has no use for: checked, then ignored (R-OPT-1).
    `defaults` are those of the game where they differ from the general ones.

    Raises: RuleSetError, naming every unknown option and every impossible value.
    """
    faults = [fault for name, value in values.items() if (fault := _fault(name, value))]
    if faults:
        raise RuleSetError(faults)
    complete = {**defaults, **values}
    applies = [name for name in CHOICES if name not in not_offered]
    if complete.get("investor_card", True):
        applies.remove("no_card_extra_investment")
    return Options({name: v for name, v in complete.items() if name in applies}, applies)


def _fault(name: str, value: object) -> str:
    if name in DRAWS or name.startswith("x_"):
        return ""
    if name not in CHOICES:
        return f"option {shown(name)} is unknown; known are {', '.join([*CHOICES, *DRAWS])}"
    allowed = CHOICES[name]
    if any(type(value) is type(choice) and value == choice for choice in allowed):
        return ""
    return (
        f"option {shown(name)} is {shown(value)}; it must be one of {', '.join(map(repr, allowed))}"
    )


class RuleSet:
    """One game with its options and number of players, as the steps need it.

    What a fix has changed is a field here like any other, read from the facts of the version.
    """

    def __init__(
        self,
        material: Material,
        board: Board,
        table: ActionTable,
        lanes: SeaLanes,
        options: Options,
        players: int,
        version: int,
    ) -> None:
        self.version = version
        """The version of the rules (public contract: `rules_version`)."""
        self.game: str = material.game.id
        self.title: str = material.game.title
        self.board = board
        self.table = table
        self.lanes = lanes
        self.options = options
        self.players = players
        self.nations: int = len(board.nation_ids)
        self.all_canals: int = (1 << len(board.canals)) - 1
        self._set_pieces(material)
        self._set_rondel(material.rondel)
        self._set_prices(material.rules)
        self._set_taxes(material)
        self._set_start(material.setup)
        self._set_rights(material.rules)

    def __repr__(self) -> str:
        return f"<RuleSet of {self.game} for {self.players}, version {self.version}>"

    def _set_pieces(self, material: Material) -> None:
        supplies = [nation.supply for nation in material.nations]
        self.army_supply: list[int] = [supply.armies for supply in supplies]
        self.fleet_supply: list[int] = [supply.fleets for supply in supplies]
        self.flag_supply: list[int] = [supply.flags for supply in supplies]
        self.bonds: Bonds = self.table.bonds
        self.bond_stock: int = 0
        """The bonds each nation issues: one of each value (R-SET-3)."""
        for bond in material.bonds:
            self.bond_stock |= 1 << self.bonds.index[bond.value]

    def _set_rondel(self, rondel: Wheel) -> None:
        self.slots: list[str] = rondel.slots
        self.slot_actions: list[str] = [rondel.actions[slot] for slot in self.slots]
        self.action_of_slot: list[int] = [ACTIONS.index(a) for a in self.slot_actions]
        """Slot -> number of its action in `ACTIONS`."""
        self.investor_slot: int = self.slots.index("investor")
        self.free_steps: int = rondel.free_steps
        self.max_steps: int = rondel.max_steps
        self.extra_step_base: int = rondel.extra_step_cost.base
        self.extra_step_per_factor: int = rondel.extra_step_cost.per_power_factor

    def _set_taxes(self, material: Material) -> None:
        chart, track = material.tax_chart, material.power_track
        self.end_points: int = track.max_points
        self.power_factor: list[int] = []
        for section in track.factors:
            self.power_factor += [section.factor] * (section.max - section.min + 1)
        columns = [column_of(chart.columns, revenue) for revenue in range(self._tax_limit() + 1)]
        self.tax_power: list[int] = [column.power for column in columns]
        """Tax revenue -> power points of a taxation (R-TAX-7, -23); likewise the next two."""
        self.tax_bonus: list[int] = [column.bonus or 0 for column in columns]
        self.tax_field: list[int] = [column.field for column in columns]
        self.bonus_by_increase: bool = (
            chart.bonus_mode == "by_fields_gained" or self.options.tax_bonus == "increase"
        )
        self.bonus_from_bank: bool = chart.bonus_paid_by == "bank"
        self.pay_out_of_revenue: bool = material.rules.soldier_pay_capped_at_tax_revenue

    def _set_prices(self, rules: Figures) -> None:
        self.factory_cost: int = rules.factory_cost
        self.unit_cost: int = rules.unit_cost
        self.import_limit: int = rules.import_limit
        self.army_pay: int = rules.army_pay
        self.fleet_pay: int = rules.fleet_pay
        self.tax_per_factory: int = rules.tax_per_factory
        self.tax_per_flag: int = rules.tax_per_flag
        self.investor_bonus: int = rules.investor_bonus
        self.armies_to_destroy: int = rules.armies_to_destroy_factory

    def _set_start(self, setup: Setup) -> None:
        index, deal = self.board.nation_index, setup.by_players[str(self.players)]
        self.starting_cash: int = deal.starting_cash
        self.draft_cash: int = setup.experienced.starting_cash[str(self.players)]
        self.dealt: list[int] = sorted([index[n] for n in deal.dealt])
        """The flag cards that are dealt; each player gets one."""
        self.further_cards: dict[int, list[int]] = {
            index[n]: [index[m] for m in more] for n, more in deal.also.items()
        }
        """Dealt card -> the cards that come with it (R-STD-3, -4)."""
        self.card_bonds: list[list[tuple[int, int]]] = [[] for _ in index]
        """Flag card -> the bonds on its back, as (nation, bond)."""
        for nation, bonds in setup.flag_card_bonds.items():
            self.card_bonds[index[nation]] = [
                (index[bond.nation], self.bonds.index[bond.value]) for bond in bonds
            ]

    def _set_rights(self, rules: Figures) -> None:
        options = self.options
        self.has_swiss_banks: bool = rules.swiss_bank_can_force_investor
        self.bank_may_force: bool = options.swiss_bank_force
        self.canal_owner_may_block: bool = rules.canal_owner_may_block
        self.has_investor_card: bool = options.investor_card
        self.may_change_stance: bool = options.stance_change == "on_maneuver"
        self.mover_chooses: bool = options.battle_query_order == "mover_chooses"
        self.pays_available: bool = options.investor_shortfall == "pay_available"
        self.may_donate: bool = options.donations != "off"
        self.may_donate_to_any: bool = options.donations == "any"
        self.extra_investment: bool = options.no_card_extra_investment == "extra"

    def _tax_limit(self) -> int:
        """More than any nation can collect: all provinces with factories, all flags placed."""
        factories = self.tax_per_factory * self.board.home_count
        return factories + self.tax_per_flag * max(self.flag_supply)


def column_of(columns: list[Column], revenue: int) -> Column:
    """The column of a tax chart for a revenue (R-TAX-5)."""
    best = columns[0]
    for column in columns:
        if column.min_tax <= revenue:
            best = column
    return best
