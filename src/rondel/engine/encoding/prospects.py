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


def taxation_bytes(state: State, nation: int, factories: int, flags: int) -> list[int]:
    """What Taxation would bring now, with so many factories that work and so many flags."""
    revenue = revenue_by(state, factories, flags)
    gain, points = treasury_gain(state, nation, revenue), power_gain(state, nation, revenue)
    bonus = bonus_paid(state, nation, revenue, state.treasury[nation] + gain)
    return [
        capped(revenue * TAXES),
        capped(soldiers_pay_of(state, nation) * PAY),
        capped(bonus * BONUS),
        capped(max(0, gain) * TAXES),
        capped(max(0, -gain) * TAXES),
        capped(points * BONUS),
        ON if state.power[nation] + points == state.rules.end_points else 0,
    ]
