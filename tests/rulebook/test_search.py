"""Finding paragraphs by words, whatever their form."""

from __future__ import annotations

import pytest

from rondel.rulebook import find, nearest, plain, rulebook, section_named


def found(language: str, words: str, game: str | None = None) -> list[str]:
    return [clause.id for clause in find(rulebook(language), words, game)]


@pytest.mark.parametrize(
    ("language", "words", "id"),
    [
        ("en", "soldiers' pay", "R-TAX-3"),
        ("en", "convoyed ARMY", "R-CVY-2"),
        ("it", "paga soldato", "R-TAX-3"),
        ("it", "fabbriche citta", "R-FAC-2"),
        ("es", "salario ejercitos", "R-TAX-3"),
        ("ru", "содержания войска", "R-TAX-3"),
        ("pl", "żołdu czołgów", "R-TAX-3"),
        ("pl", "czołgiem skarbca", "R-TAX-3"),
    ],
)
def test_forms_of_words_are_folded(language: str, words: str, id: str) -> None:
    assert id in found(language, words)


def test_a_game_leaves_out_what_is_not_its_own() -> None:
    assert "R-CAN-4" in found("en", "canal")
    assert "R-CAN-4" not in found("en", "canal", "classic")


def test_nothing_is_found_for_no_words() -> None:
    assert found("en", "") == found("en", "a !") == []


def test_the_nearest_hold_most_of_the_words() -> None:
    assert found("en", "soldiers holiday") == []
    assert nearest(rulebook("en"), "soldiers holiday")[0].id == "R-TAX-3"
    assert nearest(rulebook("en"), "qwertz") == []


def test_sections_are_named_by_their_numbers() -> None:
    assert [section.number for section in section_named(rulebook("en"), "3.18")] == ["3.18"]
    assert len(section_named(rulebook("en"), "3")) == 19
    assert section_named(rulebook("en"), "3.99") == []


def test_plain_text_has_numbers_for_names() -> None:
    assert plain(rulebook("en"), "**Pay.** As R-TAX-3 *says*.") == "Pay. As 3.18.3 says."
    assert plain(rulebook("en"), "See R-RON and (A-39).") == "See 2.2 and (A-39)."
