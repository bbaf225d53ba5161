"""The past of a game: shared, tried out, saved and opened again, and told at its end."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import rondel
from rondel.engine import RULES_VERSION
from rondel.records import loads
from tests.browser.conftest import Sit
from tests.browser.moments import asks, moment, recorded
from tests.browser.playing import Player
from tests.browser.screens import Json, Screen
from tests.cli.hosting import hosted
from tests.cli.running import SOURCE
from tests.made_up_rules import NEXT
from tests.pages import ROOT

GAME = "imperial-4-players"
CLIPBOARD = ["clipboard-read", "clipboard-write"]


def changes(page: Page) -> Locator:
    """What is told to have changed."""
    return page.get_by_role("region", name="Looking back").get_by_role("listitem")


def look_back(screen: Screen, turns: int) -> str:
    """Goes back by turns; the moment it leads to."""
    expect(screen.page.get_by_role("button", name="History")).to_be_visible()
    screen.page.get_by_role("button", name="History").click()
    for _ in range(turns):
        screen.page.get_by_role("button", name="One turn back").click()
    expect(changes(screen.page)).not_to_have_count(0)
    return screen.page.get_by_role("slider").input_value()


def snapshot(screen: Screen, at: str = "position") -> Json:
    """A position of the table on the screen."""
    told: Json = screen.ask("GET", f"/api/tables/{screen.table}/{at}")["snapshot"]
    return told


@pytest.mark.long
def test_link_opens_the_moment_for_somebody_else(sit: Sit) -> None:
    ann, eve = sit(permissions=CLIPBOARD), sit()
    ann.open_record(moment(GAME, asks("army_order")))
    at = look_back(ann, turns=3)
    ann.page.get_by_role("button", name="Link").click()
    expect(ann.page.get_by_text("Link copied.")).to_be_visible()
    eve.page.goto(ann.page.evaluate("navigator.clipboard.readText()"))
    expect(eve.page.get_by_role("slider")).to_have_value(at)
    expect(changes(eve.page)).to_have_text(changes(ann.page).all_text_contents())


@pytest.mark.long
def test_whoever_came_by_a_link_may_go_on_to_now(ann: Screen) -> None:
    ann.open_record(moment(GAME, asks("army_order")))
    ann.page.goto(f"/t/{ann.table}#1")
    expect(ann.page.get_by_role("slider")).to_have_value("1")
    ann.page.get_by_role("button", name="Back to now").first.click()
    player = Player(ann)
    player.decide(player.wanted(player.game()))
    expect(ann.page.get_by_role("slider")).to_have_count(0)


@pytest.mark.long
def test_trying_from_a_moment_leads_to_a_sandbox_that_can_be_played(ann: Screen) -> None:
    ann.open_record(moment(GAME, asks("army_order")))
    at, game = look_back(ann, turns=2), ann.table
    then = snapshot(ann, f"positions/{at}")
    ann.page.get_by_role("button", name="Try from here").click()
    ann.page.wait_for_url(lambda url: game not in url)
    expect(ann.page.get_by_text("Sandbox")).to_be_visible()
    assert snapshot(ann) == then
    player = Player(ann)
    player.decide(player.wanted(player.game()))
    assert snapshot(ann) != then


def test_saved_record_opens_at_the_same_position(ann: Screen) -> None:
    ann.open_record(moment(GAME, asks("invest")))
    game, saved = ann.table, snapshot(ann)
    ann.page.get_by_role("button", name="Menu").click()
    expect(ann.page.get_by_text(f"Version {RULES_VERSION} of the rules.")).to_be_visible()
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="Save the record").click()
    ann.open_record(json.loads(download.value.path().read_text(encoding="utf-8")))
    assert ann.table != game
    assert snapshot(ann) == saved


@pytest.mark.long
def test_menu_tells_when_a_game_was_begun_by_older_rules(sit: Sit, tmp_path: Path) -> None:
    """The server knows a version more than the record was made by."""
    everything = {"PYTHONPATH": os.pathsep.join([str(SOURCE), str(ROOT)])}
    with hosted(tmp_path, env=everything, program="tests.rondel_of_tomorrow") as server:
        ann = sit(base_url=server.address)
        ann.open_record(moment(GAME, asks("invest")))
        ann.page.get_by_role("button", name="Menu").click()
        told = (
            f"Version {RULES_VERSION} of the rules, by which this game was begun. "
            f"New games take version {NEXT}."
        )
        expect(ann.page.get_by_text(told)).to_be_visible()
        ann.page.close()


@pytest.mark.long
def test_end_agrees_with_the_record(ann: Screen) -> None:
    record = recorded(GAME)
    game = loads(json.dumps(record))
    ann.open_record(record)
    table = ann.page.get_by_role("table", name="Where the points come from")
    expect(table).to_be_visible()
    for player in game.players:
        cells = table.get_by_role("row").filter(has=ann.page.get_by_role("rowheader", name=player))
        told = cells.get_by_role("cell").all_inner_texts()
        assert [cell.split("\n")[0] for cell in told] == expected_row(game, player)


def expected_row(game: rondel.Game, player: str) -> list[str]:
    """Points from each nation whose bonds a player holds, cash, and the score."""
    assert game.result is not None
    facts = game.facts(None)
    own = facts["players"][player]
    held = [nation for nation, credit in own["credit"].items() if credit]
    points = [own["bond_score"].get(n, 0) if n in held else "·" for n in facts["nations"]]
    return [str(figure) for figure in [*points, own["cash"], game.result["scores"][player]]]


@pytest.mark.long
@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)])
def test_end_shows_the_board_and_what_to_do_next_at_once(sit: Sit, size: tuple[int, int]) -> None:
    ann = sit(viewport={"width": size[0], "height": size[1]})
    ann.open_record(recorded("imperial2030-6-players"))
    for name in ("Look back through the game", "Share"):
        expect(ann.page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    expect(ann.page.get_by_role("link", name="Save the record")).to_be_in_viewport(ratio=1)
    board = ann.page.get_by_role("region", name="Board")
    expect(board.locator("[data-region]").first).to_be_visible()
    expect(board).to_be_in_viewport(ratio=0.9)
    # Who plays all of them himself is none of them.
    expect(ann.page.get_by_text("Your place")).to_have_count(0)


@pytest.mark.long
def test_sharing_the_end_is_answered(sit: Sit) -> None:
    ann = sit(permissions=CLIPBOARD)
    ann.open_record(recorded(GAME))
    ann.page.get_by_role("button", name="Share").click()
    expect(ann.page.get_by_text("Link copied.")).to_be_in_viewport()
    assert ann.table in ann.page.evaluate("navigator.clipboard.readText()")


@pytest.mark.long
def test_every_reign_tells_whose_it_was(ann: Screen) -> None:
    """Also one of a few turns, by the letters that stand for the player in the places."""
    ann.open_record(recorded("imperial2030-4-players"))
    reigns = ann.page.get_by_role("table", name="Who governed").locator("td i")
    expect(reigns.first).to_be_visible()
    assert "" not in [reign.inner_text() for reign in reigns.all()]
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert reigns.locator("..").evaluate_all(cut) == 0


@pytest.mark.long
def test_nothing_moves_for_whoever_wants_no_motion(sit: Sit) -> None:
    ann = sit(reduced_motion="reduce")
    ann.open_record(moment(GAME, asks("army_order")))
    look_back(ann, turns=1)
    ann.page.evaluate("""() => {
        window.begun = [];
        document.addEventListener("transitionrun", (event) => begun.push(event.propertyName));
    }""")
    ann.page.get_by_role("slider").fill("40")
    expect(ann.page.locator('[data-entries="40"]')).to_be_visible()
    # The next frame begins when the one with the moment is done.
    ann.page.evaluate(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    assert ann.page.evaluate("begun") == []


@pytest.mark.long
def test_a_moment_that_was_taken_back_is_not_shown_again(ann: Screen) -> None:
    ann.open_record(moment(GAME, asks("choose_slot")))
    head = ann.page.get_by_role("region", name="Looking back").get_by_role("heading", level=2)
    told = ann.ask("GET", f"/api/tables/{ann.table}/position?lang=en")
    for choice in told["choices"][:2]:
        now = ann.ask("GET", f"/api/tables/{ann.table}/position")["position"]
        sent = {"position": now, "entry": choice["entry"]}
        done = ann.ask("POST", f"/api/tables/{ann.table}/actions", sent)["position"]
        ann.page.locator(f'[data-position="{done}"]').wait_for()
        ann.page.keyboard.press(",")
        ann.page.keyboard.press(".")
        expect(head).to_contain_text(choice["label"].split()[0])
        ann.page.keyboard.press("Escape")
        back = {"position": done, "to": told["entries"]}
        ann.ask("POST", f"/api/tables/{ann.table}/undo", back)


OUTSIDE = """(element) => {
    const [box, sheet] = [element, element.closest(".sheet") ?? document.body]
        .map((one) => one.getBoundingClientRect());
    return box.left < 0 || box.right > innerWidth || box.bottom > sheet.bottom;
}"""
"""Whether a thing runs over the edge of the screen, or of the sheet that it is in."""


@pytest.mark.long
def test_the_smallest_phone_can_go_every_way(sit: Sit) -> None:
    phone = sit(viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True, locale="it")
    phone.open_record(recorded(GAME))
    phone.look_at(120)
    phone.page.locator("[data-stop=bar]").wait_for()
    slider = phone.page.locator("section:has(> input[type=range])")
    shown = [*slider.get_by_role("button").all(), *phone.page.locator(".sheet header > *").all()]
    assert [one.inner_text() for one in shown if one.is_visible() and one.evaluate(OUTSIDE)] == []
