"""Lessons: every step is a stretch of its record, and what is asked of the learner holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rondel.games.boards import read_facts
from rondel.lessons import Lesson, Step, lesson_of, score_rows
from rondel.lessons.library import entries_of, game_at
from rondel.records import replay
from tests.positions import GAMES, told

QUICK_START = Path(__file__).parents[1] / "games" / "quickstart-2030.json"

IDEAS = {
    "investor", "rondel", "factory", "import", "production", "armies", "convoy", "taxation",
    "interest", "lost", "won", "end",
}  # fmt: skip
"""What every lesson must tell of; some have more."""

STEPS = [(game, step) for game in GAMES for step in lesson_of(game)["steps"]]


def learner(lesson: Lesson, step: Step) -> str:
    """Whose decisions the learner makes in a step."""
    return step.get("seat", lesson["player"])


def names(steps: list[tuple[str, Step]]) -> list[str]:
    return [f"{game}-{step['id']}" for game, step in steps]


@pytest.mark.parametrize("game", GAMES)
def test_lesson_tells_of_every_idea_once(game: str) -> None:
    ideas = [step["id"] for step in lesson_of(game)["steps"]]
    assert set(ideas) >= IDEAS
    assert len(ideas) == len(set(ideas))


@pytest.mark.parametrize("game", GAMES)
def test_record_of_a_lesson_replays(game: str) -> None:
    lesson = lesson_of(game)
    assert len(replay(lesson["record"])) == len(entries_of(lesson))


@pytest.mark.parametrize("game", GAMES)
def test_steps_follow_each_other(game: str) -> None:
    """A step never begins before the last one has ended, and none is beyond the record."""
    lesson, last = lesson_of(game), lesson_of(game)["steps"][0]["begin"]
    for step in lesson["steps"]:
        assert last <= step["begin"] <= step["own"] <= step["until"]
        last = step["until"]
    assert last == len(entries_of(lesson))
    assert lesson["play_on"] in {step["until"] for step in lesson["steps"]}


@pytest.mark.parametrize(("game", "step"), STEPS, ids=names(STEPS))
def test_learner_is_asked_for_what_is_legal(game: str, step: Step) -> None:
    """Every decision of a step is the learner's to make there, and one of the legal ones."""
    lesson = lesson_of(game)
    assert (step["kind"] == "do") == (step["own"] < step["until"])
    for number in range(step["own"], step["until"]):
        played, entry = game_at(lesson, number), entries_of(lesson)[number]
        assert played.decision is not None
        assert (played.decision.player, entry["actor"]) == (learner(lesson, step),) * 2
        assert entry in [action.to_json() for action in played.legal_actions()]
        assert len(played.legal_actions()) > 1


@pytest.mark.parametrize(("game", "step"), STEPS, ids=names(STEPS))
def test_only_others_are_watched(game: str, step: Step) -> None:
    """What is played for the learner is others' but for a turn that repeats an idea."""
    lesson = lesson_of(game)
    watched = entries_of(lesson)[step["begin"] : step["own"]]
    own = [entry for entry in watched if entry["actor"] == learner(lesson, step)]
    assert len(own) <= 2
    assert len(own) < max(1, len(watched))


def test_lesson_of_2030_is_the_quick_start() -> None:
    """Q-63: the record holds to the example, decision by decision, as far as that goes."""
    example: dict[str, Any] = json.loads(QUICK_START.read_text(encoding="utf-8"))
    given = [
        (d["decision"], d["actor"].capitalize(), d["choice"])
        for turn in example["turns"]
        for d in turn["decisions"]
        if not d.get("optional")
    ]
    kept = [
        (e["decision"], e["actor"], e["choice"]) for e in entries_of(lesson_of(example["game"]))
    ]
    assert kept[: len(given)] == given


@pytest.mark.parametrize("game", GAMES)
def test_price_of_an_import_is_guessed_right(game: str) -> None:
    lesson = lesson_of(game)
    [step] = [step for step in lesson["steps"] if step["id"] == "import"]
    played = game_at(lesson, step["begin"])
    paid = 0
    for entry in entries_of(lesson)[step["begin"] : step["until"]]:
        paid += sum(unit["cost"] for unit in told(played.apply(entry), "unit_imported"))
    assert str(paid) == step["guess"]["right"]
    assert step["guess"]["right"] in step["guess"]["answers"]


@pytest.mark.parametrize("game", GAMES)
def test_fleet_that_carried_the_army_is_guessed_right(game: str) -> None:
    """The other seas do not border on where the army has landed: no answer is doubtful."""
    lesson = lesson_of(game)
    [step] = [step for step in lesson["steps"] if step["id"] == "convoy"]
    played = game_at(lesson, step["begin"])
    events = [
        e
        for entry in entries_of(lesson)[step["begin"] : step["until"]]
        for e in played.apply(entry)
    ]
    [convoy] = [moved for moved in told(events, "unit_moved") if moved["way"] == "convoy"]
    assert convoy["seas"] == [step["guess"]["right"]]
    near = read_facts(game)["neighbours"][convoy["target"]]["sea"]
    assert set(near) & set(step["guess"]["answers"]) == {step["guess"]["right"]}


@pytest.mark.parametrize("game", GAMES)
def test_scores_are_those_of_the_game(game: str) -> None:
    """R-SCO-1: with the factor it has, a nation brings what the game itself says."""
    lesson = lesson_of(game)
    judged = game_at(lesson, lesson["play_on"]).facts()["players"][lesson["player"]]
    rows = score_rows(game)
    assert {row["nation"] for row in rows} == {
        n for n, credit in judged["credit"].items() if credit
    }
    for row in rows:
        assert row["totals"][row["factor"]] == judged["score"]
        assert row["points"] == [row["interest"] * factor for factor in range(len(row["points"]))]
