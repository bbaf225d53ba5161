"""What a person would work out about a nation's money, as bytes."""

from __future__ import annotations

from rondel.engine.encoding.features import BONUS, CREDIT, INTEREST, ON, PAY, TAXES
from rondel.engine.encoding.planes import capped
from rondel.engine.model.state import NOBODY, State
from rondel.engine.steps.investor import interest_due
from rondel.engine.steps.taxation import (
    bonus_paid,
    power_gain,
    revenue_by,
    soldiers_pay_of,
    treasury_gain,
)


def taxation_bytes(state: State, nation: int, factories: int, flags: int, found: list[int]) -> None:
    """What Taxation would bring now, with so many factories that work and so many flags."""
    revenue = revenue_by(state, factories, flags)
    gain, points = treasury_gain(state, nation, revenue), power_gain(state, nation, revenue)
    bonus = bonus_paid(state, nation, revenue, state.treasury[nation] + gain)
    found.append(capped(revenue * TAXES))
    found.append(capped(soldiers_pay_of(state, nation) * PAY))
    found.append(capped(bonus * BONUS))
    found.append(capped(gain * TAXES) if gain > 0 else 0)
    found.append(capped(-gain * TAXES) if gain < 0 else 0)
    found.append(capped(points * BONUS))
    found.append(ON if state.power[nation] + points == state.rules.end_points else 0)


def interest_bytes(state: State, nation: int, found: list[int]) -> None:
    """What Investor would cost now, and how firmly the government sits."""
    total, due, lead = state.total_interest(nation), 0, 0
    government = state.government[nation]
    if government != NOBODY:
        due = interest_due(state, nation)
        lead = state.credit(government, nation) - _best_of_others(state, nation, government)
    found.append(capped(total * INTEREST))
    found.append(capped(due * INTEREST))
    found.append(capped(max(0, due - state.treasury[nation]) * INTEREST))
    found.append(capped(max(0, lead) * CREDIT))


def _best_of_others(state: State, nation: int, government: int) -> int:
    best = 0
    for player in range(len(state.players)):
        if player != government:
            best = max(best, state.credit(player, nation))
    return best
