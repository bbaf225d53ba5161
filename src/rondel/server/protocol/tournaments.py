"""Tournaments and leagues."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rondel.server.protocol.base import Asked, BotName, GameId, Json, Moment, Status, Told, example
from rondel.server.protocol.names import Name
from rondel.server.protocol.tables import Clock, ClockTold

TournamentStatus = Literal["entry", "running", "finished", "ended"]
Scoring = Literal["places", "points"]

DAY = 86400

# What is asked ------------------------------------------------------------------------------


class NewTournament(Asked):
    """A tournament as somebody wants it; with many rounds and no final it is a league."""

    model_config = example(
        {"name": "Winter cup", "game": "imperial2030", "players": 4, "rounds": 3, "final": True}
    )

    name: Name
    """What it is called."""
    game: GameId
    """The game to play."""
    options: Json = Field(default_factory=dict)
    """Rule options by name, see `GET /api/games/{game}`; what is left out is as usual."""
    players: Annotated[int, Field(ge=2, le=6)] = 4
    """At each table."""
    rounds: Annotated[int, Field(ge=1, le=30)] = 3
    """Rounds that everybody plays."""
    final: bool = True
    """Whether the best play one more game, whose places decide."""
    scoring: Scoring = "places"
    """By places, or by the share of all points at the table."""
    clock: Clock | None = None
    """Time to think; null for as much as one likes."""
    round_seconds: Annotated[float, Field(ge=60, le=90 * DAY)] | None = None
    """When a round has taken so long, bots finish its games; null for as long as it takes."""
    bot: BotName = "medium"
    """Who takes the seats that nobody has: to fill up a table, and of those who leave."""
    public: bool = True
    """Whether it and its tables are listed; else they are found by their links only."""
    starts_at: Moment | None = None
    """When it begins by itself, if at least two have entered; null when its host says so."""


class BotsEntered(Asked):
    """How many bots shall take part."""

    bot: BotName
    """Which."""
    number: Annotated[int, Field(ge=0, le=200)]
    """So many of them in all."""


# What is told -------------------------------------------------------------------------------


class TournamentListed(Told):
    """A tournament in a list."""

    id: str
    """Its id."""
    name: str
    """What it is called."""
    game: GameId
    """The game played there."""
    status: TournamentStatus
    """`entry` before the start, `running`, `finished`, or `ended` by its host."""
    players: int
    """At each table."""
    rounds: int
    """Rounds that everybody plays."""
    final: bool
    """Whether there is a final after them."""
    round: int
    """The round that is played; 0 before the first, one more than `rounds` for the final."""
    entrants: int
    """How many take part."""
    entered: bool
    """Whether you do."""
    starts_at: float | None
    """When it begins by itself, in Unix seconds."""
    deadline: float | None
    """When bots finish the games of the round, in Unix seconds."""
    created_at: float
    """When it was opened, in Unix seconds."""


class TournamentList(Told):
    """Some tournaments."""

    tournaments: list[TournamentListed]
    """Changed last first."""


class StandingTold(Told):
    """Where somebody stands."""

    place: int
    """From 1."""
    number: int
    """The number of the entrant."""
    name: str
    """The name."""
    user: str | None
    """The person, by id; null for a bot."""
    bot: str | None
    """The bot; null for a person."""
    yours: bool
    """Whether this is you."""
    left: bool
    """Whether the person has left."""
    points: float
    """What decides first."""
    wins: int
    """Games won: what decides between equals."""
    shares: float
    """The sum of the shares of all points, which decides after that."""
    opponents: float
    """Points of all whom this entrant has met, which decide after that; then who came first."""
    games: int
    """Games that are over."""
    final: int | None
    """The place in the final, which decides before all else."""


class SeatPaired(Told):
    """A seat of a table of a tournament."""

    number: int | None
    """The number of the entrant; null for a bot that fills up."""
    name: str | None
    """The name; null for a bot that fills up."""
    card: str | None
    """The flag card that is dealt there."""
    place: int | None
    """How it came in; null while it is played."""
    share: float | None
    """The share of all points; null while it is played."""


class TablePaired(Told):
    """A table of a tournament."""

    round: int
    """In which round."""
    number: int
    """Its number in the round."""
    table: str
    """The table; it is opened some seconds after the draw."""
    invite: str | None
    """The code of its invite link, told to the host and to those who take part."""
    status: Status | None
    """How it stands; null before it is opened, and when it was deleted."""
    seats: list[SeatPaired]
    """In the order of play."""


class TournamentTold(TournamentListed):
    """All about a tournament."""

    host: str
    """The person who has opened it, by id."""
    host_name: str
    """The name of that person."""
    options: Json
    """The rule options that were asked for."""
    scoring: Scoring
    """What counts."""
    clock: ClockTold | None
    """Time to think."""
    round_seconds: float | None
    """How long a round may take."""
    bot: str
    """Who takes the seats that nobody has."""
    public: bool
    """Whether it is listed."""
    ended_at: float | None
    """When it was over, in Unix seconds."""
    standings: list[StandingTold]
    """Everybody, from the first to the last."""
    tables: list[TablePaired]
    """All tables, round by round."""
    now: float
    """The server's own time, in Unix seconds."""
