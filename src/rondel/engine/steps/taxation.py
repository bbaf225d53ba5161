"""Taxation: revenue, soldiers' pay, success bonus and power points (Rules: 3.18, 3.19, 1.9)."""

from __future__ import annotations

from rondel.engine import decisions
from rondel.engine.model.board import size_of
from rondel.engine.model.events import (
    BonusPaid,
    PowerGained,
    SoldiersPaid,
    TaxCollected,
    TaxMarkerMoved,
)
from rondel.engine.model.state import State, add
from rondel.engine.steps.scoring import end_game


def revenue_of(state: State, nation: int) -> int:
    """R-TAX-1: unoccupied factories and flags."""
    return revenue_from(state, nation, state.unoccupied_factories(nation))


def revenue_from(state: State, nation: int, factories: int) -> int:
    """What a set of factories and the flags of a nation bring."""
    return revenue_by(state, size_of(factories), size_of(state.flags[nation]))


def revenue_by(state: State, factories: int, flags: int) -> int:
    """What so many factories and flags bring."""
    return state.rules.tax_per_factory * factories + state.rules.tax_per_flag * flags


def soldiers_pay_of(state: State, nation: int) -> int:
    """What a nation's units cost, whether it can pay or not."""
    rules = state.rules
    armies = rules.army_pay * state.army_count[nation]
    return armies + rules.fleet_pay * state.fleet_count[nation]


def treasury_gain(state: State, nation: int, revenue: int) -> int:
    """What a revenue adds to a treasury once soldiers are paid; below 0 if pay exceeds it.

    Pay goes as far as the money: all there is, or in classic the revenue (R-TAX-2…4, -22).
    """
    least = 0 if state.rules.pay_out_of_revenue else -state.treasury[nation]
    return max(least, revenue - soldiers_pay_of(state, nation))


def bonus_due(state: State, nation: int, revenue: int) -> int:
    """The government's bonus: by column, or by fields gained (R-TAX-5, -21, R-VTB-2)."""
    rules = state.rules
    if rules.bonus_by_increase:
        return max(0, rules.tax_field[revenue] - state.tax_marker[nation])
    return rules.tax_bonus[revenue]


def bonus_paid(state: State, nation: int, revenue: int, treasury: int) -> int:
    """The bonus that is paid, out of a treasury if not by the bank (R-TAX-6)."""
    bonus = bonus_due(state, nation, revenue)
    return bonus if state.rules.bonus_from_bank else min(bonus, treasury)


def power_gain(state: State, nation: int, revenue: int) -> int:
    """The power points of a revenue, up to the end of the track (R-TAX-7, -8, -23)."""
    rules = state.rules
    return min(rules.tax_power[revenue], rules.end_points - state.power[nation])


def tax(state: State) -> None:
    """Carries out the whole action; there is nothing to decide."""
    revenue = revenue_of(state, state.nation)
    collect(state, revenue)
    pay_bonus(state, revenue)
    gain_power(state, power_gain(state, state.nation, revenue))


def collect(state: State, revenue: int) -> None:
    """Revenue comes in and soldiers are paid (R-TAX-1…4; classic R-TAX-22)."""
    kept = treasury_gain(state, state.nation, revenue)
    add(state.treasury, state.nation, kept)
    if state.events is not None:
        _tell_collected(state, revenue, kept)


def _tell_collected(state: State, revenue: int, kept: int) -> None:
    assert state.events is not None
    nation, id = state.nation, state.nation_id(state.nation)
    income = kept if state.rules.pay_out_of_revenue else revenue
    factories = state.unoccupied_factories(nation).bit_count()
    flags = state.flags[nation].bit_count()
    state.events.tell(TaxCollected, id, revenue, factories, flags, income)
    units = state.army_count[nation] + state.fleet_count[nation]
    from_treasury = not state.rules.pay_out_of_revenue
    state.events.tell(SoldiersPaid, id, revenue - kept, units, from_treasury)


def pay_bonus(state: State, revenue: int) -> None:
    """The government gets its bonus; a tax marker moves to the new field (R-TAX-5, -6, -21)."""
    rules, nation = state.rules, state.nation
    bonus = bonus_paid(state, nation, revenue, state.treasury[nation])
    if rules.bonus_by_increase:
        move_tax_marker(state, rules.tax_field[revenue])
    if not rules.bonus_from_bank:
        add(state.treasury, nation, -bonus)
    player = state.government[nation]
    add(state.cash, player, bonus)
    if state.events is not None and bonus:
        id, receiver = state.nation_id(nation), state.player_id(player)
        from_bank = rules.bonus_from_bank
        state.events.tell(BonusPaid, id, receiver, bonus, "bank" if from_bank else "treasury")


def move_tax_marker(state: State, field: int) -> None:
    """The marker always shows the field of the latest revenue."""
    before = state.tax_marker[state.nation]
    state.tax_marker[state.nation] = field
    if state.events is not None and before != field:
        state.events.tell(TaxMarkerMoved, state.nation_id(state.nation), before, field)


def gain_power(state: State, points: int) -> None:
    """The nation moves up; the end of the track ends the game (R-TAX-8)."""
    nation = state.nation
    add(state.power, nation, points)
    if state.events is not None and points:
        id = state.nation_id(nation)
        state.events.tell(PowerGained, id, points, state.power[nation])
    if state.power[nation] == state.rules.end_points:
        end_game(state)
    else:
        state.kind = decisions.AFTER_ACTION
