"""Whatever asks or refuses has a paragraph that says why."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rondel
from rondel.engine import KINDS, TITLES
from rondel.records import LANGUAGES
from rondel.rulebook import CLAUSE_OF, GAMES, rulebook

ENGINE = Path(rondel.__file__).parent / "engine"


def named_by_the_engine() -> set[str]:
    """The clauses that refusals name."""
    texts = [path.read_text(encoding="utf-8") for path in ENGINE.rglob("*.py")]
    return set(re.findall(r'"(R-[A-Z0-9-]+)"', "".join(texts)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_has_its_paragraph(language: str) -> None:
    assert set(CLAUSE_OF) == set(KINDS)
    for id in CLAUSE_OF.values():
        assert rulebook(language).clause(id).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_paragraph(language: str) -> None:
    """Each code of the rules names a clause, and that clause can be read."""
    named = named_by_the_engine()
    assert len(named) > 35
    for id in named:
        assert rulebook(language).clause(id).text


def test_both_games_are_marked() -> None:
    assert set(GAMES) == set(TITLES)
