"""Looking after a server by its page, and what everybody may do about himself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.screens import Screen
from tests.cli.hosting import Hosted

PASSWORD = "correct horse"


def member(screen: Screen, name: str) -> str:
    """Somebody with an account; gives the login."""
    login = f"{name}{screen.name(name)['user']['id']}".lower()
    screen.ask("POST", "/api/me/account", {"login": login, "password": PASSWORD})
    return login


@pytest.fixture
def root(sit: Sit, server: Hosted) -> Screen:
    """Somebody who looks after the server."""
    screen = sit()
    server.order("grant", member(screen, "Root"))
    return screen


@pytest.mark.long
def test_people_are_found_and_banned_with_a_reason(root: Screen, sit: Sit) -> None:
    bob = sit()
    id = bob.name("Bobby Tables")["user"]["id"]
    page = root.page
    page.goto("/admin")
    page.get_by_label("Search by name, login or id").fill("bobby")
    found = page.get_by_role("listitem").filter(has_text=id)
    found.get_by_role("button", name="Ban").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Bobby Tables is out at once")
    dialog.get_by_label("Reason").fill("Insults")
    dialog.get_by_role("button", name="Ban").click()
    expect(found).to_contain_text("banned")
    assert bob.ask("GET", "/api/me") == {"user": None}
    page.get_by_role("tab", name="What was done").click()
    expect(page.get_by_role("listitem").first).to_contain_text("Bobby Tables")
    expect(page.get_by_role("listitem").first).to_contain_text("Insults")
    assert root.violations() == []


@pytest.mark.long
def test_a_report_from_the_chat_is_read_and_settled(root: Screen, sit: Sit) -> None:
    ann, bob = sit(), sit()
    ann.name("Ann")
    bob.name("Bob")
    table = ann.open_table("me", "open", public=True)
    bob.ask("POST", f"/api/tables/{table}/seats/1/take", {})
    bob.ask("POST", f"/api/tables/{table}/chat", {"room": "table", "text": "You rascal"})
    ann.page.get_by_role("button", name="Report Bob").click()
    ann.page.get_by_label("Reason").fill("He is rude")
    ann.page.get_by_role("button", name="Send the report").click()
    expect(ann.page.get_by_text("Thank you")).to_be_visible()
    root.page.goto("/admin?view=reports")
    report = root.page.get_by_role("listitem").filter(has_text="He is rude")
    expect(report).to_contain_text("You rascal")
    assert root.violations() == []
    report.get_by_role("button", name="Settle").click()
    root.page.get_by_label("What came of it").fill("Bob was warned")
    root.page.get_by_role("dialog").get_by_role("button", name="Settle").click()
    expect(root.page.get_by_role("listitem").filter(has_text="He is rude")).to_have_count(0)
    assert ann.ask("GET", "/api/me/reports")["reports"][0]["note"] == "Bob was warned"


@pytest.mark.long
def test_a_table_is_closed(root: Screen, sit: Sit) -> None:
    ann = sit()
    ann.name("Ann")
    table = ann.open_table("me", "open", name="Quarrelsome", public=True)
    root.page.goto("/admin?view=tables")
    root.page.get_by_label("Search by name, login or id").fill("Quarrel")
    listed = root.page.get_by_role("listitem").filter(has_text=table)
    listed.get_by_role("button", name="Close the table").click()
    root.page.get_by_label("Reason").fill("Enough")
    root.page.get_by_role("dialog").get_by_role("button", name="Close the table").click()
    expect(listed).to_contain_text("Expired")
    assert root.violations() == []


@pytest.mark.long
def test_a_link_leads_to_a_new_password(root: Screen, sit: Sit) -> None:
    ann = sit()
    login = member(ann, "Ann")
    root.page.goto("/admin")
    root.page.get_by_label("Search by name, login or id").fill(login)
    found = root.page.get_by_role("listitem").filter(has_text=login)
    found.get_by_role("button", name="Link for a new password").click()
    root.page.get_by_role("dialog").get_by_role("button", name="Link for a new password").click()
    link = root.page.get_by_label("Good once, for a day").input_value()
    lost = sit()
    lost.page.goto(link)
    lost.page.get_by_label("New password").fill("a new password")
    assert lost.violations() == []
    lost.page.get_by_role("button", name="Sign in").click()
    lost.page.wait_for_url("**/")
    assert lost.ask("GET", "/api/me")["user"]["login"] == login


@pytest.mark.long
def test_others_are_told_that_it_is_not_for_them(ann: Screen) -> None:
    ann.name("Ann")
    ann.page.goto("/admin")
    expect(ann.page.get_by_text("Only those who look after this server")).to_be_visible()


@pytest.mark.long
def test_all_my_data_is_saved_and_then_i_am_forgotten(ann: Screen) -> None:
    ann.name("Xanthippe")
    ann.page.goto("/")
    ann.page.get_by_role("button", name="Menu").click()
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="All my data").click()
    saved = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert saved["person"]["name"] == "Xanthippe"
    ann.page.get_by_role("button", name="Menu").click()
    ann.page.locator("summary", has_text="Delete me").click()
    assert ann.violations() == []
    ann.page.get_by_role("button", name="Delete me").click()
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
    ann.page.wait_for_url("**/")
    assert ann.ask("GET", "/api/me") == {"user": None}
