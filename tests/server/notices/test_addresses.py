"""Where messages may be sent: nowhere in the network of the host."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from rondel.server.notices.addresses import Forbidden, Reach, networks

pytestmark = pytest.mark.anyio

INSIDE = [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "0.0.0.0", "224.0.0.1", "255.255.255.255", "192.0.2.1", "240.0.0.1",
    "::1", "::", "fe80::1", "fd00::1", "fc00::1", "ff02::1", "2001:db8::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::a00:1",
    "2002:7f00:1::", "2002:c0a8:101::",
    "192.0.0.192", "192.88.99.1", "fec0::1", "3fff::1", "2001:0:7f00:1::1", "::127.0.0.1",
]  # fmt: skip


@pytest.mark.parametrize("address", INSIDE)
def test_addresses_inside_are_closed(address: str) -> None:
    assert not Reach().is_open(ip_address(address))


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_public_addresses_are_open(address: str) -> None:
    assert Reach().is_open(ip_address(address))


def test_host_may_open_networks_of_its_own() -> None:
    reach = Reach(networks("10.0.0.0/8, fd00::/8"))
    assert reach.is_open(ip_address("10.2.3.4"))
    assert reach.is_open(ip_address("::ffff:10.2.3.4"))
    assert reach.is_open(ip_address("fd00::7"))
    assert not reach.is_open(ip_address("127.0.0.1"))
    assert not reach.is_open(ip_address("192.168.0.1"))


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "https://", "https:///path", "example.org",
        "https://user:secret@example.org/", "https://exa mple.org/", "https://example.org\\@in/",
        "https://example.org:99999/", "https://example.org:0/", "file:///etc/passwd",
        "https://ex\u0430mple.org/", "https://example.org/\nX: y",
    ],
)  # fmt: skip
def test_odd_addresses_are_refused(url: str) -> None:
    with pytest.raises(Forbidden):
        Reach().check_url(url)


def test_plain_http_is_for_networks_that_the_host_has_opened() -> None:
    Reach(networks("10.0.0.0/8")).check_url("http://10.0.0.1/hook")
    with pytest.raises(Forbidden, match="https"):
        Reach().check_url("http://10.0.0.1/hook")


async def test_name_that_leads_inside_is_refused() -> None:
    with pytest.raises(Forbidden, match="public"):
        await Reach().resolve("localhost", 443)


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "127.1", "0177.0.0.1"])
async def test_other_spellings_of_an_address_are_no_way_in(host: str) -> None:
    with pytest.raises((Forbidden, OSError)):
        await Reach().resolve(host, 443)
