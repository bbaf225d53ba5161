"""Whole games of both titles, played by the page alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.playing import Player
from tests.browser.screens import Screen

GAMES = {"imperial2030": re.compile("^Imperial 2030"), "imperial": re.compile("^Imperial (?!2030)")}


@pytest.mark.parametrize("game", GAMES)
def test_one_person_plays_bots_to_the_end(ann: Screen, game: str) -> None:
    ann.page.goto("/")
    for wish in (GAMES[game], "5", "Gentle"):
        ann.page.get_by_role("radio", name=wish, exact=True).press("Space")
    ann.page.get_by_role("button", name="Play now").click()
    ann.page.wait_for_url("**/t/*")
    player = Player(ann)
    player.play_on()
    assert player.decisions > 10
    expect(ann.page.get_by_role("region", name="End of the game")).to_be_visible()
