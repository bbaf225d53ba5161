"""Profiles, friends and blocks, ratings."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rondel.server.protocol.base import Asked, GameId, Told

ProfileAudience = Literal["all", "friends", "nobody"]
TieTold = Literal["friend", "asked", "asking", "blocked"]
PlayersGroup = Literal["2", "3-4", "5-6"]
RatedKind = Literal["people", "bots"]

# What is asked ------------------------------------------------------------------------------


class TieSent(Asked):
    """What you think of somebody."""

    kind: Literal["friend", "block"]
    """A friend, once the other says so, too; or somebody to keep away from."""


class AudienceSent(Asked):
    """Who may see your profile."""

    audience: ProfileAudience
    """Everybody, your friends, or you alone."""


# What is told -------------------------------------------------------------------------------


class ResultLine(Told):
    """How somebody came in, in games of one kind."""

    game: GameId
    """The game."""
    players: int
    """How many played."""
    games: int
    """How many games."""
    places: list[int]
    """How often on the first place, on the second, and so on; shared places count as the best."""


class NationLine(Told):
    """A nation that somebody has governed."""

    game: GameId
    """The game."""
    nation: str
    """The nation."""
    games: int
    """In how many games."""
    turns: int
    """For how many of its turns."""
    part: float
    """Of all turns that this person has decided in this game."""


class OpeningLine(Told):
    """How somebody likes to begin."""

    game: GameId
    """The game."""
    nation: str
    """A nation governed from the start."""
    spaces: list[str]
    """Where its marker went first, by what is done there."""
    games: int
    """In how many games."""
    won: int
    """So many of them were won."""


class CoursePoint(Told):
    """A rating after a game."""

    table: str
    """The game, by its table."""
    at: float
    """When it ended, in Unix seconds."""
    mean: float
    """The rating after it."""
    before: float
    """The rating before it."""
    deviation: float
    """How sure it was then."""
    left: bool
    """Whether it counts because this person has left the game."""


class RatingTold(Told):
    """How strong somebody is in games of one kind, in Elo points."""

    game: GameId
    """The game."""
    players: PlayersGroup
    """Numbers of players that are rated together."""
    mean: Annotated[float, Field(examples=[1612.4])]
    """The most likely skill."""
    deviation: Annotated[float, Field(examples=[48.2])]
    """How sure that is, as a standard deviation."""
    low: float
    """The lower end of the 95 % interval."""
    high: float
    """Its upper end."""
    games: int
    """Rated games."""
    won: int
    """So many of them were won."""
    at: float
    """When the last of them ended, in Unix seconds."""
    course: list[CoursePoint]
    """How it came about, the last game first; empty in leaderboards."""


class Profile(Told):
    """Somebody, as others may see them."""

    id: Annotated[str, Field(examples=["9f86d081884c7d65"])]
    """Stays the same whatever the name."""
    name: Annotated[str, Field(examples=["Ann"])]
    """What others see."""
    guest: bool
    """Whether there is no account."""
    since: float | None
    """Since when the server knows this person, in Unix seconds; null where it is not shown."""
    audience: ProfileAudience | None
    """Who may see the rest; told to oneself alone."""
    shown: bool
    """Whether you may see it; all below is empty if not."""
    tie: TieTold | None
    """What you are to each other: friends, you have asked, you are asked, or you have blocked."""
    results: list[ResultLine]
    """Games played to the end, by game and number of players."""
    nations: list[NationLine]
    """Nations governed."""
    openings: list[OpeningLine]
    """How this person likes to begin, the most frequent first."""
    ratings: list[RatingTold]
    """How strong this person is."""


class Acquaintance(Told):
    """Somebody you know."""

    id: str
    """The person."""
    name: str
    """What others see."""
    tie: TieTold
    """What you are to each other."""
    at: float
    """Since when, in Unix seconds."""


class OwnPeople(Told):
    """Your friends, those who want to be, and those you keep away from."""

    people: list[Acquaintance]
    """By name."""
    audience: ProfileAudience
    """Who may see your profile."""


class Ranked(Told):
    """A place in a list of ratings."""

    place: int
    """From 1."""
    id: str | None
    """The person; null for a bot."""
    name: str
    """The person's name, or the bot's."""
    yours: bool
    """Whether this is you."""
    rating: RatingTold
    """How strong."""


class Leaderboard(Told):
    """Who is strongest; those of whom most is certain stand first among equals."""

    ranked: list[Ranked]
    """By the lower end of the interval: so strong somebody is at least, as far as one knows."""
    more: int | None
    """Give this as `after` for the next page; null on the last."""


class RatingChange(Told):
    """What a game has done to somebody's rating."""

    id: str | None
    """The person; null for a bot."""
    bot: str | None
    """The bot; null for a person."""
    before: float
    """The rating before."""
    mean: float
    """The rating afterwards."""
    deviation: float
    """How sure that is."""
    left: bool
    """Whether it counts because this person has left the game."""


class GameRatings(Told):
    """What a game has done to ratings."""

    changes: list[RatingChange]
    """Empty before the end, and of games that do not count."""
