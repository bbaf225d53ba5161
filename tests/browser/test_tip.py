"""What is told at a place of the map leaves the other places in sight, and in reach."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator

import rondel
from tests.browser.conftest import Sit
from tests.browser.moments import asks, chance
from tests.browser.screens import Screen

MANY = 12
"""Places that an army can go to, and that a tip has to avoid."""
NEAR = 320
"""Pixels that a tip is at most away from its place, where goals lie all around."""

LEAVES_GOALS = """([name, near]) => {
    const tip = document.querySelector(".tip");
    if (!tip?.textContent.startsWith(name)) return false;
    const {left, top, right, bottom} = tip.getBoundingClientRect();
    const isGoal = (element) => element.matches(".choosable .ground, .origin .ground");
    for (let y = top + 2; y < bottom; y += 6)
        for (let x = left + 2; x < right; x += 6)
            if (document.elementsFromPoint(x, y).some(isGoal)) return false;
    const line = document.querySelector(".line line").getBoundingClientRect();
    return Math.hypot(line.width, line.height) < near;
}"""
"""Whether a tip hides no part of any goal or of the unit's place, and a line leads from it to its
own; it moves when all its words have come."""

TAKES_TAPS = """async (tip) => {
    // It finds its place when its size is known.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const {x, y, width} = tip.getBoundingClientRect();
    return tip.contains(document.elementFromPoint(x + width / 2, y + 10));
}"""
"""Whether a tap on the words of the tip stays there."""


def has_many_goals(game: rondel.Game) -> bool:
    return asks("army_order")(game) and len(game.legal_actions()) > MANY


def goals(screen: Screen) -> Locator:
    """The places that the first army can go to."""
    screen.open_record(chance("imperial2030", 7, has_many_goals))
    screen.page.locator("[data-state=yours]").wait_for()
    screen.page.keyboard.press("1")
    found = screen.page.locator("[data-region].choosable")
    found.nth(MANY // 2).wait_for()
    return found


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1440, 900)])
def test_the_tip_hides_no_goal(sit: Sit, width: int, height: int) -> None:
    screen = sit(viewport={"width": width, "height": height})
    for goal in goals(screen).all():
        goal.dispatch_event("pointerenter")
        screen.page.wait_for_function(LEAVES_GOALS, arg=[name_of(goal), NEAR])


def name_of(region: Locator) -> str:
    return (region.get_attribute("aria-label") or "").split(";")[0]


@pytest.mark.long
def test_a_tap_goes_through_the_tip(sit: Sit) -> None:
    phone = sit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    goals(phone).first.dispatch_event("click")
    tip = phone.page.locator(".tip")
    tip.wait_for()
    assert not tip.evaluate(TAKES_TAPS)
