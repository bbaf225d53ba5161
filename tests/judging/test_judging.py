"""Judgements where the answer is known, and reviews of whole games."""

from __future__ import annotations

import json
from itertools import islice
from math import hypot

import pytest

import rondel
from rondel.engine import Game, decisions, same_position
from rondel.engine.shapes import Chosen
from rondel.judging import make_review, parts_of, ponder, strongest
from rondel.judging.analysis import analysis_of
from rondel.judging.estimates import Shares, lead
from rondel.judging.judge import final_shares
from rondel.judging.making import glance_at
from rondel.judging.shapes import RankedChoice, Review
from rondel.judging.story import cash_told, nations_told, story_of
from rondel.records import Transcript
from tests.recorded_games import FOLDER
from tests.samples import daily

RECORDS = [FOLDER / "imperial2030-4-players.rondel.json", FOLDER / "imperial-3-players.rondel.json"]


@pytest.fixture(scope="module", params=daily(RECORDS, of=2), ids=["imperial2030", "imperial"])
def finished(request: pytest.FixtureRequest) -> Game:
    """A finished game of each title."""
    return rondel.load(request.param)


def last_decision(game: Game) -> Game:
    """The game before the last entry that left a choice."""
    at = len(game) - 1
    while len(game.at(at).legal_ids()) < 2:
        at -= 1
    return game.at(at)


def tail(game: Game, entries: int) -> Game:
    """The end of a game as a game of its own, from a turn on that so many entries follow."""
    at = next(n for n in range(len(game) - entries, 0, -1) if game.at(n).resumable)
    start = {"position": game.at(at).snapshot()}
    version = game.rules.version
    end = Game.new(game.rules.game, game.players, game.options, None, start, version)
    for action in game.actions()[at:]:
        end.play(action.id)
    return end


# Known answers ------------------------------------------------------------------------------


def test_a_choice_that_ends_the_game_has_the_exact_shares(finished: Game) -> None:
    position = last_decision(finished)
    ending = [id for id in position.legal_ids() if _after(position, id).over]
    assert ending, "the last decision of a game ends it"
    judged = next(ponder(strongest(), position))
    told = {json.dumps(chosen(one)): one for one in judged["choices"]}
    for id in ending:
        one = told.get(json.dumps([position.action(id).choice]))
        if one is not None:
            exact = final_shares(_after(position, id).state)
            assert list(one["shares"].values()) == pytest.approx(exact, abs=1e-4)
            assert set(one["margins"].values()) == {0.0}


def _after(game: Game, id: int) -> Game:
    after = game.copy()
    after.play(id)
    return after


def test_nothing_is_left_to_judge_after_the_end(finished: Game) -> None:
    [judged] = ponder(strongest(), finished)
    assert judged["decision"] is None
    assert judged["choices"] == []
    assert judged["done"]
    assert list(judged["shares"].values()) == pytest.approx(final_shares(finished.state), abs=1e-4)


def test_the_same_luck_tells_choices_apart() -> None:
    """Two choices whose playouts differ by the same amount, whatever else happens."""
    first, second = Shares(2), Shares(2)
    for number in range(40):
        luck = 0.1 if number % 2 else 0.3
        first.add(number, [0.5 + luck, 0.5 - luck])
        second.add(number, [0.49 + luck, 0.51 - luck])
    ahead = lead(first, second, 0)
    assert ahead.mean == pytest.approx(0.01)
    assert ahead.margin < first.by_seat[0].margin / 5


# Thinking on --------------------------------------------------------------------------------


@pytest.mark.long
def test_thinking_on_makes_intervals_narrower_and_goes_the_same_way_again(finished: Game) -> None:
    position = finished.at(len(finished) // 2)
    first, *_, last = islice(ponder(strongest(), position, 3), 4)
    player = position.players[position.state.actor]
    assert last["margins"][player] < first["margins"][player]
    assert last["judge"]["playouts"] > first["judge"]["playouts"]
    assert sum(last["choices"][0]["shares"].values()) == pytest.approx(1.0, abs=1e-3)
    *_, again = islice(ponder(strongest(), position, 3), 4)
    assert again == last


def test_expected_lines_can_be_played(finished: Game) -> None:
    position = finished.at(len(finished) // 2)
    *_, judged = islice(ponder(strongest(), position), 4)
    first = judged["choices"][0]
    assert first["line"]
    game = position.copy()
    for entry in [*first["entries"], *(step["entry"] for step in first["line"])]:
        game.apply(entry)


# Plans and comparisons ----------------------------------------------------------------------


def maneuver(finished: Game) -> Game:
    """A moment of a game where units are about to move, several of them."""
    for at in range(len(finished)):
        game = finished.at(at)
        state = game.state
        if state.kind == decisions.ARMY_ORDER and state.army_count[state.nation] > 2:
            return game
    raise AssertionError("no nation has moved three armies")


def test_units_are_ranked_by_whole_plans(finished: Game) -> None:
    """Every row is a whole maneuver: other units first is no other plan, and none is left over."""
    position = maneuver(finished)
    judged = next(ponder(strongest(), position))
    ends = []
    for one in judged["choices"]:
        game = position.copy()
        moved = []
        for entry in one["entries"]:
            assert entry["actor"] == position.players[position.state.actor]
            moved += game.consequences(entry)["units"]["moved"]
            game.apply(entry)
        assert one["units"]["moved"] == moved
        assert game.over or game.state.kind not in (decisions.FLEET_ORDER, decisions.ARMY_ORDER)
        ends.append(game)
    assert any(len(one["entries"]) > 2 for one in judged["choices"])
    for i, game in enumerate(ends):
        assert not any(same_position(game.state, other.state) for other in ends[:i])


@pytest.mark.long
def test_two_choices_are_compared_with_the_same_luck(finished: Game) -> None:
    """The difference is surer than either share, and it is that of the pairs."""
    position = turn_start(finished)
    analysis = analysis_of(strongest(), position)
    assert analysis is not None
    analysis.think()
    first, second = (chosen(one) for one in analysis.told()["choices"][:2])
    assert analysis.told()["comparison"] is None
    analysis.compare(first, second)
    for _ in range(6):
        analysis.think()
    judged = analysis.told()
    told, rows = judged["comparison"], judged["choices"]
    [one], [other] = ([row for row in rows if chosen(row) == wanted] for wanted in (first, second))
    assert told is not None
    assert told["pairs"] == 56
    apart = [
        (hypot(one["margins"][p], other["margins"][p]), told["margins"][p]) for p in told["ahead"]
    ]
    assert sum(wide for wide, _ in apart) > sum(narrow for _, narrow in apart)
    for player, ahead in told["ahead"].items():
        gap = one["shares"][player] - other["shares"][player]
        assert ahead == pytest.approx(gap, abs=2e-4)
    assert sum(told["ahead"].values()) == pytest.approx(0.0, abs=1e-3)


def chosen(one: RankedChoice) -> list[Chosen]:
    """What is chosen in one go."""
    return [entry["choice"] for entry in one["entries"]]


def turn_start(finished: Game) -> Game:
    """A moment in the middle of a game where a nation has its marker to move."""
    at = next(n for n in range(len(finished) // 2, len(finished)) if finished.at(n).resumable)
    return finished.at(at)


def test_what_is_not_among_the_choices_is_not_compared(finished: Game) -> None:
    analysis = analysis_of(strongest(), turn_start(finished))
    assert analysis is not None
    [first, *_] = analysis.told()["choices"]
    analysis.compare(chosen(first), [{"slot": "nowhere"}])
    assert analysis.told()["comparison"] is None
    analysis.compare(chosen(first), chosen(first))
    assert analysis.told()["comparison"] is None


# Reviews ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def reviewed(finished: Game) -> tuple[Game, Review]:
    """The end of a game, and its review."""
    end = tail(finished, 24)
    return end, make_review(Transcript.of(end))


def test_a_share_is_the_sum_of_its_parts(reviewed: tuple[Game, Review]) -> None:
    game, review = reviewed
    shares = dict(zip(game.players, final_shares(game.state), strict=True))
    for player, parts in review["parts"].items():
        made = parts["even"] + parts["deal"] + parts["decisions"] + parts["others"]
        assert made == pytest.approx(parts["share"], abs=1e-3)
        assert parts["share"] == pytest.approx(shares[player], abs=1e-3)
        assert parts["decisions"] <= 0.0


def test_the_curve_goes_from_the_start_to_the_exact_end(reviewed: tuple[Game, Review]) -> None:
    game, review = reviewed
    curve = review["curve"]
    assert curve[0]["entries"] == 0
    assert curve[-1]["entries"] == len(game)
    assert set(curve[-1]["margins"].values()) == {0.0}
    for point in curve:
        assert sum(point["shares"].values()) == pytest.approx(1.0, abs=1e-3)


def test_only_clear_losses_are_told_and_their_choices_are_legal(
    reviewed: tuple[Game, Review],
) -> None:
    game, review = reviewed
    for cost in review["costs"]:
        # They are told in four digits.
        assert cost["loss"] > 2 * cost["margin"] - 0.00015
        before = game.at(cost["entry"] - 1)
        for one in (cost["did"], cost["better"]):
            _after(before, before.read(one["entry"]))


def test_cash_adds_up(reviewed: tuple[Game, Review]) -> None:
    game, review = reviewed
    for seat, player in enumerate(game.players):
        cash = review["cash"][player]
        received = sum(line["amount"] for line in cash["received"])
        assert received - sum(line["amount"] for line in cash["spent"]) == cash["left"]
        assert cash["left"] == game.state.cash[seat]


def test_cash_of_a_whole_game_adds_up(finished: Game) -> None:
    story = story_of(Transcript.of(finished))
    for cash in cash_told(story).values():
        received = sum(line["amount"] for line in cash["received"])
        assert received - sum(line["amount"] for line in cash["spent"]) == cash["left"]
        assert all(line["amount"] > 0 for line in [*cash["received"], *cash["spent"]])
    nations, snapshot = nations_told(story), finished.snapshot()
    assert {id: told["power"] for id, told in nations.items()} == snapshot["power"]
    last = {id: told["reigns"][-1]["player"] for id, told in nations.items() if told["reigns"]}
    assert last == {id: snapshot["governments"][id] for id in last}


def test_parts_of_a_review_do_not_depend_on_each_other(reviewed: tuple[Game, Review]) -> None:
    transcript = Transcript.of(reviewed[0])
    parts = parts_of(transcript)
    assert glance_at(transcript, parts[-1]) == glance_at(transcript, parts[-1])
    assert [number for first, last in parts for number in range(first, last + 1)] == list(
        range(1, transcript.length + 1)
    )


@pytest.mark.long
def test_two_processes_make_the_review_of_one(finished: Game) -> None:
    transcript = Transcript.of(tail(finished, 80))
    assert make_review(transcript, 2) == make_review(transcript, 1)
