"""The end of the game, scores and places (Rules: section 5)."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
from tests.positions import GAMES, asked, cash, do, game_at, nations, refuses, told, treasury

both = pytest.mark.parametrize("game", GAMES)


def ended(game: str, power: dict[str, int] | None = None, **position: Any) -> rondel.Game:
    """The last nation (governed by B unless said otherwise) has taxed its way from 24 to 25."""
    last = nations(game)[5]
    found = game_at(
        last,
        game=game,
        power={last: 24, **(power or {})},
        factories={last: _three_homes(game)},
        # Classic: the marker does not rise. 2030: pay uses up the revenue. So there is no bonus.
        tax_marker={last: 1 if game == "imperial" else 0},
        units={last: {_three_homes(game)[0]: {"armies": 6}}},
        **position,
    )
    do(found, slot="taxation")
    assert found.over
    return found


def _three_homes(game: str) -> list[str]:
    return {
        "imperial2030": ["berlin", "london", "paris"],
        "imperial": ["kiev", "moscow", "odessa"],
    }[game]


def scores(game: rondel.Game) -> dict[str, int]:
    """The final scores."""
    assert game.result is not None
    found: dict[str, int] = game.result["scores"]
    return found


def places(game: rondel.Game) -> list[list[str]]:
    """The final ranking."""
    assert game.result is not None
    found: list[list[str]] = game.result["ranking"]
    return found


# The end ------------------------------------------------------------------------------------


@both
def test_game_ends_at_once_at_25_points(game: str) -> None:
    """R-END-1, R-END-2: no decision, no legal action, no turn of the next nation."""
    position = ended(game)
    assert position.decision is None
    assert list(position.legal_actions()) == []
    assert position.snapshot()["turn"]["nation"] == nations(game)[5]
    assert position.snapshot()["power"][nations(game)[5]] == 25


@both
def test_24_points_do_not_end_the_game(game: str) -> None:
    """R-END-1: 23 points and one more: play goes on and there is no result."""
    last = nations(game)[5]
    homes = {last: _three_homes(game)}
    position = game_at(last, game=game, power={last: 23}, factories=homes)
    do(position, slot="taxation")
    assert position.snapshot()["power"][last] == 24
    assert not position.over
    assert position.result is None
    assert asked(position) == ("choose_slot", "A")


@both
def test_last_turn_that_passed_investor_has_no_investor_steps(game: str) -> None:
    """R-END-2, S-207: maneuver_1 to taxation passes Investor; no 2M, no investing, same card."""
    last = nations(game)[5]
    position = game_at(
        last,
        game=game,
        power={last: 24},
        factories={last: _three_homes(game)},
        rondel={last: "maneuver_1"},
        cash={"A": 20, "B": 10},
        governments={nations(game)[2]: "A"},
    )
    events = do(position, slot="taxation")
    assert told(events, "marker_moved")[0]["passes_investor"] is True
    assert told(events, "marker_moved")[0]["steps"] == 5
    assert position.over
    assert not told(events, "investor_paid") + told(events, "investor_card_passed")
    assert cash(position)["A"] == 20
    assert position.snapshot()["investor_card"] == "A"


def test_the_same_turn_one_point_short_of_the_end_has_investor_steps() -> None:
    """R-END-2: with 23 points before, the passed Investor counts."""
    position = game_at(
        "europe",
        power={"europe": 23},
        factories={"europe": _three_homes("imperial2030")},
        rondel={"europe": "maneuver_1"},
        cash={"B": 10},
    )
    events = do(position, slot="taxation")
    assert told(events, "investor_paid") == [{"player": "A", "amount": 2}]
    assert asked(position) == ("invest", "A")


@both
def test_end_leaves_out_the_investment_round_too(game: str) -> None:
    """R-END-2: without investor card no round follows the last Taxation."""
    position = ended(game, options={"investor_card": False}, cash={"A": 20, "B": 20})
    assert position.decision is None


@both
def test_nothing_can_be_done_after_the_end(game: str) -> None:
    """R-END-2, R-DEC-5: actions and gifts are refused, the position stays."""
    position = ended(game, cash={"B": 5})
    refuses(position, "game/over", "R-END-2", slot="factory")
    before = position.snapshot()
    with pytest.raises(rondel.IllegalAction) as caught:
        position.donate("B", nations(game)[5], 1)
    assert (caught.value.code, caught.value.clause) == ("donate/not_now", "R-DON-2")
    assert position.snapshot() == before


# Scores -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "nation"), [("imperial2030", "india"), ("imperial", "france")])
def test_value_of_a_bond(game: str, nation: str) -> None:
    """R-SCO-1, S-204: 17 points are factor 3; the bond of 12 (interest 5) is worth 15."""
    position = ended(game, power={nation: 17}, bonds={nation: {"C": [12]}})
    assert scores(position)["C"] == 15


FACTORS = [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3), (19, 3), (20, 4), (24, 4)]


@both
@pytest.mark.parametrize(("power", "factor"), FACTORS)
def test_score_is_interest_times_factor(game: str, power: int, factor: int) -> None:
    """R-SCO-1: over all bonds of all nations; the nation on 25 has factor 5."""
    third, last = nations(game)[2], nations(game)[5]
    bonds = {third: {"C": [9, 2]}, last: {"B": [9], "C": [4]}}
    position = ended(game, power={third: power}, bonds=bonds)
    assert scores(position)["C"] == (4 + 1) * factor + 2 * 5


@both
def test_cash_counts_one_to_one(game: str) -> None:
    """R-SCO-1, R-SCO-2: cash of 7 is 7 points; treasury, flags, units count nothing."""
    third = nations(game)[2]
    plain = ended(game, cash={"C": 7})
    assert scores(plain)["C"] == 7
    sea = "indian_ocean" if game == "imperial2030" else "north_sea"
    rich = ended(game, cash={"C": 7}, treasuries={third: 50}, flags={third: [sea]})
    assert treasury(rich, third) == 50
    assert scores(rich) == scores(plain)


def test_swiss_bank_counts_nothing() -> None:
    """R-SCO-2: C holds a Swiss Bank and no bond: his score is his cash."""
    position = ended("imperial2030", governments={"india": "A"}, cash={"C": 3})
    assert position.snapshot()["swiss_banks"] == ["C"]
    assert scores(position)["C"] == 3


@both
def test_the_end_tells_scores_and_places(game: str) -> None:
    """R-SCO-1, R-SCO-3, R-SCO-6: most points win; the event and the result agree."""
    last = nations(game)[5]
    homes = {last: _three_homes(game)}
    cash_of = {"A": 3, "B": 1, "C": 9, "D": 5}
    position = game_at(last, game=game, power={last: 24}, factories=homes, cash=cash_of)
    events = do(position, slot="taxation")
    bonus = 1
    expected = {"A": 3, "B": 1 + bonus + 4 * 5, "C": 9, "D": 5}
    [end] = told(events, "game_ended")
    assert end["nation"] == last
    assert end["scores"] == scores(position) == expected
    assert end["ranking"] == places(position) == [["B"], ["C"], ["D"], ["A"]]


# Ties ---------------------------------------------------------------------------------------


@both
def test_tie_is_broken_by_credit_in_the_strongest_nations(game: str) -> None:
    """R-SCO-3, S-205: equal in the first nation (6 against 2+4), 12 against 6 in the second."""
    first, second, last = nations(game)[0], nations(game)[1], nations(game)[5]
    bonds = {
        last: {"C": [9], "A": [6], "B": [2, 4]},
        second: {"A": [12], "B": [6]},
        first: {"A": [9]},
    }
    # A: 5 * 3 + 2 * 5; B: 5 * 3 + 2 * 3 and 4M more in cash.
    position = ended(game, power={second: 12}, bonds=bonds, cash={"B": 4})
    assert scores(position)["A"] == scores(position)["B"]
    assert places(position) == [["A"], ["B"], ["C"], ["D"]]
    other = ended(game, power={second: 12}, bonds=bonds, cash={"B": 5})
    assert places(other) == [["B"], ["A"], ["C"], ["D"]]


@both
def test_tie_looks_first_at_the_nation_with_most_points(game: str) -> None:
    """R-SCO-3: B has more in the strongest nation, A more in all the others: B wins."""
    first, last = nations(game)[0], nations(game)[5]
    bonds = {last: {"C": [16], "A": [2], "B": [4]}, first: {"A": [25]}}
    position = ended(game, bonds=bonds, cash={"A": 5})
    assert scores(position)["A"] == scores(position)["B"] == 10
    assert places(position).index(["B"]) < places(position).index(["A"])


@both
def test_nations_with_equal_points_are_taken_in_turn_order(game: str) -> None:
    """R-SCO-4, X-35: the first and the second nation both have 3 points: the first decides."""
    first, second, *_ = nations(game)
    bonds = {first: {"A": [4], "C": [9]}, second: {"B": [16], "C": [20]}}
    tied = {first: 3, second: 3}
    ruled = {nations(game)[4]: "D", nations(game)[5]: "D"}
    position = ended(game, power=tied, bonds=bonds, governments=ruled)
    assert scores(position)["A"] == scores(position)["B"] == 0
    assert places(position).index(["A"]) < places(position).index(["B"])
    other = ended(game, power={first: 2, second: 3}, bonds=bonds, governments=ruled)
    assert places(other).index(["B"]) < places(other).index(["A"])


@both
def test_players_equal_in_everything_share_the_place(game: str) -> None:
    """R-SCO-5, X-35: same score and same credit in all six nations: one place for both."""
    ruled = dict.fromkeys(nations(game), "D")
    position = ended(game, governments=ruled, cash={"A": 4, "B": 1, "C": 4})
    assert places(position) == [["D"], ["A", "C"], ["B"]]


@both
def test_credit_may_be_made_of_different_bonds(game: str) -> None:
    """R-SCO-3, R-SCO-5: 6 and 2+4 are the same credit and pay the same: a shared place."""
    last = nations(game)[5]
    ruled = dict.fromkeys(nations(game)[:5], "D")
    bonds = {last: {"D": [9], "A": [6], "B": [2, 4]}}
    position = ended(game, governments=ruled, bonds=bonds)
    assert places(position) == [["D"], ["A", "B"], ["C"]]


@both
def test_all_places_are_ranked_by_the_tie_break(game: str) -> None:
    """R-SCO-6, X-56: B and C tie for the second place, D and A for the last."""
    first, last = nations(game)[0], nations(game)[5]
    ruled = dict.fromkeys(nations(game)[1:5], "E") | {last: "E"}
    bonds = {first: {"E": [12], "C": [4], "B": [2], "A": [9], "D": [6]}}
    position = ended(
        game, players=5, governments=ruled, bonds=bonds, cash={"B": 5, "C": 5, "A": 1, "D": 1}
    )
    assert places(position) == [["E"], ["C"], ["B"], ["A"], ["D"]]
