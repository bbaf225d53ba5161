"""Bots playing each other: reproducible, summed up, checked."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import rondel
from rondel.arena import drawn_options
from rondel.bots import bot_names
from rondel.cli import main, simulation
from rondel.cli.simulate import make_plan, summary_of
from rondel.cli.simulation import Outcome, Plan, play_all
from rondel.engine import CHOICES
from tests.cli.running import Run, refusal

GAMES = 9


def test_games_do_not_depend_on_the_number_of_processes(run: Run, tmp_path: Path) -> None:
    arguments = ("simulate", "--players", 2, "--games", GAMES, "--seed", "x", "--json")
    alone = run(*arguments, "--out", "alone")
    together = run(*arguments, "--out", "together", "--jobs", 2)
    assert (alone.returncode, alone.stderr) == (0, "")
    assert alone.stdout == together.stdout
    names = sorted([path.name for path in (tmp_path / "alone").iterdir()])
    assert len(names) == GAMES
    for name in names:
        texts = [(tmp_path / folder / name).read_bytes() for folder in ("alone", "together")]
        assert texts[0] == texts[1]


def test_summary_counts_what_the_records_show(run: Run, tmp_path: Path) -> None:
    arguments = ("simulate", "--game", "imperial", "--players", 3, "--games", 4, "--out", "out")
    ran = run(*arguments, "--bots", "random,random,random", "--seed", 5, "--json", "--check")
    summary = json.loads(ran.stdout)
    games = [rondel.load(path) for path in sorted((tmp_path / "out").iterdir())]
    assert summary["games"] == len(games) == 4
    assert summary["decisions"] == sum([len(game) for game in games])
    rounds = [game.snapshot()["turn"]["round"] for game in games]
    assert summary["mean_length"]["rounds"] == pytest.approx(sum(rounds) / 4, abs=1e-3)
    results = [game.result for game in games if game.result]
    for seat, line in enumerate(summary["seats"]):
        name = f"random-{seat + 1}"
        scores = [result["scores"][name] for result in results]
        wins = [(name in r["ranking"][0]) / len(r["ranking"][0]) for r in results]
        assert line["mean_score"] == pytest.approx(sum(scores) / 4, abs=1e-3)
        assert line["win_share"] == pytest.approx(sum(wins) / 4, abs=1e-3)
    assert summary["by_bot"]["random"]["win_share"] == pytest.approx(1, abs=1e-3)
    assert "timing" not in summary


def test_timing_is_told_on_request_and_to_people(run: Run) -> None:
    arguments = ("simulate", "--players", 6, "--games", 1)
    assert "timing" in json.loads(run(*arguments, "--json", "--timing").stdout)
    lines = run(*arguments).stdout.splitlines()
    assert lines[0].startswith("1 game, on average ")
    assert lines[-1].endswith("decisions per second.")


def test_other_seeds_give_other_games() -> None:
    plans = [Plan("imperial2030", ("random",) * 3, seed) for seed in ("1", "1", "2")]
    first, again, other = [list(play_all(plan, 2, 1)) for plan in plans]
    assert first == again != other


@pytest.mark.long
def test_options_can_be_given_and_drawn(tmp_path: Path) -> None:
    options = ["all=random", "setup=draft", "secret_cash=true"]
    plan = make_plan("imperial", 3, "random", "1", options, True, tmp_path)
    outcomes = list(play_all(plan, 6, 1))
    assert [o.fault for o in outcomes] == [""] * 6
    played = [rondel.load(path).options for path in sorted(tmp_path.iterdir())]
    assert all(o["setup"] == "draft" and o["secret_cash"] for o in played)
    assert {o["edition"] for o in played} == {"2006", "later"}


def test_drawn_options_cover_all_values() -> None:
    drawn = [drawn_options(Random(seed)) for seed in range(60)]
    for name, values in CHOICES.items():
        assert {options[name] for options in drawn} == set(values)


def test_broken_invariant_is_a_no(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(state: object) -> None:
        raise AssertionError("I-1: money is negative")

    monkeypatch.setattr(simulation, "check_invariants", broken)
    assert main(["simulate", "--games", "2", "--seed", "9", "--check", "--json"]) == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["faults"][1] == {
        "game": 2,
        "problem": "entry 1: I-1: money is negative",
    }
    assert said.err.splitlines()[0] == ("rondel: game 1 of seed 9: entry 1: I-1: money is negative")


def test_fault_in_a_game_says_which_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("bug")

    monkeypatch.setattr(rondel.Game, "play", broken)
    with pytest.raises(RuntimeError) as caught:
        simulation.play_game(Plan("imperial", ("random",) * 2, "s"), 4)
    assert caught.value.__notes__ == ["in game 4 of seed s, after entry 0"]


def test_shared_first_place_is_part_of_a_win() -> None:
    plan = Plan("imperial", ("random",) * 2, "s")
    outcomes = [Outcome(1, 1, 1, 1, [5, 5], [0, 1]), Outcome(2, 1, 1, 1, [5, 6], [1])]
    assert [seat["win_share"] for seat in summary_of(plan, outcomes)["seats"]] == [0.25, 0.75]


def test_unknown_bot_is_refused_in_one_line(run: Run) -> None:
    line = refusal(run("simulate", "--games", "1", "--bots", "deep"), 2)
    assert line == f"--bots: there is no bot 'deep'; known are {', '.join(bot_names())}"
