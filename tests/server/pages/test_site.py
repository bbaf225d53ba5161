"""The page for browsers: how its files are sent."""

from __future__ import annotations

import gzip
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from rondel.server.app import create_app
from rondel.server.http.handlers import add_handlers
from rondel.server.pages.site import FOLDER, site
from rondel.server.routes.site import ADDRESSES, add_site
from rondel.server.settings import Settings
from tests.pages import ROOT

pytestmark = pytest.mark.anyio

DOCUMENT = b"<!doctype html><title>Rondel</title>"
SCRIPT = b"export {};" * 100
ZIPPED = gzip.compress(SCRIPT, mtime=0)
HTML = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A page as a build leaves it."""
    assets = tmp_path / "assets"
    assets.mkdir()
    (tmp_path / "index.html").write_bytes(DOCUMENT)
    (tmp_path / "favicon.svg").write_bytes(b"<svg/>")
    (tmp_path / ".made-from").write_bytes(b"secret")
    (assets / "index-abc.js").write_bytes(SCRIPT)
    (assets / "index-abc.js.gz").write_bytes(ZIPPED)
    (assets / "index-abc.js.br").write_bytes(b"brotli")
    (assets / "sans-def.woff2").write_bytes(b"wOF2")
    return tmp_path


@pytest.fixture
async def client(folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = FastAPI(openapi_url=None)
    add_handlers(app)
    add_site(app, site(folder))
    async with client_of(app) as client:
        yield client


def client_of(app: FastAPI) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app)
    return httpx.AsyncClient(
        transport=transport, base_url="http://test", headers={"accept-encoding": "identity"}
    )


@pytest.mark.parametrize(
    "address",
    [re.sub(r"\{\w+\}", "0f", address) for address in ADDRESSES],
)
async def test_every_address_of_the_page_gives_its_document(
    client: httpx.AsyncClient, address: str
) -> None:
    answer = await client.get(address)
    assert answer.status_code == 200
    assert answer.content == DOCUMENT
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


def test_addresses_are_those_that_the_page_knows() -> None:
    routes = (ROOT / "web" / "src" / "App.svelte").read_text(encoding="utf-8")
    known = re.findall(r'^ +"(/\w*)": \(\) => (?:withText\("\w+", )?import\(', routes, re.MULTILINE)
    assert {address.partition("/{")[0] for address in ADDRESSES} == {
        *known,
        "/t",
        "/embed",
        "/lesson",
        "/setup",
    }


async def test_files_have_their_types_and_those_that_never_change_are_kept(
    client: httpx.AsyncClient,
) -> None:
    told = {}
    for path in ("/assets/index-abc.js", "/assets/sans-def.woff2", "/favicon.svg"):
        headers = (await client.get(path)).headers
        told[path] = headers["content-type"], "immutable" in headers["cache-control"]
    assert told == {
        "/assets/index-abc.js": ("text/javascript; charset=utf-8", True),
        "/assets/sans-def.woff2": ("font/woff2", True),
        "/favicon.svg": ("image/svg+xml", False),
    }


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip;q=1.0, br;q=0", "gzip"),
        ("GZIP", "gzip"),
        ("", None),
        ("deflate, zstd", None),
        ("br;q=much", None),
    ],
)
async def test_what_is_sent_is_compressed_as_the_browser_likes_it(
    client: httpx.AsyncClient, accepted: str, coding: str | None
) -> None:
    request = client.stream("GET", "/assets/index-abc.js", headers={"accept-encoding": accepted})
    async with request as answer:
        sent = b"".join([part async for part in answer.aiter_raw()])
    assert answer.headers.get("content-encoding") == coding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert sent == {"br": b"brotli", "gzip": ZIPPED, None: SCRIPT}[coding]
    assert int(answer.headers["content-length"]) == len(sent)


async def test_what_is_known_is_not_sent_again(client: httpx.AsyncClient) -> None:
    tag = (await client.get("/")).headers["etag"]
    for known in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        again = await client.get("/", headers={"if-none-match": known})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    other = await client.get("/", headers={"if-none-match": '"other"'})
    assert other.content == DOCUMENT


async def test_tags_tell_forms_of_a_file_apart(client: httpx.AsyncClient) -> None:
    path = "/assets/index-abc.js"
    plain = (await client.get(path)).headers["etag"]
    asked = {"accept-encoding": "gzip", "if-none-match": plain}
    async with client.stream("GET", path, headers=asked) as answer:
        assert answer.status_code == 200
        assert answer.headers["etag"] != plain


async def test_head_tells_all_but_the_content(client: httpx.AsyncClient) -> None:
    for path in ("/", "/assets/index-abc.js"):
        full, head = await client.get(path), await client.head(path)
        assert head.headers == full.headers
        assert head.content == b""


@pytest.mark.parametrize(
    "path", ["/assets/", "/assets/none.js", "/assets/../index.html", "/.made-from", "/index.html"]
)
async def test_what_is_no_file_of_the_page_is_not_found(
    client: httpx.AsyncClient, path: str
) -> None:
    answer = await client.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "request/no_such_path"


async def test_people_are_told_by_the_page_what_is_not_there(client: httpx.AsyncClient) -> None:
    answer = await client.get("/nowhere", headers=HTML)
    assert (answer.status_code, answer.content) == (404, DOCUMENT)
    known = {**HTML, "if-none-match": answer.headers["etag"]}
    assert (await client.get("/nowhere", headers=known)).status_code == 404


@pytest.mark.parametrize("path", ["/api/nothing", "/assets/none.js"])
async def test_programs_are_told_in_the_one_shape(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path, headers=HTML)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "request/no_such_path"


async def test_the_page_takes_nothing(client: httpx.AsyncClient) -> None:
    answer = await client.post("/")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, HEAD"


async def test_without_a_build_there_is_a_plain_page(tmp_path: Path) -> None:
    app = FastAPI(openapi_url=None)
    add_site(app, site(tmp_path / "none"))
    async with client_of(app) as client:
        answer = await client.get("/")
    assert answer.status_code == 200
    assert "was not built" in answer.text


async def test_the_server_gives_the_page_that_was_built() -> None:
    """With the headers that every answer has."""
    async with client_of(create_app(Settings())) as client:
        answer = await client.get("/learn")
        start = await client.get("/")
    assert answer.content == (FOLDER / "index.html").read_bytes()
    assert 'property="og:title" content="Rondel"' in start.text
    assert "script-src 'self'" in answer.headers["content-security-policy"]
