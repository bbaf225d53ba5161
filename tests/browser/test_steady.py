"""Map and rail keep their places whatever is told: they would have to be drawn anew."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.moments import asks, moment, recorded
from tests.browser.screens import Screen

LEFT = """() => {
    const log = document.querySelector(".log");
    return log.scrollHeight - log.clientHeight - log.scrollTop;
}"""
"""How far the log is from its end."""
LINE = 40


@pytest.mark.long
@pytest.mark.parametrize("game", ["imperial2030-4-players", "imperial-4-players"])
def test_map_and_rail_keep_their_places_while_looking_back(ann: Screen, game: str) -> None:
    """From when all nations have governments: their cards tell more then."""
    ann.open_record(recorded(game))
    last = int(ann.page.locator("[data-entries]").get_attribute("data-entries") or "")
    board = ann.page.get_by_role("group", name="Board", exact=True)
    told = ann.page.get_by_role("region", name="Looking back")
    places = []
    for number in range(last // 5, last, last // 15):
        ann.look_at(number)
        places.append((board.bounding_box(), told.bounding_box()))
    assert places == [places[0]] * len(places)


def decide(screen: Screen) -> None:
    """Decides beside the page, which follows."""
    at = f"/api/tables/{screen.table}"
    told = screen.ask("GET", f"{at}/position")
    sent = {"position": told["position"], "entry": told["choices"][0]["entry"]}
    reached = screen.ask("POST", f"{at}/actions", sent)["position"]
    expect(screen.page.locator(f'[data-position="{reached}"]')).to_be_visible()


@pytest.mark.long
def test_the_log_shows_its_newest_line_until_somebody_reads_older_ones(ann: Screen) -> None:
    """Whatever room the decisions leave for it."""
    ann.open_record(moment("imperial2030-4-players", asks("fleet_order")))
    log = ann.page.locator(".log")
    for height in (900, 700, 1000, 800, 900):
        decide(ann)
        ann.page.set_viewport_size({"width": 1440, "height": height})
        expect(log).to_be_visible()
        ann.page.wait_for_function(f"() => ({LEFT})() < {LINE}")
    log.hover()
    ann.page.mouse.wheel(0, -400)
    ann.page.wait_for_function(f"() => ({LEFT})() > {LINE}")
    decide(ann)
    assert ann.page.evaluate(LEFT) > LINE
