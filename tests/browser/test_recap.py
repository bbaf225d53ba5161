"""What happened since one's last decision: told in five lines, marked, and true."""

from __future__ import annotations

import json
import re
import time

import pytest
from playwright.sync_api import Locator, expect

import rondel
from rondel.records import loads
from tests.browser.conftest import Sit
from tests.browser.playing import PATIENCE, Player, Until
from tests.browser.recaps import Json, Line, Since, Teller, count_of
from tests.browser.screens import Screen
from tests.browser.test_connection import CUT_OFF, says
from tests.samples import some

NATIONS = 5
"""Nations that others govern, between two turns of one's own."""
ROUNDS = 3
"""So often the card is compared."""
DAYS = 2
SPACE = "\u00a0"


def card(screen: Screen) -> Locator:
    """The card."""
    return screen.page.locator("[data-recap]")


def lines(screen: Screen) -> list[Line]:
    """What the card says."""
    return [
        (plain(line.locator(".text")), "".join(map(plain, line.locator(".figures").all())))
        for line in card(screen).locator("[data-line]").all()
    ]


def plain(place: Locator) -> str:
    """The words at a place, with plain spaces."""
    return place.inner_text().replace(SPACE, " ")


def words(screen: Screen, game: str = "imperial2030") -> Json:
    """The names of everything, in English."""
    told: Json = screen.ask("GET", f"/api/games/{game}/words?lang=en")
    return told


def has_come(player: str, turns: int = 1, kind: str = "") -> Until:
    """When a player decides, and so many turns of nations have begun since he last did."""

    def come(game: rondel.Game) -> bool:
        decision = game.decision
        if decision is None or decision.player != player or kind not in decision.kind:
            return False
        since = Since.of(game, player)
        return since is not None and since.turns >= turns

    return come


def sit_with_bots(
    screen: Screen, *bots: str, game: str = "imperial2030", **wanted: object
) -> Player:
    """Ann plays against bots; her turn may come before she has touched anything."""
    screen.expect_fault("AudioContext")
    screen.name("Ann")
    screen.open_table("me", *(bots or ["banker"] * 3), game=game, start=True, **wanted)
    return Player(screen, seed=5)


def decide_and_stay(player: Player) -> None:
    """Ann decides until she is asked again before anybody else has had a turn."""
    player.decide(player.wanted(player.game()))

    def stays(game: rondel.Game) -> bool:
        since = Since.of(game, "Ann")
        is_asked = game.decision is not None and game.decision.player == "Ann"
        return is_asked and since is not None and not since.turns

    player.play_on(stays)


# Lines --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", some(["imperial2030", "imperial"]))
def test_lines_are_the_differences_between_the_two_positions(ann: Screen, game: str) -> None:
    """After each round of bots, as the engine finds them; five nations at least once."""
    player, names = sit_with_bots(ann, *["banker"] * NATIONS, game=game), words(ann, game)
    compared, most = 0, 0
    while compared < ROUNDS or most < NATIONS:
        player.play_on(has_come("Ann"))
        since = Since.of(player.game(), "Ann")
        assert since is not None
        teller = Teller(since, names)
        expect(card(ann).locator("[data-line]")).to_have_count(len(teller.lines()))
        assert lines(ann) == teller.lines()
        turns, count = since.turns, count_of(since.changes)
        head = f"{turns} nation turn{'s' * (turns > 1)}, {count} change{'s' * (count > 1)}"
        assert head in plain(card(ann))
        compared, most = compared + 1, max(most, turns)
        player.decide(player.wanted(player.game()))


@pytest.mark.long
def test_all_changes_are_listed_with_what_was_and_what_is(ann: Screen) -> None:
    player = sit_with_bots(ann)
    player.play_on(has_come("Ann"))
    since = Since.of(player.game(), "Ann")
    assert since is not None
    card(ann).get_by_role("button", name=f"All {count_of(since.changes)} changes").click()
    rows = card(ann).locator("li")
    expect(rows).to_have_count(count_of(since.changes))
    told = [plain(row) for row in rows.all()]
    for nation, change in since.changes["treasuries"].items():
        name = words(ann)["nations"][nation]["name"]
        figures = f"{change['before']} M → {change['after']} M"
        assert any(name in row and "Treasury" in row and figures in row for row in told)


@pytest.mark.long
def test_a_card_comes_neither_at_first_nor_between_the_steps_of_a_turn(ann: Screen) -> None:
    player = sit_with_bots(ann)
    player.play_on(lambda game: asked(game, "choose_slot"))
    ann.page.wait_for_load_state("networkidle")
    expect(card(ann)).to_have_count(0)
    player.play_on(has_come("Ann", kind="choose_slot"))
    expect(card(ann)).to_have_count(1)
    player.decide(player.wanted(player.game()))
    expect(card(ann)).to_have_count(0)
    expect(ann.page.locator("[data-region].changed, [data-pin]")).to_have_count(0)


def asked(game: rondel.Game, kind: str) -> bool:
    """Whether Ann is asked something for the first time."""
    return game.decision is not None and (game.decision.player, game.decision.kind) == ("Ann", kind)


@pytest.mark.long
def test_the_card_is_the_same_after_a_reload_and_a_cut_line(ann: Screen) -> None:
    ann.expect_fault(*CUT_OFF)
    player = sit_with_bots(ann)
    player.play_on(has_come("Ann"))
    expect(card(ann)).to_be_visible()
    before = lines(ann)
    ann.page.reload()
    expect(card(ann)).to_be_visible()
    assert lines(ann) == before
    ann.page.context.set_offline(True)
    says(ann, "No connection")
    ann.page.context.set_offline(False)
    says(ann, "Connected.", soon=False)
    expect(card(ann)).to_be_visible()
    assert lines(ann) == before


@pytest.mark.long
def test_secret_cash_of_others_is_in_no_line(ann: Screen) -> None:
    player = sit_with_bots(ann, options={"secret_cash": True})
    player.play_on(has_come_by_record(ann))
    card(ann).get_by_role("button", name=re.compile("changes")).click()
    others = [name for name in players(ann) if name != "Ann"]
    told = [plain(row) for row in card(ann).locator("li").all()]
    assert not any("Cash" in row and name in row for row in told for name in others)


def players(screen: Screen) -> list[str]:
    """Who sits at the table."""
    return [seat["name"] for seat in screen.ask("GET", f"/api/tables/{screen.table}")["seats"]]


def has_come_by_record(screen: Screen) -> Until:
    """As `has_come`, where only what Ann may see is known."""
    return lambda game: game.state.round >= 3 and card(screen).count() > 0


# Marks --------------------------------------------------------------------------------------


@pytest.mark.long
def test_what_has_changed_is_marked_until_one_acts(ann: Screen) -> None:
    player = sit_with_bots(ann)
    player.play_on(has_come("Ann", kind="choose_slot"))
    since = Since.of(player.game(), "Ann")
    assert since is not None
    expect(card(ann)).to_be_visible()
    changed = ann.page.locator("[data-region].changed")
    expect(changed).to_have_count(len(since.changes["regions"]))
    assert {place.get_attribute("data-region") for place in changed.all()} == set(
        since.changes["regions"]
    )
    told = lines(ann)
    for number in range(1, len(told) + 1):
        assert ann.page.locator(f'[data-pin="{number}"]').count() >= 2, told[number - 1]
    ann.page.keyboard.press("h")
    expect(changed).to_have_count(0)
    expect(card(ann).get_by_role("button", name="Show marks")).to_be_visible()
    ann.page.keyboard.press("h")
    expect(changed).to_have_count(len(since.changes["regions"]))
    decide_and_stay(player)
    expect(changed).to_have_count(0)


@pytest.mark.long
def test_figures_say_what_they_were(ann: Screen) -> None:
    """The power of a nation that has taxed, and who governed before."""
    player = sit_with_bots(ann)

    def taxed(game: rondel.Game) -> bool:
        since = Since.of(game, "Ann")
        return bool(since and since.turns and asked(game, "choose_slot") and since.changes["power"])

    player.play_on(taxed)
    since = Since.of(player.game(), "Ann")
    assert since is not None
    names = words(ann)["nations"]
    for nation, change in since.changes["power"].items():
        place = ann.page.get_by_role("article").filter(has_text=names[nation]["short"])
        expect(place.get_by_text(f"was {change['before']}", exact=True).first).to_be_visible()


@pytest.mark.long
def test_keys_lead_to_lines_and_play_it_again(ann: Screen) -> None:
    player = sit_with_bots(ann)
    player.play_on(has_come("Ann", kind="choose_slot"))
    line = card(ann).locator('[data-line="1"]')
    expect(line).to_be_visible()
    ann.page.keyboard.press("Alt+1")
    expect(line).to_be_focused()
    expect(line).to_have_class(re.compile("pointed"))
    ann.page.keyboard.press("a")
    expect(ann.page.locator("[data-replay]")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("[data-replay]")).to_have_count(0)
    expect(card(ann).get_by_role("button", name="Show it again")).to_be_visible()
    assert ann.violations() == []


@pytest.mark.long
def test_folding_is_remembered_for_the_table(ann: Screen) -> None:
    player = sit_with_bots(ann)
    player.play_on(has_come("Ann"))
    head = card(ann).get_by_role("button", name="Since your last decision")
    head.click()
    expect(card(ann).locator("[data-line]")).to_have_count(0)
    ann.page.reload()
    expect(head).to_have_attribute("aria-expanded", "false")
    head.click()
    expect(card(ann).locator("[data-line]").first).to_be_visible()


@pytest.mark.long
def test_the_first_two_lines_are_read_aloud_with_the_decision(ann: Screen) -> None:
    player = sit_with_bots(ann)
    player.play_on(has_come("Ann"))
    aloud = ann.page.locator("[data-spoken=urgent]")
    expect(aloud).to_contain_text("Since then: ")
    said = plain(aloud)
    assert said.startswith("Your decision.")
    assert [text in said for text, _ in lines(ann)] == [True, True, False, False, False][
        : len(lines(ann))
    ]


# Who and when -------------------------------------------------------------------------------


@pytest.mark.long
def test_at_one_screen_each_is_told_since_his_own_last_decision(ann: Screen) -> None:
    ann.name("Ann")
    ann.open_table("me Ann", "me Bob", "banker", start=True)
    player = Player(ann, seed=5)
    seen: set[str] = set()
    for _ in range(40):
        player.play_on(lambda game: game.state.round > 1)
        game = player.game()
        assert game.decision is not None
        who = game.decision.player
        since = Since.of(game, who)
        if since and since.turns:
            seen.add(who)
            expect(card(ann)).to_contain_text(f"Since the last decision: {who}")
            told = f"{since.turns} nation turn"
            expect(card(ann)).to_contain_text(told)
            assert "you" not in re.findall(r"\w+", plain(card(ann)).lower())
        if seen == {"Ann", "Bob"}:
            return
        player.decide(player.wanted(game))
    raise AssertionError(seen)


@pytest.mark.long
def test_who_was_away_for_days_is_told_by_round(ann: Screen) -> None:
    # Of the four that are dealt hers moves last: until it moves again, another round begins.
    deal = {"Bob": "russia", "Cid": "china", "Dot": "india", "Ann": "brazil"}
    bots = ["banker Bob", "banker Cid", "banker Dot"]
    player = sit_with_bots(ann, *bots, options={"assignment": deal})
    player.play_on(lambda game: asked(game, "choose_slot"))
    table, path = ann.page.url, ann.table
    ann.page.goto("about:blank")
    since = play_without_the_page(ann, path, player)
    ann.page.clock.install(time=time.time() + DAYS * 86_400)
    ann.page.goto(table)
    expect(card(ann)).to_contain_text("Since you were last here, 2 days ago")
    assert lines(ann) == Teller(since, words(ann)).lines()
    rounds = card(ann).locator("[data-round]")
    newest_first = sorted(set(since.rounds), reverse=True)
    told = [rounds.nth(i).get_attribute("data-round") for i in range(rounds.count())]
    assert told == [str(number) for number in newest_first]
    expect(rounds.first).to_have_attribute("open", "")
    expect(rounds.first.locator("summary")).to_contain_text(f"Round {newest_first[0]}: ")
    ann.page.reload()
    expect(card(ann)).to_contain_text("Since you were last here, 2 days ago")


def play_without_the_page(screen: Screen, table: str, player: Player) -> Since:
    """Ann decides by other means, until others have played in two rounds since."""
    at = f"/api/tables/{table}"
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        told = screen.ask("GET", f"{at}/position")
        if not told["yours"]:
            continue
        game = loads(json.dumps(screen.ask("GET", f"{at}/record")))
        since = Since.of(game, "Ann")
        if since and len(set(since.rounds)) > 1:
            return since
        entry = player.wanted(game).to_json()
        screen.ask("POST", f"{at}/actions", {"position": told["position"], "entry": entry})
    raise AssertionError("others never played in two rounds between two decisions")


@pytest.mark.long
def test_on_a_phone_a_button_on_the_map_opens_it(sit: Sit) -> None:
    bob = sit(viewport={"width": 390, "height": 844}, has_touch=True)
    player = sit_with_bots(bob)
    player.play_on(has_come("Ann", kind="choose_slot"))
    since = Since.of(player.game(), "Ann")
    assert since is not None
    told = Teller(since, words(bob)).lines()
    expect(card(bob)).to_have_count(0)
    bob.page.get_by_role("button", name=f"Since then: {len(told)}").tap()
    expect(card(bob)).to_be_visible()
    assert lines(bob) == told
    card(bob).locator("[data-line]").first.tap()
    expect(card(bob)).to_have_count(0)


@pytest.mark.long
def test_where_height_is_short_it_is_the_first_tab_beside_the_log(sit: Sit) -> None:
    bob = sit(viewport={"width": 1366, "height": 768})
    player = sit_with_bots(bob)
    player.play_on(has_come("Ann"))
    expect(bob.page.get_by_role("tab", name="Since then")).to_have_attribute(
        "aria-selected", "true"
    )
    expect(card(bob)).to_be_visible()
    decide_and_stay(player)
    expect(bob.page.get_by_role("tab", name="Since then")).to_have_count(0)
    expect(bob.page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
