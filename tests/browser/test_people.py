"""Profiles, friends, ratings and tournaments on the page: found, used, and right for everybody."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.screens import Screen
from tests.browser.test_care import member


@pytest.mark.long
def test_two_become_friends_and_one_blocks_the_other(sit: Sit) -> None:
    ann, bob = sit(), sit()
    member(ann, "Ann")
    member(bob, "Bob")
    me = ann.ask("GET", "/api/me")["user"]["id"]
    bob.page.goto(f"/people/{me}")
    bob.page.get_by_role("button", name="Ask to be friends").click()
    expect(bob.page.get_by_role("button", name="Withdraw request")).to_be_visible()
    ann.page.goto("/people")
    expect(ann.page.get_by_role("heading", name="Requests")).to_be_visible()
    ann.page.get_by_role("button", name="Accept").click()
    expect(ann.page.get_by_role("button", name="End friendship")).to_be_visible()
    assert ann.violations() == []
    ann.page.get_by_role("button", name="Block").click()
    expect(ann.page.get_by_role("heading", name="Blocked")).to_be_visible()
    ann.page.get_by_role("radio", name="Only you").check()
    expect(ann.page.get_by_role("radio", name="Only you")).to_be_checked()
    bob.page.reload()
    expect(bob.page.get_by_text("Ann does not show this profile to you.")).to_be_visible()


@pytest.mark.long
def test_a_rated_table_says_so_before_one_sits_down(sit: Sit) -> None:
    ann, gus = sit(), sit()
    member(ann, "Ann")
    gus.name("Gus")
    table = ann.open_table("me", "open", "open", public=True, rated=True)
    gus.page.goto(f"/t/{table}")
    expect(gus.page.get_by_text("This game is rated: you need an account")).to_be_visible()
    expect(gus.page.get_by_text("by sitting down you agree")).to_be_visible()
    assert gus.violations() == []
    ann.page.goto("/ratings")
    expect(ann.page.get_by_role("heading", name="Ratings")).to_be_visible()
    ann.page.get_by_role("radio", name="Bots").check()
    expect(ann.page.get_by_text("Two different bots must have met")).to_be_visible()
    assert ann.violations() == []


@pytest.mark.long
def test_a_tournament_is_opened_entered_and_started(sit: Sit) -> None:
    ann, bob = sit(), sit()
    member(ann, "Ann")
    bob.name("Bob")
    page = ann.page
    page.goto("/tournaments")
    page.get_by_text("Open a tournament").first.click()
    page.get_by_role("textbox", name="Name").fill("Winter cup")
    page.get_by_role("button", name="Open a tournament").click()
    expect(page.get_by_role("heading", name="Winter cup")).to_be_visible()
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("button", name="Leave")).to_be_visible()
    bob.page.goto(page.url)
    bob.page.get_by_role("button", name="Enter").click()
    expect(bob.page.get_by_role("row", name="Bob")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("Your table")).to_be_visible(timeout=60_000)
    check_phone(ann)


def check_phone(screen: Screen) -> None:
    """Nothing is wider than a phone, and a machine finds nothing to object to."""
    assert screen.violations() == []
    screen.page.set_viewport_size({"width": 390, "height": 844})
    width = screen.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
