"""`rondel puzzles`: made, and checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.cli import main
from rondel.puzzles import Puzzle, library, read, written

CLEAREST = max(
    (one.puzzle for one in library().values()),
    key=lambda puzzle: puzzle["choices"][1]["behind"] - puzzle["margin"],
)
"""The puzzle with most to spare: a short search is enough for it."""


def ran(*arguments: object) -> int:
    """Runs the command and returns its status."""
    return main(["puzzles", *map(str, arguments)])


@pytest.mark.long
def test_check_tells_what_holds_and_drops_what_does_not(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    best, second, *others = CLEAREST["choices"]
    wrong: Puzzle = {**CLEAREST, "id": "00000000", "choices": [second, best, *others]}
    file = tmp_path / "some.json"
    file.write_text(written([CLEAREST, wrong]), encoding="utf-8")
    assert ran("check", file, "--longer", 2, "--drop") == 1
    told = capsys.readouterr().out
    assert f"{CLEAREST['id']} holds" in told
    assert "00000000 FAILS" in told
    assert "1 of 2 hold" in told
    assert read(file.read_text(encoding="utf-8")) == [CLEAREST]


def test_wrong_wishes_are_refused_in_a_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for wish, said in (
        (("check", "--drop"), "--drop needs a FILE"),
        (("check", tmp_path / "no.json"), "no.json"),
        (("make", tmp_path / "some.json", "--game", "chess"), "--game chess"),
        (("make", tmp_path / "some.json", "--theme", "luck"), "--theme luck: known are govern"),
    ):
        assert ran(*wish) == 2
        [line] = capsys.readouterr().err.splitlines()
        assert said in line


@pytest.mark.long
def test_make_writes_what_it_finds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "made.json"
    wish = ("--game", "imperial", "--games", 1, "--count", 1, "--bots", "strategist:8")
    assert ran("make", file, *wish) == 0
    assert capsys.readouterr().out.startswith("game 1: ")
    kept = read(file.read_text(encoding="utf-8"))
    assert all(puzzle["record"]["game"] == "imperial" for puzzle in kept)


@pytest.mark.long
def test_anew_keeps_what_the_present_judge_holds_for_true(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "old.json"
    best, second, *others = CLEAREST["choices"]
    wrong: Puzzle = {**CLEAREST, "id": "wrong", "choices": [second, best, *others]}
    file.write_text(written([CLEAREST, wrong]), encoding="utf-8")
    assert ran("anew", file, "--seed", "other") == 0
    assert "1 of 2 hold, judged by magnate" in capsys.readouterr().out
    [kept] = read(file.read_text(encoding="utf-8"))
    assert kept["id"] == CLEAREST["id"]


@pytest.mark.long
def test_make_keeps_to_the_themes_that_are_named(tmp_path: Path) -> None:
    file = tmp_path / "made.json"
    wish = ("--game", "imperial", "--games", 1, "--count", 2, "--bots", "strategist:8")
    assert ran("make", file, *wish, "--theme", "march", "--theme", "arms") == 0
    kept = read(file.read_text(encoding="utf-8"))
    assert {puzzle["theme"] for puzzle in kept} <= {"march", "arms"}
    assert kept
