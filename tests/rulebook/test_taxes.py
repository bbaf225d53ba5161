"""Examples to try: the engine carries them out, within the limits of the game."""

from __future__ import annotations

import json

import pytest

from rondel.records import loads
from rondel.rulebook import GAMES, TaxNumbers, tax_example


def test_taxation_in_2030() -> None:
    """The example of the page: four factories, four units, 1 M before."""
    told = tax_example("imperial2030", TaxNumbers(4, 0, 4, 1))
    assert (told.revenue, told.pay, told.bonus, told.power, told.treasury) == (8, 4, 1, 2, 4)


def test_taxation_in_classic() -> None:
    """The bonus comes from the bank, and the treasury never loses."""
    told = tax_example("imperial", TaxNumbers(1, 0, 10, 3))
    assert (told.revenue, told.bonus, told.power, told.treasury) == (2, 0, 0, 3)


@pytest.mark.parametrize("game", GAMES)
def test_more_than_there_can_be_is_the_most(game: str) -> None:
    told = tax_example(game, TaxNumbers(10**9, 10**9, 10**9, 10**9))
    assert told.numbers == told.most
    assert told.revenue == {"imperial2030": 23, "imperial": 20}[game]
    assert tax_example(game, TaxNumbers(0, 0, 0, 0)).numbers.factories == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_position_can_be_opened(game: str) -> None:
    record = tax_example(game, TaxNumbers(2, 3, 12, 5)).record
    played = loads(json.dumps(record))
    assert played.decision is not None
    assert played.decision.kind == "choose_slot"
