"""What a book of rules is made of: chapters, sections, clauses, rulings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

CLAUSE = re.compile(r"\bR-[A-Z]{3}-\d+\b")
"""How a clause is named, the same in all languages."""

FAMILY = re.compile(r"\bR-[A-Z]{3}\b(?!-\d)")
"""How all clauses about one thing are named together: `R-RON`."""

RULING = re.compile(r"\bA-\d{2}\b")
"""How a ruling on an unclear point is named."""

GAMES = {"imperial2030": "2030", "imperial": "classic"}
"""Id of a game -> how the clauses that are its own are marked."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One paragraph of the rules."""

    id: str
    """As in the specification: `R-TAX-3`."""
    number: str
    """For readers: the third clause of section 3.18 is `3.18.3`."""
    game: str | None
    """The one game it belongs to, `2030` or `classic`; None for both."""
    text: str
    """The paragraph, in light Markdown."""
    table: tuple[tuple[str, ...], ...] = ()
    """A table right under it: its rows, the heading first."""

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings it stands on, in the order they are named."""
        return tuple(dict.fromkeys(RULING.findall(self.text)))

    @property
    def mentions(self) -> tuple[str, ...]:
        """The other clauses it names."""
        return tuple(dict.fromkeys(CLAUSE.findall(self.text)))

    def is_of(self, game: str | None) -> bool:
        """Whether it holds in a game, or in any where none is named."""
        return game is None or self.game in (None, game)


@dataclass(frozen=True, slots=True)
class Section:
    """The clauses about one thing."""

    number: str
    """As `3.18`; a chapter without sections has one with the chapter's number."""
    title: str
    clauses: tuple[Clause, ...]
    lead: str = ""
    """What is said before the clauses, if anything."""
    table: tuple[tuple[str, ...], ...] = ()
    """A table before the clauses, its heading first."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Sections under one title."""

    number: str
    title: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the books say on an unclear point, and how it is played here."""

    id: str
    """As `A-39`."""
    text: str


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules in one language."""

    language: str
    chapters: tuple[Chapter, ...]
    rulings: tuple[Ruling, ...]

    def sections(self) -> Iterator[Section]:
        """All sections from the first to the last."""
        for chapter in self.chapters:
            yield from chapter.sections

    def clauses(self) -> Iterator[Clause]:
        """All clauses from the first to the last."""
        for section in self.sections():
            yield from section.clauses

    def clause(self, name: str) -> Clause:
        """A clause by its id or its number.

        Raises: KeyError.
        """
        for clause in self.clauses():
            if name in (clause.id, clause.number):
                return clause
        raise KeyError(name)

    def place(self, name: str) -> str:
        """The number of a clause, or of the section where a family of clauses begins.

        Raises: KeyError.
        """
        if CLAUSE.fullmatch(name):
            return self.clause(name).number
        for section in self.sections():
            if any(clause.id.startswith(f"{name}-") for clause in section.clauses):
                return section.number
        raise KeyError(name)

    def ruling(self, id: str) -> Ruling:
        """A ruling by its id.

        Raises: KeyError.
        """
        for ruling in self.rulings:
            if ruling.id == id:
                return ruling
        raise KeyError(id)
