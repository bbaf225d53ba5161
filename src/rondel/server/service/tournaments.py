"""Tournaments: who opens, enters and leaves them, and what is told of them."""

from __future__ import annotations

import secrets
from typing import Final, cast

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.engine import title_of
from rondel.server.contests.tournaments import LEAST, cards_of, ranked
from rondel.server.errors import Refusal, bad, conflict, forbidden, missing
from rondel.server.model.table import RUNNING as PLAYING
from rondel.server.model.table import Draft, Json
from rondel.server.parts import Server
from rondel.server.people.identity import User
from rondel.server.protocol.tournaments import (
    BotsEntered,
    NewTournament,
    TournamentList,
    TournamentListed,
    TournamentTold,
)
from rondel.server.service.lobby import check_bot
from rondel.server.storage.rows import tournaments as stored
from rondel.server.storage.rows.tournaments import (
    ENDED,
    ENTRY,
    FINISHED,
    RUNNING,
    Entrant,
    Pairing,
    Tournament,
)
from rondel.server.storage.schema import tables, users
from rondel.server.table import seating
from rondel.server.table.seating import ID_BYTES, NAMING

MOST_ENTRANTS: Final = 256
MOST_OPEN: Final = 5
"""Tournaments of one host that are not over."""
MOST_LISTED: Final = 50

LISTS: Final = {
    "open": [ENTRY],
    "running": [RUNNING],
    "finished": [FINISHED],
    "mine": [ENTRY, RUNNING, FINISHED, ENDED],
}


def unknown() -> Refusal:
    """The answer for tournaments that do not exist."""
    return missing("tournament/unknown", "There is no such tournament.")


async def create(server: Server, user: User, wanted: NewTournament) -> TournamentTold:
    """A new tournament, which waits for who enters.

    Raises: Refusal.
    """
    check_bot(server, wanted.bot)
    seating.check_options(wanted.game, wanted.options)
    if [name for name in NAMING if name in wanted.options]:
        raise bad("table/options", "Who is dealt what is drawn: leave that out of the options.")
    facts, now = title_of(wanted.game).facts["game"], server.clock()
    if not facts["min_players"] <= wanted.players <= facts["max_players"]:
        raise bad("table/seats", "This game is not for so many players.")
    values = wanted.model_dump()
    new = Tournament(
        id=secrets.token_hex(ID_BYTES), host_id=user.id, status=ENTRY, round=0, deadline=None,
        created_at=now, changed_at=now, **values,
    )  # fmt: skip
    cards_of(new)
    async with server.database.writing() as writing:
        own = await stored.listed(writing.connection, [ENTRY, RUNNING], user.id, MOST_LISTED)
        if len([one for one in own if one.host_id == user.id]) >= MOST_OPEN:
            told = f"You are the host of {MOST_OPEN} tournaments that are not over."
            raise conflict("tournament/too_many", told)
        await stored.add(writing.connection, new)
    return await look_at(server, user, new.id)


async def list_all(server: Server, user: User | None, which: str) -> TournamentList:
    """Public tournaments, or one's own."""
    own = user.id if user else None
    if which == "mine" and own is None:
        return TournamentList(tournaments=[])
    async with server.database.reading() as connection:
        by = own if which == "mine" else None
        found = await stored.listed(connection, LISTS[which], by, MOST_LISTED)
        told = [
            TournamentListed.model_validate(
                listed(one, await stored.entrants_of(connection, one.id), own)
            )
            for one in found
        ]
    return TournamentList(tournaments=told)


def listed(tournament: Tournament, entrants: list[Entrant], user: str | None) -> Json:
    """A tournament as lists tell it."""
    names = (
        "id", "name", "game", "status", "players", "rounds", "final", "round", "starts_at",
        "deadline", "created_at",
    )  # fmt: skip
    active = [one for one in entrants if one.left_at is None]
    return {
        **{name: getattr(tournament, name) for name in names},
        "entrants": len(active),
        "entered": user is not None and user in [one.user_id for one in active],
    }


async def look_at(server: Server, user: User | None, id: str) -> TournamentTold:
    """All about a tournament.

    Raises: Refusal.
    """
    by = user.id if user else None
    async with server.database.reading() as connection:
        tournament = await _found(connection, id)
        entrants = await stored.entrants_of(connection, id)
        drawn = await stored.pairings_of(connection, id)
        host = await connection.scalar(
            sa.select(users.c.name).where(users.c.id == tournament.host_id)
        )
        known = await _tables(connection, drawn)
    takes_part = by is not None and (
        by == tournament.host_id or by in [one.user_id for one in entrants]
    )
    names = ("options", "scoring", "clock", "round_seconds", "bot", "public", "ended_at")
    return TournamentTold.model_validate(
        {
            **listed(tournament, entrants, by),
            **{name: getattr(tournament, name) for name in names},
            "host": tournament.host_id,
            "host_name": host or "",
            "standings": _standings(tournament, entrants, drawn, by),
            "tables": [_table(one, entrants, known, takes_part) for one in drawn],
            "now": server.clock(),
        }
    )


async def _found(connection: AsyncConnection, id: str) -> Tournament:
    tournament = await stored.find(connection, id)
    if tournament is None:
        raise unknown()
    return tournament


async def _tables(connection: AsyncConnection, drawn: list[Pairing]) -> dict[str, sa.Row[object]]:
    ids = [one.table_id for one in drawn]
    wanted = sa.select(tables.c.id, tables.c.status, tables.c.invite).where(tables.c.id.in_(ids))
    return {row.id: cast("sa.Row[object]", row) for row in await connection.execute(wanted)}


def _standings(
    tournament: Tournament, entrants: list[Entrant], drawn: list[Pairing], user: str | None
) -> list[Json]:
    by_number = {one.number: one for one in entrants}
    told = []
    for place, standing in enumerate(ranked(tournament, entrants, drawn), 1):
        one = by_number[standing.number]
        figures = ("number", "points", "wins", "shares", "opponents", "games", "final")
        told.append(
            {
                **{name: getattr(standing, name) for name in figures},
                "place": place,
                "name": one.name,
                "user": one.user_id,
                "bot": one.bot,
                "yours": user is not None and one.user_id == user,
                "left": one.left_at is not None,
            }
        )
    return told


def _table(
    pairing: Pairing, entrants: list[Entrant], known: dict[str, sa.Row[object]], inside: bool
) -> Json:
    names = {one.number: one.name for one in entrants}
    row = known.get(pairing.table_id)
    unknown: list[tuple[int | None, float | None]] = [(None, None)] * len(pairing.seats)
    result = [*pairing.result] if pairing.result else unknown
    return {
        "round": pairing.round,
        "number": pairing.number,
        "table": pairing.table_id,
        "invite": row._mapping["invite"] if row is not None and inside else None,
        "status": None if row is None else row._mapping["status"],
        "seats": [
            {
                "number": number,
                "name": None if number is None else names.get(number),
                "card": card,
                "place": place,
                "share": share,
            }
            for (number, card), (place, share) in zip(pairing.seats, result, strict=True)
        ],
    }


# Entering and leaving -----------------------------------------------------------------------


async def enter(server: Server, user: User, id: str) -> TournamentTold:
    """Takes part from the next round on, again if one has left.

    Raises: Refusal.
    """
    async with server.database.writing() as writing:
        connection = writing.connection
        tournament = await _locked(connection, id)
        entrants = await stored.entrants_of(connection, id)
        own = [one for one in entrants if one.user_id == user.id]
        _check_enterable(tournament)
        if own:
            await stored.leave(connection, id, [own[0].number], None)
        else:
            _check_room(entrants, 1)
            new = Entrant(_next(entrants), user.id, None, user.name, server.clock())
            await stored.enter(connection, id, [new])
    return await look_at(server, user, id)


def _next(entrants: list[Entrant]) -> int:
    return max([one.number for one in entrants], default=0) + 1


def _check_enterable(tournament: Tournament) -> None:
    """Raises: Refusal where no round follows that one could still play."""
    late = tournament.status == RUNNING and tournament.round >= tournament.rounds
    if late or tournament.status in (FINISHED, ENDED):
        raise conflict("tournament/closed", "Nobody can enter this tournament any more.")


def _check_room(entrants: list[Entrant], more: int) -> None:
    if len(entrants) + more > MOST_ENTRANTS:
        raise conflict("tournament/full", f"A tournament is for {MOST_ENTRANTS} at most.")


async def _locked(connection: AsyncConnection, id: str) -> Tournament:
    tournament = await stored.lock(connection, id)
    if tournament is None:
        raise unknown()
    return tournament


async def leave(server: Server, user: User, id: str) -> TournamentTold:
    """Leaves a tournament; a bot plays on where one sits.

    Raises: Refusal.
    """
    async with server.database.writing() as writing:
        connection = writing.connection
        tournament = await _locked(connection, id)
        entrants = await stored.entrants_of(connection, id)
        drawn = await stored.pairings_of(connection, id)
        own = [one.number for one in entrants if one.user_id == user.id and one.left_at is None]
        if not own:
            raise conflict("tournament/not_entered", "You do not take part in this tournament.")
        if tournament.status == ENTRY:
            await stored.strike(connection, id, own)
        else:
            await stored.leave(connection, id, own, server.clock())
    for pairing in drawn:
        if pairing.result is None and [one for one, _ in pairing.seats if one in own]:
            await _get_up(server, user.id, pairing.table_id)
    return await look_at(server, user, id)


async def _get_up(server: Server, user: str, table: str) -> None:
    """Leaves the seats at a table to a bot, if there is one and it is still played there."""
    now = server.clock()

    def make(draft: Draft) -> None:
        if draft.status == PLAYING:
            for seat in draft.seats_of(user):
                seating.vacate(draft, seat, user, now)

    try:
        await server.tables.change(table, make)
    except Refusal as refusal:
        if refusal.code != "table/unknown":
            raise


# For the host -------------------------------------------------------------------------------


def _check_host(tournament: Tournament, user: User) -> None:
    if tournament.host_id != user.id:
        raise forbidden("tournament/not_host", "Only the host of this tournament may do that.")


async def enter_bots(server: Server, user: User, id: str, wanted: BotsEntered) -> TournamentTold:
    """Lets so many bots of a name take part, before the start.

    Raises: Refusal.
    """
    check_bot(server, wanted.bot)
    async with server.database.writing() as writing:
        connection = writing.connection
        tournament = await _locked(connection, id)
        _check_host(tournament, user)
        if tournament.status != ENTRY:
            raise conflict("tournament/closed", "Bots enter before the start.")
        entrants = await stored.entrants_of(connection, id)
        there = [one.number for one in entrants if one.bot == wanted.bot]
        more = wanted.number - len(there)
        _check_room(entrants, more)
        await stored.strike(connection, id, there[wanted.number :])
        first = _next(entrants)
        now = server.clock()
        new = [
            Entrant(number, None, wanted.bot, f"{wanted.bot} {number}"[: seating.MAX_NAME], now)
            for number in range(first, first + more)
        ]
        await stored.enter(connection, id, new)
    return await look_at(server, user, id)


async def start(server: Server, user: User, id: str) -> TournamentTold:
    """Begins with the first round.

    Raises: Refusal.
    """
    async with server.database.reading() as connection:
        tournament = await _found(connection, id)
        entrants = await stored.entrants_of(connection, id)
    _check_host(tournament, user)
    if tournament.status != ENTRY:
        raise conflict("tournament/closed", "This tournament has begun already.")
    if len(entrants) < LEAST:
        raise conflict("tournament/too_few", f"At least {LEAST} must have entered.")
    await server.organiser.begin(id)
    server.organiser.stir()
    return await look_at(server, user, id)


async def close(server: Server, user: User, id: str) -> TournamentTold:
    """Ends a tournament before its time; games that are played go on.

    Raises: Refusal.
    """
    async with server.database.writing() as writing:
        tournament = await _locked(writing.connection, id)
        _check_host(tournament, user)
        if tournament.status in (FINISHED, ENDED):
            raise conflict("tournament/closed", "This tournament is over.")
        now = server.clock()
        tournament.status, tournament.deadline = ENDED, None
        tournament.ended_at = tournament.changed_at = now
        await stored.put(writing.connection, tournament)
    return await look_at(server, user, id)
