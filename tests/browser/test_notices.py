"""Setting up how one is told when the page is closed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.screens import Screen

pytestmark = pytest.mark.long


def test_channels_times_and_vacation_are_set_up(ann: Screen) -> None:
    ann.expect_fault("409", "422", "Failed to load resource")
    ann.name("Ann")
    page = ann.page
    page.goto("/notices")
    page.get_by_label("Address of the webhook").fill("https://192.0.2.1/hook-secret")
    page.get_by_role("button", name="Add", exact=True).click()
    found = page.get_by_role("listitem").filter(has_text="192.0.2.1/…cret")
    expect(found).to_be_visible()
    found.get_by_role("button", name="Try it").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing arrived there")
    page.get_by_role("switch", name="Quiet hours").click()
    expect(page.get_by_label("Until", exact=True)).to_have_value("08:00")
    page.get_by_label("How often").select_option("daily")
    expect(page.get_by_label("At what time")).to_have_value("08:00")
    page.get_by_label("Last day").fill("2999-01-01")
    page.get_by_role("button", name="Go on vacation").click()
    expect(page.get_by_role("button", name="I am back")).to_be_visible()
    assert ann.violations() == []
    page.reload()
    expect(page.get_by_label("Until", exact=True)).to_have_value("08:00")
    found.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Nothing is sent anywhere yet.")).to_be_visible()
    told = ann.ask("GET", "/api/me/notices")
    assert told["channels"] == []
    assert told["wishes"]["digest"] == "daily"


def test_bell_of_a_table_switches_its_notices(ann: Screen) -> None:
    ann.name("Ann")
    table = ann.open_table("me", "random", start=True)
    page = ann.page
    page.get_by_role("button", name="Notifications").first.click()
    page.get_by_label("While the page is closed").select_option("on")
    page.wait_for_load_state("networkidle")
    assert ann.ask("GET", f"/api/tables/{table}/notices")["mode"] == "on"


def test_page_can_be_installed(ann: Screen) -> None:
    manifest = ann.ask("GET", "/manifest.webmanifest")
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        answer = ann.page.request.get(icon["src"])
        assert answer.ok, icon
        assert answer.headers["content-type"] == icon["type"]
    worker = ann.page.request.get("/worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
