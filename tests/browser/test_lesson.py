"""Lessons: played to the end at a real table, left and taken up, and what is said to clicks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Sit
from tests.browser.screens import Screen
from tests.samples import daily

GAMES = ("imperial2030", "imperial")
LOCALES = {"it": "it-IT", "es": "es-ES", "ru": "ru-RU", "pl": "pl-PL"}
TURNS = 120
"""So many clicks are more than any lesson needs."""

STATE = """() => {
    const coach = document.querySelector("[data-phase]");
    if (!coach || document.querySelector("[aria-busy=true]")) return null;
    const ring = document.querySelector("[data-ring]");
    const { step, phase } = coach.dataset;
    const entries = document.querySelector("[data-entries]")?.dataset.entries;
    const over = document.querySelector("[data-play-on]") !== null;
    return { step, phase, over, entries, ring: ring?.dataset.ring ?? null };
}"""
"""Where the lesson is, and what it points at."""

CHANGED = f"""(before) => {{
    const now = ({STATE})();
    const isReady = now && (now.phase !== "yours" || now.ring) && now.phase !== "moves";
    return isReady && JSON.stringify(now) !== before;
}}"""
WRITTEN = f"() => JSON.stringify(({STATE})())"

Use = Callable[[Locator], None]


class Learner:
    """Does what the lesson says, and notes what it was told."""

    def __init__(self, screen: Screen, use: Use = Locator.click) -> None:
        self.page: Page = screen.page
        self.use = use
        self.steps: list[str] = []
        self.promised = ""
        """What the start page says of the lesson."""

    def begin(self, game: str) -> None:
        """Comes in by the start page."""
        self.page.goto("/")
        entry = self.page.locator(f"[data-lesson={game}]")
        self.promised = entry.inner_text()
        self.use(entry)
        self.wait("null")

    def wait(self, before: str) -> None:
        """Until something else is to be done."""
        self.page.wait_for_function(CHANGED, arg=before)

    def turn(self) -> bool:
        """Does one thing; false at the end."""
        before = self.page.evaluate(WRITTEN)
        state = self.page.evaluate(STATE)
        if state["step"] not in self.steps:
            self.steps.append(state["step"])
        if state["over"]:
            return False
        self.use(self.meant(state["phase"], state["ring"]))
        # The first step points at one place after the other; all else changes with a click.
        self.wait("" if state["step"] == "investor" else before)
        return True

    def meant(self, phase: str, ring: str) -> Locator:
        """What is to be used next."""
        if phase == "asks":
            return self.page.locator("[data-answer]").first
        return self.page.locator("[data-go-on]" if phase == "rests" else ring).first

    def go_to(self, step: str) -> None:
        """Plays as far as a step in which something is to be decided."""
        for _ in range(TURNS):
            state = self.page.evaluate(STATE)
            if state["step"] == step and state["phase"] == "yours":
                return
            self.turn()
        raise AssertionError(f"{step} was not reached")

    def finish(self) -> None:
        """Plays to the end."""
        for _ in range(TURNS):
            if not self.turn():
                return
        raise AssertionError("the lesson does not end")


def steps_of(screen: Screen, game: str) -> list[str]:
    """The steps that the lesson has."""
    return [step["id"] for step in screen.ask("GET", f"/api/lessons/{game}")["steps"]]


@pytest.mark.long
@pytest.mark.parametrize("game", daily(GAMES, of=2))
def test_lesson_is_played_to_its_end_and_on_against_bots(ann: Screen, game: str) -> None:
    learner = Learner(ann)
    learner.begin(game)
    learner.finish()
    assert learner.steps == steps_of(ann, game)
    assert f"{len(learner.steps)} steps" in learner.promised
    ann.page.locator("[data-play-on]").click()
    ann.page.wait_for_url("**/t/*")
    expect(ann.page.locator("[data-position]")).to_be_visible()
    seats = ann.ask("GET", f"/api/tables/{ann.table}")["seats"]
    assert [seat["bot"] for seat in seats if not seat["yours"]] == ["medium"] * (len(seats) - 1)


@pytest.mark.long
@pytest.mark.parametrize("lang", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_lesson_is_played_to_its_end_in_every_language(sit: Sit, game: str, lang: str) -> None:
    """No text is missing: a key that nobody has translated would be shown as it is."""
    screen = sit(locale=LOCALES[lang])
    learner = Learner(screen)
    learner.begin(game)
    while learner.turn():
        expect(screen.page.locator("[data-phase]")).not_to_contain_text("lesson.")
    assert learner.steps == steps_of(screen, game)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_lesson_is_played_on_a_phone(sit: Sit, game: str) -> None:
    screen = sit(viewport={"width": 390, "height": 844}, has_touch=True)
    learner = Learner(screen)
    learner.begin(game)
    learner.finish()
    assert learner.steps == steps_of(screen, game)


def test_wrong_click_is_told_by_the_rules_and_another_choice_is_not_sent(ann: Screen) -> None:
    page, learner = ann.page, Learner(ann)
    learner.begin("imperial2030")
    learner.go_to("factory")
    page.locator('g[data-region="beijing"] .ground').first.dispatch_event("click")
    remark = page.locator("[data-remark=wrong]")
    expect(remark).to_contain_text("Beijing")
    expect(remark).to_contain_text("that has no factory and is not occupied")
    expect(remark).to_contain_text("Chongqing")
    remark.get_by_role("button", name="Why?").click()
    paragraph = page.locator('[id="clause-3.1.1"]')
    expect(paragraph).to_be_focused()
    expect(paragraph).to_contain_text("why?")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules: Factory").click()
    expect(paragraph).to_be_focused()
    page.keyboard.press("Escape")
    entries = page.locator("[data-entries]").get_attribute("data-entries")
    page.get_by_role("button", name="Urumqi").first.click()
    expect(remark).to_have_count(0)
    page.locator("[data-confirm]").click()
    expect(page.locator("[data-remark=other]")).to_contain_text("Urumqi")
    assert page.locator("[data-entries]").get_attribute("data-entries") == entries


@pytest.mark.long
def test_pointer_comes_back_with_the_third_wrong_click(ann: Screen) -> None:
    page, learner = ann.page, Learner(ann)
    learner.begin("imperial2030")
    learner.go_to("factory")
    page.keyboard.press("h")
    expect(page.locator("[data-ring]")).to_have_count(0)
    for _ in range(3):
        page.locator('g[data-region="beijing"] .ground').first.dispatch_event("click")
    expect(page.locator("[data-ring]")).to_be_visible()


@pytest.mark.long
def test_lesson_is_left_and_taken_up_again(ann: Screen) -> None:
    page, learner = ann.page, Learner(ann)
    learner.begin("imperial2030")
    learner.go_to("factory")
    page.get_by_role("button", name="Leave, keep my place").click()
    entry = page.locator("[data-lesson=imperial2030]")
    expect(entry).to_have_text("Go on with the lesson, step 4 of 16: Imperial 2030")
    entry.click()
    expect(page.locator("[data-step=factory][data-phase=yours]")).to_be_visible()
    page.reload()
    expect(page.locator("[data-step=factory][data-phase=yours]")).to_be_visible()


@pytest.mark.long
def test_lesson_by_keyboard_alone(ann: Screen) -> None:
    """Enter goes on and confirms, Page Up reads again; the rest are the keys of the table."""

    def pressed(control: Locator) -> None:
        control.focus()
        control.press("Enter")

    page, learner = ann.page, Learner(ann, pressed)
    learner.begin("imperial2030")
    learner.go_to("rondel")
    page.keyboard.press("PageUp")
    expect(page.locator("[data-step=bond]")).to_be_visible()
    page.keyboard.press("PageDown")
    learner.finish()
    assert learner.steps == steps_of(ann, "imperial2030")


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lesson_is_for_everybody(sit: Sit, theme: str) -> None:
    """What axe finds in the middle of a lesson, after a wrong click: nothing."""
    screen = sit(color_scheme=theme)
    learner = Learner(screen)
    learner.begin("imperial2030")
    learner.go_to("factory")
    screen.page.locator('g[data-region="beijing"] .ground').first.dispatch_event("click")
    expect(screen.page.locator("[data-remark=wrong]")).to_be_visible()
    assert screen.violations() == []
