"""The addresses of a server; how it runs is tested with the command that runs it."""

from __future__ import annotations

import socket
from ipaddress import ip_address

import pytest

from rondel.server.errors import CannotStart
from rondel.server.running import address_of, listening, own_host


@pytest.mark.parametrize(("host", "told"), [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]")])
def test_address_can_be_opened_in_a_browser(host: str, told: str) -> None:
    if ":" in host and not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    with listening(host, 0) as listener:
        port = listener.getsockname()[1]
        assert address_of(listener, None) == f"http://{told}:{port}"


def test_address_of_the_proxy_is_the_one_to_open() -> None:
    with listening("127.0.0.1", 0) as listener:
        assert address_of(listener, "https://rondel.example.org") == "https://rondel.example.org"


def test_server_for_all_is_told_by_the_address_others_use() -> None:
    with listening("0.0.0.0", 0) as listener:
        port = listener.getsockname()[1]
        assert address_of(listener, None) == f"http://{own_host()}:{port}"
    assert not ip_address(own_host()).is_unspecified


def test_port_has_one_server() -> None:
    with listening("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(CannotStart, match="address already in use"):
            listening("127.0.0.1", port)
