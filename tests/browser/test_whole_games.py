"""Whole games of both titles, played by the page alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from rondel.records import LANGUAGES
from tests.browser.conftest import Sit
from tests.browser.playing import Player, in_round, play_together
from tests.browser.screens import Screen

GAMES = {"imperial2030": re.compile("^Imperial 2030"), "imperial": re.compile("^Imperial (?!2030)")}


def choose(screen: Screen, *wishes: str | re.Pattern[str]) -> None:
    """Chooses by name among what lies side by side."""
    for wish in wishes:
        screen.page.get_by_role("radio", name=wish, exact=True).press("Space")


def seat_bots(screen: Screen, *seats: int) -> None:
    """Gives seats of a new table to bots that answer at once."""
    for seat in seats:
        row = screen.page.get_by_role("radiogroup", name=f"Seat {seat}")
        row.get_by_role("radio", name="Bot").press("Space")


def set_rule(screen: Screen, rule: str, value: str) -> None:
    """Agrees on a rule of a new table."""
    screen.page.get_by_role("heading", name="Rules", exact=True).click()
    choices = screen.page.get_by_role("radiogroup", name=rule)
    choices.get_by_role("radio", name=value).press("Space")


def sees_the_end(screen: Screen) -> None:
    expect(screen.page.get_by_role("region", name="End of the game")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("game", ["imperial2030", "imperial"])
def test_one_person_plays_bots_to_the_end(ann: Screen, game: str) -> None:
    ann.page.goto("/")
    choose(ann, GAMES[game], "5", "Gentle")
    ann.page.get_by_role("button", name="Play now").click()
    ann.page.wait_for_url("**/t/*")
    player = Player(ann)
    player.play_on()
    assert player.decisions > 10
    sees_the_end(ann)


@pytest.mark.long
def test_people_at_one_screen_draft_and_play_to_the_end(ann: Screen) -> None:
    ann.page.goto("/new?hotseat")
    choose(ann, GAMES["imperial"], "4")
    seat_bots(ann, 3, 4)
    set_rule(ann, "First bonds", "Chosen in turn")
    ann.page.get_by_role("button", name="Start the game").click()
    ann.page.wait_for_url("**/t/*")
    player = Player(ann)
    player.play_on()
    sees_the_end(ann)


@pytest.mark.long
def test_two_screens_and_a_spectator_with_secret_cash(ann: Screen, sit: Sit) -> None:
    ann.page.goto("/new")
    choose(ann, GAMES["imperial2030"], "6")
    seat_bots(ann, 3, 4, 5, 6)
    set_rule(ann, "Secret cash", "Yes")
    ann.page.get_by_role("button", name="Open a table").click()
    link = ann.page.get_by_label("Link to this table").input_value()
    bob, eve = sit(), sit()
    bob.page.goto(link)
    bob.page.get_by_label("Name").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    ann.page.get_by_role("button", name="Start the game").click()
    eve.page.goto(link)
    # Of each player the cash, and the score which would tell it.
    expect(ann.page.get_by_text("•••")).to_have_count(10)
    expect(eve.page.get_by_text("•••")).to_have_count(12)
    play_together([Player(ann), Player(bob)])
    for screen in (ann, bob, eve):
        sees_the_end(screen)


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_plays_to_the_second_round(sit: Sit, lang: str) -> None:
    reader = sit(locale=lang)
    reader.name("Ада")
    reader.open_table("me", "banker", "banker", "banker", start=True)
    player = Player(reader)
    player.play_on(in_round(3))
    assert reader.page.locator("html").get_attribute("lang") == lang
    assert not reader.page.get_by_text(re.compile(r"^[a-z_]+\.[a-z_]+$")).count()
