"""Watching others: every turn is shown at one's pace, and whoever wants to decide at once can."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Sit
from tests.browser.playing import Player
from tests.browser.screens import Screen
from tests.samples import some

ABSENCE = 40
"""So many turns of nations somebody is away."""
BEAT = 400
"""Milliseconds that pass from one look to the next."""
WRITE_DOWN = """
    window.turns = [];
    new MutationObserver(() => {
        const turn = document.querySelector("[data-replay]")?.dataset.replay;
        if (turn && turn !== window.turns.at(-1)) window.turns.push(turn);
    }).observe(document, { attributes: true, childList: true, subtree: true });
"""
"""Writes down every turn that is shown."""
BOTS = ("banker",) * 3


def replay(screen: Screen) -> Locator:
    """What tells which turn is shown, while one is."""
    return screen.page.locator("[data-replay]")


def shown(screen: Screen) -> str | None:
    """The turn that is shown, as round and nation."""
    found = replay(screen)
    return found.get_attribute("data-replay") if found.count() else None


def newest(screen: Screen) -> int:
    """How many entries the game has."""
    entries: int = screen.ask("GET", f"/api/tables/{screen.table}/position")["entries"]
    return entries


def turns_after(screen: Screen, entries: int) -> list[str]:
    """The turns in which something happened after so many entries."""
    at, turns = f"/api/tables/{screen.table}", list[str]()
    first = screen.ask("GET", f"{at}/positions/0")["snapshot"]["turn"]
    now = f"{first['round']}:{first['nation']}"
    for entry in screen.ask("GET", f"{at}/entries?after=0&last={newest(screen)}")["entries"]:
        if entry["number"] > entries:
            turns.append(now)
        for event in entry["events"]:
            if event["event"] == "turn_started":
                now = f"{event['round']}:{event['nation']}"
    return list(dict.fromkeys(turns))


def act(screen: Screen) -> None:
    """Decides beside the page, if it is this person's turn; others decide meanwhile."""
    told = screen.ask("GET", f"/api/tables/{screen.table}/position")
    if told["yours"]:
        sent = {"position": told["position"], "entry": told["choices"][0]["entry"]}
        screen.ask("POST", f"/api/tables/{screen.table}/actions", sent)


def leave(screen: Screen) -> str:
    """Goes away from a table; gives its address."""
    screen.page.locator("[data-position]").wait_for()
    table = screen.page.url
    screen.page.goto("about:blank")
    return table


# Being away ----------------------------------------------------------------------------------


@pytest.mark.long
def test_every_turn_of_a_long_absence_is_shown_and_can_be_skipped(sit: Sit) -> None:
    bob, ann, cid = sit(), sit(pace="brisk"), sit(pace="brisk")
    bob.name("Bob")
    table = bob.open_table("me", *BOTS, public=True, start=True)
    for screen in (ann, cid):
        screen.page.goto(f"/t/{table}")
        leave(screen)
    begun = newest(bob)
    while len(turns_after(bob, begun)) <= ABSENCE:
        act(bob)
    expected, last = turns_after(bob, begun), newest(bob)

    ann.page.clock.install()
    ann.page.add_init_script(WRITE_DOWN)
    ann.page.goto(f"/t/{table}")
    expect(replay(ann)).to_contain_text(f"of {len(expected)}")
    expect(ann.page.get_by_role("switch", name="Only what concerns me")).to_be_visible()
    while replay(ann).count():
        ann.page.clock.run_for(BEAT)
    assert ann.page.evaluate("window.turns") == expected
    expect(ann.page.locator(f'[data-entries="{last}"]')).to_be_visible()

    cid.page.goto(f"/t/{table}")
    expect(replay(cid)).to_be_visible()
    assert cid.page.locator("[data-entries]").get_attribute("data-entries") != str(last)
    cid.page.keyboard.press("Escape")
    expect(replay(cid)).to_have_count(0)
    expect(cid.page.locator(f'[data-entries="{last}"]')).to_be_visible()
    # What was skipped is not shown again.
    cid.page.reload()
    expect(cid.page.locator(f'[data-entries="{last}"]')).to_be_visible()
    expect(replay(cid)).to_have_count(0)


# Deciding meanwhile --------------------------------------------------------------------------


def is_asked(screen: Screen) -> bool:
    """Whether several turns of others are shown while a slot is to be chosen."""
    told = screen.ask("GET", f"/api/tables/{screen.table}/position")["snapshot"]
    if told["decision"]["decision"] != "choose_slot" or not replay(screen).count():
        return False
    turns = re.search(r"turn \d+ of (\d+)", replay(screen).inner_text(), re.IGNORECASE)
    return turns is not None and int(turns[1]) > 1


def until_asked_for_a_slot(screen: Screen) -> Player:
    """Plays until several turns of others are shown while a slot is to be chosen."""
    player = Player(screen, bot="banker")
    while not is_asked(screen):
        screen.page.keyboard.press("Escape")
        expect(replay(screen)).to_have_count(0)
        player.decide(player.wanted(player.game()))
        screen.page.locator("[data-state=yours]").wait_for()
    return player


@pytest.fixture
def asked(sit: Sit) -> tuple[Screen, Player]:
    """Somebody whose decision waits while others' turns are shown to him slowly."""
    ann = sit(pace="calm")
    ann.name("Ann")
    ann.open_table("me", *BOTS, start=True)
    ann.page.locator("[data-state=yours]").wait_for()
    return ann, until_asked_for_a_slot(ann)


def first(player: Player) -> tuple[str, int]:
    """The slot that the key 1 stands for, and the id of the choice."""
    told = player.screen.ask("GET", f"/api/tables/{player.screen.table}/position")
    near = [
        choice
        for choice in told["choices"]
        if ((choice["consequences"]["rondel"] or {}).get("steps") or 1) == 1
    ]
    return near[0]["entry"]["choice"]["slot"], near[0]["id"]


@pytest.mark.parametrize("way", some(["rondel", "key", "button"]))
def test_a_decision_made_meanwhile_is_accepted(asked: tuple[Screen, Player], way: str) -> None:
    ann, player = asked
    page, before = ann.page, int(player.position)
    expect(page.get_by_text("Your decision waits", exact=True)).to_be_visible()
    slot, choice = first(player)
    chosen = page.locator(f'[data-choice="{choice}"]')
    if way == "rondel":
        # It is drawn as it was at the moment shown, where nothing is to be chosen.
        page.locator(f"#slot-{slot}").click(force=True)
    elif way == "key":
        page.keyboard.press("1")
    else:
        page.get_by_role("button", name="Decide now").click()
        chosen.click()
    expect(replay(ann)).to_have_count(0)
    expect(page.locator(f'[data-entries="{newest(ann)}"]')).to_be_visible()
    expect(chosen).to_have_attribute("aria-checked", "true")
    for confirm in ("once", "again"):
        if (button := page.locator(f"[data-confirm={confirm}]")).count():
            button.click()
    expect(page.locator(f'[data-position="{before}"]')).to_have_count(0)
    assert int(player.position) > before


# What is shown -------------------------------------------------------------------------------


def figures(screen: Screen) -> list[str]:
    """What nations and players have, as it stands on the page."""
    panels = [
        screen.page.get_by_role("region", name=name, exact=True) for name in ("Nations", "Players")
    ]
    return [panel.first.inner_text() for panel in panels]


@pytest.mark.long
def test_cards_and_players_show_the_moment_and_nothing_later(asked: tuple[Screen, Player]) -> None:
    """At the end of each turn they are what looking back shows of it."""
    ann, _ = asked
    page = ann.page
    page.keyboard.press("Shift+Digit1")
    moments = dict[str, list[str]]()
    while shown(ann) is not None:
        expect(page.locator("[data-replay][data-part=rest]")).to_be_visible()
        entries = page.locator("[data-entries]").get_attribute("data-entries") or ""
        moments[entries] = figures(ann)
        turn = shown(ann)
        page.keyboard.press("ArrowRight")
        expect(page.locator(f'[data-replay="{turn}"]')).to_have_count(0)
    assert len(moments) > 1
    for entries, told in moments.items():
        ann.look_at(int(entries))
        assert figures(ann) == told


@pytest.mark.long
def test_it_can_be_paused_and_gone_through(asked: tuple[Screen, Player]) -> None:
    ann, _ = asked
    page = ann.page
    first = shown(ann)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(f'[data-replay="{first}"]')).to_have_count(0)
    expect(replay(ann)).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(f'[data-replay="{first}"]')).to_be_visible()
    page.keyboard.press("Shift+Digit4")
    expect(replay(ann)).to_have_count(0)


@pytest.mark.long
def test_the_pace_is_kept_for_every_table(asked: tuple[Screen, Player]) -> None:
    ann, _ = asked
    ann.page.get_by_role("radio", name="Step").press("Space")
    ann.page.goto("/")
    ann.page.get_by_role("button", name="Menu").click()
    expect(ann.page.get_by_role("radio", name="Step")).to_be_checked()


@pytest.mark.long
def test_each_turn_is_read_in_one_go(asked: tuple[Screen, Player]) -> None:
    ann, _ = asked
    calm = ann.page.locator("[data-spoken=calm]")
    ann.page.keyboard.press("Shift+Digit1")
    expect(ann.page.locator("[data-replay][data-part=rest]")).to_be_visible()
    expect(calm).to_have_text(re.compile(r"(steps? to|starts on) .+\."))
    ann.page.keyboard.press("Escape")
    urgent = ann.page.locator("[data-spoken=urgent]")
    expect(urgent).to_have_text(re.compile("^Your decision"))


@pytest.mark.long
def test_where_nothing_may_move_marks_and_captions_change(sit: Sit) -> None:
    ann = sit(pace="step", reduced_motion="reduce")
    ann.name("Ann")
    ann.open_table("me", *BOTS, start=True)
    ann.page.locator("[data-state=yours]").wait_for()
    until_asked_for_a_slot(ann)
    changed = ann.page.locator("[data-region].changed")
    captions = set[str]()
    marked = 0
    while (turn := shown(ann)) is not None:
        expect(ann.page.locator("[data-replay][data-part=rest]")).to_be_visible()
        captions.add(ann.page.locator("[data-caption]").inner_text())
        # Nothing tells how it ends before it was seen.
        expect(ann.page.locator("[data-recap]")).to_have_count(0)
        marked += changed.count()
        ann.page.keyboard.press("ArrowRight")
        expect(ann.page.locator(f'[data-replay="{turn}"]')).to_have_count(0)
    assert len(captions) > 1
    assert marked > 0
    # What is marked now has happened since the last decision.
    expect(ann.page.locator("[data-recap]")).to_be_visible()
    ann.page.keyboard.press("h")
    expect(changed).to_have_count(0)


@pytest.mark.long
def test_a_finger_goes_on_and_two_skip(sit: Sit) -> None:
    ann = sit(pace="step", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    ann.name("Ann")
    ann.open_table("me", *BOTS, start=True)
    ann.page.locator("[data-state=yours]").wait_for()
    until_asked_for_a_slot(ann)
    first = shown(ann)
    ann.page.get_by_role("region", name="Board").tap()
    expect(ann.page.locator(f'[data-replay="{first}"]')).to_have_count(0)
    expect(replay(ann)).to_be_visible()
    ann.page.get_by_role("button", name="Skip all").tap()
    expect(replay(ann)).to_have_count(0)
    expect(ann.page.locator("[data-choice]").first).to_be_visible()
