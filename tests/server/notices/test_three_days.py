"""A game over three days, played from notices alone: nobody ever looks without being told to."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from tests.server.house import opened_house
from tests.server.notices.receivers import Browser, web
from tests.server.seated import Seated, seated

pytestmark = [pytest.mark.anyio, pytest.mark.long]

HOUR = 3600.0
DAY = 24 * HOUR


@dataclass
class Sleeper:
    """Somebody who has closed the page, and opens it at what he is told."""

    seat: Seated
    browser: Browser
    known: int = 0
    shown: dict[str, str] = field(default_factory=dict)
    """What stands on his screen: the id of a notice, and where it leads."""
    told: list[str] = field(default_factory=list)

    def look(self) -> None:
        """Sees what was pushed since the last time."""
        pushed = self.browser.pushed
        for one in pushed[self.known :]:
            if one["event"] == "decided":
                self.shown.pop(one["id"], None)
            else:
                assert one["id"] not in self.told, "told twice"
                self.told.append(one["id"])
                self.shown[one["id"]] = one["path"]
        self.known = len(pushed)

    async def follow(self) -> int:
        """Opens the page where the last notice leads to, and decides until others must."""
        self.look()
        if not self.shown:
            return 0
        path = [*self.shown.values()][-1]
        table = path.removeprefix("/t/")
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
        people = [Sleeper(seat, Browser(receiver, f"/{seat.person.name}")) for seat in seats]
        for one in people:
            await one.seat.person.post("/api/me/notices/channels", one.browser.subscription, 201)
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
            one.look()
        told = await seats[0].look()
        assert not any(seat["away"] for seat in told["seats"])
        assert min(decided) >= 20, decided
        assert told["entries"] == sum(decided)
        waiting = told["pending"]["seat"]
        shown = [bool(one.shown) for one in people]
        assert shown.count(True) <= 1
        assert not shown[1 - waiting]
