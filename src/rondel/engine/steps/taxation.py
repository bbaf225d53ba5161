"""Taxation: revenue, soldiers' pay, success bonus and power points (Rules: 3.18, 3.19, 1.9)."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.board import size_of
from rondel.engine.events import (
    BonusPaid,
    PowerGained,
    SoldiersPaid,
    TaxCollected,
    TaxMarkerMoved,
)
from rondel.engine.state import State, add
from rondel.engine.steps.scoring import end_game


def revenue_of(state: State, nation: int) -> int:
    """R-TAX-1: unoccupied factories and flags."""
    rules = state.rules
    factories = size_of(state.unoccupied_factories(nation))
    return rules.tax_per_factory * factories + rules.tax_per_flag * size_of(state.flags[nation])


def soldiers_pay_of(state: State, nation: int) -> int:
    """What a nation's units cost, whether it can pay or not."""
    rules = state.rules
    armies = rules.army_pay * state.army_count[nation]
    return armies + rules.fleet_pay * state.fleet_count[nation]


def tax(state: State) -> None:
    """Carries out the whole action; there is nothing to decide."""
    revenue = revenue_of(state, state.nation)
    collect(state, revenue)
    pay_bonus(state, revenue)
    gain_power(state, state.rules.tax_power[revenue])


def collect(state: State, revenue: int) -> None:
    """Revenue comes in and soldiers are paid (R-TAX-1…4; classic R-TAX-22)."""
    nation = state.nation
    due = soldiers_pay_of(state, nation)
    if state.rules.pay_out_of_revenue:
        paid = min(due, revenue)
        income = revenue - paid
        add(state.treasury, nation, income)
    else:
        income = revenue
        add(state.treasury, nation, income)
        paid = min(due, state.treasury[nation])
        add(state.treasury, nation, -paid)
    if state.events is not None:
        _tell_collected(state, revenue, income, paid)


def _tell_collected(state: State, revenue: int, income: int, paid: int) -> None:
    assert state.events is not None
    nation, id = state.nation, state.nation_id(state.nation)
    factories = state.unoccupied_factories(nation).bit_count()
    flags = state.flags[nation].bit_count()
    state.events.append(TaxCollected(id, revenue, factories, flags, income))
    units = state.army_count[nation] + state.fleet_count[nation]
    state.events.append(SoldiersPaid(id, paid, units, not state.rules.pay_out_of_revenue))


def pay_bonus(state: State, revenue: int) -> None:
    """The government's bonus: by column, or by fields gained (R-TAX-5, -6, -21, R-VTB-2)."""
    rules, nation = state.rules, state.nation
    bonus = rules.tax_bonus[revenue]
    if rules.bonus_by_increase:
        field = rules.tax_field[revenue]
        bonus = max(0, field - state.tax_marker[nation])
        move_tax_marker(state, field)
    if not rules.bonus_from_bank:
        bonus = min(bonus, state.treasury[nation])
        add(state.treasury, nation, -bonus)
    player = state.government[nation]
    add(state.cash, player, bonus)
    if state.events is not None and bonus:
        id, receiver = state.nation_id(nation), state.player_id(player)
        from_bank = rules.bonus_from_bank
        state.events.append(BonusPaid(id, receiver, bonus, "bank" if from_bank else "treasury"))


def move_tax_marker(state: State, field: int) -> None:
    """The marker always shows the field of the latest revenue."""
    before = state.tax_marker[state.nation]
    state.tax_marker[state.nation] = field
    if state.events is not None and before != field:
        state.events.append(TaxMarkerMoved(state.nation_id(state.nation), before, field))


def gain_power(state: State, points: int) -> None:
    """R-TAX-7, -8, -23: points up to the end of the track, which ends the game."""
    nation, end = state.nation, state.rules.end_points
    before = state.power[nation]
    state.power[nation] = min(before + points, end)
    gained = state.power[nation] - before
    if state.events is not None and gained:
        id = state.nation_id(nation)
        state.events.append(PowerGained(id, gained, state.power[nation]))
    if state.power[nation] == end:
        end_game(state)
    else:
        state.kind = decisions.AFTER_ACTION
