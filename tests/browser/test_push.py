"""What is pushed to a closed page: shown by the worker of a real browser, followed, taken back."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Worker, expect

from tests.browser.conftest import PATIENCE, Sit
from tests.browser.hosts import Host, serving
from tests.browser.playing import Player
from tests.browser.screens import Screen
from tests.server.notices.receivers import Browser

pytestmark = pytest.mark.long

Json = dict[str, Any]
JUST_HERE = 120.0
"""Seconds after a decision in which nobody is told of the next one."""

SHOWN = """async () => (await registration.getNotifications())
    .map(({title, tag, timestamp}) => ({title, tag, timestamp}))"""
LEND = """() => {
    const shown = new Map();
    registration.showNotification = async (title, options) => {
        const close = () => shown.delete(options.tag);
        const timestamp = performance.now();
        shown.set(options.tag, {title, tag: options.tag, data: options.data, timestamp, close});
    };
    registration.getNotifications = async ({tag} = {}) =>
        [...shown.values()].filter((one) => !tag || one.tag === tag);
    self.NotificationEvent = function (kind, {notification}) {
        return Object.assign(new ExtendableEvent(kind), {notification});
    };
}"""
"""A Chromium without windows has no place for notices, and allows none: it is lent one."""

CLICK = """async () => {
    const [notification] = await registration.getNotifications();
    dispatchEvent(new NotificationEvent("notificationclick", {notification}));
}"""
"""Nobody can reach the notices of a machine without a desktop: the worker hears of the click."""


class Closed:
    """A browser whose worker hears what is pushed."""

    def __init__(self, screen: Screen) -> None:
        self.screen, self.page = screen, screen.page
        self._line = self.page.context.new_cdp_session(self.page)
        self._registrations: list[Json] = []
        self._line.on("ServiceWorker.workerRegistrationUpdated", self._hear)
        self.page.goto("/games")
        self.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        self._line.send("ServiceWorker.enable")
        if self.worker.evaluate("() => Notification.permission") != "granted":
            self.worker.evaluate(LEND)

    def _hear(self, told: Json) -> None:
        self._registrations += told["registrations"]

    @property
    def worker(self) -> Worker:
        """The worker itself."""
        [worker] = self.page.context.service_workers
        return worker

    def push(self, pushed: Json) -> None:
        """The push service of the browser brings something."""
        self._wait(lambda: bool(self._registrations))
        found = self._registrations[-1]
        self._line.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": found["scopeURL"].rstrip("/"),
                "registrationId": found["registrationId"],
                "data": json.dumps(pushed),
            },
        )

    def shown(self) -> list[Json]:
        """The notices on the screen: titles, tags and since when."""
        told: list[Json] = self.worker.evaluate(SHOWN)
        return told

    def show(self, pushed: Json) -> list[tuple[str, str]]:
        """A push that is shown brings a notice, or one anew in its place."""
        before = self.shown()
        self.push(pushed)
        self._wait(lambda: self.shown() not in ([], before))
        return [(one["title"], one["tag"]) for one in self.shown()]

    def await_none(self) -> None:
        """Waits until no notice is on the screen."""
        self._wait(lambda: self.shown() == [])

    def _wait(self, is_so: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE / 1000
        while not is_so():
            assert time.monotonic() < deadline, self.shown()
            self.page.wait_for_timeout(20)

    def click(self) -> None:
        """Somebody clicks the notice."""
        self.worker.evaluate(CLICK)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A running server."""
    with serving(tmp_path) as host:
        yield host


def begun(ann: Screen, bob: Screen) -> str:
    """A game of two, in which Ann decides first."""
    bob.name("Bob")
    seats = [{"kind": "me"}, {"kind": "open"}]
    options = {"assignment": {"Ann": "russia", "Bob": "china"}}
    wanted = {"game": "imperial2030", "name": "Evening", "seats": seats, "options": options}
    table: str = ann.ask("POST", "/api/tables", wanted)["id"]
    bob.ask("POST", f"/api/tables/{table}/seats/1/take", {})
    ann.ask("POST", f"/api/tables/{table}/start", {})
    return table


def test_a_push_is_shown_leads_to_the_decision_and_is_taken_back(sit: Sit, host: Host) -> None:
    address = f"http://{host.house.address}"
    screen = sit(base_url=address, service_workers="allow", permissions=["notifications"])
    screen.name("Ann")
    browser = Browser(host.receiver, "/ann")
    screen.ask("POST", "/api/me/notices/channels", browser.subscription)
    table = begun(screen, sit(base_url=address))
    closed = Closed(screen)
    host.pass_time(JUST_HERE)
    [decision] = browser.pushed
    for _ in range(2):
        assert closed.show(decision) == [("Evening: your decision", table)]
    closed.click()
    expect(screen.page.locator("[data-state=yours]")).to_be_visible()
    assert screen.table == table
    closed.await_none()
    closed.show(decision)
    player = Player(screen, bot="banker")
    player.decide(player.wanted(player.game()))
    screen.page.goto("/games")
    host.pass_time(0)
    decided = browser.pushed[-1]
    assert (decided["event"], decided["id"]) == ("decided", decision["id"])
    closed.push(decided)
    closed.await_none()
