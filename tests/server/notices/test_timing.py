"""When somebody wants to be told."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from rondel.server.notices.timing import Moment, Wishes, earliest, lead

ROME = ZoneInfo("Europe/Rome")


def at(text: str) -> float:
    """A moment in Rome."""
    return datetime.fromisoformat(text).replace(tzinfo=ROME).timestamp()


NIGHT = Wishes(zone="Europe/Rome", quiet_from=22 * 60, quiet_until=8 * 60)


@pytest.mark.parametrize(
    ("now", "end"),
    [
        ("2026-05-01T21:59", "2026-05-01T21:59"),
        ("2026-05-01T22:00", "2026-05-02T08:00"),
        ("2026-05-02T00:30", "2026-05-02T08:00"),
        ("2026-05-02T07:59", "2026-05-02T08:00"),
        ("2026-05-02T08:00", "2026-05-02T08:00"),
        # In this night clocks are set forward, and in that one back.
        ("2026-03-28T23:00", "2026-03-29T08:00"),
        ("2026-10-24T23:00", "2026-10-25T08:00"),
    ],
)
def test_nothing_is_told_at_night(now: str, end: str) -> None:
    assert NIGHT.quiet_end(at(now)) == at(end)


def test_quiet_hours_may_lie_in_the_day() -> None:
    wishes = Wishes(zone="Europe/Rome", quiet_from=9 * 60, quiet_until=17 * 60)
    assert wishes.quiet_end(at("2026-05-01T12:00")) == at("2026-05-01T17:00")
    assert wishes.quiet_end(at("2026-05-01T18:00")) == at("2026-05-01T18:00")


def test_digest_comes_at_the_hour_or_at_a_time_of_the_day() -> None:
    hourly = Wishes(zone="Europe/Rome", digest="hourly")
    assert hourly.digest_time(at("2026-05-01T12:20")) == at("2026-05-01T13:00")
    daily = Wishes(zone="Europe/Rome", digest="daily", digest_at=18 * 60)
    assert daily.digest_time(at("2026-05-01T12:20")) == at("2026-05-01T18:00")
    assert daily.digest_time(at("2026-05-01T18:30")) == at("2026-05-02T18:00")


def test_digest_waits_for_the_end_of_quiet_hours() -> None:
    wishes = Wishes(
        zone="Europe/Rome", digest="daily", digest_at=3 * 60, quiet_from=22 * 60,
        quiet_until=8 * 60,
    )  # fmt: skip
    made = at("2026-05-01T20:00")
    moment = Moment(made, is_here=False, acted_at=None, vacation_until=None)
    assert earliest(wishes, "decision", moment, made) == at("2026-05-02T03:00")
    night = at("2026-05-02T03:00")
    assert earliest(wishes, "decision", moment, night) == at("2026-05-02T08:00")


def test_time_that_is_nearly_up_is_in_no_digest() -> None:
    wishes = Wishes(digest="daily")
    moment = Moment(0.0, is_here=False, acted_at=None, vacation_until=None)
    assert earliest(wishes, "soon", moment, 1000.0) == 1000.0


def test_short_time_is_nearly_up_in_its_second_half() -> None:
    wishes = Wishes(soon=60)
    assert lead(wishes, 0.0, 86400.0) == 3600.0
    assert lead(wishes, 0.0, 600.0) == 300.0
