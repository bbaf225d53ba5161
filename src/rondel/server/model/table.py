"""A table in memory: who sits where, what is agreed, and the game that is played there.

A table is changed on a draft of it. `Tables` writes what differs, and what the draft has become
takes the table's place only when that is safe in the store.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Final

from orjson import Fragment

from rondel.engine import SPECTATOR, Game, shapes
from rondel.server.model.agreements import Clock, TakenBack, Vote
from rondel.server.model.loglines import Body
from rondel.server.model.passages import Page
from rondel.server.model.writtenparts import WrittenParts

OPEN: Final = "open"
RUNNING: Final = "running"
FINISHED: Final = "finished"
ENDED: Final = "ended"
"""Given up by vote, without result."""
EXPIRED: Final = "expired"
"""Never started, and forgotten."""

ALL: Final = "all"
PLAYERS: Final = "players"
SPECTATORS: Final = "spectators"

STAND_IN: Final = "medium"
"""The bot that decides for a person who is away or has left."""

SHARED: Final = -1
"""Instead of a seat to look from: several people share the screen, and none has named his."""

DONATE: Final = "donate"
"""The kind of entry that is made beside a decision."""

Json = dict[str, Any]


@dataclass(frozen=True)
class Row:
    """A line of a table's log: something that has changed."""

    seq: int
    """Number within the table, from 1."""
    at: float
    kind: str
    """What happened, as `docs/server.md` lists it."""
    audience: str
    """Who may read it: `all`, `players` or `spectators`."""
    user_id: str | None
    """The person who did it; None for bots and the server itself."""
    body: Body
    told: dict[str | None, Fragment] = field(default_factory=dict, compare=False, repr=False)
    """The line as it is sent, by language."""


@dataclass
class Seat:
    """A place at a table."""

    number: int
    name: str | None = None
    """The player's id in the game; None for an open seat."""
    user_id: str | None = None
    """The person who sits there."""
    bot: str | None = None
    """The bot that decides where no person does."""
    offered: bool = False
    """Whether somebody may take it."""
    away: bool = False
    """Whether a bot decides until its owner returns."""
    time_left: float | None = None
    """Seconds on its clock, where every player has one for the whole game."""
    vacation_until: float | None = None
    """Until when its clock stands still, because its owner is on vacation."""
    vacation_left: float | None = None
    """Seconds of vacation that are left; None where none was agreed on."""

    @property
    def bot_in_charge(self) -> str | None:
        """The bot that decides for this seat now; None if a person does."""
        if self.user_id is None or self.away:
            return self.bot or STAND_IN
        return None


@dataclass(frozen=True)
class Visitor:
    """Somebody who has been at a table, sitting or not."""

    muted: bool = False
    kicked: bool = False


@dataclass(frozen=True)
class Entry:
    """A new entry of the record, and who decided it."""

    number: int
    body: shapes.Entry
    seat: int
    user_id: str | None
    bot: str | None
    left: float | None = None
    """Seconds that were left to decide; None without clock."""
    shown: bool = False
    """Whether it showed who decided something that was hidden."""

    @property
    def is_gift(self) -> bool:
        """Whether it was made beside a decision and left it as it was, as far as clocks know."""
        return self.body["decision"] == DONATE and self.left is None


Decider = tuple[str | None, int]
"""A person, None for bots, and the seat he decided for."""


@dataclass(frozen=True)
class Trail:
    """Who has decided up to now, as far as taking back depends on it."""

    last_by: Mapping[Decider, int] = field(default_factory=dict)
    """The number of everybody's last entry for each seat."""
    last_shown: int = 0
    """The last entry that showed something hidden."""

    def then(self, entry: Entry) -> Trail:
        """The trail with another entry."""
        last_by = {**self.last_by, (entry.user_id, entry.seat): entry.number}
        return Trail(last_by, entry.number if entry.shown else self.last_shown)

    def joined(self, later: Trail) -> Trail:
        """The trail with what came later."""
        return Trail({**self.last_by, **later.last_by}, max(self.last_shown, later.last_shown))

    def last_of(self, user: str) -> int:
        """The number of somebody's last entry, 0 if there is none."""
        return max([last for (who, _), last in self.last_by.items() if who == user], default=0)

    def last_of_others(self, own: Container[Decider]) -> int:
        """The number of the last entry of anybody else, 0 if there is none."""
        return max([last for who, last in self.last_by.items() if who not in own], default=0)


@dataclass(frozen=True)
class Way:
    """A way back to an earlier moment of a game."""

    past: Game
    """The game as it was then."""
    trail: Trail
    undone: Sequence[Entry]
    """What is taken back, in order."""

    def taken_back(self, table: Table) -> TakenBack | None:
        """What it takes back at a table, and where it leads.

        None far back in what a study begins with: that is not read for it.
        """
        state, decision = self.past.state, self.past.decision
        if decision is None or len(self.undone) < table.length - len(self.past):
            return None
        seat = table.seat_named(decision.player)
        assert seat is not None
        by = [entry.body["actor"] for entry in self.undone]
        return {
            "seats": [by.count(seat.name or "") for seat in table.seats],
            "round": state.round,
            "nation": state.nation_id(state.nation),
            "seat": seat.number,
            "decision": decision.kind,
        }


@dataclass
class Table:
    """A table as the store holds it, with its game ready to be played."""

    id: str
    name: str
    game: str
    options: Json
    public: bool
    invite: str = field(repr=False)
    host_id: str
    status: str
    sandbox: bool
    undo: bool
    clock: Clock | None
    created_at: float
    changed_at: float
    started_at: float | None = None
    ended_at: float | None = None
    heading: Json | None = None
    seq: int = 0
    position: int = 0
    length: int = 0
    decider: int | None = None
    decision: str | None = None
    since: float | None = None
    deadline: float | None = None
    paused_at: float | None = None
    vote: Vote | None = None
    result: shapes.Result | None = None
    rematch_id: str | None = None
    parent_id: str | None = None
    parent_entry: int | None = None
    shared: int = 0
    """So many entries at the beginning are not the table's own."""
    nation: str | None = None
    round: int | None = None
    asked: int | None = None
    """The position at which the pending decision was put; it names the decision."""
    rated: bool = False
    """Whether its result counts for the ratings of who sits down."""

    seats: list[Seat] = field(default_factory=list)
    visitors: dict[str, Visitor] = field(default_factory=dict)
    play: Game | None = None
    """The game at the current position, from its last checkpoint on."""
    checkpoint: int = 0
    """Entries at the last checkpoint."""
    trail: Trail = field(default_factory=Trail)
    written: WrittenParts = field(default_factory=WrittenParts, compare=False, repr=False)
    """What was told of the position; drafts share it as long as they share the game."""

    def draft(self) -> Draft:
        """A copy to change; the game is shared until `play` is put in its place."""
        draft = Draft(*FIELDS(self))
        draft.seats = [Seat(**vars(seat)) for seat in self.seats]
        draft.visitors = dict(self.visitors)
        return draft

    @property
    def undone(self) -> int:
        """Grows with everything that is taken back, and with nothing else."""
        return self.position - self.length

    # Who is who -------------------------------------------------------------------------------

    @property
    def running(self) -> Game:
        """The game of a table that has started."""
        if self.play is None:
            raise AssertionError(f"table {self.id} has no game")
        return self.play

    def seats_of(self, user: str | None) -> list[Seat]:
        """The seats a person holds."""
        return [seat for seat in self.seats if user is not None and seat.user_id == user]

    def seat_named(self, player: str) -> Seat | None:
        """The seat of a player of the game."""
        return next((seat for seat in self.seats if seat.name == player), None)

    @property
    def deciding(self) -> Seat | None:
        """The seat that must decide now."""
        return None if self.decider is None else self.seats[self.decider]

    @property
    def bot_to_decide(self) -> str | None:
        """The bot that must decide now; None if a person must, or nobody."""
        if self.status != RUNNING or self.paused_at is not None or self.deciding is None:
            return None
        return self.deciding.bot_in_charge

    @property
    def people(self) -> list[str]:
        """The people who sit here and are not away, each once."""
        present = [s.user_id for s in self.seats if s.user_id is not None and not s.away]
        return list(dict.fromkeys(present))

    def is_alone(self, user: str) -> bool:
        """Whether nobody plays here but one person, and bots.

        Several seats of one person are several people at one screen, unless it is a study; who is
        away may come back.
        """
        users = [seat.user_id for seat in self.seats if seat.user_id is not None]
        return set(users) <= {user} and (self.sandbox or len(users) <= 1)

    def is_player(self, user: str | None) -> bool:
        """Whether somebody holds a seat."""
        return bool(self.seats_of(user))

    def knows(self, user: str) -> bool:
        """Whether somebody is the host, sits here or has been here."""
        return user == self.host_id or self.is_player(user) or user in self.visitors

    def is_visible(self, user: str | None, invite: str | None) -> bool:
        """Whether somebody may know of this table at all."""
        if self.public or (invite is not None and invite == self.invite):
            return True
        if user is None:
            return False
        return user == self.host_id or self.is_player(user) or self.is_welcome(user)

    def is_welcome(self, user: str) -> bool:
        """Whether somebody has been here and was not sent away."""
        return user in self.visitors and not self.visitors[user].kicked

    def may_read(self, user: str | None, audience: str) -> bool:
        """Whether somebody may read what is written for an audience."""
        if audience == ALL or self.status in (FINISHED, ENDED):
            return True
        return self.is_player(user) == (audience == PLAYERS)

    def viewer(self, user: str | None, wanted: int | None = None) -> str:
        """The player through whose eyes somebody looks, or a spectator.

        Who holds several seats looks from the one that decides, or from the one he names; at a
        shared screen from none before he names one, where something is secret.
        """
        own = {seat.number: seat.name or SPECTATOR for seat in self.seats_of(user)}
        if wanted == SHARED and len(own) > 1 and self.is_handed_over:
            return SPECTATOR
        for number in (wanted, self.decider):
            if number in own:
                return own[number]
        return next(iter(own.values()), SPECTATOR)

    @property
    def is_handed_over(self) -> bool:
        """Whether people at one screen hide something from each other; a study has one reader."""
        if self.status != RUNNING or self.sandbox:
            return False
        return bool(self.running.options["secret_cash"])


FIELDS: Final = attrgetter(*[field.name for field in fields(Table)])
"""All that makes a table, in order."""


@dataclass
class Draft(Table):
    """A table that is being changed, and what that adds to the store."""

    rows: list[Row] = field(default_factory=list)
    """New lines of the log."""
    new_entries: list[Entry] = field(default_factory=list)
    new_checkpoints: dict[int, shapes.Snapshot] = field(default_factory=dict)
    pages: list[Page] = field(default_factory=list)
    """What the game of a new study begins with."""
    cut: int | None = None
    """Entries beyond this number are taken back."""
    sibling: Draft | None = None
    """A new table that is written together with the changes."""

    def note(
        self, at: float, kind: str, body: Body, user: str | None = None, audience: str = ALL
    ) -> None:
        """Adds a line to the log."""
        self.seq += 1
        self.changed_at = at
        self.rows.append(Row(self.seq, at, kind, audience, user, body))

    def settled(self) -> Table:
        """The table, once the store holds what was added; the draft is of no more use."""
        return Table(*FIELDS(self))


def values_of(thing: object, columns: Sequence[str]) -> Json:
    """The values of a seat or a line by column, or of a table as it is in memory."""
    return {column: getattr(thing, column) for column in columns}
