"""The table on every size of screen: all of it is there, none of it is cut or printed over."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from rondel.records import LANGUAGES
from tests.browser.conftest import Sit
from tests.browser.moments import Json, recorded
from tests.browser.reading import unreadable
from tests.browser.screens import Screen
from tests.samples import some

DESKTOPS = {
    "1280x720": "a small laptop: the nations are a table",
    "1366x768": "the most common laptop",
    "1440x900": "the size the design is drawn for",
    "1920x1080": "a large screen",
    "2560x1440": "a very large one: type and map grow",
}
TABLETS = {"820x1180": "two columns below the map"}
PHONES = {
    "390x844": "one part at a time, and a sheet",
    "844x390": "on its side",
    "720x450": "1440x900, enlarged to 200 %",
}
SIZES = [*DESKTOPS, *TABLETS, *PHONES]
ALL_AT_ONCE = [*DESKTOPS, *TABLETS]

WORLD, EUROPE = "imperial2030-6-players", "imperial-6-players"
NAMES = ("Ann", "Mendelssohn", "Cid", "Hedgehog", "Eva", "Kronenberg")
"""Those who play, some of them with long names."""
ORDERS = ("fleet_order", "army_order")
BETWEEN = ("arrival", "battle_demand", "canal_consent", "ask_next")
"""What is decided while orders are carried out."""
EIGHT = 8
LEAST_LINES = 4
FIGURES = 7
"""Treasury, power, tax, pay, interest, factories and supply; government and margin beside them."""
LATE = 0.9
"""Late in a game there are many bonds, pieces and flags."""


def cut_at(record: Json, number: int) -> Json:
    """A game up to a decision, of people with names of all lengths."""
    actions = record["actions"]
    assert isinstance(actions, list)
    text = json.dumps({**record, "actions": actions[:number], "result": None})
    for seat, name in enumerate(NAMES):
        text = text.replace(f'"p{seat}"', f'"{name}"')
    told: Json = json.loads(text)
    return told


def ordering(game: str) -> Json:
    """In the middle of a maneuver: eight units have got orders, and more may."""
    record, given = recorded(game), 0
    actions = record["actions"]
    assert isinstance(actions, list)
    for number, action in enumerate(actions):
        kind, moves = action["decision"], action["choice"].get("order") == "move"
        if kind in ORDERS and moves and given == EIGHT:
            return cut_at(record, number)
        given = given + moves if kind in ORDERS else given if kind in BETWEEN else 0
    raise AssertionError(f"nobody gives so many orders in {game}")


def late(game: str, kind: str) -> Json:
    """The last decision of a kind before the game comes to its end."""
    record = recorded(game)
    actions = record["actions"]
    assert isinstance(actions, list)
    of_kind = [n for n, action in enumerate(actions) if action["decision"] == kind]
    return cut_at(record, [n for n in of_kind if n < LATE * len(actions)][-1])


@pytest.mark.long
def test_orders_of_a_game_that_came_from_elsewhere_are_listed(ann: Screen) -> None:
    """They were given before the table was opened, and are in no line of its log."""
    ann.open_record(ordering(WORLD))
    settle(ann, "en")
    expect(ann.page.get_by_text("Ordered: 8 orders, 8 units")).to_be_visible()


MOMENTS: dict[str, Callable[[str], Json]] = {
    "maneuver": ordering,
    "investment": lambda game: late(game, "invest"),
    "slot": lambda game: late(game, "choose_slot"),
}


def turn_to(screen: Screen, size: str) -> None:
    """Gives the screen another size, and waits until the page is drawn for it."""
    width, height = map(int, size.split("x"))
    screen.page.set_viewport_size({"width": width, "height": height})
    screen.page.evaluate(
        "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
    )
    expect(screen.page.locator(".decision header")).to_be_visible()


def speak(screen: Screen, lang: str) -> None:
    """Turns the page to another language, with everything the server tells."""
    turn_to(screen, "1440x900")
    screen.page.evaluate("(lang) => localStorage.setItem('rondel.lang', lang)", lang)
    screen.page.reload()
    settle(screen, lang)


def settle(screen: Screen, lang: str) -> None:
    """Waits until all is there that belongs to the table, in the reader's letters."""
    screen.page.locator(f"html[lang={lang}] [data-state=yours]").wait_for()
    screen.page.locator(".log li").first.wait_for()
    screen.page.wait_for_load_state("networkidle")
    screen.page.evaluate("() => document.fonts.ready")


def faults(screen: Screen, about: str) -> list[str]:
    """What cannot be read at any size."""
    found = []
    for size in SIZES:
        turn_to(screen, size)
        found += [f"{about}, {size}: {fault}" for fault in unreadable(screen)]
    return found


def choose(screen: Screen) -> None:
    """The first of the choices, wherever they are."""
    turn_to(screen, "1440x900")
    screen.page.keyboard.press("1")
    screen.page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("moment", some(MOMENTS))
def test_nothing_is_cut_or_overprinted_in_long_words(sit: Sit, moment: str) -> None:
    """Russian has the longest words; the other languages take their time."""
    reader = sit(locale="ru")
    reader.open_record(MOMENTS[moment](WORLD))
    settle(reader, "ru")
    choose(reader)
    assert faults(reader, moment) == []


@pytest.mark.long
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("game", [WORLD, EUROPE])
def test_nothing_is_cut_or_overprinted_in_any_language(ann: Screen, game: str, moment: str) -> None:
    """Before something is chosen, and after."""
    ann.open_record(MOMENTS[moment](game))
    found = []
    for lang in LANGUAGES:
        speak(ann, lang)
        found += faults(ann, f"{moment}, {lang}")
        choose(ann)
        found += faults(ann, f"{moment}, {lang}, chosen")
    assert found == []


# All of it is there ------------------------------------------------------------------------------


@pytest.fixture
def table(sit: Sit) -> Screen:
    """Six people at a table late in a game, one of whom chooses a slot."""
    screen = sit(locale="ru")
    screen.open_record(late(WORLD, "choose_slot"))
    screen.page.locator("[data-state=yours]").wait_for()
    return screen


def in_sight(things: Locator, number: int) -> None:
    """So many things, each of them seen as a whole."""
    expect(things).to_have_count(number)
    for thing in things.all():
        expect(thing).to_be_in_viewport(ratio=0.99)


@pytest.mark.long
@pytest.mark.parametrize("game", [WORLD, EUROPE])
def test_all_nations_with_all_figures_are_in_sight(sit: Sit, game: str) -> None:
    """Nine figures and the pieces in supply, whether the nations are cards or rows."""
    reader = sit(locale="ru")
    reader.open_record(late(game, "choose_slot"))
    settle(reader, "ru")
    for size in ALL_AT_ONCE:
        turn_to(reader, size)
        nations = reader.page.locator("[data-nation]")
        in_sight(nations, 6)
        for nation in nations.all():
            assert nation.locator("dd, td").count() >= FIGURES, size
            in_sight(nation.locator(":is(dl div, td):last-of-type"), 1)


ROWS = {"1280x720": 4, "1366x768": 4, "1440x900": 8, "1920x1080": 8, "2560x1440": 8}
"""Orders that are in sight at once."""
IN_SIGHT = """(list) => {
    const edge = list.getBoundingClientRect();
    const inside = (row) => row.top >= edge.top - 1 && row.bottom <= edge.bottom + 1;
    return [...list.children].filter((row) => inside(row.getBoundingClientRect())).length;
}"""


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_orders_are_in_sight_while_the_next_is_chosen(sit: Sit, lang: str) -> None:
    """Eight of them, or four where the page is low; and what is below them stays in its place."""
    reader = sit(locale=lang)
    reader.open_record(ordering(WORLD))
    settle(reader, lang)
    orders, below = reader.page.locator("ol:has([data-order])"), reader.page.locator(".players")
    places: dict[str, object] = {}
    for step in ("nothing is chosen", "a unit is", "and where to"):
        for size, least in ROWS.items():
            turn_to(reader, size)
            assert orders.evaluate(IN_SIGHT) >= least, (step, size)
            place = (orders.bounding_box(), below.bounding_box())
            assert places.setdefault(size, place) == place, (step, size)
        choose(reader)
    in_sight(reader.page.locator("[data-confirm=once]"), 1)


def squeezed(screen: Screen) -> list[str]:
    """The sizes at which the decision does not show all of itself at once."""
    body = screen.page.locator(".decision .body")
    hidden = "(element) => element.scrollHeight - element.clientHeight"
    found = []
    for size in ALL_AT_ONCE:
        turn_to(screen, size)
        if body.evaluate(hidden) > 1:
            found.append(size)
    return found


@pytest.mark.long
def test_the_wheel_its_consequence_and_its_button_are_in_sight(table: Screen) -> None:
    assert squeezed(table) == []
    choose(table)
    assert squeezed(table) == []


@pytest.mark.long
def test_a_gift_on_offer_takes_nothing_from_the_wheel(ann: Screen) -> None:
    """Its word is long in some languages, and hint and analysis stand beside it."""
    ann.open_record(late(EUROPE, "choose_slot"))
    found = []
    for lang in LANGUAGES:
        speak(ann, lang)
        found += [f"{lang}, {size}" for size in squeezed(ann)]
        choose(ann)
        found += [f"{lang}, {size}, chosen" for size in squeezed(ann)]
    assert found == []


@pytest.mark.long
def test_what_newcomers_are_told_takes_nothing_from_the_wheel(ann: Screen) -> None:
    """They are told what they are, may ask for a hint, and give to a treasury."""
    ann.name("Ann")
    ann.open_table("me", *["random"] * 5, start=True)
    ann.page.locator("[data-state=yours]").wait_for()
    expect(ann.page.get_by_role("button", name="Don’t show")).to_be_visible()
    assert squeezed(ann) == []
    choose(ann)
    assert squeezed(ann) == []


@pytest.mark.long
def test_all_players_with_their_bonds_are_in_sight(table: Screen) -> None:
    for size in ALL_AT_ONCE:
        turn_to(table, size)
        in_sight(table.page.locator(".players tbody tr"), 6)


@pytest.mark.long
def test_the_log_keeps_four_lines(table: Screen) -> None:
    for size in ALL_AT_ONCE:
        turn_to(table, size)
        log, line = (
            thing.evaluate("(element) => element.getBoundingClientRect().height")
            for thing in (table.page.locator(".log"), table.page.locator(".log li").last)
        )
        assert log / line >= LEAST_LINES, size


@pytest.mark.long
def test_what_a_choice_brings_stands_beside_its_button(table: Screen) -> None:
    """And nothing moves when it is chosen: the room was there before."""
    for size in ALL_AT_ONCE:
        turn_to(table, size)
        table.page.keyboard.press("Escape")
        places = [table.page.locator(part) for part in (".players", ".log", ".choices")]
        before = [place.bounding_box() for place in places]
        table.page.keyboard.press("1")
        told = table.page.get_by_role("region", name="Последствия")
        expect(told).to_be_visible()
        assert [place.bounding_box() for place in places] == before, size
        in_sight(table.page.locator("[data-confirm=once]"), 1)
        assert told.evaluate("(card) => card.scrollHeight - card.clientHeight") <= 1, size


@pytest.mark.long
def test_type_and_map_grow_on_a_very_large_screen(table: Screen) -> None:
    def letters() -> float:
        size: float = table.page.locator("[data-nation] h3").first.evaluate(
            "(name) => parseFloat(getComputedStyle(name).fontSize)"
        )
        return size

    turn_to(table, "1440x900")
    small = letters()
    turn_to(table, "2560x1440")
    assert letters() > 1.2 * small
