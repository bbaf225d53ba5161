"""Map and rail keep their places whatever is told: they would have to be drawn anew."""

from __future__ import annotations

import pytest

from tests.browser.moments import recorded
from tests.browser.screens import Screen


@pytest.mark.parametrize("game", ["imperial2030-4-players", "imperial-4-players"])
def test_map_and_rail_keep_their_places_while_looking_back(ann: Screen, game: str) -> None:
    """From when all nations have governments: their cards tell more then."""
    ann.open_record(recorded(game))
    last = int(ann.page.locator("[data-entries]").get_attribute("data-entries") or "")
    board = ann.page.get_by_role("group", name="Board", exact=True)
    told = ann.page.get_by_role("region", name="Looking back")
    places = []
    for moment in range(last // 5, last, last // 15):
        ann.look_at(moment)
        places.append((board.bounding_box(), told.bounding_box()))
    assert places == [places[0]] * len(places)
