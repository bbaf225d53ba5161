"""The rules for those who play. They change only with the program, so each language is told once
and kept as it is sent."""

from __future__ import annotations

import asyncio
import gzip
from dataclasses import asdict
from functools import cache

import orjson
from fastapi import APIRouter, Request, Response

from rondel.rulebook import CLAUSE_OF, GAMES, index, rulebook
from rondel.server.pages.site import File, file_of
from rondel.server.protocol.base import Language
from rondel.server.protocol.refusals import refusals
from rondel.server.protocol.rules import RulesTold

router = APIRouter(prefix="/api/rules", tags=["games"], responses=refusals())


@router.get("/{language}", summary="Read the rules", response_model=RulesTold)
async def read_rules(language: Language, request: Request) -> Response:
    """Every clause of both games and every ruling, in a language."""
    told = await asyncio.to_thread(rules_told, language)
    return told.answer(request)


@cache
def rules_told(language: str) -> File:
    """The rules in a language as they are sent, plain and compressed."""
    book = asdict(rulebook(language))
    terms = {tag: index(game, language) for game, tag in GAMES.items()}
    text = orjson.dumps({**book, "prompts": CLAUSE_OF, "index": terms})
    return file_of("rules.json", {"gzip": gzip.compress(text, mtime=0), "identity": text})
