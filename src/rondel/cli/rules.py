"""The command that prints the rules: a paragraph, a section, or what holds some words."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from rondel.cli.errors import CommandError
from rondel.cli.output import make_console, print_log
from rondel.cli.texts import Texts, chosen_language
from rondel.records.words import Words
from rondel.rulebook import (
    GAMES,
    Clause,
    Rulebook,
    Section,
    find,
    nearest,
    plain,
    rulebook,
    section_named,
)

NO_ANSWER = 1


def run_rules(wanted: str, game: str | None, lang: str | None) -> int:
    """Prints what is wanted, or the contents; the status says whether there was something.

    Raises: CommandError.
    """
    if game is not None and game not in GAMES:
        raise CommandError(f"there is no game {game!r}; choose --game from {', '.join(GAMES)}")
    language = chosen_language(lang, os.environ)
    reader = _Reader(rulebook(language), Texts(language), GAMES.get(game or ""))
    lines = list(reader.lines(wanted.strip()))
    console = make_console()
    for line in lines or reader.missing(wanted):
        print_log(console, line)
    return 0 if lines else NO_ANSWER


def _title(game: str, language: str) -> str:
    return Words(game, language).name("terms", game)


class _Reader:
    """Opens the rules at what is wanted."""

    def __init__(self, book: Rulebook, texts: Texts, game: str | None) -> None:
        self.book = book
        self.texts = texts
        self.game = game
        self.titles = {tag: _title(id, book.language) for id, tag in GAMES.items()}

    def lines(self, wanted: str) -> Iterator[str]:
        if not wanted:
            yield from self._contents()
        elif sections := section_named(self.book, wanted):
            for section in sections:
                yield from self._section(section)
        else:
            yield from self._named(wanted)

    def missing(self, wanted: str) -> Iterator[str]:
        yield self.texts.say("book_nothing", words=wanted)
        near = nearest(self.book, wanted, self.game)
        if near:
            yield self.texts.say("book_nearest")
            yield from self._clauses(near)

    def _named(self, wanted: str) -> Iterator[str]:
        """A clause with its rulings, a ruling, or else what holds the words."""
        try:
            clause = self.book.clause(wanted.upper())
        except KeyError:
            yield from self._ruling(wanted.upper()) or self._clauses(self._found(wanted))
            return
        yield from self._clause(clause)
        for id in clause.rulings:
            yield from ["", *self._ruling(id)]

    def _found(self, wanted: str) -> list[Clause]:
        return find(self.book, wanted, self.game)

    def _contents(self) -> Iterator[str]:
        for chapter in self.book.chapters:
            yield f"{chapter.number:<6}{chapter.title}"
            for section in chapter.sections:
                if section.number != chapter.number and self._is_read(section):
                    yield f"  {section.number:<6}{section.title}"
        yield f"{'A':<6}{self.texts.say('book_rulings')}"

    def _is_read(self, section: Section) -> bool:
        return any(clause.is_of(self.game) for clause in section.clauses)

    def _section(self, section: Section) -> Iterator[str]:
        yield f"{section.number} {section.title}"
        if section.lead:
            yield plain(self.book, section.lead)
        yield from self._table(section.table)
        yield from self._clauses(clause for clause in section.clauses if clause.is_of(self.game))
        yield ""

    def _clauses(self, clauses: Iterable[Clause]) -> Iterator[str]:
        for clause in clauses:
            yield from self._clause(clause)

    def _clause(self, clause: Clause) -> Iterator[str]:
        only = f"[{self.titles[clause.game]}] " if clause.game else ""
        yield f"{clause.number:<8}{only}{plain(self.book, clause.text)} [{clause.id}]"
        yield from self._table(clause.table)

    def _table(self, table: tuple[tuple[str, ...], ...]) -> Iterator[str]:
        for row in table:
            yield f"{'':<8}{plain(self.book, ' | '.join(row))}"

    def _ruling(self, id: str) -> list[str]:
        try:
            return [f"{id:<8}{plain(self.book, self.book.ruling(id).text)}"]
        except KeyError:
            return []
