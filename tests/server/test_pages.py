"""The pages for people: whole, safe, and true to the document."""

from __future__ import annotations

from collections.abc import AsyncIterator
from html.parser import HTMLParser
from urllib.parse import urldefrag

import httpx
import pytest

from rondel.server.pages.html import EMPTY
from rondel.server.pages.reference import PATH, reference_page
from rondel.server.routes.pages import PAGES
from tests.pages import ROOT
from tests.server.documented import Json, document, operations
from tests.server.house import House, opened_house

pytestmark = pytest.mark.anyio

ADDRESSES = ["/about", "/api"]

HARMLESS = {"lang", "charset", "name", "content", "rel", "href", "id", "class", "scope"}
"""Attributes that do nothing by themselves."""


class Reader(HTMLParser):
    """Reads a page; every element must end where it should."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in EMPTY:
            self.open.append(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src"):
                self.links.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    store = f"sqlite:///{tmp_path_factory.mktemp('store')}/rondel.sqlite3"
    async with opened_house(store, bot_processes=0) as house:
        yield house


async def page_at(house: House, address: str) -> tuple[httpx.Response, Reader]:
    answer = await house.client().get(address)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return answer, Reader(answer.text)


@pytest.mark.parametrize("address", ADDRESSES)
async def test_page_keeps_to_our_own_policy(house: House, address: str) -> None:
    """No scripts, no styles but a sheet of ours, nothing from elsewhere."""
    answer, page = await page_at(house, address)
    assert "style-src 'self'" in answer.headers["content-security-policy"]
    assert not {"script", "style", "iframe", "img"} & set(page.seen)
    assert page.attributes <= HARMLESS
    assert all(link.startswith(("/", "#", "data:,")) for link in page.links)


@pytest.mark.parametrize("address", ADDRESSES)
async def test_links_of_page_lead_somewhere(house: House, address: str) -> None:
    _, page = await page_at(house, address)
    for link in set(page.links) - {"data:,"}:
        path, anchor = urldefrag(link)
        assert not path or (await house.client().get(path)).status_code == 200, link
        assert not anchor or anchor in page.ids, link
    assert len(set(page.ids)) == len(page.ids)


async def test_the_first_page_names_pages_of_the_documentation_that_exist(house: House) -> None:
    _, page = await page_at(house, "/about")
    for name in PAGES:
        assert name in page.text
        assert (ROOT / name).is_file()


async def test_the_reference_has_every_operation_and_every_message(house: House) -> None:
    _, page = await page_at(house, "/api")
    for method, path in operations():
        assert f"{method} {path}" in page.text
    assert set(document()["components"]["schemas"]) <= set(page.ids)
    assert {operation["operationId"] for operation in operations().values()} <= set(page.ids)


async def test_the_document_is_there_for_programs(house: House) -> None:
    answer = await house.client().get(PATH)
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == document()


def test_whatever_a_document_says_is_text() -> None:
    evil = "<script>alert('`<b>`')</script>"
    schema: Json = {"description": evil, "properties": {evil: {"const": evil}}, "examples": [evil]}
    told: Json = {
        "info": {"title": evil, "version": evil, "description": evil},
        "tags": [{"name": "play", "description": evil}],
        "paths": {
            f"/{evil}": {
                "get": {
                    "tags": ["play"],
                    "operationId": '"><b>',
                    "summary": evil,
                    "description": evil,
                    "parameters": [
                        {"name": evil, "in": evil, "schema": {"enum": [evil]}, "description": evil}
                    ],
                    "responses": {
                        evil: {"description": evil},
                        "400": {"description": "Refused: " + evil},
                    },
                }
            }
        },
        "components": {"schemas": {"Evil": schema}},
    }
    page = Reader(reference_page(told))
    assert not {"script", "b"} & set(page.seen)
    assert '"><b>' in page.ids
