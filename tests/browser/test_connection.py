"""When the line is cut, the server restarts or another window plays: the page comes back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Route, WebSocketRoute, expect

from tests.browser.conftest import Sit
from tests.browser.moments import asks, moment
from tests.browser.recaps import count_of
from tests.browser.screens import Json, Screen
from tests.cli.hosting import hosted

CUT_OFF = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION", "ERR_FAILED", "WebSocket")
"""What browsers say about a connection that is gone."""
LONGEST_WAIT_MS = 20_000
"""Longer than the page waits from one attempt to connect to the next."""
SLEEP = 10 * 60_000
"""Milliseconds with the lid closed."""


@pytest.fixture(scope="module")
def saved() -> Json:
    """A game in which somebody has to choose a slot."""
    return moment("imperial2030-4-players", asks("choose_slot"))


@pytest.fixture
def ann(sit: Sit, saved: Json) -> Screen:
    """Somebody who decides for everybody, and has just been asked."""
    ann = sit()
    ann.open_record(saved)
    return ann


def choose(screen: Screen, nth: int = 0) -> Locator:
    """Chooses a slot, and gives the button that sends it."""
    screen.page.locator("[data-choice]").nth(nth).click()
    return screen.page.locator("[data-confirm]")


def decide_elsewhere(screen: Screen, nth: int = 0) -> int:
    """Decides as the same person, but not by this page; gives the number of the new position."""
    at = f"/api/tables/{screen.table}"
    told = screen.ask("GET", f"{at}/position")
    sent = {"position": told["position"], "entry": told["choices"][nth]["entry"]}
    number: int = screen.ask("POST", f"{at}/actions", sent)["position"]
    return number


def begun(screen: Screen) -> int:
    """The number of the position on the page."""
    return int(screen.page.locator("[data-position]").get_attribute("data-position") or "")


def shows(screen: Screen, position: int) -> None:
    """The page shows a position and is ready to go on from there."""
    table = screen.page.locator(f'[data-position="{position}"]')
    expect(table).to_be_visible()
    expect(screen.page.locator("[aria-busy], [inert]")).to_have_count(0)


def entries(screen: Screen) -> int:
    """How many entries the position on the page has."""
    return int(screen.page.locator("[data-entries]").get_attribute("data-entries") or "")


def happened(screen: Screen, since: int) -> str:
    """What the page says when it is back: as many things as have changed meanwhile."""
    [span] = screen.ask("GET", f"/api/tables/{screen.table}/changes?moment={since}")["spans"]
    things = count_of(span["changes"])
    return f"Connected. {things} thing{'s' * (things != 1)} happened."


def says(screen: Screen, text: str | re.Pattern[str], soon: bool = True) -> None:
    """The page says something, soon or when its next attempt to connect is due."""
    decision = screen.page.get_by_role("region", name="Decision")
    patience = None if soon else LONGEST_WAIT_MS
    said = decision.get_by_text(text).filter(visible=True).first
    expect(said).to_be_visible(timeout=patience)


class Deaf:
    """A page that hears nothing more of its server, though nobody has closed the connection."""

    def __init__(self, screen: Screen) -> None:
        self.page = screen.page
        self.deaf: set[WebSocketRoute] = set()
        self.open: list[WebSocketRoute] = []
        self.page.route_web_socket(re.compile("/live"), self._connect)
        self.page.reload()
        self.page.locator("[data-position]").wait_for()

    def _connect(self, socket: WebSocketRoute) -> None:
        self.open.append(socket)
        server = socket.connect_to_server()
        server.on_message(lambda text: None if socket in self.deaf else socket.send(text))

    def cut(self) -> None:
        """From now on nothing comes through what is open; new connections work."""
        self.deaf.update(self.open)


# The line is cut -----------------------------------------------------------------------------


@pytest.mark.long
def test_who_was_cut_off_is_told_what_happened(ann: Screen) -> None:
    ann.expect_fault(*CUT_OFF)
    since, confirm = entries(ann), choose(ann)
    ann.page.context.set_offline(True)
    says(ann, "No connection")
    says(ann, re.compile("Trying again"))
    says(ann, "your order is kept")
    expect(ann.page.locator("[inert]").filter(has=confirm)).to_have_count(1)
    expect(ann.page.get_by_role("group", name="Board")).to_be_visible()
    expect(ann.page.locator(".choosable")).to_have_count(0)
    decide_elsewhere(ann)
    newest = decide_elsewhere(ann)
    ann.page.context.set_offline(False)
    says(ann, happened(ann, since))
    shows(ann, newest)
    expect(ann.page.locator("[data-origin], [data-choice]").first).to_be_visible()
    expect(ann.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.long
def test_places_where_something_happened_are_marked(sit: Sit) -> None:
    ann = sit()
    ann.open_record(moment("imperial2030-4-players", asks("build_factory")))
    ann.expect_fault(*CUT_OFF)
    since = entries(ann)
    ann.page.context.set_offline(True)
    says(ann, "No connection")
    newest = decide_elsewhere(ann)
    ann.page.context.set_offline(False)
    says(ann, happened(ann, since))
    shows(ann, newest)
    changed = ann.page.locator("[data-region].changed")
    expect(changed).to_have_count(1)
    ann.page.get_by_role("button", name="Close").click()
    expect(changed).to_have_count(0)


@pytest.mark.long
def test_what_was_chosen_is_still_chosen_when_nothing_happened(ann: Screen) -> None:
    first = begun(ann)
    ann.expect_fault(*CUT_OFF)
    confirm = choose(ann, 1)
    ann.page.context.set_offline(True)
    says(ann, "your order is kept")
    ann.page.context.set_offline(False)
    says(ann, "Connected.")
    confirm.click()
    shows(ann, first + 1)


# An order is confirmed into a dead line ------------------------------------------------------


def once(screen: Screen, handle: Callable[[Route], None]) -> None:
    """Lets something else happen to the next decision that the page sends."""
    screen.page.route(re.compile("/actions$"), handle, times=1)


def test_an_order_that_did_not_arrive_is_sent_on_return(ann: Screen) -> None:
    first = begun(ann)
    ann.expect_fault(*CUT_OFF)
    once(ann, lambda route: route.abort("connectionreset"))
    choose(ann).click()
    shows(ann, first + 1)


@pytest.mark.long
def test_an_order_that_arrived_without_an_answer_is_not_sent_again(ann: Screen) -> None:
    first = begun(ann)
    ann.expect_fault(*CUT_OFF)

    def arrive(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    once(ann, arrive)
    choose(ann).click()
    shows(ann, first + 1)
    expect(ann.page.get_by_text("was not sent")).to_have_count(0)


@pytest.mark.long
def test_an_order_for_an_older_position_is_not_sent_and_that_is_said(ann: Screen) -> None:
    first = begun(ann)
    ann.expect_fault(*CUT_OFF)

    def lose(route: Route) -> None:
        decide_elsewhere(ann, 1)
        route.abort("connectionreset")

    once(ann, lose)
    choose(ann, 0).click()
    says(ann, re.compile("The game went on meanwhile, so this was not sent: "))
    shows(ann, first + 1)


# Nobody says a word --------------------------------------------------------------------------


@pytest.mark.long
def test_a_page_that_slept_notices_that_its_line_is_dead(ann: Screen) -> None:
    ann.page.clock.install()
    line = Deaf(ann)
    line.cut()
    since = entries(ann)
    newest = decide_elsewhere(ann)
    ann.page.clock.fast_forward(SLEEP)
    says(ann, happened(ann, since))
    shows(ann, newest)


@pytest.mark.long
def test_a_stale_tab_is_told_and_shows_the_newest_position(ann: Screen) -> None:
    ann.expect_fault("409")
    line = Deaf(ann)
    line.cut()
    confirm = choose(ann)
    newest = decide_elsewhere(ann)
    confirm.click()
    says(ann, "The game went on in another window. This is the newest position.")
    shows(ann, newest)


# Two tabs, and a restart ---------------------------------------------------------------------


@pytest.mark.long
def test_two_tabs_follow_each_other(ann: Screen) -> None:
    first = begun(ann)
    other = Screen(ann.page.context)
    other.page.goto(ann.page.url)
    shows(other, first)
    choose(ann).click()
    for screen in (ann, other):
        shows(screen, first + 1)
    choose(other).click()
    for screen in (ann, other):
        shows(screen, first + 2)
    assert not other.faults


@pytest.mark.long
def test_a_restart_of_the_server_is_survived(sit: Sit, tmp_path: Path, saved: Json) -> None:
    with hosted(tmp_path, "--no-limits") as server:
        port = server.address.rpartition(":")[2]
        ann = sit(base_url=server.address)
        ann.expect_fault(*CUT_OFF)
        ann.open_record(saved)
        first = begun(ann)
        choose(ann).click()
        shows(ann, first + 1)
        server.stop()
        says(ann, "No connection")
    with hosted(tmp_path, "--no-limits", "--port", port):
        says(ann, "Connected.", soon=False)
        choose(ann).click()
        shows(ann, first + 2)
        ann.page.goto("about:blank")


# A part of the page does not come -----------------------------------------------------------

UNFETCHED = ("dynamically imported module", "style sheet")
"""What is said of a script or a style that did not come."""


def open_menu(screen: Screen) -> Locator:
    """Opens the menu, whose content is fetched then, and gives something in it."""
    screen.page.get_by_role("button", name="Menu").click()
    return screen.page.get_by_role("dialog").get_by_role("heading", name="You", exact=True)


def withhold_menu(screen: Screen) -> None:
    """The server knows nothing of its content any more, as if it were newer than the page."""
    screen.expect_fault("404", *UNFETCHED)
    screen.page.route(re.compile("/MenuContent-"), lambda route: route.fulfill(status=404))


@pytest.mark.long
def test_a_part_of_the_page_that_did_not_come_is_fetched_again(ann: Screen) -> None:
    """Script and style sheet; nothing is loaded anew, and what was chosen stays so."""
    ann.expect_fault(*CUT_OFF)
    ann.page.route(re.compile("SelectedCard"), lambda route: route.abort(), times=2)
    confirm = choose(ann)
    expect(ann.page.get_by_role("region", name="What it brings")).to_be_visible()
    expect(confirm).to_be_visible()
    sheets = ann.page.locator("link[rel=stylesheet][href*=SelectedCard]")
    expect(sheets).to_have_count(1)
    assert sheets.evaluate("(link) => link.sheet !== null")


@pytest.mark.long
def test_what_could_not_be_fetched_is_there_when_the_line_is_back(ann: Screen) -> None:
    first = begun(ann)
    ann.expect_fault(*CUT_OFF, *UNFETCHED)
    ann.page.context.set_offline(True)
    says(ann, "No connection")
    menu = open_menu(ann)
    expect(menu).to_have_count(0)
    ann.page.evaluate("window.isOld = true")
    ann.page.context.set_offline(False)
    expect(menu).to_be_visible()
    shows(ann, first)
    assert ann.page.evaluate("window.isOld"), "nothing was loaded anew"


@pytest.mark.long
def test_a_page_older_than_its_server_is_loaded_anew(ann: Screen) -> None:
    first = begun(ann)
    withhold_menu(ann)
    with ann.page.expect_event("load"):
        open_menu(ann)
    ann.page.unroute_all()
    shows(ann, first)
    expect(open_menu(ann)).to_be_visible()


@pytest.mark.long
def test_a_page_that_cannot_be_mended_says_so(ann: Screen) -> None:
    withhold_menu(ann)
    with ann.page.expect_event("load"):
        open_menu(ann)
    open_menu(ann)
    told = ann.page.get_by_role("heading", name="A part of the page could not be loaded.")
    expect(told).to_be_visible()
    expect(ann.page.get_by_role("link", name="Try again")).to_be_visible()


# The server says no --------------------------------------------------------------------------


@pytest.mark.long
def test_what_is_refused_is_said_and_the_choices_are_fresh(ann: Screen) -> None:
    first = begun(ann)
    ann.expect_fault("422")

    def cheat(route: Route) -> None:
        sent = json.loads(route.request.post_data or "")
        sent["entry"]["choice"] = {"slot": "nowhere"}
        route.continue_(post_data=json.dumps(sent))

    once(ann, cheat)
    choose(ann).click()
    refused = ann.page.get_by_role("alert").filter(has_text="nowhere")
    expect(refused).to_be_visible()
    expect(ann.page.locator("[data-confirm]")).to_have_count(0)
    choose(ann).click()
    shows(ann, first + 1)
    expect(refused).to_have_count(0)


@pytest.mark.long
def test_a_fault_of_ours_says_what_is_safe_and_can_be_tried_again(ann: Screen) -> None:
    first = begun(ann)
    ann.expect_fault("500")
    choose(ann).click()
    shows(ann, first + 1)
    fault = json.dumps({"error": {"code": "server/fault", "message": "A bug."}})
    once(ann, lambda route: route.fulfill(status=500, body=fault))
    choose(ann).click()
    says(ann, "Something went wrong on our side. The game is saved.")
    says(ann, re.compile("^The last move that is saved: .+"))
    expect(ann.page.get_by_role("link", name="Save the record").first).to_be_visible()
    ann.page.get_by_role("button", name="Try again").click()
    shows(ann, first + 2)
