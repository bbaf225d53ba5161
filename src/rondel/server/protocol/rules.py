"""The rules as they are told to those who play."""

from __future__ import annotations

from typing import Literal

from rondel.engine.shapes import DecisionKind, Snapshot
from rondel.rulebook import Rests
from rondel.server.protocol.base import Language, Told
from rondel.server.protocol.declared import Declared
from rondel.server.protocol.games import Record

Rows = list[list[str]]
"""A table: its rows, the heading first."""


class ClauseTold(Told):
    """One paragraph of the rules, in light Markdown."""

    id: str
    """The same in all languages: `R-TAX-3`."""
    number: str
    """For readers, the same in all languages: `3.18.3`."""
    game: Literal["2030", "classic"] | None
    """The one game it belongs to; null for both."""
    text: str
    """The paragraph; it names other clauses and rulings by their ids."""
    table: Rows
    """A table right under it; empty if there is none."""


class SectionTold(Told):
    """The clauses about one thing."""

    number: str
    """As `3.18`; a chapter without sections has one with the chapter's number."""
    title: str
    """What it is about."""
    lead: str
    """What is said before the clauses; may be empty."""
    table: Rows
    """A table before the clauses; empty if there is none."""
    clauses: list[ClauseTold]
    """In the order they are read."""


class ChapterTold(Told):
    """Sections under one title."""

    number: str
    """As `3`."""
    title: str
    """What it is about."""
    sections: list[SectionTold]
    """In the order they are read."""


class RulingTold(Told):
    """What the books say on an unclear point, and how it is played here."""

    id: str
    """As `A-39`."""
    text: str
    """It names clauses by their ids."""


class TermTold(Told):
    """A word of the index."""

    term: str
    """In the reader's language."""
    clause: str
    """The clause that says what it is."""


class TaxNumbersTold(Told):
    """What a Taxation depends on."""

    factories: int
    """Free factories; one always is."""
    flags: int
    """Flags on the board."""
    units: int
    """Armies and fleets on the board."""
    treasury: int
    """The treasury before."""


class TaxExampleTold(Told):
    """A Taxation by a few numbers."""

    numbers: TaxNumbersTold
    """Those that were asked for, within the limits of the game."""
    most: TaxNumbersTold
    """The limits."""
    revenue: int
    """What comes in."""
    pay: int
    """What the soldiers get."""
    bonus: int
    """What the government gets."""
    power: int
    """The power points gained."""
    treasury: int
    """The treasury afterwards."""
    nation: str
    """Whose Taxation it is."""
    record: Record
    """The position before, as a record that can be opened."""


class ExampleChoice(Told):
    """Something that can be chosen in an example."""

    label: str
    """In the reader's language."""
    place: str | None
    """The region it is about: where something is built, made or bought, or where a unit goes."""


class ExampleTold(Told):
    """A position to try, after the choices that were asked for."""

    section: str
    """The section that it shows first of all."""
    shows: list[str]
    """The regions that a picture of it shows; empty where the board does not matter."""
    snapshot: Declared[Snapshot]
    """The position."""
    actor: str | None
    """Who decides now; null when the example is over."""
    prompt: str | None
    """What he is asked, in the reader's language; null when the example is over."""
    choices: list[ExampleChoice]
    """What can be chosen, in the order of the `choice` that chooses it; empty when it is over."""
    told: list[str]
    """What the last choice has brought about, as sentences."""
    record: Record
    """All of it as a record that can be opened."""


class RulesTold(Told):
    """The rules in one language."""

    language: Language
    """Of the texts."""
    chapters: list[ChapterTold]
    """In the order they are read."""
    rulings: list[RulingTold]
    """All of them, by their ids."""
    prompts: dict[DecisionKind, str]
    """The clause that says what may be chosen, for each kind of decision."""
    options: dict[str, Declared[Rests]]
    """Which option a clause rests on, or a family of clauses; a clause counts more."""
    examples: dict[Literal["2030", "classic"], list[str]]
    """The sections that have a position to try."""
    index: dict[Literal["2030", "classic"], list[TermTold]]
    """The words of each game, not sorted: alphabets differ."""
