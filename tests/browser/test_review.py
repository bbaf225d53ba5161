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


def ended(name: str) -> Json:
    """The end of a recorded game as a game of its own: soon reviewed."""
    record: Json = json.loads(dumps(tail(load(FOLDER / f"{name}.rondel.json"), 14)))
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


@pytest.mark.parametrize("name", [GAMES[0], pytest.param(GAMES[1], marks=pytest.mark.long)])
def test_a_game_that_is_over_is_reviewed(ann: Screen, name: str) -> None:
    review = open_review(ann, name)
    expect(review).to_contain_text(re.compile(r"Judged by Strategist \d+, [\d,]+ playouts"))
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


def analyse(page: Page) -> Locator:
    """Opens the analysis of the position on the screen."""
    page.get_by_role("button", name="Analyse", exact=True).click()
    return page.get_by_role("region", name="Analysis")


def test_a_study_is_analysed_and_a_choice_tried(ann: Screen) -> None:
    review = open_review(ann, GAMES[0])
    review.get_by_role("button", name="Analyse this game").click()
    analysis = analyse(ann.page)
    rows = analysis.get_by_role("row")
    expect(rows.nth(1)).to_be_visible(timeout=PATIENT)
    assert sum(shares(rows.nth(1))) == pytest.approx(100, abs=0.5)
    analysis.get_by_role("button", name="Stop").or_(
        analysis.get_by_role("button", name="Think on")
    ).first.click()
    assert ann.violations() == []


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
    analysis = analyse(ann.page)
    expect(analysis.get_by_role("alert")).to_have_text(
        "This game is still being played with other people. It can be analysed when it has ended."
    )
    expect(analysis.get_by_role("table")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_review_speaks_every_language(sit: Sit, lang: str) -> None:
    reader = sit(locale=lang)
    review = open_review(reader, GAMES[0])
    assert re.search(r"\b(review|decisions|messages)\.[a-z_]+\b", review.inner_text()) is None
    assert reader.violations() == []
