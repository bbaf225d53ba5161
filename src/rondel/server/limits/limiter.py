"""How often somebody may do something, and how much: buckets that uses fill and time empties."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import Final, Literal

from rondel.server.errors import Refusal
from rondel.server.limits.pacing import Pace
from rondel.server.settings import Limits

Kind = Literal[
    "guests", "sign_ins", "guesses", "logins", "tables", "puzzles", "joins", "chats", "actions",
    "hints", "messages", "requests", "channels", "work",
]  # fmt: skip
"""What is limited; the fields of `Limits`."""

MOST_KEYS: Final = 100_000
"""So many persons or addresses are remembered at most, for each kind."""

LEAST_ROOM: Final = 0.5
"""So much must be left for something whose cost is not known yet."""

TARRY: Final = 0.5
"""Seconds that who sends too much waits to be told so: to refuse very fast costs others, too."""

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

    @property
    def share(self) -> float:
        """Seconds after which there is room for one more."""
        return self.period / self.count


class Buckets:
    """One bucket for each key, which every use fills and time empties."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        # Key -> when the bucket will be empty; the key used last stands last.
        self._empty_at: dict[str, float] = {}
        self.unsettled: dict[str, float] = {}
        """Seconds by which buckets were filled that other processes do not know of yet."""

    def __len__(self) -> int:
        """How many keys are remembered."""
        return len(self._empty_at)

    def take(self, key: str, now: float) -> float:
        """Counts one use if there is room for it: 0, or the seconds until there will be."""
        if wait := self.wait(key, now):
            return wait
        self.fill(key, 1.0, now)
        return 0.0

    def wait(self, key: str, now: float, amount: float = 1.0) -> float:
        """The seconds until there is room for so many more; 0 if there is."""
        share, full_for = self._rate.share, self._full_for(key, now)
        if key in self._empty_at:
            self._empty_at[key] = now + full_for
        after = full_for + share * amount
        # Times are rounded: without some tolerance the last share would not always fit.
        return after - self._rate.period if after > self._rate.period + share / 10 else 0.0

    def fill(self, key: str, amount: float, now: float) -> None:
        """Counts so many uses, whether there is room for them or not; fewer than 0 are taken back.

        What is more than a bucket holds is forgiven: nobody waits longer than a period.
        """
        added = self._rate.share * amount
        full_for = max(0.0, min(self._full_for(key, now) + added, self._rate.period))
        self._empty_at.pop(key, None)
        self._empty_at[key] = now + full_for
        self.unsettled[key] = self.unsettled.get(key, 0.0) + added
        self._forget(now)

    def settle(self, key: str, added: float, empty_at: float) -> None:
        """Takes over when a bucket will be empty, as all processes together know it.

        `added` is what the others know of this process by now.
        """
        since = self.unsettled.pop(key, added) - added
        if since:
            self.unsettled[key] = since
        self._empty_at[key] = empty_at + since

    def _full_for(self, key: str, now: float) -> float:
        # A clock set back must not keep a bucket full for longer than its period.
        return min(max(self._empty_at.get(key, now) - now, 0.0), self._rate.period)

    def _forget(self, now: float) -> None:
        """Drops the keys used longest ago if their buckets are empty, or are too many."""
        for key in self._oldest(2):
            if self._empty_at[key] <= now or len(self._empty_at) > MOST_KEYS:
                del self._empty_at[key]
                self.unsettled.pop(key, None)

    def _oldest(self, number: int) -> list[str]:
        return [key for key, _ in zip(self._empty_at, range(number), strict=False)]


class Limiter:
    """All limits of this process."""

    def __init__(self, limits: Limits | None, clock: Callable[[], float] = time.time) -> None:
        """No limits at all for None.

        Raises: RateError.
        """
        rates = asdict(limits) if limits else {}
        self.clock = clock
        self.pace = Pace(on=limits is not None)
        """In which order what addresses ask for begins."""
        self.buckets: dict[str, Buckets] = {
            kind: Buckets(Rate.parse(rate)) for kind, rate in rates.items()
        }
        """By kind."""

    def check(self, kind: Kind, key: str) -> None:
        """Counts one more of this kind for that person or address.

        Raises: Refusal, `request/too_many`.
        """
        buckets = self.buckets.get(kind)
        if buckets is not None and (wait := buckets.take(key, self.clock())):
            raise too_many(ceil(wait))

    def check_room(self, kind: Kind, key: str) -> None:
        """Counts nothing: what it costs is known only afterwards, and counted by `spend`.

        Raises: Refusal, `request/too_many`, of somebody who has used up everything.
        """
        buckets = self.buckets.get(kind)
        if buckets is not None and (wait := buckets.wait(key, self.clock(), LEAST_ROOM)):
            raise too_many(ceil(wait))

    def spend(self, kind: Kind, key: str, amount: float) -> None:
        """Counts what something has cost; less than 0 gives back what was counted too early."""
        if (buckets := self.buckets.get(kind)) is not None:
            buckets.fill(key, amount, self.clock())


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
