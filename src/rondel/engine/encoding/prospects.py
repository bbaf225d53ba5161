"""What a person would work out about a nation's money, as bytes."""

from __future__ import annotations

from rondel.engine.encoding.features import BONUS, ON, PAY, TAXES
from rondel.engine.encoding.planes import capped
from rondel.engine.model.state import State
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
