"""Two positions are the same only if nothing in them differs."""

from __future__ import annotations

import ast

import pytest

import rondel
from rondel.engine import NOBODY, State, act, same_position
from rondel.engine.insight.comparison import same_standing
from tests.pages import definition
from tests.positions import GAMES

FOLLOWS = {
    "stock", "army_at", "friend_at", "fleet_at", "invaded", "present",
}  # fmt: skip
"""What follows from the rest, and what the encoder has made of it."""
ASIDE = {"rules", "players", "events", "shares_units"}
"""What is no part of a position."""


def fields() -> list[str]:
    """The fields of a position, as it declares them."""
    declared = definition("rondel.engine", "State")
    assert isinstance(declared, ast.ClassDef)
    targets = [line.target for line in declared.body if isinstance(line, ast.AnnAssign)]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def middle(game: str) -> State:
    table = rondel.Game.new(game, ["a", "b", "c"], seed=2)
    for step in range(150):
        table.play(table.legal_ids()[step * 7 % len(table.legal_ids())])
    return table.state


def other(value: object) -> object:
    """Something else in its place."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case list():
            return [*value, NOBODY]
        case tuple():
            return (*value, ())
        case _:
            raise AssertionError(value)


UNMOVED = {
    "fresh_armies": "fresh_army_at",
    "fresh_friends": "fresh_friend_at",
    "fresh_fleets": "fresh_fleet_at",
}
"""Counts, and where they count: anywhere else they are left over from former turns."""


@pytest.mark.parametrize("field", [f for f in fields() if f not in {*FOLLOWS, *ASIDE, *UNMOVED}])
def test_every_field_counts(field: str) -> None:
    state = middle("imperial2030")
    twin = state.copy()
    assert same_position(state, twin)
    setattr(twin, field, other(getattr(state, field)))
    assert not same_position(state, twin)


@pytest.mark.parametrize("field", UNMOVED)
def test_unmoved_units_count_where_there_are_any(field: str) -> None:
    state = middle("imperial2030")
    setattr(state, UNMOVED[field], 0b101)
    twin = state.copy()
    setattr(twin, field, [count + place % 2 for place, count in enumerate(getattr(state, field))])
    assert same_position(state, twin)
    setattr(twin, field, [count + 1 for count in getattr(state, field)])
    assert not same_position(state, twin)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_changes_the_position(game: str) -> None:
    state = middle(game)
    twin = state.copy()
    act(twin, twin.legal[0])
    assert not same_position(state, twin)


def test_the_investor_card_and_the_turn_are_no_standing() -> None:
    state = middle("imperial")
    twin = state.copy()
    twin.card = (state.card + 1) % 3
    twin.round += 1
    assert same_standing(state, twin)
    twin.cash[0] += 1
    assert not same_standing(state, twin)
