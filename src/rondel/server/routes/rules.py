"""The rules for those who play. They change only with the program, so each language is told once
and kept as it is sent."""

from __future__ import annotations

import asyncio
import gzip
from dataclasses import asdict
from functools import cache
from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Query, Request, Response

from rondel.rulebook import CLAUSE_OF, GAMES, TaxNumbers, index, rulebook, tax_example
from rondel.server.http.answers import JsonAnswer
from rondel.server.pages.site import File, file_of
from rondel.server.protocol.base import BIGGEST, GameId, Language
from rondel.server.protocol.refusals import refusals
from rondel.server.protocol.rules import RulesTold, TaxExampleTold

router = APIRouter(prefix="/api/rules", tags=["games"], responses=refusals())

LanguageAsked = Annotated[Language, Path(description="The reader's language.")]
GameAsked = Annotated[GameId, Query(description="The game.")]
Number = Annotated[int, Query(ge=0, le=BIGGEST, description="More than there can be is the most.")]
KEPT = {"Cache-Control": "public, max-age=3600"}


@router.get(
    "/{language}",
    summary="Read the rules",
    response_model=RulesTold,
    responses={304: {"description": "They are as the `If-None-Match` of the request says."}},
)
async def read_rules(language: LanguageAsked, request: Request) -> Response:
    """Every clause of both games and every ruling, in a language."""
    told = await asyncio.to_thread(rules_told, language)
    return told.answer(request)


@router.get("/examples/tax", summary="Try a Taxation", response_model=TaxExampleTold)
async def try_tax(
    game: GameAsked = "imperial2030",
    factories: Number = 4,
    flags: Number = 0,
    units: Number = 4,
    treasury: Number = 1,
) -> Response:
    """What Taxation brings a nation with so many free factories, flags and units."""
    wanted = TaxNumbers(factories, flags, units, treasury)
    return JsonAnswer(asdict(tax_example(game, wanted)), headers=KEPT)


@cache
def rules_told(language: str) -> File:
    """The rules in a language as they are sent, plain and compressed."""
    book = asdict(rulebook(language))
    terms = {tag: index(game, language) for game, tag in GAMES.items()}
    text = orjson.dumps({**book, "prompts": CLAUSE_OF, "index": terms})
    return file_of("rules.json", {"gzip": gzip.compress(text, mtime=0), "identity": text})
