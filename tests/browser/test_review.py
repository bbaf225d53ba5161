"""The review of a game that is over, and the analysis of a study."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from rondel.records import LANGUAGES, dumps, load
from tests.browser.conftest import Sit
from tests.browser.screens import Json, Screen
from tests.judging.test_judging import tail
from tests.recorded_games import FOLDER

PATIENT = 60_000
"""Milliseconds that a review may take beside other work."""

GAMES = ["imperial-3-players", "imperial2030-4-players"]


FEW = 14
"""Entries of a game that is soon reviewed."""

MANY = 200
"""Entries that bots do not play in the time that somebody needs to stop them."""


def ended(name: str, entries: int = FEW) -> Json:
    """The end of a recorded game as a game of its own."""
    record: Json = json.loads(dumps(tail(load(FOLDER / f"{name}.rondel.json"), entries)))
    return record


def open_review(screen: Screen, name: str) -> Locator:
    """Opens the review of a game, and waits until it is made."""
    screen.open_record(ended(name))
    screen.page.locator(".views").get_by_role("tab").nth(1).click()
    review = screen.page.locator(".review")
    expect(review.locator(".columns")).to_be_visible(timeout=PATIENT)
    return review


def percents(row: Locator) -> list[float]:
    """The shares in a row of a table, without their intervals."""
    return [float(text.split("±")[0]) for text in row.locator("td").all_text_contents()]


@pytest.mark.long
@pytest.mark.parametrize("name", [GAMES[0], pytest.param(GAMES[1], marks=pytest.mark.long)])
def test_a_game_that_is_over_is_reviewed(ann: Screen, name: str) -> None:
    review = open_review(ann, name)
    expect(review).to_contain_text(re.compile(r"Judged by Magnate \d+, [\d,]+ playouts"))
    expect(review.get_by_role("heading", name="In short")).to_be_visible()
    review.get_by_role("button", name="As a table").click()
    last = review.locator("section").first.get_by_role("row").last
    assert sum(percents(last)) == pytest.approx(100, abs=0.5)
    assert ann.violations() == []


@pytest.mark.long
def test_a_moment_is_looked_at_and_one_comes_back_to_the_review(ann: Screen) -> None:
    review = open_review(ann, GAMES[0])
    review.locator(".moments").get_by_role("button", name=re.compile("Look")).last.click()
    expect(ann.page.get_by_role("slider")).to_be_visible()
    ann.page.get_by_role("button", name="Back to now").first.click()
    expect(review.locator(".columns")).to_be_visible(timeout=PATIENT)


@pytest.mark.long
def test_the_curve_is_read_by_keyboard(ann: Screen) -> None:
    review = open_review(ann, GAMES[0])
    review.get_by_role("group", name=re.compile("Expected share")).focus()
    ann.page.keyboard.press("ArrowLeft")
    expect(review.locator(".values")).to_have_text(re.compile(r"Round \d+: .+ [\d.]+ %"))


def analysis_on(page: Page) -> Locator:
    """The analysis, once it has ranked the choices."""
    analysis = page.get_by_role("region", name="Analysis")
    expect(analysis.get_by_role("row").nth(1)).to_be_visible(timeout=PATIENT)
    return analysis


def analyse_game(screen: Screen, name: str, entries: int = FEW) -> Locator:
    """Opens the analysis of a finished game at its beginning."""
    screen.open_record(ended(name, entries))
    screen.page.get_by_role("button", name="Look back").first.click()
    screen.page.get_by_role("button", name="Analyze", exact=True).click()
    return analysis_on(screen.page)


@pytest.mark.long
def test_a_finished_game_is_analysed_compared_and_tried_by_keys(ann: Screen) -> None:
    """1 to 9 choose, X picks, Space stops, Enter tries, Z goes back; the curve moves with it."""
    analysis = analyse_game(ann, GAMES[0])
    page = ann.page
    assert sum(shares(analysis.get_by_role("row").nth(1))) == pytest.approx(100, abs=0.5)
    for key in ("2", "x", "1", "x"):
        page.keyboard.press(key)
    compared = page.get_by_role("region", name="A − B, points of share")
    expect(compared).to_contain_text(re.compile(r"[+−]?\d+\.\d ± \d+\.\d"), timeout=PATIENT)
    page.keyboard.press("Space")
    expect(analysis.get_by_role("button", name="Think on")).to_be_visible()
    assert ann.violations() == []
    page.keyboard.press("Enter")
    expect(page.locator(".page")).to_have_attribute("data-entries", re.compile("^[1-9]"))
    analysis = analysis_on(page)
    page.get_by_role("tab", name="Curve").click()
    expect(page.get_by_role("group", name=re.compile("Expected share"))).to_be_visible()
    page.keyboard.press("z")
    expect(page.locator(".page")).to_have_attribute("data-entries", "0")


@pytest.mark.long
def test_analysis_on_a_phone(sit: Sit) -> None:
    """The share of who decides in the list, all others in the chosen row, two side by side."""
    reader = sit(viewport={"width": 390, "height": 844}, has_touch=True)
    reader.name("Ann")
    analysis = analyse_game(reader, GAMES[0])
    picks = analysis.get_by_role("button", name=re.compile("^Compare: "))
    picks.nth(0).click()
    picks.nth(1).click()
    expect(analysis.get_by_role("region", name="A − B, points of share")).to_be_visible(
        timeout=PATIENT
    )
    box = analysis.bounding_box()
    assert box is not None
    assert box["width"] <= 390
    assert reader.violations() == []


@pytest.mark.long
def test_bots_play_on_in_a_study_until_they_are_stopped(ann: Screen) -> None:
    analyse_game(ann, GAMES[1], MANY)
    page = ann.page
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/t/"))
    analysis = analysis_on(page)
    analysis.get_by_role("button", name="Bots play on").click()
    stop = page.get_by_role("button", name="Stop the bots")
    expect(stop).to_be_visible(timeout=PATIENT)
    stop.click()
    expect(page.get_by_role("button", name="Bots play on")).to_be_visible(timeout=PATIENT)


@pytest.mark.long
def test_a_position_is_set_up_by_hand_and_checked_by_the_rules(ann: Screen) -> None:
    """Every breach in words, with the way to its paragraph; before it is gone nothing opens."""
    analysis = analyse_game(ann, GAMES[1])
    analysis.get_by_role("link", name="Set up by hand").click()
    page = ann.page
    ready = page.get_by_role("button", name="Analyze")
    expect(ready).to_be_enabled(timeout=PATIENT)
    page.get_by_role("tab", name="Turn").click()
    page.get_by_label("Investor card").select_option("")
    verdict = page.get_by_role("region", name="What the rules say")
    expect(verdict).to_contain_text("Nobody holds the investor card.", timeout=PATIENT)
    expect(verdict.get_by_role("link", name="Why?")).to_have_attribute(
        "href", re.compile("/rules/2030/R-")
    )
    expect(ready).to_be_disabled()
    assert ann.violations() == []
    page.get_by_label("Investor card").select_option(index=1)
    page.get_by_role("tab", name="Board").click()
    page.get_by_label("Region").select_option(label="Iran")
    page.get_by_role("button", name="Put down").click()
    expect(ready).to_be_enabled(timeout=PATIENT)
    ready.click()
    expect(page).to_have_url(re.compile("/t/"), timeout=PATIENT)
    analysis_on(page)


def shares(row: Locator) -> list[float]:
    """The shares after a choice."""
    cells = row.locator("td").all_text_contents()
    return [float(text.split("±")[0]) for text in cells if "±" in text]


@pytest.mark.long
def test_a_study_of_a_game_with_people_is_refused_with_the_reason(sit: Sit) -> None:
    ann, bob = sit(), sit()
    ann.name("Ann")
    bob.name("Bob")
    table = ann.open_table("me Ann", "open", public=True)
    bob.ask("POST", f"/api/tables/{table}/seats/1/take", {})
    ann.ask("POST", f"/api/tables/{table}/start", {})
    study = ann.ask("POST", f"/api/tables/{table}/studies", {"entries": 0})
    ann.expect_fault("409")
    ann.page.goto(f"/t/{study['id']}")
    ann.page.get_by_role("button", name="Analyze", exact=True).click()
    analysis = ann.page.get_by_role("region", name="Analysis")
    expect(analysis.get_by_role("alert")).to_have_text(
        "This game is still being played with other people. It can be analyzed when it has ended."
    )
    expect(analysis.get_by_role("table")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_review_speaks_every_language(sit: Sit, lang: str) -> None:
    reader = sit(locale=lang)
    review = open_review(reader, GAMES[0])
    assert re.search(r"\b(review|decisions|messages)\.[a-z_]+\b", review.inner_text()) is None
    assert reader.violations() == []
