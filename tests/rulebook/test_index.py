"""The index has the words of the game, in every language."""

from __future__ import annotations

import pytest

from rondel.records import LANGUAGES
from rondel.rulebook import GAMES, index, rulebook


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_word_leads_to_a_clause_of_its_game(game: str, language: str) -> None:
    book, entries = rulebook("en"), index(game, language)
    assert len(entries) > 45
    for entry in entries:
        assert entry["term"]
        assert book.clause(entry["clause"]).is_of(GAMES[game]), entry


def test_words_are_those_of_the_reader() -> None:
    assert {"term": "Stendardo", "clause": "R-FLG-1"} in index("imperial2030", "it")
