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

from rondel import narration
from rondel.engine.shapes import Chosen
from rondel.rulebook import (
    CLAUSE_OF,
    GAMES,
    RESTS_ON,
    Example,
    TaxNumbers,
    Tried,
    example_of,
    examples_of,
    index,
    rulebook,
    tax_example,
    tried,
)
from rondel.rulebook.trying import MOST_CHOICES
from rondel.server.errors import bad
from rondel.server.http.answers import JsonAnswer
from rondel.server.pages.site import File, file_of
from rondel.server.protocol.base import BIGGEST, GameId, Json, Language
from rondel.server.protocol.refusals import refusals
from rondel.server.protocol.rules import ExampleTold, RulesTold, TaxExampleTold

router = APIRouter(prefix="/api/rules", tags=["games"], responses=refusals())

LanguageAsked = Annotated[Language, Path(description="The reader's language.")]
GameAsked = Annotated[GameId, Query(description="The game.")]
Number = Annotated[int, Query(ge=0, le=BIGGEST, description="More than there can be is the most.")]
SectionAsked = Annotated[str, Query(max_length=8, description="The section it shows, as `3.1`.")]
Choices = Annotated[
    list[Annotated[int, Query(ge=0, le=BIGGEST)]],
    Query(max_length=MOST_CHOICES, description="What was chosen, each by its place in the list."),
]
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


@router.get(
    "/examples/position",
    summary="Try a position",
    response_model=ExampleTold,
    responses=refusals("position/number"),
)
async def try_position(
    game: GameAsked = "imperial2030",
    section: SectionAsked = "3.1",
    lang: Annotated[Language, Query(description="The reader's language.")] = "en",
    choice: Choices = [],  # noqa: B006
) -> Response:
    """A position that shows what a section says, after some choices of the reader."""
    try:
        found = tried(game, section, choice)
    except LookupError:
        raise bad("position/number", "There is no such example, or no such choice.") from None
    return JsonAnswer(example_told(example_of(game, section), found, lang), headers=KEPT)


def example_told(example: Example, found: Tried, lang: str) -> Json:
    """An example as it is sent."""
    game, name = found.game, found.game.rules.game
    actions = game.legal_actions() if found.open else []
    entries = [action.to_json() for action in actions]
    last = found.made[-1:]
    return {
        "section": example["section"],
        "shows": example["shows"],
        "snapshot": game.snapshot(),
        "actor": game.decision.player if found.open and game.decision else None,
        "prompt": narration.question_of(game, lang, True)["prompt"] if found.open else None,
        "choices": [
            {"label": narration.label_of(game, lang, entry), "place": _place_of(entry["choice"])}
            for entry in entries
        ],
        "told": [
            sentence
            for entry, events in last
            for sentence in narration.narrator_of(name, lang).sentences(events, entry)
        ],
        "record": game.record(),
    }


def _place_of(choice: Chosen) -> str | None:
    """The region that a choice is about; bonds are traded up to a value, which is none."""
    place = choice.get("province") or choice.get("to") or choice.get("region")
    return place if isinstance(place, str) else None


@cache
def rules_told(language: str) -> File:
    """The rules in a language as they are sent, plain and compressed."""
    book = asdict(rulebook(language))
    terms = {tag: index(game, language) for game, tag in GAMES.items()}
    examples = {tag: sorted(examples_of(game)) for game, tag in GAMES.items()}
    more = {"prompts": CLAUSE_OF, "options": RESTS_ON, "examples": examples, "index": terms}
    text = orjson.dumps({**book, **more})
    return file_of("rules.json", {"gzip": gzip.compress(text, mtime=0), "identity": text})
