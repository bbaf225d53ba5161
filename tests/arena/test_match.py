"""One game of a plan: the deal is that of its block, the outcome that of the game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rondel
from rondel.arena import Fixture, Outcome, Setting, duel, open_game, play_fixture, play_fixtures
from rondel.arena.behaviour import Observer, Tally
from rondel.arena.clock import Clock
from rondel.bots import BOTS, Budget
from tests.arena.taxman import Taxman
from tests.positions import GAMES

SETTING = Setting("imperial2030", "7")


def untimed(outcome: Outcome) -> Outcome:
    """Without what depends on the clock."""
    return replace(outcome, clocks=[])


def dealt(setting: Setting, block: int, bots: str) -> list[Any]:
    """The cards by seat, whoever sits there."""
    game = open_game(setting, Fixture(block, 0, tuple(bots)))
    return list(game.start["deal"].values())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bots", ["ab", "abc", "abcdef"])
def test_seats_have_the_same_cards_in_all_rotations(game: str, bots: str) -> None:
    setting = Setting(game, "7")
    deals = [dealt(setting, block, bots) for block in range(1, 9)]
    assert deals == [dealt(setting, block, bots[1:] + bots[:1]) for block in range(1, 9)]
    assert any(deal != deals[0] for deal in deals)


def test_draft_begins_in_the_same_seat_in_all_rotations() -> None:
    setting = Setting("imperial", "7", {"setup": "draft"})
    seats = set()
    for block in range(1, 9):
        games = [open_game(setting, Fixture(block, 0, bots)) for bots in (("a", "b"), ("b", "a"))]
        first, second = [game.players.index(game.start["start_player"]) for game in games]
        assert first == second
        seats.add(first)
    assert seats == {0, 1}


def test_drawn_options_are_those_of_the_block() -> None:
    setting = Setting("imperial", "7", {"secret_cash": True}, random_options=True)
    games = [open_game(setting, Fixture(block, 0, ("a", "b"))) for block in (1, 1, 2, 3, 4)]
    options = [game.options for game in games]
    assert options[0] == options[1]
    assert any(other != options[0] for other in options)
    assert all(other["secret_cash"] for other in options)


def test_same_plan_gives_the_same_games() -> None:
    plan = duel(SETTING, "taxman", ["random", "random"], 1)
    first, again = [[untimed(o) for o in play_fixtures(plan)] for _ in range(2)]
    assert first == again
    assert [untimed(o) for o in play_fixtures(plan, done=2)] == first[2:]
    assert len({str(o.scores) for o in first}) == 3


def test_record_and_outcome_agree(tmp_path: Path) -> None:
    setting = replace(SETTING, records=tmp_path)
    outcome = play_fixture(setting, Fixture(12, 3, ("random", "taxman", "random", "random")))
    game = rondel.load(tmp_path / "block-00012-3.rondel.json")
    assert game.players == ["random-1", "taxman-2", "random-3", "random-4"]
    assert game.result is not None
    assert outcome.scores[-1] == [game.result["scores"][player] for player in game.players]
    names = [[game.players[seat] for seat in place] for place in outcome.ranking]
    assert names == game.result["ranking"]
    assert outcome.rounds == game.state.round
    assert outcome.turns == [a.kind for a in game.actions()].count("choose_slot")
    assert sum([clock.decisions for clock in outcome.clocks]) == len(game)


@pytest.mark.long
def test_records_tell_what_bots_expected(tmp_path: Path) -> None:
    setting = replace(SETTING, records=tmp_path, explain=True)
    play_fixture(setting, Fixture(1, 0, ("banker", "random")))
    game = rondel.load(tmp_path / "block-00001-0.rondel.json")
    for entry in game.record()["actions"]:
        explained = entry.get("x_explained", [])
        assert bool(explained) == (entry["actor"] == "banker-1")
        for choice in explained:
            assert list(choice["shares"]) == ["banker-1", "random-2"]
            assert sum(choice["shares"].values()) == pytest.approx(1, abs=1e-3)
        if explained and entry["decision"] != "donate":
            assert entry["choice"] in [choice["choice"] for choice in explained]


def test_bots_get_the_budget_and_seeds_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Taxman] = []

    class Kept(Taxman):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            made.append(self)

    monkeypatch.setitem(BOTS, "kept", Kept)
    setting = replace(SETTING, budget=Budget(nodes=5, jobs=3))
    play_fixture(setting, Fixture(1, 0, ("kept", "kept:9")))
    assert [bot.budget for bot in made] == [Budget(nodes=5, jobs=3), Budget(nodes=9, jobs=3)]
    assert made[0].chance.getstate() != made[1].chance.getstate()


def test_fault_in_a_game_says_which_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("bug")

    monkeypatch.setattr(Observer, "see", broken)
    with pytest.raises(RuntimeError) as caught:
        play_fixture(SETTING, Fixture(4, 1, ("taxman", "taxman")))
    assert caught.value.__notes__ == ["in block 4, rotation 1 of seed 7, after entry 1"]


def outcome_of(scores: list[list[int]], ranking: list[list[int]]) -> Outcome:
    bots = tuple("abcdef"[: len(scores[0])])
    return Outcome(Fixture(1, 0, bots), ranking, 1, scores, [Tally()], [Clock()])


def test_shared_victory_is_split() -> None:
    outcome = outcome_of([[0, 0, 0], [9, 9, 5]], [[0, 1], [2]])
    assert [outcome.win_part(seat) for seat in range(3)] == [0.5, 0.5, 0]


def test_score_share_is_a_part_of_all_points() -> None:
    outcome = outcome_of([[0, 0], [10, 30]], [[1], [0]])
    assert outcome.score_share(1) == 0.75
    assert outcome.score_share(1, 0) == 0.5
    assert outcome.turns == 1
