"""My tables: told apart, found again, hidden and deleted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Sit
from tests.browser.screens import Json, Screen

PAGE = 30
"""Tables on the first page of a list."""


def opened(screen: Screen, *rivals: str, **wanted: object) -> str:
    """A running game against bots with these names."""
    seats: list[Json] = [{"kind": "me"}]
    seats += [{"kind": "bot", "bot": "banker", "name": name} for name in rivals]
    usual = {"game": "imperial2030", "public": False, "start": True}
    body = {**usual, "seats": seats, **wanted}
    table: str = screen.ask("POST", "/api/tables", body)["id"]
    return table


def ended(screen: Screen, *rivals: str, **wanted: object) -> str:
    """A game against bots that was given up."""
    table = opened(screen, *rivals, **wanted)
    screen.ask("POST", f"/api/tables/{table}/vote", {"kind": "end"})
    return table


def row(screen: Screen, text: str) -> Locator:
    """The table of a list with some words in it."""
    return screen.page.get_by_role("listitem").filter(has_text=text)


def rows(screen: Screen) -> Locator:
    """All tables on the page."""
    return screen.page.locator("li a[href^='/t/']")


def care_for(screen: Screen, title: str) -> None:
    """Opens what can be done with a table."""
    screen.page.get_by_role("button", name=f"More about {title}", exact=True).click()


def test_tables_are_told_apart_by_who_plays_there(ann: Screen) -> None:
    ann.name("Ann")
    opened(ann, "Boris", "Cid")
    opened(ann, "Dora", game="imperial")
    opened(ann, "Emil", name="Friday night")
    ann.page.goto("/games")
    expect(row(ann, "Boris, Cid")).to_contain_text(re.compile("Imperial 2030 · Round 1, .*begun"))
    expect(row(ann, "Dora")).to_contain_text("Imperial · Round 1")
    expect(row(ann, "Friday night")).to_contain_text("Emil · Imperial 2030 · Round 1")


@pytest.mark.long
def test_studies_stand_apart_from_games(ann: Screen) -> None:
    ann.name("Ann")
    table = opened(ann, "Boris")
    study = ann.ask("POST", f"/api/tables/{table}/studies", {"entries": 0, "name": "What if"})
    ann.page.goto("/games")
    expect(rows(ann)).to_have_count(1)
    expect(row(ann, "What if")).to_have_count(0)
    ann.page.get_by_role("tab", name="Studies").click()
    expect(row(ann, "What if")).to_contain_text("Study from decision 0 on")
    expect(rows(ann)).to_have_attribute("href", f"/t/{study['id']}")
    ann.page.goto("/")
    expect(row(ann, "Boris")).to_be_visible()
    expect(row(ann, "What if")).to_have_count(0)


@pytest.mark.long
def test_a_table_is_hidden_by_keys_and_comes_back(sit: Sit) -> None:
    """Only who hides it does not see it."""
    ann, bob = sit(), sit()
    ann.name("Ann"), bob.name("Bob")
    seats = [{"kind": "me"}, {"kind": "open"}]
    body = {"game": "imperial2030", "name": "Ours", "seats": seats, "public": True}
    table = ann.ask("POST", "/api/tables", body)["id"]
    bob.ask("POST", f"/api/tables/{table}/seats/1/take", {})
    ann.page.goto("/games")
    care = ann.page.get_by_role("button", name="More about Ours")
    care.focus()
    ann.page.keyboard.press("Enter")
    expect(care).to_have_attribute("aria-expanded", "true")
    expect(ann.page.get_by_role("button", name="Delete")).to_have_count(0)
    ann.page.keyboard.press("Tab")
    expect(ann.page.get_by_role("button", name="Hide")).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_text("Ours: hidden")).to_be_visible()
    expect(rows(ann)).to_have_count(0)
    bob.page.goto("/games")
    expect(row(bob, "Ours")).to_be_visible()
    ann.page.reload()
    expect(ann.page.get_by_text("You have no game to go on with.")).to_be_visible()
    ann.page.get_by_role("tab", name="Hidden").click()
    care_for(ann, "Ours")
    ann.page.get_by_role("button", name="Show again").click()
    expect(ann.page.get_by_text("Ours: shown again")).to_be_visible()
    ann.page.get_by_role("tab", name="Yours").click()
    expect(row(ann, "Ours")).to_be_visible()


@pytest.mark.long
def test_what_was_hidden_by_mistake_is_shown_at_once(ann: Screen) -> None:
    ann.name("Ann")
    opened(ann, "Boris")
    ann.page.goto("/games")
    care_for(ann, "Boris")
    ann.page.get_by_role("button", name="Hide").click()
    ann.page.get_by_role("button", name="Show again").click()
    expect(row(ann, "Boris")).to_be_visible()


@pytest.mark.long
def test_deleting_asks_once_and_is_for_good(ann: Screen) -> None:
    ann.name("Ann")
    table = opened(ann, "Boris")
    ann.page.goto("/games")
    care_for(ann, "Boris")
    delete = ann.page.get_by_role("button", name="Delete")
    delete.click()
    expect(ann.page.get_by_text("Delete this table for good?")).to_be_visible()
    ann.page.get_by_role("button", name="Cancel").click()
    expect(row(ann, "Boris")).to_be_visible()
    delete.click()
    delete.click()
    expect(ann.page.get_by_text("Boris: deleted")).to_be_visible()
    assert ann.page.request.get(f"/api/tables/{table}").status == 404


@pytest.mark.long
def test_the_server_has_the_last_word_on_deleting(sit: Sit) -> None:
    ann, sam = sit(), sit()
    ann.name("Ann"), sam.name("Sam")
    table = opened(ann, "Boris", public=True)
    sam.ask("POST", f"/api/tables/{table}/chat", {"room": "gallery", "text": "Well played"})
    ann.expect_fault("409")
    ann.page.goto("/games")
    care_for(ann, "Boris")
    for _ in range(2):
        ann.page.get_by_role("button", name="Delete").click()
    expect(ann.page.get_by_text("Others have been at this table, so it stays.")).to_be_visible()
    expect(row(ann, "Boris")).to_be_visible()


@pytest.mark.long
def test_finished_games_are_found_by_what_one_remembers(ann: Screen) -> None:
    ann.name("Ann")
    ended(ann, "Boris", name="Friday")
    ended(ann, "Cid", game="imperial", name="Sunday")
    ann.page.goto("/games")
    found = rows(ann)
    expect(found).to_have_count(2)
    search = ann.page.get_by_role("searchbox", name="Search by table or player")
    search.fill("bor")
    expect(found).to_have_count(1)
    expect(row(ann, "Friday")).to_be_visible()
    search.fill("nobody")
    expect(ann.page.get_by_text("No table like that.")).to_have_count(1)
    ann.page.get_by_role("button", name="Clear the search").click()
    expect(found).to_have_count(2)
    ann.page.get_by_text("Filters").click()
    ann.page.get_by_role("combobox", name="Game").select_option("imperial")
    expect(found).to_have_count(1)
    expect(row(ann, "Sunday")).to_be_visible()
    outcome = ann.page.get_by_role("combobox", name="Your result")
    outcome.select_option("won")
    expect(found).to_have_count(0)
    outcome.select_option("none")
    expect(found).to_have_count(1)
    ann.page.get_by_label("Ended up to").fill("2020-01-01")
    expect(found).to_have_count(0)
    expect(ann.page.get_by_text("Filters: 3")).to_be_visible()


@pytest.mark.long
def test_a_long_list_loads_further_and_stays_loaded(ann: Screen) -> None:
    ann.name("Ann")
    count = PAGE + 5
    for number in range(count):
        ended(ann, "Boris", name=f"Game {number}")
    ann.page.goto("/games")
    expect(rows(ann)).to_have_count(PAGE)
    ann.page.get_by_role("button", name="Show more").click()
    expect(rows(ann)).to_have_count(count)
    hrefs = [one.get_attribute("href") for one in rows(ann).all()]
    assert len(set(hrefs)) == count
    # As it does when somebody comes back to the page.
    with ann.page.expect_response(re.compile(r"list=played.*limit=35")):
        ann.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(rows(ann)).to_have_count(count)


@pytest.mark.long
def test_a_list_that_does_not_come_says_so(ann: Screen) -> None:
    ann.name("Ann")
    opened(ann, "Boris")
    ann.expect_fault("ERR_FAILED")
    ann.page.route("**/api/tables?*", lambda route: route.abort())
    ann.page.goto("/games")
    expect(ann.page.get_by_text("The list did not load.").first).to_be_visible()
    ann.page.unroute("**/api/tables?*")
    ann.page.get_by_role("button", name="Try again").first.click()
    expect(row(ann, "Boris")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("view", ["mine", "studies", "hidden", "finished"])
@pytest.mark.parametrize("width", [1440, 390])
def test_everybody_can_use_the_lists(sit: Sit, view: str, width: int) -> None:
    ann = sit(viewport={"width": width, "height": 844})
    ann.name("Ann")
    opened(ann, "Boris")
    ended(ann, "Cid")
    ann.page.goto(f"/games?list={view}")
    ann.page.wait_for_load_state("networkidle")
    for part in ann.page.locator("summary, main button[aria-expanded]").all():
        part.click()
    assert ann.violations() == []
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
