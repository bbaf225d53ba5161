"""The explorer on the page: found, filtered, opened by keys, and games looked at."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from rondel.records import LANGUAGES
from tests.browser.conftest import Sit
from tests.browser.screens import Screen
from tests.browser.test_words_fit import CUT
from tests.pages import ROOT

MESSAGES = Path(ROOT, "web", "src", "messages")
DEEP = "/explorer?game=imperial2030&setup=standard&players=4&path=china&path=china/factory"
LONGEST = 60_000
"""Milliseconds in which a game is played once more and opened."""
DRAFT = "/explorer?game=imperial&setup=draft&players=4"


def said(language: str, key: str) -> str:
    """A message of the explorer."""
    text = (MESSAGES / language / "explorer.json").read_text(encoding="utf-8")
    return str(json.loads(text)[f"explorer.{key}"])


@pytest.mark.long
def test_start_is_opened_by_keys(ann: Screen) -> None:
    """From the introduction to a row, by arrow and Enter; the address says what is open."""
    ann.page.goto("/learn")
    ann.page.get_by_role("link", name="Explorer").first.click()
    deal = ann.page.get_by_role("table", name="The deal")
    deal.wait_for()
    expect(deal.get_by_role("row")).to_have_count(7)
    expect(deal.get_by_role("columnheader", name="Mean")).to_have_attribute(
        "aria-sort", "descending"
    )
    first = deal.locator("tbody button").first
    first.focus()
    ann.page.keyboard.press("ArrowDown")
    ann.page.keyboard.press("Enter")
    expect(deal.locator("tbody button").nth(1)).to_have_attribute("aria-expanded", "true")
    panel = ann.page.get_by_role("heading", name="first space")
    panel.wait_for()
    expect(panel).to_be_focused()
    assert "path=" in ann.page.url


@pytest.mark.long
def test_game_of_bots_is_seen_on_the_board(ann: Screen) -> None:
    """Where the nation chooses its space: there it can be analysed."""
    ann.page.goto("/explorer?path=china")
    ann.page.get_by_role("button", name="Open on the board").click()
    ann.page.wait_for_url(re.compile(r"/t/[0-9a-f]+"), timeout=LONGEST)
    ann.page.locator("[data-state=yours]").wait_for()


@pytest.mark.long
def test_own_games_are_none_yet_and_said_so(ann: Screen) -> None:
    ann.page.goto("/explorer")
    ann.page.get_by_role("radio", name="This host").check()
    expect(ann.page.get_by_text("No games with this start yet.")).to_be_visible()
    expect(ann.page.get_by_text("is not shown")).to_be_visible()
    ann.page.get_by_role("radio", name="Draft").check()
    assert "setup=draft" in ann.page.url
    assert "games=host" in ann.page.url


@pytest.mark.long
def test_table_is_sorted_by_its_heads(ann: Screen) -> None:
    ann.page.goto("/explorer")
    deal = ann.page.get_by_role("table", name="The deal")
    seats = deal.get_by_role("columnheader", name="Seats")
    seats.get_by_role("button").click()
    expect(seats).to_have_attribute("aria-sort", "descending")
    shown = [int(cell) for cell in deal.locator("tbody .seats").all_inner_texts()]
    assert shown == sorted(shown, reverse=True)
    seats.get_by_role("button").click()
    expect(seats).to_have_attribute("aria-sort", "ascending")


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("address", [DEEP, DRAFT])
def test_words_have_room(sit: Sit, language: str, width: int, address: str) -> None:
    screen = sit(locale=language, viewport={"width": width, "height": 844})
    screen.page.goto(address)
    screen.page.get_by_role("heading", name=said(language, "title")).wait_for()
    if address == DEEP:
        screen.page.locator("#explorer-panel").wait_for()
    assert screen.page.evaluate(CUT) == []


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", [DEEP, DRAFT])
def test_nothing_bars_anybody(sit: Sit, scheme: str, address: str) -> None:
    screen = sit(color_scheme=scheme)
    screen.page.goto(address)
    screen.page.get_by_role("table").first.wait_for()
    assert screen.violations() == []
