"""Profiles, friends and blocks, and who is how strong."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Response

from rondel.server.contests.annals import pool_of_group
from rondel.server.http.intake import Route
from rondel.server.protocol.profiles import (
    AudienceSent,
    GameRatings,
    Leaderboard,
    OwnPeople,
    PlayersGroup,
    Profile,
    RatedKind,
    TieSent,
)
from rondel.server.protocol.refusals import refusals
from rondel.server.protocol.tables import TableList
from rondel.server.routes.common import GameId, Here, Invite, TableId
from rondel.server.routes.dependencies import FOR_ALL, Anyone, Limited, Someone
from rondel.server.service import profiles, ratings
from rondel.server.service.lists import games_of

router = APIRouter(prefix="/api", tags=["profiles"], route_class=Route)

PersonId = Annotated[
    str,
    Path(
        min_length=1,
        max_length=32,
        pattern="^[0-9a-f]+$",
        description="Id of the person.",
        examples=["9f86d081884c7d65"],
    ),
]


@router.get(
    "/people/{person}",
    summary="Look at a profile",
    responses=refusals("person/unknown"),
    openapi_extra=FOR_ALL,
)
async def read_profile(server: Here, user: Anyone, person: PersonId) -> Profile:
    """What somebody has played, as far as you may see it.

    Games that a bot has finished in the place of a person do not count, nor do those of several
    seats.
    """
    return await profiles.look_at(server, user, person)


@router.get(
    "/people/{person}/games",
    summary="List somebody's games",
    responses=refusals("person/unknown", "table/no_such_page"),
    openapi_extra=FOR_ALL,
)
async def list_games_of(
    server: Here,
    user: Anyone,
    person: PersonId,
    after: Annotated[
        str | None, Query(max_length=80, description="`more` of the page before.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=100, description="So many at most.")] = 20,
) -> TableList:
    """The finished games of somebody whose profile you may see: public ones, and your own."""
    if not await profiles.may_see(server, user, person):
        return TableList(tables=[], more=None, now=server.clock())
    return await games_of(server, person, user, after, limit)


@router.get("/me/people", summary="List friends and blocks", responses=refusals("identity/nobody"))
async def list_acquaintances(server: Here, user: Someone) -> OwnPeople:
    """Your friends, those who want to be and those you have asked, and whom you have blocked."""
    return await profiles.people_of(server, user)


@router.put(
    "/me/profile",
    summary="Say who may see your profile",
    status_code=204,
    dependencies=[Depends(Limited("joins"))],
    responses=refusals("identity/nobody"),
)
async def choose_audience(server: Here, user: Someone, sent: AudienceSent) -> Response:
    """Say who may see your profile, and find you in lists of ratings.

    As long as nothing is said, that of an account is for everybody, that of a guest for nobody.
    """
    await profiles.choose(server, user, sent.audience)
    return Response(status_code=204)


TIES = ("identity/nobody", "person/unknown", "person/yourself", "person/too_many")


@router.put(
    "/people/{person}/tie",
    summary="Befriend or block somebody",
    status_code=204,
    dependencies=[Depends(Limited("joins"))],
    responses=refusals(*TIES),
)
async def befriend_or_block(
    server: Here, user: Someone, person: PersonId, sent: TieSent
) -> Response:
    """Ask somebody to be your friend, agree to that, or keep away from somebody.

    Two are friends once both say so. Who is blocked cannot sit down where you sit or are the
    host, does not see your private tables, and you do not see what he says; he is no friend of
    yours any more, and is not told.
    """
    await profiles.tie(server, user, person, sent.kind)
    return Response(status_code=204)


@router.delete(
    "/people/{person}/tie",
    summary="End a friendship or a block",
    status_code=204,
    dependencies=[Depends(Limited("joins"))],
    responses=refusals(*TIES),
)
async def end_tie(server: Here, user: Someone, person: PersonId) -> Response:
    """Take back what you have said of somebody: a friendship, a request, a block."""
    await profiles.tie(server, user, person, None)
    return Response(status_code=204)


# Ratings ------------------------------------------------------------------------------------


@router.get(
    "/ratings/{game}",
    summary="List the strongest",
    responses=refusals(),
    openapi_extra=FOR_ALL,
)
async def read_leaderboard(
    server: Here,
    user: Anyone,
    game: GameId,
    players: Annotated[
        PlayersGroup, Query(description="Numbers of players that are rated together.")
    ] = "3-4",
    of: Annotated[RatedKind, Query(description="People, or bots among themselves.")] = "people",
    after: Annotated[int, Query(ge=0, le=1_000_000, description="`more` of the page before.")] = 0,
    limit: Annotated[int, Query(ge=1, le=100, description="So many at most.")] = 50,
) -> Leaderboard:
    """Who is strongest in rated games; people whose profile you may not see are left out."""
    pool = pool_of_group(of, game, players)
    return await ratings.leaderboard(server, user, of, pool, after, limit)


@router.get(
    "/tables/{table}/ratings",
    summary="Look at what a game has done to ratings",
    responses=refusals("table/unknown"),
    openapi_extra=FOR_ALL,
)
async def read_rating_changes(
    server: Here, user: Anyone, table: TableId, invite: Invite = None
) -> GameRatings:
    """What a game has done to the ratings of those whose profile you may see.

    It is known some seconds after the end.
    """
    found = await server.tables.seen(table, user.id if user else None, invite)
    return await ratings.changes_at(server, user, found)
