"""The log of a game as lines: numbered by entry, grouped by turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from rondel.engine import Action, Event
from rondel.engine.shapes import Entry
from rondel.records import Narrator

TURN = "turn_started"


@dataclass(frozen=True)
class Line:
    """One sentence of the log."""

    entry: int
    """The entry it belongs to, 0 for the set-up."""
    sentence: str
    heads_turn: bool
    """Whether a nation's turn begins with it."""


def log_lines(
    narrator: Narrator, told: Iterable[list[Event]], actions: Sequence[Action], first: int = 0
) -> list[Line]:
    """The log; `told` are the events of the entries from `first` on, `actions` all entries."""
    return [
        Line(number, sentence, heads_turn)
        for number, events in enumerate(told, first)
        for heads_turn, group, entry in _parts(events, actions[number - 1] if number else None)
        for sentence in narrator.sentences(group, entry)
    ]


def _parts(
    events: list[Event], action: Action | None
) -> Iterator[tuple[bool, list[Event], Entry | None]]:
    """The events of an entry in order, each beginning of a turn apart; the entry leads them."""
    entry = None if action is None else action.to_json()
    for heads_turn, group in _split_at_turns(events):
        yield heads_turn, group, entry
        entry = None


def _split_at_turns(events: list[Event]) -> Iterator[tuple[bool, list[Event]]]:
    """The events in order, each beginning of a turn apart from the others."""
    group: list[Event] = []
    for event in events:
        if event.kind != TURN:
            group.append(event)
            continue
        yield False, group
        yield True, [event]
        group = []
    yield False, group


def numbered(lines: Iterable[Line]) -> Iterator[Text]:
    """The lines as text, the first of each entry with its number."""
    last = 0
    for line in lines:
        if line.heads_turn:
            yield Text("\n" + line.sentence, style="bold")
            continue
        number = str(line.entry) if line.entry != last else ""
        last = line.entry
        yield Text.assemble((f"{number:>5}  ", "dim"), line.sentence)
