"""What stands on the board in the course of recorded games, with the events that led there.

The page shows events one by one and works out the board after each; `web/tests/board-games.test.ts`
holds that against these files. `python -m tests.board_vectors` makes them anew.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import rondel
from rondel.engine import Event
from rondel.records import loads

FOLDER = Path(__file__).parent / "vectors"
GAMES = ("imperial-6-players", "imperial2030-6-players")
"""A whole game on each map."""
STRETCH = 12
"""Entries between two boards that are kept."""
BOARD = ("units", "flags", "factories")


def board(game: rondel.Game) -> dict[str, Any]:
    """The parts of a snapshot that the map shows."""
    snapshot: dict[str, Any] = {**game.snapshot()}
    return {part: snapshot[part] for part in BOARD}


def told(name: str) -> list[dict[str, Any]]:
    """A game in stretches: the events of each, and the board after it."""
    stretches: list[dict[str, Any]] = []
    events: list[dict[str, Any]] = []

    def watch(game: rondel.Game, number: int, new: Sequence[Event]) -> None:
        events.extend(event.to_json() for event in new)
        if number % STRETCH == 0 or game.over:
            stretches.append({"events": [*events], "board": board(game)})
            events.clear()

    loads((FOLDER.parent / "games" / f"{name}.rondel.json").read_text(), watch)
    return stretches


def file_of(name: str) -> Path:
    """Where the stretches of a game are kept."""
    return FOLDER / f"{name}.board.json"


def main() -> None:
    """Write every file anew, a line for each stretch."""
    for name in GAMES:
        lines = ",\n".join(json.dumps(stretch, separators=(",", ":")) for stretch in told(name))
        file_of(name).write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
