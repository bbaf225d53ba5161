"""Tables: what people agree on, who sits where, and what is told of it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rondel.engine.shapes import DecisionKind, Result
from rondel.server.model.agreements import TakenBack
from rondel.server.protocol.base import Asked, BotName, GameId, Json, Status, Told, example
from rondel.server.protocol.declared import Declared
from rondel.server.protocol.names import Name

# What is asked ------------------------------------------------------------------------------


class Clock(Asked):
    """Time to think; when it is up, a bot decides until the player returns."""

    model_config = example({"per": "player", "seconds": 1800, "increment": 20})

    per: Literal["decision", "player"]
    """For each decision, or for each player in the whole game."""
    seconds: Annotated[int, Field(ge=5, le=30 * 86400)]
    """How much."""
    increment: Annotated[int, Field(ge=0, le=86400)] = 0
    """Seconds a player gets back with each decision; only per player."""
    vacation: Annotated[int, Field(ge=0, le=365)] = 0
    """Days for which each player may let the own clock stand still, in the whole game."""


class MySeat(Asked):
    """A seat of one's own; several make a hot-seat table."""

    kind: Literal["me"]
    """For whoever opens the table."""
    name: Name | None = None
    """The player's name in the game; one's own if none is given."""


class OpenSeat(Asked):
    """A seat for whoever comes."""

    kind: Literal["open"]
    """For anybody."""


class BotSeat(Asked):
    """A seat for a bot."""

    kind: Literal["bot"]
    """For a bot."""
    bot: BotName
    name: Name | None = None
    """The player's name in the game; one of some old bankers' if none is given."""


SeatWish = Annotated[MySeat | OpenSeat | BotSeat, Field(discriminator="kind")]
SeatGift = Annotated[OpenSeat | BotSeat, Field(discriminator="kind")]


class NewTable(Asked):
    """A table as somebody wants it."""

    model_config = example(
        {
            "name": "Friday night",
            "game": "imperial2030",
            "options": {"setup": "draft"},
            "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "hard"}],
            "public": False,
        }
    )

    name: Name | None = None
    """What the table is called; made of one's own name and the game if none is given."""
    game: GameId
    """The game to play."""
    options: Json = Field(default_factory=dict)
    """Rule options by name, see `GET /api/games/{game}`; what is left out is as usual."""
    seats: Annotated[list[SeatWish], Field(min_length=2, max_length=6)]
    """Who shall sit there. Who begins and who sits beside whom is drawn at the start."""
    public: bool = True
    """Whether it is listed; a private one is found by its invite link only."""
    undo: bool = True
    """Whether decisions may be taken back."""
    clock: Clock | None = None
    """Time to think; null for as much as one likes."""
    rated: bool = False
    """Whether the result counts for ratings: for people with accounts, who agree to it by sitting
    down; no bots, and one seat for each."""
    start: bool = False
    """Start at once; no seat may be open then."""


class Agreed(Asked):
    """Changes to a table before its start; what is left out stays."""

    model_config = example({"public": True, "clock": None})

    name: Name | None = None
    """What the table is called."""
    game: GameId | None = None
    """The game to play."""
    options: Json | None = None
    """Rule options by name, all of them: they take the place of the old ones."""
    public: bool | None = None
    """Whether it is listed."""
    undo: bool | None = None
    """Whether decisions may be taken back."""
    clock: Clock | None = None
    """Time to think; null takes the clock away."""
    rated: bool | None = None
    """Whether the result counts for ratings; stays as it is once others sit there."""


class Seating(Asked):
    """Under which name to sit down."""

    name: Name | None = None
    """The player's name in the game; one's own if none is given.

    Who takes over a seat in a running game keeps the name that it has.
    """


class Start(Asked):
    """How to start."""

    model_config = example({"fill": "medium"})

    fill: BotName | None = None
    """The bot that sits down on seats still open."""


class Hidden(Asked):
    """Whether to see a table in one's lists."""

    hidden: bool
    """Whether to leave it out."""


# What is told -------------------------------------------------------------------------------

Outcome = Literal["won", "lost", "by_bot", "none"]


class SeatTold(Told):
    """A seat."""

    seat: int
    """Its number; the start of the game puts the seats in the order of play."""
    name: str | None
    """The player's name in the game; null for an open seat."""
    user: str | None
    """The person who sits there, by id; null for a bot and an open seat."""
    bot: str | None
    """The bot that decides for it now."""
    offered: bool
    """Whether somebody may take it: an open seat, or one whose player has left."""
    away: bool
    """Whether a bot decides until its owner returns."""
    yours: bool
    """Whether it is yours."""
    time_left: float | None
    """Seconds on its clock, the pending decision not counted; null without clock per player."""
    vacation_until: float | None
    """Until when its clock stands still, in Unix seconds; null without vacation."""
    vacation_left: float | None
    """Seconds of vacation that are left; null where none was agreed on."""


class Pending(Told):
    """Who must decide."""

    seat: int
    """The seat that decides."""
    decision: DecisionKind
    """What is asked."""
    nation: str | None
    """The nation that is decided for, if any."""
    since: float
    """Since when, in Unix seconds."""
    deadline: float | None
    """When the time is up, in Unix seconds; null without clock, for bots, and in a pause."""
    left: float | None
    """Seconds that will be left when a paused game goes on."""


class ClockTold(Told):
    """Time to think."""

    per: Literal["decision", "player"]
    """For each decision, or for each player in the whole game."""
    seconds: int
    """How much."""
    increment: int
    """Seconds a player gets back with each decision."""
    vacation: int
    """Days for which each player may let the own clock stand still, in the whole game."""


class Vote(Told):
    """Something the people at the table are asked to agree to."""

    number: int
    """To name it by in an answer."""
    kind: Literal["undo", "pause", "resume", "end"]
    """What it is about."""
    by: str
    """The person who has proposed it, by id."""
    to: int | None
    """For an undo: so many entries stay."""
    yes: list[str]
    """The people who have agreed, by id."""
    back: Declared[TakenBack] | None
    """For an undo: what it takes back; null in votes of old."""


class VoteTold(Vote):
    """What is put to the vote."""

    waits_for: list[str]
    """The people who have not answered, by id."""
    missing: int
    """So many of them must still agree."""


class Parent(Told):
    """The moment a study began from."""

    table: str
    """The table of that game."""
    entry: int
    """After so many entries."""


class TableTold(Told):
    """A table."""

    id: str
    """Its id."""
    name: str
    """What it is called."""
    named: bool
    """Whether somebody has given it a name; else that is made of the host's and the game's."""
    game: GameId
    """The game played there."""
    options: Json
    """Rule options as asked for; from the start on, all that apply."""
    rules_version: int
    """The version of the rules; until the start the newest."""
    public: bool
    """Whether it is listed."""
    invite: str | None
    """The code of the invite link; told to players and the host."""
    host: str
    """The person who has opened it, by id."""
    status: Status
    """`open` before the start, `running`, `finished`, `ended` without result, or `expired`."""
    sandbox: bool
    """Whether it is a study: somebody's own table with a game of elsewhere."""
    undo: bool
    """Whether decisions may be taken back."""
    clock: ClockTold | None
    """Time to think."""
    rated: bool
    """Whether the result counts for the ratings of who sits down."""
    seats: list[SeatTold]
    """The seats in order."""
    created_at: float
    """When it was opened, in Unix seconds."""
    changed_at: float
    """When something last happened, in Unix seconds."""
    started_at: float | None
    """When the game began, in Unix seconds."""
    ended_at: float | None
    """When the game was over, in Unix seconds."""
    seq: int
    """Number of the last line of its log."""
    position: int
    """Number of the position; grows with every action and every undo."""
    entries: int
    """Entries in the record."""
    round: int | None
    """The round of the game; null before the start."""
    pending: Pending | None
    """Who must decide."""
    paused: bool
    """Whether the game is paused."""
    vote: VoteTold | None
    """What is put to the vote."""
    result: Declared[Result] | None
    """How the game has ended."""
    rematch: str | None
    """The table of the rematch."""
    parent: Parent | None
    """Where the game of a study comes from."""
    now: float
    """The time of the server in Unix seconds, for those who count seconds."""


class TableListed(Told):
    """A table in a list; the fields are those of `TableTold`."""

    id: str
    """Its id."""
    name: str
    """What it is called."""
    game: GameId
    """The game played there."""
    options: Json
    """The rule options that were asked for."""
    status: Status
    """As in `TableTold`."""
    public: bool
    """Whether everybody finds it."""
    sandbox: bool
    """Whether it is a study."""
    host: str
    """The person who has opened it, by id."""
    clock: ClockTold | None
    """Time to think."""
    rated: bool
    """Whether the result counts for the ratings of who sits down."""
    named: bool
    """As in `TableTold`."""
    created_at: float
    """When it was opened, in Unix seconds."""
    changed_at: float
    """When something last happened, in Unix seconds."""
    started_at: float | None
    """When the game began, in Unix seconds."""
    ended_at: float | None
    """When the game was over, in Unix seconds."""
    entries: int
    """Entries in the record."""
    round: int | None
    """The round of the game; null before the start."""
    pending: Pending | None
    """Who must decide."""
    paused: bool
    """Whether the game is paused."""
    result: Declared[Result] | None
    """How the game has ended."""
    outcome: Outcome | None
    """What came of it for you: `by_bot` where a bot has finished it in your place, `none` where
    it ended without result; null unless you hold one seat of a game that is over."""
    parent: Parent | None
    """Where the game of a study comes from."""
    seats: list[SeatTold]
    """The seats in order."""
    waits_for_you: bool
    """Whether you must decide there."""


class TableList(Told):
    """A page of a list of tables."""

    tables: list[TableListed]
    """The tables."""
    more: str | None
    """Give this as `after` for the next page; null on the last."""
    now: float
    """The server's own time, in Unix seconds."""


class Bots(Told):
    """The bots that may sit down."""

    bots: list[str]
    """Their names."""
    network: bool
    """Whether the learned network is here; without it other bots play the levels, and weaker."""
