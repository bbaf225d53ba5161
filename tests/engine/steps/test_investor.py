"""Investor: its five steps, the card, interest (Rules: 3.14, 3.15)."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
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


def second(game: str) -> str:
    """China or Italy: governed by B unless a position says otherwise."""
    return nations(game)[1]


def investing(game: str = "imperial2030", **position: Any) -> rondel.Game:
    """The second nation has landed on Investor and has no interest to pay to others."""
    found = game_at(second(game), game=game, **position)
    do(found, slot="investor")
    return found


def buys(game: rondel.Game, nation: str) -> list[int]:
    """The bonds of a nation that may be bought now."""
    return [c["value"] for c in choices(game) if c["choice"] == "buy" and c["nation"] == nation]


# Frame --------------------------------------------------------------------------------------


@both
def test_landing_carries_out_all_five_steps_in_order(game: str) -> None:
    """R-INV-1, R-INV-2, R-INV-8: interest, 2M and investing, governments, card."""
    nation = second(game)
    position = game_at(
        nation,
        game=game,
        bonds={nation: {"B": [9], "C": [2]}},
        treasuries={nation: 5},
        cash={"A": 10},
        rondel={nation: "maneuver_1"},
    )
    events = do(position, slot="investor")
    events += do(position, choice="buy", nation=nation, value=12)
    assert [event.kind for event in events] == [
        "marker_moved",
        "interest_paid",
        "interest_paid",
        "investor_paid",
        "bond_bought",
        "government_changed",
        "investor_card_passed",
        "turn_started",
    ]
    assert position.snapshot()["investor_card"] == "B"


@both
def test_passing_acts_first_and_pays_no_interest(game: str) -> None:
    """R-INV-1, R-INV-2, R-INV-4, S-708: import, then 2M and investing; the card moves left."""
    nation = nations(game)[3]
    position = game_at(
        nation,
        game=game,
        bonds={nation: {"D": [9], "B": [4]}},
        treasuries={nation: 5},
        rondel={nation: "maneuver_1"},
    )
    before = do(position, slot="import")
    assert asked(position) == ("import_unit", "D")
    assert not told(before, "investor_paid")
    assert cash(position) == {"A": 0, "B": 0, "C": 0, "D": 0}
    after = do(position, done=True)
    assert told(after, "investor_paid") == [{"player": "A", "amount": 2}]
    assert asked(position) == ("invest", "A")
    after += do(position, choice="pass")
    assert not told(before + after, "interest_paid")
    assert treasury(position, nation) == 5
    assert told(after, "investor_card_passed") == [{"before": "A", "after": "B"}]


@both
def test_turn_that_neither_lands_nor_passes_leaves_the_card_alone(game: str) -> None:
    """R-INV-1, R-GOV-1: without Investor nobody gets 2M, invests or passes the card."""
    nation = second(game)
    position = game_at(nation, game=game, cash={"A": 20}, rondel={nation: "maneuver_2"})
    events = do(position, slot="taxation")
    assert asked(position) == ("choose_slot", "C")
    assert not told(events, "investor_paid")
    assert position.snapshot()["investor_card"] == "A"


@both
def test_card_holder_may_spend_the_2m_at_once(game: str) -> None:
    """R-INV-4: 2M from the bank, then one investment in any nation."""
    position = investing(game, cash={"A": 0})
    assert asked(position) == ("invest", "A")
    assert cash(position)["A"] == 2
    assert all(buys(position, nation) == [2] for nation in nations(game))
    events = do(position, choice="buy", nation=nations(game)[5], value=2)
    assert told(events, "bond_bought") == [
        {"player": "A", "nation": nations(game)[5], "value": 2, "interest": 1}
    ]
    assert treasury(position, nations(game)[5]) == 2
    assert asked(position) == ("choose_slot", "C")


@both
def test_declining_keeps_the_2m_and_the_card_moves_on(game: str) -> None:
    """R-INV-5, X-45: the others are still asked and the card still passes to the left."""
    position = investing(game, governments={nations(game)[2]: "A"}, cash={"A": 3, "C": 4})
    do(position, choice="pass")
    assert cash(position)["A"] == 5
    assert asked(position) == ("invest", "C")
    events = do(position, choice="pass")
    assert told(events, "investor_card_passed") == [{"before": "A", "after": "B"}]
    assert position.snapshot()["investor_card"] == "B"


@both
def test_flagless_players_invest_clockwise_without_2m(game: str) -> None:
    """R-INV-6, S-704: A with the card, then B, then D; nobody else, and no 2M for B and D."""
    first = nations(game)[0]
    ruled = dict.fromkeys(nations(game), "A") | {nations(game)[2]: "C"}
    position = game_at(first, game=game, governments=ruled, cash={"B": 4, "C": 9, "D": 4})
    events = do(position, slot="investor")
    assert asked(position) == ("invest", "A")
    events += do(position, choice="pass")
    assert asked(position) == ("invest", "B")
    assert {c["nation"] for c in choices(position) if c["choice"] == "buy"} == set(nations(game))
    events += do(position, choice="buy", nation=nations(game)[2], value=4)
    assert asked(position) == ("invest", "D")
    assert cash(position)["D"] == 4
    events += do(position, choice="pass")
    assert told(events, "investor_paid") == [{"player": "A", "amount": 2}]
    assert kind(position) == "choose_slot"


@both
def test_order_of_the_flagless_begins_left_of_the_card(game: str) -> None:
    """R-INV-6: with the card at C, D is asked before B."""
    first = nations(game)[0]
    ruled = dict.fromkeys(nations(game), "A")
    rich = {"A": 5, "B": 5, "C": 5, "D": 5}
    position = game_at(first, game=game, governments=ruled, cash=rich, investor_card="C")
    do(position, slot="investor")
    order = []
    while kind(position) == "invest":
        order.append(asked(position))
        do(position, choice="pass")
    assert order == [("invest", "C"), ("invest", "D"), ("invest", "B")]
    assert position.snapshot()["investor_card"] == "D"


@both
def test_losing_the_last_government_gives_no_investment_in_the_same_turn(game: str) -> None:
    """R-INV-7, X-04: B loses his only nation to A in step 2 and is not asked in step 3."""
    lost = nations(game)[0]
    ruled = dict.fromkeys(nations(game)[1:], "A")
    position = game_at(
        second(game),
        game=game,
        governments=ruled,
        bonds={lost: {"B": [4], "A": [2]}},
        cash={"A": 8, "B": 9},
    )
    do(position, slot="investor")
    do(position, choice="buy", nation=lost, value=6)
    assert asked(position) == ("choose_slot", "A")
    after = position.snapshot()
    assert after["governments"][lost] == "A"
    assert after["swiss_banks"] == (["B", "C", "D"] if game == "imperial2030" else [])


@both
def test_winning_a_government_in_step_two_does_not_cost_the_turn_of_others(game: str) -> None:
    """R-INV-7: who invests in step 3 is fixed before step 2, whatever A buys in step 2."""
    ruled = dict.fromkeys(nations(game), "A") | {nations(game)[3]: "D"}
    position = game_at(
        second(game), game=game, governments=ruled, cash={"A": 10, "B": 2, "C": 2, "D": 9}
    )
    do(position, slot="investor")
    do(position, choice="buy", nation=nations(game)[3], value=12)
    assert asked(position) == ("invest", "B")
    do(position, choice="pass")
    assert asked(position) == ("invest", "C")
    do(position, choice="pass")
    assert kind(position) == "choose_slot"


def test_swiss_bank_is_returned_only_after_the_turn() -> None:
    """R-INV-7, R-GOV-6, X-05: who takes over in step 3 held a Swiss Bank until the check."""
    ruled = dict.fromkeys(nations("imperial2030"), "A")
    position = game_at("china", governments=ruled, cash={"B": 12, "C": 2})
    assert position.snapshot()["swiss_banks"] == ["B", "C", "D"]
    do(position, slot="investor")
    do(position, choice="pass")
    do(position, choice="buy", nation="india", value=12)
    during = position.snapshot()
    assert asked(position) == ("invest", "C")
    assert during["governments"]["india"] == "A"
    assert during["swiss_banks"] == ["B", "C", "D"]
    events = do(position, choice="pass")
    assert told(events, "swiss_bank_returned") == [{"player": "B"}]
    assert position.snapshot()["swiss_banks"] == ["C", "D"]
    assert asked(position) == ("choose_slot", "B")


@both
@pytest.mark.parametrize("first_answer", ["pass", "buy"])
def test_card_holder_without_government_invests_once(game: str, first_answer: str) -> None:
    """R-INV-9, F-12: the card holder has one opportunity, also after declining."""
    first = nations(game)[0]
    ruled = dict.fromkeys(nations(game), "A") | {nations(game)[2]: "C", nations(game)[3]: "D"}
    position = game_at(first, game=game, governments=ruled, cash={"B": 9}, investor_card="B")
    do(position, slot="investor")
    assert asked(position) == ("invest", "B")
    more = {"nation": first, "value": 4} if first_answer == "buy" else {}
    do(position, choice=first_answer, **more)
    assert asked(position) == ("choose_slot", "A")


# Interest -----------------------------------------------------------------------------------


def owing(game: str, treasury: int, government_cash: int, **more: Any) -> rondel.Game:
    """B governs the second nation with interest 4; it owes 3 to A and 2 to C; D has the card."""
    nation = second(game)
    return game_at(
        nation,
        game=game,
        bonds={nation: {"B": [9], "A": [6], "C": [4]}},
        treasuries={nation: treasury},
        cash={"B": government_cash},
        investor_card="D",
        **more,
    )


@both
@pytest.mark.parametrize(
    ("money", "before", "paid", "left"),
    [
        (12, 1, {"C": 2, "A": 3, "B": 4}, 3),
        (9, 0, {"C": 2, "A": 3, "B": 4}, 0),
        (7, 0, {"C": 2, "A": 3, "B": 2}, 0),
    ],
)
def test_treasury_pays_the_others_first(
    game: str, money: int, before: int, paid: dict[str, int], left: int
) -> None:
    """R-INT-1, R-INT-2, S-707: everybody in full, or the government gets what is left."""
    position = owing(game, money, before)
    events = do(position, slot="investor")
    assert {e["player"]: e["amount"] for e in told(events, "interest_paid")} == paid
    assert not told(events, "interest_covered")
    assert treasury(position, second(game)) == left
    assert cash(position) == {"A": 3, "B": before + paid["B"], "C": 2, "D": 2}


@both
def test_government_covers_what_the_treasury_cannot_pay(game: str) -> None:
    """R-INT-3, S-707: treasury 3 and cash 4: the government pays 2, keeps 2, receives nothing."""
    position = owing(game, 3, 4)
    events = do(position, slot="investor")
    paid = told(events, "interest_paid")
    assert {e["player"]: e["amount"] for e in paid} == {"C": 2, "A": 3}
    assert sum(e["by_treasury"] for e in paid) == 3
    assert sum(e["by_government"] for e in paid) == 2
    assert told(events, "interest_covered") == [
        {"nation": second(game), "player": "B", "amount": 2}
    ]
    assert treasury(position, second(game)) == 0
    assert cash(position) == {"A": 3, "B": 2, "C": 2, "D": 2}


@both
def test_government_without_money_left_for_itself_is_owed_nothing_later(game: str) -> None:
    """R-INT-4, X-61: treasury 5: the others get 5, the government 0, nothing later."""
    position = owing(game, 5, 0, rondel={second(game): "maneuver_1"})
    do(position, slot="investor")
    assert cash(position)["B"] == 0
    assert treasury(position, second(game)) == 0
    later = owing(game, 9, 0)
    do(later, slot="investor")
    assert cash(later)["B"] == 4


@both
def test_investor_is_closed_to_who_cannot_pay_the_others(game: str) -> None:
    """R-INT-5, S-707: owing 5 with treasury 3 and cash 1 the slot is illegal, with 2 legal."""
    position = owing(game, 3, 1)
    refuses(position, "rondel/interest_too_high", "R-INT-5", slot="investor")
    assert len(choices(position)) == 7
    assert {"slot": "investor"} in choices(owing(game, 3, 2))


@both
def test_with_pay_available_the_others_share_clockwise(game: str) -> None:
    """R-INT-5, S-707: 4M for claims of 2 (C) and 3 (A), clockwise from the government B."""
    position = owing(game, 3, 1, options={"investor_shortfall": "pay_available"})
    events = do(position, slot="investor")
    assert [(e["player"], e["amount"]) for e in told(events, "interest_paid")] == [
        ("C", 2),
        ("A", 2),
    ]
    assert cash(position) == {"A": 2, "B": 0, "C": 2, "D": 2}
    assert treasury(position, second(game)) == 0


@both
def test_with_pay_available_an_empty_nation_may_land_too(game: str) -> None:
    """R-INT-5: the slot may always be chosen; with no money at all nobody gets anything."""
    position = owing(game, 0, 0, options={"investor_shortfall": "pay_available"})
    events = do(position, slot="investor")
    assert not told(events, "interest_paid")
    assert cash(position) == {"A": 0, "B": 0, "C": 0, "D": 2}


@pytest.mark.parametrize(("game", "enough"), [("imperial2030", 3), ("imperial", 4)])
def test_price_of_the_move_is_not_there_for_interest(game: str, enough: int) -> None:
    """R-INT-5, X-08: owing 6, treasury 4, four steps away at 1M (classic 2M)."""
    nation = second(game)
    position: dict[str, Any] = {
        "bonds": {nation: {"B": [12], "A": [9], "C": [4]}},
        "treasuries": {nation: 4},
        "rondel": {nation: "taxation"},
        "investor_card": "D",
    }
    legal = game_at(nation, game=game, cash={"B": enough}, **position)
    do(legal, slot="investor")
    assert cash(legal) == {"A": 4, "B": 0, "C": 2, "D": 2}
    illegal = game_at(nation, game=game, cash={"B": enough - 1}, **position)
    refuses(illegal, "rondel/interest_too_high", "R-INT-5", slot="investor")


@both
def test_the_2m_cannot_be_used_for_interest(game: str) -> None:
    """R-INT-6, X-09: the government holds the card; owing 5 it needs 2M of its own."""
    nation = second(game)
    position: dict[str, Any] = {
        "bonds": {nation: {"B": [9], "A": [6], "C": [4]}},
        "treasuries": {nation: 3},
        "investor_card": "B",
    }
    short = game_at(nation, game=game, cash={"B": 1}, **position)
    refuses(short, "rondel/interest_too_high", "R-INT-5", slot="investor")
    exact = game_at(nation, game=game, cash={"B": 2}, **position)
    events = do(exact, slot="investor")
    kinds = [event.kind for event in events]
    assert kinds.index("interest_covered") < kinds.index("investor_paid")
    assert cash(exact)["B"] == 2


def test_with_pay_available_the_2m_is_not_taken_for_interest() -> None:
    """R-INT-6: the government's cash is gone before the 2M comes."""
    nation = "china"
    position = game_at(
        nation,
        bonds={nation: {"B": [9], "A": [6], "C": [4]}},
        investor_card="B",
        options={"investor_shortfall": "pay_available"},
    )
    do(position, slot="investor")
    assert cash(position) == {"A": 0, "B": 2, "C": 0, "D": 0}


@both
def test_interest_asks_nobody_and_may_be_donated_back(game: str) -> None:
    """R-INT-7, R-DON-1: the next decision is the investment; there the money may go back."""
    nation = second(game)
    position = game_at(nation, game=game, treasuries={nation: 9}, investor_card="B")
    do(position, slot="investor")
    assert asked(position) == ("invest", "B")
    assert (cash(position)["B"], treasury(position, nation)) == (6, 5)
    position.donate("B", nation, 4)
    assert (cash(position)["B"], treasury(position, nation)) == (2, 9)


@both
def test_interest_is_paid_on_every_bond_of_every_holder(game: str) -> None:
    """R-INT-1: interest of all bonds of a player is added up, flagless players included."""
    nation = second(game)
    position = game_at(
        nation,
        game=game,
        governments={nations(game)[3]: "A"},
        bonds={nation: {"B": [2, 9], "D": [4, 6]}},
        treasuries={nation: 20},
    )
    events = do(position, slot="investor")
    assert {e["player"]: e["amount"] for e in told(events, "interest_paid")} == {"D": 5, "B": 5}
    assert treasury(position, nation) == 10
