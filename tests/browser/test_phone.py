"""A phone: the money, all choices, what they bring and the button, without hunting for them."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from playwright.sync_api import Locator, expect

import rondel
from rondel.records import LANGUAGES, loads
from tests.browser.conftest import Sit
from tests.browser.moments import asks, moment
from tests.browser.playing import Until
from tests.browser.reading import unreadable
from tests.browser.screens import Screen
from tests.samples import daily

UPRIGHT, SMALL, ON_ITS_SIDE, ENLARGED = (390, 844), (320, 568), (844, 390), (720, 450)
"""The last is a page of 1440 x 900 at twice its size."""
SIZES = {
    "upright": UPRIGHT,
    "small": SMALL,
    "on its side": ON_ITS_SIDE,
    "enlarged": ENLARGED,
}
WHOLE = {name: SIZES[name] for name in ("upright", "on its side", "enlarged")}
"""Sizes at which nothing of a decision about a space has to be scrolled."""
WHEEL = {UPRIGHT: 322, ON_ITS_SIDE: 220, ENLARGED: 220}
"""How wide the rondel is at least."""
SECTOR = 60
"""Pixels of the shortest side of a sector; smaller where the wheel stands beside the map."""
STRIP = 64
"""Pixels of the map that are left above the sheet."""
SIX = "imperial2030-6-players"
ROUNDS = 3
"""Before that, nations have hardly anything to tell."""

IN_SIGHT = """(element) => {
    const {left, top, right, bottom, width, height} = element.getBoundingClientRect();
    const whole = left >= -0.5 && top >= -0.5
        && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
    const shown = [[0.5, 0.06], [0.5, 0.5], [0.5, 0.94]].every(([x, y]) =>
        element.contains(document.elementFromPoint(left + x * width, top + y * height)));
    return whole && shown && element.scrollHeight <= element.clientHeight + 1;
}"""
"""Whether no edge cuts a thing, nothing lies over it, and nothing in it has to be scrolled."""


def late(kind: str) -> Until:
    """When somebody is asked for something in the middle of a game."""
    return lambda game: asks(kind)(game) and game.state.round >= ROUNDS


def sit_with(sit: Sit, size: tuple[int, int], lang: str = "en") -> Screen:
    """Somebody with a screen of a size that knows fingers."""
    width, height = size
    return sit(
        viewport={"width": width, "height": height}, locale=lang, has_touch=True, is_mobile=True
    )


def come_to(screen: Screen, kind: str, game: str = SIX) -> None:
    """Opens a game in which somebody is asked for something."""
    screen.open_record(moment(game, late(kind)))
    screen.page.locator("[data-state=yours]").wait_for()
    screen.page.locator(".sheet dl").first.wait_for()


def in_sight(thing: Locator) -> bool:
    """Whether all of it is seen without scrolling."""
    thing.wait_for()
    seen: bool = thing.evaluate(IN_SIGHT)
    return seen


def box_of(thing: Locator) -> tuple[float, float, float, float]:
    """Where it is: left, top, width, height."""
    box = thing.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["width"], box["height"]


def read(things: Locator) -> list[str]:
    """What is read there, each thing in one line."""
    return [" ".join(text.replace("\u2060", "").split()) for text in things.all_inner_texts()]


def game_on(screen: Screen) -> rondel.Game:
    """The game on the screen, as the engine knows it."""
    return loads(json.dumps(screen.ask("GET", f"/api/tables/{screen.table}/record")))


# Choosing a space ---------------------------------------------------------------------------


@pytest.mark.parametrize("size", daily([(size,) for size in WHOLE.values()], of=3), ids=WHOLE)
def test_a_space_is_chosen_without_scrolling(sit: Sit, size: tuple[int, int]) -> None:
    screen = sit_with(sit, size)
    come_to(screen, "choose_slot")
    page = screen.page
    wheel, sheet = page.locator(".sheet svg").filter(has=page.get_by_role("radio")), []
    wheel.wait_for()
    assert in_sight(page.locator(".sheet dl"))
    for slot in page.locator("[role=radio][data-choice]").all():
        slot.tap()
        expect(slot).to_have_attribute("aria-checked", "true")
        assert in_sight(page.get_by_role("region", name="What it brings"))
        assert in_sight(page.locator("[data-confirm=once]"))
        assert in_sight(wheel)
        sheet.append(box_of(wheel))
    assert sheet == [sheet[0]] * len(sheet), "nothing moves when a space is chosen"
    assert sheet[0][2] >= WHEEL[size] - 1


@pytest.mark.long
def test_sectors_are_large_enough_for_a_finger(sit: Sit) -> None:
    screen = sit_with(sit, UPRIGHT)
    come_to(screen, "choose_slot")
    sectors = screen.page.get_by_role("radio")
    expect(sectors).to_have_count(8)
    assert min(min(box_of(sector)[2:]) for sector in sectors.all()) >= SECTOR
    for sector in sectors.all():
        assert sector.get_attribute("aria-label"), "a reader hears price and effect"


@pytest.mark.long
def test_a_strip_of_the_map_leads_to_the_map(sit: Sit) -> None:
    screen = sit_with(sit, UPRIGHT)
    come_to(screen, "choose_slot")
    page = screen.page
    sheet = page.locator("[data-stop]")
    expect(sheet).to_have_attribute("data-stop", "half")
    bar = box_of(page.locator("header").first)
    assert box_of(sheet)[1] - (bar[1] + bar[3]) >= STRIP
    page.get_by_role("button", name="Map pull down to see it").tap()
    expect(sheet).to_have_attribute("data-stop", "bar")
    page.wait_for_function("document.querySelector('[data-stop]').clientHeight === 64")
    page.get_by_role("button", name="Larger").tap()
    expect(sheet).to_have_attribute("data-stop", "half")
    assert in_sight(page.locator(".sheet svg").filter(has=page.get_by_role("radio")))


@pytest.mark.long
def test_a_second_tap_does_not_send(sit: Sit) -> None:
    """A finger that rests on what it chose is no decision; the button is."""
    screen = sit_with(sit, UPRIGHT)
    come_to(screen, "choose_slot")
    page = screen.page
    table = f"/api/tables/{screen.table}/position"
    before = screen.ask("GET", table)["position"]
    slot = page.locator("[role=radio][data-choice]").first
    for _ in range(2):
        slot.tap()
        expect(slot).to_have_attribute("aria-checked", "true")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    assert screen.ask("GET", table)["position"] == before
    page.locator("[data-confirm=once]").tap()
    expect(page.locator(f'[data-position="{before}"]')).to_have_count(0)


@pytest.mark.long
def test_the_money_of_the_decision_stands_beside_it(sit: Sit) -> None:
    screen = sit_with(sit, UPRIGHT)
    come_to(screen, "choose_slot")
    game = game_on(screen)
    assert game.decision is not None
    nation, player = game.snapshot()["turn"]["nation"], game.decision.player
    facts = game.facts()
    told = facts["nations"][nation]
    assert told["tax"] is not None
    assert told["interest"] is not None
    short = told["interest"]["government_pays"]
    assert read(screen.page.locator(".sheet dl > div")) == [
        f"Your cash {facts['players'][player]['cash']} M",
        f"Treasury {game.snapshot()['treasuries'][nation]} M",
        f"Tax now {told['tax']['revenue']} M ▲{told['tax']['power']}",
        f"Interest due {told['interest']['total']} M" + (f" short {short}" if short else ""),
    ]


@pytest.mark.long
def test_the_map_and_the_decision_share_a_phone_on_its_side(sit: Sit) -> None:
    screen = sit_with(sit, ON_ITS_SIDE)
    come_to(screen, "choose_slot")
    page = screen.page
    board, sheet = page.get_by_role("region", name="Board"), page.locator("[data-stop]")
    assert box_of(sheet)[2] == ON_ITS_SIDE[0] / 2
    assert box_of(board)[0] < box_of(sheet)[0]
    expect(page.get_by_role("navigation", name="Screens")).to_be_visible()


@pytest.mark.long
def test_the_smallest_phone_shows_what_a_space_brings(sit: Sit) -> None:
    """There the wheel is scrolled; what was chosen comes into sight with its button."""
    screen = sit_with(sit, SMALL)
    come_to(screen, "choose_slot")
    screen.page.locator("[role=radio][data-choice]").first.tap()
    screen.page.wait_for_function(
        f"({IN_SIGHT})(document.querySelector('.told .chosen section'))", timeout=5_000
    )
    assert in_sight(screen.page.locator("[data-confirm=once]"))


# Bonds --------------------------------------------------------------------------------------


def prices(game: rondel.Game) -> tuple[int, int]:
    """How many ways to a bond there are, and how many bonds are only too expensive."""
    ways = [one.choice for one in game.legal_actions() if one.choice.get("choice") != "pass"]
    dear = [one["choice"] for one in game.refused() if one["code"].endswith("cash_too_low")]
    return len(ways), len({bond(one) for one in dear} - {bond(one) for one in ways})


def bond(choice: Mapping[str, object]) -> tuple[object, object]:
    """The bond that a choice is about: nation and value."""
    return choice.get("nation"), choice.get("to", choice.get("value"))


@pytest.mark.long
def test_the_market_lists_the_bonds_that_can_be_paid(sit: Sit) -> None:
    screen = sit_with(sit, UPRIGHT)
    come_to(screen, "invest")
    ways, dear = prices(game_on(screen))
    market = screen.page.get_by_role("group", name="Bond market")
    expect(market.locator("[data-choice]")).to_have_count(ways)
    shut = market.get_by_role("button", name="too expensive")
    assert sum(int((one.text_content() or "").split()[0]) for one in shut.all()) == dear
    expect(market.get_by_text("short", exact=False).and_(market.locator("li span"))).to_have_count(
        0
    )
    for one in shut.all():
        one.tap()
    expect(market.locator(".dear")).to_have_count(dear)


@pytest.mark.long
@pytest.mark.parametrize("size", [UPRIGHT, ON_ITS_SIDE], ids=["upright", "on its side"])
def test_what_a_bond_brings_stands_at_the_foot(sit: Sit, size: tuple[int, int]) -> None:
    screen = sit_with(sit, size)
    come_to(screen, "invest")
    page = screen.page
    for way in page.get_by_role("group", name="Bond market").locator("[data-choice]").all():
        way.tap()
        expect(way).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_role("row", name="Your score now")).to_be_visible()
        page.wait_for_function(
            f"({IN_SIGHT})(document.querySelector('.list [aria-pressed=true]'))", timeout=5_000
        )
        assert in_sight(page.get_by_role("region", name="What it brings"))
        assert in_sight(page.locator("[data-confirm=once]"))


@pytest.mark.long
def test_the_sheet_below_the_market_is_not_half_empty(sit: Sit) -> None:
    screen = sit_with(sit, UPRIGHT)
    come_to(screen, "invest")
    empty = """() => {
        const body = document.querySelector(".sheet .body").getBoundingClientRect();
        const parts = [...document.querySelectorAll(".sheet .body :is(p, label, button, section)")]
            .map((one) => one.getBoundingClientRect()).filter(({height}) => height > 0);
        return body.height - parts.reduce((sum, {height}) => sum + height, 0);
    }"""
    assert screen.page.evaluate(empty) < 48


@pytest.mark.long
def test_figures_of_the_nation_stand_before_its_bonds(ann: Screen) -> None:
    """At a desk: treasury, power, tax and interest, and whether the treasury covers it."""
    ann.open_record(moment(SIX, late("invest")))
    game = game_on(ann)
    facts, snapshot = game.facts(), game.snapshot()
    market = ann.page.get_by_role("table", name="Bond market")
    expect(market.get_by_role("columnheader", name="the nation now")).to_be_visible()
    expect(market.get_by_role("columnheader", name="bonds: what you would pay")).to_be_visible()
    for row, nation in zip(market.locator("tbody tr").all(), snapshot["treasuries"], strict=True):
        told = facts["nations"][nation]
        assert told["tax"] is not None
        assert told["interest"] is not None
        short = told["interest"]["government_pays"]
        assert read(row.locator("td.figure")) == [
            f"{snapshot['treasuries'][nation]} M",
            f"{snapshot['power'][nation]} ×{told['power_factor']}",
            f"{told['tax']['revenue']} M ▲{told['tax']['power']}",
            f"{told['interest']['total']} M " + (f"short {short}" if short else "covered"),
        ]


@pytest.mark.long
def test_a_bond_is_told_before_and_after(ann: Screen) -> None:
    """The figures on the page are those of the position that follows."""
    ann.open_record(moment(SIX, late("invest")))
    page, game = ann.page, game_on(ann)
    assert game.decision is not None
    player = game.decision.player
    cell = page.get_by_role("table", name="Bond market").locator("[data-choice]").first
    action = game.action(int(cell.get_attribute("data-choice") or ""))
    nation = action.choice["nation"]
    told = game.consequences(action)
    cell.click()
    issuer, rows = told["issuer"], page.get_by_role("region", name="What it brings")
    assert issuer is not None
    assert issuer["interest"] is not None
    cash, owed = told["cash"][player], issuer["interest"]
    expect(rows.get_by_role("row", name="Interest due")).to_contain_text(f"{owed['total']} M")
    assert read(rows.get_by_role("row", name="your cash")) == [
        f"Your cash {cash['before']} M → {cash['after']} M"
    ]
    game.apply(action)
    assert game.facts()["players"][player]["cash"] == cash["after"]
    assert game.facts()["nations"][nation]["interest"] == owed


# Words --------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_can_be_read(sit: Sit, lang: str, size: tuple[int, int]) -> None:
    """In the middle of what takes most room, with something chosen and without."""
    screen = sit_with(sit, size, lang)
    faults: list[str] = []
    for kind in ("choose_slot", "invest", "build_factory", "import_unit"):
        come_to(screen, kind)
        faults += unreadable(screen)
        for choice in screen.page.locator("[data-choice]:not([disabled])").all()[:3]:
            choice.tap()
            faults += unreadable(screen)
    assert faults == []
