"""Several people at one screen: who of them it shows what, and what is said to whom."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Response, ViewportSize, WebSocket, expect

from tests.browser.conftest import PATIENCE
from tests.browser.moments import asks
from tests.browser.playing import Player
from tests.browser.screens import Json, Screen
from tests.cli.hosting import Hosted, hosted
from tests.server.witnesses import leaks_in, secret_record

NAMES = ["A", "B", "C"]
"""The players of the game with secret cash, by seat."""

WATCH_FRAMES = """
window.seen = [];
window.holder = null;
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
    const { type, seat } = JSON.parse(text);
    if (type === "seat") window.holder = seat;
    return send.call(this, text);
};
const large = (text) => text.match(/(?<![\\w.-])[0-9]{5,}(?![\\w-]|\\.[0-9])/g) ?? [];
const note = () => {
    const root = document.documentElement;
    const fields = [...document.querySelectorAll("input")].map((field) => field.value);
    const read = root.textContent.replace(/(\\d)[,.\\s](?=\\d{3})/g, "$1");
    window.seen.push({
        state: document.querySelector("[data-position]")?.dataset.state ?? null,
        holder: window.holder,
        board: document.querySelector("[data-region]") !== null,
        numbers: large([root.outerHTML, read, ...fields].join("\\n")).join(" "),
    });
};
const look = () => { note(); requestAnimationFrame(look); };
requestAnimationFrame(look);
document.addEventListener("DOMContentLoaded", () =>
    new MutationObserver(note).observe(document, {
        subtree: true, childList: true, characterData: true, attributes: true,
    }),
);
"""
"""Keeps every large number in the document, with or without signs between its digits, at every
frame and after every change, and who has the screen then."""


class Watched:
    """A screen at which every frame is kept, and every word the server tells."""

    def __init__(self, screen: Screen) -> None:
        self.screen, self.page = screen, screen.page
        self.told: list[tuple[int | None, str]] = []
        """From which seat the page had asked to look, and what was told then."""
        self.asked: int | None = None
        self.page.add_init_script(WATCH_FRAMES)
        self.page.on("websocket", self._listen)
        self.page.on("response", self._keep)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self._ask(json.loads(frame)))
        socket.on("framereceived", lambda frame: self.told.append((self.asked, str(frame))))

    def _ask(self, sent: Json) -> None:
        if sent["type"] == "seat":
            self.asked = sent["seat"]

    def _keep(self, answer: Response) -> None:
        if "/api/" in answer.url:
            seat = re.search(r"[?&]seat=(\d)", answer.url)
            self.told.append((int(seat[1]) if seat else None, answer.text()))

    @property
    def button(self) -> Locator:
        """The button that is held."""
        return self.page.get_by_role("button", name="show my cash")

    @property
    def holder(self) -> int | None:
        """The seat from which the page has asked to look last."""
        seat: int | None = self.page.evaluate("() => window.holder")
        return seat

    def await_next(self) -> str:
        """Waits until somebody is to take the screen, and says who."""
        self.page.locator("[data-state=handover]").wait_for()
        expect(self.button).to_be_focused()
        return self.page.get_by_role("heading", level=1).inner_text().removeprefix("Now ")

    def hold(self) -> None:
        """The next one takes the screen over with the mouse."""
        hover(self.button)
        assert self.holder is None
        self.page.mouse.down()
        self.page.locator("[data-state=yours]").wait_for()
        self.page.mouse.up()

    def decide(self) -> None:
        """Whoever has the screen lets his nation collect tax, and another one is next."""
        self.page.get_by_role("radio", name="Taxation").click()
        self.page.locator("[data-confirm]").first.click()

    def shows(self, player: str) -> bool:
        """Whether the cash of somebody is in the last frame."""
        numbers: str = self.page.evaluate("() => window.seen.at(-1).numbers")
        return leaks_in(numbers.encode(), {*NAMES} - {player}) != []

    def check_frames(self) -> int:
        """Nothing of anybody's was in the document before he took it; gives the frames searched."""
        frames: list[Json] = self.page.evaluate("() => window.seen")
        for frame in frames:
            is_taken = frame["holder"] is not None and frame["state"] != "handover"
            own = {NAMES[frame["holder"]]} if is_taken else set[str]()
            assert not leaks_in(frame["numbers"].encode(), own), frame
            assert not (frame["board"] and frame["state"] == "handover"), frame
        return len(frames)

    def check_wire(self) -> int:
        """Nor was it told; gives the number of messages searched."""
        for seat, text in self.told:
            assert not leaks_in(text.encode(), set() if seat is None else {NAMES[seat]}), text[:300]
        return len(self.told)


def hover(control: Locator) -> None:
    """Brings the mouse there."""
    expect(control).to_be_enabled()
    control.hover()


@pytest.fixture
def family(browser: Browser, tmp_path: Path) -> Iterator[Watched]:
    """Three people at one screen, each with cash that no other number on the page is like.

    What begins from a position is a study with one reader, so the store says that it is played.
    """
    store = tmp_path / "store.sqlite3"
    options = ("--no-limits", "--database", f"sqlite:///{store}")
    with hosted(tmp_path, *options) as server:
        table, cookie = opened(server)
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE tables SET sandbox = 0")
    with hosted(tmp_path, *options) as server:
        size = ViewportSize(width=1440, height=900)
        context = browser.new_context(base_url=server.address, viewport=size, locale="en-GB")
        context.set_default_timeout(PATIENCE)
        context.add_cookies([{"name": "rondel", "value": cookie, "url": server.address}])
        watched = Watched(Screen(context))
        watched.page.goto(f"/t/{table}")
        yield watched
        context.close()
        assert watched.screen.faults == []


def opened(server: Hosted) -> tuple[str, str]:
    """A table with secret cash, and the cookie of who plays all of its seats."""
    with server.client() as ann:
        ann.post("/api/me", json={"name": "Ann"}).raise_for_status()
        table = ann.post("/api/records", json=secret_record("imperial2030")).raise_for_status()
        return table.json()["id"], ann.cookies["rondel"]


# Secret cash --------------------------------------------------------------------------------


@pytest.mark.long
def test_nobodys_cash_is_painted_or_told_before_he_takes_the_screen(family: Watched) -> None:
    """Every frame and every message is searched, while the screen goes from hand to hand."""
    takers = []
    for _ in range(5):
        takers.append(family.await_next())
        family.hold()
        seat = NAMES.index(takers[-1])
        assert family.holder == seat
        assert family.shows(takers[-1]), "the search would find nothing anywhere"
        family.decide()
    family.await_next()
    assert len(set(takers)) > 1
    assert family.check_frames() > len(takers)
    assert family.check_wire() > len(takers)


@pytest.mark.long
def test_click_without_holding_asks_who_one_is(family: Watched) -> None:
    family.await_next()
    family.button.click()
    question = family.page.get_by_role("group", name=re.compile("^Are you"))
    expect(question).to_be_visible()
    assert family.holder is None
    question.get_by_role("button", name="No").click()
    expect(family.button).to_be_focused()
    family.button.click()
    question.get_by_role("button", name="Yes").click()
    family.page.locator("[data-state=yours]").wait_for()
    family.check_frames()


@pytest.mark.long
def test_screen_is_taken_by_the_keyboard(family: Watched) -> None:
    """Held down; a key that was down before, and goes on, takes and confirms nothing."""
    family.await_next()
    family.page.keyboard.down("Enter")
    family.page.locator("[data-state=yours]").wait_for()
    position = family.page.locator("[data-position]").get_attribute("data-position")
    family.page.keyboard.down("Enter")
    family.page.keyboard.up("Enter")
    expect(family.page.locator(f'[data-position="{position}"][data-state=yours]')).to_be_visible()
    assert family.shows(NAMES[family.holder or 0])


@pytest.mark.long
def test_board_can_be_looked_at_before_somebody_takes_the_screen(family: Watched) -> None:
    first = family.await_next()
    family.page.get_by_role("button", name="Look at the board").click()
    board = family.page.locator("[data-state=waiting]")
    expect(board.locator("[data-region]").first).to_be_visible()
    for name in NAMES:
        row = family.page.get_by_role("row").filter(has=family.page.get_by_text(name, exact=True))
        expect(row.get_by_label("hidden")).to_have_text("•••")
    expect(board.locator("[data-choice]")).to_have_count(0)
    family.page.get_by_role("button", name=f"Now {first}").click()
    assert family.await_next() == first
    family.check_frames()
    family.check_wire()


@pytest.mark.long
def test_screen_goes_back_while_the_one_before_can_take_back(family: Watched) -> None:
    first = family.await_next()
    expect(family.page.get_by_role("button", name="Back to")).to_have_count(0)
    family.hold()
    family.decide()
    second = family.await_next()
    family.page.get_by_role("button", name=f"Not {second}? Back to {first}").click()
    expect(family.page.get_by_role("heading", level=1)).to_have_text(f"Now {first}")
    assert family.holder is None
    family.check_frames()
    family.check_wire()


@pytest.mark.long
def test_hand_over_is_told_to_who_listens(family: Watched) -> None:
    first = family.await_next()
    told = family.page.locator("[role=alert]")
    expect(told).to_have_text(f"Now {first}. Everybody else looks away.")
    assert family.screen.violations() == []


# Open cash ----------------------------------------------------------------------------------


@pytest.mark.long
def test_band_names_the_next_one_and_input_is_free(ann: Screen) -> None:
    """The name is gone by itself; the one who decides need not wait for it."""
    ann.name("Ann")
    ann.open_table("me Ann", "me Bob", start=True)
    ann.page.locator("[data-state=yours]").wait_for()
    names = []
    for _ in range(2):
        # It may be gone again before it is read.
        shown = ann.page.locator("[data-now]").element_handle()
        names.append(shown.get_attribute("data-now"))
        assert f"Now {names[-1]}" in (shown.text_content() or "")
        before = ann.page.locator("[data-position]").get_attribute("data-position")
        ann.page.get_by_role("radio", name="Taxation").click()
        ann.page.locator("[data-confirm]").first.click()
        expect(ann.page.locator(f'[data-position="{before}"]')).to_have_count(0)
    assert set(names) == {"Ann", "Bob"}


@pytest.mark.long
def test_messages_are_one_line_and_by_name_where_several_look(ann: Screen) -> None:
    """The draft gives governments to several of them at once."""
    ann.name("Ann")
    ann.open_table("me Ann", "me Bob", "me Cid", start=True, options={"setup": "draft"})
    Player(ann).play_on(asks("choose_slot"))
    line = ann.page.locator("[data-message]")
    expect(line).to_have_count(1)
    expect(line).to_have_text(re.compile(r": (Ann|Bob|Cid) governs now"))
    expect(ann.page.get_by_text("you govern")).to_have_count(0)
    line.get_by_role("button", name="Close").click()
    expect(line).to_have_count(0)


@pytest.mark.long
def test_message_says_you_to_who_sits_here_alone(ann: Screen) -> None:
    ann.name("Ann")
    ann.open_table("me Ann", "banker", start=True, options={"setup": "draft"})
    told = ann.page.locator("[data-message]").get_by_text("you govern now")
    Player(ann).play_on(lambda game: told.count() > 0 or game.state.round > 1)
    expect(told).to_be_visible()
