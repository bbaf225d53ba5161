"""Puzzles: failed and solved at a real table, by clicks, keys and taps; lists and today's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from rondel.puzzles import THEMES as NAMED
from rondel.puzzles import Puzzle, game_at, library
from tests.browser.conftest import Sit
from tests.browser.screens import Screen

ALL = [one.puzzle for one in library().values()]
GAMES = ("imperial2030", "imperial")
GROUPS = [(game, half) for game in GAMES for half in range(4)]
"""Who solves all puzzles does so in a few sittings."""

WORDS = json.loads(
    (Path(__file__).parents[2] / "web/src/messages/en/puzzles.json").read_text(encoding="utf-8")
)
THEMES = {theme: WORDS[f"puzzles.theme_{theme}"] for theme in NAMED}

LOCALES = {"it": "it-IT", "es": "es-ES", "ru": "ru-RU", "pl": "pl-PL"}


def of_game(game: str) -> list[Puzzle]:
    """The puzzles of a game."""
    return [puzzle for puzzle in ALL if puzzle["record"]["game"] == game]


class Solver:
    """Somebody who knows the answers, and uses the page."""

    def __init__(self, screen: Screen) -> None:
        self.page: Page = screen.page

    def open(self, puzzle: Puzzle) -> None:
        """Comes to a puzzle."""
        self.page.goto(f"/puzzles/{puzzle['id']}")
        self.page.locator(f"[data-puzzle='{puzzle['id']}']").wait_for()
        self.page.locator("[data-state=yours]").wait_for()

    def choose(self, puzzle: Puzzle, place: int) -> None:
        """Takes a choice, by the place it has among all, and sends it."""
        choice = puzzle["choices"][place]["choice"]
        id = game_at(puzzle["id"]).read({"choice": choice})
        control = self.page.locator(f"[data-choice='{id}'], [data-chosen='{id}']").first
        if choice.get("order") == "move":
            self.page.locator(f"[data-origin='{choice['from']}']").first.click()
            expect(control).to_be_visible()
        # Where one goal is left, units that are taken up have it chosen.
        if control.get_attribute("data-chosen") is None:
            control.click()
        self.confirm()

    def confirm(self) -> None:
        """Sends what is chosen; a question is answered by a click, and some are asked again."""
        answer = self.page.locator("[data-wrong], [data-solved]").first
        once, again = (self.page.locator(f"[data-confirm={time}]") for time in ("once", "again"))
        expect(answer.or_(once).or_(again).first).to_be_visible()
        if once.is_visible():
            once.click()
            # It stays until the server has answered.
            expect(once).to_have_count(0)
        if again.is_visible():
            again.click()

    def fail(self, puzzle: Puzzle) -> None:
        """Takes the last choice, which is not the best."""
        tried = self.page.locator("[data-tried]").count()
        self.choose(puzzle, len(puzzle["choices"]) - 1)
        expect(self.page.locator("[data-wrong]")).to_be_visible()
        expect(self.page.locator("[data-tried]")).to_have_count(tried or 1)

    def solve(self, puzzle: Puzzle) -> None:
        """Takes the best choice."""
        self.choose(puzzle, 0)
        expect(self.page.locator("[data-solved=true]")).to_be_visible()


def failed_and_solved(screen: Screen, puzzles: list[Puzzle]) -> Iterator[Locator]:
    """Fails and solves puzzles one after the other; tells what is said to the solution."""
    solver = Solver(screen)
    for puzzle in puzzles:
        solver.open(puzzle)
        solver.fail(puzzle)
        solver.solve(puzzle)
        yield screen.page.locator("[data-solved=true]")


def test_todays_puzzle_is_failed_solved_and_remembered(ann: Screen) -> None:
    page = ann.page
    page.goto("/")
    page.locator("[data-daily]").first.click()
    page.locator("[data-puzzle]").wait_for()
    today = page.locator("[data-puzzle]").get_attribute("data-puzzle")
    puzzle = library()[today or ""].puzzle
    solver = Solver(ann)
    page.locator("[data-state=yours]").wait_for()
    solver.fail(puzzle)
    solver.solve(puzzle)
    expect(page.locator("[data-solved]")).to_contain_text("Solved on try 2.")
    expect(page.locator("[data-solved] tbody tr")).to_have_count(len(puzzle["choices"]))
    page.keyboard.press("Enter")
    expect(page.locator("[data-puzzle]")).not_to_have_attribute("data-puzzle", today or "")
    page.locator("[data-leave]").click()
    expect(page.locator(f"[data-puzzle-link='{today}']")).to_contain_text("solved")
    tables = ann.ask("GET", "/api/tables?list=mine&studies=true")["tables"]
    assert len(tables) <= 1, "the tables of puzzles that were left are gone"


@pytest.mark.long
@pytest.mark.parametrize(("game", "part"), GROUPS)
def test_every_puzzle_is_failed_and_solved(sit: Sit, game: str, part: int) -> None:
    screen = sit()
    for said in failed_and_solved(screen, of_game(game)[part::4]):
        expect(said).not_to_contain_text("puzzles.")


@pytest.mark.long
@pytest.mark.parametrize("lang", LOCALES)
def test_puzzles_are_explained_in_every_language(sit: Sit, lang: str) -> None:
    screen = sit(locale=LOCALES[lang])
    for said in failed_and_solved(screen, [of_game(game)[0] for game in GAMES]):
        expect(said).not_to_contain_text("puzzles.")
        expect(said).not_to_contain_text("review.")


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_puzzle_is_solved_on_a_phone(sit: Sit, game: str) -> None:
    screen = sit(viewport={"width": 390, "height": 844}, has_touch=True)
    solver = Solver(screen)
    puzzle = next(one for one in of_game(game) if one["decision"]["decision"] == "choose_slot")
    solver.open(puzzle)
    solver.fail(puzzle)
    screen.page.locator(".sheet .stop").click()
    solver.solve(puzzle)
    expect(screen.page.locator("[data-next]")).to_be_in_viewport()


@pytest.mark.long
def test_puzzle_by_keyboard_alone(ann: Screen) -> None:
    page, solver = ann.page, Solver(ann)
    puzzle = next(one for one in ALL if one["decision"]["decision"] == "choose_slot")
    solver.open(puzzle)
    page.keyboard.press("h")
    expect(page.locator("[data-hint]")).to_be_visible()
    id = game_at(puzzle["id"]).read({"choice": puzzle["choices"][0]["choice"]})
    slot = page.locator(f"[data-choice='{id}']").first
    slot.focus()
    slot.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("[data-solved=true]")).to_contain_text("Solved.")
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-puzzle='{puzzle['id']}']")).to_have_count(0)


@pytest.mark.long
def test_solution_is_shown_on_request_and_the_position_analysed(ann: Screen) -> None:
    page, solver = ann.page, Solver(ann)
    solver.open(ALL[0])
    page.locator("[data-ask-hint]").click()
    page.locator("[data-show]").click()
    expect(page.locator("[data-solved=false]")).to_contain_text("The solution")
    page.locator("[data-analyse]").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("button", name="Analyze")).to_be_visible()
    page.goto("/puzzles")
    entry = page.locator(f"[data-puzzle-link='{ALL[0]['id']}']")
    expect(entry).to_contain_text("seen")
    expect(entry).to_contain_text(THEMES[ALL[0]["theme"]])


@pytest.mark.long
def test_list_is_narrowed_and_the_next_puzzle_stays_within(ann: Screen) -> None:
    page = ann.page
    page.goto("/puzzles")
    expect(page.locator("[data-puzzle-link]")).to_have_count(len(ALL))
    listed = page.locator("[data-puzzle-link] .what").all_inner_texts()
    assert not [text for text in listed if any(theme in text for theme in THEMES.values())]
    page.get_by_label("Game").select_option("imperial")
    expect(page.locator("[data-puzzle-link]")).to_have_count(len(of_game("imperial")))
    page.locator("[data-puzzle-link]").first.click()
    page.locator("[data-show]").click()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('[data-solved]') === null")
    expect(page.locator("[data-puzzle]")).to_be_visible()
    shown = page.locator("[data-puzzle]").get_attribute("data-puzzle")
    assert library()[shown or ""].puzzle["record"]["game"] == "imperial"
    page.goto("/puzzles?theme=nothing")
    expect(page.locator("[data-puzzle-link]")).to_have_count(0)
    page.goto("/puzzles/00000000")
    ann.expect_fault("404")
    expect(page.get_by_role("link", name="All puzzles")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_puzzles_are_for_everybody(sit: Sit, theme: str) -> None:
    """What axe finds in the list, after a wrong choice, and at the solution: nothing."""
    screen = sit(color_scheme=theme)
    screen.page.goto("/puzzles")
    expect(screen.page.locator("[data-puzzle-link]").first).to_be_visible()
    assert screen.violations() == []
    solver = Solver(screen)
    solver.open(ALL[0])
    solver.fail(ALL[0])
    assert screen.violations() == []
    solver.solve(ALL[0])
    assert screen.violations() == []
