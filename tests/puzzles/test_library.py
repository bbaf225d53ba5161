"""The puzzles that come with the package: they load, can be solved, and can be explained."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from rondel.engine import TITLES
from rondel.judging import strongest
from rondel.puzzles import THEMES, Puzzle, daily, game_at, library, read, weighed, written
from rondel.puzzles.grading import CROWD, grade_of
from rondel.puzzles.library import HEADINGS, numbered
from rondel.puzzles.making import LONGER, MOST_OF_A_THEME, id_of
from rondel.puzzles.themes import theme_of
from rondel.records import LANGUAGES, Narrator

ALL = [one.puzzle for one in library().values()]
LEAST_MARGIN = 0.005
"""Half a point of share: no second choice lies closer."""
MESSAGES = Path(__file__).resolve().parents[2] / "web" / "src" / "messages"

each = pytest.mark.parametrize("puzzle", ALL, ids=[puzzle["id"] for puzzle in ALL])


def test_there_are_sixty() -> None:
    assert len(ALL) >= 60


def test_they_are_of_both_games_and_for_several_players() -> None:
    by_title = Counter(puzzle["record"]["game"] for puzzle in ALL)
    assert set(by_title) == set(TITLES)
    assert min(by_title.values()) >= 25
    for title in TITLES:
        own = [puzzle for puzzle in ALL if puzzle["record"]["game"] == title]
        assert len({len(puzzle["record"]["players"]) for puzzle in own}) >= 3
        assert len({puzzle["theme"] for puzzle in own}) >= 6
        assert max(Counter(puzzle["theme"] for puzzle in own).values()) <= MOST_OF_A_THEME


@each
def test_puzzle_is_a_decision_whose_choices_are_the_legal_ones(puzzle: Puzzle) -> None:
    game = game_at(puzzle["id"])
    assert game.decision is not None
    assert game.decision.to_json() == puzzle["decision"]
    ids = [game.read({"choice": one["choice"]}) for one in puzzle["choices"]]
    assert sorted(ids) == list(game.legal_ids())
    assert puzzle["theme"] == theme_of(game, ids[0])
    assert puzzle["id"] == id_of(puzzle["record"])


@each
def test_every_other_choice_is_behind_by_the_margin(puzzle: Puzzle) -> None:
    best, *others = puzzle["choices"]
    assert puzzle["margin"] >= LEAST_MARGIN
    assert best["behind"] == 0.0
    assert all(one["behind"] >= puzzle["margin"] - 1e-4 for one in others)
    assert all(one["error"] > 0.0 and one["playouts"] > 0 for one in puzzle["choices"])
    assert sum(one["playouts"] for one in puzzle["choices"]) >= puzzle["playouts"] * LONGER
    assert puzzle["grade"] == grade_of(puzzle["missed"])
    assert puzzle["missed"] <= len(CROWD)


@each
def test_every_choice_can_be_told_by_its_consequences_in_every_language(puzzle: Puzzle) -> None:
    game, decision = game_at(puzzle["id"]), puzzle["decision"]
    for one in puzzle["choices"]:
        told = game.consequences({"choice": one["choice"]})
        assert told["choice"] == one["choice"]
        for language in LANGUAGES:
            narrator = Narrator.of(game, language)
            assert narrator.choice(decision["decision"], one["choice"], decision["nation"])


def test_words_for_every_theme_are_there_in_every_language() -> None:
    for language in LANGUAGES:
        words = json.loads((MESSAGES / language / "puzzles.json").read_text(encoding="utf-8"))
        for theme in THEMES:
            keys = ["theme", "hint", "point"]
            titles = [f"title_{theme}_{n}" for n in range(1, HEADINGS + 1)]
            assert all(words[f"puzzles.{key}_{theme}"] for key in keys)
            assert len({words[f"puzzles.{title}"] for title in titles}) == HEADINGS
        for kind in {puzzle["decision"]["decision"] for puzzle in ALL}:
            assert words[f"puzzles.ask_{kind}"]


def test_all_are_made_by_the_judge_that_is_installed() -> None:
    judge = strongest()
    assert {(one["made"]["judge"], one["made"]["version"]) for one in ALL} == {
        (judge.name, judge.version)
    }


def test_easiest_come_first_and_names_of_a_theme_take_turns() -> None:
    grades = [one.puzzle["grade"] for one in library().values()]
    assert grades == sorted(grades)
    assert [one.number for one in library().values()] == list(range(1, len(grades) + 1))
    names = Counter(
        (one.puzzle["record"]["game"], one.puzzle["theme"], one.heading)
        for one in library().values()
    )
    assert max(names.values()) <= 2


def test_every_day_has_its_puzzle_and_all_have_their_day() -> None:
    first = date(2026, 11, 17)
    days = [daily(first + timedelta(days=n)).puzzle["id"] for n in range(len(ALL))]
    assert set(days) == set(library())
    assert daily(first).puzzle["id"] == days[0]


def test_puzzles_are_written_as_they_are_kept() -> None:
    for title in TITLES:
        own = [puzzle for puzzle in ALL if puzzle["record"]["game"] == title]
        assert numbered(read(written(own))).keys() <= library().keys()
        kept = Path(library.__wrapped__.__code__.co_filename).parent / "data" / f"{title}.json"
        assert kept.read_text(encoding="utf-8") == written(own)


def test_a_choice_that_is_none_has_not_been_weighed() -> None:
    assert weighed(ALL[0]["id"], {"slot": "nowhere"}) is None
