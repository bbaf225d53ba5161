"""Profiles: what somebody has played, as far as others may know of it; friends and blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, cast

import orjson
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.contests.annals import PEOPLE
from rondel.server.errors import Refusal, conflict, missing
from rondel.server.parts import Server
from rondel.server.people.identity import User
from rondel.server.protocol.base import GameId
from rondel.server.protocol.profiles import (
    Acquaintance,
    NationLine,
    OpeningLine,
    OwnPeople,
    Profile,
    ProfileAudience,
    RatingTold,
    ResultLine,
    TieTold,
)
from rondel.server.service.ratings import rating_told
from rondel.server.storage.rows import profiles, ratings, ties
from rondel.server.storage.rows.profiles import Known, Played
from rondel.server.storage.rows.ties import BLOCK, FRIEND, Tie

MOST_TIES: Final = 500
"""People whom somebody may be friends with, or may have blocked."""
OPENINGS: Final = 8
"""Openings that a profile tells of."""
COURSE: Final = 200
"""Games in the course of somebody's ratings."""


def unknown_person() -> Refusal:
    """The answer for people who do not exist, or who are forgotten."""
    return missing("person/unknown", "There is no such person.")


async def _known(connection: AsyncConnection, id: str) -> Known:
    found = await profiles.find(connection, id)
    if found is None:
        raise unknown_person()
    return found


# The profile --------------------------------------------------------------------------------


async def look_at(server: Server, viewer: User | None, id: str) -> Profile:
    """Somebody's profile, as far as the viewer may see it.

    Raises: Refusal.
    """
    by = viewer.id if viewer else None
    async with server.database.reading() as connection:
        person = await _known(connection, id)
        shown = await profiles.may_see(connection, by, id)
        tie = None if by in (None, id) else await ties.between(connection, by, id)
        played = await profiles.played(connection, id) if shown else []
        rated = await _ratings(connection, id) if shown else []
    return Profile(
        id=person.id,
        name=person.name,
        guest=person.is_guest,
        since=person.created_at if shown else None,
        audience=_audience(person.profile) if by == id else None,
        shown=shown,
        tie=None if tie is None else tie_told(*tie),
        results=results_of(played),
        nations=nations_of(played),
        openings=openings_of(played),
        ratings=rated,
    )


def id_of(game: str) -> GameId:
    """The game of a row of the store."""
    return cast(GameId, game)


def _audience(profile: str) -> ProfileAudience:
    match profile:
        case "all" | "friends" | "nobody":
            return profile
        case _:
            raise AssertionError(profile)


async def may_see(server: Server, viewer: User | None, id: str) -> bool:
    """Whether somebody may see a profile.

    Raises: Refusal if there is no such person.
    """
    async with server.database.reading() as connection:
        await _known(connection, id)
        return await profiles.may_see(connection, viewer.id if viewer else None, id)


async def _ratings(connection: AsyncConnection, id: str) -> list[RatingTold]:
    kept = await ratings.of_subject(connection, id)
    course = await ratings.changes_of(connection, id, COURSE)
    return [rating_told(one, course) for one in kept if one.pool.startswith(f"{PEOPLE}/")]


def results_of(played: Sequence[Played]) -> list[ResultLine]:
    """How often somebody came in where, by game and number of players."""
    places: dict[tuple[str, int], Counter[int]] = {}
    for one in played:
        found = places.setdefault((one.game, len(one.seats)), Counter())
        found[one.seats[one.seat]["place"]] += 1
    return [
        ResultLine(
            game=id_of(game),
            players=players,
            games=found.total(),
            places=[found[place] for place in range(1, players + 1)],
        )
        for (game, players), found in sorted(places.items())
    ]


def nations_of(played: Iterable[Played]) -> list[NationLine]:
    """Which nations somebody has governed, in how many games and turns."""
    turns, games, all_turns = Counter[tuple[str, str]](), Counter[tuple[str, str]](), Counter[str]()
    for one in played:
        for nation, times in one.seats[one.seat]["nations"].items():
            turns[one.game, nation] += times
            games[one.game, nation] += 1
            all_turns[one.game] += times
    lines = [
        NationLine(
            game=id_of(game),
            nation=nation,
            games=games[game, nation],
            turns=times,
            part=times / all_turns[game],
        )
        for (game, nation), times in turns.items()
    ]
    return sorted(lines, key=lambda line: (line.game, -line.turns, line.nation))


def _begun_by(one: Played) -> list[tuple[str, ...]]:
    """Game, nation and its first spaces, for each nation that was governed from the start."""
    if one.opening is None:
        return []
    begun = orjson.loads(one.opening)[one.seat]["spaces"]
    return [(one.game, nation, *[space for space, _ in way]) for nation, way in begun.items()]


def openings_of(played: Iterable[Played]) -> list[OpeningLine]:
    """How somebody mostly begins: the first two spaces of nations governed from the start."""
    games, won = Counter[tuple[str, ...]](), Counter[tuple[str, ...]]()
    for one in played:
        for key in _begun_by(one):
            games[key] += 1
            won[key] += one.seats[one.seat]["place"] == 1
    return [
        OpeningLine(
            game=id_of(key[0]), nation=key[1], spaces=list(key[2:]), games=times, won=won[key]
        )
        for key, times in sorted(games.items(), key=lambda one: (-one[1], one[0]))[:OPENINGS]
    ]


# Friends and blocks -------------------------------------------------------------------------


def tie_told(own: str | None, theirs: str | None) -> TieTold | None:
    """What two are to each other, as one of them may know it: nobody is told of being blocked."""
    if own == BLOCK:
        return "blocked"
    if own == FRIEND:
        return "friend" if theirs == FRIEND else "asked"
    return "asking" if theirs == FRIEND else None


async def people_of(server: Server, user: User) -> OwnPeople:
    """Somebody's friends, requests and blocks."""
    async with server.database.reading() as connection:
        person = await _known(connection, user.id)
        found = await ties.of(connection, user.id)
    told = [one for tie in found if (one := _acquaintance(tie))]
    return OwnPeople(people=told, audience=_audience(person.profile))


def _acquaintance(tie: Tie) -> Acquaintance | None:
    told = tie_told(tie.own, tie.theirs)
    return None if told is None else Acquaintance(id=tie.id, name=tie.name, tie=told, at=tie.at)


async def tie(server: Server, user: User, other: str, kind: ties.Kind | None) -> None:
    """Says what somebody thinks of another.

    Raises: Refusal.
    """
    if other == user.id:
        raise conflict("person/yourself", "This is about others, not about yourself.")
    async with server.database.writing() as writing:
        connection = writing.connection
        await _known(connection, other)
        own, _ = await ties.between(connection, user.id, other)
        if own == kind:
            return
        if own is None and await ties.number(connection, user.id) >= MOST_TIES:
            told = f"You may be friends with, or keep away from, {MOST_TIES} people."
            raise conflict("person/too_many", told)
        await ties.put(connection, user.id, other, kind, server.clock())
        writing.announce(f"{user.id}:{ties.CHANGED}")
    server.tables.blocks.forget(user.id)


async def choose(server: Server, user: User, audience: ProfileAudience) -> None:
    """Says who may see somebody's profile."""
    async with server.database.writing() as writing:
        await profiles.choose(writing.connection, user.id, audience)
