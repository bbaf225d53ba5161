"""For the first own game: every figure explains itself, one is told what one is, and may ask."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Sit
from tests.browser.moments import asks, moment, recorded
from tests.browser.screens import Screen

LANGUAGES = ("en", "it", "es", "ru", "pl")
GAMES = ("imperial2030", "imperial")
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}

UNEXPLAINED = """() => {
    const terms = "dt, dd, thead th:not([scope=colgroup]), tbody td, .figure, .coming span";
    const figures = `main :is(${terms}), header .round`;
    const isSeen = (one) => one.checkVisibility() && one.textContent.trim() !== "";
    const has = (one) => one.closest("[data-tip]") || one.querySelector("[data-tip]");
    return [...document.querySelectorAll(figures)]
        .filter((one) => isSeen(one) && !one.closest("dialog, [data-tip-card]") && !has(one))
        .map((one) => one.outerHTML.slice(0, 160));
}"""
"""Terms and figures on the page that have no tip; what stands above several columns is neither."""

FIGURES = """() => [...document.querySelectorAll("main [data-tip]")]
    .filter((one) => one.checkVisibility() && !one.closest(".frame"))
    .map((one) => one.dataset.tip)"""
"""Which figures have a tip, in their order on the page; the places of the map come after them."""

ON_MAP = """() => [...document.querySelectorAll("main .frame :is(.piece, .city)")]
    .filter((one) => !one.dataset.tip).map((one) => one.outerHTML.slice(0, 160))"""
"""What stands on the map and has no tip."""

TOLD = """() => {
    const card = document.querySelector("[data-tip-card]");
    const figure = document.querySelector("[data-tipped]");
    const said = (part) => card?.querySelector(part)?.innerText ?? "";
    const meets = (a, b) => a && b && a.left < b.right && b.left < a.right
        && a.top < b.bottom && b.top < a.bottom;
    const middle = ({ left, right, top, bottom }) => {
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return { left: x - 1, right: x + 1, top: y - 1, bottom: y + 1 };
    };
    const all = (one) => one?.getBoundingClientRect();
    // A place of the map may be half of it: its middle is to be seen.
    const box = (one) => one?.matches("[data-region]") ? middle(all(one)) : all(one);
    const [decision, market] = [".decision", ".roomy .ledger"]
        .map((one) => document.querySelector(one));
    return {
        figure: figure?.dataset.tip,
        name: said("h2"),
        sentence: said("p"),
        clause: card?.querySelector("[data-clause]")?.dataset.clause ?? "",
        all: card?.innerText ?? "",
        hides: [figure, decision, market].filter((one) => one && meets(box(card), box(one))).length,
    };
}"""
"""What the tip says that is open."""

POINTABLE = """(kind) => {
    const isOnTop = (one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const met = document.elementFromPoint(left + width / 2, top + height / 2);
        return met?.closest("[data-tip]") === one;
    };
    return [...document.querySelectorAll(`main [data-tip^="${kind}"]`)].findIndex(isOnTop);
}"""
"""The first of a kind over which neither another piece nor a tip lies."""

RAW = re.compile(r"\b(tips|panels|help|market|rondel|decisions)\.\w|undefined|NaN|\{")
"""What no reader should see."""


def begin(screen: Screen, game: str = "imperial2030", *seats: str) -> None:
    """A game with bots, in which it is one's own decision."""
    screen.name("Ann")
    screen.open_table("me Ann", *(seats or ("banker Bob", "banker Cid")), game=game, start=True)
    screen.page.locator("[data-state=yours]").wait_for()
    screen.page.locator("[data-tip^='slot/']").first.wait_for()


def walk(screen: Screen) -> list[dict[str, Any]]:
    """Opens one tip after the other by the keyboard; what each of them says."""
    figures: list[str] = screen.page.evaluate(FIGURES)
    assert len(figures) > 20, figures
    screen.page.keyboard.press("i")
    told = []
    for place, figure in enumerate(figures):
        if place:
            screen.page.keyboard.press("ArrowRight")
        screen.page.locator(".placed[data-tip-card]").wait_for()
        told.append(screen.page.evaluate(TOLD))
        assert told[-1]["figure"] == figure
    return told


def check(told: dict[str, Any]) -> None:
    """A tip says more than the name, in words, and leads to the rules."""
    assert told["name"], told
    assert len(told["sentence"]) > len(told["name"]), told
    assert not RAW.search(told["all"]), told
    assert re.match(r"R-[A-Z]+-\d+", told["clause"]) or told["figure"] == "clock", told
    assert told["hides"] == 0, told


# Tips ---------------------------------------------------------------------------------------


@pytest.mark.long
def test_every_figure_has_its_tip(ann: Screen) -> None:
    begin(ann)
    assert ann.page.evaluate(UNEXPLAINED) == []
    for told in walk(ann):
        check(told)
    assert ann.violations() == []


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_every_figure_has_its_tip_in_every_language(
    sit: Sit, lang: str, game: str, size: tuple[int, int]
) -> None:
    screen = sit(locale=lang, viewport={"width": size[0], "height": size[1]})
    begin(screen, game)
    assert screen.page.evaluate(UNEXPLAINED) == []
    for told in walk(screen):
        check(told)


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["imperial2030-6-players", "imperial-6-players"])
def test_every_figure_of_the_market_has_its_tip(sit: Sit, lang: str, name: str) -> None:
    screen = sit(locale=lang)
    screen.open_record(moment(name, asks("invest")))
    screen.page.locator("[data-tip^='bond/']").first.wait_for()
    assert screen.page.evaluate(UNEXPLAINED) == []
    for told in walk(screen):
        check(told)


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_figure_has_its_tip_on_a_phone(sit: Sit, lang: str) -> None:
    phone = sit(locale=lang, **PHONE)
    begin(phone)
    for screen in range(5):
        phone.page.locator("nav:has(> [aria-current=page]) > button").nth(screen).tap()
        assert phone.page.evaluate(UNEXPLAINED) == []


@pytest.mark.long
def test_the_sum_of_a_figure_is_that_of_the_server(ann: Screen) -> None:
    begin(ann)
    facts = ann.ask("GET", f"/api/tables/{ann.table}/position")["facts"]["nations"]["china"]
    told = next(one for one in walk(ann) if one["figure"] == "tax/china")
    tax, rows = facts["tax"], facts["tax_sum"]
    assert f"{tax['revenue']}\u00a0M" in told["all"]
    assert f"{tax['factories']} × {rows['per_factory']}\u00a0M" in told["all"]
    assert f"→ {rows['treasury_after']}\u00a0M" in told["all"]
    assert f"At {rows['next_revenue']}\u00a0M it would be {rows['next_power']}." in told["all"]


@pytest.mark.long
def test_pointing_opens_a_tip_that_stays_while_one_is_in_it(ann: Screen) -> None:
    begin(ann)
    page, card = ann.page, ann.page.locator("[data-tip-card]")
    page.locator("[data-tip='tax/china']").hover()
    expect(card).to_contain_text("Tax now")
    expect(page.locator("[data-tipped]")).to_have_attribute("data-tip", "tax/china")
    card.locator("a").hover()
    expect(card).to_be_visible()
    page.locator("[data-tip='score/Ann']").hover()
    expect(card).to_contain_text("Score")
    expect(card).to_have_count(1)
    page.locator("h1").first.dispatch_event("pointerover", {"pointerType": "mouse"})
    expect(card).to_have_count(0)


@pytest.mark.long
def test_escape_closes_the_tip_alone(ann: Screen) -> None:
    begin(ann)
    page, card = ann.page, ann.page.locator("[data-tip-card]")
    page.keyboard.press("1")
    chosen = page.locator("[role=radio][aria-checked=true]")
    expect(chosen).to_have_count(1)
    page.keyboard.press("i")
    expect(card).to_be_visible()
    held = page.evaluate("document.activeElement.dataset.tip")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(chosen).to_have_count(1)
    assert page.evaluate("document.activeElement.dataset.tip") == held


@pytest.mark.long
def test_a_tip_moves_nothing(ann: Screen) -> None:
    begin(ann)
    top = "one.getBoundingClientRect().top"
    places = f"() => [...document.querySelectorAll('main *')].map((one) => {top})"
    # Its words come with the first one.
    ann.page.keyboard.press("i")
    ann.page.locator("[data-tip-card]").wait_for()
    ann.page.keyboard.press("Escape")
    before = ann.page.evaluate(places)
    ann.page.keyboard.press("i")
    ann.page.locator("[data-tip-card]").wait_for()
    assert ann.page.evaluate(places) == before


@pytest.mark.long
def test_a_tap_opens_a_tip_from_below(sit: Sit) -> None:
    phone = sit(**PHONE)
    begin(phone)
    phone.page.get_by_role("button", name="Nations").tap()
    phone.page.locator("[data-tip='tax/china']").last.tap()
    card = phone.page.locator("[data-tip-card]")
    expect(card).to_contain_text("Tax now")
    box = card.bounding_box()
    assert box is not None
    assert round(box["y"] + box["height"]) == 844
    assert box["height"] <= 422
    card.get_by_role("button", name="Close").tap()
    expect(card).to_have_count(0)


# The map, the charts, the result ------------------------------------------------------------


def told_of(screen: Screen, figure: str) -> dict[str, Any]:
    """What the tip of something on the map says, after pointing at it."""
    place = screen.page.evaluate(POINTABLE, figure)
    assert place >= 0, figure
    screen.page.locator(f"main [data-tip^='{figure}']").nth(place).hover(force=True)
    screen.page.locator(f"[data-tipped][data-tip^='{figure}']").wait_for()
    screen.page.locator(".placed[data-tip-card]").wait_for()
    told: dict[str, Any] = screen.page.evaluate(TOLD)
    return told


def in_the_middle(screen: Screen, name: str) -> None:
    """A game with pieces of all kinds on the board."""
    screen.open_record(moment(name, lambda game: asks("choose_slot")(game) and len(game) > 150))
    screen.page.locator("[data-tip^='flag/']").first.wait_for()


@pytest.mark.long
def test_what_stands_on_the_map_has_its_tip(ann: Screen) -> None:
    """Pieces by pointing, places by a click; the board's own words make room for it."""
    in_the_middle(ann, "imperial2030-4-players")
    assert ann.page.evaluate(ON_MAP) == []
    for figure in ("unit/", "city/", "flag/"):
        told = told_of(ann, figure)
        check(told)
        expect(ann.page.locator(".frame > .tip:visible")).to_have_count(0)
    place = ann.page.locator("main [data-region=indian_ocean]")
    place.locator(".ground").dispatch_event("click", {"clientX": 700, "clientY": 440})
    expect(ann.page.locator("[data-tip-card]")).to_contain_text("Indian Ocean")
    ann.page.locator("[data-tip-card] a").click()
    expect(ann.page.get_by_role("region", name="Rules over the table")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["imperial2030-4-players", "imperial-4-players"])
def test_everything_on_the_map_is_told_in_every_language(sit: Sit, lang: str, name: str) -> None:
    """Each place by the keyboard, after all figures; pieces of every kind by pointing."""
    screen = sit(locale=lang)
    in_the_middle(screen, name)
    screen.page.keyboard.press("i")
    screen.page.locator(".placed[data-tip-card]").wait_for()
    for _ in range(len(screen.page.evaluate(FIGURES)) - 1):
        screen.page.keyboard.press("ArrowRight")
    places = screen.page.locator("main .frame [data-region]").count()
    for _ in range(places):
        screen.page.keyboard.press("ArrowRight")
        screen.page.locator(".placed[data-tip-card]").wait_for()
        told = screen.page.evaluate(TOLD)
        assert told["figure"].startswith("place/"), told
        check(told)
    screen.page.keyboard.press("Escape")
    for figure in ("unit/", "city/", "flag/"):
        check(told_of(screen, figure))


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["imperial2030-4-players", "imperial-4-players"])
def test_every_figure_of_the_result_has_its_tip(sit: Sit, lang: str, name: str) -> None:
    """Places, points, charts: what they are, and the rules over the result."""
    screen = sit(locale=lang)
    screen.open_record(recorded(name))
    screen.page.locator("svg [data-tip^='score/']").first.wait_for()
    assert screen.page.evaluate(UNEXPLAINED) == []
    for told in walk(screen):
        check(told)
    screen.page.locator("[data-tip-card] a").click()
    screen.page.locator("article h1").wait_for()


# What one is --------------------------------------------------------------------------------


def who(screen: Screen) -> Locator:
    return screen.page.get_by_label("Who you are")


@pytest.mark.long
def test_a_newcomer_is_told_what_he_is_until_he_has_enough_of_it(ann: Screen) -> None:
    begin(ann)
    expect(who(ann)).to_contain_text(re.compile(r"You are an investor\. You govern \w+"))
    ann.page.get_by_role("button", name="Don’t show").click()
    expect(who(ann)).to_have_count(0)
    ann.page.reload()
    ann.page.locator("[data-state=yours]").wait_for()
    expect(who(ann)).to_have_count(0)
    ann.page.get_by_role("button", name="Menu").click()
    ann.page.get_by_label("Show above each decision who I am").click()
    ann.page.keyboard.press("Escape")
    expect(who(ann)).to_contain_text("You are an investor.")


# Hints --------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_hint_names_a_choice_and_why_and_chooses_nothing(ann: Screen) -> None:
    begin(ann)
    page = ann.page
    before = page.locator("[data-position]").get_attribute("data-position")
    page.keyboard.press("w")
    advice = page.locator("[data-advice]")
    said = r"\w+ would be good\. .+\. It costs .+\. Advised by Magnate\."
    expect(advice).to_contain_text(re.compile(said))
    expect(page.locator("[role=radio][aria-checked=true]")).to_have_count(0)
    assert page.locator("[data-position]").get_attribute("data-position") == before
    expect(page.get_by_role("main").get_by_text("Ann asks for a hint.")).to_be_visible()
    dashes = "(all) => all.map((one) => getComputedStyle(one).strokeDasharray)"
    slots = page.locator("[role=radio] .field").evaluate_all(dashes)
    assert len([dash for dash in slots if dash != "none"]) == 1


@pytest.mark.long
def test_with_people_there_is_no_hint(sit: Sit) -> None:
    ann, bob = sit(), sit()
    ann.name("Ann")
    table = ann.open_table("me Ann", "open", "banker Cid")
    invite = ann.ask("GET", f"/api/tables/{table}")["invite"]
    bob.name("Bob")
    bob.ask("POST", f"/api/tables/{table}/seats/1/take?invite={invite}", {})
    ann.ask("POST", f"/api/tables/{table}/start", {})
    for one in (ann, bob):
        one.page.goto(f"/t/{table}")
        one.page.locator("[data-position]").wait_for()
    asked = next(one for one in (ann, bob) if one.page.locator("[data-state=yours]").count())
    asked.page.locator("[data-tip^='slot/']").first.wait_for()
    expect(asked.page.locator("[aria-keyshortcuts=W]")).to_have_count(0)
