"""Finding paragraphs: by number, by id, or by words whose forms need not be those of the text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from rondel.rulebook.model import CLAUSE, FAMILY, Clause, Rulebook, Section

_WORD = re.compile(r"[^\W_]+")
_NAME = re.compile(f"{CLAUSE.pattern}|{FAMILY.pattern}")
_SHORT = 4
"""Words up to this length are looked for as they are."""
_LONG = 8
"""From this length on endings may be longer, as in Polish."""


def section_named(book: Rulebook, name: str) -> list[Section]:
    """The section of a number, or all sections of a chapter's."""
    return [
        section
        for chapter in book.chapters
        for section in chapter.sections
        if name in (chapter.number, section.number)
    ]


def find(book: Rulebook, words: str, game: str | None = None) -> list[Clause]:
    """The clauses in which all the words stand, in one form or another."""
    wanted = stems(words)
    if not wanted:
        return []
    return [
        clause
        for section in book.sections()
        for clause in section.clauses
        if clause.is_of(game) and _holds(f"{section.title} {clause.text}", wanted)
    ]


def nearest(book: Rulebook, words: str, game: str | None = None, most: int = 3) -> list[Clause]:
    """The clauses that hold most of the words, for whom all of them found nothing."""
    wanted = stems(words)
    counted = [
        (sum(_holds(clause.text, [stem]) for stem in wanted), clause)
        for clause in book.clauses()
        if clause.is_of(game)
    ]
    best = max((count for count, _ in counted), default=0)
    return [clause for count, clause in counted if count == best > 0][:most]


def stems(words: str) -> list[str]:
    """What is looked for: words without accents and without the endings that change."""
    return [_stem(word) for word in _WORD.findall(folded(words)) if len(word) > 1]


def folded(text: str) -> str:
    """A text in small letters without accents."""
    letters = unicodedata.normalize("NFD", text.lower().replace("ł", "l"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def plain(book: Rulebook, text: str) -> str:
    """A text without its marks; the clauses it names are named by their numbers."""
    without = re.sub(r"\*+", "", text)
    return _NAME.sub(lambda found: book.place(found[0]), without)


def _stem(word: str) -> str:
    ending = 3 if len(word) >= _LONG else 2
    return word if len(word) <= _SHORT else word[: max(_SHORT, len(word) - ending)]


def _holds(text: str, wanted: Iterable[str]) -> bool:
    words = _WORD.findall(folded(text))
    return all(any(word.startswith(stem) for word in words) for stem in wanted)
