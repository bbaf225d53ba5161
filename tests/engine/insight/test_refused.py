"""Reasons for what is not legal: the engine's own refusals, for the choices people look for."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
from rondel.records import LANGUAGES, Narrator
from tests.positions import GAMES, choices, do, game_at, maneuvering, moving_armies, nations
from tests.random_play import random_game

both = pytest.mark.parametrize("game", GAMES)


def reasons(position: rondel.Game) -> list[tuple[Any, str]]:
    """The choices that are refused with the codes of their reasons."""
    return [(entry["choice"], entry["code"]) for entry in position.refused()]


def test_slots_too_dear_and_out_of_reach() -> None:
    """R-RON-2, R-RON-5, S-202: China on Investor with 11 points and 6M."""
    position = game_at("china", power={"china": 11}, rondel={"china": "investor"}, cash={"B": 6})
    assert reasons(position) == [
        ({"slot": "production_1"}, "rondel/cash_too_low"),
        ({"slot": "maneuver_1"}, "rondel/out_of_reach"),
        ({"slot": "investor"}, "rondel/out_of_reach"),
    ]
    first = position.refused()[0]
    assert (first["price"], first["clause"], first["holder"]) == (9, "R-RON-5", None)
    assert first["sentence"] == "production_1 costs 9 million; you have 6."
    assert position.refused()[1]["price"] is None


@both
def test_investor_slot_that_cannot_be_paid(game: str) -> None:
    """R-INT-5, S-707: the interest due to others is too high."""
    nation = nations(game)[0]
    position = game_at(nation, game=game, bonds={nation: {"A": [9], "B": [6]}})
    assert reasons(position) == [({"slot": "investor"}, "rondel/interest_too_high")]


@both
def test_bonds_that_are_sold_or_too_dear(game: str) -> None:
    """R-BND-3, R-BND-4, R-ODD-7: the holder or the price is told, for upgrades too."""
    nation = nations(game)[1]
    position = game_at(
        nation,
        game=game,
        bonds={nation: {"B": [9], "C": [4]}},
        treasuries={nation: 9},
        cash={"C": 1},
        investor_card="C",
    )
    do(position, slot="investor")
    found = {str(entry["choice"]): entry for entry in position.refused()}
    sold = found[str({"choice": "buy", "nation": nation, "value": 9})]
    assert (sold["code"], sold["holder"], sold["price"]) == ("invest/not_in_stock", "B", 9)
    own = found[str({"choice": "buy", "nation": nation, "value": 4})]
    assert own["holder"] == "C"
    dear = found[str({"choice": "upgrade", "nation": nation, "from": 4, "to": 12})]
    assert (dear["code"], dear["holder"], dear["price"]) == ("invest/cash_too_low", None, 8)
    everything = [entry["choice"] for entry in found.values()] + choices(position)
    buys = [choice for choice in everything if choice["choice"] == "buy"]
    values = position.rules.bonds.listed(position.rules.bond_stock)
    assert len(buys) == len(nations(game)) * len(values)


def test_bonds_of_other_nations_in_a_round() -> None:
    """R-VNC-5: without card a round is for one nation."""
    position = game_at("china", cash={"B": 9}, options={"investor_card": False})
    do(position, slot="maneuver_1")
    codes = {entry["choice"]["nation"]: entry["code"] for entry in position.refused()}
    assert codes["russia"] == "invest/other_nation"


@pytest.mark.parametrize("money", [4, 5])
def test_sites_that_cannot_be_built_on(money: int) -> None:
    """R-FAC-1, R-FAC-3: a factory there already, an occupied province, too little money."""
    position = game_at(
        "china",
        treasuries={"china": money},
        cash={"B": 5},
        units={"russia": {"urumqi": {"hostile_armies": 1}}},
    )
    do(position, slot="factory")
    found = {choice["province"]: code for choice, code in reasons(position)}
    expected = {
        "beijing": "factory/already_built",
        "shanghai": "factory/already_built",
        "urumqi": "factory/occupied",
    }
    if money == 4:
        expected["chongqing"] = "factory/treasury_too_low"
    assert found == expected


def test_factories_that_cannot_produce() -> None:
    """R-PRO-1, R-PRO-4, X-10: no factory, or the supply is too small for all of them."""
    whole = game_at("china").facts()["nations"]["china"]["supply"]["armies"]
    position = game_at(
        "china",
        factories={"china": ["beijing", "chongqing"]},
        units={"china": {"korea": {"armies": whole - 1}}},
    )
    do(position, slot="production_1")
    assert reasons(position) == [
        ({"province": "shanghai"}, "production/no_factory"),
        ({"province": "urumqi"}, "production/no_factory"),
        ({"all": True}, "production/supply_too_small"),
    ]


def test_imports_that_cannot_be_placed() -> None:
    """R-IMP-2: a fleet needs a port, and no unit goes where a hostile army stands."""
    position = game_at(
        "china",
        treasuries={"china": 3},
        units={"russia": {"urumqi": {"hostile_armies": 1}}},
    )
    do(position, slot="import")
    found = reasons(position)
    assert ({"province": "urumqi", "unit": "army"}, "import/occupied") in found
    assert ({"province": "beijing", "unit": "fleet"}, "import/no_port") in found


def test_canal_that_was_refused() -> None:
    """R-CAN-5, X-26: the same sea may not ask again in this step."""
    position = maneuvering(
        "usa",
        units={"usa": {"caribbean_sea": {"fleets": 2}}},
        flags={"brazil": ["colombia"]},
    )
    assert position.refused() == []
    order = {"order": "move", "from": "caribbean_sea", "to": "north_pacific", "canal": "panama"}
    position.apply({"choice": order})
    assert position.refused() == []
    do(position, allow=False)
    assert reasons(position) == [(order, "fleet/canal_refused")]


def test_last_factory_is_safe() -> None:
    """R-HOM-8, R-DES-1, X-16, X-17: its friendly armies may neither turn nor destroy it."""
    units = {
        "china": {
            "mumbai": {"friendly_armies": 3},
            "new_delhi": {"hostile_armies": 1},
            "kolkata": {"hostile_armies": 1},
        }
    }
    position = moving_armies("china", units=units, factories={"india": ["mumbai", "new_delhi"]})
    assert reasons(position) == [
        ({"order": "set_stance", "province": "mumbai", "to": "hostile"}, "army/last_factory"),
        ({"order": "destroy_factory", "province": "mumbai"}, "destroy/last_factory"),
        ({"order": "destroy_factory", "province": "new_delhi"}, "destroy/too_few_armies"),
    ]


def test_hostile_entry_into_the_last_factory() -> None:
    """R-HOM-5, X-52: beside a defender the army may attack or enter friendly."""
    position = moving_armies(
        "china",
        units={
            "china": {"kolkata": {"hostile_armies": 1}, "new_delhi": {"hostile_armies": 1}},
            "india": {"mumbai": {"armies": 1}},
        },
        factories={"india": ["mumbai", "new_delhi"]},
    )
    do(position, order="move", from_="kolkata", to="mumbai")
    assert reasons(position) == [({"choice": "hostile"}, "arrival/last_factory")]


def test_bonds_in_the_draft() -> None:
    """R-DRF-4, R-DRF-9: sold, too dear; the very last decision may not be a pass."""
    start = {"start_player": "A"}
    position = rondel.Game.new("imperial2030", list("AB"), {"setup": "draft"}, start=start)
    do(position, value=9)
    [sold] = position.refused()
    assert (sold["choice"], sold["code"], sold["holder"]) == (
        {"value": 9}, "draft/not_in_stock", "A",
    )  # fmt: skip
    position = rondel.Game.new("imperial2030", list("AB"), {"setup": "draft"}, start=start)
    while len(position) < 2 * len(nations("imperial2030")) - 1:
        do(position, **{"pass": True})
    [last] = position.refused()
    assert (last["choice"], last["code"]) == ({"pass": True}, "draft/must_buy")
    assert (last["price"], last["holder"]) == (None, None)


def test_flags_in_shared_regions() -> None:
    """R-FLG-4, R-FLG-5: where the nation short of flags is not alone, it can place none."""
    supply = game_at("china").facts()["nations"]["china"]["supply"]["flags"]
    board = game_at("china").rules.board
    lands = board.region_ids[board.home_count : board.land_count]
    flagged, free, shared = lands[: supply - 1], lands[supply - 1 : supply + 1], lands[supply + 1]
    position = game_at(
        "china",
        flags={"china": flagged},
        units={
            "china": {region: {"armies": 1} for region in [*free, shared]},
            "russia": {shared: {"armies": 1}},
        },
    )
    do(position, slot="maneuver_1")
    do(position, order="done")
    assert {choice["region"] for choice in choices(position)} == set(free)
    assert reasons(position) == [({"region": shared}, "flag/not_held")]


@both
def test_gift_that_would_open_a_site_is_told(game: str) -> None:
    """R-DON-4: so much is missing, and the government has it."""
    nation = nations(game)[1]
    cost = game_at(nation, game=game).rules.factory_cost
    position = game_at(nation, game=game, treasuries={nation: cost - 2}, cash={"B": 2})
    do(position, slot="factory")
    lacking = [one for one in position.refused() if one["code"] == "factory/treasury_too_low"]
    assert lacking
    assert all(one["donation"] == {"nation": nation, "amount": 2} for one in lacking)
    position.donate("B", nation, 2)
    assert lacking[0]["choice"] in choices(position)


def test_gift_is_told_where_only_money_is_missing() -> None:
    """R-DON-4, R-IMP-2: no gift gives a city a port."""
    position = game_at("china", treasuries={"china": 0}, cash={"B": 1})
    do(position, slot="import")
    gifts = [one["donation"] for one in position.refused() if one["code"].endswith("too_low")]
    assert gifts == [{"nation": "china", "amount": 1}] * len(gifts) != []
    others = [one["donation"] for one in position.refused() if not one["code"].endswith("too_low")]
    assert others == [None] * len(others)


@pytest.mark.parametrize("number", range(7200, 7208))
def test_reasons_are_those_of_a_refused_action(number: int) -> None:
    """R-DEC-5: in random games `apply` refuses each of them for the same reason, which can be
    told in every language.
    """
    position, chance = random_game(number)
    for step in range(300):
        if position.over:
            break
        if step % 5 == 0:
            narrator = Narrator(position.rules.game, LANGUAGES[step // 5 % len(LANGUAGES)])
            for entry in position.refused():
                assert narrator.reason(entry["code"], entry["values"]).endswith(".")
                assert entry["choice"] not in choices(position)
                with pytest.raises(rondel.IllegalAction) as caught:
                    position.apply({"choice": entry["choice"]})
                refusal = caught.value
                assert (entry["code"], entry["clause"]) == (refusal.code, refusal.clause)
                assert entry["sentence"] == str(refusal)
        position.play(chance.choice(position.legal_ids()))
