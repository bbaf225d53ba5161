"""Tournaments and leagues."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query

from rondel.server.http.intake import Route
from rondel.server.protocol.refusals import refusals
from rondel.server.protocol.tournaments import (
    BotsEntered,
    NewTournament,
    TournamentList,
    TournamentTold,
)
from rondel.server.routes.common import Here
from rondel.server.routes.dependencies import FOR_ALL, Anyone, Limited, Someone
from rondel.server.service import tournaments

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"], route_class=Route)

TournamentId = Annotated[
    str,
    Path(
        min_length=1,
        max_length=32,
        pattern="^[0-9a-f]+$",
        description="Id of the tournament.",
        examples=["5d41402abc4b2a76"],
    ),
]
ENTERING = ("identity/nobody", "tournament/unknown", "tournament/closed")
HOSTING = (*ENTERING, "tournament/not_host")
BOT = ("seat/unknown_bot", "seat/bot_too_slow")


@router.get("", summary="List tournaments", responses=refusals(), openapi_extra=FOR_ALL)
async def list_tournaments(
    server: Here,
    user: Anyone,
    which: Annotated[
        Literal["open", "running", "finished", "mine"],
        Query(alias="list", description="Which tournaments."),
    ] = "open",
) -> TournamentList:
    """Public tournaments that one can enter, that are played or that are over; or one's own."""
    return await tournaments.list_all(server, user, which)


@router.post(
    "",
    summary="Open a tournament",
    status_code=201,
    dependencies=[Depends(Limited("tables"))],
    responses=refusals(
        "identity/nobody", "table/options", "table/seats", "tournament/too_many", *BOT
    ),
)
async def open_tournament(server: Here, user: Someone, wanted: NewTournament) -> TournamentTold:
    """A new tournament, which waits for who enters."""
    return await tournaments.create(server, user, wanted)


@router.get(
    "/{tournament}",
    summary="Look at a tournament",
    responses=refusals("tournament/unknown"),
    openapi_extra=FOR_ALL,
)
async def read_tournament(server: Here, user: Anyone, tournament: TournamentId) -> TournamentTold:
    """Standings and all tables. Who has the link may look."""
    return await tournaments.look_at(server, user, tournament)


@router.put(
    "/{tournament}/entry",
    summary="Enter a tournament",
    dependencies=[Depends(Limited("joins"))],
    responses=refusals(*ENTERING, "tournament/full"),
)
async def enter(server: Here, user: Someone, tournament: TournamentId) -> TournamentTold:
    """Take part from the next round on; also again if you have left."""
    return await tournaments.enter(server, user, tournament)


@router.delete(
    "/{tournament}/entry",
    summary="Leave a tournament",
    dependencies=[Depends(Limited("joins"))],
    responses=refusals(*ENTERING, "tournament/not_entered"),
)
async def leave(server: Here, user: Someone, tournament: TournamentId) -> TournamentTold:
    """Take part no longer; a bot plays on where you sit, and later rounds are without you."""
    return await tournaments.leave(server, user, tournament)


@router.put(
    "/{tournament}/bots",
    summary="Let bots enter",
    dependencies=[Depends(Limited("joins"))],
    responses=refusals(*HOSTING, *BOT, "tournament/full"),
)
async def enter_bots(
    server: Here, user: Someone, tournament: TournamentId, wanted: BotsEntered
) -> TournamentTold:
    """Let so many bots of a name take part; for the host, before the start."""
    return await tournaments.enter_bots(server, user, tournament, wanted)


@router.post(
    "/{tournament}/start",
    summary="Start a tournament",
    dependencies=[Depends(Limited("joins"))],
    responses=refusals(*HOSTING, "tournament/too_few"),
)
async def start_tournament(server: Here, user: Someone, tournament: TournamentId) -> TournamentTold:
    """Begin with the first round; for the host."""
    return await tournaments.start(server, user, tournament)


@router.post(
    "/{tournament}/close",
    summary="End a tournament",
    dependencies=[Depends(Limited("joins"))],
    responses=refusals(*HOSTING),
)
async def close_tournament(server: Here, user: Someone, tournament: TournamentId) -> TournamentTold:
    """End it before its time; for the host. Games that are played go on."""
    return await tournaments.close(server, user, tournament)
