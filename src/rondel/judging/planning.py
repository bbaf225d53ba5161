"""Choices that belong together: units are moved, made and imported by whole plans."""

from __future__ import annotations

from rondel.engine import Game, State, act, same_position
from rondel.engine.shapes import ChangedUnits, Entry
from rondel.judging.judge import Plan, Sight


def plans_of(sight: Sight, game: Game, most: int) -> list[Plan]:
    """A plan for each choice, the most promising first; of those that lead to the same, one."""
    plans, reached = list[Plan](), list[State]()
    for start in range(0, len(sight.choices), most):
        for plan in sight.plans(sight.choices[start : start + most]):
            state = _after(game, plan)
            if not any(same_position(state, other) for other in reached):
                plans.append(plan)
                reached.append(state)
        if len(plans) >= most:
            break
    return plans[:most]


def _after(game: Game, plan: Plan) -> State:
    state = game.state.copy()
    for id in plan:
        act(state, id)
    return state


def entries_of(game: Game, plan: Plan) -> list[Entry]:
    """The decisions of a plan, as in a record."""
    trial, entries = game.copy(), list[Entry]()
    for id in plan:
        entries.append(trial.action(id).to_json())
        trial.play(id)
    return entries


def units_after(game: Game, plan: Plan) -> ChangedUnits:
    """All units that a plan moves, brings or costs."""
    trial = game.copy()
    units: ChangedUnits = {"gained": [], "lost": [], "moved": []}
    for id in plan:
        told = trial.consequences(trial.action(id))["units"]
        units["gained"] += told["gained"]
        units["lost"] += told["lost"]
        units["moved"] += told["moved"]
        trial.play(id)
    return units
