"""Orders to units: several at once, by clicks, by dragging, by keys, by a finger."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import rondel
from tests.browser.conftest import Sit
from tests.browser.moments import Json, asks, moment, recorded
from tests.browser.screens import Screen

EIGHT = 8
"""The units of the maneuvers below."""
MOST_CLICKS = 12
"""For all of them together, the ends of the steps included."""

Moves = list[tuple[str, str, int]]
"""From where to where, and how many units."""

MANEUVERS: dict[str, tuple[int, Moves]] = {
    "imperial2030-6-players": (
        284,
        [
            ("rio_de_janeiro", "south_atlantic", 2),
            ("manaus", "peru", 2),
            ("brasilia", "argentina", 2),
            ("rio_de_janeiro", "fortaleza", 2),
        ],
    ),
    "imperial-3-players": (
        237,
        [
            ("naples", "western_mediterranean_sea", 2),
            ("rome", "naples", 3),
            ("florence", "venice", 3),
        ],
    ),
}
"""How many decisions came before, and what eight units then do."""

SPOT = """(region) => {
    const ground = document.querySelector(`[data-region="${region}"] .ground`);
    const {left, top, width, height} = ground.getBoundingClientRect();
    for (let y = top + 4; y < top + height; y += 5)
        for (let x = left + 4; x < left + width; x += 5) {
            const found = document.elementFromPoint(x, y)?.closest("[data-at]");
            if (found?.dataset.at === region) return [x, y];
        }
    return null;
}"""
"""A point of the screen where a region can be clicked."""

COUNT_CLICKS = """() => {
    window.clicks = 0;
    addEventListener("pointerdown", () => window.clicks++, true);
}"""


EARLIER: dict[Screen, int] = {}
"""How many orders were given in a Maneuver before a screen came to it."""


def cut(name: str, entries: int) -> Json:
    """A recorded game up to so many decisions."""
    record = recorded(name)
    actions = record["actions"]
    assert isinstance(actions, list)
    return {**record, "actions": actions[:entries], "result": None}


def given(record: Json) -> int:
    """How many orders the Maneuver of a game has; units that went the same way have one."""
    actions = record["actions"]
    assert isinstance(actions, list)
    ways = set[tuple[object, ...]]()
    for number, action in enumerate(actions):
        kind, choice = action["decision"], action["choice"]
        if kind == "choose_slot":
            ways.clear()
        elif kind in ("fleet_order", "army_order") and choice["order"] != "done":
            ways.add((kind, choice.get("from", number), choice.get("to")))
    return len(ways)


def begin(screen: Screen, record: Json) -> None:
    """Opens a game where somebody at this screen has to order units."""
    screen.open_record(record)
    screen.page.locator("[data-state=yours]").wait_for()
    screen.page.locator("[data-origin]").first.wait_for()
    screen.page.locator("[data-carries]").wait_for()
    EARLIER[screen] = given(record)
    expect(screen.page.locator("[data-order]")).to_have_count(EARLIER[screen])


def spot(screen: Screen, region: str) -> tuple[float, float]:
    """Where a region can be clicked."""
    found = screen.page.wait_for_function(SPOT, arg=region).json_value()
    return found[0], found[1]


def click(screen: Screen, region: str) -> None:
    screen.page.mouse.click(*spot(screen, region))


def drag(screen: Screen, start: str, end: str) -> None:
    """Presses on a place, moves to another and lets go there."""
    mouse = screen.page.mouse
    mouse.move(*spot(screen, start))
    mouse.down()
    mouse.move(*spot(screen, end), steps=6)
    expect(screen.page.locator(".carried")).to_have_count(1)
    mouse.move(*spot(screen, end), steps=2)
    mouse.up()


def rows(screen: Screen) -> Locator:
    """The orders in the list, without those that came with the game."""
    return screen.page.locator(f"[data-order]:nth-child(n + {EARLIER[screen] + 1})")


def at_rest(screen: Screen) -> None:
    """What was sent has been taken."""
    expect(screen.page.locator("[aria-busy=true]")).to_have_count(0)


def moves(screen: Screen, since: int) -> list[tuple[str, str]]:
    """What units were ordered to do since a moment, as the server has it on record."""
    record: dict[str, Any] = screen.ask("GET", f"/api/tables/{screen.table}/record")
    choices = [entry["choice"] for entry in record["actions"][since:]]
    return [(one["from"], one["to"]) for one in choices if one.get("order") == "move"]


def wanted(orders: Moves) -> list[tuple[str, str]]:
    return [(start, end) for start, end, count in orders for _ in range(count)]


def order(screen: Screen, orders: Moves, give: Callable[[str, str], None]) -> None:
    """Gives one order after the other, each when the one before is in the list."""
    for number, (start, end, count) in enumerate(orders, 1):
        give(start, end)
        if number < len(orders):
            expect(rows(screen)).to_have_count(number)
            expect(rows(screen).nth(number - 1)).to_contain_text(f"×{count}")
        at_rest(screen)


@pytest.mark.long
@pytest.mark.parametrize("game", MANEUVERS)
def test_eight_units_take_at_most_twelve_clicks(ann: Screen, game: str) -> None:
    entries, orders = MANEUVERS[game]
    begin(ann, cut(game, entries))
    ann.page.evaluate(COUNT_CLICKS)
    chosen = ann.page.locator("[data-confirm=once]")

    def give(start: str, end: str) -> None:
        click(ann, start)
        # The only way is taken at once.
        ann.page.locator("[data-confirm=once], ul [data-choice]").first.wait_for()
        if not chosen.count():
            click(ann, end)
            chosen.wait_for()
        click(ann, end)

    order(ann, orders, give)
    ann.page.wait_for_function("(most) => window.clicks <= most", arg=MOST_CLICKS)
    expect(rows(ann)).to_have_count(0)
    assert moves(ann, entries) == wanted(orders)
    assert len(wanted(orders)) == EIGHT
    assert ann.page.evaluate("window.clicks") <= MOST_CLICKS


@pytest.mark.long
@pytest.mark.parametrize("game", MANEUVERS)
def test_units_are_dragged_from_place_to_place(ann: Screen, game: str) -> None:
    entries, orders = MANEUVERS[game]
    begin(ann, cut(game, entries))
    ann.page.evaluate(COUNT_CLICKS)
    order(ann, orders, lambda start, end: drag(ann, start, end))
    expect(rows(ann)).to_have_count(0)
    assert moves(ann, entries) == wanted(orders)
    assert ann.page.evaluate("window.clicks") == len(orders)


@pytest.mark.long
def test_what_is_dropped_elsewhere_goes_back(ann: Screen) -> None:
    entries, _ = MANEUVERS["imperial2030-6-players"]
    begin(ann, cut("imperial2030-6-players", entries))
    mouse, carried = ann.page.mouse, ann.page.locator(".carried")
    mouse.move(*spot(ann, "rio_de_janeiro"))
    mouse.down()
    mouse.move(*spot(ann, "novosibirsk"), steps=5)
    expect(carried).to_contain_text("×2")
    mouse.up()
    expect(carried).to_have_count(0)
    expect(ann.page.locator("[data-confirm]")).to_have_count(0)
    expect(ann.page.locator("[data-origin]").first).to_be_visible()
    assert moves(ann, entries) == []


@pytest.mark.long
def test_a_finger_that_rests_drags(sit: Sit) -> None:
    tablet = sit(viewport={"width": 820, "height": 1180}, has_touch=True, is_mobile=True)
    entries, orders = MANEUVERS["imperial2030-6-players"]
    begin(tablet, cut("imperial2030-6-players", entries))
    touch = tablet.page.context.new_cdp_session(tablet.page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    start, end, count = orders[0]
    send("touchStart", spot(tablet, start))
    expect(tablet.page.locator(".carried")).to_contain_text(f"×{count}")
    goal = spot(tablet, end)
    send("touchMove", goal)
    send("touchMove", (goal[0] + 1, goal[1]))
    send("touchEnd")
    expect(rows(tablet)).to_have_count(1)
    at_rest(tablet)
    assert moves(tablet, entries) == wanted(orders[:1])


@pytest.mark.long
def test_keys_alone_send_fewer_and_repeat(ann: Screen) -> None:
    entries, _ = MANEUVERS["imperial-3-players"]
    begin(ann, cut("imperial-3-players", entries))
    keys, page = ann.page.keyboard, ann.page
    for key in ("1", "Enter"):
        keys.press(key)
        at_rest(ann)
    expect(rows(ann)).to_have_count(1)
    rome = page.locator('[data-origin="rome"] kbd').inner_text()
    keys.press(rome)
    goal = page.get_by_role("list", name="Where to").get_by_role("button", name=re.compile("Genoa"))
    keys.press(goal.locator("kbd").inner_text())
    expect(page.locator("[data-confirm=once]")).to_contain_text("Send 3 to Genoa")
    keys.press("2")
    expect(page.locator("[data-confirm=once]")).to_contain_text("Send 2 to Genoa")
    keys.press("Enter")
    expect(rows(ann)).to_have_count(2)
    at_rest(ann)
    keys.press(page.locator('[data-origin="florence"] kbd').inner_text())
    keys.press("r")
    expect(rows(ann)).to_have_count(3)
    at_rest(ann)
    orders = [("naples", "western_mediterranean_sea", 2), ("rome", "genoa", 2)]
    assert moves(ann, entries) == wanted([*orders, ("florence", "genoa", 3)])


@pytest.mark.long
def test_a_line_of_the_list_is_changed_without_the_others(ann: Screen) -> None:
    entries, orders = MANEUVERS["imperial-3-players"]
    begin(ann, cut("imperial-3-players", entries))
    drag(ann, "naples", "western_mediterranean_sea")
    expect(rows(ann)).to_have_count(1)
    for there, place in enumerate(("genoa", "venice"), 2):
        at_rest(ann)
        click(ann, "rome")
        click(ann, place)
        ann.page.locator('[data-units="1"]').click()
        ann.page.keyboard.press("Enter")
        expect(rows(ann)).to_have_count(there)
    at_rest(ann)
    second = rows(ann).nth(1)
    second.get_by_role("button", name=re.compile("^One unit more")).click()
    expect(second).to_contain_text("×2")
    at_rest(ann)
    second.get_by_role("button", name=re.compile("^One unit less")).click()
    expect(second).to_contain_text("×1")
    at_rest(ann)
    second.get_by_role("button", name=re.compile("^Take back")).click()
    expect(rows(ann)).to_have_count(2)
    at_rest(ann)
    assert moves(ann, entries) == wanted([orders[0], ("rome", "venice", 1)])


@pytest.mark.long
def test_how_units_enter_is_settled_at_the_goal_for_all(ann: Screen) -> None:
    begin(ann, cut("imperial2030-2-players", 47))
    drag(ann, "vladivostok", "beijing")
    card = ann.page.locator(".tip")
    expect(card).to_contain_text("Vladivostok → Beijing")
    assert moves(ann, 47) == [], "nobody has said how"
    card.get_by_role("button", name=re.compile("hostile")).click()
    expect(ann.page.locator("[data-confirm=once]")).to_contain_text("Send 2 to Beijing")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("[data-confirm=once]")).to_have_count(0)
    at_rest(ann)
    record: dict[str, Any] = ann.ask("GET", f"/api/tables/{ann.table}/record")
    move = {"order": "move", "from": "vladivostok", "to": "beijing"}
    choices = [entry["choice"] for entry in record["actions"][47:]]
    assert choices[:4] == [move, {"choice": "hostile"}] * 2


@pytest.mark.long
def test_no_more_go_than_fleets_carry(ann: Screen) -> None:
    begin(ann, cut("imperial2030-2-players", 156))
    click(ann, "fortaleza")
    click(ann, "mexico")
    expect(ann.page.locator(".tip")).to_contain_text("Only 1 can go there.")
    expect(ann.page.locator("[data-confirm=once]")).to_contain_text("Move to Mexico")


@pytest.mark.long
def test_units_whose_order_waits_for_others_are_taken_up_again(ann: Screen) -> None:
    """All seats are Ann's here, so that she answers for the owner of the canal, too."""
    begin(ann, cut("imperial2030-6-players", 531))
    drag(ann, "north_pacific", "caribbean_sea")
    question = ann.page.get_by_role("heading", name=re.compile("canal"))
    expect(question).to_be_visible()
    ann.page.get_by_role("button", name=re.compile("^(Allow|Let|Yes)")).click()
    expect(question).to_have_count(0)
    ann.page.get_by_role("button", name="Stay").click()
    battle = ann.page.get_by_role("heading", name=re.compile("battle"))
    expect(battle).to_be_visible()
    ann.page.get_by_role("region", name="Decision").locator("[data-choice]").last.click()
    expect(battle).to_have_count(0)
    expect(ann.page.locator("[data-confirm=once]")).to_contain_text("Move to Caribbean Sea")
    assert moves(ann, 531) == [("north_pacific", "caribbean_sea")]


def has_orders(game: rondel.Game) -> bool:
    return asks("army_order")(game) and len(game.legal_actions()) > 2


COLOUR = "(element) => getComputedStyle(element).backgroundColor"


@pytest.mark.long
@pytest.mark.parametrize("game", MANEUVERS)
def test_ending_says_what_stays_and_is_no_first_choice(ann: Screen, game: str) -> None:
    begin(ann, moment(game, has_orders))
    end = ann.page.get_by_role("button", name=re.compile("^End armies, .+ stays? where"))
    expect(end).to_be_visible()
    band = ann.page.get_by_role("region", name="Decision").locator("header").first
    assert end.evaluate(COLOUR) != band.evaluate(COLOUR)


@pytest.mark.long
def test_importing_nothing_is_a_plain_button(ann: Screen) -> None:
    ann.open_record(moment("imperial2030-6-players", asks("import_unit")))
    send = ann.page.locator("[data-compose]")
    expect(send).to_contain_text("Import nothing")
    expect(send).to_have_class(re.compile("plain"))
    ann.page.locator("[data-choice]:not(:disabled)").first.click()
    expect(send).to_have_class(re.compile("primary"))


OVERLAPS = """() => {
    const boxes = [...document.querySelectorAll("[data-order]")]
        .map((row) => row.getBoundingClientRect());
    const words = [...document.querySelectorAll("[data-order] b")];
    return boxes.slice(1).some((box, i) => box.top < boxes[i].bottom - 1)
        || words.some((one) => one.scrollWidth > one.clientWidth
            || one.getBoundingClientRect().height > one.parentElement.clientHeight);
}"""


SINGLY = [
    ("chennai", "mumbai"),
    ("chennai", "kolkata"),
    ("kolkata", "mumbai"),
    ("new_delhi", "chennai"),
]
"""One unit each, after the fleets have left."""


@pytest.mark.long
@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1440, 900)])
def test_rows_grow_and_never_overlap(sit: Sit, locale: str, width: int, height: int) -> None:
    screen = sit(locale=locale, viewport={"width": width, "height": height})
    begin(screen, cut("imperial2030-4-players", 145))
    for number, start in enumerate(("mumbai", "kolkata"), 1):
        drag(screen, start, "indian_ocean")
        expect(rows(screen)).to_have_count(number)
        at_rest(screen)
    for number, (start, end) in enumerate(SINGLY, 3):
        click(screen, start)
        click(screen, end)
        screen.page.locator("[data-confirm=once]").wait_for()
        screen.page.keyboard.press("1")
        click(screen, end)
        expect(rows(screen)).to_have_count(number)
        at_rest(screen)
        assert not screen.page.evaluate(OVERLAPS)


@pytest.mark.long
def test_orders_are_read_in_one_sentence_each(ann: Screen) -> None:
    entries, _ = MANEUVERS["imperial2030-6-players"]
    begin(ann, cut("imperial2030-6-players", entries))
    calm = ann.page.locator("[data-spoken=calm]")
    drag(ann, "rio_de_janeiro", "south_atlantic")
    first, second = EARLIER[ann] + 1, EARLIER[ann] + 2
    expect(calm).to_have_text(
        re.compile(rf"Order {first}: 2 fleets, Rio de Janeiro to South Atlantic, harbor\.")
    )
    expect(rows(ann)).to_have_count(1)
    at_rest(ann)
    click(ann, "manaus")
    expect(calm).to_have_text(re.compile(r"Manaus, 2 armies, both chosen\. Destinations: \d+\.$"))
    click(ann, "peru")
    expect(calm).to_have_text(re.compile(rf"Order {second}: 2 armies, Manaus to Peru\. "))
    ann.page.keyboard.press("1")
    expect(calm).to_have_text(re.compile(rf"Order {second}: 1 army, Manaus to Peru\. "))
