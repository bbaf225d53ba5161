"""Bots that fail forfeit by the stated rule, and the games go on."""

from __future__ import annotations

import pytest

from rondel.arena import MOST_FORFEITS, Fixture, Outcome, Setting, duel, play_fixtures, summary_of
from rondel.arena.match import open_game, play_fixture
from tests.arena import unruly

HOME = "tests.arena.unruly"
SETTING = Setting("imperial2030", "7")


def played(hero: str, limit: float = 60.0) -> list[Outcome]:
    setting = Setting("imperial2030", "7", limit=limit)
    return list(play_fixtures(duel(setting, f"{HOME}:{hero}", ["random", "random"], 1)))


def seat_of(outcome: Outcome) -> int:
    [seat] = [n for n, bot in enumerate(outcome.fixture.bots) if bot.startswith(HOME)]
    return seat


@pytest.mark.long
@pytest.mark.parametrize(
    ("hero", "reason"),
    [
        ("Failing", "ValueError: lost my way"),
        ("Cheating", "its choice is not legal"),
        ("Forging", "SystemExit: 3"),
    ],
)
def test_third_failure_forfeits_the_game(hero: str, reason: str) -> None:
    for outcome in played(hero):
        forfeits = outcome.forfeits[seat_of(outcome)]
        assert (forfeits.decisions, forfeits.game) == (MOST_FORFEITS, True)
        assert forfeits.reasons == {reason: MOST_FORFEITS}
        assert outcome.ranking[-1] == [seat_of(outcome)]
        assert [f.decisions for f in outcome.forfeits].count(0) == 2


@pytest.mark.long
def test_one_that_sleeps_is_woken_and_plays_on() -> None:
    outcome = played("Sleeping", 0.5)[0]
    forfeits = outcome.forfeits[seat_of(outcome)]
    assert (forfeits.decisions, forfeits.game) == (1, False)
    assert forfeits.reasons == {"it took more than 0.5 s": 1}
    assert outcome.clocks[seat_of(outcome)].decisions > 5


@pytest.mark.long
def test_one_that_cannot_be_made_forfeits_its_games() -> None:
    outcome = played("Unborn")[0]
    forfeits = outcome.forfeits[seat_of(outcome)]
    assert (forfeits.decisions, forfeits.game) == (0, True)
    assert forfeits.reasons == {"RuntimeError: no weights": 1}


def test_forfeits_are_told_in_the_summary() -> None:
    plan = duel(SETTING, f"{HOME}:Failing", ["random"], 2)
    summary = summary_of(plan, list(play_fixtures(plan)))
    told = summary["bots"][f"{HOME}:Failing"]
    assert told["forfeits"]["games"] == told["games"] == 4
    assert told["forfeits"]["decisions"] == 4 * MOST_FORFEITS
    assert told["win_share"] == 0
    assert summary["bots"]["random"]["forfeits"] == {"decisions": 0, "games": 0, "reasons": {}}


@pytest.mark.long
def test_forfeits_are_the_same_for_the_same_seed() -> None:
    one, two = [[(o.ranking, o.scores) for o in played("Failing")] for _ in range(2)]
    assert one == two


def test_bot_is_told_of_start_events_and_end() -> None:
    unruly.BOOKS.clear()
    fixture = Fixture(1, 0, (f"{HOME}:Listening", "random"))
    play_fixture(SETTING, fixture)
    [book] = unruly.BOOKS
    again = open_game(SETTING, fixture)
    assert book[0] == f"start {again.players[0]}"
    assert book[-1] == "end 2"
    assert book[-2] == "game_ended"
    assert book.count("turn_started") > 10
