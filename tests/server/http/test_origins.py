"""Another site's page can make nobody's browser do anything here."""

from __future__ import annotations

import pytest
from starlette.types import Scope

from rondel.server.errors import Refusal
from rondel.server.http.origins import check_origin

OWN = {"host": "rondel.example"}
COOKIE = {**OWN, "cookie": "rondel=x"}


def scope_of(headers: dict[str, str], method: str | None = "POST") -> Scope:
    """A request, or without a method a WebSocket."""
    kind = {"type": "http", "method": method} if method else {"type": "websocket"}
    return {**kind, "headers": [(name.encode(), value.encode()) for name, value in headers.items()]}


def passes(headers: dict[str, str], method: str | None = "POST", own: str | None = None) -> bool:
    try:
        check_origin(scope_of(headers, method), own)
    except Refusal as refused:
        return (refused.status, refused.code) != (403, "request/other_origin")
    return True


FOREIGN = [
    "https://evil.example",
    "https://rondel.example.evil.example",
    "https://evil.example/rondel.example",
    "https://rondel.example@evil.example",
    "https://rondel.example:8443",
    "null",
    "",
    "rondel.example",
    "https://[",
]


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "FROB", None])
def test_other_origins_are_refused(origin: str, method: str | None) -> None:
    assert not passes({**COOKIE, "origin": origin}, method)
    assert not passes({**OWN, "origin": origin}, method)
    assert not passes({**COOKIE, "origin": origin}, method, own="https://rondel.example")


@pytest.mark.parametrize("method", ["POST", "DELETE", None])
def test_our_own_origin_passes(method: str | None) -> None:
    assert passes({**COOKIE, "origin": "https://rondel.example"}, method)
    assert passes({**COOKIE, "origin": "HTTPS://Rondel.example"}, method)
    assert passes({"host": "127.0.0.1:8000", "origin": "http://127.0.0.1:8000"}, method)


def test_the_address_people_use_passes_where_a_proxy_hides_the_host() -> None:
    headers = {"host": "inner:8000", "cookie": "rondel=x", "origin": "https://play.example"}
    assert passes(headers, own="https://play.example")
    assert passes(headers, own="https://play.example/")
    assert not passes(headers)
    assert not passes(headers, own="https://play.example:444")


@pytest.mark.parametrize(
    ("site", "passed"),
    [("same-origin", True), ("none", True), ("same-site", False), ("cross-site", False)],
)
def test_without_an_origin_the_browser_tells_the_site(site: str, passed: bool) -> None:
    assert passes({**COOKIE, "sec-fetch-site": site}) is passed
    assert passes({**COOKIE, "sec-fetch-site": site}, None) is passed


@pytest.mark.parametrize("method", ["POST", None])
def test_what_comes_from_no_browser_passes(method: str | None) -> None:
    assert passes(COOKIE, method)


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_reading_passes(method: str) -> None:
    assert passes({**COOKIE, "origin": "https://evil.example"}, method)


@pytest.mark.parametrize("method", ["POST", None])
def test_a_token_passes_from_anywhere_but_not_beside_a_cookie(method: str | None) -> None:
    foreign = {"origin": "https://evil.example"}
    assert passes({**OWN, **foreign, "authorization": "Bearer rondel_x"}, method)
    assert not passes({**COOKIE, **foreign, "authorization": "Bearer rondel_x"}, method)
    assert not passes({**OWN, **foreign, "authorization": "Basic eDp5"}, method)


def test_a_request_without_host_has_no_own_origin() -> None:
    assert not passes({"origin": "https://"})
