"""So many at once, and no more than so many in the long run."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import get_args

import pytest

from rondel.server.errors import Refusal
from rondel.server.limits import limiter as limits
from rondel.server.limits.limiter import Buckets, Kind, Limiter, Rate, RateError, address_key
from rondel.server.settings import Limits
from tests.server.clocks import Clock

HOURLY = Rate(30, 3600.0)


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("30/hour", HOURLY),
        ("1/second", Rate(1, 1.0)),
        ("600/minute", Rate(600, 60.0)),
        ("5/day", Rate(5, 86400.0)),
    ],
)
def test_a_rate_is_a_number_and_a_period(text: str, rate: Rate) -> None:
    assert Rate.parse(text) == rate


@pytest.mark.parametrize(
    "text",
    ["", "30", "30/fortnight", "0/hour", "-3/hour", "3.5/hour", "30/hours", " 30/hour", "٣/hour"],
)
def test_other_texts_are_no_rate(text: str) -> None:
    with pytest.raises(RateError, match="is not a rate; write it like 30/hour"):
        Rate.parse(text)


def test_a_limiter_says_at_the_start_that_a_rate_is_wrong() -> None:
    with pytest.raises(RateError):
        Limiter(replace(Limits(), chats="often"))


def test_every_setting_is_a_kind() -> None:
    assert {field.name for field in fields(Limits)} == set(get_args(Kind))


@pytest.mark.parametrize("rate", [HOURLY, Rate(1, 1.0), Rate(7, 60.0), Rate(600, 60.0)])
def test_exactly_so_many_pass_at_once(rate: Rate) -> None:
    buckets = Buckets(rate)
    assert [buckets.take("ann", 1_750_000_000.1) for _ in range(rate.count)] == [0.0] * rate.count
    wait = rate.period / rate.count
    assert buckets.take("ann", 1_750_000_000.1) == pytest.approx(wait, abs=0.001)


def test_waiting_as_long_as_told_is_enough() -> None:
    buckets, now = Buckets(HOURLY), 1000.0
    for _ in range(30):
        buckets.take("ann", now)
    for _ in range(100):
        now += buckets.take("ann", now)
        assert buckets.take("ann", now) == 0.0
    assert now == pytest.approx(1000.0 + 100 * 120.0)


def test_who_is_refused_does_not_wait_longer_for_trying() -> None:
    buckets = Buckets(Rate(1, 60.0))
    buckets.take("ann", 0.0)
    assert [buckets.take("ann", 10.0) for _ in range(3)] == pytest.approx([50.0] * 3)
    assert buckets.take("ann", 60.0) == 0.0


def test_one_person_does_not_use_up_what_another_may() -> None:
    buckets = Buckets(Rate(1, 60.0))
    assert buckets.take("ann", 0.0) == buckets.take("bob", 0.0) == 0.0
    assert buckets.take("ann", 0.0) > 0.0


def test_a_clock_set_back_blocks_nobody_for_longer_than_a_period() -> None:
    buckets = Buckets(Rate(2, 60.0))
    for _ in range(2):
        buckets.take("ann", 1_000_000.0)
    assert buckets.take("ann", 0.0) == pytest.approx(30.0)
    assert buckets.take("ann", 30.0) == 0.0


def test_who_has_been_idle_is_forgotten() -> None:
    buckets = Buckets(Rate(2, 60.0))
    for number in range(1000):
        buckets.take(f"old {number}", 0.0)
    for number in range(1000):
        buckets.take(f"new {number}", 100.0)
    assert len(buckets) == 1000


def test_memory_has_a_bound_however_many_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_KEYS", 50)
    buckets = Buckets(Rate(2, 3600.0))
    for number in range(500):
        buckets.take(f"address {number}", float(number))
    assert len(buckets) == 50


def test_a_refusal_tells_when_to_try_again() -> None:
    clock = Clock()
    limiter = Limiter(replace(Limits(), chats="2/minute"), clock)
    limiter.check("chats", "ann")
    limiter.check("chats", "ann")
    with pytest.raises(Refusal) as refused:
        limiter.check("chats", "ann")
    assert (refused.value.status, refused.value.code) == (429, "request/too_many")
    assert refused.value.details == {"retry_after": 30}
    assert refused.value.message == "That was too often. Try again in 30 seconds."
    limiter.check("actions", "ann")
    clock.now += 30
    limiter.check("chats", "ann")


def test_without_limits_everything_passes() -> None:
    limiter = Limiter(None, Clock())
    for _ in range(1000):
        limiter.check("sign_ins", "ann")


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_a_network_of_ipv6_counts_as_one_address(host: str, key: str) -> None:
    assert address_key(host) == key
