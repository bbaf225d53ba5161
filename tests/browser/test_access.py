"""What axe finds on the page: nothing, by WCAG 2.2 AA."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.moments import asks, moment, recorded
from tests.browser.screens import Screen

pytestmark = pytest.mark.long

WORLD, EUROPE = "imperial2030-4-players", "imperial-4-players"


@pytest.fixture(params=["light", "dark"])
def anybody(sit: Sit, request: pytest.FixtureRequest) -> Screen:
    """Somebody who likes it bright, and somebody who likes it dark."""
    return sit(color_scheme=request.param)


# In both themes ------------------------------------------------------------------------------


def test_the_start_page(anybody: Screen) -> None:
    anybody.page.goto("/")
    expect(anybody.page.get_by_role("button", name="Play now")).to_be_visible()
    assert anybody.violations() == []


def test_the_lobby(anybody: Screen) -> None:
    anybody.name("Ann")
    anybody.open_table("me", "open", "banker")
    expect(anybody.page.get_by_role("button", name="Start")).to_be_visible()
    assert anybody.violations() == []


def test_the_middle_of_a_maneuver(anybody: Screen) -> None:
    anybody.open_record(moment(WORLD, asks("army_order")))
    anybody.page.locator("[data-origin]").first.click()
    anybody.page.locator("[data-choice]").first.click()
    assert anybody.violations() == []


def test_the_bond_market(anybody: Screen) -> None:
    anybody.open_record(moment(EUROPE, asks("invest")))
    market = anybody.page.get_by_role("table", name="Bond market")
    market.locator("[data-choice]").first.click()
    assert anybody.violations() == []


def test_the_end(anybody: Screen) -> None:
    anybody.open_record(recorded(WORLD))
    expect(anybody.page.get_by_role("region", name="End of the game")).to_be_visible()
    assert anybody.violations() == []


# In the usual one ----------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/new", "/games", "/learn", "/import"])
def test_other_pages(ann: Screen, path: str) -> None:
    ann.page.goto(path)
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    assert ann.violations() == []


def test_what_is_not_there(ann: Screen) -> None:
    ann.expect_fault("404")
    ann.page.goto("/nowhere")
    expect(ann.page.get_by_role("heading", name="There is no such page.")).to_be_visible()
    assert ann.violations() == []


def test_choosing_a_slot(ann: Screen) -> None:
    ann.open_record(moment(EUROPE, asks("choose_slot")))
    ann.page.locator("[data-choice]").first.click()
    assert ann.violations() == []


def test_looking_back(ann: Screen) -> None:
    ann.open_record(moment(WORLD, asks("army_order")))
    ann.page.keyboard.press(",")
    expect(ann.page.get_by_role("slider")).to_be_visible()
    assert ann.violations() == []
