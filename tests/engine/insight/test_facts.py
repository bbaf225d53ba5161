"""Facts of a position: forecasts, margins, scores and the order to come."""

from __future__ import annotations

import json
from typing import Any

import pytest

import rondel
from rondel.engine import check_invariants
from rondel.engine.shapes import TaxForecast
from tests.positions import GAMES, cash, do, game_at, maneuvering, nations, treasury
from tests.random_play import random_game

both = pytest.mark.parametrize("game", GAMES)


def of_nation(position: rondel.Game, nation: str, viewer: str | None = None) -> Any:
    """The facts of one nation."""
    return position.facts(viewer)["nations"][nation]


def of_player(position: rondel.Game, player: str, viewer: str | None = None) -> Any:
    """The facts of one player."""
    return position.facts(viewer)["players"][player]


def of_action(position: rondel.Game) -> Any:
    """The facts of the action that is going on."""
    return position.facts()["action"]


# Taxation -----------------------------------------------------------------------------------


def test_tax_forecast() -> None:
    """R-TAX-1, R-TAX-3, R-TAX-5, R-TAX-7, S-801: every part of it, for a nation not on turn."""
    position = game_at(
        "china",
        factories={"usa": ["chicago", "new_orleans", "new_york"]},
        flags={"usa": ["mexico", "canada", "quebec", "alaska", "caribbean_sea"]},
        units={"usa": {"caribbean_sea": {"fleets": 1}, "new_york": {"fleets": 1, "armies": 1}}},
        treasuries={"usa": 2},
    )
    assert of_nation(position, "usa")["tax"] == {
        "nation": "usa",
        "revenue": 11,
        "factories": 3,
        "flags": 5,
        "units": 3,
        "pay": 3,
        "treasury": 6,
        "bonus": 2,
        "bonus_payee": "A",
        "tax_marker": 0,
        "power": 4,
        "ends_game": False,
    }


def test_sum_of_the_tax() -> None:
    """R-TAX-1, R-TAX-7: what factories and flags bring, and what more would bring."""
    position = game_at(
        "china",
        factories={"usa": ["chicago", "new_orleans", "new_york"]},
        flags={"usa": ["mexico", "canada"]},
        units={"usa": {"new_york": {"armies": 1}, "chicago": {"armies": 1}}},
        treasuries={"usa": 2},
    )
    found = of_nation(position, "usa")
    assert found["tax_sum"] == {
        "per_factory": 2,
        "from_factories": 6,
        "per_flag": 1,
        "from_flags": 2,
        "treasury_after": 2 + 8 - 2 - found["tax"]["bonus"],
        "next_revenue": 10,
        "next_power": 3,
    }
    assert found["tax"]["power"] == 2


@pytest.mark.parametrize("number", range(4))
def test_sum_of_the_tax_is_the_tax(number: int) -> None:
    """R-TAX-1: in the middle of a game the rows add up, and the treasury is then that."""
    position, rng = random_game(number)
    for _ in range(150):
        position.apply(rng.choice(position.legal_actions()))
    for told in position.facts()["nations"].values():
        tax, rows = told["tax"], told["tax_sum"]
        assert (tax is None) == (rows is None)
        if tax is not None and rows is not None:
            assert rows["from_factories"] == rows["per_factory"] * tax["factories"]
            assert rows["from_factories"] + rows["from_flags"] == tax["revenue"]
            assert rows["treasury_after"] == treasury(position, tax["nation"]) + tax["treasury"]


def test_next_factor() -> None:
    """R-CON-8: the section of the power track that comes next."""
    position = game_at("china", power={"usa": 4, "china": 5, "india": 24})
    assert of_nation(position, "usa")["next_factor"] == {"points": 5, "factor": 1}
    assert of_nation(position, "china")["next_factor"] == {"points": 10, "factor": 2}
    assert of_nation(position, "india")["next_factor"] == {"points": 25, "factor": 5}


def test_who_is_tied_with_the_government() -> None:
    """R-GOV-2: equal credit leaves the government where it is, and is told."""
    bonds = {"china": {"A": [6], "B": [2, 4]}}
    position = game_at("china", bonds=bonds, governments={"china": "A"})
    assert of_nation(position, "china")["tied"] == ["B"]
    assert of_nation(position, "china")["margin"] == 0


def test_tax_forecast_of_classic() -> None:
    """R-TAX-20 to R-TAX-23, S-802: the bank pays the bonus, pay is kept from the revenue."""
    position = game_at(
        "italy",
        game="imperial",
        flags={"german_empire": ["holland", "denmark", "baltic_sea"]},
        units={"german_empire": {"berlin": {"armies": 2}, "baltic_sea": {"fleets": 1}}},
        tax_marker={"german_empire": 1},
        power={"german_empire": 1},
    )
    found = of_nation(position, "german_empire")["tax"]
    assert (found["revenue"], found["pay"], found["treasury"]) == (7, 3, 4)
    assert (found["bonus"], found["tax_marker"], found["power"]) == (1, 2, 2)


def test_tax_forecast_with_more_units_than_money() -> None:
    """R-TAX-3, R-TAX-6, S-804: revenue 6, treasury 1, 8 units: pay 7, no bonus, 1 point."""
    position = game_at(
        "russia",
        flags={"china": ["korea", "japan"]},
        units={"china": {"shanghai": {"armies": 6, "fleets": 2}}},
        treasuries={"china": 1},
    )
    found = of_nation(position, "china")["tax"]
    assert (found["revenue"], found["pay"], found["bonus"]) == (6, 7, 0)
    assert (found["treasury"], found["power"]) == (-1, 1)


@both
def test_tax_forecast_says_that_the_game_would_end(game: str) -> None:
    """R-TAX-8, R-END-1: from 24 points every point is the last one."""
    nation = nations(game)[1]
    lands = ["korea", "japan"] if game == "imperial2030" else ["tunis", "spain"]
    position = game_at(nation, game=game, power={nation: 24}, flags={nation: lands})
    found = of_nation(position, nation)["tax"]
    assert (found["power"], found["ends_game"]) == (1, True)
    assert not position.over


def test_nation_without_government_has_no_forecasts() -> None:
    """R-TRN-2: it neither taxes nor pays; anybody can take it with any bond."""
    position = game_at("china", governments={"europe": None})
    found = of_nation(position, "europe")
    assert (found["government"], found["tax"], found["interest"]) == (None, None, None)
    assert {player: way["price"] for player, way in found["takeovers"].items()} == dict.fromkeys(
        "ABCD", 2
    )


# Interest -----------------------------------------------------------------------------------

OTHERS_5_OWN_4 = {"A": [9], "B": [6], "C": [4]}
"""Bonds on which others get 5 and the government, A, gets 4 (S-707)."""


@both
@pytest.mark.parametrize(
    ("money", "own", "by_government"), [(9, 0, 0), (7, 0, 0), (5, 0, 0), (3, 4, 2), (3, 1, 2)]
)
def test_interest_forecast(game: str, money: int, own: int, by_government: int) -> None:
    """R-INT-1 to R-INT-5, S-707, X-61: who is due what, and what the government must add, whether
    it has as much or not."""
    nation = nations(game)[0]
    position = game_at(
        nations(game)[1],
        game=game,
        bonds={nation: OTHERS_5_OWN_4},
        treasuries={nation: money},
        cash={"A": own},
    )
    found = of_nation(position, nation)["interest"]
    assert found["due"] == {"A": 4, "B": 3, "C": 2}
    assert found["total"] == 9
    assert found["government_pays"] == by_government


@both
def test_interest_that_cannot_be_paid(game: str) -> None:
    """R-INT-5, S-707: treasury 3 and cash 1 are 1 short of the 5 due to others."""
    nation = nations(game)[0]
    bonds = {nation: OTHERS_5_OWN_4}
    position = game_at(nation, game=game, bonds=bonds, treasuries={nation: 3}, cash={"A": 1})
    assert of_nation(position, nation)["interest"]["government_pays"] == 2
    assert {"slot": "investor"} not in [action.choice for action in position.legal_actions()]


def test_occupied_provinces_and_free_factories() -> None:
    """R-CON-12, R-CON-13: a hostile army blocks a factory, a friendly one does not."""
    armies = {"vladivostok": {"hostile_armies": 1}, "moscow": {"friendly_armies": 1}}
    position = game_at("china", units={"china": armies}, factories={"russia": [*armies]})
    found = of_nation(position, "russia")
    assert (found["occupied"], found["free_factories"]) == (["vladivostok"], ["moscow"])


def test_units_without_order_are_told_while_others_have_theirs() -> None:
    """R-MAN-2: a unit has one order; two fleets stand where one has come."""
    units = {"usa": {"caribbean_sea": {"fleets": 1}, "new_orleans": {"fleets": 1, "armies": 2}}}
    position = maneuvering("usa", units=units)
    do(position, order="move", from_="new_orleans", to="caribbean_sea")
    unmoved = of_action(position)["unmoved"]
    assert unmoved == {"caribbean_sea": {"fleets": 1}, "new_orleans": {"armies": 2}}
    assert game_at("usa", units=units).facts()["action"] is None


def test_fleets_open_lanes_for_armies() -> None:
    """R-CVY-1: from the mainland over the Caribbean Sea to where no land way leads."""
    units = {"usa": {"new_orleans": {"fleets": 1, "armies": 1}}}
    position = maneuvering("usa", units=units)
    assert of_action(position)["lanes"] == []
    do(position, order="move", from_="new_orleans", to="caribbean_sea")
    [lane] = of_action(position)["lanes"]
    assert (lane["from"], lane["seas"]) == ("new_orleans", ["caribbean_sea"])
    assert "colombia" in lane["to"]
    assert "mexico" not in lane["to"]


def test_what_an_import_can_still_buy_is_told() -> None:
    """R-IMP-1: three units, and two after the first."""
    position = game_at("usa", treasuries={"usa": 9})
    do(position, slot="import")
    assert of_action(position)["units"] == position.rules.import_limit
    do(position, province="chicago", unit="army")
    assert of_action(position)["units"] == position.rules.import_limit - 1


def test_canals_belong_to_who_has_the_flag() -> None:
    """R-CAN-2: Colombia controls Panama; without a flag in North Africa, Suez is free."""
    position = game_at("china", flags={"usa": ["colombia"]})
    assert position.facts()["canals"] == {
        "panama": {"nation": "usa", "player": "A"},
        "suez": {"nation": None, "player": None},
    }
    assert game_at("italy", game="imperial").facts()["canals"] == {}


# Supply, margins, takeovers -----------------------------------------------------------------


def test_supply_left() -> None:
    """R-SUP-1: what is not on the board."""
    position = game_at(
        "china",
        units={"china": {"shanghai": {"fleets": 1}, "korea": {"armies": 3}}},
        flags={"china": ["korea"]},
    )
    rules, index = position.rules, position.rules.board.nation_index["china"]
    assert of_nation(position, "china")["supply"] == {
        "armies": rules.army_supply[index] - 3,
        "fleets": rules.fleet_supply[index] - 1,
        "flags": rules.flag_supply[index] - 1,
    }


@both
def test_takeovers_name_the_cheapest_way(game: str) -> None:
    """R-GOV-2, R-GOV-3, S-702: a tie is not enough; to trade up may cost less than to buy."""
    nation = nations(game)[0]
    position = game_at(
        nation,
        game=game,
        bonds={nation: {"A": [12], "B": [9], "C": [2]}},
        cash={"B": 4, "C": 9, "D": 20},
    )
    found = of_nation(position, nation)
    assert found["margin"] == 3
    assert found["takeovers"] == {
        "B": {
            "choice": {"choice": "buy", "nation": nation, "value": 4},
            "price": 4,
            "affordable": True,
        },
        "C": {
            "choice": {"choice": "upgrade", "nation": nation, "from": 2, "to": 16},
            "price": 14,
            "affordable": False,
        },
        "D": {
            "choice": {"choice": "buy", "nation": nation, "value": 16},
            "price": 16,
            "affordable": True,
        },
    }


@both
def test_takeover_that_no_single_bond_brings(game: str) -> None:
    """R-BND-1, R-ODD-6: one investment may be too little."""
    nation = nations(game)[0]
    position = game_at(nation, game=game, bonds={nation: {"A": [25, 20, 16], "B": [2]}})
    found = of_nation(position, nation)["takeovers"]
    assert found == {"B": None, "C": None, "D": None}


@both
def test_takeover_really_takes_over(game: str) -> None:
    """R-GOV-3: the choice named brings the government, if nobody answers it."""
    nation = nations(game)[1]
    position = game_at(
        nation,
        game=game,
        bonds={nation: {"B": [9], "C": [6]}},
        treasuries={nation: 9},
        cash={"C": 9},
        investor_card="C",
    )
    do(position, slot="investor")
    way = of_nation(position, nation)["takeovers"]["C"]
    position.apply({"choice": way["choice"]})
    assert position.snapshot()["governments"][nation] == "C"


def test_nobody_takes_over_in_the_draft() -> None:
    """R-DRF-5: there is one bond for each, and no second thought."""
    position = rondel.Game.new("imperial2030", list("ABC"), {"setup": "draft"}, seed=1)
    assert of_nation(position, "russia")["takeovers"] == {}


# Players ------------------------------------------------------------------------------------


@both
def test_facts_of_a_player(game: str) -> None:
    """R-CON-6, R-SCO-1: credit, interest of one payout of all nations, and the score now."""
    first, second = nations(game)[:2]
    position = game_at(
        first,
        game=game,
        bonds={first: {"A": [9], "B": [2, 4]}, second: {"B": [9]}},
        governments=dict.fromkeys(nations(game)[2:], "C"),
        power={first: 11, second: 5},
        cash={"B": 3},
    )
    found = of_player(position, "B")
    assert found["credit"] == dict.fromkeys(nations(game), 0) | {first: 6, second: 9}
    assert found["governs"] == [second]
    assert found["interest"] == 1 + 2 + 4
    assert found["bond_interest"] == {first: 1 + 2, second: 4}
    assert found["bond_score"] == {first: 2 * 3, second: 1 * 4}
    assert (found["cash"], found["score"]) == (3, 3 + 6 + 4)


@both
def test_score_at_the_end_is_the_score(game: str) -> None:
    """R-SCO-1: after the end the facts agree with the result, and nothing is to come."""
    nation = nations(game)[1]
    lands = ["korea", "japan"] if game == "imperial2030" else ["tunis", "spain"]
    position = game_at(nation, game=game, power={nation: 24}, flags={nation: lands})
    do(position, slot="taxation")
    assert position.result is not None
    for player, score in position.result["scores"].items():
        assert of_player(position, player)["score"] == score
    facts = position.facts()
    assert facts["order"] == {"nations": [], "investors": []}
    assert facts["donations"] == {}
    assert position.refused() == []


# Order --------------------------------------------------------------------------------------


def test_order_of_nations_goes_round() -> None:
    """R-TRN-1, R-TRN-2: from the one on turn on; a nation without government is skipped."""
    position = game_at("brazil", governments={"russia": None}, round=3)
    order = position.facts()["order"]["nations"]
    assert [entry["nation"] for entry in order] == [
        "brazil", "usa", "europe", "russia", "china", "india",
    ]  # fmt: skip
    assert [entry["round"] for entry in order] == [3, 3, 3, 4, 4, 4]
    assert [entry["nation"] for entry in order if entry["skipped"]] == ["russia"]
    assert not any(entry["investment_round"] for entry in order)
    assert order[0]["player"] == "D"


def test_order_without_card_revives_nations() -> None:
    """R-VNC-8: an investment round comes before the turn of a nation without government."""
    position = game_at(
        "usa", governments={"europe": None}, options={"investor_card": False}, last_nation="brazil"
    )
    order = position.facts()["order"]["nations"]
    assert order[1]["nation"] == "europe"
    assert (order[1]["skipped"], order[1]["investment_round"]) == (False, True)


def test_order_in_the_draft() -> None:
    """R-DRF-3: the nations still on offer and who still decides about this one."""
    start = {"start_player": "B"}
    position = rondel.Game.new("imperial2030", list("ABC"), {"setup": "draft"}, start=start)
    do(position, value=9)
    order = position.facts()["order"]
    assert [entry["nation"] for entry in order["nations"]] == nations("imperial2030")
    assert not any(entry["skipped"] for entry in order["nations"])
    assert order["investors"] == [
        {"player": "C", "nation": "russia"},
        {"player": "A", "nation": "russia"},
    ]


@both
def test_investors_are_the_card_holder_then_those_without_government(game: str) -> None:
    """R-INV-4, R-INV-6, S-704: before and during the investing; whoever has decided is gone."""
    position = game_at(
        nations(game)[0],
        game=game,
        governments=dict.fromkeys(nations(game), "C"),
        cash=dict.fromkeys("ABCD", 9),
        investor_card="A",
        options={"swiss_bank_force": False},
    )
    everybody = [{"player": player, "nation": None} for player in "ABD"]
    assert position.facts()["order"]["investors"] == everybody
    do(position, slot="investor")
    assert position.facts()["order"]["investors"] == everybody
    do(position, choice="pass")
    assert position.facts()["order"]["investors"] == everybody[1:]


@pytest.mark.parametrize(
    ("extra", "expected"),
    [("extra", "B:china C:china A:china A:any"), ("instead", "B:china C:china A:any")],
)
def test_investors_of_a_round_without_card(extra: str, expected: str) -> None:
    """R-VNC-4 to R-VNC-6, S-901, S-902: A holds a Swiss Bank."""
    options = {"investor_card": False, "no_card_extra_investment": extra}
    position = game_at(
        "china",
        players=3,
        governments=dict.fromkeys(nations("imperial2030"), "C") | {"china": "B"},
        options=options,
    )
    investors = position.facts()["order"]["investors"]
    told = [f"{entry['player']}:{entry['nation'] or 'any'}" for entry in investors]
    assert " ".join(told) == expected


# Donations ----------------------------------------------------------------------------------


@both
def test_donations(game: str) -> None:
    """R-DON-1, R-DON-2: with `own` the actor to his nations, with `any` everybody to all."""
    first, money = nations(game)[0], {"A": 4, "B": 0, "C": 2}
    own = game_at(first, game=game, cash=money)
    assert own.facts()["donations"] == {"A": {"most": 4, "nations": [first, nations(game)[4]]}}
    to_any = game_at(first, game=game, cash=money, options={"donations": "any"})
    assert to_any.facts()["donations"] == {
        "A": {"most": 4, "nations": nations(game)},
        "C": {"most": 2, "nations": nations(game)},
    }
    off = game_at(first, game=game, cash=money, options={"donations": "off"})
    assert off.facts()["donations"] == {}


# Secret cash and safety ---------------------------------------------------------------------


@both
@pytest.mark.parametrize("viewer", ["A", "C", rondel.SPECTATOR])
def test_facts_do_not_tell_secret_cash(game: str, viewer: str) -> None:
    """R-INF-3: two games that differ only in cash the viewer may not see look the same to him."""
    first = nations(game)[0]
    poor = dict.fromkeys("ABCD", 1)
    rich = dict.fromkeys("ABCD", 50) | ({viewer: 1} if viewer else {})
    options = {"secret_cash": True, "donations": "any"}
    seen = []
    for money in (poor, rich):
        bonds = {first: OTHERS_5_OWN_4}
        position = game_at(first, game=game, bonds=bonds, cash=money, options=options)
        seen.append(position.view(viewer).facts())
        assert position.facts() == position.facts(None)
        assert position.facts()["players"]["D"]["cash"] == money["D"]
    assert seen[0] == seen[1]
    for player in "ABCD":
        shown = 1 if player == viewer else None
        assert seen[0]["players"][player]["cash"] == shown
    assert set(seen[0]["donations"]) == {viewer} - {""}


@both
def test_cash_that_is_not_secret_is_for_all(game: str) -> None:
    """R-INF-1: every viewer sees the same facts."""
    position = game_at(nations(game)[0], game=game, cash={"A": 3, "B": 5})
    for viewer in (*"ABCD", rondel.SPECTATOR):
        assert position.view(viewer).facts() == position.facts()


def test_only_players_and_spectators_get_facts() -> None:
    """R-INF-1: somebody unknown sees nothing."""
    position = game_at("china")
    for ask in (position.facts, position.refused):
        with pytest.raises(ValueError, match="nobody"):
            ask("nobody")


@pytest.mark.parametrize("number", range(7000, 7008))
def test_facts_of_random_games(number: int) -> None:
    """In both games and with any options: JSON, the position unchanged, forecasts come true."""
    position, chance = random_game(number)
    for step in range(400):
        if position.over:
            break
        if step % 10 == 0:
            before = position.snapshot()
            for viewer in (None, position.players[0], rondel.SPECTATOR):
                json.dumps([position.facts(viewer), position.refused(viewer)])
            assert position.snapshot() == before
            check_invariants(position.state)
        expected, power = position.facts()["nations"], position.snapshot()["power"]
        action = chance.choice(position.legal_actions())
        taxed = [event for event in position.apply(action) if event.kind == "tax_collected"]
        if taxed and action.kind == "choose_slot":
            nation = str(action.nation)
            check_forecast(position, power[nation], expected[nation]["tax"])


def check_forecast(position: rondel.Game, power: int, forecast: TaxForecast | None) -> None:
    """Power points after a taxation are those forecast."""
    assert forecast is not None
    snapshot = position.snapshot()
    assert snapshot["power"][forecast["nation"]] == power + forecast["power"]
    assert position.over == forecast["ends_game"]


@both
def test_tax_forecast_comes_true(game: str) -> None:
    """R-TAX: treasury and cash change by what was told."""
    nation = nations(game)[1]
    lands = ["korea", "japan", "china_sea"] if game == "imperial2030" else ["tunis", "spain"]
    position = game_at(nation, game=game, treasuries={nation: 4}, flags={nation: lands})
    forecast = of_nation(position, nation)["tax"]
    do(position, slot="taxation")
    assert treasury(position, nation) == 4 + forecast["treasury"]
    assert cash(position)["B"] == forecast["bonus"]
