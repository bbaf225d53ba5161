"""Proxies are believed about who came to them, and nobody about who came before."""

from __future__ import annotations

import pytest

from rondel.server.http.proxies import Proxies, host_in
from rondel.server.settings import Limits
from tests.server.house import opened_house
from tests.server.wires import exchange

pytestmark = pytest.mark.anyio

FORGED, CLIENT, PROXY = "203.0.113.66", "198.51.100.7", "10.0.0.1"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "client"),
    [
        (PROXY, [CLIENT], CLIENT),
        (PROXY, [FORGED, CLIENT], CLIENT),
        (PROXY, [FORGED, FORGED, CLIENT], CLIENT),
        (PROXY, [PROXY, FORGED, CLIENT], CLIENT),
        ("10.0.0.0/8", [FORGED, CLIENT, "10.1.2.3"], CLIENT),
        ("10.0.0.0/8, 192.0.2.0/24", [FORGED, CLIENT, "192.0.2.9", "10.1.2.3"], CLIENT),
        ("10.0.0.0/8", ["10.9.9.9", "10.1.2.3"], "10.9.9.9"),
        ("*", [FORGED, CLIENT], CLIENT),
        ("*", [CLIENT, PROXY], PROXY),
        (PROXY, [], PROXY),
        (PROXY, [FORGED, "unknown"], PROXY),
        (PROXY, [FORGED, ""], PROXY),
        (PROXY, [f"{FORGED}:80", f"{CLIENT}:4711"], CLIENT),
        (PROXY, ["2001:db8::1", "[2001:db8::2]:443"], "2001:db8::2"),
        ("10.0.0.0/8", [CLIENT, "::ffff:10.0.0.5"], CLIENT),
    ],
)
def test_the_nearest_address_that_is_no_proxy_counts(
    proxies: str, forwarded: list[str], client: str
) -> None:
    assert Proxies(proxies).client_of(PROXY, forwarded) == client


@pytest.mark.parametrize("text", ["", "unknown", "_hidden", "1.2.3", "host:80", "[::1", "a,b"])
def test_other_texts_are_no_addresses(text: str) -> None:
    assert host_in(text) in (None, "::1")


def test_only_named_peers_are_proxies() -> None:
    assert "10.2.3.4" in Proxies("10.0.0.0/8")
    assert "11.2.3.4" not in Proxies("10.0.0.0/8")
    assert "::ffff:10.2.3.4" in Proxies("10.0.0.0/8")
    assert "unix" not in Proxies("10.0.0.0/8")
    assert "11.2.3.4" in Proxies("*")
    with pytest.raises(ValueError, match="caddy"):
        Proxies("caddy")


def asking(*forwarded: str) -> bytes:
    lines = [f"X-Forwarded-For: {part}" for part in forwarded]
    return "\r\n".join(["GET /healthz HTTP/1.1", "Host: x", *lines, "", ""]).encode()


@pytest.mark.parametrize("proxies", ["127.0.0.1", "*"])
async def test_made_up_addresses_do_not_escape_a_limit(sqlite_url: str, proxies: str) -> None:
    limits = Limits(requests="2/hour")
    async with opened_house(sqlite_url, bot_processes=0, limits=limits, proxies=proxies) as house:
        asked = [
            asking(f"203.0.113.1, {CLIENT}"),
            asking("203.0.113.2", CLIENT),
            asking(f"203.0.113.3,203.0.113.4 , {CLIENT}"),
            asking("198.51.100.8"),
        ]
        answers = [await exchange(house.address, one) for one in asked]
    assert [answer.status for answer in answers] == [200, 200, 429, 200]


async def test_who_is_no_proxy_is_not_believed(sqlite_url: str) -> None:
    limits = Limits(requests="1/hour")
    async with opened_house(
        sqlite_url, bot_processes=0, limits=limits, proxies="10.0.0.1"
    ) as house:
        asked = [asking("203.0.113.1"), asking("203.0.113.2")]
        answers = [await exchange(house.address, one) for one in asked]
    assert [answer.status for answer in answers] == [200, 429]


@pytest.mark.parametrize(
    ("header", "secure"), [("https", True), ("http", False), ("http, https", True), ("ftp", False)]
)
async def test_the_nearest_proxy_tells_the_scheme(
    sqlite_url: str, header: str, secure: bool
) -> None:
    sent = f"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: {header}\r\n\r\n".encode()
    async with opened_house(sqlite_url, bot_processes=0) as house:
        answer = await exchange(house.address, sent)
    assert ("strict-transport-security" in answer.headers) == secure
