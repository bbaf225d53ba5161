"""The messages of the HTTP and WebSocket interface; the OpenAPI document is made of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from rondel.server.names import Name

Json = dict[str, Any]

GameId = Literal["imperial", "imperial2030"]
Status = Literal["open", "running", "finished", "ended", "expired"]

BotName = Annotated[str, Field(min_length=1, max_length=60, examples=["medium"])]
"""A bot, as `GET /api/bots` lists them, with or without a budget of its own."""

Position = Annotated[int, Field(ge=0, le=2**31 - 1, description="Number of the position.")]
SeatNumber = Annotated[int, Field(ge=0, le=5, description="Number of the seat, from 0.")]


class Asked(BaseModel):
    """What somebody asks for: nothing is converted, nothing unknown is let through."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Told(BaseModel):
    """What the server tells."""


# Tables -------------------------------------------------------------------------------------


class Clock(Asked):
    """Time to think."""

    per: Literal["decision", "player"]
    """For each decision, or for each player in the whole game."""
    seconds: Annotated[int, Field(ge=5, le=30 * 86400)]
    increment: Annotated[int, Field(ge=0, le=86400)] = 0
    """Seconds a player gets back with each decision; only per player."""


class MySeat(Asked):
    """A seat of one's own; several make a hot-seat table."""

    kind: Literal["me"]
    name: Name | None = None
    """The player's name in the game; one's own if none is given."""


class OpenSeat(Asked):
    """A seat for whoever comes."""

    kind: Literal["open"]


class BotSeat(Asked):
    """A seat for a bot."""

    kind: Literal["bot"]
    bot: BotName
    name: Name | None = None


SeatWish = Annotated[MySeat | OpenSeat | BotSeat, Field(discriminator="kind")]
SeatGift = Annotated[OpenSeat | BotSeat, Field(discriminator="kind")]


class NewTable(Asked):
    """A table as somebody wants it."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "name": "Friday night",
                    "game": "imperial2030",
                    "options": {"setup": "draft"},
                    "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "hard"}],
                    "public": False,
                }
            ]
        }
    )

    name: Name | None = None
    game: GameId
    options: Json = Field(default_factory=dict)
    """Rules of RULES 1.1 by name; what is left out is as usual."""
    seats: Annotated[list[SeatWish], Field(min_length=2, max_length=6)]
    public: bool = True
    """Whether it is listed; a private one is found by its invite link only."""
    undo: bool = True
    """Whether decisions may be taken back."""
    clock: Clock | None = None
    start: bool = False
    """Start at once; no seat may be open then."""


class Agreed(Asked):
    """Changes to a table before its start; what is left out stays."""

    name: Name | None = None
    game: GameId | None = None
    options: Json | None = None
    public: bool | None = None
    undo: bool | None = None
    clock: Clock | None = None


class Seating(Asked):
    """Under which name to sit down."""

    name: Name | None = None


class Start(Asked):
    """How to start."""

    fill: BotName | None = None
    """The bot that sits down on seats still open."""


class SeatTold(Told):
    """A seat."""

    seat: int
    name: str | None
    user: str | None
    bot: str | None
    """The bot that decides for it now."""
    offered: bool
    """Whether somebody may take it."""
    away: bool
    yours: bool
    time_left: float | None


class Pending(Told):
    """Who must decide."""

    seat: int
    decision: str
    since: float
    deadline: float | None
    """When the time is up; null without clock, for bots, and while the game is paused."""
    left: float | None
    """Seconds that will be left when a paused game goes on."""


class VoteTold(Told):
    """What is put to the vote."""

    number: int
    """To name it by in an answer."""
    kind: Literal["undo", "pause", "resume", "end"]
    by: str
    """Who proposed it."""
    to: int | None
    """For an undo: so many entries stay."""
    yes: list[str]
    waits_for: list[str]
    """The people who have not answered."""
    missing: int
    """So many of them must still agree."""


class Parent(Told):
    """The moment a study began from."""

    table: str
    entry: int


class TableTold(Told):
    """A table."""

    id: str
    name: str
    game: GameId
    options: Json
    public: bool
    invite: str | None
    """The code of the invite link; told to players and the host."""
    host: str
    status: Status
    sandbox: bool
    undo: bool
    clock: Json | None
    seats: list[SeatTold]
    created_at: float
    changed_at: float
    started_at: float | None
    ended_at: float | None
    seq: int
    """Number of the last line of its log."""
    position: int
    entries: int
    pending: Pending | None
    paused: bool
    vote: VoteTold | None
    result: Json | None
    rematch: str | None
    parent: Parent | None
    now: float
    """The time of the server, for those who count seconds."""


class TableListed(Told):
    """A table in a list."""

    id: str
    name: str
    game: GameId
    status: Status
    public: bool
    sandbox: bool
    host: str
    clock: Json | None
    changed_at: float
    entries: int
    pending: Pending | None
    paused: bool
    result: Json | None
    seats: list[SeatTold]
    waits_for_you: bool


class TableList(Told):
    """A page of a list of tables."""

    tables: list[TableListed]
    more: str | None
    """Give this as `after` for the next page; null on the last."""


# Play ---------------------------------------------------------------------------------------


class Act(Asked):
    """A decision, or a donation beside it."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"position": 12, "entry": {"choice": {"slot": "investor"}}}]
        }
    )

    position: Position
    """The position it was made on."""
    entry: Json
    """The entry of the record; `actor`, `nation` and `decision` may be left out, but in a
    donation."""


class Ask(Asked):
    """Actions whose consequences one wants to know."""

    position: Position
    entries: Annotated[list[Json], Field(min_length=1, max_length=64)]


class TakeBack(Asked):
    """How far to go back."""

    position: Position
    to: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = None
    """So many entries stay; left out: all before one's own last decision."""


class Proposal(Asked):
    """Something to vote on."""

    kind: Literal["pause", "resume", "end"]


class Ballot(Asked):
    """An answer to what is put to the vote."""

    vote: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = None
    """Its number, so that no other one is answered that has taken its place."""
    agree: bool


class Choice(Told):
    """A legal action."""

    id: int
    entry: Json
    label: str | None = None
    """In the language asked for."""
    consequences: Json | None = None
    """As docs/facts.md tells; left out for others, and where there are very many."""


class UndoTold(Told):
    """Whether you may take back your last decision."""

    possible: bool
    to: int | None
    """So many entries would stay."""
    asks: list[str]
    """The people who would have to agree; it happens at once where nobody has to."""
    reason: str | None
    """The code of what is in the way; or, where somebody is asked, `undo/others_decided` or
    `undo/hidden_shown`."""


class PositionTold(Told):
    """A position through somebody's eyes."""

    position: int
    entries: int
    seq: int
    viewer: str | None
    """The player who looks; null for a spectator."""
    pending: Pending | None
    yours: bool
    """Whether you must decide."""
    undo: UndoTold | None
    """Null for spectators."""
    snapshot: Json
    choices: list[Choice]
    prompt: str | None = None
    """What is asked, in the language asked for."""
    waiting: str | None = None
    """Whom the others wait for, in the language asked for."""
    facts: Json | None = None
    refused: list[Json] | None = None


class Past(Told):
    """An earlier position."""

    entries: int
    viewer: str | None
    snapshot: Json
    facts: Json


class EntryTold(Told):
    """An entry of the record and what it brought about."""

    number: int
    entry: Json
    events: list[Json]
    sentences: list[str] | None = None
    """What happened, in the language asked for."""


class Entries(Told):
    """A part of the record."""

    entries: list[EntryTold]


class Done(Told):
    """An action that is safe in the store."""

    position: int
    entries: int
    seq: int


class Consequences(Told):
    """What the actions asked about would do, in the order asked."""

    consequences: list[Json]


class RowTold(Told):
    """A line of a table's log."""

    seq: int
    at: float
    kind: str
    user: str | None
    body: Json
    sentences: list[str] | None = None
    """What happened in the game, in the language asked for."""


class Rows(Told):
    """Lines of a table's log."""

    rows: list[RowTold]
    seq: int
    """Give this as `since` next time."""


# Talking ------------------------------------------------------------------------------------


def _said(text: str) -> str:
    if not text.strip():
        raise ValueError("say something")
    if not text.replace("\n", "").isprintable():
        raise ValueError("must not hold characters that cannot be seen")
    return text


class Message(Asked):
    """Something to say."""

    room: Literal["table", "gallery"]
    text: Annotated[str, Field(min_length=1, max_length=500), AfterValidator(_said)]


class Muted(Asked):
    """Whether somebody may not talk."""

    user: Annotated[str, Field(min_length=1, max_length=64)]
    muted: bool


class Note(Asked):
    """A note for oneself."""

    text: Annotated[str, Field(max_length=10_000)]


class NoteTold(Told):
    """One's own note about a game."""

    text: str


# Studies ------------------------------------------------------------------------------------


class Study(Asked):
    """A moment to go on from."""

    entries: Annotated[int, Field(ge=0, le=2**31 - 1)]
    name: Name | None = None


class Named(Told):
    """The name of something on the board."""

    name: str
    short: str
    """For where there is little room."""


class Words(Told):
    """The names of everything on the board, by id."""

    nations: dict[str, Named]
    regions: dict[str, Named]
    slots: dict[str, Named]
    canals: dict[str, Named]


class OptionTold(Told):
    """Something a table may agree on."""

    name: str
    values: list[bool | str]
    default: bool | str


class GameTold(Told):
    """A game: its facts, as in the package, and its options."""

    id: GameId
    name: str
    facts: Json
    options: list[OptionTold]


class Bots(Told):
    """The bots that may sit down."""

    bots: list[str]


class PersonTold(Told):
    """Somebody who is there."""

    id: str
    name: str


class Presence(Told):
    """Who is there."""

    users: list[PersonTold]
