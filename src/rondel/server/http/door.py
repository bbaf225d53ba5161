"""Who may connect: so many at once from one address, and never more than files can be open."""

from __future__ import annotations

import logging
import sys
import time
from collections import Counter
from typing import Final

from rondel.server.errors import Refusal
from rondel.server.http.proxies import Proxies
from rondel.server.limits.limiter import address_key

if sys.platform != "win32":
    import resource

logger = logging.getLogger(__name__)

RESERVE: Final = 100
"""File descriptors kept for the database, the log, other processes and refusals."""

UNKNOWN: Final = 10_000
"""Connections at most where the system does not tell how many files may be open."""

TELL_EVERY: Final = 60.0
"""Seconds from one line in the log about a full house to the next."""

SHARE: Final = 0.2
"""The part of the time that frames and bodies of one address may take."""


def raise_file_limit() -> int:
    """Lets as many files be open as the system allows; says how many."""
    if sys.platform == "win32":
        return UNKNOWN
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return UNKNOWN if hard == resource.RLIM_INFINITY else hard


class Door:
    """Counts the connections of a process."""

    def __init__(self, files: int, by_address: int, proxies: Proxies) -> None:
        self.most = max(1, files - RESERVE)
        """Connections in all."""
        self.by_address = by_address
        """Connections of one address; proxies bring those of many, and are not counted."""
        self._proxies = proxies
        self._open: Counter[str] = Counter()
        self._total = 0
        self._told_at = -TELL_EVERY
        self._busy_until: dict[str, float] = {}

    def enter(self, host: str) -> Refusal | None:
        """Counts a connection; gives the refusal of one too many, which is counted all the same."""
        key = address_key(host)
        self._total += 1
        self._open[key] += 1
        if self._total > self.most:
            self._tell()
            return full_house()
        if self._open[key] > self.by_address and host not in self._proxies:
            return too_many_connections(self.by_address)
        return None

    def leave(self, host: str) -> None:
        """A connection has ended."""
        key = address_key(host)
        self._total -= 1
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]
            self._busy_until.pop(key, None)

    def _tell(self) -> None:
        """Tells the log, but not of every single one."""
        now = time.monotonic()
        if now - self._told_at >= TELL_EVERY:
            self._told_at = now
            logger.warning("connections refused", extra={"connections": self._total})

    def pause_after(self, host: str, seconds: float) -> float:
        """How long to read no more of an address after it took so many seconds; 0 of a proxy."""
        if host in self._proxies:
            return 0.0
        key, now = address_key(host), time.monotonic()
        since = max(now, self._busy_until.get(key, now))
        self._busy_until[key] = since + seconds * (1 / SHARE - 1)
        return self._busy_until[key] - now


def full_house() -> Refusal:
    """The refusal of a connection for which there is no file descriptor to spare."""
    sentence = "Too many are connected to this server. Try again later."
    return Refusal(503, "server/busy", sentence, retry_after=5)


def too_many_connections(most: int) -> Refusal:
    """The refusal of a connection of an address that holds enough of them."""
    sentence = f"One address may hold {most} connections."
    return Refusal(429, "request/too_many", sentence, retry_after=5)
