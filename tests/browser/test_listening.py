"""The table for those who listen: what is read aloud, and by which names things go."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import rondel
from tests.browser.conftest import Sit
from tests.browser.moments import asks, moment, recorded
from tests.browser.playing import Player
from tests.browser.screens import Screen

WORLD, EUROPE = "imperial2030-4-players", "imperial-4-players"

HEARD = """() => {
    window.heard = [];
    const calm = document.querySelector("[data-spoken=calm]");
    new MutationObserver(() => window.heard.push(calm.textContent)).observe(
        calm, { childList: true, characterData: true, subtree: true }
    );
}"""


def hear(screen: Screen) -> str:
    """Writes down what is read from now on; gives what reads it."""
    screen.page.evaluate(HEARD)
    return "() => window.heard"


@pytest.mark.long
def test_a_decision_is_announced_once_and_the_rest_in_a_pause(ann: Screen) -> None:
    ann.name("Ann")
    ann.open_table("me", "banker", "banker", start=True)
    urgent, calm = (ann.page.locator(f"[data-spoken={voice}]") for voice in ("urgent", "calm"))
    expect(urgent).to_have_text(re.compile(r"^Your decision\. .+: .+\. .+\. \d+ choices?\.$"))
    expect(urgent).to_have_role("alert")
    expect(calm).to_have_role("status")
    ann.page.keyboard.press("1")
    expect(calm).to_have_text(re.compile(r"(^|\. )Factory\. \d sites?, 5\sM each\."))


@pytest.mark.long
def test_what_others_do_is_read_as_one(ann: Screen) -> None:
    ann.name("Ann")
    ann.open_table("me", "banker", "banker", "banker", "banker", "banker", start=True)
    ann.page.locator("[data-state=yours]").wait_for()
    player = Player(ann, bot="banker")
    player.decide(player.wanted(player.game()))
    calm = ann.page.locator("[data-spoken=calm]")
    expect(calm).to_have_text(re.compile(r"\. .*\. "))


def two_people(sit: Sit) -> tuple[Screen, Screen]:
    """Ann and Bob at one table, each at a screen of their own."""
    ann, bob = sit(), sit()
    ann.name("Ann")
    bob.name("Bob")
    table = ann.open_table("me", "open", public=True)
    bob.ask("POST", f"/api/tables/{table}/seats/1/take", {})
    ann.ask("POST", f"/api/tables/{table}/start", {})
    bob.page.goto(f"/t/{table}")
    for screen in (ann, bob):
        screen.page.locator("[data-position]").wait_for()
    return ann, bob


def has_three_factories(game: rondel.Game) -> bool:
    produced = [action for action in game.legal_actions() if "province" in action.choice]
    return asks("produce")(game) and len(produced) == 3


@pytest.mark.long
def test_a_chosen_unit_is_said_and_forgotten(ann: Screen) -> None:
    """Its order is the maneuver's second: a fleet has got the first."""
    ann.open_record(moment(WORLD, asks("army_order")))
    calm = ann.page.locator("[data-spoken=calm]")
    ann.page.keyboard.press("n")
    expect(calm).to_have_text(re.compile(r"^Brasilia, 1 army, chosen\. Destinations: \d+\.$"))
    ann.page.keyboard.press("1")
    expect(calm).to_have_text(re.compile(r"^Order 2: 1 army, Brasilia to .+\."))
    chosen = calm.inner_text()
    ann.page.keyboard.press("Escape")
    expect(calm).to_have_text(re.compile(r"^Brazil: move armies\. .+ \d+ choices\.$"))
    assert chosen not in calm.inner_text()


@pytest.mark.long
def test_of_steps_sent_together_only_the_last_question_is_read(ann: Screen) -> None:
    ann.open_record(moment(WORLD, has_three_factories))
    heard = hear(ann)
    # Without one of them it is not all that are sent, but each by itself.
    ann.page.locator("[data-choice][aria-checked=true]").first.click()
    send = ann.page.locator("[data-compose]")
    expect(send).to_have_attribute("data-compose", "2")
    send.click()
    calm = ann.page.locator("[data-spoken=calm]")
    expect(calm).to_have_text(re.compile(r"produces .+ produces .+\d+ choices\.$"))
    told = " ".join(ann.page.evaluate(heard))
    assert told.count("choices.") == 1
    assert "Which factories" not in told


@pytest.mark.long
def test_who_is_waited_for_is_said_once(sit: Sit) -> None:
    ann, bob = two_people(sit)
    deciding = ann if Player(ann).state == "yours" else bob
    heard = hear(deciding)
    player = Player(deciding, bot="banker")
    while player.state == "yours":
        player.decide(player.wanted(player.game()))
    expect(deciding.page.locator("[data-spoken=calm]")).to_contain_text("decides.")
    told = " ".join(deciding.page.evaluate(heard))
    assert not re.search(r"(\w+) decides\. Waiting for \1", told)


@pytest.mark.long
def test_the_call_does_not_stay(ann: Screen) -> None:
    ann.name("Ann")
    ann.open_table("me", "banker", "banker", "banker", "banker", "banker", start=True)
    urgent = ann.page.locator("[data-spoken=urgent]")
    expect(urgent).to_have_text(re.compile("^Your decision"))
    player = Player(ann, bot="banker")
    before = urgent.inner_text()
    player.decide(player.wanted(player.game()))
    expect(urgent).not_to_have_text(before)


@pytest.mark.long
def test_what_others_say_is_read(sit: Sit) -> None:
    ann, bob = two_people(sit)
    bob.ask("POST", f"/api/tables/{bob.table}/chat", {"room": "table", "text": "Good luck"})
    expect(ann.page.locator("[data-spoken=calm]")).to_contain_text("Bob: Good luck.")
    expect(bob.page.locator("[data-spoken=calm]")).not_to_contain_text("Good luck")


@pytest.mark.long
def test_every_part_has_its_heading(ann: Screen) -> None:
    ann.open_record(moment(EUROPE, asks("invest")))
    main = ann.page.get_by_role("main")
    head = main.get_by_role("heading", level=1)
    expect(head).to_have_text(re.compile(r".+, Round \d+, \w+"))
    heads = main.get_by_role("heading", level=2).all_inner_texts()
    assert heads == ["Invest once, or pass", "Board", "Ledger", "Players", "Log"]


@pytest.mark.long
def test_regions_say_what_is_there_and_what_would_happen(ann: Screen) -> None:
    ann.open_record(moment(WORLD, asks("army_order")))
    ann.page.keyboard.press("n")
    board = ann.page.get_by_role("region", name="Board")
    expect(
        board.get_by_role("button", name=re.compile("^Brasilia; .*units chosen"))
    ).to_be_visible()
    peru = board.get_by_role("button", name=re.compile("^Peru; .*can be chosen; .*Flag: Peru"))
    expect(peru).to_be_visible()


@pytest.mark.long
def test_slots_say_price_and_effect(ann: Screen) -> None:
    ann.open_record(moment(EUROPE, lambda game: game.state.round == 2))
    rondel = ann.page.get_by_role("radiogroup", name="The rondel")
    expect(rondel.get_by_role("radio", name=re.compile("^Factory, free, 3 sites"))).to_be_visible()
    dear = rondel.get_by_role("radio", name=re.compile("^Import, .*too expensive"))
    expect(dear).to_have_attribute("aria-disabled", "true")


@pytest.mark.long
def test_bonds_one_cannot_have_say_why(ann: Screen) -> None:
    ann.open_record(moment(EUROPE, asks("invest")))
    market = ann.page.get_by_role("table", name="Bond market")
    market.get_by_role("button", name="Italy, 4 M, 4 M").focus()
    ann.page.keyboard.press("ArrowRight")
    dear = market.get_by_role("button", name=re.compile("^Italy, 6 M, short 1, That costs .+"))
    expect(dear).to_be_focused()
    expect(dear).to_have_attribute("aria-disabled", "true")


@pytest.mark.long
def test_targets_say_who_may_demand_a_battle(ann: Screen) -> None:
    record = recorded(WORLD)
    actions = record["actions"]
    assert isinstance(actions, list)
    # Flags and taxes of two nations change at the end of this Maneuver: there is much to say.
    ann.open_record({**record, "actions": actions[:225], "result": None})
    ann.page.locator('[data-origin="new_york"]').click()
    target = ann.page.get_by_role("button", name=re.compile("^New Orleans; .*can be chosen"))
    expect(target).to_have_accessible_name(re.compile("May demand a battle: "))
