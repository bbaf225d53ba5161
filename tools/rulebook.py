"""Writes the rules for players as a page of the documentation.

python -m tools.rulebook       # writes docs/rulebook.md

The page has no text of its own: it is made from what the page of a server and the terminal show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rondel.rulebook import Chapter, Clause, Section, rulebook

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rulebook.md"
GAMES: Final = {"2030": "Imperial 2030 only", "classic": "Imperial (2006) only"}
SENTENCE: Final = re.compile(r"(?<=[.?!)]) (?=[A-Z(“])")
"""Between two sentences."""

LEAD: Final = """\
# Rules for players

These are the rules of Imperial 2030 (2009) and Imperial (2006) as they are played here, in \
plain words.
The page of a server shows them under `/rules`, in five languages, with pictures, search and \
positions to try; [`rondel rules`](cli.md#rules) shows them in the terminal.
All three come from `src/rondel/rulebook/texts`; this page is written by `python -m \
tools.rulebook`, and a test fails when it is not up to date.
Each paragraph has its number and the id of its clause in the [specification](rules.md), the \
same rules as exactly as a program needs them.
An `A-nn` at its end names the ruling where the rulebooks are unclear; rulings stand at the end \
of the page, their reasons and tests in [Rule decisions](rule-decisions.md).
"""

RULINGS: Final = """\
## Rulings

What the books say where they are unclear, and how it is played here.
"""


def page() -> str:
    """The whole page."""
    book = rulebook("en")
    parts = [LEAD, *(part for chapter in book.chapters for part in _chapter(chapter)), RULINGS]
    parts += [_item(f"**{ruling.id}**", ruling.text) for ruling in book.rulings]
    return re.sub(r"(?m)^(- .*\n(?:  .*\n)*)\n(?=- )", r"\1", "\n".join(parts))


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield f"## {chapter.number} {chapter.title}\n"
    for section in chapter.sections:
        if section.number != chapter.number:
            yield f"### {section.number} {section.title}\n"
        yield from _section(section)


def _section(section: Section) -> Iterator[str]:
    if section.lead:
        yield SENTENCE.sub("\n", section.lead) + "\n"
    if section.table:
        yield _table(section.table)
    for clause in section.clauses:
        yield _clause(clause)


def _clause(clause: Clause) -> str:
    only = f" *{GAMES[clause.game]}.*" if clause.game else ""
    told = _item(f"**{clause.number}** {clause.id}{only}", clause.text)
    return f"{told}\n{_table(clause.table, '    ')}" if clause.table else told


def _item(name: str, text: str) -> str:
    return f"- {name}\n  " + SENTENCE.sub("\n  ", text) + "\n"


def _table(table: tuple[tuple[str, ...], ...], indent: str = "") -> str:
    head, *rest = table
    lines = [head, ("---",) * len(head), *rest]
    return "".join(f"{indent}| {' | '.join(line)} |\n" for line in lines)


def main() -> None:
    """Writes the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
