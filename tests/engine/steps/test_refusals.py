"""A refusal is a sentence for the person at the table, with names and amounts (Rules: R-DEC-5)."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
from tests.positions import do, game_at
from tests.starts import draft, finish

CHINA: dict[str, Any] = {"units": {"russia": {"urumqi": {"hostile_armies": 1}}}}
"""China with Urumqi occupied."""


def on(slot: str, **position: Any) -> rondel.Game:
    """China after choosing a slot."""
    table = game_at("china", **(CHINA | position))
    do(table, slot=slot)
    return table


def sentence(game: rondel.Game, **choice: Any) -> str:
    """What is said to who tries this choice."""
    with pytest.raises(rondel.IllegalAction) as caught:
        do(game, **choice)
    assert str(caught.value) == caught.value.sentence
    return caught.value.sentence


@pytest.mark.parametrize(
    ("slot", "said"),
    [
        (
            "maneuver_1",
            "China cannot choose maneuver_1: it stands there already, and moves 1 to 6.",
        ),
        (
            "production_1",
            "China cannot choose production_1: it would need 7 steps, and moves 1 to 6.",
        ),
        ("taxation", "taxation costs 4 million; you have 3."),
        (
            "investor",
            "China cannot choose investor: it owes other players 7 million of interest; "
            "the treasury has 2 and you have 3 after the move.",
        ),
    ],
)
def test_rondel(slot: str, said: str) -> None:
    """R-RON-2, R-RON-5, R-RON-8: where the marker stands, what is owed, what there is."""
    table = game_at(
        "china",
        rondel={"china": "maneuver_1"},
        bonds={"china": {"B": [25], "A": [9, 6]}},
        treasuries={"china": 2},
        power={"china": 5},
        cash={"B": 3},
    )
    assert sentence(table, slot=slot) == said


def test_rondel_names_what_is_left_after_paying_for_the_move() -> None:
    """R-RON-8: Investor is four steps away; 1M of 3M goes to the bank first."""
    table = game_at(
        "china",
        rondel={"china": "taxation"},
        bonds={"china": {"B": [25], "A": [9, 6]}},
        cash={"B": 3},
    )
    assert sentence(table, slot="investor").endswith(
        "the treasury has 0 and you have 2 after the move."
    )


def test_draft() -> None:
    """R-DRF-4, R-DRF-9: which bond, what it costs, what one has."""
    table = draft("imperial2030", 6)
    do(table, value=4)
    assert sentence(table, value=4) == "The bond of Russia for 4 million is not in stock."
    assert sentence(table, value=16) == "The bond of Russia costs 16 million; you have 13."
    table = draft("imperial2030", 2)
    for _ in range(11):
        do(table, pass_=True)
    assert sentence(table, pass_=True) == (
        "Nobody has taken a bond yet: the last player of the draft cannot pass."
    )
    finish(table, {"europe": {"B": 2, "A": 2}})


def test_swiss_bank() -> None:
    """R-SWF-8: what the treasury has and what it would need."""
    table = game_at(
        "china",
        players=2,
        governments=dict.fromkeys(["russia", "china", "india", "brazil", "usa", "europe"], "A"),
        rondel={"china": "maneuver_1"},
        options={"donations": "any"},
        treasuries={"china": 3},
        cash={"B": 1},
    )
    do(table, slot="import")
    assert sentence(table, force=True) == (
        "China cannot be forced: the treasury has 3 million, the interest on all its bonds is 4."
    )


@pytest.mark.parametrize(
    ("province", "why"),
    [
        ("moscow", "it is not one of its home provinces"),
        ("beijing", "there is a factory already"),
        ("urumqi", "a hostile army occupies the province"),
        ("chongqing", "it has 3 of 5 million"),
    ],
)
def test_factory(province: str, why: str) -> None:
    """R-FAC-1, R-FAC-3: the nation, the place and the reason."""
    table = on("factory", treasuries={"china": 3}, cash={"B": 9})
    assert sentence(table, province=province) == f"China cannot build in {province.title()}: {why}."


def test_production() -> None:
    """R-PRO-1, R-PRO-3, R-PRO-4, R-SUP-3: the factory, or what is left of which pieces."""
    factories = {"china": ["beijing", "chongqing", "shanghai", "urumqi"]}
    out = {"china": {"korea": {"armies": 8}, "china_sea": {"fleets": 6}}}
    table = on("production_1", factories=factories, units=out)
    assert sentence(table, all=True) == (
        "China cannot produce in all factories: left in its supply are 2 armies and 0 fleets."
    )
    table = on("production_1", factories=factories, units=CHINA["units"] | out)
    assert sentence(table, province="moscow") == "China has no factory in Moscow."
    assert sentence(table, province="urumqi") == (
        "The factory in Urumqi produces nothing: a hostile army occupies the province."
    )
    assert sentence(table, province="shanghai") == "China has no fleets left in its supply."
    table = on("production_1", factories=factories)
    do(table, province="beijing")
    assert sentence(table, province="beijing") == "The factory in Beijing has produced already."
    out = {"china": {"korea": {"armies": 10}}}
    table = on("production_1", units=out)
    assert sentence(table, province="beijing") == "China has no armies left in its supply."


@pytest.mark.parametrize(
    ("province", "unit", "said"),
    [
        ("moscow", "army", "China cannot import into Moscow: it is not one of its home provinces."),
        (
            "urumqi",
            "army",
            "China cannot import into Urumqi: a hostile army occupies the province.",
        ),
        ("beijing", "fleet", "China cannot import into Beijing: a fleet needs a city with a port."),
        ("shanghai", "fleet", "China has no fleets left in its supply."),
        ("beijing", "army", "China cannot import into Beijing: it has 0 of 1 million."),
    ],
)
def test_import(province: str, unit: str, said: str) -> None:
    """R-IMP-1, R-IMP-2, R-SUP-3: the nation, the place and the reason."""
    units = CHINA["units"] | {"china": {"china_sea": {"fleets": 6}}}
    assert sentence(on("import", units=units, cash={"B": 1}), province=province, unit=unit) == said


def test_import_without_armies() -> None:
    """R-SUP-3: the kind of piece that is missing is named."""
    table = on("import", units={"china": {"korea": {"armies": 10}}}, treasuries={"china": 1})
    assert sentence(table, province="beijing", unit="army") == (
        "China has no armies left in its supply."
    )
