"""The page by keys alone: no mouse, and the focus is never lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.moments import asks, moment
from tests.browser.playing import Player
from tests.browser.screens import Screen

MOST_STEPS = 200
"""More than anything on a page is away by Tab or arrow keys."""

EUROPE = re.compile("^Imperial (?!2030)")
FOCUSED = "(element) => element === document.activeElement"
LOST = "() => document.activeElement === document.body"


def walk(screen: Screen, goal: Locator, *keys: str) -> None:
    """Presses keys in turn until something has the focus."""
    for step in range(MOST_STEPS):
        if goal.evaluate(FOCUSED):
            return
        screen.page.keyboard.press(keys[step % len(keys)])
    raise AssertionError(f"no way to {goal}")


class Typist(Player):
    """Decides by keys: F6 leads to the decision, Tab and arrows to the rest."""

    def use(self, control: Locator) -> None:
        keys = self.page.keyboard
        if shortcut := control.get_attribute("aria-keyshortcuts"):
            key = shortcut.split()[-1]
            keys.press(key.lower() if len(key) == 1 else key)
            return
        keys.press("F6")
        if control.get_attribute("role") == "radio":
            walk(self.screen, control.locator("xpath=..").locator("[tabindex='0']"), "Tab")
            walk(self.screen, control, "ArrowRight")
        else:
            walk(self.screen, control, "Tab")
        role = control.get_attribute("role")
        if role != "radio" or control.get_attribute("aria-checked") != "true":
            keys.press("Space" if role == "checkbox" else "Enter")


def start_by_keys(screen: Screen, *wishes: str | re.Pattern[str]) -> None:
    """From the start page to a table, without anything else than keys."""
    screen.page.goto("/")
    for wish in wishes:
        radio = screen.page.get_by_role("radio", name=wish, exact=True)
        group = screen.page.locator("fieldset, [role=radiogroup]", has=radio)
        walk(screen, group.get_by_role("radio", checked=True), "Tab")
        walk(screen, radio, "ArrowRight")
    walk(screen, screen.page.get_by_role("button", name="Play now"), "Tab")
    screen.page.keyboard.press("Enter")
    screen.page.wait_for_url("**/t/*")


@pytest.mark.long
def test_a_whole_game_by_keys(ann: Screen) -> None:
    start_by_keys(ann, EUROPE, "5", "Gentle")
    player = Typist(ann, bot="banker")
    player.play_on()
    assert player.decisions > 0
    expect(ann.page.get_by_role("region", name="End of the game")).to_be_visible()
    ann.page.wait_for_function(f"() => !({LOST})()")


@pytest.mark.long
def test_the_focus_is_never_lost(ann: Screen) -> None:
    start_by_keys(ann, "2", "Gentle")
    player = Typist(ann, bot="banker")
    ann.page.locator("[data-state=yours]").wait_for()
    for _ in range(3):
        player.decide(player.wanted(player.game()))
        ann.page.locator("[data-state=yours]").wait_for()
        ann.page.wait_for_function("() => document.activeElement.closest('[data-home]')")


@pytest.mark.long
def test_tab_goes_from_the_decision_to_the_log(ann: Screen) -> None:
    ann.open_record(moment("imperial-4-players", asks("invest")))
    # The map and the market come after the page.
    expect(ann.page.get_by_role("button", name="Zoom in")).to_be_visible()
    expect(ann.page.get_by_role("table", name="Bond market")).to_be_visible()
    ann.page.keyboard.press("F6")
    places: list[str] = []
    for _ in range(MOST_STEPS):
        ann.page.keyboard.press("Tab")
        place = ann.page.evaluate(
            "() => document.activeElement.closest('main [aria-labelledby], main [data-home]')"
            "?.querySelector('h2')?.textContent ?? ''"
        )
        if place and place not in places:
            places.append(place)
        if place == "Log":
            break
    assert places == ["Invest once, or pass", "Board", "Ledger", "Log"]


def test_numbers_are_steps_and_escape_lets_go(ann: Screen) -> None:
    ann.open_record(moment("imperial2030-4-players", lambda game: game.state.round == 2))
    rondel = ann.page.get_by_role("radiogroup", name="The rondel")
    rondel.wait_for()
    ann.page.keyboard.press("2")
    expect(rondel.get_by_role("radio", checked=True)).to_be_focused()
    expect(ann.page.get_by_text("2 steps")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(rondel.get_by_role("radio", checked=True)).to_have_count(0)


@pytest.mark.long
def test_taken_back_and_done_again(ann: Screen) -> None:
    ann.open_record(moment("imperial2030-4-players", asks("build_factory")))
    keys = ann.page.keyboard
    head = ann.page.get_by_role("region", name="Decision").get_by_role("heading", level=2)
    first = head.inner_text()
    for key in ("1", "Enter"):
        keys.press(key)
    expect(head).not_to_have_text(first)
    then = head.inner_text()
    # The position may come before the answer; until that has come nothing else is sent.
    with ann.page.expect_response("**/undo") as answer:
        keys.press("z")
    answer.value.finished()
    expect(head).to_have_text(first)
    keys.press("Shift+Z")
    expect(head).to_have_text(then)


@pytest.mark.long
def test_a_donation_opens_and_closes_by_keys(ann: Screen) -> None:
    ann.open_record(moment("imperial-4-players", asks("build_factory")))
    page = ann.page
    page.keyboard.press("1")
    page.keyboard.press("d")
    amount = page.locator("form:has([data-give]) input")
    expect(amount).to_be_focused()
    page.keyboard.press("Escape")
    expect(amount).to_be_hidden()
    expect(page.locator("[data-donate]")).to_be_focused()
    expect(page.locator("[data-confirm]"), "what was chosen stays").to_be_visible()


@pytest.mark.long
def test_the_key_of_the_chat_leads_into_it(ann: Screen) -> None:
    ann.open_record(moment("imperial2030-4-players", asks("army_order")))
    before = ann.page.locator("[data-position]").get_attribute("data-position") or ""
    field = ann.page.get_by_role("textbox", name="Say something to the players")
    for words in ("hello z", "hello zebra"):
        ann.page.keyboard.press("F6")
        ann.page.keyboard.press("c")
        expect(field).to_be_focused()
        ann.page.keyboard.press("ControlOrMeta+a")
        ann.page.keyboard.type(words)
        expect(field).to_have_value(words)
    expect(ann.page.locator("[data-position]")).to_have_attribute("data-position", before)


@pytest.mark.long
def test_keys_lead_to_what_they_open(ann: Screen) -> None:
    ann.open_record(moment("imperial2030-4-players", asks("choose_slot")))
    for key, tab in (("b", "Bond market"), ("t", "Nations"), ("g", "Charts"), ("l", "Log")):
        ann.page.keyboard.press("F6")
        ann.page.keyboard.press(key)
        opened = ann.page.get_by_role("tab", name=tab)
        expect(opened).to_be_focused()
        expect(opened).to_have_attribute("aria-selected", "true")


@pytest.mark.long
def test_help_lists_the_keys(ann: Screen) -> None:
    ann.open_record(moment("imperial2030-4-players", asks("choose_slot")))
    ann.page.keyboard.press("?")
    help = ann.page.get_by_role("dialog", name="Keyboard")
    expect(help.get_by_text("To the decision")).to_be_visible()
    assert ann.violations() == []
    ann.page.keyboard.press("Escape")
    expect(help).to_be_hidden()
