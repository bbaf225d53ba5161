"""Figures read off a position by the rules' own formulas."""

from __future__ import annotations

import pytest

from rondel.engine import title_of
from tests.positions import GAMES, do, game_at


@pytest.mark.parametrize("game", GAMES)
def test_figures_of_bonds(game: str) -> None:
    """Credit, interest, margin and score follow the bonds and the power track."""
    first, second = title_of(game).board.nation_ids[:2]
    bonds = {first: {"A": [9], "B": [2, 4]}}
    found = game_at(first, game=game, bonds=bonds, power={first: 11}, cash={"B": 3}).figures
    assert (found.credit("A", first), found.credit("B", first)) == (9, 6)
    assert (found.interest("A", first), found.interest("B", first)) == (4, 3)
    assert found.margin(first) == 3
    assert found.power_factor(first) == 2
    assert found.power_factor(second) == 0
    assert found.score("B") == 3 + 2 * 3


def test_margin_of_a_nation_without_government() -> None:
    """Nobody holds a bond, nobody leads."""
    assert game_at("china", governments={"europe": None}).figures.margin("europe") == 0


def test_figures_of_the_board() -> None:
    """Occupied provinces, free factories, units and taxes."""
    found = game_at(
        "russia",
        units={
            "china": {"vladivostok": {"hostile_armies": 2}},
            "russia": {"moscow": {"armies": 1}, "sea_of_japan": {"fleets": 3}},
        },
        flags={"russia": ["iran", "japan", "korea", "turkey", "ukraine"]},
    ).figures
    assert found.occupied("russia") == ["vladivostok"]
    assert found.unoccupied_factories("russia") == ["moscow"]
    assert (found.armies("russia"), found.fleets("russia")) == (1, 3)
    assert (found.armies("china"), found.fleets("china")) == (2, 0)
    assert found.tax_revenue("russia") == 2 + 5
    assert found.tax_power("russia") == 1


def test_figures_follow_the_game() -> None:
    """Taken once, they show the position as it is."""
    game = game_at("china", treasuries={"china": 3})
    figures = game.figures
    do(game, slot="import")
    assert figures.imports_left() == 3
    do(game, province="beijing", unit="army")
    assert figures.imports_left() == 2
    assert figures.armies("china") == 1
