"""The start of a game at the terminal: who is told that the levels are weaker here."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from rondel.cli.play import opening
from rondel.cli.play.opening import Wishes, run_play
from rondel.cli.texts import Texts
from rondel.records import LANGUAGES
from tests.samples import some


@pytest.mark.parametrize("language", some(LANGUAGES))
@pytest.mark.parametrize(
    ("bot", "missing"), [("medium", True), ("medium", False), ("random", True)]
)
def test_levels_without_the_network_are_told(
    language: str,
    bot: str,
    missing: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("RONDEL_DATA", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    monkeypatch.setattr(opening, "obstacle", lambda: "it is not installed" if missing else "")
    run_play(Wishes("imperial", f"ann, bot:{bot}", seed="1", lang=language))
    told = Texts(language).say("no_network", command="pip install 'rondel[network]'")
    assert (told in capsys.readouterr().out) == (missing and bot == "medium")
