"""When somebody wants to be told: not at night, not while he is there, at once or together."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

MINUTE: Final = 60.0
HERE: Final = 60.0
"""Seconds until one looks again whether somebody who is at the table has decided."""
JUST_HERE: Final = 120.0
"""Seconds after a decision of his own in which nobody need be told of the next one."""


@dataclass(frozen=True)
class Wishes:
    """How somebody wants to be told."""

    language: str = "en"
    zone: str = "UTC"
    """The name of a time zone."""
    quiet_from: int | None = None
    quiet_until: int | None = None
    """Minutes of the day between which nothing is told."""
    digest: str | None = None
    """`hourly`, `daily`, or None to be told at once."""
    digest_at: int = 8 * 60
    """The minute of the day for what is told daily."""
    always: bool = False
    """Whether also while the page of the table is open."""
    soon: int = 60
    """So many minutes before the time is up one is told again; 0 for never."""
    vacation_until: float | None = None

    def quiet_end(self, now: float) -> float:
        """When quiet hours are over; now outside of them."""
        start, end = self.quiet_from, self.quiet_until
        if start is None or end is None or start == end:
            return now
        here = datetime.fromtimestamp(now, zone_of(self.zone))
        minute = here.hour * 60 + here.minute
        inside = start <= minute < end if start < end else minute >= start or minute < end
        return _next(here, end) if inside else now

    def digest_time(self, since: float) -> float:
        """When what is there since a moment is told together with what else there is."""
        here = datetime.fromtimestamp(since, zone_of(self.zone))
        match self.digest:
            case "hourly":
                whole = here.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
                return (whole + timedelta(hours=1)).timestamp()
            case "daily":
                return _next(here, self.digest_at)
            case _:
                return since


def _next(here: datetime, minute: int) -> float:
    """The next moment at a minute of the day; clocks that are set forward do not skip it."""
    at = time(minute // 60 % 24, minute % 60)
    there = datetime.combine(here.date(), at, here.tzinfo)
    if there <= here:
        there = datetime.combine(here.date() + timedelta(days=1), at, here.tzinfo)
    return there.timestamp()


def zone_of(name: str) -> tzinfo:
    """A time zone by its name; an unknown one is that of the world."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def is_zone(name: str) -> bool:
    """Whether there is such a time zone."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


@dataclass(frozen=True)
class Moment:
    """What is known of somebody's decision when it is about to be told."""

    made_at: float
    """When the notice was made."""
    is_here: bool
    """Whether he holds a connection to the table."""
    acted_at: float | None
    """When he last decided something there."""
    vacation_until: float | None
    """Until when his clock stands still."""


def earliest(wishes: Wishes, kind: str, moment: Moment, now: float) -> float:
    """When a notice should be told: now, or the time to look at it again."""
    if moment.vacation_until is not None and moment.vacation_until > now:
        return moment.vacation_until
    if not wishes.always:
        if moment.is_here:
            return now + HERE
        if moment.acted_at is not None and moment.acted_at + JUST_HERE > now:
            return moment.acted_at + JUST_HERE
    if kind == "decision" and wishes.digest is not None:
        told_at = wishes.digest_time(moment.made_at)
        if told_at > now:
            return told_at
    return wishes.quiet_end(now)


def lead(wishes: Wishes, since: float, deadline: float) -> float:
    """Seconds before the end at which time counts as nearly up: of a short time, the half."""
    return min(wishes.soon * MINUTE, (deadline - since) / 2)
