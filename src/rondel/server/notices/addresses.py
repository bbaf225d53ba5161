"""Where messages may be sent: anywhere in the world, and nowhere in the host's own network.

Whoever adds a webhook or a browser names an address, and the server connects to it. So the name
is resolved here, every address it leads to is looked at, and the connection is made to one of
those that were looked at: no second answer of a name server can lead elsewhere.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable, Iterator, Sequence
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Final
from urllib.parse import urlsplit

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

TRANSLATED: Final = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))
"""Addresses that stand for one of the old kind, in their last four bytes."""

CLOSED: Final = (
    IPv4Network("192.0.0.0/24"),
    IPv4Network("192.88.99.0/24"),
    IPv6Network("fec0::/10"),
    IPv6Network("3fff::/20"),
)
"""Networks that the library takes for public in some versions, and that are not: for protocols
(some hosts answer there with secrets), relays, the old addresses of sites, and examples."""

LONGEST: Final = 1000
"""Characters of an address."""


class Forbidden(Exception):
    """An address that nothing may be sent to, as a sentence."""


def networks(text: str) -> tuple[Network, ...]:
    """Networks from a list like `10.0.0.0/8,fd00::/8`.

    Raises: ValueError.
    """
    return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())


class Reach:
    """What can be reached: public addresses, and the networks that the host allows."""

    def __init__(self, allowed: Sequence[Network] = ()) -> None:
        self._allowed = allowed

    def check_url(self, url: str) -> None:
        """Raises: Forbidden for what is no address of a web server, as far as can be read."""
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, parts.port
        except ValueError:
            raise Forbidden("This is no address of a web server.") from None
        if not host or port == 0 or len(url) > LONGEST or not _is_plain(url):
            raise Forbidden("This is no address of a web server.")
        if parts.username is not None or parts.password is not None:
            raise Forbidden("An address must not hold a name or a password before its host.")
        if parts.scheme != "https" and not (parts.scheme == "http" and self._allowed):
            raise Forbidden("An address must begin with https://.")

    async def resolve(self, host: str, port: int) -> list[str]:
        """The addresses behind a host, each of which may be reached.

        Raises: Forbidden, OSError.
        """
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = list(dict.fromkeys(str(place[0]) for *_, place in found))
        self._check_all(addresses)
        return addresses

    def _check_all(self, addresses: Iterable[str]) -> None:
        for text in addresses:
            if not self.is_open(ip_address(text.partition("%")[0])):
                raise Forbidden("This address is not in the public network.")

    def is_open(self, address: Address) -> bool:
        """Whether something may be sent to an address, whatever else it stands for."""
        return all(
            any(meant in network for network in self._allowed) or _is_public(meant)
            for meant in _meant(address)
        )


def _is_plain(url: str) -> bool:
    """Whether nothing in an address could be read in two ways."""
    return url.isascii() and url.isprintable() and " " not in url and "\\" not in url


def _is_public(address: Address) -> bool:
    if any(address in network for network in CLOSED):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _meant(address: Address) -> Iterator[Address]:
    """An address, and those of the old kind that it leads to."""
    if isinstance(address, IPv4Address):
        yield address
        return
    if address.ipv4_mapped is not None:
        # The machine itself takes it for nothing else.
        yield address.ipv4_mapped
        return
    embedded: list[IPv4Address] = []
    if address.sixtofour is not None:
        embedded.append(address.sixtofour)
    if address.teredo is not None:
        embedded.extend(address.teredo)
    if any(address in network for network in TRANSLATED):
        embedded.append(IPv4Address(int(address) & 0xFFFFFFFF))
    yield from embedded
    if not any(address in network for network in TRANSLATED):
        yield address
