"""The variant without investor card: rounds of investment around turns (Rules: 1.8)."""

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

RICH = {"A": 12, "B": 12, "C": 12, "D": 12}


def cardless(game: str, number: int, instead: bool = False, **position: Any) -> rondel.Game:
    """The turn of the nation with this number, without investor card; 12M for everybody."""
    extra = "instead" if instead else "extra"
    options = {"investor_card": False, "no_card_extra_investment": extra}
    position = {"cash": RICH, **position}
    return game_at(nations(game)[number], game=game, options=options, **position)


def taxed(game: str, number: int, instead: bool = False, **position: Any) -> rondel.Game:
    """The same after the nation has taxed, in the round that follows."""
    found = cardless(game, number, instead, **position)
    do(found, slot="taxation")
    return found


def offered(game: rondel.Game) -> set[str]:
    """The nations of which bonds are on offer."""
    return {choice["nation"] for choice in choices(game) if choice["choice"] != "pass"}


def pass_all(game: rondel.Game) -> list[str]:
    """Everybody passes; returns who was asked, in order."""
    order = []
    while kind(game) == "invest":
        assert game.decision is not None
        order.append(game.decision.player)
        do(game, choice="pass")
    return order


# The round after a turn ---------------------------------------------------------------------


@both
@pytest.mark.parametrize("slot", ["investor", "import", "taxation"])
def test_nobody_ever_gets_2m(game: str, slot: str) -> None:
    """R-VNC-1, R-VNC-2, R-INV-3, S-903: landing on or passing Investor, there is no card."""
    nation = nations(game)[1]
    position = cardless(game, 1, rondel={nation: "maneuver_1"}, cash={"B": 10})
    assert position.snapshot()["investor_card"] is None
    events = do(position, slot=slot)
    while kind(position) != "choose_slot":
        last = {"done": True} if kind(position) == "import_unit" else {"choice": "pass"}
        events += do(position, **last)
    assert not told(events, "investor_paid") + told(events, "investor_card_passed")
    assert position.snapshot()["investor_card"] is None


@both
def test_with_the_card_steps_two_to_five_follow(game: str) -> None:
    """R-INV-3, R-VNC-1: the other side: with the card the holder gets 2M and any nation."""
    position = game_at(nations(game)[1], game=game)
    events = do(position, slot="investor")
    assert told(events, "investor_paid") == [{"player": "A", "amount": 2}]
    assert offered(position) == set(nations(game))
    assert position.decision is not None
    assert position.decision.context == {}


@both
def test_landing_on_investor_pays_interest_and_nothing_else(game: str) -> None:
    """R-VNC-2, S-903: interest by the ordinary rules, then the round for the nation."""
    nation = nations(game)[1]
    bonds = {nation: {"B": [9], "C": [4]}}
    position = cardless(game, 1, bonds=bonds, treasuries={nation: 7}, cash={"A": 2})
    events = do(position, slot="investor")
    paid = [(e["player"], e["amount"]) for e in told(events, "interest_paid")]
    assert paid == [("C", 2), ("B", 4)]
    assert treasury(position, nation) == 1
    assert asked(position) == ("invest", "B")
    assert offered(position) == {nation}


@both
def test_landing_is_subject_to_the_shortfall_rule(game: str) -> None:
    """R-VNC-2, R-INT-5: what the treasury lacks the government needs in cash here too."""
    nation = nations(game)[1]
    bonds = {nation: {"B": [9], "C": [6]}}
    position = cardless(game, 1, bonds=bonds, treasuries={nation: 1}, cash={"B": 1})
    refuses(position, "rondel/interest_too_high", "R-INT-5", slot="investor")


@both
def test_passing_investor_has_no_effect_of_its_own(game: str) -> None:
    """R-VNC-2, S-903: the same round follows a turn that passes and one that does not."""
    nation = nations(game)[1]
    orders = []
    for marker in ("production_1", "import"):
        position = cardless(game, 1, rondel={nation: marker})
        events = do(position, slot="production_2")
        events += do(position, done=True)
        assert not told(events, "interest_paid")
        assert offered(position) == {nation}
        orders.append(pass_all(position))
    assert orders[0] == orders[1] == ["B", "C", "D", "A"]


def test_swiss_bank_may_still_force_a_stop() -> None:
    """R-VNC-2: what it forces is the payment of interest; then comes the ordinary round."""
    position = cardless(
        "imperial2030",
        1,
        governments={"brazil": "A"},
        rondel={"china": "maneuver_1"},
        treasuries={"china": 5},
    )
    do(position, slot="import")
    assert asked(position) == ("swiss_force", "D")
    events = do(position, force=True)
    assert told(events, "interest_paid")[0]["amount"] == 4
    assert asked(position) == ("invest", "B")
    assert offered(position) == {"china"}


@both
def test_government_invests_first_then_the_others_clockwise(game: str) -> None:
    """R-VNC-3, R-VNC-4, R-VNC-5, S-901: B, C, A in turn, in the nation only; then the next."""
    nation = nations(game)[1]
    position = game_at(
        nation,
        game=game,
        players=3,
        options={"investor_card": False},
        cash={"A": 9, "B": 9, "C": 9},
    )
    do(position, slot="factory")
    do(position, decline=True)
    for player in ("B", "C", "A"):
        assert asked(position) == ("invest", player)
        assert offered(position) == {nation}
        do(position, choice="pass")
    assert asked(position) == ("choose_slot", "C")
    assert position.snapshot()["turn"]["nation"] == nations(game)[2]


@both
def test_round_follows_every_slot(game: str) -> None:
    """R-VNC-3: also after an action that did nothing."""
    nation = nations(game)[1]
    for slot in ("factory", "maneuver_1", "import", "taxation"):
        position = cardless(game, 1, cash={"C": 5})
        do(position, slot=slot)
        assert asked(position) == ("invest", "C")
        assert offered(position) == {nation}


@both
def test_no_round_after_the_end_of_the_game(game: str) -> None:
    """R-VNC-3: the nation reaches 25 points: nobody invests any more."""
    nation = nations(game)[1]
    sea = "indian_ocean" if game == "imperial2030" else "ionian_sea"
    land = "korea" if game == "imperial2030" else "tunis"
    position = taxed(game, 1, power={nation: 24}, flags={nation: [sea, land]})
    assert position.over


@both
def test_each_player_invests_once_in_the_nation(game: str) -> None:
    """R-VNC-5: a purchase or an upgrade of the nation's bonds; others are refused."""
    nation, other = nations(game)[1], nations(game)[5]
    position = taxed(game, 1)
    refuses(position, "invest/other_nation", "R-VNC-5", choice="buy", nation=other, value=2)
    held: dict[str, Any] = {"choice": "upgrade", "nation": other, "from_": 9, "to": 12}
    refuses(position, "invest/other_nation", "R-VNC-5", **held)
    before = treasury(position, nation)
    events = do(position, choice="upgrade", nation=nation, from_=9, to=12)
    assert told(events, "bond_upgraded")[0]["price"] == 3
    assert treasury(position, nation) == before + 3
    assert asked(position) == ("invest", "C")
    do(position, choice="buy", nation=nation, value=9)
    assert pass_all(position) == ["D", "A"]


# Players without government ----------------------------------------------------------------


@both
def test_flagless_players_invest_once_more_anywhere(game: str) -> None:
    """R-VNC-6, R-VNC-10, S-902: after B, C, A one more opportunity for A, in any nation."""
    nation = nations(game)[1]
    ruled = {nations(game)[0]: "B", nations(game)[3]: "C"}
    position = game_at(
        nation,
        game=game,
        players=3,
        options={"investor_card": False},
        governments=ruled,
        cash={"A": 9, "B": 9, "C": 9},
    )
    do(position, slot="taxation")
    seen = []
    while kind(position) == "invest":
        assert position.decision is not None
        seen.append((position.decision.player, len(offered(position))))
        do(position, choice="pass")
    assert seen == [("B", 1), ("C", 1), ("A", 1), ("A", 6)]


@both
def test_with_extra_one_may_invest_twice_in_the_nation(game: str) -> None:
    """R-VNC-6: once with all the others, once more in any nation, the same one included."""
    nation = nations(game)[1]
    position = taxed(game, 1, governments={nations(game)[2]: "A"})
    do(position, choice="pass")
    assert asked(position) == ("invest", "C")
    do(position, choice="buy", nation=nation, value=4)
    do(position, choice="pass")
    do(position, choice="pass")
    assert asked(position) == ("invest", "C")
    do(position, choice="upgrade", nation=nation, from_=4, to=6)
    assert position.snapshot()["bonds"]["C"][nation] == [6]
    assert cash(position)["C"] == 12 - 6
    assert kind(position) == "choose_slot"


@both
def test_extra_opportunities_keep_the_order_of_the_round(game: str) -> None:
    """R-VNC-6: B governs; C and A have no government: both invest once more, C first."""
    ruled = dict.fromkeys(nations(game), "D") | {nations(game)[1]: "B"}
    position = taxed(game, 1, governments=ruled)
    assert pass_all(position) == ["B", "C", "D", "A", "C", "A"]


@both
def test_with_instead_the_only_opportunity_is_open_to_all_nations(game: str) -> None:
    """R-VNC-6, S-902: A, without government, is asked once, about all nations."""
    ruled = dict.fromkeys(nations(game), "D") | {nations(game)[1]: "B"}
    position = taxed(game, 1, instead=True, governments=ruled)
    seen = []
    while kind(position) == "invest":
        assert position.decision is not None
        seen.append((position.decision.player, len(offered(position))))
        do(position, choice="pass")
    assert seen == [("B", 1), ("C", 6), ("D", 1), ("A", 6)]


def test_who_counts_as_swiss_bank_is_fixed_before_the_round() -> None:
    """R-VNC-6, R-VNC-7: D loses his only nation in the round: no extra opportunity yet."""
    ruled = dict.fromkeys(nations("imperial2030"), "B")
    bonds = {"china": {"D": [9], "A": [4]}}
    position = taxed("imperial2030", 1, governments=ruled | {"china": "D"}, bonds=bonds)
    assert asked(position) == ("invest", "D")
    do(position, choice="pass")
    do(position, choice="buy", nation="china", value=6)
    assert pass_all(position) == ["B", "C", "A", "C"]
    after = position.snapshot()
    assert after["governments"]["china"] == "A"
    assert after["swiss_banks"] == ["C", "D"]


# The check ----------------------------------------------------------------------------------


@both
def test_check_comes_at_the_end_and_covers_all_nations(game: str) -> None:
    """R-VNC-7: C, without government, buys in another nation: it changes hands after the round."""
    other = nations(game)[5]
    position = taxed(game, 1, governments={nations(game)[2]: "A"}, bonds={other: {"B": [4]}})
    for _ in range(4):
        events = do(position, choice="pass")
    events = do(position, choice="buy", nation=other, value=6)
    assert told(events, "government_changed") == [{"nation": other, "before": "B", "after": "C"}]


@both
@pytest.mark.parametrize("player", ["A", "C"])
def test_ties_count_from_the_government_that_held_the_nation(game: str, player: str) -> None:
    """R-VNC-7, X-50: A and C both overtake B with 12; counted from B, C comes first.

    The other way round, with the nation governed by D, A comes first.
    """
    nation, government = nations(game)[1], {"C": "B", "A": "D"}[player]
    bonds = {nation: {government: [9], "A": [2, 6]}}
    position = taxed(game, 1, bonds=bonds)
    buys = {"A": 4, "C": 12}
    events: list[rondel.Event] = []
    while kind(position) == "invest":
        assert position.decision is not None
        value = buys.pop(position.decision.player, 0)
        answer = {"choice": "buy", "nation": nation, "value": value} if value else {}
        events = do(position, **(answer or {"choice": "pass"}))
    assert told(events, "government_changed") == [
        {"nation": nation, "before": government, "after": player}
    ]


# A nation without government ---------------------------------------------------------------


def before_last(game: str, instead: bool = False, **position: Any) -> rondel.Game:
    """The fifth nation (of D) has had its turn and round; the sixth has no government."""
    fifth, last = nations(game)[4:]
    ruled = {fifth: "D", last: None, **position.pop("governments", {})}
    return taxed(game, 4, instead, governments=ruled, **position)


@both
def test_round_before_the_turn_of_a_nation_without_government(game: str) -> None:
    """R-VNC-8, R-VNC-10, S-904: D, then clockwise, only in that nation; nobody buys: skipped."""
    position = before_last(game)
    assert pass_all(position.copy())[:4] == ["D", "A", "B", "C"]
    for _ in range(4):
        do(position, choice="pass")
    for player in ("D", "A", "B", "C"):
        assert asked(position) == ("invest", player)
        assert offered(position) == {nations(game)[5]}
        assert position.snapshot()["turn"]["nation"] == nations(game)[5]
        events = do(position, choice="pass")
    assert told(events, "nation_skipped") == [{"nation": nations(game)[5]}]
    assert asked(position) == ("choose_slot", "A")


@both
def test_new_government_takes_the_turn_at_once_and_its_round_follows(game: str) -> None:
    """R-VNC-8, R-VNC-3, S-904: B buys, governs, moves now; the round after it begins with B."""
    last = nations(game)[5]
    position = before_last(game)
    for _ in range(4):
        do(position, choice="pass")
    do(position, choice="pass")
    do(position, choice="pass")
    do(position, choice="buy", nation=last, value=4)
    do(position, choice="pass")
    assert asked(position) == ("choose_slot", "B")
    assert position.snapshot()["turn"]["nation"] == last
    do(position, slot="taxation")
    assert pass_all(position) == ["B", "C", "D", "A"]
    assert position.snapshot()["turn"]["last_nation"] == last
    assert asked(position) == ("choose_slot", "A")


@both
@pytest.mark.parametrize("instead", [False, True])
def test_round_before_a_turn_is_for_that_nation_only(game: str, instead: bool) -> None:
    """R-VNC-8: players without government have one opportunity like all, only in the nation."""
    position = before_last(game, instead, governments={nations(game)[2]: "A"})
    last = nations(game)[5]
    while offered(position) != {last}:
        do(position, choice="pass")
    order = []
    while kind(position) == "invest":
        assert position.decision is not None
        order.append(position.decision.player)
        assert offered(position) == {last}
        do(position, choice="pass")
    assert order == ["D", "A", "B", "C"]


@both
def test_first_to_decide_is_who_governs_the_last_nation_now(game: str) -> None:
    """R-VNC-8: A takes the fifth nation over in its own round; he is asked first afterwards."""
    fifth, last = nations(game)[4:]
    position = before_last(game, bonds={fifth: {"D": [4]}, last: {}})
    do(position, choice="pass")
    do(position, choice="buy", nation=fifth, value=6)
    do(position, choice="pass")
    do(position, choice="pass")
    assert position.snapshot()["governments"][fifth] == "A"
    assert pass_all(position) == ["A", "B", "C", "D"]


@both
def test_skipped_nations_do_not_count_as_the_last_one(game: str) -> None:
    """R-VNC-8: fifth and sixth have no government: both rounds begin with the fourth's, C."""
    third, fourth, fifth, last = nations(game)[2:]
    ruled = {third: "D", fourth: "C", fifth: None, last: None}
    position = taxed(game, 3, governments=ruled)
    assert pass_all(position) == ["C", "D", "A", "B"] * 3
    assert asked(position) == ("choose_slot", "A")
    assert position.snapshot()["turn"]["last_nation"] == fourth


@both
def test_highest_bond_of_the_round_governs(game: str) -> None:
    """R-VNC-8, R-GOV-3: D takes 4 and A takes 6: A governs and moves."""
    last = nations(game)[5]
    position = before_last(game)
    for _ in range(4):
        do(position, choice="pass")
    do(position, choice="buy", nation=last, value=4)
    do(position, choice="buy", nation=last, value=6)
    do(position, choice="pass")
    events = do(position, choice="pass")
    assert told(events, "government_changed") == [{"nation": last, "before": None, "after": "A"}]
    assert asked(position) == ("choose_slot", "A")


def dealt(game: str) -> rondel.Game:
    """A game of four in which the first nation begins without government."""
    cards = {
        "imperial2030": ["china", "india", "brazil", "europe"],
        "imperial": ["italy", "great_britain", "german_empire", "russia"],
    }[game]
    deal = {player: [card] for player, card in zip("ABCD", cards, strict=True)}
    options = {"investor_card": False}
    return rondel.Game.new(game, list("ABCD"), options, start={"deal": deal})


@both
def test_no_round_before_the_first_turn_of_the_game(game: str) -> None:
    """R-VNC-9, X-36: the first nation is skipped until the order comes round."""
    position = dealt(game)
    assert position.snapshot()["governments"][nations(game)[0]] is None
    assert asked(position) == ("choose_slot", "A")
    assert position.snapshot()["turn"] == {
        "round": 1,
        "nation": nations(game)[1],
        "last_nation": None,
        "phase": "slot",
    }
    assert told(position.opening, "nation_skipped") == [{"nation": nations(game)[0]}]
    assert not told(position.opening, "invest_passed")


@both
def test_round_is_held_once_the_order_has_come_round(game: str) -> None:
    """R-VNC-8, R-VNC-9: in the second round of turns the same nation is offered first."""
    ruled = {nations(game)[0]: None}
    position = taxed(game, 5, governments=ruled, last_nation=None)
    assert pass_all(position.copy()) == ["B", "C", "D", "A"] * 2
    for _ in range(4):
        do(position, choice="pass")
    assert offered(position) == {nations(game)[0]}
    assert position.snapshot()["turn"]["round"] == 3
