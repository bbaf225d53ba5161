"""How often somebody may do something: buckets in the memory of this process."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import Final, Literal

from rondel.server.errors import Refusal
from rondel.server.settings import Limits

Kind = Literal["guests", "sign_ins", "tables", "joins", "chats", "actions", "requests"]
"""What is limited; the fields of `Limits`."""

MOST_KEYS: Final = 100_000
"""So many persons or addresses are remembered at most, for each kind."""

PERIODS: Final = {"second": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86400.0}


class RateError(ValueError):
    """A rate that cannot be read."""


@dataclass(frozen=True)
class Rate:
    """So many at once, and the same number again spread over each period."""

    count: int
    period: float
    """In seconds."""

    @staticmethod
    def parse(text: str) -> Rate:
        """Reads a rate such as `30/hour`.

        Raises: RateError.
        """
        found = re.fullmatch(r"([1-9][0-9]{0,8})/(second|minute|hour|day)", text)
        if found is None:
            raise RateError(f"{text!r} is not a rate; write it like 30/hour")
        return Rate(int(found[1]), PERIODS[found[2]])


class Buckets:
    """One bucket for each key, which every use fills and time empties."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        # Key -> when the bucket will be empty; the key used last stands last.
        self._empty_at: dict[str, float] = {}

    def __len__(self) -> int:
        """How many keys are remembered."""
        return len(self._empty_at)

    def take(self, key: str, now: float) -> float:
        """Counts one use if there is room for it: 0, or the seconds until there will be."""
        period, share = self._rate.period, self._rate.period / self._rate.count
        # A clock set back must not keep a bucket full for longer than its period.
        full_for = min(max(self._empty_at.pop(key, now) - now, 0.0), period)
        after = full_for + share
        # Times are rounded: without some tolerance the last share would not always fit.
        wait = after - period if after > period + share / 10 else 0.0
        self._empty_at[key] = now + (full_for if wait else after)
        self._forget(now)
        return wait

    def _forget(self, now: float) -> None:
        """Drops the keys used longest ago if their buckets are empty, or are too many."""
        for key in list(self._oldest(2)):
            if self._empty_at[key] <= now or len(self._empty_at) > MOST_KEYS:
                del self._empty_at[key]

    def _oldest(self, number: int) -> list[str]:
        return [key for key, _ in zip(self._empty_at, range(number), strict=False)]


class Limiter:
    """All limits of this process."""

    def __init__(self, limits: Limits | None, clock: Callable[[], float] = time.time) -> None:
        """No limits at all for None.

        Raises: RateError.
        """
        rates = asdict(limits) if limits else {}
        self._clock = clock
        self._buckets = {kind: Buckets(Rate.parse(rate)) for kind, rate in rates.items()}

    def check(self, kind: Kind, key: str) -> None:
        """Counts one more of this kind for that person or address.

        Raises: Refusal, `request/too_many`.
        """
        buckets = self._buckets.get(kind)
        if buckets is not None and (wait := buckets.take(key, self._clock())):
            raise too_many(ceil(wait))


def too_many(seconds: int) -> Refusal:
    """The refusal of somebody who is too fast."""
    again = f"Try again in {seconds} second{'s' * (seconds != 1)}."
    return Refusal(429, "request/too_many", f"That was too often. {again}", retry_after=seconds)


def address_key(host: str) -> str:
    """What counts as one address: with IPv6 a whole network, since anyone has one to spend."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 64 << 64)}/64"
