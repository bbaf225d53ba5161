"""Buying bonds and the government check (Rules: 3.16, 3.17)."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
from rondel.engine import title_of
from tests.positions import (
    GAMES,
    asked,
    cash,
    choices,
    do,
    game_at,
    nations,
    refuses,
    told,
    treasury,
    units,
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


def upgrades(game: rondel.Game, nation: str) -> set[tuple[int, int]]:
    """The bonds of a nation that may be exchanged now, as (old, new)."""
    found = [c for c in choices(game) if c["choice"] == "upgrade" and c["nation"] == nation]
    return {(c["from"], c["to"]) for c in found}


def credit(game: rondel.Game, player: str, nation: str) -> int:
    """Sum of the face values a player holds in a nation."""
    return sum(game.snapshot()["bonds"][player].get(nation, []))


# Buying bonds -------------------------------------------------------------------------------


@both
def test_an_investment_is_one_purchase_one_upgrade_or_nothing(game: str) -> None:
    """R-BND-1, R-BND-3: exactly the affordable bonds in stock, affordable upgrades, and pass."""
    first, nation, *rest = nations(game)
    held = {first: {"A": [2, 9]}, nation: {"B": [9], "A": [4]}}
    position = investing(game, bonds=held, cash={"A": 3, "B": 9}, treasuries={nation: 9})
    assert cash(position)["A"] == 7
    assert buys(position, first) == [4, 6]
    assert buys(position, nation) == [2, 6]
    assert all(buys(position, other) == [2, 4, 6] for other in rest if other != rest[2])
    assert upgrades(position, first) == {(2, 4), (2, 6), (9, 12), (9, 16)}
    assert upgrades(position, nation) == {(4, 6)}
    assert upgrades(position, rest[2]) == {(9, 12), (9, 16)}
    assert choices(position).count({"choice": "pass"}) == 1
    do(position, choice="buy", nation=first, value=4)
    assert asked(position) == ("choose_slot", "C")


@pytest.mark.parametrize(("game", "nation"), [("imperial2030", "china"), ("imperial", "italy")])
def test_upgrade_pays_the_difference_into_that_treasury(game: str, nation: str) -> None:
    """R-BND-2, R-BND-3, S-701: 4 to 12 costs 8; the 4 is in stock again."""
    position = investing(
        game, bonds={nation: {"B": [9], "A": [4]}}, cash={"A": 6}, treasuries={nation: 6}
    )
    assert cash(position)["A"] == 10
    before = treasury(position, nation)
    events = do(position, choice="upgrade", nation=nation, from_=4, to=12)
    assert told(events, "bond_upgraded") == [
        {"player": "A", "nation": nation, "old": 4, "new": 12, "price": 8}
    ]
    after = position.snapshot()
    assert after["bonds"]["A"][nation] == [12]
    assert after["treasuries"][nation] == before + 8
    assert after["cash"]["A"] == 2


@both
def test_upgrade_needs_an_own_bond_a_higher_one_and_the_difference(game: str) -> None:
    """R-BND-2, R-BND-3, R-BND-4: not held, not higher, not in stock, too dear."""
    nation = second(game)
    position = investing(
        game, bonds={nation: {"B": [9], "A": [4]}}, cash={"A": 5}, treasuries={nation: 9}
    )
    assert cash(position)["A"] == 9
    upgrade: dict[str, Any] = {"choice": "upgrade", "nation": nation}
    refuses(position, "invest/not_held", "R-BND-2", **upgrade, from_=2, to=6)
    refuses(position, "invest/not_higher", "R-BND-2", **upgrade, from_=4, to=2)
    refuses(position, "invest/not_higher", "R-BND-2", **upgrade, from_=4, to=4)
    first: dict[str, Any] = {"choice": "upgrade", "nation": nations(game)[0]}
    refuses(position, "invest/not_held", "R-BND-2", **first, from_=2, to=2)
    refuses(position, "invest/not_in_stock", "R-BND-4", **upgrade, from_=4, to=9)
    refuses(position, "invest/cash_too_low", "R-BND-3", **upgrade, from_=4, to=16)
    assert {(4, 6), (4, 12)} == upgrades(position, nation)


@both
def test_upgrade_is_judged_by_the_bonds_of_who_invests(game: str) -> None:
    """R-BND-2: C holds the 9 of the third nation, A that of the first."""
    first, _, third, *_ = nations(game)
    position = investing(game, cash={"C": 20}, investor_card="C")
    assert asked(position) == ("invest", "C")
    upgrade: dict[str, Any] = {"choice": "upgrade", "from_": 9}
    refuses(position, "invest/not_higher", "R-BND-2", **upgrade, nation=third, to=6)
    refuses(position, "invest/not_held", "R-BND-2", **upgrade, nation=first, to=12)
    assert (9, 12) in upgrades(position, third)


@both
def test_upgrade_takes_one_bond_from_the_stock_and_returns_one(game: str) -> None:
    """R-BND-2, R-BND-4: after 4 to 12 all other bonds are where they were."""
    nation = nations(game)[2]
    ruled = dict.fromkeys(nations(game), "D") | {second(game): "C"}
    position = investing(
        game,
        governments=ruled,
        bonds={nation: {"D": [9], "A": [4]}},
        cash={"A": 8, "B": 25},
    )
    do(position, choice="upgrade", nation=nation, from_=4, to=12)
    assert asked(position) == ("invest", "B")
    assert buys(position, nation) == [2, 4, 6, 16, 20, 25]


@both
def test_purchase_needs_the_bond_in_stock_and_the_cash(game: str) -> None:
    """R-BND-3, R-BND-4, R-ODD-14: sold bonds and bonds above his cash cannot be had."""
    position = investing(game, cash={"A": 9})
    nation = nations(game)[2]
    refuses(position, "invest/not_in_stock", "R-BND-4", choice="buy", nation=nation, value=9)
    refuses(position, "invest/cash_too_low", "R-BND-3", choice="buy", nation=nation, value=12)
    assert buys(position, nation) == [2, 4, 6]


@both
def test_returned_bond_is_for_sale_at_once(game: str) -> None:
    """R-BND-4, X-06: A upgrades 4 to 12; next B, without government, may buy the 4."""
    nation = second(game)
    ruled = dict.fromkeys(nations(game), "D")
    position = game_at(
        nation,
        game=game,
        governments=ruled,
        bonds={nation: {"D": [9], "A": [4]}},
        cash={"A": 8, "B": 4},
        treasuries={nation: 9},
    )
    do(position, slot="investor")
    assert 4 not in buys(position, nation)
    do(position, choice="upgrade", nation=nation, from_=4, to=12)
    assert asked(position) == ("invest", "B")
    assert buys(position, nation) == [2, 4]
    do(position, choice="buy", nation=nation, value=4)
    assert credit(position, "B", nation) == 4


@both
def test_bonds_are_never_handed_back_but_for_a_higher_one(game: str) -> None:
    """R-BND-5, X-07, F-11: no sale, no gift, and not two bonds for one."""
    nation = second(game)
    position = investing(
        game, bonds={nation: {"B": [12], "A": [2, 4]}}, cash={"A": 9}, treasuries={nation: 9}
    )
    assert {c["choice"] for c in choices(position)} == {"buy", "upgrade", "pass"}
    for action in position.legal_actions():
        after = position.copy()
        after.apply(action)
        assert credit(after, "A", nation) >= 6
    malformed = ("action/malformed", "R-DEC-5")
    refuses(position, *malformed, choice="upgrade", nation=nation, from_=[2, 4], to=9)
    refuses(position, *malformed, choice="sell", nation=nation, value=4)
    refuses(position, *malformed, choice="upgrade", nation=nation, from_=4)


@both
def test_bonds_of_one_nation_cannot_be_changed_for_those_of_another(game: str) -> None:
    """R-BND-2, R-BND-5: an upgrade names one nation; a bond of another is not held there."""
    position = investing(game, cash={"A": 30})
    other = nations(game)[2]
    assert credit(position, "A", other) == 0
    refuses(position, "invest/not_held", "R-BND-2", choice="upgrade", nation=other, from_=9, to=12)


@both
def test_a_player_may_hold_many_bonds_and_invest_in_a_nation_without_government(
    game: str,
) -> None:
    """R-BND-6: a third bond of one nation, and the first of a nation nobody governs."""
    first, last = nations(game)[0], nations(game)[5]
    position: dict[str, Any] = {
        "governments": {last: None},
        "bonds": {first: {"A": [2, 4]}, last: {}},
        "cash": {"A": 9},
    }
    many = investing(game, **position)
    do(many, choice="buy", nation=first, value=6)
    assert many.snapshot()["bonds"]["A"][first] == [2, 4, 6]
    founder = investing(game, **position)
    do(founder, choice="buy", nation=last, value=2)
    assert founder.snapshot()["governments"][last] == "A"


@both
def test_who_can_afford_nothing_passes_unasked(game: str) -> None:
    """R-BND-7, R-DEC-3: B with 1M is not asked; C, who can upgrade, is; no record of the pass."""
    nation = second(game)
    ruled = dict.fromkeys(nations(game), "D")
    position = game_at(
        nation,
        game=game,
        governments=ruled,
        bonds={nation: {"D": [9], "C": [2]}},
        cash={"B": 1, "C": 1},
        treasuries={nation: 9},
    )
    do(position, slot="investor")
    assert cash(position)["C"] == 2
    events = do(position, choice="pass")
    assert told(events, "invest_passed") == [{"player": "A"}, {"player": "B"}]
    assert asked(position) == ("invest", "C")
    assert upgrades(position, nation) == {(2, 4)}
    assert [a.player for a in position.actions()] == ["D", "A"]


@both
def test_card_holder_passes_unasked_when_no_bond_is_cheap_enough(game: str) -> None:
    """R-BND-7, R-INV-5: with 2M and all bonds of 2 sold he cannot invest; the card moves on."""
    sold = {nation: {"D": [9], "B": [2]} for nation in nations(game)}
    treasury = {second(game): 9}
    position = game_at(second(game), game=game, bonds=sold, treasuries=treasury)
    events = do(position, slot="investor")
    assert told(events, "invest_passed") == [{"player": "A"}, {"player": "B"}, {"player": "C"}]
    assert position.snapshot()["investor_card"] == "B"
    assert cash(position)["A"] == 2
    assert asked(position) == ("choose_slot", "D")


# Government check ---------------------------------------------------------------------------


def test_governments_are_checked_once_after_all_investments() -> None:
    """R-GOV-1: A overtakes, B overtakes A in the same turn; one change, from C to B."""
    ruled = dict.fromkeys(nations("imperial2030"), "A") | {"india": "C", "brazil": "D"}
    bonds = {"india": {"C": [4], "B": [2]}}
    position = game_at("china", governments=ruled, bonds=bonds, cash={"A": 7, "B": 12})
    do(position, slot="investor")
    early = do(position, choice="buy", nation="india", value=9)
    assert not told(early, "government_changed")
    assert position.snapshot()["governments"]["india"] == "C"
    late = do(position, choice="buy", nation="india", value=12)
    assert told(late, "government_changed") == [{"nation": "india", "before": "C", "after": "B"}]


@both
def test_check_covers_all_nations_after_a_pass_too(game: str) -> None:
    """R-GOV-1, R-GOV-3: Investor only passed, a nation not on turn changes hands."""
    active, other = second(game), nations(game)[3]
    position = game_at(
        active,
        game=game,
        bonds={other: {"D": [4], "A": [2]}},
        cash={"A": 4},
        rondel={active: "production_1"},
    )
    do(position, slot="import")
    events = do(position, choice="buy", nation=other, value=6)
    assert told(events, "government_changed") == [{"nation": other, "before": "D", "after": "A"}]
    assert position.snapshot()["governments"][other] == "A"


@both
@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("upgrade", [False, True])
def test_purchase_and_upgrade_take_any_nation_over(game: str, number: int, upgrade: bool) -> None:
    """R-GOV-1, R-GOV-3: A passes C's 6 with 4 + 9, or with 12 for his 4, in whichever nation."""
    nation = nations(game)[number]
    position = investing(
        game,
        bonds={nation: {"C": [6], "A": [4]}},
        cash={"A": 9, "C": 9},
        treasuries={nation: 9},
    )
    if upgrade:
        events = do(position, choice="upgrade", nation=nation, from_=4, to=12)
    else:
        events = do(position, choice="buy", nation=nation, value=9)
    assert told(events, "government_changed") == [{"nation": nation, "before": "C", "after": "A"}]


@both
def test_equal_credit_does_not_take_over(game: str) -> None:
    """R-GOV-2, S-702: government 12M, another reaches 12M: no change; 14M would."""
    nation = nations(game)[2]
    held = {nation: {"C": [12], "A": [2, 6]}}
    tied = investing(game, bonds=held, cash={"A": 2})
    events = do(tied, choice="buy", nation=nation, value=4)
    assert credit(tied, "A", nation) == 12
    assert not told(events, "government_changed")
    assert tied.snapshot()["governments"][nation] == "C"
    more = investing(game, bonds=held, cash={"A": 7})
    events = do(more, choice="buy", nation=nation, value=9)
    assert told(events, "government_changed") == [{"nation": nation, "before": "C", "after": "A"}]


@both
def test_credit_counts_not_the_number_of_bonds_or_their_interest(game: str) -> None:
    """R-GOV-3: one bond of 16 (interest 6) governs against 2+4+6 (interest 6) and against 9+4."""
    nation = nations(game)[2]
    held = {nation: {"C": [2, 4, 6], "A": []}}
    position = investing(game, bonds=held, cash={"A": 14})
    do(position, choice="buy", nation=nation, value=16)
    assert position.snapshot()["governments"][nation] == "A"


@both
def test_first_bond_founds_a_government(game: str) -> None:
    """R-GOV-3: no government and somebody has a bond: he takes the flag card."""
    last = nations(game)[5]
    position = investing(game, governments={last: None})
    events = do(position, choice="buy", nation=last, value=2)
    assert told(events, "government_changed") == [{"nation": last, "before": None, "after": "A"}]


def _two_new_leaders(card: str) -> rondel.Game:
    """India is governed by A with 9; D and B (no governments) can both reach 12."""
    ruled = dict.fromkeys(nations("imperial2030"), "C") | {"india": "A"}
    bonds = {"india": {"A": [9], "B": [2, 6]}}
    position = game_at(
        "china", governments=ruled, bonds=bonds, cash={"B": 4, "D": 12}, investor_card=card
    )
    do(position, slot="investor")
    return position


@pytest.mark.parametrize(
    ("card", "order", "after"),
    [("D", ["D", "B"], "D"), ("A", ["A", "B", "D"], "B"), ("C", ["C", "D", "B"], "D")],
)
def test_tie_of_new_leaders_goes_clockwise_from_the_card(
    card: str, order: list[str], after: str
) -> None:
    """R-GOV-4, S-703: D and B both reach 12M; counting from the holder, himself first."""
    position = _two_new_leaders(card)
    spend = {"D": 12, "B": 4}
    for player in order:
        assert asked(position) == ("invest", player)
        if player in spend:
            events = do(position, choice="buy", nation="india", value=spend[player])
        else:
            events = do(position, choice="pass")
    assert told(events, "government_changed") == [
        {"nation": "india", "before": "A", "after": after}
    ]


def test_card_passes_after_the_government_check() -> None:
    """R-INV-8, R-GOV-4: ties are counted from the old holder, then the card moves."""
    position = _two_new_leaders("D")
    do(position, choice="buy", nation="india", value=12)
    events = do(position, choice="buy", nation="india", value=4)
    kinds = [event.kind for event in events]
    assert kinds.index("government_changed") < kinds.index("investor_card_passed")
    assert told(events, "investor_card_passed") == [{"before": "D", "after": "A"}]


@both
def test_new_government_inherits_everything_as_it_is(game: str) -> None:
    """R-GOV-5, X-59: stance, marker, treasury, units and flags stay; only the flag card moves."""
    nation, foreign = nations(game)[2], title_of(game).board.region_ids[0]
    sea = title_of(game).board.region_ids[-1]
    position = investing(
        game,
        bonds={nation: {"C": [9], "A": [4]}},
        cash={"A": 4},
        treasuries={nation: 7},
        units={nation: {foreign: {"hostile_armies": 1, "friendly_armies": 2}, sea: {"fleets": 1}}},
        flags={nation: [sea]},
        rondel={nation: "taxation"},
        power={nation: 8},
    )
    kept = ("units", "flags", "rondel", "power", "factories", "tax_marker")
    before: dict[str, Any] = {**position.snapshot()}
    do(position, choice="buy", nation=nation, value=6)
    after: dict[str, Any] = {**position.snapshot()}
    assert after["governments"][nation] == "A"
    assert {key: after[key] for key in kept} == {key: before[key] for key in kept}
    assert after["treasuries"][nation] == 7 + 6
    assert units(position, nation)[foreign] == {"hostile_armies": 1, "friendly_armies": 2}
    assert asked(position) == ("choose_slot", "A")


@both
def test_new_government_covers_the_interest(game: str) -> None:
    """R-GOV-5, R-INT-3: A takes the nation over and pays its shortfall to the old government."""
    nation = nations(game)[2]
    position = investing(game, bonds={nation: {"C": [12], "A": [9]}}, cash={"A": 12})
    do(position, choice="buy", nation=nation, value=6)
    assert asked(position) == ("choose_slot", "A")
    assert treasury(position, nation) == 6
    position.apply({"choice": {"slot": "investor"}})
    assert treasury(position, nation) == 0
    assert cash(position)["C"] == 5
    assert cash(position)["A"] == 8 + 1


def test_swiss_bank_comes_and_goes() -> None:
    """R-GOV-6, S-705: B loses his only government, D with a Swiss Bank takes one over."""
    ruled = dict.fromkeys(nations("imperial2030"), "C") | {"india": "B"}
    bonds = {"india": {"B": [4], "D": [2]}}
    position = game_at("china", governments=ruled, bonds=bonds, cash={"A": 2, "D": 6})
    assert position.snapshot()["swiss_banks"] == ["A", "D"]
    do(position, slot="investor")
    do(position, choice="pass")
    events = do(position, choice="buy", nation="india", value=6)
    assert told(events, "government_changed") == [{"nation": "india", "before": "B", "after": "D"}]
    assert told(events, "swiss_bank_gained") == [{"player": "B"}]
    assert told(events, "swiss_bank_returned") == [{"player": "D"}]
    assert position.snapshot()["swiss_banks"] == ["A", "B"]


@pytest.mark.parametrize(("edition", "banks"), [("2006", []), ("later", ["D"])])
def test_classic_hands_out_swiss_banks_only_in_the_later_edition(
    edition: str, banks: list[str]
) -> None:
    """R-GOV-6: the tile exists in the later edition; in that of 2006 D is merely flagless."""
    position = game_at(
        "italy",
        game="imperial",
        options={"edition": edition},
        bonds={"great_britain": {"D": [4], "A": [2]}},
        cash={"A": 5},
    )
    do(position, slot="investor")
    events = do(position, choice="buy", nation="great_britain", value=6)
    assert [e["player"] for e in told(events, "swiss_bank_gained")] == banks
    assert position.snapshot()["swiss_banks"] == banks


@both
def test_no_investment_ever_leaves_a_nation_without_government(game: str) -> None:
    """R-GOV-7: whatever A does, credit sums do not fall and no government is given up."""
    position = investing(game, cash={"A": 40}, governments={nations(game)[5]: None})
    before = position.snapshot()["governments"]
    for action in position.legal_actions():
        after = position.copy()
        after.apply(action)
        ruled = after.snapshot()["governments"]
        assert all(ruled[nation] for nation, player in before.items() if player)
        for nation in nations(game):
            assert credit(after, "A", nation) >= credit(position, "A", nation)
