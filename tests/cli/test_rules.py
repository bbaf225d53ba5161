"""`rondel rules`: the rules at the terminal."""

from __future__ import annotations

import pytest

from rondel.cli import main
from rondel.records import LANGUAGES


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main(["rules", *arguments]) == status
    return capsys.readouterr().out


def test_contents_without_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "--lang", "en").splitlines()
    assert "3     Actions" in lines
    assert "  3.18  Taxation in Imperial 2030" in lines
    assert "  3.18  Taxation in Imperial 2030" not in printed(
        capsys, "--lang", "en", "--game", "imperial"
    )


@pytest.mark.parametrize("name", ["3.18.4", "R-TAX-4", "r-tax-4"])
def test_a_paragraph_comes_with_its_ruling(capsys: pytest.CaptureFixture[str], name: str) -> None:
    told = printed(capsys, name, "--lang", "en")
    assert told.startswith("3.18.4  [Imperial 2030] If the revenue does not cover the pay")
    assert "\nA-39    What the books say" in told


def test_a_section_and_a_chapter(capsys: pytest.CaptureFixture[str]) -> None:
    section = printed(capsys, "3.1", "--lang", "it").splitlines()
    assert section[0] == "3.1 Fabbrica"
    assert [line.split()[0] for line in section[1:6]] == [f"3.1.{n}" for n in range(1, 6)]
    assert "5.1     The game ends at once" in printed(capsys, "5", "--lang", "en")


def test_words_are_found_in_other_forms(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "convoys", "fleet", "--lang", "en")
    assert "3.10.2" in told
    assert "R-" not in told.replace("[R-", "")


def test_what_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "soldiers", "holiday", "--lang", "en", status=1)
    assert told.startswith("Nothing about “soldiers holiday”.\nNearest:\n3.18.3")


def test_a_ruling_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "A-39", "--lang", "en").startswith("A-39    What the books say")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_read(capsys: pytest.CaptureFixture[str], language: str) -> None:
    assert printed(capsys, "R-TAX-3", "--lang", language).startswith("3.18.3  [")


def test_unknown_games_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--game", "chess"]) == 2
    assert "there is no game 'chess'" in capsys.readouterr().err
