"""The network that is shaped like the map sees what is where, and what is next to it."""

from __future__ import annotations

from random import Random

import pytest

torch = pytest.importorskip("torch", reason="training alone needs PyTorch")

from rondel.engine import Encoder, Game, Head  # noqa: E402
from training.mapped import Mapped, Shape  # noqa: E402

GAMES = ("imperial", "imperial2030")
NATIONS, UNITS = 6, 3
KINDS = UNITS + 2
"""Of each nation a region has armies, friendly armies, fleets, the flag, and whose home it is."""


@pytest.mark.parametrize("game", GAMES)
def test_a_region_shows_the_units_that_are_in_it(game: str) -> None:
    start = Game.new(game, ["a", "b", "c"], seed=1)
    shape, encoder, chance = Shape(start.rules.table), Encoder(start.rules), Random(1)
    for _ in range(600):
        start.apply(chance.choice(start.legal_actions()))
    state, board = start.state, start.rules.board
    seen = [*encoder.encoded(state, state.actor), 0]
    shown = {
        region
        for region, places in enumerate(shape.places)
        if any(seen[places[row * KINDS + kind]] for row in range(NATIONS) for kind in range(UNITS))
    }
    there = 0
    for nation in range(NATIONS):
        there |= state.army_at[nation] | state.friend_at[nation]
        there |= state.fleet_at[nation] & board.seas
    assert shown == {region for region in range(board.region_count) if there >> region & 1}
    assert len(shown) > UNITS


@pytest.mark.parametrize("game", GAMES)
def test_regions_are_next_to_those_that_they_border_on(game: str) -> None:
    shape = Shape(Game.new(game, ["a", "b"], seed=1).rules.table)
    near = shape.next > 0
    assert (near == near.T).all()
    assert not near.diagonal().any()
    assert near.any(1).all()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_next_to_a_region_changes_how_moves_from_it_score(game: str) -> None:
    start = Game.new(game, ["a", "b"], seed=1)
    table, head = start.rules.table, Head(start.rules.table)
    torch.manual_seed(1)
    network = Mapped(table, width=32, blocks=1)
    for one in (network.origin, network.end, *network.near, *network.second):
        torch.nn.init.normal_(one.weight, std=0.5)
    shape = Shape(table)
    lands = range(table.board.land_count)
    region = next(i for i in lands if any(shape.next[i, j] > 0 for j in lands))
    neighbour = next(j for j in lands if shape.next[region, j] > 0)
    seen = torch.zeros((2, shape.size), dtype=torch.uint8)
    seen[1, shape.places[neighbour][0]] = 255
    one, other = network(seen)[0]
    assert len(one) == head.size
    moves = slice(head.army_move + region * len(lands), head.army_move + (region + 1) * len(lands))
    assert not torch.allclose(one[moves], other[moves])
