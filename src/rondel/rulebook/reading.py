"""Reading the texts: every line is checked, and a fault is told with its file and its line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise

from rondel.rulebook.model import CLAUSE, FAMILY, RULING, Chapter, Clause, Rulebook, Ruling, Section

_CHAPTER = re.compile(r"# (?P<title>\S.*)")
_SECTION = re.compile(r"## (?P<number>\d+\.\d+) (?P<title>\S.*)")
_CLAUSE = re.compile(r"(?P<id>R-[A-Z]{3}-\d+)(?: \[(?P<game>2030|classic)\])?: (?P<text>\S.*)")
_RULING = re.compile(r"(?P<id>A-\d{2}): (?P<text>\S.*)")
_RULE = re.compile(r"\|(?:\s*:?-+:?\s*\|)+")

Table = tuple[tuple[str, ...], ...]


class RulebookError(ValueError):
    """A text of the rules that cannot be read; says where and what was expected."""


@dataclass(slots=True)
class _Line:
    """A line of a file, with the place it is found at."""

    text: str
    place: str

    def fault(self, expected: str) -> RulebookError:
        return RulebookError(f"{self.place}: {expected}, found {self.text[:60]!r}")


def languages() -> tuple[str, ...]:
    """The languages there are texts in."""
    return tuple(sorted(folder.name for folder in _texts().iterdir() if folder.is_dir()))


@cache
def rulebook(language: str) -> Rulebook:
    """The rules in a language, read once.

    Raises: RulebookError.
    """
    if language not in languages():
        raise RulebookError(f"there are no rules in {language!r}; known are {languages()}")
    return read_rulebook(language, _texts() / language)


def read_rulebook(language: str, folder: Traversable) -> Rulebook:
    """The rules as the files of a folder tell them.

    Raises: RulebookError naming file and line.
    """
    names = sorted(file.name for file in folder.iterdir() if file.name[:-3].isdigit())
    chapters = tuple(_chapter(name[:-3], _lines(folder / name)) for name in names)
    rulings = tuple(_rulings(_lines(folder / "rulings.md")))
    book = Rulebook(language, chapters, rulings)
    _check(book)
    return book


def _texts() -> Traversable:
    return files("rondel.rulebook") / "texts"


def _lines(file: Traversable) -> list[_Line]:
    try:
        text = file.read_text(encoding="utf-8")
    except OSError:
        raise RulebookError(f"{file}: cannot be read") from None
    lines = text.splitlines()
    return [_Line(line, f"{file}:{at}") for at, line in enumerate(lines, 1) if line.strip()]


def _chapter(number: str, lines: list[_Line]) -> Chapter:
    if not lines:
        raise RulebookError(f"chapter {number} is empty")
    heading = _CHAPTER.fullmatch(lines[0].text)
    if heading is None:
        raise lines[0].fault("expected '# Title of the chapter'")
    title = heading["title"]
    sections = tuple(_sections(number, title, lines[1:]))
    return Chapter(number, title, sections)


def _sections(chapter: str, title: str, lines: list[_Line]) -> Iterator[Section]:
    """A chapter is divided by its headings; without any it is one section."""
    starts = [at for at, line in enumerate(lines) if line.text.startswith("#")]
    if not starts or starts[0]:
        yield _section(chapter, title, lines[: starts[0]] if starts else lines)
    for at, end in pairwise([*starts, len(lines)]):
        heading = _SECTION.fullmatch(lines[at].text)
        if heading is None or not heading["number"].startswith(f"{chapter}."):
            raise lines[at].fault(f"expected '## {chapter}.n Title of the section'")
        yield _section(heading["number"], heading["title"], lines[at + 1 : end])


def _section(number: str, title: str, lines: list[_Line]) -> Section:
    lead, rest = _lead(lines)
    table, rest = _table(rest)
    return Section(number, title, tuple(_clauses(number, rest)), lead, table)


def _lead(lines: list[_Line]) -> tuple[str, list[_Line]]:
    """What stands before the first clause and the first table."""
    count = 0
    while count < len(lines) and not _starts(lines[count].text):
        count += 1
    return " ".join(line.text for line in lines[:count]), lines[count:]


def _starts(text: str) -> bool:
    return text.startswith(("|", "R-"))


def _clauses(section: str, lines: list[_Line]) -> Iterator[Clause]:
    place = 0
    while lines:
        found = _CLAUSE.fullmatch(lines[0].text)
        if found is None:
            raise lines[0].fault("expected 'R-XXX-n [game]: text'")
        table, lines = _table(lines[1:])
        place += 1
        yield Clause(found["id"], f"{section}.{place}", found["game"], found["text"], table)


def _table(lines: list[_Line]) -> tuple[Table, list[_Line]]:
    """The table the lines begin with, and what follows it."""
    count = 0
    while count < len(lines) and lines[count].text.startswith("|"):
        count += 1
    rows = [line for line in lines[:count] if not _RULE.fullmatch(line.text.strip())]
    cells = tuple(tuple(_cells(row)) for row in rows)
    for row, line in zip(cells, rows, strict=True):
        if len(row) != len(cells[0]):
            raise line.fault(f"expected a row of {len(cells[0])} cells")
    return cells, lines[count:]


def _cells(line: _Line) -> list[str]:
    text = line.text.strip()
    if not text.endswith("|"):
        raise line.fault("expected a row that ends with '|'")
    return [cell.strip() for cell in text[1:-1].split("|")]


def _rulings(lines: list[_Line]) -> Iterator[Ruling]:
    for line in lines[1:] if lines and _CHAPTER.fullmatch(lines[0].text) else lines:
        found = _RULING.fullmatch(line.text)
        if found is None:
            raise line.fault("expected 'A-nn: text'")
        yield Ruling(found["id"], found["text"])


def _check(book: Rulebook) -> None:
    """No id is there twice, and whatever a text points to exists."""
    texts = [(clause.id, clause.text) for clause in book.clauses()]
    texts += [(ruling.id, ruling.text) for ruling in book.rulings]
    for name in _twice(name for name, _ in texts):
        raise RulebookError(f"{book.language}: {name} is there twice")
    known = {name for name, _ in texts} | {name.rpartition("-")[0] for name, _ in texts}
    for name, text in texts:
        for pointed in _pointed(text):
            if pointed not in known:
                raise RulebookError(f"{book.language}: {name} points to {pointed}, unknown here")


def _pointed(text: str) -> list[str]:
    return [*CLAUSE.findall(text), *FAMILY.findall(text), *RULING.findall(text)]


def _twice(names: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield name
        seen.add(name)
