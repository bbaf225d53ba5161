"""Gifts of cash to a treasury, and what money may not do (Rules: 4.1, 4.2)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

import rondel
from rondel.engine import Payment, payments
from rondel.engine.shapes import Snapshot
from tests.positions import (
    GAMES,
    asked,
    cash,
    choices,
    do,
    game_at,
    kind,
    nations,
    refuses,
    told,
    treasury,
)

both = pytest.mark.parametrize("game", GAMES)

ANY = {"donations": "any"}
OFF = {"donations": "off"}


def no_gift(
    game: rondel.Game, gift: tuple[str, str, Any], code: str, clause: str = "R-DON-1"
) -> None:
    """Asserts that a gift (player, nation, amount) is refused without any change."""
    before = game.snapshot(), len(game)
    with pytest.raises(rondel.IllegalAction) as caught:
        game.donate(*gift)
    assert (caught.value.code, caught.value.clause) == (code, clause)
    assert (game.snapshot(), len(game)) == before


# To whom, how much --------------------------------------------------------------------------


@both
@pytest.mark.parametrize("amount", [1, 3, 5])
def test_a_government_may_give_any_whole_amount_of_its_cash(game: str, amount: int) -> None:
    """R-DON-1, F-14: up to all he has, to the nation on turn or another one of his."""
    for nation in (nations(game)[1], nations(game)[5]):
        position = game_at(nations(game)[1], game=game, cash={"B": 5}, treasuries={nation: 2})
        events = position.donate("B", nation, amount)
        assert told(events, "donated") == [{"player": "B", "nation": nation, "amount": amount}]
        assert cash(position)["B"] == 5 - amount
        assert treasury(position, nation) == 2 + amount
        assert asked(position) == ("choose_slot", "B")


@both
def test_a_gift_is_at_most_the_cash_and_at_least_one(game: str) -> None:
    """R-DON-1: more than his cash is refused; 0, negative and broken amounts are no gifts."""
    nation = nations(game)[1]
    position = game_at(nation, game=game, cash={"B": 5})
    no_gift(position, ("B", nation, 6), "donate/cash_too_low")
    for amount in (0, -1, 1.5, True, "2"):
        no_gift(position, ("B", nation, amount), "action/malformed", "R-DEC-5")


@both
def test_foreign_treasury_only_with_any(game: str) -> None:
    """R-DON-1, X-14: a gift to a nation he does not govern: illegal with own, legal with any."""
    nation, foreign = nations(game)[1], nations(game)[2]
    own = game_at(nation, game=game, cash={"B": 5})
    no_gift(own, ("B", foreign, 1), "donate/not_yours")
    free = game_at(nation, game=game, cash={"B": 5}, options=ANY)
    free.donate("B", foreign, 1)
    assert treasury(free, foreign) == 1


@both
def test_nation_without_government_gets_gifts_only_with_any(game: str) -> None:
    """R-DON-1: with any, of any nation; with own nobody governs it."""
    nation, nobody = nations(game)[1], nations(game)[5]
    ruled = {nobody: None}
    own = game_at(nation, game=game, cash={"B": 5}, governments=ruled)
    no_gift(own, ("B", nobody, 1), "donate/not_yours")
    free = game_at(nation, game=game, cash={"B": 5}, governments=ruled, options=ANY)
    free.donate("B", nobody, 1)
    assert treasury(free, nobody) == 1


@both
def test_with_off_there_are_no_gifts(game: str) -> None:
    """R-DON-1: not even to an own nation."""
    nation = nations(game)[1]
    position = game_at(nation, game=game, cash={"B": 5}, options=OFF)
    no_gift(position, ("B", nation, 1), "donate/off")


# When ---------------------------------------------------------------------------------------


@both
def test_with_own_only_the_player_who_decides_may_give(game: str) -> None:
    """R-DON-2: A governs a nation and has cash, but the decision is B's."""
    first, nation = nations(game)[:2]
    position = game_at(nation, game=game, cash={"A": 5, "B": 5})
    no_gift(position, ("A", first, 1), "donate/not_asked", "R-DON-2")
    position.donate("B", nation, 1)


@both
def test_with_any_everybody_may_give_while_others_decide(game: str) -> None:
    """R-DON-2: A and C give although B decides; his decision stays."""
    nation = nations(game)[1]
    position = game_at(nation, game=game, cash={"A": 5, "C": 5}, options=ANY)
    position.donate("A", nation, 1)
    position.donate("C", nations(game)[0], 2)
    assert asked(position) == ("choose_slot", "B")
    assert (treasury(position, nation), treasury(position, nations(game)[0])) == (1, 2)


def _battle(options: dict[str, Any]) -> rondel.Game:
    """A Chinese fleet has moved in beside an Indian one: C is asked for battle."""
    units = {"china": {"china_sea": {"fleets": 1}}, "india": {"indian_ocean": {"fleets": 1}}}
    position = game_at("china", cash={"B": 3, "C": 3}, units=units, options=options)
    do(position, slot="maneuver_1")
    do(position, order="move", from_="china_sea", to="indian_ocean")
    do(position, choice="stay")
    return position


def test_gifts_come_before_any_answer_of_the_giver() -> None:
    """R-DON-2: C, asked for a battle in B's turn, may give to India; B may not give now."""
    position = _battle({})
    assert asked(position) == ("battle_demand", "C")
    position.donate("C", "india", 2)
    assert asked(position) == ("battle_demand", "C")
    no_gift(position, ("B", "china", 1), "donate/not_asked", "R-DON-2")


def test_card_holder_may_give_before_investing() -> None:
    """R-DON-2, R-DON-1: also the 2M of the investor card."""
    position = game_at("china", cash={"A": 1})
    do(position, slot="investor")
    position.donate("A", "russia", 1)
    assert asked(position) == ("invest", "A")
    assert cash(position)["A"] == 2


@both
def test_legal_answers_are_listed_anew_after_a_gift(game: str) -> None:
    """R-DON-2: cash given away no longer pays for steps on the rondel."""
    nation = nations(game)[1]
    position = game_at(nation, game=game, cash={"B": 6}, rondel={nation: "factory"})
    assert len(choices(position)) == 6
    position.donate("B", nation, 6)
    assert choices(position) == [
        {"slot": "production_1"},
        {"slot": "maneuver_1"},
        {"slot": "investor"},
    ]
    refuses(position, "rondel/cash_too_low", "R-RON-5", slot="import")


@both
def test_a_gift_of_another_player_opens_investor(game: str) -> None:
    """R-DON-2, R-INT-5: B lacks 2M for the interest; with A's gift he may choose Investor."""
    nation = nations(game)[1]
    position = game_at(
        nation,
        game=game,
        bonds={nation: {"B": [9], "C": [4]}},
        cash={"A": 2},
        options=ANY,
    )
    refuses(position, "rondel/interest_too_high", "R-INT-5", slot="investor")
    position.donate("A", nation, 2)
    assert {"slot": "investor"} in choices(position)


@both
def test_a_gift_that_leaves_one_choice_resolves_the_decision(game: str) -> None:
    """R-DON-2: A gives all he has before investing: he passes, and the next nation moves."""
    position = game_at(nations(game)[1], game=game, governments={nations(game)[2]: "D"})
    do(position, slot="investor")
    assert asked(position) == ("invest", "A")
    events = position.donate("A", nations(game)[0], 2)
    assert told(events, "invest_passed") == [{"player": "A"}, {"player": "C"}]
    assert asked(position) == ("choose_slot", "D")
    assert position.snapshot()["investor_card"] == "B"


@both
def test_a_gift_elsewhere_that_closes_building_ends_the_action(game: str) -> None:
    """R-DON-2, R-DON-4: treasury 3, cash 2; 1M given to another nation: nothing can be built."""
    nation, other = nations(game)[1], nations(game)[5]
    position = game_at(nation, game=game, treasuries={nation: 3}, cash={"B": 2})
    do(position, slot="factory")
    assert asked(position) == ("build_factory", "B")
    position.donate("B", other, 1)
    assert asked(position) == ("choose_slot", "C")


@both
def test_no_gifts_during_the_draft(game: str) -> None:
    """R-DON-2: the player who decides on a bond may not give, not even with any."""
    start = {"start_player": "A"}
    options = {"setup": "draft", "donations": "any"}
    position = rondel.Game.new(game, ["A", "B", "C"], options, start=start)
    assert asked(position) == ("draft_bond", "A")
    no_gift(position, ("A", nations(game)[0], 1), "donate/not_now", "R-DON-2")


def _announced(options: dict[str, Any]) -> rondel.Game:
    """B has announced Import, 5 steps for 2M; D, without government, may force a stop."""
    position = game_at(
        "china",
        governments={"brazil": "A"},
        rondel={"china": "taxation"},
        treasuries={"china": 9},
        cash={"B": 5, "D": 3},
        options=options,
    )
    do(position, slot="import")
    assert asked(position) == ("swiss_force", "D")
    return position


def test_the_price_of_the_announced_move_must_be_kept() -> None:
    """R-DON-2: while D is asked B may give 3 of his 5, not 4; others may give all."""
    position = _announced(ANY)
    no_gift(position, ("B", "china", 4), "donate/cash_too_low", "R-DON-2")
    position.donate("B", "india", 3)
    no_gift(position, ("B", "china", 1), "donate/cash_too_low", "R-DON-2")
    position.donate("D", "china", 3)
    do(position, force=False)
    assert cash(position)["B"] == 0
    assert asked(position) == ("import_unit", "B")


def test_the_price_is_kept_no_longer_once_it_is_paid() -> None:
    """R-DON-2: after the move B may give all that is left."""
    position = _announced(ANY)
    do(position, force=False)
    position.donate("B", "china", 3)
    assert cash(position)["B"] == 0


def test_a_gift_can_make_forcing_legal_or_impossible() -> None:
    """R-DON-2: treasury 3, interest 4: D may force after giving 1, or loses the question."""
    position = game_at(
        "china",
        governments={"brazil": "A"},
        rondel={"china": "maneuver_1"},
        treasuries={"china": 3},
        cash={"D": 1},
        options=ANY,
    )
    do(position, slot="import")
    refuses(position, "swiss_bank/treasury_too_low", "R-SWF-8", force=True)
    generous = position.copy()
    generous.donate("D", "china", 1)
    assert choices(generous) == [{"force": True}, {"force": False}]
    position.donate("D", "india", 1)
    assert asked(position) == ("import_unit", "B")


# What a gift is -----------------------------------------------------------------------------


@both
def test_a_gift_brings_no_bond_and_no_government(game: str) -> None:
    """R-DON-3: 20M given, nothing but cash and treasury has changed, and nobody repays it."""
    nation = nations(game)[2]
    position = game_at(nations(game)[1], game=game, cash={"B": 20}, options=ANY)
    before: dict[str, Any] = {**position.snapshot()}
    position.donate("B", nation, 20)
    after: dict[str, Any] = {**position.snapshot()}
    for key in before:
        if key not in ("cash", "treasuries"):
            assert after[key] == before[key]
    do(position, slot="taxation")
    assert position.snapshot()["governments"][nation] == "C"


@both
def test_building_that_a_gift_would_open_is_asked_for(game: str) -> None:
    """R-DON-4: treasury 3, cash 2: asked, with decline as the only choice until he has given."""
    nation = nations(game)[1]
    position = game_at(nation, game=game, treasuries={nation: 3}, cash={"B": 2})
    do(position, slot="factory")
    assert choices(position) == [{"decline": True}]
    position.donate("B", nation, 2)
    assert {"decline": True} in choices(position)
    assert len(choices(position)) > 1


@both
@pytest.mark.parametrize(("slot", "price"), [("factory", 5), ("import", 1)])
def test_action_no_gift_of_his_own_would_open_is_not_asked_for(
    game: str, slot: str, price: int
) -> None:
    """R-DON-4, R-DEC-3: one short of the price, or donations off; what others have is no help."""
    nation = nations(game)[1]
    money = {"A": 20, "B": price - 1, "C": 20}
    short = game_at(nation, game=game, cash=money, options=ANY)
    do(short, slot=slot)
    assert asked(short) == ("choose_slot", "C")
    off = game_at(nation, game=game, cash={"B": 20}, options=OFF)
    do(off, slot=slot)
    assert asked(off) == ("choose_slot", "C")


@both
def test_import_that_a_gift_would_open_is_asked_for(game: str) -> None:
    """R-DON-4: empty treasury, cash 1: after giving it one unit can be bought."""
    nation = nations(game)[1]
    position = game_at(nation, game=game, cash={"B": 1})
    do(position, slot="import")
    assert choices(position) == [{"done": True}]
    position.donate("B", nation, 1)
    unit = next(c for c in choices(position) if "unit" in c)
    do(position, **unit)
    assert (cash(position)["B"], treasury(position, nation)) == (0, 0)
    assert asked(position) == ("choose_slot", "C")


@both
def test_factory_is_paid_by_the_treasury_alone(game: str) -> None:
    """R-DON-5: treasury 4 and cash 10 cannot build; after a gift the treasury pays all 5M."""
    nation = nations(game)[1]
    place = {"imperial2030": "urumqi", "imperial": "venice"}[game]
    position = game_at(nation, game=game, treasuries={nation: 4}, cash={"B": 10})
    do(position, slot="factory")
    refuses(position, "factory/treasury_too_low", "R-FAC-3", province=place)
    position.donate("B", nation, 3)
    do(position, province=place)
    assert (treasury(position, nation), cash(position)["B"]) == (2, 7)


@both
def test_import_is_paid_by_the_treasury_alone(game: str) -> None:
    """R-DON-5: treasury 1 and cash 10: after one unit only a gift buys the second."""
    nation = nations(game)[1]
    place = {"imperial2030": "urumqi", "imperial": "venice"}[game]
    position = game_at(nation, game=game, treasuries={nation: 1}, cash={"B": 10})
    do(position, slot="import")
    do(position, province=place, unit="army")
    assert choices(position) == [{"done": True}]
    refuses(position, "import/treasury_too_low", "R-IMP-1", province=place, unit="army")
    assert cash(position)["B"] == 10


@both
def test_a_gift_is_part_of_the_record(game: str) -> None:
    """R-DON-2: it replays at its place, before the answer of the giver."""
    nation = nations(game)[1]
    position = game_at(nation, game=game, treasuries={nation: 3}, cash={"B": 2})
    do(position, slot="factory")
    position.donate("B", nation, 2)
    entry = {"decision": "donate", "actor": "B", "choice": {"nation": nation, "amount": 2}}
    assert position.record()["actions"][1] == entry
    assert position.at(len(position)).snapshot() == position.snapshot()
    assert kind(position.at(1)) == "build_factory"


# Forbidden ----------------------------------------------------------------------------------


@both
def test_no_decision_moves_treasury_money_at_will(game: str) -> None:
    """R-FBD-1, R-FBD-2, F-14: no loan, no gift of treasury money, none between players."""
    nation = nations(game)[1]
    position = game_at(nation, game=game, treasuries={nation: 9}, cash={"B": 9}, options=ANY)
    before = position.snapshot()
    for decision in ("lend", "borrow", "pay", "give", "trade", "withdraw"):
        entry = {"decision": decision, "actor": "B", "choice": {"nation": nation, "amount": 1}}
        with pytest.raises(rondel.IllegalAction) as caught:
            position.apply(entry)
        assert caught.value.code == "game/other_decision"
    for choice in ({"player": "A", "amount": 1}, {"nation": nation, "amount": -1}):
        with pytest.raises(rondel.IllegalAction) as caught:
            position.apply({"decision": "donate", "actor": "B", "choice": choice})
        assert caught.value.code == "action/malformed"
    assert position.snapshot() == before


def _kinds_of(payment: Payment) -> tuple[str, str]:
    def kind_of(name: str) -> str:
        return name.split(":")[0].replace("cash", "player")

    return kind_of(payment.payer), kind_of(payment.payee)


FLOWS = {
    "investor_paid": {("bank", "player")},
    "rondel_paid": {("player", "bank")},
    "factory_built": {("treasury", "bank")},
    "unit_imported": {("treasury", "bank")},
    "interest_paid": {("treasury", "player"), ("player", "player")},
    "bond_bought": {("player", "treasury")},
    "bond_upgraded": {("player", "treasury")},
    "tax_collected": {("bank", "treasury")},
    "soldiers_paid": {("treasury", "bank")},
    "bonus_paid": {("treasury", "player"), ("bank", "player")},
    "donated": {("player", "treasury")},
}
"""Event -> who pays whom in it; everything else moves no money."""


def _check_flows(game: rondel.Game, events: Sequence[rondel.Event], before: Snapshot) -> None:
    """Every payment is of a kind the rules know, and together they explain all money."""
    money = {f"cash:{player}": sum_ for player, sum_ in before["cash"].items()}
    money |= {f"treasury:{nation}": sum_ for nation, sum_ in before["treasuries"].items()}
    for event in events:
        for payment in payments(event):
            flow = _kinds_of(payment)
            assert flow in FLOWS[event.kind]
            if flow == ("player", "player"):
                government = before["governments"][event.to_json()["nation"]]
                assert payment.payer == f"cash:{government}"
            money["bank"] = 0
            money[payment.payer] -= payment.amount
            money[payment.payee] += payment.amount
    after = game.snapshot()
    assert {player: money[f"cash:{player}"] for player in game.players} == after["cash"]
    assert all(money[f"treasury:{n}"] == sum_ for n, sum_ in after["treasuries"].items())


@both
@pytest.mark.parametrize("seed", range(4))
def test_money_moves_only_as_the_rules_say(game: str, seed: int) -> None:
    """R-FBD-1, R-FBD-2, F-14: in random play every change of money is a payment of the rules.

    Between players money flows only as interest that a government covers.
    """
    options = {"investor_shortfall": ("forbid", "pay_available")[seed % 2]}
    position = rondel.Game.new(game, ["A", "B", "C", "D"], options, seed=seed)
    draw = random.Random(seed)
    for _ in range(1500):
        if position.over:
            break
        before = position.snapshot()
        events = position.apply(draw.choice(position.legal_actions()))
        _check_flows(position, events, before)
