"""The rules on the page: read, searched, linked to, and opened from a table that asks why."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from rondel.records import LANGUAGES
from rondel.rulebook import CLAUSE_OF, GAMES, examples_of, plain, rulebook
from rondel.rulebook.trying import MOST_CHOICES
from tests.browser.conftest import Sit
from tests.browser.moments import asks, moment
from tests.browser.screens import Screen
from tests.pages import ROOT

DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
"""Waits until what has come is on the screen."""

WORLD, EUROPE = "imperial2030-4-players", "imperial-4-players"
MESSAGES = Path(ROOT, "web", "src", "messages")
LONG = [
    language if language == "it" else pytest.param(language, marks=pytest.mark.long)
    for language in LANGUAGES
]
"""One language always, the others by ./test --all."""


def said(language: str, key: str) -> str:
    """A message of the page."""
    part = key.partition(".")[0]
    text = (MESSAGES / language / f"{part}.json").read_text(encoding="utf-8")
    return str(json.loads(text)[key])


def clause(screen: Screen, language: str, id: str) -> Locator:
    """The paragraph of a clause, with its whole text."""
    book = rulebook(language)
    told = book.clause(id)
    paragraph = screen.page.locator(f'[id="clause-{told.number}"]')
    text = re.sub(r"\s*\(?A-\d\d.*", "", plain(book, told.text))
    expect(paragraph).to_contain_text(text)
    return paragraph


def is_in_sight(paragraph: Locator) -> None:
    expect(paragraph).to_be_focused()
    expect(paragraph).to_be_in_viewport()


# From a table -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LONG)
def test_a_refusal_opens_its_paragraph(sit: Sit, language: str) -> None:
    """In the reader's language, and back to the table as it was."""
    screen = sit(locale=language)
    screen.open_record(moment(WORLD, asks("build_factory")))
    position = screen.ask("GET", f"/api/tables/{screen.table}/position?lang={language}")
    reason = position["refused"][0]
    why = said(language, "decisions.why")
    screen.page.get_by_role("button", name=f"{why} {reason['sentence']}").click()
    over = screen.page.get_by_role("region", name=said(language, "rules.over"))
    expect(over).to_contain_text(reason["sentence"])
    paragraph = clause(screen, language, reason["clause"])
    is_in_sight(paragraph)
    expect(paragraph).to_contain_text(said(language, "rules.why_tag"))
    screen.page.keyboard.press("Escape")
    expect(over).to_have_count(0)
    expect(screen.page.locator("[data-state=yours]")).to_be_visible()


@pytest.mark.long
def test_the_decision_keeps_its_state(ann: Screen) -> None:
    """What was chosen is still chosen, and the keyboard is where it was."""
    ann.open_record(moment(WORLD, asks("choose_slot")))
    slot = ann.page.locator("[id^=slot-][data-choice]").nth(2)
    slot.click()
    expect(slot).to_have_attribute("aria-checked", "true")
    why = ann.page.get_by_role("button", name=re.compile(r"^Why\? .*space"))
    why.click()
    is_in_sight(clause(ann, "en", CLAUSE_OF["choose_slot"]))
    ann.page.keyboard.press("3")
    ann.page.get_by_role("button", name="Back to the table").click()
    expect(slot).to_have_attribute("aria-checked", "true")
    expect(why).to_be_focused()


@pytest.mark.long
def test_a_slot_out_of_reach_says_why(ann: Screen) -> None:
    """A greyed space answers a click with its reason, and the reason with its rule."""
    ann.open_record(moment(WORLD, lambda game: asks("choose_slot")(game) and len(game) > 40))
    grey = ann.page.locator("[id^=slot-][aria-disabled=true]").first
    # It cannot be chosen, but pointed at.
    grey.click(force=True)
    reasons = ann.page.get_by_role("list", name="Not possible")
    reasons.get_by_role("button", name="Why?").click()
    expect(ann.page.get_by_role("heading", name="2.2 Rondel")).to_be_visible()


@pytest.mark.long
def test_links_over_a_table_stay_there(ann: Screen) -> None:
    """Nobody loses a table by reading on."""
    ann.open_record(moment(WORLD, asks("build_factory")))
    table = ann.page.url
    ann.page.get_by_role("button", name=re.compile(r"^Why\?")).last.click()
    over = ann.page.get_by_role("region", name="Rules over the table")
    over.get_by_role("link", name="5 End and scoring").click()
    expect(over.get_by_role("heading", name="5 End and scoring")).to_be_focused()
    assert ann.page.url == table


@pytest.mark.long
def test_a_grey_bond_says_why_and_the_table_is_known_to_the_rules(ann: Screen) -> None:
    """Its reason, its paragraph, and which paragraphs hold by the options of the table."""
    ann.open_record(moment(WORLD, asks("invest")))
    grey = ann.page.locator(".cell[aria-disabled=true]").first
    grey.click(force=True)
    reasons = ann.page.get_by_role("list", name="Not possible")
    expect(reasons).to_have_text(re.compile(re.escape(grey.get_attribute("title") or "–")))
    reasons.get_by_role("button", name="Why?").click()
    over = ann.page.get_by_role("region", name="Rules over the table")
    expect(over.get_by_role("heading", name="3.16 Buying bonds")).to_be_visible()
    over.get_by_role("link", name="Set-up").first.click()
    over.get_by_role("link", name="1.9 Variant: bonus only for tax increases").click()
    expect(over.locator("[data-holds=true]").first).to_have_text(
        "At your table: Success bonus – By the increase"
    )
    over.get_by_role("link", name="1.3 First bonds are dealt").click()
    expect(over.locator("[data-holds=false]").first).to_have_text(
        "Not at your table: First bonds – Chosen in turn"
    )
    over.get_by_role("link", name="1.1 Options").click()
    expect(over.get_by_role("heading", name="The options of your table")).to_be_visible()


# On a page of their own -------------------------------------------------------------------------


@pytest.mark.long
def test_a_link_leads_to_its_paragraph(ann: Screen) -> None:
    """Whatever game is read, and with the ruling it stands on."""
    ann.page.goto("/rules/2030/3.18.4")
    paragraph = clause(ann, "en", "R-TAX-4")
    is_in_sight(paragraph)
    paragraph.get_by_role("button", name="Ruling A-39").click()
    expect(paragraph).to_contain_text("What the books say about soldiers’ pay")
    ann.page.goto("/rules/2030/3.19.2")
    is_in_sight(clause(ann, "en", "R-TAX-21"))
    expect(ann.page.get_by_role("radio", name="Imperial", exact=True)).to_be_checked()


@pytest.mark.long
def test_turning_to_the_other_game(ann: Screen) -> None:
    ann.page.goto("/rules/2030/3.18")
    ann.page.get_by_role("radio", name="Imperial", exact=True).check()
    expect(ann.page.get_by_role("heading", name="3.19 Taxation in Imperial")).to_be_visible()
    expect(ann.page).to_have_url(re.compile(r"/rules/classic/3\.19$"))
    expect(ann.page.get_by_role("link", name="3.6 Canals")).to_have_count(0)


@pytest.mark.long
def test_searching_by_keyboard(ann: Screen) -> None:
    """From anywhere on the page to the paragraph, without a mouse."""
    ann.page.goto("/rules")
    expect(ann.page.get_by_role("heading", name="0 How to read these rules")).to_be_visible()
    ann.page.keyboard.press("/")
    ann.page.keyboard.type("soldier pays")
    hits = ann.page.get_by_role("list", name="What was found")
    expect(hits.get_by_role("link").first).to_contain_text("3.18.3")
    expect(hits.locator("mark").first).to_have_text("Soldiers")
    ann.page.keyboard.press("ArrowDown")
    ann.page.keyboard.press("Enter")
    is_in_sight(clause(ann, "en", "R-TAX-3"))
    ann.page.keyboard.press("/")
    ann.page.keyboard.type("soldiers holiday")
    expect(ann.page.get_by_text("Nothing about “soldiers holiday”. Nearest:")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "words"), [("ru", "армиям казну"), ("pl", "czołgiem skarbca"), ("es", "ejercito")]
)
def test_forms_of_words_are_found(sit: Sit, language: str, words: str) -> None:
    screen = sit(locale=language)
    screen.page.goto("/rules")
    screen.page.get_by_role("searchbox").fill(words)
    hits = screen.page.get_by_role("list", name=said(language, "rules.results"))
    expect(hits.get_by_text("3.18.3").first).to_be_attached()


@pytest.mark.long
def test_trying_a_taxation(ann: Screen) -> None:
    """The sum follows the numbers, stops at the limits, and is a position that can be played."""
    ann.page.goto("/rules/2030/3.18")
    tried = ann.page.get_by_role("region", name="What would Taxation bring?")
    expect(tried.locator("dd").first).to_have_text("8 M")
    tried.get_by_role("button", name="Flags on the board: +1").click()
    expect(tried.locator("dd").first).to_have_text("9 M")
    tried.get_by_role("button", name="Free factories: +1").click()
    expect(tried.get_by_role("status")).to_have_text("No more than 4.")
    tried.get_by_role("button", name="Open as a position").click()
    ann.page.locator("[data-state=yours]").wait_for()
    board = ann.ask("GET", f"/api/tables/{ann.table}/position")["snapshot"]
    assert len(board["flags"]["russia"]) == 1


@pytest.mark.long
def test_trying_a_position(ann: Screen) -> None:
    """By the map or the list, choice by choice, again from the start, and as a table."""
    ann.page.goto("/rules/2030/3.7")
    tried = ann.page.locator("[data-example='3.7']")
    expect(tried.get_by_role("heading")).to_contain_text("attack, or stay in peace?")
    tried.locator("[data-region=china_sea][role=button]").press("Enter")
    expect(tried).to_contain_text("A fleet of China leaves the harbor in Shanghai")
    attack = tried.get_by_role("button", name=re.compile("attack", re.IGNORECASE)).first
    attack.click()
    expect(tried).to_contain_text("The example is over.")
    tried.get_by_role("button", name="Start again").click()
    expect(tried.get_by_role("button", name="Shanghai → China Sea")).to_be_visible()
    tried.get_by_role("button", name="Open as a position").click()
    ann.page.locator("[data-state=yours]").wait_for()


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["imperial2030", "imperial"])
def test_every_position_can_be_tried(sit: Sit, game: str, language: str) -> None:
    """With its own words, in the reader's language, to the end of its turn."""
    screen = sit(locale=language)
    for section in examples_of(game):
        screen.page.goto(f"/rules/{GAMES[game]}/{section}")
        tried = screen.page.locator("[data-example]")
        expect(tried.get_by_role("heading")).not_to_contain_text("rules.")
        over = said(language, "rules.example_over")
        for _ in range(MOST_CHOICES):
            if tried.get_by_text(over).count():
                break
            # Two armies may do the same: what is told need not change with a choice.
            with screen.page.expect_response("**/examples/position?*") as answer:
                tried.locator("li button").first.click()
            answer.value.finished()
            screen.page.evaluate(DRAWN)
        expect(tried).to_contain_text(over)


@pytest.mark.long
def test_the_start_page_leads_to_the_rules(ann: Screen) -> None:
    ann.page.goto("/")
    ann.page.get_by_role("link", name="The whole rules").click()
    expect(ann.page.get_by_role("heading", name="0 How to read these rules")).to_be_visible()
    ann.page.get_by_role("link", name="Tables").click()
    expect(ann.page.get_by_role("region", name="Tax chart")).to_contain_text("16–17")
    ann.page.get_by_role("link", name="Index A–Z").click()
    expect(ann.page.get_by_role("link", name="Convoy 3.10.1")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("shade", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_they_can_be_read_by_everybody(sit: Sit, shade: str, width: int) -> None:
    """By WCAG 2.2 AA, on a phone and on a desk, on their page and over a table."""
    screen = sit(color_scheme=shade, viewport={"width": width, "height": 844})
    for place in ("3.18.4", "1.1", "tables", "index", "A-39"):
        screen.page.goto(f"/rules/2030/{place}")
        screen.page.locator("article h1").wait_for()
        assert screen.violations() == [], place
    screen.open_record(moment(EUROPE, asks("build_factory")))
    screen.page.get_by_role("button", name=re.compile(r"^Why\?")).first.click()
    screen.page.locator("article h1").wait_for()
    assert screen.violations() == []
