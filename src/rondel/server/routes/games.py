"""The games themselves: facts, options, names. They change only with the program."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse

from rondel.server import telling
from rondel.server.protocol import GameTold, Words
from rondel.server.refusals import refusals
from rondel.server.routes.common import GameId

router = APIRouter(prefix="/api/games", tags=["games"], responses=refusals())

KEPT = {"Cache-Control": "public, max-age=3600"}


@router.get("/{game}", response_model=GameTold)
async def game(game: GameId) -> Response:
    """The facts of a game (board, bonds, rondel, supply) and the options a table may agree on."""
    return JSONResponse(telling.game_told(game), headers=KEPT)


@router.get("/{game}/words", response_model=Words)
async def words(
    game: GameId, lang: Annotated[Literal["en", "it", "es", "ru", "pl"], Query()] = "en"
) -> Response:
    """The names of nations, regions, slots and canals in a language."""
    return JSONResponse(telling.words_of(game, lang), headers=KEPT)
