"""Play: decisions, taking back, votes; the position and the record."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from rondel.engine import EventTold
from rondel.engine.shapes import Changes, Consequences, Entry, Facts, Reason, Snapshot
from rondel.server.protocol.base import Asked, Count, Json, Position, Told, example
from rondel.server.protocol.declared import Declared
from rondel.server.protocol.games import RecordEntry
from rondel.server.protocol.names import Name
from rondel.server.protocol.tables import Pending

# What is asked ------------------------------------------------------------------------------


class Act(Asked):
    """A decision, or a donation beside it."""

    model_config = example({"position": 12, "entry": {"choice": {"slot": "investor"}}})

    position: Position
    entry: Json
    """The entry of the record, as a choice of the position brings it.

    `actor`, `nation` and `decision` may be left out, but in a donation.
    """


class Ask(Asked):
    """Actions whose consequences one wants to know."""

    model_config = example({"position": 12, "entries": [{"choice": {"slot": "taxation"}}]})

    position: Position
    entries: Annotated[list[Json], Field(min_length=1, max_length=64)]
    """The entries they would make."""


class AskHint(Asked):
    """A decision for which one wants a hint."""

    model_config = example({"position": 12})

    position: Position


class TakeBack(Asked):
    """How far to go back."""

    model_config = example({"position": 12})

    position: Position
    to: Count | None = None
    """So many entries stay; left out: all before one's own last decision."""


class Proposal(Asked):
    """Something to vote on."""

    kind: Literal["pause", "resume", "end"]
    """A pause, its end, or the end of the game without result."""


class Ballot(Asked):
    """An answer to what is put to the vote."""

    model_config = example({"vote": 31, "agree": True})

    vote: Count | None = None
    """Its number, so that no other one is answered that has taken its place."""
    agree: bool
    """Whether you agree; one who does not ends the vote."""


class Study(Asked):
    """A moment to go on from."""

    model_config = example({"entries": 40, "name": "What if"})

    entries: Count
    """After so many entries."""
    name: Name | None = None
    """What the new table is called; as the old one if none is given."""


# What is told -------------------------------------------------------------------------------


class Choice(Told):
    """A legal action."""

    id: int
    """The number of the action, as docs/bots.md tells."""
    entry: Declared[Entry]
    """The entry it would make; send it to act."""
    label: str | None = None
    """In the language asked for; left out without."""
    consequences: Declared[Consequences] | None = None
    """What it would do; only for who decides, and not if there are
    more than 64 choices."""


class UndoTold(Told):
    """Whether you may take back your last decision."""

    possible: bool
    """Whether you may, perhaps after a vote."""
    to: int | None
    """So many entries would stay."""
    free: int | None
    """As long as so many entries stay, nobody is asked."""
    asks: list[str]
    """The people who would have to agree, by id; it happens at once where nobody has to."""
    reason: str | None
    """The code of what is in the way; or, where somebody is asked, `undo/others_decided` or
    `undo/hidden_shown`."""


class PositionTold(Told):
    """A position through somebody's eyes."""

    position: int
    """Its number: send it with what you do."""
    entries: int
    """Entries in the record so far."""
    seq: int
    """Number of the last line of the log."""
    viewer: str | None
    """The player who looks; null for a spectator."""
    pending: Pending | None
    """Who must decide."""
    yours: bool
    """Whether you must decide."""
    undo: UndoTold | None
    """Whether you may take back; null for spectators."""
    clocks: list[float | None]
    """Seconds on the clock of each seat, as `time_left` of `SeatTold`."""
    snapshot: Declared[Snapshot]
    """The position itself."""
    choices: list[Choice]
    """The legal actions; with secret cash only for who decides."""
    prompt: str | None = None
    """What is asked, in the language asked for."""
    waiting: str | None = None
    """Whom the others wait for, in the language asked for."""
    facts: Declared[Facts] | None = None
    """What helps to judge the position; left out without `facts`."""
    refused: list[Declared[Reason]] | None = None
    """What is not legal, and why; left out without `facts`."""


class HintTold(Told):
    """A choice that would be good."""

    bot: str
    """The bot that would take it."""
    choice: Choice
    """The choice, with what it would do: that is the reason."""


class PlanTold(Told):
    """What is open to who decides after some decisions of his."""

    taken: int
    """So many of the decisions can be made before somebody else decides, or one is not legal."""
    choices: list[Choice]
    """The legal actions then; none where somebody else would decide, or the action is over."""
    refused: list[Declared[Reason]]
    """What would not be legal, and why."""
    facts: Declared[Facts] | None
    """What helps to judge the position then; null without choices."""


class Past(Told):
    """An earlier position."""

    entries: int
    """After so many entries."""
    viewer: str | None
    """The player who looks; null for a spectator."""
    snapshot: Declared[Snapshot]
    """The position itself."""
    facts: Declared[Facts]
    """What helps to judge it."""
    changes: Declared[Changes]
    """What has changed since the turn began that led to it."""


class Change(Told):
    """A value that differs from the position before."""

    path: list[str]
    """The keys that lead to it, from `snapshot`, `facts` or `changes` on."""
    value: Any
    """What stands there now, whole."""


class Stretch(Told):
    """Positions that follow each other."""

    first: Past
    """The first of them."""
    steps: list[list[Change]]
    """What each of the next entries changed."""


class Span(Told):
    """What has changed from one moment of a game to a later one."""

    since: int
    """After so many entries."""
    until: int
    """Up to so many."""
    changes: Declared[Changes]
    """What differs."""


class ChangesTold(Told):
    """What has changed from each moment asked about to the next."""

    spans: list[Span]
    """One for each two moments."""


class EntryTold(Told):
    """An entry of the record and what it brought about."""

    number: int
    """Its place in the record, from 1."""
    entry: RecordEntry
    """What was decided."""
    events: list[Declared[EventTold]]
    """What happened."""
    sentences: list[str] | None = None
    """What happened, in the language asked for; left out without."""


class Entries(Told):
    """A part of the record."""

    entries: list[EntryTold]
    """The entries in order."""


class Moment(Told):
    """The figures at the start of a turn, or at the end of what there is."""

    entries: int
    """So many entries had been made."""
    round: int
    """The round of that turn."""
    nation: str
    """The nation on turn."""
    power: dict[str, int]
    """Nation → its power points."""
    treasuries: dict[str, int]
    """Nation → its treasury."""
    governments: dict[str, str | None]
    """Nation → the player who governs it."""
    scores: dict[str, int | None]
    """Player → his score if the game ended there; null where that is secret."""
    interest: dict[str, int]
    """Player → the interest of one payout of all nations."""


class Course(Told):
    """How money, power and control went."""

    moments: list[Moment]
    """The start of every turn in order, and the present."""


class Done(Told):
    """An action that is safe in the store."""

    position: int
    """Number of the position it has led to."""
    entries: int
    """Entries in the record now."""
    seq: int
    """Number of the last line of the log."""


class ConsequencesTold(Told):
    """What the actions asked about would do, in the order asked."""

    consequences: list[Declared[Consequences]]
    """One for each."""
