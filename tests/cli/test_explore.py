"""`rondel explore` and `rondel openings`: the table at the terminal, and made anew."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rondel.cli import main
from rondel.records import LANGUAGES


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main([*arguments]) == status
    return capsys.readouterr().out


def test_starts_are_listed_with_counts_and_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "explore", "--lang", "en")
    assert "Bonds at the start" in told
    assert "China 9" in told
    assert " ± " in told
    assert "intervals that overlap are not told apart" in told


def test_path_is_followed(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "explore", "china", "--lang", "en")
    assert "China: next space" in told
    assert "First bond bought afterwards" in told
    assert "china/factory" in told


def test_json_is_what_the_server_tells(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(printed(capsys, "explore", "--setup", "draft", "--players", "3", "--json"))
    assert (told["setup"], told["players"], told["source"]) == ("draft", 3, "bots")
    assert told["host"] is None


def test_what_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "explore", "atlantis", "--lang", "en", status=1)
    assert "No games with this start yet." in told


def test_set_ups_and_games_that_are_unknown_are_refused() -> None:
    assert main(["explore", "--setup", "chess"]) == 2
    assert main(["explore", "--game", "chess"]) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_spoken(capsys: pytest.CaptureFixture[str], language: str) -> None:
    for setup in ("standard", "draft"):
        told = printed(capsys, "explore", "--setup", setup, "--lang", language)
        assert "easy" in told or "strategist" in told


def test_table_is_made_anew_and_gone_on_with(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The games that are in the file are not played again, and the table is the same."""
    one, two, kept = tmp_path / "one.json", tmp_path / "two.json", tmp_path / "games.jsonl"
    plan = ["--opener", "random", "--finisher", "random", "--games", "1", "--lang", "en"]
    told = printed(capsys, "openings", str(one), *plan, "--resume", str(kept))
    assert told == "20 games in 20 settings.\n"
    games = kept.read_bytes()
    printed(capsys, "openings", str(two), *plan, "--resume", str(kept))
    assert kept.read_bytes() == games
    assert one.read_text() == two.read_text()
    made = json.loads(one.read_text())["made"]
    assert (made["opener"], made["games"], made["seed"]) == ("random", 1, "1")


def test_odd_bots_and_files_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = str(tmp_path / "table.json")
    assert main(["openings", target, "--opener", "chess"]) == 2
    assert "there is no bot 'chess'" in capsys.readouterr().err
    other = tmp_path / "other"
    other.write_text("something else\n")
    plan = ["--opener", "random", "--finisher", "random", "--games", "1"]
    assert main(["openings", target, *plan, "--resume", str(other)]) == 2
    assert main(["openings", str(tmp_path / "no" / "table"), *plan]) == 2
