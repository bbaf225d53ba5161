"""The companion: a game on cardboard, entered on a phone, with and without a line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import rondel
from rondel.engine import Action
from rondel.lessons.library import Lesson, lesson_of, record_until
from rondel.records import replay
from tests.browser.conftest import Sit
from tests.browser.playing import Player
from tests.browser.screens import Screen
from tests.cli.hosting import hosted

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
PATIENCE = 120_000
"""Milliseconds until the engine has started, on a busy machine."""

Json = dict[str, Any]


class Scribe(Player):
    """Enters a game that was played on cardboard, decision by decision."""

    def __init__(self, screen: Screen, lesson: Lesson) -> None:
        super().__init__(screen)
        self.lesson = lesson

    @property
    def entries(self) -> int:
        """How many decisions are entered."""
        return int(self.page.locator("[data-entries]").get_attribute("data-entries") or 0)

    def game(self) -> rondel.Game:
        """The game as far as it is entered."""
        return replay(record_until(self.lesson, self.entries))

    def wanted(self, game: rondel.Game) -> Action:
        """What was decided on cardboard."""
        return game.action(game.read(self.lesson["record"]["actions"][len(game)]))

    def reached(self) -> int:
        """There is nobody to ask: what is composed is at rest when nothing is busy."""
        return int(self.position)

    def enter(self, until: int) -> None:
        """Enters as far as so many decisions."""
        while self.entries < until:
            self.decide(self.wanted(self.game()))


def ready(screen: Screen) -> None:
    """Waits until the engine runs, and everything is kept."""
    screen.page.locator("[data-engine=ready]").wait_for(timeout=PATIENCE)


def kept(screen: Screen) -> None:
    """Waits until everything is there that is needed without a line."""
    screen.page.locator("[data-line=kept]").wait_for(timeout=PATIENCE)


def set_up(screen: Screen, record: Json) -> None:
    """Enters who sits where and what was dealt, and begins."""
    page = screen.page
    page.get_by_role("button", name="New game on cardboard").click()
    form = page.locator("[data-setup]")
    form.locator("input[type=radio]").nth(int(record["game"] == "imperial")).check(force=True)
    seats = form.locator("ol input")
    for _ in range(seats.count() - len(record["players"])):
        form.get_by_role("button", name="Remove").last.click()
    for seat, player in enumerate(record["players"]):
        seats.nth(seat).fill(player)
    for seat, [card] in enumerate(record["start"]["deal"].values()):
        form.locator("select").nth(seat).select_option(card)
    form.get_by_role("button", name="Begin").click()
    page.locator("[data-position]").wait_for()


def saved(screen: Screen) -> Json:
    """The record that the page saves as a file."""
    with screen.page.expect_download() as download:
        screen.page.get_by_role("button", name="Save the record").first.click()
    record: Json = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    return record


@pytest.fixture
def phone(sit: Sit) -> Screen:
    """Somebody with a phone beside the board."""
    screen = sit(**PHONE)
    screen.page.goto("/companion")
    ready(screen)
    return screen


def test_a_decision_is_entered_and_told(phone: Screen) -> None:
    """The record holds it, the board is told what to do, and the game is there again."""
    lesson = lesson_of("imperial")
    set_up(phone, lesson["record"])
    Scribe(phone, lesson).enter(2)
    assert saved(phone) == record_until(lesson, 2)
    said = replay_sentences(lesson, 2)
    expect(phone.page.locator("[data-on-board] li")).to_have_text(said)
    phone.page.get_by_role("link", name="All games").click()
    phone.page.locator("[data-game]").click()
    expect(phone.page.locator("[data-entries='2']")).to_be_visible()


def replay_sentences(lesson: Lesson, entries: int) -> list[str]:
    """What the first turn has brought about, in words."""
    from rondel.narration import entries_told, sentences_of  # noqa: F401

    game = replay(record_until(lesson, 0))
    told = entries_told(game, lesson["record"]["actions"][:entries], 0, "en")["entries"]
    lines = [list(entry["sentences"]) for entry in told]
    for entry, said in zip(told, lines, strict=True):
        if entry["events"][-1]["event"] == "turn_started":
            said.pop()
    return [line for said in lines for line in said]


@pytest.mark.long
@pytest.mark.parametrize("game", ["imperial2030", "imperial"])
def test_the_quick_start_is_entered_without_a_line(
    sit: Sit, tmp_path: Path, game: str
) -> None:
    """The whole game of the rulebook, on a phone, equals its record."""
    lesson = lesson_of(game)
    with hosted(tmp_path, "--no-limits", "--bot-processes", 1) as server:
        screen = sit(service_workers="allow", base_url=server.address, **PHONE)
        screen.expect_fault("ERR_", "WebSocket", "Failed to load resource", "Failed to fetch")
        screen.page.goto("/")
        screen.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        screen.page.goto("/companion")
        ready(screen)
        kept(screen)
    # The server is gone.
    screen.page.reload()
    ready(screen)
    set_up(screen, lesson["record"])
    Scribe(screen, lesson).enter(len(lesson["record"]["actions"]))
    assert saved(screen) == lesson["record"]


Correct = Callable[[Screen, int], None]


def look_at(screen: Screen, moment: int) -> None:
    """Looks back at a moment."""
    screen.look_at(moment)


@pytest.mark.long
def test_an_earlier_decision_is_changed_and_what_followed_follows(phone: Screen) -> None:
    """Entry 2 of the lesson builds elsewhere; all others still fit."""
    lesson = lesson_of("imperial")
    set_up(phone, lesson["record"])
    scribe = Scribe(phone, lesson)
    scribe.enter(6)
    look_at(phone, 6)
    phone.page.get_by_role("button", name="Leave it out").click()
    expect(phone.page.locator("[data-correction=done]")).to_be_visible()
    assert saved(phone) == record_until(lesson, 5)
