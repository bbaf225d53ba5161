"""The companion: a game on cardboard, entered on a phone, with and without a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import rondel
from rondel.engine import Action
from rondel.lessons.library import Lesson, game_at, lesson_of, record_until
from rondel.narration import entries_told
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

    def use(self, control: Locator) -> None:
        """By a finger: nothing is pointed at."""
        control.tap()

    def reached(self) -> int:
        """There is nobody to ask: what is composed is at rest when nothing is busy."""
        return int(self.position)

    def enter(self, until: int) -> None:
        """Enters as far as so many decisions."""
        while self.entries < until:
            self.take_over()
            self.decide(self.wanted(self.game()))

    def take_over(self) -> None:
        """Who decides takes the screen, where cash is covered until then."""
        if self.state == "handover":
            assert self.page.locator('[data-tip^="cash/"]').count() == 0
            self.page.get_by_role("button", name="show my cash").tap()
            self.page.get_by_role("button", name="Yes, show my cash").tap()
            self.page.locator("[data-state=yours]").wait_for()


def ready(screen: Screen) -> None:
    """Waits until the engine runs, and everything is kept."""
    screen.page.locator("[data-engine=ready]").wait_for(timeout=PATIENCE)


def kept(screen: Screen) -> None:
    """Waits until everything is there that is needed without a line."""
    screen.page.locator("[data-line=kept]").wait_for(timeout=PATIENCE)


def set_up(screen: Screen, record: Json) -> None:
    """Enters who sits where, what was dealt and whether cash is secret, and begins."""
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
    if record["options"]["secret_cash"]:
        form.locator("summary").click()
        form.get_by_role("radiogroup", name="Secret cash").get_by_label("Yes").check()
        expect(form).to_contain_text("Cash is covered")
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
    said = sentences_of(lesson, 2)
    expect(phone.page.locator("[data-on-board] li")).to_have_text(said)
    phone.page.get_by_role("link", name="All games").click()
    phone.page.locator("[data-game]").click()
    expect(phone.page.locator("[data-entries='2']")).to_be_visible()


def sentences_of(lesson: Lesson, number: int) -> list[str]:
    """What a decision has brought about, in words; that the next turn begins is not said."""
    entry = lesson["record"]["actions"][number - 1]
    [told] = entries_told(game_at(lesson, number - 1), [entry], number - 1, "en")["entries"]
    ends = told["events"][-1]["event"] == "turn_started"
    sentences: list[str] = told["sentences"]
    return sentences[:-1] if ends else sentences


@pytest.mark.long
@pytest.mark.parametrize("game", ["imperial2030", "imperial"])
def test_the_quick_start_is_entered_without_a_line(sit: Sit, tmp_path: Path, game: str) -> None:
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


@pytest.mark.long
def test_secret_cash_is_covered_until_its_owner_takes_the_screen(phone: Screen) -> None:
    """Between two players nobody's cash is on the screen; the record is that of an open game."""
    lesson = lesson_of("imperial")
    record = lesson["record"]
    options = {**record["options"], "secret_cash": True}
    hidden: Lesson = {**lesson, "record": {**record, "options": options}}
    page, scribe = phone.page, Scribe(phone, hidden)
    set_up(phone, hidden["record"])
    expect(page.locator("[data-state=handover]")).to_be_visible()
    assert phone.violations() == []
    page.get_by_role("button", name="Look at the board").tap()
    expect(page.locator("[data-state=waiting]")).to_be_visible()
    page.get_by_role("button", name="Now ").first.tap()
    scribe.enter(9)
    assert saved(phone) == record_until(hidden, 9)
    phone.page.reload()
    page.locator("[data-state=handover]").wait_for(timeout=PATIENCE)
    scribe.enter(12)
    assert saved(phone) == record_until(hidden, 12)


@pytest.mark.long
def test_an_earlier_decision_is_put_right(phone: Screen) -> None:
    """It is entered anew and the rest follows; left out, it is said what no longer fits."""
    lesson = lesson_of("imperial")
    set_up(phone, lesson["record"])
    scribe = Scribe(phone, lesson)
    scribe.enter(9)
    correction, page = phone.page.locator("[data-correction]"), phone.page
    phone.look_at(1)
    page.get_by_role("button", name="Change this decision").click()
    expect(correction).to_contain_text("Decision 1 is changed")
    expect(correction).to_contain_text("8 later decisions then follow")
    expect(page.locator("[data-entries='0']")).to_be_visible()
    scribe.decide(scribe.wanted(scribe.game()))
    expect(correction).to_contain_text("8 later decisions have followed")
    expect(page.locator("[data-entries='9']")).to_be_visible()
    assert saved(phone) == record_until(lesson, 9)
    phone.look_at(2)
    page.get_by_role("button", name="Leave it out").click()
    expect(correction).to_contain_text("Here it no longer fits: decision 3")
    page.get_by_role("button", name="As it was before").click()
    expect(page.locator("[data-entries='9']")).to_be_visible()
    assert saved(phone) == record_until(lesson, 9)


@pytest.mark.long
def test_a_damaged_game_is_told_and_deleted(phone: Screen) -> None:
    lesson = lesson_of("imperial")
    set_up(phone, lesson["record"])
    page = phone.page
    page.evaluate(DAMAGE)
    page.reload()
    expect(page.get_by_role("heading", name="This game cannot be read")).to_be_visible(
        timeout=PATIENCE
    )
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("There is no game here yet.")).to_be_visible()


@pytest.mark.long
def test_a_browser_without_the_engine_says_so(sit: Sit) -> None:
    screen = sit(**PHONE)
    screen.expect_fault("ERR_FAILED", "Failed to load", "Failed to fetch", "wasm")
    screen.page.route("**/pyodide.asm.wasm", lambda route: route.abort())
    screen.page.goto("/companion")
    expect(screen.page.get_by_role("heading", name="The engine does not run here")).to_be_visible(
        timeout=PATIENCE
    )


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_companion_is_for_everybody(sit: Sit, theme: str) -> None:
    """Nothing that axe can see is wrong: the list, the set-up, the table."""
    screen = sit(**PHONE, color_scheme=theme)
    screen.page.goto("/companion")
    ready(screen)
    assert screen.violations() == []
    set_up(screen, lesson_of("imperial2030")["record"])
    assert screen.violations() == []


DAMAGE = """() => new Promise((resolve, reject) => {
    const opening = indexedDB.open("rondel-companion");
    opening.onerror = reject;
    opening.onsuccess = () => {
        const games = opening.result.transaction("games", "readwrite").objectStore("games");
        games.getAll().onsuccess = ({ target }) => {
            const [game] = target.result;
            game.record.actions = [{ decision: "none" }];
            games.put(game).onsuccess = () => resolve(null);
        };
    };
})"""
"""Damages the one game that the browser keeps."""
