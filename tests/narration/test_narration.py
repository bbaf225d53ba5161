"""A game as it is told: what is open after a plan, and moments told by their differences."""

from __future__ import annotations

import pytest

from rondel.engine import IllegalAction
from rondel.lessons.library import entries_of, game_at, lesson_of
from rondel.narration import choices_told, plan_of, stretch_told
from rondel.narration.moments import Json, differences


def put(whole: Json, path: tuple[str, ...], value: object) -> Json:
    """An object with another value where a path leads to, as the page does it."""
    key, *rest = path
    return {**whole, key: put(whole[key], tuple(rest), value) if rest else value}


@pytest.mark.parametrize("game", ["imperial2030", "imperial"])
def test_stretch_leads_from_moment_to_moment(game: str) -> None:
    """Each step, put into the moment before, makes the position that the engine tells."""
    lesson = lesson_of(game)
    entries = entries_of(lesson)
    told = stretch_told(game_at(lesson, 0), entries[:4], entries[4:12], {"entries": 4}, None)
    moment = told["first"]
    assert moment["entries"] == 4
    for number, step in enumerate(told["steps"], 5):
        for change in step:
            moment = put(moment, change["path"], change["value"])
        assert moment["snapshot"] == game_at(lesson, number).snapshot()


def test_differences_are_the_smallest_that_fit() -> None:
    before = {"a": {"x": 1, "y": 2}, "b": {"z": 1}}
    after = {"a": {"x": 1, "y": 3}, "b": {"w": 1}}
    assert list(differences(before, after)) == [
        {"path": ("a", "y"), "value": 3},
        {"path": ("b",), "value": {"w": 1}},
    ]


def test_plan_tells_how_much_of_it_can_be_done() -> None:
    """Of orders that do not fit one upon the other those are taken that do."""
    lesson = lesson_of("imperial2030")
    game = game_at(lesson, 35)
    order = entries_of(lesson)[35]
    told = plan_of(game, [dict(order), dict(order)], None, "en")
    assert told["taken"] == 1
    assert told["choices"] == choices_told(game_at(lesson, 36), None, True, "en")
    assert len(game) == 35
    with pytest.raises(IllegalAction):
        plan_of(game, [{"choice": {"slot": "factory"}}], None, "en")


def test_plan_tells_nothing_of_what_others_decide_then() -> None:
    lesson = lesson_of("imperial")
    game = game_at(lesson, 1)
    told = plan_of(game, [dict(entries_of(lesson)[1])], None, "en")
    assert told == {"taken": 1, "choices": [], "refused": [], "facts": None}
