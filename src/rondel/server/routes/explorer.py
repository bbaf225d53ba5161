"""Openings of many games: what was dealt, bought and chosen first, and how it ended."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from rondel.explorer import Question, Setting
from rondel.explorer.settings import Setup
from rondel.explorer.shapes import Source
from rondel.server.http.answers import JsonAnswer
from rondel.server.http.intake import Route
from rondel.server.protocol.explorer import MOST_STEPS, ExplorerTable, ExplorerTold, Step
from rondel.server.protocol.refusals import refusals
from rondel.server.protocol.tables import TableTold
from rondel.server.routes.common import GameId, Here, told
from rondel.server.routes.dependencies import Asking, Limited, Someone
from rondel.server.service import explorer

router = APIRouter(prefix="/api/explorer", tags=["explorer"], route_class=Route)

SetupAsked = Annotated[Setup, Query(description="Whether bonds are dealt or drafted.")]
Players = Annotated[int, Query(ge=2, le=6, description="How many play.")]
Games = Annotated[
    Source, Query(description="Whose games: the bots' of the table, this server's own, or both.")
]
Steps = Annotated[
    list[Step],
    Query(
        max_length=MOST_STEPS,
        description="What seats have in common: the `step` of a line, then that of one after it.",
    ),
]


@router.get(
    "/{game}",
    summary="Look at openings",
    response_model=ExplorerTold,
    responses=refusals(),
)
async def explore(
    server: Here,
    game: GameId,
    setup: SetupAsked = "standard",
    players: Players = 4,
    games: Games = "bots",
    path: Steps = [],  # noqa: B006 - nobody changes it
) -> Response:
    """What was begun with, or chosen after a path, how often, and how it ended.

    Means come with half of their 95 % interval, and not at all where there are too few games.
    """
    question = Question(Setting(game, setup, players), games, tuple(path))
    return JsonAnswer({"found": await explorer.explored_here(server, question)})


@router.post(
    "/{game}/tables",
    summary="Open a game of bots",
    status_code=201,
    dependencies=[Depends(Limited("tables"))],
    responses=refusals("identity/nobody", "explorer/unknown", "server/busy"),
)
async def open_explorer_table(
    server: Here, user: Someone, asker: Asking, game: GameId, wanted: ExplorerTable
) -> TableTold:
    """A study of a game of bots that the table was made from, at a nation's turn or at its end.

    It is played once more for it: the same bots with the same seed make the same game.
    """
    opened = await explorer.open_game(server, asker, game, user.id, wanted)
    return told(server, opened, user.id)
