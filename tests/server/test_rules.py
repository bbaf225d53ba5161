"""The rules as the server tells them."""

from __future__ import annotations

import gzip

import httpx
import pytest

from rondel.records import LANGUAGES
from rondel.rulebook import CLAUSE_OF, rulebook
from rondel.server.app import create_app
from rondel.server.routes.rules import rules_told
from rondel.server.settings import Settings
from tests.server.house import opened_house

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("language", LANGUAGES)
async def test_all_clauses_are_told(language: str, sqlite_url: str) -> None:
    async with opened_house(sqlite_url) as house:
        told = await (await house.guest("Ann")).get(f"/api/rules/{language}")
    clauses = [
        clause
        for chapter in told["chapters"]
        for section in chapter["sections"]
        for clause in section["clauses"]
    ]
    assert len(clauses) == 265
    assert [clause["text"] for clause in clauses] == [
        clause.text for clause in rulebook(language).clauses()
    ]
    assert len(told["rulings"]) == 61
    assert told["prompts"] == CLAUSE_OF
    assert told["language"] == language


async def test_a_position_is_tried(sqlite_url: str) -> None:
    """In the reader's language, choice by choice, to be opened as a table at any moment."""
    async with opened_house(sqlite_url) as house:
        ann = await house.guest("Ann")
        path = "/api/rules/examples/position?game=imperial2030&section=3.6&lang=it"
        first = await ann.get(path)
        assert (first["actor"], first["told"]) == ("Anna", [])
        places = [choice["place"] for choice in first["choices"]]
        through = places.index("north_pacific")
        assert (
            first["choices"][through]["label"]
            == "Mar dei Caraibi → Nord Pacifico (Canale di Panama)"
        )
        then = await ann.get(f"{path}&choice={through}")
        assert then["actor"] == "Dan"
        over = await ann.get(f"{path}&choice={through}&choice=0")
        assert over["told"]
        study = await ann.post("/api/records", then["record"], 201)
        assert study["sandbox"] is True


@pytest.mark.parametrize("query", ["section=9.9", "game=imperial&section=2.3", "choice=99"])
async def test_there_is_no_other_position(query: str, sqlite_url: str) -> None:
    async with opened_house(sqlite_url) as house:
        ann = await house.guest("Ann")
        path = f"/api/rules/examples/position?{query}"
        assert await ann.refused("GET", path) == "position/number"


async def test_they_come_compressed_and_are_kept(sqlite_url: str) -> None:
    """Who reads them again is told that nothing has changed."""
    async with opened_house(sqlite_url) as house:
        client = (await house.guest("Ann")).client
        first = await client.get("/api/rules/en")
        assert first.headers["content-encoding"] == "gzip"
        assert first.headers["content-type"].startswith("application/json")
        again = await client.get("/api/rules/en", headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        plain = await client.get("/api/rules/en", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.json() == first.json()
        assert (await client.get("/api/rules/xx")).status_code == 422


def test_they_are_small_enough_for_a_phone() -> None:
    """A language is read in one go."""
    forms = rules_told("en").forms
    assert gzip.decompress(forms["gzip"]) == forms["identity"]
    assert len(forms["gzip"]) < 40_000


@pytest.mark.parametrize("address", ["/rules", "/rules/2030", "/rules/classic/3.19.2"])
async def test_their_addresses_show_the_page(address: str, sqlite_url: str) -> None:
    transport = httpx.ASGITransport(create_app(Settings(database=sqlite_url)))
    async with httpx.AsyncClient(transport=transport, base_url="http://rondel") as client:
        answer = await client.get(address)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
