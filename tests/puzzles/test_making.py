"""How puzzles are found: themes, grades, searches that tell choices apart, and checks."""

from __future__ import annotations

import pytest

from rondel.engine import Game, title_of
from rondel.judging import strongest
from rondel.puzzles import Plan, Puzzle, check, game_at, library, made_anew, make
from rondel.puzzles.grading import grade_of
from rondel.puzzles.making import Workshop, game_of, holds, id_of, weighed
from rondel.puzzles.mining import finds
from rondel.puzzles.shapes import MadeBy
from rondel.puzzles.themes import theme_of
from rondel.puzzles.weighing import ROUND
from tests.positions import army, do, moving_armies
from tests.positions import game_at as position

ALL = [one.puzzle for one in library().values()]
CLEAREST = max(ALL, key=lambda puzzle: puzzle["choices"][1]["behind"] - puzzle["margin"])


def theme(game: Game, **choice: object) -> str:
    """The theme of a decision in which this would be best."""
    return theme_of(game, game.read({"choice": choice}))


# Themes -------------------------------------------------------------------------------------


def test_slots_of_the_rondel_have_their_themes() -> None:
    game = position("russia")
    slots = {"investor": "investor", "factory": "factory", "import": "arms", "maneuver_1": "march"}
    assert {slot: theme(game, slot=slot) for slot in slots} == slots


def test_taxation_near_the_end_belongs_to_the_race() -> None:
    board = title_of("imperial2030").board
    cities = board.ids(board.home[board.nation_ids.index("russia")])
    for power, named in ((10, "taxation"), (19, "race")):
        game = position("russia", power={"russia": power}, factories={"russia": cities})
        assert theme(game, slot="taxation") == named


def invests(game: Game) -> Game:
    """The game when its nation has stopped on Investor and somebody may invest."""
    game.apply({"choice": {"slot": "investor"}})
    return game


def test_bonds_are_told_apart_by_what_becomes_of_governments() -> None:
    bonds = {"china": {"B": [4]}, "india": {"A": [9], "C": [4]}, "brazil": {"D": [30]}}
    cash = {"A": 12, "B": 0, "C": 20, "D": 0}
    game = invests(position("russia", bonds=bonds, cash=cash, investor_card="A"))
    assert theme(game, choice="buy", nation="china", value=6) == "government"
    assert theme(game, choice="buy", nation="india", value=6) == "kept"
    assert theme(game, choice="buy", nation="brazil", value=4) == "investment"
    assert theme(game, choice="pass") == "patience"


def test_orders_are_told_apart_by_ways_and_by_what_they_free() -> None:
    forces = {
        "india": {"kolkata": {"armies": 2}, "indian_ocean": {"fleets": 1}},
        "china": {"kolkata": {"hostile_armies": 1}},
    }
    factories = {"india": ["new_delhi", "kolkata"]}
    game = moving_armies("india", players=6, units=forces, factories=factories)
    assert theme(game, **{"order": "move", "from": "kolkata", "to": "indonesia"}) == "convoy"
    attack = {"order": "attack", "region": "kolkata", "own": army("india")}
    assert theme(game, **attack, target=army("china")) == "saved"


@pytest.mark.parametrize("answer", [True, False])
def test_who_drives_an_army_out_of_his_own_city_saves_its_factory(answer: bool) -> None:
    """It is for the nation that is asked that a factory is saved, not for the one that moves."""
    forces = {"india": {"kolkata": {"armies": 1}}, "china": {"chongqing": {"armies": 1}}}
    factories = {"india": ["new_delhi", "kolkata"]}
    game = moving_armies("china", players=6, units=forces, factories=factories)
    do(game, order="move", from_="chongqing", to="kolkata")
    do(game, choice="hostile")
    choice = {"demand": True, "with": {"unit": "army"}} if answer else {"demand": False}
    assert theme(game, **choice) == ("saved" if answer else "march")


# Grades -------------------------------------------------------------------------------------


def test_more_who_miss_it_make_a_higher_grade() -> None:
    grades = [grade_of(missed) for missed in range(11)]
    assert grades == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5]


# Searches -----------------------------------------------------------------------------------


def test_same_seed_weighs_the_same_and_leaves_no_choice_out() -> None:
    game = game_at(CLEAREST["id"])
    first, again = (weighed(strongest(), game, "luck", 60) for _ in range(2))
    assert first.order == again.order
    assert {id: one.means for id, one in first.found.items()} == {
        id: one.means for id, one in again.found.items()
    }
    assert all(one.count >= ROUND for one in first.found.values())


def test_what_is_not_the_best_does_not_hold() -> None:
    game = game_at(CLEAREST["id"])
    found = weighed(strongest(), game, "luck", 100)
    best, second = found.order[:2]
    assert holds(found, best, 0.0)
    assert not holds(found, second, 0.0)
    assert not holds(found, best, 1.0)


@pytest.mark.long
def test_a_puzzle_with_a_wrong_solution_fails_its_check() -> None:
    best, second, *others = CLEAREST["choices"]
    wrong: Puzzle = {**CLEAREST, "choices": [second, best, *others]}
    right, false = check([CLEAREST, wrong], "other luck", longer=2)
    assert right.best
    assert right.holds
    assert not false.best
    assert not false.holds


@pytest.mark.long
def test_another_judge_makes_a_puzzle_anew_or_refutes_it() -> None:
    best, second, *others = CLEAREST["choices"]
    made: MadeBy = {**CLEAREST["made"], "judge": "oracle"}
    old: Puzzle = {**CLEAREST, "margin": 0.9, "made": made}
    found = made_anew(old, "other luck", 0.005)
    assert found is not None
    assert 0.005 <= found["margin"] < 0.9
    assert (found["id"], found["grade"]) == (CLEAREST["id"], CLEAREST["grade"])
    assert found["made"] == {**made, "judge": strongest().name, "version": strongest().version}
    assert found["choices"][0]["choice"] == best["choice"]
    assert made_anew({**old, "choices": [second, best, *others]}, "other luck", 0.005) is None


@pytest.mark.long
def test_all_hold_in_a_search_ten_times_as_long() -> None:
    assert [one.puzzle["id"] for one in check(ALL, "check") if not one.holds] == []


@pytest.mark.long
def test_orders_are_found_where_all_others_are_given() -> None:
    """Of several armies that move the one over sea may be ordered last, with the same plan."""
    found = finds("imperial2030", 0, "strategist:4", "y", 0.0)
    late = [find for find in found if find.theme in ("convoy", "saved")]
    assert {find.theme for find in late} == {"convoy", "saved"}
    for find in late:
        game = game_of(find.record)
        assert find.best in game.legal_ids()
        assert theme_of(game, find.best) == find.theme


@pytest.mark.long
def test_same_plan_makes_the_same_puzzles() -> None:
    plan = Plan("imperial", 1, 1, "strategist:8", "again", 0.005)
    assert list(make(plan)) == list(make(plan))


def test_what_is_known_is_not_found_again() -> None:
    plan = Plan("imperial", 1, 1, "strategist:8", "again", 0.005)
    first = Workshop(plan, ()).finds_of(0)
    known: Puzzle = {**CLEAREST, "id": id_of(first[0].record)}
    again = Workshop(plan, [known]).finds_of(0)
    assert [find.record for find in again] == [find.record for find in first[1:]]
