"""Taking back: what falls is said before, others are asked, and the log keeps it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Sit
from tests.browser.playing import Player
from tests.browser.screens import Json, Screen

TAX: Json = {"slot": "taxation"}
RAW = re.compile("(agreements|decisions|lobby)[.]\\w")
"""A text that is missing."""
LANGUAGES = ["en", "it", "es", "ru", "pl"]


@pytest.fixture
def two(sit: Sit) -> tuple[Screen, Screen]:
    """Ann and Bob at a table, where each has decided once."""
    ann, bob = sit(), sit()
    begin(ann, bob)
    return ann, bob


def begin(ann: Screen, bob: Screen) -> None:
    ann.name("Ann"), bob.name("Bob")
    seats = [{"kind": "me"}, {"kind": "open"}]
    told = opened(ann, seats, {"Ann": "russia", "Bob": "china"})
    table = told["id"]
    bob.ask("POST", f"/api/tables/{table}/seats/1/take?invite={told['invite']}", {})
    ann.ask("POST", f"/api/tables/{table}/start", {})
    for screen in (ann, bob):
        act(screen, table, TAX)
    for screen in (ann, bob):
        screen.page.goto(f"/t/{table}")
        expect(screen.page.locator("[data-position='2']")).to_be_visible()


def opened(screen: Screen, seats: list[Json], deal: dict[str, str], **wanted: object) -> Json:
    """A table where it is known who begins; nobody looks at it yet."""
    body = {"game": "imperial2030", "seats": seats, "options": {"assignment": deal}, **wanted}
    told: Json = screen.ask("POST", "/api/tables", body)
    return told


def act(screen: Screen, table: str, choice: Json) -> None:
    """Decides without the page."""
    position = screen.ask("GET", f"/api/tables/{table}")["position"]
    body = {"position": position, "entry": {"choice": choice}}
    screen.ask("POST", f"/api/tables/{table}/actions", body)


def card(screen: Screen) -> Locator:
    """What is put to the vote."""
    return screen.page.locator("[data-vote=undo]")


def undo(screen: Screen) -> Locator:
    """The button that takes back."""
    return screen.page.locator("[aria-keyshortcuts=Z]")


def log(screen: Screen) -> Locator:
    """What has happened."""
    return screen.page.get_by_role("region", name="Log")


@pytest.mark.long
def test_the_question_says_what_falls_and_where_it_leads(two: tuple[Screen, Screen]) -> None:
    ann, bob = two
    expect(undo(ann)).to_have_attribute(
        "title", re.compile("Ask 1 player.* Take back: Russia .*And 1 decision after it")
    )
    undo(ann).click()
    expect(card(bob)).to_contain_text("Ann asks to take back 2 decisions.")
    expect(card(bob)).to_contain_text("Ann 1, you 1")
    expect(card(bob)).to_contain_text("Round 1, Russia · Ann: choose a space on the rondel")
    falls = card(bob).locator("li")
    expect(falls).to_have_count(1)
    expect(falls).to_contain_text("China starts on Taxation")
    expect(card(ann)).to_contain_text("You ask to take back 2 decisions.")
    expect(card(ann)).to_contain_text("Waiting for: Bob")
    assert bob.violations() == []


@pytest.mark.long
def test_who_has_asked_withdraws_and_the_log_keeps_it(two: tuple[Screen, Screen]) -> None:
    ann, bob = two
    undo(ann).click()
    expect(card(bob)).to_be_visible()
    ann.page.get_by_role("button", name="Withdraw").click()
    for screen in (ann, bob):
        expect(card(screen)).to_have_count(0)
        expect(log(screen)).to_contain_text("Ann asks to take back 2 decisions")
        expect(log(screen)).to_contain_text("Ann withdraws the question.")
    bob.page.reload()
    expect(log(bob)).to_contain_text("Ann withdraws the question.")


@pytest.mark.long
def test_refused_and_agreed_are_in_the_log_after_going_back(two: tuple[Screen, Screen]) -> None:
    """What was asked stays in sight where the game goes on, though its decisions are gone."""
    ann, bob = two
    undo(ann).click()
    bob.page.get_by_role("button", name="Decline").click()
    expect(log(ann)).to_contain_text("Bob declines.")
    undo(ann).click()
    bob.page.get_by_role("button", name="Agree").click()
    for screen in (ann, bob):
        expect(screen.page.locator("[data-entries='0'], [data-position='3']").first).to_be_visible()
        lines = log(screen)
        expect(lines).to_contain_text("Bob declines.")
        expect(lines).to_contain_text("Bob agrees; all have agreed.")
        expect(lines).to_contain_text("Ann takes back 2 decisions, back to Round 1, Russia.")
        expect(lines).not_to_contain_text("China starts on Taxation")


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_question_and_the_log_speak_every_language(sit: Sit, lang: str) -> None:
    ann, bob = sit(), sit(locale=lang)
    begin(ann, bob)
    undo(ann).click()
    expect(card(bob)).to_contain_text("Ann")
    expect(card(bob)).not_to_contain_text(RAW)
    ann.page.get_by_role("button", name="Withdraw").click()
    expect(card(bob)).to_have_count(0)
    line = bob.page.locator(".talk li").last
    expect(line).to_contain_text("Ann")
    expect(line).not_to_contain_text(RAW)


@pytest.mark.long
def test_the_question_opens_the_sheet_of_a_phone(sit: Sit) -> None:
    ann, bob = sit(), sit(viewport={"width": 390, "height": 844}, has_touch=True)
    begin(ann, bob)
    undo(ann).click()
    for name in ("Agree", "Decline"):
        expect(bob.page.get_by_role("button", name=name)).to_be_in_viewport()


@pytest.mark.long
def test_undo_asks_before_it_takes_back_a_round_of_bots(ann: Screen) -> None:
    ann.name("Ann")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "banker", "name": "Bot"}]
    table = opened(ann, seats, {"Ann": "russia", "Bot": "china"}, start=True)["id"]
    act(ann, table, TAX)
    while not ann.ask("GET", f"/api/tables/{table}/position?facts=false")["yours"]:
        ann.page.wait_for_timeout(50)
    ann.page.goto(f"/t/{table}")
    ann.page.locator("[data-state=yours]").wait_for()
    before = Player(ann).position
    ann.page.keyboard.press("z")
    asked = ann.page.get_by_role("dialog", name=re.compile("Take back [0-9]+ decisions?"))
    expect(asked).to_contain_text(re.compile("you 1, Bot \\(bot\\) [0-9]+"))
    expect(asked).to_contain_text("Round 1, Russia · Ann: choose a space on the rondel")
    expect(asked).to_contain_text("Russia starts on Taxation.")
    assert ann.violations() == []
    ann.page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    assert Player(ann).position == before
    ann.page.keyboard.press("z")
    expect(asked.get_by_role("button", name="Take back")).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("[data-position]")).not_to_have_attribute("data-position", before)
    assert ann.ask("GET", f"/api/tables/{table}")["entries"] == 0


@pytest.mark.long
def test_a_step_of_ones_own_is_taken_back_without_a_question(ann: Screen) -> None:
    ann.name("Ann")
    seats = [{"kind": "me"}, {"kind": "me", "name": "Bob"}]
    table = opened(ann, seats, {"Ann": "russia", "Bob": "china"}, start=True)["id"]
    act(ann, table, {"slot": "import"})
    ann.page.goto(f"/t/{table}")
    expect(ann.page.locator("[data-position='1']")).to_be_visible()
    expect(undo(ann)).to_have_attribute("title", re.compile("Take back: .*Import"))
    ann.page.keyboard.press("z")
    expect(ann.page.locator("[data-position='2']")).to_be_visible()
    assert ann.ask("GET", f"/api/tables/{table}")["entries"] == 0
