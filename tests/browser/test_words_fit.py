"""Long words have room: nothing is cut off or runs over its edge, in any language."""

from __future__ import annotations

import pytest

from rondel.records import LANGUAGES
from tests.browser.conftest import Sit
from tests.browser.moments import asks, moment
from tests.browser.screens import Screen

pytestmark = pytest.mark.long

CUT = """() => {
    const shown = (element) => element.checkVisibility({visibilityProperty: true})
        && !element.closest(".hidden-text, option") && element.getBoundingClientRect().width > 2;
    // What scrolls may be wider than it is; what hides the rest may not.
    const edges = function* (element) {
        const control = element.closest("button, label, a, [role=tab], dt, dd, th, td, h2, h3");
        if (control) yield control;
        for (let at = element; at; at = at.parentElement) {
            const {overflowX} = getComputedStyle(at);
            if (overflowX === "auto" || overflowX === "scroll") return;
            if (overflowX !== "visible") yield at;
        }
    };
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth)
        found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    while (words.nextNode()) {
        const [text, element] = [words.currentNode, words.currentNode.parentElement];
        if (!text.textContent.trim() || element.closest("[data-region], .frame") || !shown(element))
            continue;
        range.selectNodeContents(text);
        const {left, right} = range.getBoundingClientRect();
        const lines = new Set([...range.getClientRects()].map(({top}) => Math.round(top)));
        if (lines.size > 1 && /^[^\\s-]+$/.test(text.textContent.trim()))
            found.push(`${text.textContent.trim()} is broken`);
        for (const edge of edges(element)) {
            const box = edge.getBoundingClientRect();
            const hides = getComputedStyle(edge).overflowX === "hidden" && edge === element;
            const hidden = hides && edge.scrollWidth > edge.clientWidth + 1;
            if (hidden || right > box.right + 1 || left < box.left - 1) {
                found.push(`${text.textContent.trim()} in <${edge.localName} ${edge.className}>`);
                break;
            }
        }
    }
    return found;
}"""
"""Words that are cut or run over, and whether the page is wider than the screen."""

OVER = """() => [...document.querySelectorAll("section :is(button, input, a)")]
    .filter((control) => control.getBoundingClientRect().right
        > control.closest("section").getBoundingClientRect().right)
    .map(({textContent}) => `${textContent.trim()} runs over its card`)"""
"""Controls that leave their card."""

SIZES = {"phone": (390, 844), "desktop": (1440, 900)}
WORLD, EUROPE = "imperial2030-4-players", "imperial-4-players"


@pytest.fixture(params=[(lang, size) for lang in LANGUAGES for size in SIZES], ids="-".join)
def reader(sit: Sit, request: pytest.FixtureRequest) -> Screen:
    """Somebody who reads one of the languages on a screen of one of the sizes."""
    lang, size = request.param
    width, height = SIZES[size]
    return sit(locale=lang, viewport={"width": width, "height": height}, has_touch=size == "phone")


def test_words_fit_at_the_table(reader: Screen) -> None:
    cut: list[str] = []
    for game, kind in ((WORLD, "choose_slot"), (WORLD, "army_order"), (EUROPE, "invest")):
        reader.open_record(moment(game, asks(kind)))
        reader.page.locator("[data-state=yours]").wait_for()
        reader.page.keyboard.press("1")
        cut += reader.page.evaluate(CUT)
    for key in ("t", "b", "l", "c"):
        reader.page.keyboard.press(key)
        cut += reader.page.evaluate(CUT)
    assert cut == []


def test_words_fit_before_the_game(reader: Screen) -> None:
    cut: list[str] = []
    for path in ("/", "/new"):
        reader.page.goto(path)
        reader.page.locator("main h1").wait_for()
        cut += reader.page.evaluate(CUT) + reader.page.evaluate(OVER)
    reader.name("Ann")
    reader.open_table("me", "open", "banker")
    reader.page.locator("main h1").wait_for()
    assert cut + reader.page.evaluate(CUT) == []
