"""The rules for players in the documentation are those of the page and the terminal."""

from __future__ import annotations

import pytest

from rondel.cli import main
from rondel.rulebook import rulebook
from tools.rulebook import PAGE, page

WRITE = "write it anew by: python -m tools.rulebook"


def squeezed(text: str) -> str:
    return " ".join(text.split())


def test_the_page_is_the_one_that_the_texts_make() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), WRITE


def test_every_clause_and_ruling_is_on_the_page_word_for_word() -> None:
    told = squeezed(PAGE.read_text(encoding="utf-8"))
    for clause in rulebook("en").clauses():
        assert f"**{clause.number}** {clause.id}" in told
        assert squeezed(clause.text) in told
    assert all(squeezed(f"**{one.id}** {one.text}") in told for one in rulebook("en").rulings)


def test_the_terminal_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    clause = rulebook("en").clause("R-PRO-1")
    assert main(["rules", clause.id, "--lang", "en"]) == 0
    assert squeezed(clause.text) in squeezed(capsys.readouterr().out)
