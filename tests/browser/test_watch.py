"""Watching, sharing and planning on the page: what others see, and what happens without one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import FrameLocator, expect

from tests.browser.conftest import Sit
from tests.browser.screens import Screen

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def played(ann: Screen, **wanted: object) -> str:
    """A public table where Ann has chosen the first space."""
    more: dict[str, object] = {"start": True, "public": True, "undo": False, **wanted}
    table = ann.open_table("me", "banker", game="imperial2030", **more)
    position = ann.ask("GET", f"/api/tables/{table}/position?facts=false")
    if position["yours"]:
        sent = {"position": position["position"], "entry": position["choices"][0]["entry"]}
        ann.ask("POST", f"/api/tables/{table}/actions", sent)
    return table


def finished(ann: Screen, name: str) -> str:
    """A public game that bots have played to its end."""
    table = ann.open_table("banker", "banker", start=True, public=True, name=name)
    for _ in range(600):
        if ann.ask("GET", f"/api/tables/{table}")["status"] == "finished":
            return table
        ann.page.wait_for_timeout(200)
    raise AssertionError("the bots have not finished")


@contextmanager
def framed(screen: Screen, source: str) -> Iterator[FrameLocator]:
    """What a page of another site shows of ours in a frame."""
    body = f'<!doctype html><html lang="en"><title>Blog</title>{source}</html>'.encode()

    class Blog(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Blog) as blog:
        Thread(target=blog.serve_forever, daemon=True).start()
        screen.page.goto(f"http://127.0.0.1:{blog.server_port}/")
        yield screen.page.frame_locator("iframe")
        blog.shutdown()


def test_what_is_played_is_watched_and_embedded(sit: Sit) -> None:
    ann, eve = sit(), sit()
    ann.name("Ann")
    table = played(ann, name="To be watched")
    eve.page.goto("/watch")
    row = eve.page.locator(f'[data-glance="{table}"]')
    expect(row).to_contain_text("If it ended now")
    expect(eve.page.get_by_role("link", name=re.compile("To be watched"))).to_be_visible()
    assert eve.violations() == []
    source = f"{ann.page.url.split('/t/')[0]}/embed/{table}?moment=0"
    with framed(eve, f'<iframe src="{source}" title="A" width="800" height="600"></iframe>') as one:
        expect(one.get_by_role("heading", name="To be watched")).to_be_visible()
        one.get_by_role("button", name="One decision forward").click()
        expect(one.locator(".sentence")).not_to_be_empty()
        link = one.get_by_role("link", name="Open in Rondel")
        expect(link).to_have_attribute("href", f"/t/{table}?moment=1")


@pytest.mark.long
@pytest.mark.parametrize("language", ["en-GB", "it-IT", "es-ES", "ru-RU", "pl-PL"])
def test_watching_in_every_language_on_a_phone(sit: Sit, language: str) -> None:
    ann, eve = sit(), sit(locale=language, **PHONE)
    ann.name("Ann")
    table = played(ann, options={"secret_cash": True})
    eve.page.goto("/watch")
    expect(eve.page.locator(f'[data-glance="{table}"] ul > li')).to_have_count(6)
    assert eve.violations() == []
    assert eve.page.evaluate("document.documentElement.scrollWidth") <= 390
    eve.page.goto(f"/embed/{table}")
    expect(eve.page.locator("main .board svg").first).to_be_visible()
    assert eve.violations() == []
    assert eve.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.long
def test_finished_games_are_searched_and_shared(sit: Sit) -> None:
    ann, eve = sit(), sit()
    ann.name("Ann")
    table = finished(ann, "A winter evening")
    page = eve.page
    page.goto("/watch?list=finished")
    page.get_by_role("searchbox", name="Search by table or player").fill("winter")
    expect(page.get_by_role("link", name=re.compile("A winter evening"))).to_be_visible()
    page.get_by_text("Filters").click()
    page.get_by_role("combobox", name="Players", exact=True).select_option("3")
    expect(page.get_by_text("No table like that.")).to_be_visible()
    page.get_by_role("combobox", name="Players", exact=True).select_option("2")
    expect(page.get_by_role("link", name=re.compile("A winter evening"))).to_be_visible()
    assert eve.violations() == []
    page.goto(f"/t/{table}?moment=3")
    expect(page).to_have_url(re.compile(rf"/t/{table}#3$"))
    page.get_by_role("button", name="Embed").click()
    code = page.get_by_role("textbox", name="HTML for a page of your own").input_value()
    assert f"/embed/{table}?moment=3" in code
    with framed(eve, code) as inside:
        expect(inside.get_by_role("slider")).to_have_value("3")


@pytest.mark.long
def test_a_private_or_unknown_game_is_not_embedded(sit: Sit) -> None:
    ann, eve = sit(), sit()
    ann.name("Ann")
    table = ann.open_table("me", "banker", start=True, public=False)
    eve.expect_fault("404")
    eve.page.goto(f"/embed/{table}")
    expect(eve.page.get_by_text("There is no such game here, or it is private.")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_next_space_is_planned_and_chosen_with_the_page_closed(sit: Sit, size: str) -> None:
    ann, bob = sit(), sit(**(PHONE if size == "phone" else {}))
    ann.name("Ann")
    bob.name("Bob")
    dealt = {"assignment": {"Ann": "russia", "Bob": "china"}}
    table = ann.open_table("me", "open", options=dealt, public=True)
    bob.ask("POST", f"/api/tables/{table}/seats/1/take", {})
    ann.ask("POST", f"/api/tables/{table}/start", {})
    page = bob.page
    page.goto(f"/t/{table}")
    page.get_by_text("Plans", exact=True).click()
    page.get_by_role("combobox", name="Nation", exact=True).select_option("china")
    page.get_by_role("combobox", name="Space", exact=True).select_option("taxation")
    page.get_by_role("button", name="Plan it").click()
    expect(page.get_by_text("China: Taxation next")).to_be_visible()
    assert bob.violations() == []
    page.goto("about:blank")
    entry = {"choice": {"slot": "taxation"}}
    ann.ask("POST", f"/api/tables/{table}/actions", {"position": 0, "entry": entry})
    page.goto(f"/t/{table}")
    page.get_by_text("Plans", exact=True).click()
    expect(page.get_by_text("Carried out")).to_be_visible()


@pytest.mark.long
def test_a_plan_made_at_another_screen_is_seen_without_loading_anew(ann: Screen) -> None:
    ann.name("Ann")
    table = ann.open_table("me", "banker", start=True)
    page = ann.page
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.get_by_text("Plans", exact=True).wait_for()
    plan = {"kind": "pass_invest", "seat": 0, "scope": "game", "upgrades_only": True}
    ann.ask("POST", f"/api/tables/{table}/plans", plan)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_text("Plans: 1", exact=True)).to_be_visible()
