"""What taxation, interest and the actions of the rondel would bring if they came now.

Forecasts are made by carrying the step itself out on a copy of the position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rondel.engine import decisions
from rondel.engine.insight.payments import BANK
from rondel.engine.model import ruleset
from rondel.engine.model.events import (
    BonusPaid,
    Event,
    InterestPaid,
    PowerGained,
    SoldiersPaid,
    TaxCollected,
    TaxMarkerMoved,
)
from rondel.engine.model.happened import Happened
from rondel.engine.model.state import NOBODY, State
from rondel.engine.shapes import (
    ActionFacts,
    FactoryForecast,
    ImportForecast,
    InterestForecast,
    Lane,
    ProductionForecast,
    SlotForecast,
    TaxForecast,
    TaxSum,
    UnitCount,
    Units,
)
from rondel.engine.steps import (
    armies,
    factory,
    imports,
    investor,
    maneuver,
    production,
    taxation,
)

AMPLE: Final = 1_000_000
"""More cash than anything can cost: in place of cash that may not be known."""


class Forecast:
    """What Taxation and an Investor stop would bring each nation now (Rules: 3.15, 3.18, 3.19).

    All nations are tried on one copy of the position: neither touches anything of another one.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self._twin = state.copy()

    def tax(self, nation: int) -> TaxForecast | None:
        """What Taxation would bring a nation; None without government."""
        if self.state.government[nation] == NOBODY:
            return None
        events = Happened()
        taxation.tax(self._tried(nation, events))
        return tax_told(self._twin, events)

    def interest(self, nation: int) -> InterestForecast | None:
        """Who gets what at an Investor stop of a nation, and who pays; None without government.

        The price of the move is not looked at.
        """
        if self.state.government[nation] == NOBODY:
            return None
        return {
            "due": _interest_due(self.state, nation),
            "total": self.state.total_interest(nation),
            "government_pays": sum([paid.by_government for paid in self._interest_paid(nation)]),
        }

    def _interest_paid(self, nation: int) -> list[InterestPaid]:
        """The payments, if the government had the cash for them."""
        events = Happened()
        twin = self._tried(nation, events)
        twin.cash[self.state.government[nation]] = AMPLE
        investor.pay_interest(twin)
        return [event for event in events if isinstance(event, InterestPaid)]

    def _tried(self, nation: int, events: Happened) -> State:
        """The copy with a nation on turn, and everything of this nation as it is."""
        state, twin = self.state, self._twin
        twin.nation, twin.kind, twin.events = nation, state.kind, events
        twin.treasury[nation] = state.treasury[nation]
        twin.power[nation] = state.power[nation]
        twin.tax_marker[nation] = state.tax_marker[nation]
        return twin


# Taxation -----------------------------------------------------------------------------------


def tax_told(after: State, events: Sequence[Event]) -> TaxForecast | None:
    """The taxation among the events that led to a position; None if there was none."""
    told: TaxForecast | None = None
    for event in events:
        match event:
            case TaxCollected():
                told = _revenue_told(after, event)
            case SoldiersPaid(_, amount, units, from_treasury) if told is not None:
                told["units"] = units
                told["pay"] = amount
                told["treasury"] -= amount if from_treasury else 0
            case BonusPaid(_, _, amount, payer) if told is not None:
                told["bonus"] = amount
                told["treasury"] -= 0 if payer == BANK else amount
            case PowerGained(_, points, _) if told is not None:
                told["power"] = points
            case TaxMarkerMoved(_, _, field) if told is not None:
                told["tax_marker"] = field
            case _:
                pass
    return told


def tax_sum(state: State, nation: int, tax: TaxForecast) -> TaxSum:
    """The sum that makes a forecast of Taxation, row by row (R-TAX-1)."""
    rules, revenue = state.rules, tax["revenue"]
    from_flags = rules.tax_per_flag * tax["flags"]
    more = _more_power(rules.tax_power, revenue)
    return {
        "per_factory": rules.tax_per_factory,
        "from_factories": revenue - from_flags,
        "per_flag": rules.tax_per_flag,
        "from_flags": from_flags,
        "treasury_after": state.treasury[nation] + tax["treasury"],
        "next_revenue": None if more == NOBODY else more,
        "next_power": None if more == NOBODY else rules.tax_power[more],
    }


def _more_power(powers: list[int], revenue: int) -> int:
    """The least revenue that brings more power points than another; NOBODY if none does."""
    for more in range(revenue, len(powers)):
        if powers[more] > powers[revenue]:
            return more
    return NOBODY


def _revenue_told(after: State, event: TaxCollected) -> TaxForecast:
    """The revenue, and the rest as it is if no further event tells of it."""
    nation = after.rules.board.nation_index[event.nation]
    return {
        "nation": event.nation,
        "revenue": event.revenue,
        "factories": event.factories,
        "flags": event.flags,
        "units": 0,
        "pay": 0,
        "treasury": event.to_treasury,
        "bonus": 0,
        "bonus_payee": after.player_id(after.government[nation]),
        "tax_marker": after.tax_marker[nation],
        "power": 0,
        "ends_game": after.kind == decisions.GAME_OVER,
    }


def _interest_due(state: State, nation: int) -> dict[str, int]:
    due = {id: state.interest(seat, nation) for seat, id in enumerate(state.players)}
    return {id: amount for id, amount in due.items() if amount}


# Actions that ask further -------------------------------------------------------------------


def slot_forecast(state: State, slot: int) -> SlotForecast | None:
    """What the active nation could do on a slot whose action asks its government further."""
    match state.rules.action_of_slot[slot]:
        case ruleset.FACTORY:
            return _factory_forecast(state)
        case ruleset.PRODUCTION:
            twin = state.copy()
            twin.used = 0
            return _production_forecast(twin)
        case ruleset.IMPORT:
            return _import_forecast(state, state.rules.import_limit)
        case ruleset.MANEUVER:
            nation = state.nation
            return {"armies": state.army_count[nation], "fleets": state.fleet_count[nation]}
        case _:
            return None


def action_forecast(state: State) -> ActionFacts | None:
    """What the action that is going on can still do; None where it asks nothing of this kind."""
    match state.kind:
        case decisions.BUILD_FACTORY:
            return _factory_forecast(state)
        case decisions.PRODUCE:
            return _production_forecast(state)
        case decisions.IMPORT_UNIT:
            return _import_forecast(state, state.imports_left)
        case _ if state.kind in decisions.OF_MANEUVER:
            return {"unmoved": _unmoved(state), "lanes": _lanes(state)}
        case _:
            return None


def _unmoved(state: State) -> dict[str, Units]:
    """Region -> units of the active nation that have no order yet, as in a snapshot."""
    board, nation = state.rules.board, state.nation
    abroad = board.abroad[nation]
    found: dict[str, Units] = {}
    kinds: tuple[tuple[UnitCount, int, list[int]], ...] = (
        ("armies", state.fresh_army_at & ~abroad, state.fresh_armies),
        ("hostile_armies", state.fresh_army_at & abroad, state.fresh_armies),
        ("friendly_armies", state.fresh_friend_at, state.fresh_friends),
        ("fleets", state.fresh_fleet_at, state.fresh_fleets),
    )
    for kind, where, counts in kinds:
        for region in board.members(where):
            found.setdefault(state.region_id(region), {})[kind] = counts[region]
    return found


def _lanes(state: State) -> list[Lane]:
    """Convoys open to armies, if no further fleet moved."""
    twin, board = state.copy(), state.rules.board
    if state.kind == decisions.FLEET_ORDER:
        maneuver.end_fleet_step(twin)
    elif state.kind != decisions.ARMY_ORDER:
        return []
    return [
        {"from": state.region_id(origin), "seas": board.ids(seas), "to": board.ids(ends)}
        for origin, seas, ends in armies.lanes(twin)
    ]


def _factory_forecast(state: State) -> FactoryForecast:
    cost = state.rules.factory_cost
    return {
        "cost": cost,
        "affordable": not factory.factory_shortfall(state),
        "sites": state.rules.board.ids(factory.sites(state)),
    }


def _production_forecast(state: State) -> ProductionForecast:
    """The units if all factories left produce, as far as the supply lasts (R-PRO-1, -4)."""
    armies, fleets = production.output_of(state, production.producers(state))
    return {"armies": armies, "fleets": fleets}


def _import_forecast(state: State, limit: int) -> ImportForecast:
    """The most units that money, supply and free provinces allow (R-IMP-1, -2)."""
    nation, rules = state.nation, state.rules
    limit = imports.units_payable(state, limit)
    twin = state.copy()
    twin.imports_left = limit
    kinds = {(id - rules.table.imports) % 2 for id in imports.placings(twin)}
    armies = min(limit, state.armies_left(nation)) if 0 in kinds else 0
    fleets = min(limit, state.fleets_left(nation)) if 1 in kinds else 0
    return {
        "cost": rules.unit_cost,
        "units": min(limit, armies + fleets),
        "armies": armies,
        "fleets": fleets,
    }
