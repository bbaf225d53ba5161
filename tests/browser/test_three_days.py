"""Two browsers, and a game over three days: nobody opens the page unless a notice leads there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser.conftest import Sit
from tests.browser.hosts import Host, serving
from tests.browser.playing import Player
from tests.browser.screens import Screen
from tests.server.notices.receivers import Browser, Device

pytestmark = pytest.mark.long

HOUR = 3600.0
DAY = 24 * HOUR
STEP = 6 * HOUR
CLOSED = "about:blank"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A running server."""
    with serving(tmp_path) as host:
        yield host


@dataclass
class Sleeper:
    """Somebody with a closed page."""

    screen: Screen
    device: Device
    decided: int = 0

    def follow(self) -> None:
        """Opens the page where a notice leads to, decides until others must, and closes it."""
        self.device.look()
        if self.device.last is None:
            return
        self.screen.page.goto(self.device.last)
        self.screen.page.locator("[data-state=yours]").wait_for()
        player = Player(self.screen, bot="banker")
        while player.state == "yours":
            player.decide(player.wanted(player.game()))
        self.decided += player.decisions
        self.screen.page.goto(CLOSED)


def test_a_game_over_three_days_is_played_only_from_notices(sit: Sit, host: Host) -> None:
    address = f"http://{host.house.address}"
    people = [sit(base_url=address), sit(base_url=address)]
    for person, name in zip(people, ("Ann", "Bob"), strict=True):
        person.name(name)
    browsers = [Browser(host.receiver, f"/{n}") for n in range(len(people))]
    for person, browser in zip(people, browsers, strict=True):
        person.ask("POST", "/api/me/notices/channels", browser.subscription)
    sleepers = [Sleeper(*one) for one in zip(people, map(Device, browsers), strict=True)]
    ann, bob = people
    seats = [{"kind": "me"}, {"kind": "open"}]
    clock = {"per": "decision", "seconds": int(DAY)}
    wanted = {"game": "imperial2030", "seats": seats, "clock": clock}
    table = ann.ask("POST", "/api/tables", wanted)["id"]
    bob.ask("POST", f"/api/tables/{table}/seats/1/take", {})
    ann.ask("POST", f"/api/tables/{table}/start", {})
    for _ in range(int(3 * DAY / STEP)):
        host.pass_time(STEP)
        for one in sleepers:
            one.follow()
    host.pass_time(60)
    for one in sleepers:
        one.device.look()
    told = ann.ask("GET", f"/api/tables/{table}")
    assert not any(seat["away"] for seat in told["seats"])
    assert told["entries"] >= sum(one.decided for one in sleepers) > 12
    assert min(one.decided for one in sleepers) > 5
    waiting = told["pending"]["seat"]
    holder = next(
        n for n, one in enumerate(("Ann", "Bob")) if told["seats"][waiting]["name"] == one
    )
    assert sleepers[1 - holder].device.shown == {}, "what is decided is taken back"
    assert len(sleepers[holder].device.shown) == 1
