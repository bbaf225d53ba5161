"""Asking bots, and spreading games over processes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from multiprocessing import active_children
from pathlib import Path
from random import Random
from time import sleep

import pytest

import rondel
from rondel.arena import answers, seat_names, spread
from rondel.bots import Budget, RandomBot
from rondel.engine import Action, View
from tests.processes import is_running, wait_for


def slow_square(number: int) -> int:
    if number == 3:
        sleep(0.2)
    if number < 0:
        raise ValueError("negative")
    return number * number


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int) -> None:
    numbers = range(40)
    assert list(spread(slow_square, numbers, jobs)) == [n * n for n in numbers]


@pytest.mark.long
@pytest.mark.parametrize("jobs", [1, 2])
def test_error_in_one_ends_all(jobs: int) -> None:
    with pytest.raises(ValueError, match="negative"):
        list(spread(slow_square, [1, -1, *range(1000)], jobs))
    assert active_children() == []


@pytest.mark.long
def test_whoever_stops_half_way_leaves_no_process_behind() -> None:
    results = spread(sleep, [0, 60, 60, 60], 2)
    assert next(results) is None
    results.close()  # type: ignore[attr-defined]
    assert active_children() == []


class Donor(RandomBot):
    """Gives a million whenever it may, then decides."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        for nation in view.snapshot()["governments"]:
            choice = {"nation": nation, "amount": 1}
            entry = {"decision": "donate", "actor": view.viewer, "choice": choice}
            trial = view.game()
            try:
                trial.apply(entry)
            except rondel.IllegalAction:
                continue
            return trial.actions()[-1]
        return super().decide(view, legal_actions)


def test_donation_is_an_answer_after_which_the_decision_is_put_again() -> None:
    game = rondel.Game.new("imperial", ["a", "b", "c"], {"donations": "any"}, seed=1)
    kinds = []
    for _, seat, action, seconds in answers(game, [Donor(Random(1), Budget()) for _ in "abc"]):
        assert game.players[seat] == action.player
        assert seconds > 0
        game.apply(action)
        kinds.append(action.kind)
        if len(game) > 60:
            break
    assert "donate" in kinds
    assert "choose_slot" in kinds


def test_seats_are_named_by_bot_and_number() -> None:
    assert seat_names(["a", "b:400"]) == ["a-1", "b:400-2"]
    assert len(seat_names(["x" * 60])[0]) <= 40


@pytest.mark.long
def test_processes_end_with_the_one_they_work_for(tmp_path: Path) -> None:
    """Even one that is killed leaves nobody behind who plays on for nothing."""
    program = (
        "import os, sys, time\n"
        "from rondel.arena.play import spread\n"
        "def work(folder):\n"
        "    open(os.path.join(folder, str(os.getpid())), 'w').close()\n"
        "    time.sleep(600)\n"
        "if __name__ == '__main__':\n"
        "    list(spread(work, [sys.argv[1]] * 2, 2))\n"
    )
    file, folder = tmp_path / "giver.py", tmp_path / "at_work"
    file.write_text(program)
    folder.mkdir()
    giver = subprocess.Popen([sys.executable, str(file), str(folder)])
    wait_for(lambda: len(list(folder.iterdir())) == 2)
    workers = [int(path.name) for path in folder.iterdir()]
    giver.kill()
    giver.wait()
    wait_for(lambda: not any(is_running(worker) for worker in workers))
