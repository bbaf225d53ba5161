"""A sitting: bots that go on the same way, decisions taken back, seats kept in the record."""

from __future__ import annotations

from random import Random
from typing import ClassVar

import pytest

import rondel
from rondel.bots import BOTS, Budget, RandomBot
from rondel.cli.play.sitting import Sitting
from rondel.records import dumps, loads
from tests.cli.running import Script, after_round, never


def begun(seed: str = "4") -> Script:
    return Script("imperial", "ann, bot:random, bob, bot:banker", seed)


def test_seats_and_seed_are_kept_in_the_record() -> None:
    game = begun().play(after_round(1)).sitting.game
    again = loads(dumps(game))
    sitting = Sitting.resumed(again, [[] for _ in range(len(again) + 1)], "other")
    assert sitting.bots == {"Bot 1": "random", "Bot 2": "banker"}
    assert sitting.seed == "4"
    assert sitting.people == ["ann", "bob"]


def test_record_without_seats_is_a_game_of_people() -> None:
    game = rondel.Game.new("imperial", players=["a", "b"], seed=1)
    sitting = Sitting.resumed(game, [game.opening], "7")
    assert (sitting.people, sitting.seed) == (["a", "b"], "7")


def test_strange_notes_in_a_record_are_no_bots() -> None:
    game = rondel.Game.new("imperial", players=["a", "b"], seed=1)
    game.extras = [((), "x_bots", {"a": "deep", "c": "random", "b": 5}), ((), "x_other", 1)]
    assert Sitting.resumed(game, [game.opening], "7").people == ["a", "b"]
    assert game.record()["x_other"] == 1
    game.extras = [((), "x_bots", "random")]
    assert Sitting.resumed(game, [game.opening], "7").people == ["a", "b"]


def test_taking_back_goes_to_the_last_decision_of_a_person() -> None:
    sitting = begun().play(after_round(2)).sitting
    actions = sitting.game.actions()
    last = max([i for i, action in enumerate(actions) if action.player in ("ann", "bob")])
    assert sitting.take_back()
    assert len(sitting.game) == last
    assert len(sitting.told) == last + 1
    assert sitting.game.record()["x_seed"] == "4"


def test_bots_answer_the_same_after_taking_back() -> None:
    script = begun().play(after_round(2))
    before = dumps(script.sitting.game)
    action = None
    for action in reversed(script.sitting.game.actions()):
        if action.player in script.sitting.people:
            break
    assert action is not None
    script.sitting.take_back()
    script.sitting.apply(action.to_json())
    script.play(lambda game: True)
    assert dumps(script.sitting.game) == before


def test_nothing_can_be_taken_back_where_no_person_decided() -> None:
    sitting = Script("imperial2030", "bot:banker, bot:banker", "1").play(never).sitting
    assert sitting.game.over
    assert not sitting.take_back()


class Pondering(RandomBot):
    """Notes every bot that is made."""

    made: ClassVar[list[Budget]] = []

    def __init__(self, chance: Random, budget: Budget) -> None:
        super().__init__(chance, budget)
        self.budget = budget
        self.made.append(budget)


@pytest.mark.parametrize(("budget", "makes_one"), [("0.1s", True), ("5", False)])
def test_a_bot_that_thinks_by_the_clock_stays_with_its_seat(
    monkeypatch: pytest.MonkeyPatch, budget: str, makes_one: bool
) -> None:
    monkeypatch.setitem(BOTS, "pondering", Pondering)
    monkeypatch.setattr(Pondering, "made", [])
    game = rondel.Game.new("imperial", ["a", "b"], seed=1)
    sitting = Sitting(game, [game.opening], {"a": f"pondering:{budget}"}, "7")
    decided = 0
    while decided < 6:
        assert game.decision is not None
        if game.decision.player == "a":
            sitting.let_bot_decide("a")
            decided += 1
        else:
            sitting.apply(game.legal_actions()[0])
    assert len(Pondering.made) == (1 if makes_one else 6)
