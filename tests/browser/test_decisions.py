"""Decisions that are put together before they are sent, taken back, or opened by a gift."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import rondel
from rondel.records import loads
from tests.browser.moments import asks, chance, moment
from tests.browser.playing import Until
from tests.browser.screens import Screen
from tests.samples import some

GAMES = ("imperial-6-players", "imperial2030-6-players")


def actions(screen: Screen) -> list[dict[str, Any]]:
    """What is on record, as the server tells it."""
    record: dict[str, Any] = screen.ask("GET", f"/api/tables/{screen.table}/record")
    return [entry["choice"] for entry in record["actions"]]


def kind(game: rondel.Game) -> str:
    return "" if game.decision is None else game.decision.kind


def can_import_three(game: rondel.Game) -> bool:
    action: Any = game.facts()["action"]
    return kind(game) == "import_unit" and action["units"] == 3


def lacks_supply(game: rondel.Game) -> bool:
    return kind(game) == "produce" and {"all": True} not in [
        action.choice for action in game.legal_actions()
    ]


def needs_a_gift(game: rondel.Game) -> bool:
    return kind(game) == "build_factory" and any(one["donation"] for one in game.refused())


def may_choose_from(bonds: int) -> Until:
    """When somebody who invests has so many ways to do it, or to pass."""
    return lambda game: kind(game) == "invest" and len(game.legal_actions()) > bonds


def has_fleets(game: rondel.Game) -> bool:
    origins = {action.choice.get("from") for action in game.legal_actions()}
    return kind(game) == "fleet_order" and len(origins) > 2


def send(screen: Screen) -> Locator:
    """The button that sends what was put together."""
    return screen.page.locator("[data-compose]")


@pytest.mark.long
@pytest.mark.parametrize("game", some(GAMES))
def test_units_are_imported_together_and_taken_back_singly(ann: Screen, game: str) -> None:
    ann.open_record(moment(game, can_import_three))
    before = actions(ann)
    expect(send(ann)).to_contain_text("Import nothing")
    first = ann.page.locator("[data-choice]").first
    for count in (1, 2):
        first.click()
        expect(send(ann)).to_contain_text(f"Import {count} for {count}\u00a0M")
    ann.page.get_by_role("button", name="One less:").click()
    expect(send(ann)).to_contain_text("Import 1 for 1\u00a0M")
    assert actions(ann) == before, "nobody has seen it yet"
    send(ann).click()
    expect(send(ann)).to_have_count(0)
    unit, done = actions(ann)[len(before) :]
    assert "unit" in unit
    assert done == {"done": True}


@pytest.mark.long
@pytest.mark.parametrize("key", some(["Enter", "e"]))
def test_who_would_give_a_turn_away_is_asked_once(ann: Screen, key: str) -> None:
    again = ann.page.locator("[data-confirm=again]")
    for game in GAMES:
        ann.open_record(moment(game, can_import_three))
        before = actions(ann)
        expect(send(ann)).to_have_attribute("data-compose", "0")
        ann.page.keyboard.press(key)
        expect(again).to_have_text(re.compile("Nothing would happen"))
        ann.page.keyboard.press("Escape")
        expect(again).to_have_count(0)
        expect(send(ann)).to_be_visible()
        assert actions(ann) == before
        for _ in range(2):
            ann.page.keyboard.press(key)
        expect(again.or_(send(ann))).to_have_count(0)
        assert actions(ann)[-1] == {"done": True}


def has_too_many_orders(game: rondel.Game) -> bool:
    """More than the server explains unasked."""
    return kind(game) == "army_order" and len(game.legal_actions()) > 64


@pytest.mark.long
def test_where_there_are_very_many_orders_those_of_a_unit_are_explained(ann: Screen) -> None:
    ann.open_record(chance("imperial2030", 7, has_too_many_orders))
    decision = ann.page.get_by_role("region", name="Decision")
    with ann.page.expect_response(re.compile("/consequences")):
        ann.page.locator("[data-origin]").first.click()
    expect(decision.get_by_text(re.compile("by rail|convoy|may demand")).first).to_be_visible()


def test_a_maneuver_without_orders_is_asked_about_and_one_with_orders_is_not(ann: Screen) -> None:
    ann.open_record(moment(GAMES[1], asks("army_order")))
    again = ann.page.locator("[data-confirm=again]")
    done = ann.page.get_by_role("button", name=re.compile("^End armies"))
    done.click()
    expect(again).to_be_visible()
    ann.page.get_by_role("button", name="Cancel").click()
    ann.page.locator("[data-origin]").first.click()
    ann.page.locator("[data-choice]").first.click()
    ann.page.locator("[data-confirm=once]").click()
    expect(ann.page.locator("[aria-busy], [inert]")).to_have_count(0)
    if done.is_visible():
        done.click()
    expect(again).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_what_the_supply_does_not_cover_is_said_and_counted(ann: Screen, game: str) -> None:
    ann.open_record(moment(game, lacks_supply))
    decision = ann.page.get_by_role("region", name="Decision")
    expect(decision.get_by_text("Left in supply:")).to_be_visible()
    boxes = decision.get_by_role("checkbox")
    while boxes.and_(ann.page.locator(":not(:disabled)[aria-checked=false]")).count():
        planned = send(ann).get_attribute("data-compose") or ""
        boxes.and_(ann.page.locator(":not(:disabled)[aria-checked=false]")).first.click()
        expect(send(ann)).to_have_attribute("data-compose", str(int(planned) + 1))
    expect(boxes.and_(ann.page.locator(":disabled"))).not_to_have_count(0)
    count = boxes.and_(ann.page.locator("[aria-checked=true]")).count()
    before = len(actions(ann))
    send(ann).click()
    expect(send(ann)).to_have_count(0)
    made = [choice for choice in actions(ann)[before:] if "province" in choice]
    assert len(made) == count


@pytest.mark.long
@pytest.mark.parametrize("game", ["imperial-6-players", "imperial2030-5-players"])
def test_a_gift_that_opens_a_choice_is_offered(ann: Screen, game: str) -> None:
    ann.open_record(moment(game, needs_a_gift))
    before = len(actions(ann))
    ann.page.get_by_role("button", name=", then build").click()
    ann.page.locator("[data-give]").click()
    sites = ann.page.get_by_role("list", name="Choices").get_by_role("button")
    sites.first.click()
    ann.page.locator("[data-confirm]").click()
    expect(ann.page.locator("[data-confirm]")).to_have_count(0)
    gift, site = actions(ann)[before:]
    assert gift["amount"] > 0
    assert "province" in site


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_orders_are_numbered_and_taken_back_from_the_list(ann: Screen, game: str) -> None:
    ann.open_record(moment(game, has_fleets))
    before = len(actions(ann))
    goals = ann.page.get_by_role("list", name="Where to").get_by_role("button")
    for number in (1, 2):
        ann.page.locator("[data-origin]").first.click()
        # The only way is taken at once.
        if goals.count() > 1:
            goals.last.click()
        ann.page.locator("[data-confirm]").click()
        expect(ann.page.locator("[data-undo]")).to_have_count(number)
        expect(ann.page.locator("[aria-busy]")).to_have_count(0)
    # All fleets had their orders: the armies would lose the step they are in.
    ann.page.locator("[data-undo]").first.click()
    expect(ann.page.locator("[data-undo]")).to_have_count(0)
    assert len(actions(ann)) == before


@pytest.mark.long
def test_scarce_flags_are_placed_together_with_what_they_bring(ann: Screen) -> None:
    def lacks_flags(game: rondel.Game) -> bool:
        return kind(game) == "place_flag" and len(game.legal_actions()) > 2

    record = chance("imperial", 45, lacks_flags)
    game = loads(json.dumps(record))
    scarce = game.facts()["nations"][game.snapshot()["turn"]["nation"]]["supply"]["flags"]
    ann.open_record(record)
    before = actions(ann)
    regions = ann.page.get_by_role("list", name="Choices").get_by_role("checkbox")
    ghosts = ann.page.get_by_role("group", name="Board").locator("g.ghost")
    expect(regions.first).to_contain_text("taxes")
    for count in range(1, scarce + 1):
        regions.nth(count - 1).click()
        expect(ghosts).to_have_count(count)
    expect(send(ann)).to_be_enabled()
    expect(regions.nth(scarce)).to_be_disabled()
    send(ann).click()
    expect(send(ann)).to_have_count(0)
    assert len(actions(ann)) == len(before) + scarce


@pytest.mark.long
def test_who_moves_chooses_whom_to_ask_first(ann: Screen) -> None:
    option = "mover_chooses"
    ann.open_record(chance("imperial2030", 0, asks("ask_next"), battle_query_order=option))
    before = actions(ann)
    asked = ann.page.get_by_role("region", name="Decision").locator("[data-choice]").last
    name = asked.inner_text()
    asked.click()
    expect(ann.page.get_by_role("heading", name=f"{name}:")).to_be_visible()
    assert len(actions(ann)) == len(before) + 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "ways"), some([("imperial-4-players", 30), ("imperial2030-4-players", 40)])
)
def test_every_bond_that_can_be_chosen_is_in_sight(ann: Screen, game: str, ways: int) -> None:
    ann.open_record(moment(game, may_choose_from(ways)))
    bonds = ann.page.get_by_role("table", name="Bond market").locator("[data-choice]")
    expect(bonds.first).to_be_visible()
    assert bonds.count() >= ways
    for bond in bonds.all():
        expect(bond).to_be_in_viewport(ratio=1)
        width: int = bond.evaluate("one => one.scrollWidth - one.clientWidth")
        assert width <= 0
