"""Who asks, where proxies stand before the server: only what the nearest of them saw counts."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

ANY: Final = "*"
"""Every peer is a proxy; those before it are not."""

SCHEMES: Final = ("http", "https")


class Proxies:
    """The addresses and networks of proxies that are believed."""

    def __init__(self, given: str) -> None:
        """Reads a list with commas, or `*`.

        Raises: ValueError.
        """
        self._all = given == ANY
        parts = [] if self._all else [part.strip() for part in given.split(",") if part.strip()]
        self._networks = [ip_network(part) for part in parts]

    def __contains__(self, host: str) -> bool:
        """Whether a peer is one of them."""
        return self._all or self._is_named(host)

    def _is_named(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False
        mapped = getattr(address, "ipv4_mapped", None) or address
        return any(mapped in network for network in self._networks)

    def client_of(self, peer: str, forwarded: Iterable[str]) -> str:
        """Who came, by the addresses that the proxies have added, the nearest proxy's last.

        From the right every address was seen by somebody who is believed, until one is no
        proxy's; what stands to the left of it anybody may have made up.
        """
        client = peer
        for text in reversed(list(forwarded)):
            if (host := host_in(text)) is None:
                return client
            client = host
            if not self._is_named(host):
                return client
        return client


def host_in(text: str) -> str | None:
    """The address in a part of the header, which may have a port; None if it is none."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return str(ip_address(text))
    except ValueError:
        return None


class Forwarded:
    """Puts the address and the scheme of who came in the place of those of a proxy."""

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self.app = app
        self.proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on."""
        peer = scope.get("client")
        if scope["type"] != "lifespan" and peer and peer[0] in self.proxies:
            self._believe(scope, peer[0])
        await self.app(scope, receive, send)

    def _believe(self, scope: Scope, peer: str) -> None:
        headers = Headers(scope=scope)
        forwarded = ",".join(headers.getlist("x-forwarded-for"))
        client = self.proxies.client_of(peer, forwarded.split(",") if forwarded.strip() else ())
        if client != peer:
            scope["client"] = (client, 0)
        scheme = ",".join(headers.getlist("x-forwarded-proto")).rpartition(",")[2].strip().lower()
        if scheme in SCHEMES:
            is_websocket = scope["type"] == "websocket"
            scope["scheme"] = scheme.replace("http", "ws") if is_websocket else scheme
