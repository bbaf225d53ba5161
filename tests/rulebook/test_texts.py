"""Every clause of the specification has its paragraph, in every language, under the same number."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rondel.records import LANGUAGES
from rondel.rulebook import Clause, Rulebook, languages, rulebook

SPECIFICATION = Path(__file__).parents[2] / "docs" / "rules.md"
CLAUSE = re.compile(r"(?ms)^- \*\*(R-[A-Z]{3}-\d+)\*\*(.*?)(?=^- \*\*[RI]-|^#|\Z)")
RULING = re.compile(r"(?m)^\| (A-\d\d) \|")
SECTION = re.compile(r"(?m)^###? (\d+(?:\.\d+)?) ")


@cache
def specification() -> str:
    return SPECIFICATION.read_text(encoding="utf-8")


def same_everywhere(book: Rulebook) -> list[tuple[str, str, str | None]]:
    return [(clause.id, clause.number, clause.game) for clause in book.clauses()]


def prose_of(clause: Clause) -> str:
    """The words of a paragraph, without what it points to."""
    return re.sub(r"\b(?:R-[A-Z]{3}-\d+|A-\d\d)\b", "", clause.text)


def test_the_rules_are_there_in_every_language_of_the_game() -> None:
    """Who plays in a language can read its rules in it."""
    assert set(languages()) == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_has_its_paragraph(language: str) -> None:
    """All clauses, in the order of the specification, none besides."""
    wanted = [found[1] for found in CLAUSE.finditer(specification())]
    assert len(wanted) == 265
    assert [clause.id for clause in rulebook(language).clauses()] == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_and_games_are_the_same_in_all_languages(language: str) -> None:
    """A link to a paragraph leads to the same rule for everybody."""
    assert same_everywhere(rulebook(language)) == same_everywhere(rulebook("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_sections_stand_where_the_specification_has_them(language: str) -> None:
    """The third clause of its section 3.18 is 3.18.3 here too."""
    known = set(SECTION.findall(specification()))
    for section in rulebook(language).sections():
        assert section.number in known
        assert section.title


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_is_told(language: str) -> None:
    """What the books say and what is played, for every unclear point."""
    told = [ruling.id for ruling in rulebook(language).rulings]
    assert told == RULING.findall(specification())
    assert min(len(ruling.text) for ruling in rulebook(language).rulings) > 60


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_paragraph_names_the_rulings_of_its_clause(language: str) -> None:
    """Whoever reads it sees that the books are unclear there."""
    book = rulebook(language)
    for id, text in CLAUSE.findall(specification()):
        assert set(book.clause(id).rulings) == set(re.findall(r"A-\d\d", text)), id


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_of_programmers(language: str) -> None:
    """Options are named as the page names them, formulas are sentences."""
    for clause in rulebook(language).clauses():
        assert not re.search(r"[`{}<>∅Σ|]|\w_\w", prose_of(clause)), clause.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_paragraph_is_a_summary(language: str) -> None:
    """Its figures are those of the clause, in any language."""
    for clause in rulebook(language).clauses():
        english = rulebook("en").clause(clause.id)
        assert len(clause.text) > len(english.text) / 2, clause.id
        assert [len(row) for row in clause.table] == [len(row) for row in english.table], clause.id


def test_only_the_texts_of_its_own_game_are_marked() -> None:
    """Canals and taxation differ; most rules are common."""
    marked = {clause.id[:5]: clause.game for clause in rulebook("en").clauses() if clause.game}
    assert marked["R-CAN"] == marked["R-VTB"] == "2030"
    assert rulebook("en").clause("R-TAX-3").game == "2030"
    assert rulebook("en").clause("R-TAX-22").game == "classic"
    assert rulebook("en").clause("3.18.3").id == "R-TAX-3"
