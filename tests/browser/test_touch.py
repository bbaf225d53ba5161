"""The page by fingers alone, on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

import rondel
from rondel.engine import Event
from rondel.engine.model.events import UnitMoved
from rondel.records import replay
from tests.browser.conftest import Sit
from tests.browser.moments import asks, moment, recorded
from tests.browser.playing import Player
from tests.browser.screens import Screen
from tests.samples import some

LEAST_MAP = 300
"""Pixels of height that the map keeps."""
LEAST = 44
"""Pixels that a finger needs."""
LEAST_CHOICES = 140
"""Pixels of height that the choices keep above the buttons below them."""
LOW = {"a phone on its side": (844, 390), "a small one": (568, 320), "enlarged": (720, 450)}
"""Screens that are much wider than high; the last is a page of 1440 x 900 at twice its size."""


@pytest.fixture
def phone(sit: Sit) -> Screen:
    """Somebody with a phone."""
    return sit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)


class Finger(Player):
    """Decides by tapping."""

    def use(self, control: Locator) -> None:
        control.tap()


@pytest.mark.long
def test_a_whole_game_by_taps(phone: Screen) -> None:
    phone.page.goto("/")
    for wish in ("5", "Gentle"):
        phone.page.get_by_role("radio", name=wish, exact=True).tap()
    phone.page.get_by_role("button", name="Play now").tap()
    phone.page.wait_for_url("**/t/*")
    player = Finger(phone, bot="banker")
    player.play_on()
    assert player.decisions > 0
    expect(phone.page.get_by_role("region", name="End of the game")).to_be_visible()


@pytest.mark.long
def test_the_sheet_has_three_stops(phone: Screen) -> None:
    phone.open_record(moment("imperial2030-4-players", asks("army_order")))
    sheet, page = phone.page.locator("[data-stop]"), phone.page
    expect(sheet).to_have_attribute("data-stop", "half")
    board = page.get_by_role("region", name="Board").bounding_box()
    assert board is not None
    assert board["height"] >= LEAST_MAP
    page.get_by_role("button", name="Larger").tap()
    expect(sheet).to_have_attribute("data-stop", "full")
    page.get_by_role("button", name="Smaller").tap()
    expect(sheet).to_have_attribute("data-stop", "half")
    page.get_by_role("heading", name="Brazil: move armies").tap()
    expect(sheet).to_have_attribute("data-stop", "bar")


@pytest.mark.long
def test_the_sheet_follows_the_finger(phone: Screen) -> None:
    phone.open_record(moment("imperial2030-4-players", asks("army_order")))
    sheet, page = phone.page.locator("[data-stop]"), phone.page
    expect(sheet).to_have_attribute("data-stop", "half")
    for y, stop in ((90, "full"), (770, "bar"), (400, "half")):
        head = page.get_by_role("heading", name="Brazil: move armies").bounding_box()
        assert head is not None
        page.mouse.move(head["x"] + 4, head["y"] + 4)
        page.mouse.down()
        page.mouse.move(head["x"] + 4, y, steps=4)
        page.mouse.up()
        expect(sheet).to_have_attribute("data-stop", stop)


@pytest.mark.long
def test_a_nation_points_out_its_units(phone: Screen) -> None:
    phone.open_record(moment("imperial2030-4-players", asks("army_order")))
    phone.page.get_by_role("navigation", name="Screens").get_by_text("Nations").tap()
    phone.page.get_by_role("button", name="Brazil", exact=True).tap()
    expect(phone.page.get_by_role("region", name="Board")).to_be_visible()
    pointed_out = phone.page.locator("[data-region].changed")
    assert {region.get_attribute("data-region") for region in pointed_out.all()} == {
        "brasilia",
        "south_atlantic",
    }


SEES_CHANGES = """() => {
    const board = document.querySelector("[aria-label=Board][role=group]").getBoundingClientRect();
    const changed = [...document.querySelectorAll("[data-region].changed .ground")];
    return changed.length > 0 && changed.map((one) => one.getBoundingClientRect()).every(
        ({ x, y, width, height }) =>
            x + width / 2 > board.left && x + width / 2 < board.right &&
            y + height / 2 > board.top && y + height / 2 < board.bottom
    );
}"""


@pytest.mark.long
def test_the_map_goes_where_units_have_moved(phone: Screen) -> None:
    record = recorded("imperial2030-4-players")
    moves: list[int] = []

    def look(game: rondel.Game, number: int, events: list[Event]) -> None:
        if any(isinstance(event, UnitMoved) for event in events):
            moves.append(number)

    replay(record, look)
    phone.open_record(record)
    for number in moves[:: len(moves) // 8]:
        phone.look_at(number)
        phone.page.wait_for_function(SEES_CHANGES)


@pytest.mark.long
@pytest.mark.parametrize("kind", some(["army_order", "choose_slot", "invest"]))
def test_targets_are_large_enough(phone: Screen, kind: str) -> None:
    phone.open_record(moment("imperial2030-4-players", asks(kind)))
    phone.page.locator("[data-state=yours]").wait_for()
    small = phone.page.evaluate(
        """(least) => [...document.querySelectorAll("button, a, select, [role=radio]")]
            .filter((one) => one.checkVisibility({visibilityProperty: true}))
            .filter((one) => !one.closest("svg") && one.tabIndex >= 0)
            .map((one) => [one, one.getBoundingClientRect()])
            .filter(([, box]) => box.width > 2 && Math.min(box.width, box.height) < least - 0.5)
            .map(([one, box]) => `${one.outerHTML.slice(0, 120)} ${box.width}x${box.height}`)""",
        LEAST,
    )
    assert small == []


@pytest.mark.long
def test_what_others_say_marks_the_way_to_it(phone: Screen, ann: Screen) -> None:
    phone.name("Bob")
    ann.name("Ann")
    table = phone.open_table("me", "open", public=True)
    ann.ask("POST", f"/api/tables/{table}/seats/1/take", {})
    phone.ask("POST", f"/api/tables/{table}/start", {})
    log = phone.page.get_by_role("navigation", name="Screens").get_by_role("button", name="Log")
    expect(log).to_have_accessible_name("Log")
    ann.ask("POST", f"/api/tables/{table}/chat", {"room": "table", "text": "Good luck"})
    expect(log).to_have_accessible_name("Log 1 new message")
    log.tap()
    phone.page.get_by_role("tab", name="Chat").tap()
    expect(log).to_have_accessible_name("Log")


OTHERS = "summary, li button, nav ol a, label:has(input)"
SMALL = f"""(least) => [...document.querySelectorAll("{OTHERS}")]
    .filter((one) => one.checkVisibility({{visibilityProperty: true}}))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 2 && Math.min(box.width, box.height) < least - 0.5)
    .map(([one, box]) => `${{one.outerHTML.slice(0, 120)}} ${{box.width}}x${{box.height}}`)"""


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/learn"])
def test_targets_of_other_pages_are_large_enough(phone: Screen, path: str) -> None:
    phone.page.goto(path)
    expect(phone.page.get_by_role("heading", level=1)).to_be_visible()
    phone.page.locator("main label:has(input), main nav a").first.wait_for()
    assert phone.page.evaluate(SMALL, LEAST) == []


@pytest.mark.long
def test_lines_of_the_log_are_large_enough(phone: Screen) -> None:
    phone.open_record(moment("imperial2030-4-players", asks("army_order")))
    phone.page.get_by_role("navigation", name="Screens").get_by_text("Log").tap()
    phone.page.locator("summary").last.wait_for()
    assert phone.page.evaluate(SMALL, LEAST) == []


@pytest.mark.long
def test_every_screen_of_a_phone_is_for_everybody(phone: Screen) -> None:
    phone.open_record(moment("imperial2030-4-players", asks("choose_slot")))
    phone.page.get_by_role("radio").first.tap()
    found = phone.violations()
    for screen in ("Nations", "Bonds", "Players", "Log"):
        phone.page.get_by_role("navigation", name="Screens").get_by_text(screen).tap()
        found += phone.violations()
    assert found == []


IN_SIGHT = """(element) => {
    const {x, y, width, height} = element.getBoundingClientRect();
    const seen = document.elementFromPoint(x + width / 2, y + height / 2);
    const whole = x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight;
    return whole && element.contains(seen);
}"""
"""Whether nothing covers the middle of a thing, and no edge cuts it."""


def in_sight(thing: Locator) -> bool:
    """Whether it can be used without scrolling."""
    thing.wait_for()
    seen: bool = thing.evaluate(IN_SIGHT)
    return seen


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), some(LOW.values()), ids=LOW)
def test_everything_is_in_reach_where_height_is_short(sit: Sit, width: int, height: int) -> None:
    screen = sit(viewport={"width": width, "height": height}, has_touch=True)
    page = screen.page
    screen.open_record(moment("imperial2030-4-players", asks("army_order")))
    assert in_sight(page.get_by_role("button", name="Brasilia 1 army"))
    assert in_sight(page.get_by_role("group", name="Board", exact=True))
    parts = {
        "Nations": page.get_by_role("button", name="Russia", exact=True),
        "Bonds": page.get_by_role("group", name="Bond market").get_by_role("heading").first,
        "Players": page.get_by_role("columnheader", name="Cash"),
        "Log": page.get_by_role("tab", name="Log"),
    }
    for name, part in parts.items():
        page.get_by_role("navigation", name="Screens").get_by_text(name).tap()
        assert in_sight(part), name
    page.get_by_role("tab", name="Chat").tap()
    page.get_by_role("textbox").fill("Hello")
    assert in_sight(page.get_by_role("button", name="Send"))
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.long
def test_the_smallest_phone_shows_choices(sit: Sit) -> None:
    small = sit(viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    small.open_record(moment("imperial2030-4-players", asks("army_order")))
    assert in_sight(small.page.get_by_role("button", name="Brasilia 1 army"))
    steps = small.page.get_by_role("region", name="Decision").get_by_role("list").first
    end = small.page.get_by_role("button", name=re.compile("^End armies"))
    first, last = steps.bounding_box(), end.bounding_box()
    assert first is not None
    assert last is not None
    assert last["y"] - first["y"] >= LEAST_CHOICES
