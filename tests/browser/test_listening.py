"""The table for those who listen: what is read aloud, and by which names things go."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.moments import asks, moment
from tests.browser.playing import Player
from tests.browser.screens import Screen

WORLD, EUROPE = "imperial2030-4-players", "imperial-4-players"


def test_a_decision_is_announced_once_and_the_rest_in_a_pause(ann: Screen) -> None:
    ann.name("Ann")
    ann.open_table("me", "banker", "banker", start=True)
    urgent, calm = (ann.page.locator(f"[data-spoken={voice}]") for voice in ("urgent", "calm"))
    expect(urgent).to_have_text(re.compile(r"^Your decision\. .+: .+\. .+\. \d+ choices?\.$"))
    expect(urgent).to_have_role("alert")
    expect(calm).to_have_role("status")
    ann.page.keyboard.press("1")
    expect(calm).to_have_text(re.compile(r"^Factory\. \d sites?, 5\sM each\."))


def test_what_others_do_is_read_as_one(ann: Screen) -> None:
    ann.name("Ann")
    ann.open_table("me", "banker", "banker", "banker", "banker", "banker", start=True)
    ann.page.locator("[data-state=yours]").wait_for()
    player = Player(ann, bot="banker")
    player.decide(player.wanted(player.game()))
    calm = ann.page.locator("[data-spoken=calm]")
    expect(calm).to_have_text(re.compile(r"\. .*\. "))


def test_every_part_has_its_heading(ann: Screen) -> None:
    ann.open_record(moment(EUROPE, asks("invest")))
    main = ann.page.get_by_role("main")
    expect(main.get_by_role("heading", level=1)).to_have_count(1)
    heads = main.get_by_role("heading", level=2).all_inner_texts()
    assert heads == ["Invest once, or pass", "Board", "Ledger", "Players", "Log"]


def test_regions_say_what_is_there_and_what_would_happen(ann: Screen) -> None:
    ann.open_record(moment(WORLD, asks("army_order")))
    ann.page.keyboard.press("n")
    board = ann.page.get_by_role("region", name="Board")
    expect(
        board.get_by_role("button", name=re.compile("^Brasilia; .*units chosen"))
    ).to_be_visible()
    peru = board.get_by_role("button", name=re.compile("^Peru; .*can be chosen; .*Flag: Peru"))
    expect(peru).to_be_visible()


def test_slots_say_price_and_effect(ann: Screen) -> None:
    ann.open_record(moment(EUROPE, lambda game: game.state.round == 2))
    rondel = ann.page.get_by_role("radiogroup", name="The rondel")
    expect(rondel.get_by_role("radio", name=re.compile("^Factory, free, 3 sites"))).to_be_visible()
    dear = rondel.get_by_role("radio", name=re.compile("^Import, .*too dear"))
    expect(dear).to_have_attribute("aria-disabled", "true")


def test_bonds_one_cannot_have_say_why(ann: Screen) -> None:
    ann.open_record(moment(EUROPE, asks("invest")))
    market = ann.page.get_by_role("table", name="Bond market")
    market.get_by_role("button", name="Italy, 4 M, 4 M").focus()
    ann.page.keyboard.press("ArrowRight")
    dear = market.get_by_role("button", name=re.compile("^Italy, 6 M, 1 M short, .+"))
    expect(dear).to_be_focused()
    expect(dear).to_have_attribute("aria-disabled", "true")
