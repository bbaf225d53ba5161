"""Consequences of actions, told before they are done, come true."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import rondel
from rondel.engine import CHOICES, payments
from rondel.engine.shapes import Consequences
from tests.positions import (
    GAMES,
    army,
    asked,
    cash,
    choices,
    do,
    game_at,
    maneuvering,
    moving_armies,
    nations,
    treasury,
)
from tests.random_play import random_game

both = pytest.mark.parametrize("game", GAMES)


def ahead(position: rondel.Game | rondel.View, **choice: Any) -> Any:
    """The consequences of a choice; Python words get a trailing underscore (`from_`)."""
    return position.consequences({"choice": {key.rstrip("_"): v for key, v in choice.items()}})


def paid(told: dict[str, Any]) -> list[tuple[str, str, int]]:
    """The payments told, without their events."""
    return [(entry["payer"], entry["payee"], entry["amount"]) for entry in told["payments"]]


def comes_next(told: Consequences) -> tuple[str, str] | None:
    """The next decision told and its actor."""
    return (told["next"]["decision"], told["next"]["actor"]) if told["next"] else None


# Slots --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slot", "steps", "price"), [("taxation", 4, 3), ("factory", 5, 6)])
def test_price_of_a_slot(slot: str, steps: int, price: int) -> None:
    """R-RON-3, S-202: China on Investor with 11 points."""
    position = game_at("china", power={"china": 11}, rondel={"china": "investor"}, cash={"B": 6})
    told = ahead(position, slot=slot)
    assert told["price"] == price
    assert told["rondel"] == {"steps": steps, "step_price": 3, "passes_investor": False}
    assert ("cash:B", "bank", price) in paid(told)
    assert told["cash"]["B"]["before"] == 6


@both
def test_taxation_tells_everything(game: str) -> None:
    """R-TAX: revenue, pay, bonus, power; cash and treasury before and after."""
    nation = nations(game)[1]
    lands = ["korea", "japan"] if game == "imperial2030" else ["tunis", "spain"]
    position = game_at(nation, game=game, treasuries={nation: 2}, flags={nation: lands})
    told = ahead(position, slot="taxation")
    assert told["tax"] == position.facts()["nations"][nation]["tax"]
    assert told["tax"]["revenue"] == 6
    assert told["power"] == {nation: {"before": 0, "after": 1}}
    assert told["cash"] == {"B": {"before": 0, "after": 1}}
    assert not told["does_nothing"]
    assert comes_next(told) == ("choose_slot", "C")
    do(position, slot="taxation")
    assert told["treasuries"][nation]["after"] == treasury(position, nation)


@both
def test_last_taxation_tells_the_result(game: str) -> None:
    """R-END-1, R-SCO-1: the game would be over; scores and places are told."""
    nation = nations(game)[1]
    lands = ["korea", "japan"] if game == "imperial2030" else ["tunis", "spain"]
    position = game_at(nation, game=game, power={nation: 24}, flags={nation: lands})
    told = ahead(position, slot="taxation")
    assert (told["ends_game"], told["next"]) == (True, None)
    do(position, slot="taxation")
    assert told["result"] == position.result


@both
def test_investor_slot_tells_who_pays_whom(game: str) -> None:
    """R-INT-3, R-INV-4, S-707: treasury 3, the government adds 2; then the card holder gets 2."""
    nation = nations(game)[0]
    position = game_at(
        nation,
        game=game,
        bonds={nation: {"A": [9], "B": [6], "C": [4]}},
        treasuries={nation: 3},
        cash={"A": 4},
        investor_card="C",
    )
    told = ahead(position, slot="investor")
    assert paid(told) == [
        (f"treasury:{nation}", "cash:B", 3),
        ("cash:A", "cash:C", 2),
        ("bank", "cash:C", 2),
    ]
    assert [entry["event"] for entry in told["payments"]] == [
        "interest_paid",
        "interest_paid",
        "investor_paid",
    ]
    assert comes_next(told) == ("invest", "C")
    assert told["forecast"] is None


def test_production_slot_forecasts_units() -> None:
    """R-PRO-1, R-PRO-4: all factories produce as far as the supply lasts."""
    position = game_at("china", factories={"china": ["beijing", "chongqing", "shanghai"]})
    supply = position.facts()["nations"]["china"]["supply"]
    assert ahead(position, slot="production_1")["forecast"] == {"armies": 2, "fleets": 1}
    crowd = {"china": {"korea": {"armies": supply["armies"] - 1}}}
    position = game_at("china", factories={"china": ["beijing", "chongqing"]}, units=crowd)
    told = ahead(position, slot="production_1")
    assert told["forecast"] == {"armies": 1, "fleets": 0}
    assert not told["does_nothing"]


def test_import_slot_forecasts_units() -> None:
    """R-IMP-1, R-IMP-2: at most three, as many as the treasury pays, fleets only into ports."""
    position = game_at("china", treasuries={"china": 2})
    expected = {"cost": 1, "units": 2, "armies": 2, "fleets": 2}
    assert ahead(position, slot="import")["forecast"] == expected
    blocked = {"russia": {"shanghai": {"hostile_armies": 1}}}
    position = game_at("china", treasuries={"china": 9}, units=blocked)
    expected = {"cost": 1, "units": 3, "armies": 3, "fleets": 0}
    assert ahead(position, slot="import")["forecast"] == expected


@both
def test_factory_slot_forecasts_sites(game: str) -> None:
    """R-FAC-1, R-FAC-3: where the nation could build, and whether it has the money."""
    nation = nations(game)[0]
    for money in (4, 5):
        position = game_at(nation, game=game, treasuries={nation: money})
        forecast = ahead(position, slot="factory")["forecast"]
        assert (forecast["cost"], forecast["affordable"]) == (5, money == 5)
        assert len(forecast["sites"]) == {"imperial2030": 2, "imperial": 3}[game]


@both
@pytest.mark.parametrize("slot", ["maneuver_1", "factory", "import"])
def test_action_without_effect_is_named_so(game: str, slot: str) -> None:
    """R-RON-7, X-46: Maneuver without units, Factory and Import without money."""
    position = game_at(nations(game)[0], game=game)
    told = ahead(position, slot=slot)
    assert told["does_nothing"]
    assert comes_next(told) == ("choose_slot", "B")


@both
def test_action_that_asks_further_is_not_without_effect(game: str) -> None:
    """R-PRO-1: the slot asks which factories produce; `done` then does nothing."""
    position = game_at(nations(game)[0], game=game)
    assert not ahead(position, slot="production_1")["does_nothing"]
    do(position, slot="production_1")
    assert ahead(position, done=True)["does_nothing"]
    told = ahead(position, all=True)
    assert not told["does_nothing"]
    assert len(told["units"]["gained"]) == 2


def test_void_action_that_passes_investor_has_an_effect() -> None:
    """R-ODD-13, X-34: the card holder gets his money."""
    position = game_at("china", rondel={"china": "maneuver_1"}, investor_card="C")
    told = ahead(position, slot="import")
    assert told["rondel"]["passes_investor"]
    assert paid(told) == [("bank", "cash:C", 2)]
    assert not told["does_nothing"]


def forced(**position: Any) -> rondel.Game:
    """S-706: China announces Import; B governs it, C holds a Swiss Bank."""
    governments = dict.fromkeys(nations("imperial2030"), "A") | {"china": "B", "india": "D"}
    return game_at(
        "china",
        governments=governments,
        rondel={"china": "maneuver_1"},
        treasuries={"china": 10},
        investor_card="A",
        **position,
    )


def test_slot_that_a_swiss_bank_may_stop() -> None:
    """R-SWF-1, R-SWF-7, S-706: first C decides; what happens unless he stops it is told too."""
    position = forced()
    told = ahead(position, slot="import")
    assert comes_next(told) == ("swiss_force", "C")
    assert told["payments"] == []
    assert told["forecast"]["units"] == 3
    assert not told["does_nothing"]
    assert comes_next(told["unless_forced"]) == ("import_unit", "B")
    assert ahead(forced(), slot="production_2")["unless_forced"]["next"]["nation"] == "china"


def test_swiss_bank_sees_what_a_stop_brings() -> None:
    """R-SWF-5, S-706: interest, then the Investor steps."""
    position = forced()
    do(position, slot="import")
    told = ahead(position, force=True)
    assert paid(told) == [("treasury:china", "cash:B", 4), ("bank", "cash:A", 2)]
    assert told["unless_forced"] is None
    assert comes_next(ahead(position, force=False)) == ("import_unit", "B")


# Factory, Production, Import ----------------------------------------------------------------


@both
def test_building_tells_price_and_tax(game: str) -> None:
    """R-FAC-3, R-TAX-1, S-301: 5M out of the treasury, 2M more revenue."""
    nation = nations(game)[0]
    position = game_at(nation, game=game, treasuries={nation: 6})
    do(position, slot="factory")
    site = choices(position)[0]["province"]
    told = ahead(position, province=site)
    assert told["price"] == 5
    assert told["treasuries"] == {nation: {"before": 6, "after": 1}}
    assert [entry["region"] for entry in told["factories"]["built"]] == [site]
    assert told["revenue"] == {nation: {"before": 4, "after": 6}}
    assert ahead(position, decline=True)["does_nothing"]


def test_importing_tells_unit_and_price() -> None:
    """R-IMP-1: one unit, 1M, and the next may be bought."""
    position = game_at("china", treasuries={"china": 2})
    do(position, slot="import")
    told = ahead(position, province="shanghai", unit="fleet")
    assert told["units"]["gained"] == [{"nation": "china", "unit": "fleet", "region": "shanghai"}]
    assert told["price"] == 1
    assert comes_next(told) == ("import_unit", "B")


# Maneuver -----------------------------------------------------------------------------------


def test_move_tells_who_may_demand_a_battle_and_the_flag() -> None:
    """R-BAT-7, R-FLG-4: one sea holds a fleet of the USA, the other is empty."""
    position = maneuvering(
        "china",
        units={
            "china": {"china_sea": {"fleets": 1}},
            "usa": {"sea_of_japan": {"fleets": 1}},
        },
        flags={"usa": ["sea_of_japan"]},
    )
    told = ahead(position, order="move", from_="china_sea", to="sea_of_japan")
    assert [move["to"] for move in told["units"]["moved"]] == ["sea_of_japan"]
    assert told["demands"] == [{"nation": "usa", "player": "A"}]
    assert comes_next(told) == ("arrival", "B")
    assert told["flags_at_end"] == {"won": [], "lost": [], "revenue": {}}
    free = ahead(position, order="move", from_="china_sea", to="indian_ocean")
    assert free["demands"] == []
    assert free["flags"] == {
        "won": [{"nation": "china", "region": "indian_ocean"}],
        "lost": [],
    }
    assert free["revenue"] == {"china": {"before": 4, "after": 5}}


def test_arrival_tells_battle_and_stance() -> None:
    """R-BAT-1, R-HOM-2: an attack costs both a unit; a hostile army costs the owner 2M of tax."""
    position = moving_armies(
        "china",
        units={"china": {"mongolia": {"armies": 1}}, "russia": {"vladivostok": {"armies": 1}}},
    )
    do(position, order="move", from_="mongolia", to="vladivostok")
    attack = ahead(position, choice="attack", target=army("russia"))
    assert [unit["nation"] for unit in attack["units"]["lost"]] == ["china", "russia"]
    hostile = ahead(position, choice="hostile")
    assert hostile["provinces"] == {"occupied": ["vladivostok"], "freed": []}
    assert hostile["stances"] == [{"nation": "china", "region": "vladivostok", "stance": "hostile"}]
    assert hostile["demands"] == [{"nation": "russia", "player": "A"}]
    assert comes_next(hostile) == ("battle_demand", "A")
    assert ahead(position, choice="friendly")["provinces"]["occupied"] == []


def test_canal_tells_whose_consent_is_needed() -> None:
    """R-CAN-4: the order alone moves nothing."""
    position = maneuvering(
        "usa",
        units={"usa": {"caribbean_sea": {"fleets": 1}}},
        flags={"brazil": ["colombia"]},
    )
    told = ahead(position, order="move", from_="caribbean_sea", to="north_pacific", canal="panama")
    assert comes_next(told) == ("canal_consent", "D")
    assert told["units"]["moved"] == []
    do(position, order="move", from_="caribbean_sea", to="north_pacific", canal="panama")
    assert len(ahead(position, allow=True)["units"]["moved"]) == 1
    denied = ahead(position, allow=False)
    assert denied["units"]["moved"] == []
    assert not denied["does_nothing"]


def test_demand_tells_the_battle() -> None:
    """R-BAT-7: one unit of each side is lost."""
    position = maneuvering(
        "china",
        units={"china": {"china_sea": {"fleets": 1}}, "usa": {"sea_of_japan": {"fleets": 1}}},
    )
    do(position, order="move", from_="china_sea", to="sea_of_japan")
    do(position, choice="stay")
    told = ahead(position, demand=True, with_={"unit": "fleet"})
    lost = [
        {"nation": nation, "unit": "fleet", "region": "sea_of_japan"} for nation in ("china", "usa")
    ]
    assert told["units"]["lost"] == lost


def test_destroying_tells_factory_and_armies() -> None:
    """R-DES-2: the factory and three armies are gone."""
    position = moving_armies("china", units={"china": {"vladivostok": {"hostile_armies": 3}}})
    told = ahead(position, order="destroy_factory", province="vladivostok")
    assert [entry["nation"] for entry in told["factories"]["destroyed"]] == ["russia"]
    assert len(told["units"]["lost"]) == 3
    assert told["provinces"]["freed"] == ["vladivostok"]


# Investing ----------------------------------------------------------------------------------


@both
def test_upgrade_tells_price_interest_and_government(game: str) -> None:
    """R-BND-2, R-GOV-3, S-701: 4 for 12 costs 8; the check comes at once, nobody else invests."""
    nation = nations(game)[1]
    position = game_at(
        nation,
        game=game,
        bonds={nation: {"B": [9], "C": [4]}},
        treasuries={nation: 9},
        cash={"C": 5},
        investor_card="C",
        power={nation: 5},
    )
    do(position, slot="investor")
    assert cash(position)["C"] == 9
    told = ahead(position, choice="upgrade", nation=nation, from_=4, to=12)
    assert told["price"] == 8
    assert told["bonds"] == [{"player": "C", "nation": nation, "from": 4, "to": 12}]
    assert told["interest"]["C"]["after"] - told["interest"]["C"]["before"] == 5 - 2
    assert told["scores"]["C"]["after"] - told["scores"]["C"]["before"] == 3 - 8
    assert told["governments"] == {nation: {"before": "B", "after": "C", "sure": True}}
    assert told["investor_card"] == {"before": "C", "after": "D"}
    assert ahead(position, choice="pass")["does_nothing"]


def test_government_hangs_on_those_who_invest_later() -> None:
    """R-GOV-1, R-GOV-6: B, who holds a Swiss Bank, still invests; unless he does, D governs."""
    position = game_at(
        "russia",
        governments=dict.fromkeys(nations("imperial2030"), "C"),
        bonds={"russia": {"C": [2]}},
        treasuries={"russia": 9},
        cash=dict.fromkeys("ABCD", 9),
        investor_card="D",
        options={"swiss_bank_force": False},
    )
    do(position, slot="investor")
    told = ahead(position, choice="buy", nation="russia", value=9)
    assert comes_next(told) == ("invest", "A")
    assert told["governments"] == {"russia": {"before": "C", "after": "D", "sure": False}}
    assert told["swiss_banks"] == {"gained": [], "returned": ["D"]}
    assert told["investor_card"] is None
    assert set(told["answers"]) == {"A", "B"}
    assert told["answers"]["A"] == {
        "choice": {"choice": "buy", "nation": "russia", "value": 12},
        "price": 12,
        "affordable": False,
    }
    assert ahead(position, choice="pass")["answers"] == {}


@both
@pytest.mark.parametrize(("secret", "can"), [(False, True), (True, None)])
def test_a_bond_tells_what_becomes_of_its_nation(game: str, secret: bool, can: bool | None) -> None:
    """R-INT-3, R-GOV-3: B takes the nation from A; what it owes then, and who could take it."""
    nation = nations(game)[0]
    position = game_at(
        nation,
        game=game,
        bonds={nation: {"A": [6], "B": [2]}},
        treasuries={nation: 9},
        cash={"A": 9, "B": 9},
        investor_card="B",
        options={"secret_cash": secret},
    )
    do(position, slot="investor")
    told = ahead(position.view("B"), choice="buy", nation=nation, value=9)
    assert told["issuer"]["nation"] == nation
    assert told["issuer"]["interest"]["due"] == {"A": 3, "B": 5}
    assert told["issuer"]["takeovers"]["A"] == {
        "choice": {"choice": "upgrade", "nation": nation, "from": 6, "to": 12},
        "price": 6,
        "affordable": can,
    }
    assert ahead(position.view("B"), choice="pass")["issuer"] is None
    do(position, choice="buy", nation=nation, value=9)
    then = position.view("B").facts()["nations"][nation]
    assert told["issuer"]["interest"] == then["interest"]
    assert told["issuer"]["takeovers"] == then["takeovers"]


def test_draft_tells_who_would_govern() -> None:
    """R-DRF-6: as things stand, if the others pass."""
    start = {"start_player": "A"}
    position = rondel.Game.new("imperial2030", list("ABC"), {"setup": "draft"}, start=start)
    told = ahead(position, value=9)
    assert told["price"] == 9
    assert told["governments"] == {"russia": {"before": None, "after": "A", "sure": False}}
    do(position, value=9)
    assert ahead(position, value=6)["governments"]["russia"]["after"] == "A"
    assert ahead(position, value=12)["governments"]["russia"]["after"] == "B"


@both
def test_donation_tells_its_price(game: str) -> None:
    """R-DON-1, X-13: the gift goes to the treasury and the decision stays."""
    nation = nations(game)[0]
    position = game_at(nation, game=game, treasuries={nation: 3}, cash={"A": 4})
    do(position, slot="factory")
    gift = {"decision": "donate", "actor": "A", "choice": {"nation": nation, "amount": 2}}
    told = position.consequences(gift)
    assert told["price"] == 2
    assert told["treasuries"] == {nation: {"before": 3, "after": 5}}
    assert comes_next(told) == ("build_factory", "A")
    gift["choice"] = {"nation": nation, "amount": 5}
    with pytest.raises(rondel.IllegalAction) as caught:
        position.consequences(gift)
    assert caught.value.code == "donate/cash_too_low"


# Refusals and secrets -----------------------------------------------------------------------


@both
def test_illegal_action_has_no_consequences(game: str) -> None:
    """R-DEC-5: it is refused as `apply` refuses it, and the position is unchanged."""
    nation = nations(game)[1]
    position = game_at(nation, game=game, rondel={nation: "investor"})
    before = position.snapshot()
    with pytest.raises(rondel.IllegalAction) as caught:
        ahead(position, slot="investor")
    assert caught.value.code == "rondel/out_of_reach"
    assert position.snapshot() == before


def secret(game: str, money: dict[str, int]) -> rondel.Game:
    """B, card holder and government of all nations, is to invest; the others have no government."""
    position = game_at(
        nations(game)[0],
        game=game,
        governments=dict.fromkeys(nations(game), "B"),
        cash=money,
        investor_card="B",
        options={"secret_cash": True, "swiss_bank_force": False},
    )
    do(position, slot="investor")
    return position


@both
def test_consequences_do_not_tell_secret_cash(game: str) -> None:
    """R-INF-3: what B sees of each of his choices is the same whether C can invest or not."""
    seen = []
    for rest in (0, 40):
        position = secret(game, {"A": rest, "B": 7, "C": rest, "D": rest})
        assert asked(position) == ("invest", "B")
        view = position.view("B")
        seen.append([view.consequences(action) for action in view.legal_actions()])
    assert seen[0] == seen[1]
    assert comes_next(seen[0][0]) == ("invest", "C")
    assert set(seen[0][0]["cash"]) == {"B"}
    assert set(seen[0][0]["scores"]) <= {"B"}


@pytest.mark.parametrize("number", range(4))
def test_nothing_told_hangs_on_secret_cash(number: int) -> None:
    """R-INF-3: in random games the actor is told the same, whatever the others have."""
    chance = random.Random(number)
    options = {name: chance.choice(values) for name, values in CHOICES.items()}
    options["secret_cash"] = True
    position = rondel.Game.new(GAMES[number % 2], list("ABCD"), options, seed=number)
    for _ in range(150):
        if position.over:
            break
        assert position.decision is not None
        actor = position.decision.player
        other = with_other_cash(position, actor, chance)
        assert position.facts(actor) == other.facts(actor)
        assert position.refused(actor) == other.refused(actor)
        for action in chance.sample(position.legal_actions(), min(3, len(position.legal_ids()))):
            assert position.consequences(action, actor) == other.consequences(action, actor)
        position.apply(chance.choice(position.legal_actions()))


def with_other_cash(position: rondel.Game, player: str, chance: random.Random) -> rondel.Game:
    """The same game, but for the cash of all others."""
    other = position.copy()
    for seat, id in enumerate(position.players):
        if id != player:
            other.state.cash[seat] = chance.randrange(40)
    return other


@both
def test_choices_of_others_are_secret_too(game: str) -> None:
    """R-INF-3: neither consequences nor reasons for those who may not see the list of choices."""
    position = secret(game, dict.fromkeys("ABCD", 7))
    for viewer in ("A", rondel.SPECTATOR):
        assert position.view(viewer).refused() == []
        with pytest.raises(ValueError, match="not for all to see"):
            position.view(viewer).consequences(position.legal_actions()[0])
    assert position.view("B").refused() == position.refused()
    with pytest.raises(ValueError, match="nobody"):
        position.consequences(position.legal_actions()[0], "nobody")


@both
@pytest.mark.parametrize("viewer", [None, "B"])
def test_all_consequences_are_those_of_each_choice(game: str, viewer: str | None) -> None:
    position = secret(game, dict.fromkeys("ABCD", 20))
    told = [position.consequences(action, viewer) for action in position.legal_actions()]
    assert len(told) > 1
    assert position.all_consequences(viewer) == told


@both
def test_all_consequences_of_others_are_secret(game: str) -> None:
    """R-INF-3."""
    with pytest.raises(ValueError, match="not for all to see"):
        secret(game, dict.fromkeys("ABCD", 20)).all_consequences("A")


@both
def test_last_action_does_not_tell_secret_scores(game: str) -> None:
    """R-INF-3, R-END-1: that the game would end is known, the scores only when it has."""
    nation = nations(game)[1]
    lands = ["korea", "japan"] if game == "imperial2030" else ["tunis", "spain"]
    position = game_at(
        nation,
        game=game,
        power={nation: 24},
        flags={nation: lands},
        options={"secret_cash": True},
    )
    told = position.view("B").consequences({"choice": {"slot": "taxation"}})
    assert (told["ends_game"], told["result"]) == (True, None)
    assert set(told["scores"]) == {"B"}


# Parity -------------------------------------------------------------------------------------


def check_comes_true(position: rondel.Game, told: Any, action: rondel.Action) -> None:
    """The action does exactly what was told."""
    before = position.snapshot()
    events = position.apply(action)
    after = position.snapshot()
    really = [(p.payer, p.payee, p.amount) for event in events for p in payments(event)]
    assert paid(told) == really
    for key in ("cash", "treasuries", "power"):
        assert told[key] == differences(before[key], after[key])
    changed = differences(before["governments"], after["governments"])
    assert {n: c for n, c in told["governments"].items() if c["sure"]} == {
        nation: {**change, "sure": True} for nation, change in changed.items()
    }
    assert told["next"] == after["decision"]
    assert told["result"] == after["result"]
    assert told["flags"]["won"] == gained(before["flags"], after["flags"])
    assert told["flags"]["lost"] == gained(after["flags"], before["flags"])
    if told["does_nothing"]:
        assert all(before[key] == after[key] for key in ("cash", "treasuries", "units", "flags"))


def differences(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Key -> value before and after, where they differ."""
    return {
        key: {"before": before[key], "after": after[key]}
        for key in before
        if before[key] != after[key]
    }


def gained(before: dict[str, list[str]], after: dict[str, list[str]]) -> list[dict[str, str]]:
    """The flags that are there only afterwards."""
    return [
        {"nation": nation, "region": region}
        for nation, regions in after.items()
        for region in regions
        if region not in before[nation]
    ]


@pytest.mark.parametrize("number", range(7100, 7112))
def test_consequences_come_true_in_random_games(number: int) -> None:
    """In both games and with any options, for the actions chosen and for some of the others."""
    position, chance = random_game(number)
    kinds = set()
    for _ in range(500):
        if position.over:
            break
        actions = position.legal_actions()
        before = position.snapshot()
        for other in chance.sample(actions, min(2, len(actions))):
            json.dumps(position.consequences(other, other.player))
        action = chance.choice(actions)
        kinds.add(action.kind)
        told = position.consequences(action)
        assert position.snapshot() == before
        check_comes_true(position, told, action)
    assert len(kinds) > 3
