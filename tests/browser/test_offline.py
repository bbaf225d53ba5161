"""The page without a line: what was loaded opens, and it is said what needs the server."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.screens import Screen

pytestmark = pytest.mark.long

GAME = Path(__file__).parents[1] / "games" / "imperial-2-players.rondel.json"

PATIENCE = 60.0
"""Seconds after which something will not come any more."""

KEPT = """async (key) => {
    const told = await caches.open("rondel-told");
    return Boolean(await told.match(key));
}"""
"""Whether the browser has kept something."""


@pytest.fixture
def traveller(sit: Sit) -> Screen:
    """Somebody whose browser keeps what it loads, and who loses the line."""
    screen = sit(service_workers="allow")
    screen.expect_fault("ERR_", "WebSocket", "Failed to load resource", "offline")
    screen.name("Ann")
    screen.page.goto("/")
    screen.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    return screen


def wait_until_kept(screen: Screen, key: str) -> None:
    """Waits until the browser has kept something."""
    late = time.monotonic() + PATIENCE
    while not screen.page.evaluate(KEPT, key):
        assert time.monotonic() < late, f"{key} was not kept"
        screen.page.wait_for_timeout(100)


def cut(screen: Screen) -> None:
    """Cuts the line."""
    screen.page.context.set_offline(True)


def test_finished_game_opens(traveller: Screen) -> None:
    record = json.loads(GAME.read_text(encoding="utf-8"))
    traveller.open_record(record)
    page, table = traveller.page, traveller.table
    page.goto(f"/t/{table}")
    last = len(record["actions"]) // 25 * 25
    wait_until_kept(traveller, f"/kept/tables/{table}")
    wait_until_kept(traveller, f"/api/tables/{table}/positions?first={last}")
    cut(traveller)
    page.goto(f"/t/{table}")
    page.locator("[data-position]").wait_for()


def test_game_with_bots_opens(traveller: Screen) -> None:
    page = traveller.page
    table = traveller.open_table("me", "random", "random", start=True)
    page.locator("[data-position]").wait_for()
    wait_until_kept(traveller, f"/kept/tables/{table}")
    wait_until_kept(traveller, f"/api/tables/{table}/positions?first=0")
    cut(traveller)
    page.reload()
    page.locator("[data-position]").wait_for()
    expect(page.get_by_text("No connection").first).to_be_visible()


def test_lesson_opens(traveller: Screen) -> None:
    page = traveller.page
    page.goto("/lesson/imperial2030")
    page.locator("[data-phase]").wait_for()
    page.wait_for_load_state("networkidle")
    said = page.locator("[data-phase]").inner_text()
    key = page.evaluate("() => JSON.parse(localStorage['rondel.lesson.imperial2030']).table")
    wait_until_kept(traveller, f"/kept/tables/{key}")
    cut(traveller)
    page.reload()
    expect(page.locator("[data-phase]")).to_have_text(said, use_inner_text=True)


def test_rules_open(traveller: Screen) -> None:
    page = traveller.page
    page.goto("/rules")
    page.get_by_role("heading", level=1).wait_for()
    title = page.get_by_role("heading", level=1).inner_text()
    wait_until_kept(traveller, "/api/rules/en")
    cut(traveller)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page.get_by_role("status").filter(has_text="Offline.")).to_be_visible()
