"""The games themselves: facts, options, names, and whether a position can be."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from rondel import narration
from rondel.engine import RuleSetError
from rondel.server.errors import missing
from rondel.server.http.answers import JsonAnswer
from rondel.server.http.intake import Route
from rondel.server.protocol.base import BIGGEST, Language
from rondel.server.protocol.games import GameTold, PositionAsked, PositionChecked, Words
from rondel.server.protocol.refusals import refusals
from rondel.server.routes.common import GameId
from rondel.server.routes.dependencies import Limited, Someone
from rondel.server.service import setups

router = APIRouter(prefix="/api/games", tags=["games"], responses=refusals(), route_class=Route)

RulesVersion = Annotated[
    int | None,
    Query(ge=1, le=BIGGEST, description="Version of the rules; the newest if none is given."),
]

KEPT = {"Cache-Control": "public, max-age=3600"}


@router.get(
    "/{game}",
    summary="Read the facts of a game",
    response_model=GameTold,
    responses=refusals("rules/unknown"),
)
async def read_game(game: GameId, rules_version: RulesVersion = None) -> Response:
    """The facts of a game (board, bonds, rondel, supply) and the options a table may agree on."""
    try:
        return JsonAnswer(narration.game_told(game, rules_version), headers=KEPT)
    except RuleSetError as error:
        raise missing("rules/unknown", f"{str(error).capitalize()}.") from error


@router.get("/{game}/words", summary="Read the names on the board", response_model=Words)
async def read_words(
    game: GameId,
    lang: Annotated[Language, Query(description="The language of the names.")] = "en",
) -> Response:
    """The names of nations, regions, slots and canals in a language."""
    return JsonAnswer(narration.words_of(game, lang), headers=KEPT)


@router.post(
    "/{game}/positions",
    summary="Check a position",
    dependencies=[Depends(Limited("actions"))],
    responses=refusals("identity/nobody", "record/unreadable"),
)
async def check_position(user: Someone, game: GameId, wanted: PositionAsked) -> PositionChecked:
    """Everything that is wrong with a position that was set up by hand.

    One without faults begins a game as `start.position` of a record, see `POST /api/records`.
    """
    return setups.checked(game, wanted)
