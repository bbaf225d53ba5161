"""A game over three days, played from notices alone: nobody ever looks without being told to."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.server.house import opened_house
from tests.server.notices.receivers import Browser, Device, web
from tests.server.seated import Seated, seated

pytestmark = [pytest.mark.anyio, pytest.mark.long]

HOUR = 3600.0
DAY = 24 * HOUR


@dataclass
class Sleeper:
    """Somebody who has closed the page, and opens it at what he is told."""

    seat: Seated
    device: Device

    async def follow(self) -> int:
        """Opens the page where the last notice leads to, and decides until others must."""
        self.device.look()
        if self.device.last is None:
            return 0
        table = self.device.last.removeprefix("/t/")
        decided = 0
        while (await self.seat.person.position(table))["yours"]:
            await self.seat.person.decide(table)
            decided += 1
        assert decided, "told of a decision that is not his"
        return decided


async def test_a_game_over_three_days_is_played_from_notices(sqlite_url: str) -> None:
    async with (
        web() as receiver,
        opened_house(sqlite_url, bot_processes=0, reach="127.0.0.0/8") as house,
    ):
        clock = {"per": "decision", "seconds": int(DAY)}
        seats = await seated(house, "Ann", "Bob", clock=clock)
        browsers = [Browser(receiver, f"/{seat.person.name}") for seat in seats]
        people = [Sleeper(*one) for one in zip(seats, map(Device, browsers), strict=True)]
        for seat, browser in zip(seats, browsers, strict=True):
            await seat.person.post("/api/me/notices/channels", browser.subscription, 201)
        night = {"quiet_from": 22 * 60, "quiet_until": 7 * 60}
        await people[0].seat.person.put("/api/me/notices/wishes", night)
        began, decided = house.clock.now, [0, 0]
        while house.clock.now < began + 3 * DAY:
            await house.app.state.server.steward.tick()
            await house.app.state.server.herald.tick()
            for number, one in enumerate(people):
                decided[number] += await one.follow()
            await house.app.state.server.herald.tick()
            house.clock.now += HOUR
        for one in people:
            one.device.look()
        told = await seats[0].look()
        assert not any(seat["away"] for seat in told["seats"])
        assert min(decided) >= 20, decided
        assert told["entries"] == sum(decided)
        waiting = told["pending"]["seat"]
        shown = [bool(one.device.shown) for one in people]
        assert shown.count(True) <= 1
        assert not shown[1 - waiting]
