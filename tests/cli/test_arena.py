"""The command `arena`: reproducible, complete, exact about what it cannot do."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console

import rondel
from rondel.arena import Setting, duel, play_fixtures
from rondel.cli.arena import watched
from rondel.cli.texts import Texts
from tests.cli.running import Run, command, environment, refusal

DUEL = ("arena", "--players", 3, "--hero", "random", "--others", "random:5", "--seed", "x")


def untimed(value: Any) -> Any:
    """Without the only figures that depend on the clock."""
    if isinstance(value, dict):
        return {key: untimed(v) for key, v in value.items() if key != "ms_per_decision"}
    return value


def test_result_does_not_depend_on_the_number_of_processes(run: Run, tmp_path: Path) -> None:
    arguments = (*DUEL, "--blocks", 3, "--json")
    alone = run(*arguments, "--records", "alone")
    together = run(*arguments, "--records", "together", "--jobs", 2)
    assert (alone.returncode, alone.stderr) == (0, "")
    assert untimed(json.loads(alone.stdout)) == untimed(json.loads(together.stdout))
    names = sorted([path.name for path in (tmp_path / "alone").iterdir()])
    assert len(names) == 9
    for name in names:
        texts = [(tmp_path / folder / name).read_bytes() for folder in ("alone", "together")]
        assert texts[0] == texts[1]
        rondel.load(tmp_path / "alone" / name)


def test_summary_of_a_duel_has_all_figures(run: Run) -> None:
    summary = json.loads(run(*DUEL, "--blocks", 2, "--nodes", 7, "--json").stdout)
    assert summary["games"] == 6
    assert (summary["hero"], summary["others"]) == ("random", ["random:5"] * 2)
    assert (summary["nodes"], summary["blocks"]) == (7, 2)
    low, high = summary["interval"]
    assert 0 <= low <= summary["win_share"] <= high <= 1
    assert 0 < summary["score_share"] < 1
    worst, best = summary["elo_interval"]
    assert worst <= summary["elo"] <= best
    assert set(summary["ms_per_decision"]) == {"mean", "p95"}
    shares = [summary["bots"][bot]["win_share"] for bot in ("random", "random:5")]
    assert shares[0] + 2 * shares[1] == pytest.approx(1, abs=1e-3)
    for report in summary["behaviour"].values():
        assert sum(report["slots"].values()) == pytest.approx(1, abs=1e-3)
        assert report["game_length"]["turns"] > report["game_length"]["rounds"] > 0


@pytest.mark.parametrize("mode", ["--round-robin", "--ladder"])
def test_many_bots_are_compared(run: Run, mode: str) -> None:
    arguments = ("arena", "--game", "imperial", mode, "random,random:5,random:6", "--players", 2)
    summary = json.loads(run(*arguments, "--blocks", 3, "--json").stdout)
    assert summary["entrants"] == ["random", "random:5", "random:6"]
    assert set(summary["bots"]) == set(summary["behaviour"]) == set(summary["entrants"])
    ratings = [summary["ratings"][bot]["rating"] for bot in summary["entrants"]]
    zero = ratings[0] if mode == "--ladder" else sum(ratings)
    assert zero == pytest.approx(0, abs=0.2)


def test_people_read_a_report(run: Run) -> None:
    ran = run(*DUEL, "--blocks", 1, "--option", "setup=draft")
    assert (ran.returncode, ran.stderr) == (0, "")
    first, second, *_ = ran.stdout.splitlines()
    assert first == "Imperial 2030, 3 players: 3 games in 1 block."
    assert second.startswith("random wins ")
    assert "Taxation" in ran.stdout
    italian = run(*DUEL, "--blocks", 1, "--lang", "it").stdout
    assert italian.startswith("Imperial 2030, 3 giocatori: 3 partite in 1 blocco.")


GREEDY = """
class Greedy:
    def __init__(self, chance, budget):
        pass
    def decide(self, view, legal_actions):
        return max(legal_actions, key=lambda action: action.id)
class Broken(Greedy):
    def decide(self, view, legal_actions):
        raise KeyError("nothing")
"""


def test_bot_in_a_file_beside_is_named_by_module_and_class(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(GREEDY, encoding="utf-8")
    arguments = ("arena", "--players", 2, "--blocks", 1, "--jobs", 2)
    ran = run(*arguments, "--hero", "mine:Greedy", "--others", "mine:Broken")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "mine:Broken forfeited 6 decisions and 2 games: KeyError: 'nothing'" in ran.stdout


def test_bot_that_fails_is_no_fault_of_ours(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(GREEDY, encoding="utf-8")
    line = refusal(run("simulate", "--bots", "mine:Broken", "--games", 1), 2)
    assert line.startswith("the bot mine:Broken failed in game 1 ")


def test_runs_made_apart_are_merged(run: Run) -> None:
    for seed in ("1", "2"):
        run(*DUEL[:-1], seed, "--blocks", 1, "--resume", f"{seed}.jsonl")
    ran = run("arena", "merge", "1.jsonl", "2.jsonl", "--json")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout)["games"] == 6


@pytest.mark.long
def test_run_that_was_stopped_goes_on_to_the_same_result(run: Run, tmp_path: Path) -> None:
    arguments = (*DUEL, "--blocks", 3, "--json", "--resume", "run.jsonl")
    whole = run(*arguments)
    kept = tmp_path / "run.jsonl"
    kept.write_bytes(kept.read_bytes()[:-3000])
    again = run(*arguments, "--jobs", 2)
    assert (again.returncode, again.stderr) == (0, "")
    assert untimed(json.loads(again.stdout)) == untimed(json.loads(whole.stdout))
    more = run(*DUEL, "--blocks", 4, "--json", "--resume", "run.jsonl")
    assert json.loads(more.stdout)["games"] == 12
    line = refusal(run("arena", "--hero", "random", "--resume", "run.jsonl"), 2)
    assert line.startswith("--resume: run.jsonl belongs to another plan: players is 3, not 4")


@pytest.mark.long
@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupt_leaves_a_file_to_go_on_with(tmp_path: Path, jobs: int) -> None:
    arguments = (*DUEL, "--blocks", 2000, "--resume", "run.jsonl", "--jobs", jobs)
    kept = tmp_path / "run.jsonl"
    with subprocess.Popen(
        command(*arguments),
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        while process.poll() is None and not (kept.exists() and kept.stat().st_size > 5000):
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        printed, told = process.communicate(timeout=30)
    assert (process.returncode, printed) == (130, "")
    pattern = r"rondel: interrupted after \d+ of 6000 games; the same command goes on from there\n"
    assert re.fullmatch(pattern, told), told
    assert kept.read_bytes().endswith(b"}\n")


def test_chart_is_drawn_in_the_language_asked_for(run: Run, tmp_path: Path) -> None:
    ran = run(*DUEL, "--blocks", 2, "--chart", "chart.svg", "--lang", "es")
    assert (ran.returncode, ran.stderr) == (0, "")
    svg = ElementTree.parse(tmp_path / "chart.svg").getroot()
    words = [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert words[0] == "Imperial 2030, 3 jugadores: 6 partidas en 2 bloques"
    assert "random:5" in words


def test_terminal_shows_how_many_games_are_to_come() -> None:
    plan = duel(Setting("imperial2030", "1"), "random", ["random"], 1)
    shown = io.StringIO()
    console = Console(file=shown, force_terminal=True, width=80)
    outcomes = list(watched(plan, play_fixtures(plan), 0, Texts("en"), console))
    assert len(outcomes) == 2
    assert "Games" in shown.getvalue()
    assert "2/2" in shown.getvalue()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "name either a --hero, or bots for --round-robin or for --ladder"),
        (
            ("--hero", "random", "--ladder", "random"),
            "name either a --hero, or bots for --round-robin or for --ladder",
        ),
        (("--hero", "random,random"), "--hero: name a single bot"),
        (("--hero", "deep"), "--hero: there is no bot 'deep'; known are "),
        (("--hero", "random:x"), "--hero: 'x' is no budget"),
        (("--hero", "nowhere:Bot"), "--hero: there is no bot 'nowhere:Bot'; there is no module"),
        (("--hero", "json:Bot"), "--hero: there is no bot 'json:Bot'; json has no Bot"),
        (("--hero", "json:JSONDecoder"), "--hero: the bot json:JSONDecoder cannot be made: "),
        (("--hero", "random", "--limit", 0), "--limit 0: "),
        (("--hero", "random", "--cluster", "here"), "--cluster: 'here' is no address: write "),
        (("--hero", "random", "merge", "x"), "--hero goes behind rondel arena merge, or not with"),
        (("merge", "nowhere.jsonl"), "nowhere.jsonl: cannot be read: no such file"),
        (("--hero", "random", "--others", "random,random"), "--others: 2 bots for 3 seats"),
        (("--ladder", "random"), "name at least two bots to compare"),
        (("--round-robin", "random,random"), "the bot 'random' is named twice"),
        (("--hero", "random", "--game", "chess"), "game 'chess' is unknown"),
        (("--hero", "random", "--option", "setup=x"), "option setup cannot be 'x'"),
        (
            ("--hero", "random", "--option", "setup=draft", "--option", "start_player=me"),
            "option 'start_player' is ",
        ),
        (("--hero", "random", "--seconds", 0), "--seconds 0: "),
        (("--hero", "random", "--players", 9), "Invalid value for '--players'"),
        (("--hero", "random", "--records", "/dev/null/x"), "cannot write to /dev/null/x: "),
        (("--hero", "random", "--explain"), "--explain: name a folder for the records"),
        (("--hero", "random", "--resume", "/dev/null/x"), "cannot write to /dev/null/x: "),
        (("--hero", "random", "--chart", "/dev/null/x.svg"), "cannot write to /dev/null/x.svg: "),
        (("--hero", "random", "--chart", "x.png"), "--chart: x.png does not end in .svg"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    run: Run, arguments: tuple[object, ...], sentence: str
) -> None:
    assert refusal(run("arena", *arguments), 2).startswith(sentence)
