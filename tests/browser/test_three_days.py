"""Two browsers, and a game over three days: nobody opens the page unless a notice leads there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import TypeVar

import pytest

from tests.browser.conftest import Sit
from tests.browser.playing import Player
from tests.browser.screens import Screen
from tests.server.house import House, opened_house
from tests.server.notices.receivers import Browser, Web, web

pytestmark = pytest.mark.long

HOUR = 3600.0
DAY = 24 * HOUR
STEP = 6 * HOUR
CLOSED = "about:blank"
T = TypeVar("T")


class Host(Thread):
    """A server whose clock is moved, in a thread beside the browsers, and a push service."""

    house: House
    receiver: Web

    def __init__(self, database: str) -> None:
        super().__init__(daemon=True)
        self._database = database
        self._ready = Event()
        self._over: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        settings = {"bot_processes": 0, "reach": "127.0.0.0/8"}
        async with web() as receiver, opened_house(self._database, **settings) as house:
            self.house, self.receiver = house, receiver
            self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
            self._ready.set()
            await self._over.wait()

    def wait(self) -> None:
        """Waits until it answers."""
        assert self._ready.wait(60)

    def do(self, work: Awaitable[T]) -> T:
        """Does something in the server's own thread."""
        assert self._loop is not None
        done: Future[T] = asyncio.run_coroutine_threadsafe(_awaited(work), self._loop)
        return done.result(60)

    def pass_time(self, seconds: float) -> None:
        """Moves the clock, and lets the server do what is due."""
        self.house.clock.now += seconds
        server = self.house.app.state.server
        self.do(server.steward.tick())
        self.do(server.herald.tick())

    def close(self) -> None:
        """Ends it."""
        assert self._loop is not None
        assert self._over is not None
        self._loop.call_soon_threadsafe(self._over.set)
        self.join(60)


async def _awaited(work: Awaitable[T]) -> T:
    return await work


@pytest.fixture
def host(tmp_path: object) -> Iterator[Host]:
    """A running server."""
    host = Host(f"sqlite:///{tmp_path}/rondel.db")
    host.start()
    host.wait()
    yield host
    host.close()


@dataclass
class Sleeper:
    """Somebody with a closed page."""

    screen: Screen
    browser: Browser
    known: int = 0
    shown: dict[str, str] = field(default_factory=dict)
    """What stands on the screen: a notice, and where it leads."""
    told: set[str] = field(default_factory=set)
    decided: int = 0

    def look(self) -> None:
        """Sees what was pushed since the last time."""
        pushed = self.browser.pushed
        for one in pushed[self.known :]:
            if one["event"] == "decided":
                self.shown.pop(one["id"], None)
            else:
                assert one["id"] not in self.told, "told twice"
                self.told.add(one["id"])
                self.shown[one["id"]] = one["path"]
        self.known = len(pushed)

    def follow(self) -> None:
        """Opens the page where a notice leads to, decides until others must, and closes it."""
        self.look()
        if not self.shown:
            return
        self.screen.page.goto([*self.shown.values()][-1])
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
    sleepers = [Sleeper(one, Browser(host.receiver, f"/{n}")) for n, one in enumerate(people)]
    for one in sleepers:
        one.screen.ask("POST", "/api/me/notices/channels", one.browser.subscription)
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
        one.look()
    told = ann.ask("GET", f"/api/tables/{table}")
    assert not any(seat["away"] for seat in told["seats"])
    assert told["entries"] >= sum(one.decided for one in sleepers) > 12
    assert min(one.decided for one in sleepers) > 5
    waiting = told["pending"]["seat"]
    holder = next(
        n for n, one in enumerate(("Ann", "Bob")) if told["seats"][waiting]["name"] == one
    )
    assert sleepers[1 - holder].shown == {}, "what is decided is taken back"
    assert len(sleepers[holder].shown) == 1
