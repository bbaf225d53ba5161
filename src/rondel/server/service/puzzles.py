"""Puzzles: lists, attempts, solutions, and tables to solve them at."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

from rondel.engine import IllegalAction, title_of
from rondel.puzzles import Numbered, Weighed, daily, game_at, library, weighed
from rondel.puzzles.making import LONGER
from rondel.server.errors import bad, missing, refuse_illegal
from rondel.server.model.passages import Json
from rondel.server.model.table import Table
from rondel.server.parts import Server
from rondel.server.service import studies
from rondel.server.viewers.workers import Asker


def puzzles_told(now: float) -> Json:
    """All puzzles, and today's."""
    day = _day(now)
    return {
        "puzzles": [_row(one) for one in library().values()],
        "daily": {"date": day.isoformat(), "id": daily(day).puzzle["id"]},
    }


def _day(now: float) -> date:
    return datetime.fromtimestamp(now, UTC).date()


def _row(one: Numbered) -> Json:
    puzzle = one.puzzle
    return {
        "id": puzzle["id"],
        "number": one.number,
        "game": puzzle["record"]["game"],
        "players": len(puzzle["record"]["players"]),
        "theme": puzzle["theme"],
        "heading": one.heading,
        "grade": puzzle["grade"],
    }


def find(id: str) -> Numbered:
    """The puzzle of an id.

    Raises: Refusal.
    """
    found = library().get(id)
    if found is None:
        raise missing("puzzle/unknown", "There is no such puzzle.")
    return found


def puzzle_told(id: str) -> Json:
    """A puzzle, without its solution.

    Raises: Refusal.
    """
    one = find(id)
    puzzle = one.puzzle
    return {
        **_row(one),
        "of": len(library()),
        "seats": puzzle["record"]["players"],
        "player": puzzle["decision"]["actor"],
        "decision": puzzle["decision"],
        "choices": len(puzzle["choices"]),
        "judge": _judge(one),
    }


def _judge(one: Numbered) -> Json:
    made = one.puzzle["made"]
    playouts = one.puzzle["playouts"] * LONGER
    return {"name": made["judge"], "version": made["version"], "playouts": playouts}


def attempt_told(id: str, choice: Json) -> Json:
    """What a choice is worth: whether it solves the puzzle, and what becomes of it.

    Raises: Refusal.
    """
    one = find(id)
    found = _weighed(id, choice)
    solved = found is one.puzzle["choices"][0]
    return {
        "solved": solved,
        "tried": _tried(id, found, found),
        "solution": solution_told(id) if solved else None,
    }


def _weighed(id: str, choice: Json) -> Weighed:
    """What was found about a choice, however it is spelled.

    Raises: Refusal.
    """
    game = game_at(id)
    try:
        action = game.action(game.read({"choice": choice}))
    except IllegalAction as error:
        refuse_illegal(error)
    found = weighed(id, action.choice)
    if found is None:
        raise bad("puzzle/no_choice", "This is none of the choices of the puzzle.")
    return found


def solution_told(id: str) -> Json:
    """The solution of a puzzle.

    Raises: Refusal.
    """
    one = find(id)
    best, second = one.puzzle["choices"][:2]
    return {
        "best": _tried(id, best, second),
        "choices": [
            {"choice": choice["choice"], "share": choice["share"], "error": choice["error"]}
            for choice in one.puzzle["choices"]
        ],
        "margin": one.puzzle["margin"],
        "judge": _judge(one),
    }


def _tried(id: str, choice: Weighed, compared: Weighed) -> Json:
    """A choice with what it brings, and what is otherwise a round later."""
    return {
        "choice": choice["choice"],
        "consequences": game_at(id).consequences({"choice": choice["choice"]}),
        "tendencies": compared["tendencies"],
    }


async def open_table(server: Server, asker: Asker, id: str, user: str) -> Table:
    """A table of one's own where a puzzle is to be solved.

    Raises: Refusal.
    """
    record = find(id).puzzle["record"]
    name = title_of(record["game"]).name
    return await studies.from_record(server, asker, json.dumps(record).encode(), user, name)
